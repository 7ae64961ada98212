package io.takt.hub.core;

import io.takt.asset.OnHubLost;
import io.takt.asset.RefusalCode;
import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.name.Names;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.JudgedChild;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.rule.Liveness;
import io.takt.rule.Report;
import io.takt.shm.control.Request;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/** The terms of a join, by the configuration and by the join itself; {@link ChannelTerms} judges channels. */
final class JoinTerms {
    private final HubPlan plan;
    private final Members members;
    private final Seed seed;

    JoinTerms(final HubPlan plan, final Members members, final Seed seed) {
        this.seed = seed;
        this.plan = plan;
        this.members = members;
    }

    /**
     * Whether a child hub that asks to go on has to begin anew, with the others: there was a reset without it, or this
     * hub has not begun. That it reports 0 does not say that it is at its start: the slowest below may be, and others
     * not.
     */
    boolean beginsAnew(final Request.Join join, final long coreTimeNs, final boolean hasBegun) {
        final Member away = members.named(join.asset());
        return join.federate() != null && join.timeNs() != null
            && (away == null ? coreTimeNs == 0 && !hasBegun : away.isAway() && away.hasMissedReset());
    }

    /** Why an asset cannot join; null when it can. */
    Refusal refusal(final Request.Join join, final long coreTimeNs) {
        if (!Names.isValid(join.asset())) {
            return new Refusal(RefusalCode.BAD_NAME, Names.complaint(join.asset()));
        }
        final Member away = members.named(join.asset());
        if (away != null && !away.isAway()) {
            return new Refusal(RefusalCode.NAME_TAKEN, "an asset named '" + join.asset() + "' has joined already");
        }
        if (join.stepNs() < 0 || join.granularityNs() < 0 || join.intervalNs() != null && join.intervalNs() < 0) {
            return new Refusal(RefusalCode.BAD_STEP, "step, granularity and interval cannot be negative");
        }
        if (join.granularityNs() > 0 && (join.stepNs() == 0 || join.stepNs() % join.granularityNs() != 0)) {
            return new Refusal(RefusalCode.BAD_STEP, "it declares a step of " + SimTime.format(join.stepNs())
                + " on a grid of " + SimTime.format(join.granularityNs())
                + "; a greatest step is a multiple of the granularity");
        }
        final PlannedAsset planned = members.planned(join.asset());
        if (join.seed() != null && join.seed() != seed.value()) {
            return new Refusal(RefusalCode.OTHER_SEED, "its scenario has seed " + join.seed() + ", and that of this"
                + " hub " + seed.value() + "; a tree is one scenario: leave out seed in the child's configuration");
        }
        if (planned == null && join.stepNs() == 0) {
            return new Refusal(RefusalCode.UNKNOWN_STEP,
                "the configuration does not name it, so it has to declare a step");
        }
        final String otherwise = otherThanJudged(join);
        if (otherwise != null) {
            return new Refusal(RefusalCode.OTHER,
                otherwise + ", by which the tree was judged; start it with that file");
        }
        final Steps steps = steps(join);
        if (planned != null && !steps.equals(planned.steps())) {
            return new Refusal(RefusalCode.OTHER_STEP,
                "it declares " + text(steps) + ", but the configuration says " + text(planned.steps()));
        }
        if (!steps.isFixed() && join.granularityNs() == 0 && !join.canVary()) {
            return new Refusal(RefusalCode.OTHER_STEP, "the configuration says " + text(steps)
                + ", and the join does not say that the program can do steps that vary (\"canVary\")");
        }
        final boolean hasAwaysSteps = away != null && steps.equals(away.steps());
        if (away != null && !hasAwaysSteps && (!join.atCoreTime() || join.timeNs() != null)) {
            return new Refusal(RefusalCode.OTHER_STEP,
                "it declares " + text(steps) + ", but its clock goes on in " + text(away.steps()));
        }
        if (join.timeNs() != null) {
            final String text = resumeRefusal(away, join, coreTimeNs);
            return text == null ? null : new Refusal(RefusalCode.CANNOT_GO_ON, text);
        }
        final String text = plan.force() || hasAwaysSteps ? null : livenessRefusal(join.asset(), steps);
        return text == null ? null : new Refusal(RefusalCode.NOT_LIVE, text);
    }

