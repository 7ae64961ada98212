package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.hub.core.status.ShortList;
import io.takt.rule.GateLiveness.Link;
import io.takt.rule.GateVerdict;
import io.takt.rule.GateVerdict.Fix;
import io.takt.rule.GateVerdict.Wait;
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
        final Link link = fix.link();
        return link == null ? "maxDelay"
            : "the delay of channel '" + link.channel() + "' from '" + link.from() + "' to '" + link.to() + "'";
    }
}
