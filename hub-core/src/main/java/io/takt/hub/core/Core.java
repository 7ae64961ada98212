package io.takt.hub.core;

import io.takt.asset.SimTime;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.status.End;
import io.takt.hub.core.world.ParentClock;
import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.rule.Report;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.LowestTimes;
import io.takt.shm.clock.ParentClocks;
import org.agrona.concurrent.NanoClock;

/**
 * The hub's hot path: counts T_c up by rule (b) at its pace, publishes it, and keeps account of who holds it back.
 *
 * <p>A run that is to end by itself first settles: the core stands, and every asset does the steps that rule (a) still
 * allows, so that the same scenario always ends with the same times.
 *
 * <p>The core of a child hub also keeps rule (a) towards its parent, and reports to it. It settles when the parent says
 * that its own time stands for good.
 *
 * <p>Owned by the hub's thread.
 */
final class Core implements CoreClock.Readings {
    /** Ringing costs a fence, so while count-ups follow each other assets are woken after so many of them. */
    private static final int MOST_SILENT_COUNT_UPS = 32;

    /** How often to look at an asset that does not ring doorbells. */
    private static final long LOOK_AFTER_NS = 1_000_000L;

    private static final long LONGEST_SLEEP_NS = 100_000_000L;

    /** While the core stands no asset's time is waited for; a command comes with a ring. */
    private static final long LONGEST_REST_NS = 1_000_000_000L;

    private static final int MOST_PAUSES = 16;

    private final HubPlan plan;
    private final Members members;
    private final Threads threads;
    private final NanoClock nanoClock;
    private final CoreClock clock;
    private final Pace pace;
    private final Blame blame = new Blame();
    private final RunAccount account = new RunAccount();
    private ParentClock parent = ParentClock.NONE;
    private ParentClocks parentClocks;
    private Report report;
    private long reportedNs;
    private boolean isHeard = true;
    /** The parent's time stands for good, and it waits for one answer: that no asset here can step any more. */
    private boolean parentAsks;

    private Clock published;
    private End ending;
    private int silentCountUps;

    /**
     * A core that stands where its counter does.
     *
     * @param published T_c's counter.
     */
    Core(final HubPlan plan, final Members members, final Threads threads, final NanoClock nanoClock,
        final Clock published) {
        this.plan = plan;
        this.members = members;
        this.threads = threads;
        this.nanoClock = nanoClock;
        this.clock = new CoreClock(plan.coreStepNs(), plan.maxDelayNs(), this);
        this.pace = new Pace(plan.speed(), plan.coreIntervalNs());
        this.published = published;
        startAt(published.read());
    }

    private void startAt(final long timeNs) {
        account.startAt(timeNs);
        clock.startAt(timeNs);
    }

    @Override
    public long assetTimeNs(final int slot) {
        return members.timeNs(slot);
    }

    @Override
    public long parentTimeNs() {
        final long parentNs = parent.timeNs();
        if (parentClocks != null) {
            parentClocks.time().publish(parentNs);
        }
        return parentNs;
    }

    /** From now on this is the core of a child hub, which reports in this way. */
    void under(final ParentClock newParent, final Report newReport) {
        parent = newParent;
        report = newReport;
    }

    private boolean hasParent() {
        return report != null;
    }

    /** A child's core begins, before there are assets, at or after the time that the parent has for it. */
    void startAt(final long timeNs, final long newReportedNs, final ParentClocks fresh) {
        goOnAt(newReportedNs, fresh);
        published.publish(timeNs);
        startAt(timeNs);
        report(reportNs());
    }

    /** A child's core goes on where it stands, which it has reported. */
    void goOnAt(final long newReportedNs, final ParentClocks fresh) {
        parentClocks = fresh;
        reportedNs = newReportedNs;
        isHeard = true;
    }

    long timeNs() {
        return clock.timeNs();
    }

    int counterId() {
        return published.counterId();
    }

    /** From now on an asset bounds the core; its clock is where rules (a) and (b) allow. */
    void add(final Member member) {
        members.add(member, clock.add(member.clocks().time().read()));
    }

    /** From now on the asset does not. */
    void remove(final Member member) {
        if (blame.by() == member) {
            blame.end(nanoClock.nanoTime());
        }
        clock.remove(member.slot());
        if (ending == End.STALLED) {
            ending = null;
        }
    }

    /** The core goes. */
    void start() {
        final long nowNs = nanoClock.nanoTime();
        account.start(nowNs);
        pace.start(clock.timeNs(), nowNs);
    }

    /** The core stands until it is started again. */
    void stand() {
        final long nowNs = nanoClock.nanoTime();
        account.stand(nowNs);
        blame.end(nowNs);
    }

    /** A new epoch from 0; the core stands. */
    void reset(final Clock fresh, final ParentClocks freshOfParent) {
        published = fresh;
        parentClocks = freshOfParent;
        clock.reset();
        account.reset(blame.retains());
        blame.reset(nanoClock.nanoTime());
        ending = null;
        reportedNs = 0;
        isHeard = true;
    }