    /** A difference between a child hub and its file; null without one. */
    private String otherThanJudged(final Request.Join join) {
        final JudgedChild judged = join.federate() == null ? null : plan.judged().get(join.asset());
        final String file = ", but the file that the configuration names for it says ";
        return judged == null ? null : join.federate() != judged.report()
            ? "it reports its " + name(join.federate()) + file + name(judged.report())
            : join.maxDelayNs() != null && judged.maxDelayNs() != 0 && join.maxDelayNs() != judged.maxDelayNs()
            ? "its maxDelay is " + SimTime.format(join.maxDelayNs()) + file + SimTime.format(judged.maxDelayNs())
            : null;
    }

    private static String name(final Report report) {
        return report.name().toLowerCase(Locale.ROOT);
    }

    /** Its hub may have died while it was in a step, so it may be later than its clock was then; but never past T_c. */
    private String resumeRefusal(final Member away, final Request.Join join, final long coreTimeNs) {
        final long timeNs = join.timeNs();
        if (away == null) {
            return "this hub has given it up, or has begun anew: it cannot go on at " + SimTime.format(timeNs)
                + (join.federate() == null ? "; start it anew, too" : "; start it with --fresh");
        }
        if (timeNs == 0 && away.isLeftByKilledHub()) {
            // In a reset that its hub did not live to finish it was put back to its start.
            return null;
        }
        if (timeNs != 0 && away.hasMissedReset()) {
            return "it cannot go on at " + SimTime.format(timeNs) + ": there was a reset since; start it anew";
        }
        final long leftAtNs = members.timeNs(away.slot());
        if (timeNs < leftAtNs || timeNs > coreTimeNs) {
            return "it cannot go on at " + SimTime.format(timeNs) + ": its clock stands at "
                + SimTime.format(leftAtNs) + ", and the core's at " + SimTime.format(coreTimeNs) + "; start it anew";
        }
        // The slowest asset below a child hub may have other steps than its core.
        final boolean isWhole =
            join.federate() == Report.SLOWEST || (timeNs - leftAtNs) % away.steps().granularityNs() == 0;
        return isWhole ? null : "it cannot go on at " + SimTime.format(timeNs)
            + ", which is no whole number of its steps after " + SimTime.format(leftAtNs) + "; start it anew";
    }

    /** An asset that joins late starts at T_c, so its lag takes the same values as that of one from the start: L2. */
    private String livenessRefusal(final String name, final Steps steps) {
        final var verdict = Liveness.judge(
            plan.coreStepNs(), plan.maxDelayNs(), List.of(new Liveness.Member(name, steps)));
        return verdict.live() ? null : "with " + text(steps)
            + " the simulation " + (verdict.certain() ? "would" : "may") + " stop for good; coreStep "
            + SimTime.format(plan.coreStepNs()) + " and maxDelay "
            + SimTime.format(plan.maxDelayNs()) + " need a maxDelay of at least "
            + text(verdict.assets().get(0).requiredMaxDelayNs()) + " for it";
    }

    /** Its steps: as the join says, or else the configuration. */
    Steps steps(final Request.Join join) {
        if (join.stepNs() == 0) {
            return members.planned(join.asset()).steps();
        }
        return join.granularityNs() == 0 ? Steps.fixedNs(join.stepNs())
            : new Steps(join.stepNs(), join.granularityNs(), join.wholeSteps());
    }

    /** Exact, even beyond what a clock can show. */
    private static String text(final BigInteger ns) {
        return ns.bitLength() < Long.SIZE ? SimTime.format(ns.longValue()) : ns + "ns";
    }

    private static String text(final Steps steps) {
        final String greatest = SimTime.format(steps.greatestNs());
        return steps.isFixed() ? "a step of " + greatest
            : (steps.isWhole() ? "whole steps" : "steps") + " of up to " + greatest + " on a grid of "
                + SimTime.format(steps.granularityNs());
    }

    /** Wall time between its count-ups, likewise. */
    long intervalNs(final Request.Join join) {
        if (join.intervalNs() != null) {
            return join.intervalNs();
        }
        final PlannedAsset planned = members.planned(join.asset());
        return planned == null ? 0 : planned.intervalNs();
    }

    /** How it waits. */
    WaitStrategy waiting(final String name) {
        final PlannedAsset planned = members.planned(name);
        return planned == null ? plan.waiting() : planned.waiting();
    }

    /** How it reacts when the hub is gone. */
    OnHubLost onHubLost(final String name) {
        final PlannedAsset planned = members.planned(name);
        return planned == null ? OnHubLost.EXIT : planned.onHubLost();
    }
}
