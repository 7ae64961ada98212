package io.takt.hub.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.view.HubView.Row;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A view as JSON: the fields of {@code takt watch --json}, of the page and of its events for programs, which are put in
 * here and nowhere else.
 */
public final class ViewJson {
    private ViewJson() {
    }

    /**
     * A view as an object.
     *
     * @param view         of a hub.
     * @param unansweredNs wall time since the hub should have answered and did not; 0 when it does.
     * @return what is to become the JSON object.
     */
    public static Map<String, Object> of(final HubView view, final long unansweredNs) {
        final HubStatus status = view.status();
        final Map<String, Object> object = head(view);
        object.put("pid", status.pid());
        object.put("unansweredNs", unansweredNs);
        object.put("wallNs", status.wallNs());
        object.put("overNs", view.overNs());
        object.put("missing", status.missing());
        object.put("parent", status.parent());
        object.put("waits", status.waits());
        object.put("children", status.children());
        object.put("assets", view.rows().stream().map(ViewJson::of).toList());
        return object;
    }

    /**
     * A status with the words of the views.
     *
     * @param status of a hub.
     * @param told   the same as JSON; the words are put in.
     * @return the same object.
     */
    public static ObjectNode withWords(final HubStatus status, final ObjectNode told) {
        final HubView view = RecentView.glance(status);
        return told.put("sentence", view.sentence()).put("advice", view.advice()).put("culprit", view.culprit());
    }

    /**
     * The hub without its assets.
     *
     * @param view of a hub.
     * @return the fields, to which others may be added.
     */
    public static Map<String, Object> head(final HubView view) {
        final HubStatus status = view.status();
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("hub", status.hub());
        object.put("state", status.state());
        object.put("reason", status.reason());
        object.put("coreTimeNs", status.coreTimeNs());
        object.put("maxDelayNs", status.maxDelayNs());
        object.put("speed", view.speed());
        object.put("countUpsPerS", view.countUpsPerS());
        object.put("blocker", status.blocker());
        object.put("blockerReason", status.blockerReason());
        object.put("blockedForNs", status.blockedForNs());
        object.put("sentence", view.sentence());
        object.put("advice", view.advice());
        object.put("culprit", view.culprit());
        return object;
    }

    /**
     * An asset in short.
     *
     * @param row of a view.
     * @return the fields, to which others may be added.
     */
    public static Map<String, Object> head(final Row row) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", row.status().name());
        object.put("state", row.status().state());
        object.put("lagNs", row.status().lagNs());
        return object;
    }

    /**
     * An asset.
     *
     * @param row of a view.
     * @return the fields, to which others may be added.
     */
    public static Map<String, Object> of(final Row row) {
        final Map<String, Object> object = head(row);
        object.put("stepsPerS", row.stepsPerS());
        object.put("share", row.share());
        object.put("shareOfRun", row.shareOfRun());
        object.put("reason", row.reason());
        final Map<String, Double> shares = new LinkedHashMap<>();
        for (final HoldReason reason : HoldReason.values()) {
            if (row.sharesByReason().containsKey(reason)) {
                shares.put(reason.word(), row.sharesByReason().get(reason));
            }
        }
        object.put("shares", shares);
        object.put("silentNs", row.status().silentNs());
        object.put("pid", row.status().pid());
        object.put("process", row.status().process());
        object.put("away", row.status().away());
        object.put("attaching", row.status().attaching());
        return object;
    }
}
