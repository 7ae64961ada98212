package io.takt.hub.command;

import io.takt.hub.command.WatchModel.Row;
import io.takt.hub.command.WatchModel.View;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/** A view as {@code takt watch --json} prints it. */
final class WatchJson {
    private WatchJson() {
    }

    static Map<String, Object> of(final View view, final long unansweredNs) {
        final HubStatus status = view.status();
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("hub", status.hub());
        object.put("pid", status.pid());
        object.put("state", status.state());
        object.put("reason", status.reason());
        object.put("unansweredNs", unansweredNs);
        object.put("coreTimeNs", status.coreTimeNs());
        object.put("maxDelayNs", status.maxDelayNs());
        object.put("wallNs", status.wallNs());
        object.put("overNs", view.overNs());
        object.put("speed", view.speed());
        object.put("countUpsPerS", view.countUpsPerS());
        object.put("blocker", status.blocker());
        object.put("blockerReason", status.blockerReason());
        object.put("blockedForNs", status.blockedForNs());
        object.put("missing", status.missing());
        object.put("parent", status.parent());
        object.put("waits", status.waits());
        object.put("children", status.children());
        object.put("assets", view.rows().stream().map(WatchJson::of).toList());
        return object;
    }

    private static Map<String, Object> of(final Row row) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", row.status().name());
        object.put("state", row.status().state());
        object.put("lagNs", row.status().lagNs());
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