    /** The parent's time stands for good, and it asks whether any asset can still step in it. */
    void settle() {
        parentAsks = true;
    }

    /**
     * It has its answer, or wants none: its epoch is about to be over, or the place there is another one, in which it
     * asks again. An answer to what it has asked before would be taken for one that knows what has come since.
     */
    void settleNoMore() {
        parentAsks = false;
    }

    /**
     * At most one count-up.
     *
     * @return more than 0 when something has changed.
     */
    int doWork() {
        final int work = tryCountUp();
        if (work == 0 && report == Report.SLOWEST) {
            report(reportNs());
        }
        if (work == 0 || silentCountUps >= MOST_SILENT_COUNT_UPS) {
            ring();
        }
        return work;
    }

    /** Wakes the assets that sleep for a time which the core has reached since the last ring. */
    void ring() {
        if (silentCountUps > 0) {
            silentCountUps = 0;
            threads.ring(clock.timeNs());
        }
    }

    private int tryCountUp() {
        if (!account.goes() || ending != null || members.isEmpty() && !hasParent()) {
            return 0;
        }
        if (clock.timeNs() >= plan.untilNs() || clock.isLast()) {
            ending = plan.hasUntil() && clock.timeNs() >= plan.untilNs() ? End.REACHED : End.END_OF_TIME;
            blame.end(nanoClock.nanoTime());
            return 1;
        }
        if (!pace.isFree()) {
            final long nowNs = nanoClock.nanoTime();
            if (!pace.isDue(clock.nextNs(), nowNs)) {
                return 0;
            }
            pace.tried(nowNs);
        }
        return countUp();
    }

    private int countUp() {
        if (clock.countUp()) {
            published.publish(clock.timeNs());
            account.progressed();
            silentCountUps++;
            if (report == Report.CORE) {
                report(clock.timeNs());
            }
            if (blame.by() != null || blame.isByParent()) {
                blame.end(nanoClock.nanoTime());
            }
            return 1;
        }
        if (clock.blocker() == CoreClock.PARENT) {
            // While the tree settles it is the assets that still step which are waited for.
            if (!parentAsks && (!blame.isByParent() || pace.hasInterval())) {
                blame.retainedByParent(pace.hasInterval(), nanoClock.nanoTime());
            }
            return 0;
        }
        final Member blocker = members.at(clock.blocker());
        if (!blame.isKnown(blocker) || pace.hasInterval()) {
            blame.retained(blocker, pace.hasInterval(), nanoClock.nanoTime());
        }
        final long seenNs = clock.seenNs(blocker.slot());
        if (!blocker.progresses(seenNs, clock.timeNs()) && members.timeNs(blocker.slot()) == seenNs) {
            // The blocker waits for the core as the core waits for it, so neither will ever move (L2).
            ending = End.STALLED;
        }
        return 0;
    }

    /** The time that a child would report now. */
    long reportNs() {
        return report.timeNs(clock.timeNs(), clock.slowestNs());
    }

    /**
     * The parent is away. The next parent may or may not read its memory as it is now, so nothing is written there.
     *
     * @return what was reported last.
     */
    long holdReports() {
        isHeard = false;
        return reportedNs;
    }

    /** The parent knows this time of ours; it may have missed what came after. */
    void reportAgain(final long knownNs) {
        isHeard = true;
        reportedNs = Math.min(reportedNs, knownNs);
        report(reportNs());
    }

    /** Until the next epoch begins, this hub's report belongs to none; the core stands. */
    void leaveParentsEpoch() {
        parentClocks = null;
    }

    private void report(final long timeNs) {
        if (timeNs > reportedNs && isHeard && parentClocks != null) {
            reportedNs = timeNs;
            parentClocks.report().publish(timeNs);
            parent.report(timeNs);
        }
    }

    /** Whether T_c will not move again in this epoch; of a child, as long as its parent asks for that. */
    boolean standsForGood() {
        return account.goes() && (ending != null || parentAsks && clock.isHeldByParent());
    }

    /**
     * Whether the run is to end and no asset can step any more. Asks first the one that could last time: that one holds
     * the end.
     */
    boolean hasSettled() {
        if (!standsForGood() || members.isEmpty() && !hasParent()) {
            return false;
        }
        if (blame.by() != null && members.canStep(blame.by(), clock.timeNs())) {
            return false;
        }
        final Member unsettled = members.firstThatCanStep(clock.timeNs());
        if (unsettled != null) {
            blame.begin(unsettled, nanoClock.nanoTime());
        }
        return unsettled == null;
    }

    End ending() {
        return ending;
    }

    /** Why the run ends, in words. */
    String endReason() {
        return switch (ending) {
            case REACHED -> "reached " + SimTime.format(plan.untilNs());
            case END_OF_TIME -> "the core's next step would pass the largest time, " + Long.MAX_VALUE + "ns";
            case STALLED -> stallReason(members.mostLagging());
            default -> throw new IllegalStateException("no end of a core: " + ending);
        };
    }

