package io.takt.hub.core;

import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import java.util.List;

/**
 * Asks assets how long their steps take: at most once a second, and only while a watcher wants to know. Owned by the
 * hub's thread.
 */
final class Reports {
    /** For so long after a status reports are wanted: a watcher asks again before. */
    static final long AFTER_A_STATUS_NS = 2_000_000_000L;

    private static final long EVERY_NS = 1_000_000_000L;
    private static final int BUCKETS = Long.SIZE - 1;

    private boolean wanted;
    private long wantedUntilNs;
    private long askNextNs;

    void want(final long forNs, final long nowNs) {
        if (!wanted) {
            askNextNs = nowNs;
        }
        wantedUntilNs = wanted && wantedUntilNs - (nowNs + forNs) > 0 ? wantedUntilNs : nowNs + forNs;
        wanted = true;
    }

    void ask(final Members members, final Events events, final long nowNs) {
        wanted = wanted && nowNs - wantedUntilNs < 0;
        if (wanted && nowNs - askNextNs >= 0) {
            askNextNs = nowNs + EVERY_NS;
            members.connectionsOfAssets().forEach(each -> events.send(each, new Event.Report()));
        }
    }

    /** Takes a report, or says in one line what is wrong with it. Assets that have left meanwhile are no error. */
    static String take(final Members members, final int connection, final Request.Report report) {
        final List<Request.StepReport> assets = report.assets() == null ? List.of() : report.assets();
        for (final Request.StepReport each : assets) {
            if (each == null || each.busyNs() < 0 || each.steps() == null
                || !each.steps().stream().allMatch(Reports::isBucket)) {
                return "a report has busyNs and steps, a list of pairs: a bucket from 0 to " + (BUCKETS - 1)
                    + " and a count";
            }
        }
        for (final Request.StepReport each : assets) {
            if (!each.sent().stream().allMatch(Reports::isCount)) {
                return "in a report, sent is a list of objects with channel, messages and bytes";
            }
        }
        for (final Request.StepReport each : assets) {
            final Member member = members.named(each.asset());
            if (member != null && member.connection() == connection) {
                member.report(each);
            }
        }
        return null;
    }

    private static boolean isCount(final Request.Sent sent) {
        return sent != null && sent.channel() != null && sent.messages() >= 0 && sent.bytes() >= 0
            && (sent.latestNs() == null || sent.latestNs() >= 0);
    }

    private static boolean isBucket(final List<Long> pair) {
        return pair != null && pair.size() == 2 && pair.get(0) != null && pair.get(1) != null
            && pair.get(0) >= 0 && pair.get(0) < BUCKETS && pair.get(1) >= 0;
    }
}
