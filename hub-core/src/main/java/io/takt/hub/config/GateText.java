package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.hub.core.status.ShortList;
import io.takt.rule.GateLiveness.Link;
import io.takt.rule.GateVerdict;
import io.takt.rule.GateVerdict.Fix;
import io.takt.rule.GateVerdict.Wait;
import io.takt.rule.TreeGateVerdict;
import io.takt.rule.TreeGateVerdict.Place;
import java.util.stream.Collectors;

/** The objections of G3 to a configuration, in words. */
public final class GateText {
    private GateText() {
    }

    /**
     * Why a system stops, in one line.
     *
     * @param verdict of a system that does.
     * @return which asset waits for which, from the core on.
     */
    public static String waits(final GateVerdict verdict) {
        final int more = verdict.waits().size() - ShortList.MOST;
        return verdict.waits().stream().limit(ShortList.MOST).map(GateText::wait).collect(Collectors.joining("; "))
            + (more <= 0 ? "" : "; and " + more + " more, in a circle");
    }

    /**
     * Whether and where it stops, and why, in one line.
     *
     * @param verdict of a system that is not live.
     * @return such as {@code every run stops for good at 40ms: ...}.
     */
    public static String stop(final GateVerdict verdict) {
        final boolean isTold = verdict.stopsAtNs() != null;
        final String where = isTold ? " at " + VerdictText.time(verdict.stopsAtNs()) : "";
        return (verdict.certain() ? "every run stops for good" + where
            : "by the steps that assets choose it may stop for good" + (isTold ? "," + where + " at the earliest" : ""))
            + (isTold ? ": " + waits(verdict) : "");
    }

    private static String wait(final Wait wait) {
        final String waiter = wait.waiter() == null ? "the core" : "'" + wait.waiter() + "'";
        final String at = " at " + VerdictText.time(wait.waiterNs());
        if (wait.link() != null) {
            return waiter + at + " waits for channel '" + wait.link().channel() + "' of '" + wait.awaited()
                + "', which stands at " + VerdictText.time(wait.awaitedNs()) + " and would have to be at "
                + VerdictText.time(wait.neededNs());
        }
        return waiter + at + " waits for " + (wait.awaited() == null ? "the core" : "'" + wait.awaited() + "'");
    }

    /**
     * Where a tree stops and why, in one line.
     *
     * @param verdict of a tree that does.
     * @param root    name of its root.
     * @return such as {@code the tree stops for good at 40ms: the core of root at 40ms waits for ...}.
     */
    static String stop(final TreeGateVerdict verdict, final String root) {
        final String where = " at " + VerdictText.time(verdict.stopsAtNs());
        return (verdict.certain() ? "the tree stops for good" + where
            : "by the steps that assets choose the tree may stop for good," + where + " at the earliest") + ": "
            + verdict.waits().stream().map(wait -> wait(wait, root)).collect(Collectors.joining("; "));
    }

    private static String wait(final TreeGateVerdict.Wait wait, final String root) {
        return place(wait.waiter(), root) + " at " + VerdictText.time(wait.waiterNs()) + " waits for "
            + (wait.link() == null ? place(wait.awaited(), root) : "channel '" + wait.link().channel() + "' of "
                + place(wait.awaited(), root) + ", which stands at " + VerdictText.time(wait.awaitedNs()));
    }

    private static String place(final Place place, final String root) {
        return !place.isCore() ? "'" + place.path() + "'"
            : "the core of " + (place.path().isEmpty() ? root : place.path());
    }

    /**
     * A fix in one line.
     *
     * @param fix of a verdict.
     * @return such as {@code set maxDelay to 160ns (it is 150ns)}.
     */
    public static String fix(final Fix fix) {
        return "set " + field(fix) + " to " + SimTime.format(fix.toNs()) + " (it is " + SimTime.format(fix.fromNs())
            + ")";
    }

    /**
     * The setting that a fix changes.
     *
     * @param fix of a verdict.
     * @return such as {@code maxDelay}.
     */
    public static String field(final Fix fix) {
        return fix.link() == null ? "maxDelay" : delay(fix.link());
    }

    static String delay(final Link link) {
        return "the delay of channel '" + link.channel() + "' from '" + link.from() + "' to '" + link.to() + "'";
    }
}