    private String stallReason(final Member by) {
        final long timeNs = members.timeNs(by.slot());
        return "stopped for good at " + SimTime.format(clock.timeNs()) + ": asset '" + by.name() + "' with step "
            + SimTime.format(by.leastStepNs(timeNs)) + " stands at " + SimTime.format(timeNs)
            + " and waits for the core, which waits for it (coreStep " + SimTime.format(plan.coreStepNs())
            + ", maxDelay " + SimTime.format(plan.maxDelayNs()) + ")";
    }

    /** The T_parent that the next count-up takes; {@link Long#MAX_VALUE} when the parent is not waited for. */
    long parentAwaitedNs() {
        return clock.blocker() == CoreClock.PARENT ? clock.nextNs() : Long.MAX_VALUE;
    }

    /** T_parent as it was seen last; 0 before there is a place in the parent. */
    long seenParentNs() {
        return parentClocks == null ? 0 : parentClocks.time().read();
    }

    void awaitParent(final long timeNs) {
        parent.await(timeNs);
    }

    /** The asset that is waited for now: the blocker, or in the end one that still can step; null when none is. */
    Member waitsFor() {
        return reportsWhatIsAwaited() ? members.at(clock.slowest()) : blame.by();
    }

    /** A parent that waits for the slowest asset here hears of each of its steps. */
    private boolean reportsWhatIsAwaited() {
        return report == Report.SLOWEST && account.goes() && blame.isByParent() && !members.isEmpty();
    }

    /** The asset whose time is the least; null without any. */
    Member slowest() {
        return clock.slowestNs() == LowestTimes.NONE ? null : members.at(clock.slowest());
    }

    /** Whether the asset is in the way of the next count-up, by rule (b). */
    boolean isHeldBy(final Member member) {
        return !CoreRule.allows(clock.nextNs(), members.timeNs(member.slot()), plan.maxDelayNs());
    }

    /** Whether the parent hears of the slowest asset's time, not of the core's. */
    boolean reportsSlowest() {
        return report == Report.SLOWEST;
    }

    /** The reason why {@link #waitsFor()} holds the core, and since when. */
    Hold hold() {
        return blame;
    }

    /**
     * The T_i that {@link #waitsFor()} has to reach before there is anything to do: the one that the next count-up
     * needs; or, if the asset cannot come so far while the core stands, its last step, after which all stops for good.
     * One that is ending a step rings when it has told its readers.
     */
    long waitsForNs() {
        if (ending != null || reportsWhatIsAwaited()) {
            final Member awaited = waitsFor();
            return members.timeNs(awaited.slot()) + (awaited.isEndingStep() ? 0 : awaited.steps().granularityNs());
        }
        final long seenNs = clock.seenNs(waitsFor().slot());
        final long lastNs = AssetRule.reachNs(seenNs, waitsFor().steps().granularityNs(), clock.timeNs());
        return Math.min(clock.nextNs() - plan.maxDelayNs(), lastNs);
    }

    /** Wall time until the next count-up is due; 0 when it is, or when wall time has no part in that. */
    long dueInNs() {
        return !account.goes() || ending != null || pace.isFree() || members.isEmpty() ? 0
            : pace.dueInNs(clock.nextNs(), nanoClock.nanoTime());
    }

    /** More than one while the asset that holds the core has many steps to do before it needs the core. */
    int pausesPerLook() {
        if (!account.goes() || clock.blocker() < 0) {
            return 1;
        }
        final Member blocker = members.at(clock.blocker());
        final long aSixteenthNs = (clock.timeNs() - clock.seenNs(blocker.slot())) / 16;
        final long stepNs = blocker.steps().greatestNs();
        return aSixteenthNs < stepNs ? 1 : (int) Math.min(MOST_PAUSES, aSixteenthNs / stepNs);
    }

    /** The hub's thread sleeps now; returns until when at most, for its parent. */
    long rest() {
        return parent.rest();
    }

    /** For how long the hub's thread may sleep at most, unless rung for; 0 when a count-up has come due meanwhile. */
    long longestSleepNs() {
        if (!account.goes()) {
            return LONGEST_REST_NS;
        }
        final Member awaited = waitsFor();
        final long mostNs = awaited == null || awaited.rings() ? LONGEST_SLEEP_NS : LOOK_AFTER_NS;
        return waitsForWallTime(awaited) ? Math.min(dueInNs(), mostNs) : mostNs;
    }

    /** Without an interval a count-up that was tried, and held back, is not due again. */
    private boolean waitsForWallTime(final Member awaited) {
        return ending == null && !pace.isFree() && !members.isEmpty() && (awaited == null || pace.hasInterval());
    }

    RunAccount account() {
        return account;
    }

    long retains() {
        return blame.retains();
    }
}
