package io.takt.hub.view;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.HubView.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference of two statuses of a hub: rates, and the part of the time between them for which each asset held the
 * core. All times are those of the hub, which says with each status for how long it has been running; a pause is no
 * time. Pure.
 */
public final class RecentView {
    private final long overNs;
    private final Deque<HubStatus> seen = new ArrayDeque<>();
    /** The asset that slows the hub, null for none; since when by the hub's wall time, -1 when that was not seen. */
    private String slowedBy;
    private long slowedSinceNs = -1;
    private boolean hasSeenBefore;

    /**
     * A view that begins with the next status.
     *
     * @param overNs wall time of running over which rates and shares are.
     */
    public RecentView(final long overNs) {
        this.overNs = overNs;
    }

    /**
     * A hub at one moment, of whose last seconds nothing is known.
     *
     * @param status as the hub tells it.
     * @return the view, without rates and shares.
     */
    public static HubView glance(final HubStatus status) {
        return new RecentView(0).take(status);
    }

    /**
     * Takes a status and says what it means beside an earlier one.
     *
     * @param status as the hub tells it now.
     * @return the view.
     */
    public HubView take(final HubStatus status) {
        if (!seen.isEmpty() && (seen.peekLast().epoch() != status.epoch()
            || seen.peekLast().wallNs() > status.wallNs())) {
            seen.clear();
            hasSeenBefore = false;
            slowedBy = null;
        }
        seen.add(status);
        while (seen.size() > 2) {
            final HubStatus first = seen.removeFirst();
            if (status.wallNs() - seen.peekFirst().wallNs() < overNs) {
                seen.addFirst(first);
                break;
            }
        }
        return view(seen.peekFirst(), seen.peekLast());
    }

    private HubView view(final HubStatus from, final HubStatus to) {
        final long spanNs = to.wallNs() - from.wallNs();
        final Map<String, AssetStatus> before = new HashMap<>();
        from.assets().forEach(asset -> before.put(asset.name(), asset));
        final List<Row> rows = new ArrayList<>();
        for (final AssetStatus asset : to.assets()) {
            rows.add(row(to, asset, before.get(asset.name()), spanNs));
        }
        rows.sort(Comparator.comparing(Row::blocksNow).thenComparingDouble(Row::share)
            .thenComparingDouble(Row::shareOfRun).reversed());
        final Sentence sentence = Sentence.of(to, slowness(to, rows, spanNs));
        return new HubView(to, spanNs, part(to.coreTimeNs() - from.coreTimeNs(), spanNs),
            perSecond(to.coreProgress() - from.coreProgress(), spanNs), List.copyOf(rows), sentence.text(),
            sentence.advice(), sentence.culprit());
    }

    /** The same asset as before has slowed the hub ever since; one that does so at first sight may have for long. */
    private Slowness slowness(final HubStatus status, final List<Row> rows, final long spanNs) {
        final Slowness slow = Slowness.of(status, rows, spanNs);
        if (slow == null ? slowedBy != null : !slow.asset().name().equals(slowedBy)) {
            slowedBy = slow == null ? null : slow.asset().name();
            slowedSinceNs = slow != null && (hasSeenBefore || status.wallNs() - spanNs < overNs)
                ? status.wallNs() - Math.round(slow.share() * spanNs) : -1;
        }
        hasSeenBefore |= slow != null || spanNs >= overNs;
        return slow == null || slowedSinceNs < 0 ? slow : slow.since(status.wallNs() - slowedSinceNs);
    }

    private static Row row(final HubStatus status, final AssetStatus asset, final AssetStatus earlier,
        final long spanNs) {
        // One that has joined meanwhile counts from 0, perhaps again.
        final boolean isNew = earlier == null || earlier.blockedCoreNs() > asset.blockedCoreNs()
            || earlier.progress() > asset.progress();
        final long progressBefore = isNew ? 0 : earlier.progress();
        final long blockedBeforeNs = isNew ? 0 : earlier.blockedCoreNs();
        final Map<HoldReason, Double> shares = new HashMap<>();
        HoldReason most = null;
        long mostNs = 0;
        HoldReason mostOfRun = null;
        for (final HoldReason reason : HoldReason.values()) {
            final long ofRunNs = asset.heldNs().getOrDefault(reason, 0L);
            final long ns = ofRunNs - (isNew ? 0 : earlier.heldNs().getOrDefault(reason, 0L));
            if (ns > 0) {
                shares.put(reason, part(ns, spanNs));
            }
            most = ns > mostNs ? reason : most;
            mostNs = Math.max(ns, mostNs);
            mostOfRun = ofRunNs > (mostOfRun == null ? 0 : asset.heldNs().get(mostOfRun)) ? reason : mostOfRun;
        }
        final boolean blocksNow = asset.name().equals(status.blocker());
        final HoldReason reason = blocksNow && status.blockerReason() != null ? status.blockerReason()
            : most == null ? mostOfRun : most;
        return new Row(asset, blocksNow, perSecond(asset.progress() - progressBefore, spanNs),
            Math.min(1, part(asset.blockedCoreNs() - blockedBeforeNs, spanNs)),
            Math.min(1, part(asset.blockedCoreNs(), status.wallNs())), reason, shares);
    }

    private static double part(final long ns, final long ofNs) {
        return ofNs <= 0 ? 0 : (double) ns / ofNs;
    }

    private static double perSecond(final long count, final long spanNs) {
        return spanNs <= 0 ? 0 : count * 1e9 / spanNs;
    }
}
