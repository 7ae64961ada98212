package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.world.ProcessReading;
import io.takt.rule.AssetRule;
import io.takt.rule.Report;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Doorbell;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An asset that takes part. One that is away has no process behind its clock: that was lost, and the next process that
 * joins with its name takes its place. Until then its clock bounds the core from where it stands. Owned by the hub's
 * thread.
 */
final class Member {
    /** The connection of a member that is away. */
    static final int NO_CONNECTION = -1;

    private final String name;
    private final int number;
    private final Steps steps;
    private long intervalNs;
    private final OnLost onLost;
    private final Account account;
    private int connection;
    private AssetState state = AssetState.JOINED;
    private AssetClocks clocks;
    private int slot;
    private long startNs;
    private long pid;
    private long startTime;
    private long countedRetains;
    private boolean resetting;
    private boolean backAtStart;
    private boolean attaching;
    private boolean leftByKilledHub;
    private boolean missedReset;
    private boolean refused;
    private Report federate;
    private boolean settled;
    private ThreadClocks thread;
    private MemberChannels channels = MemberChannels.NONE;

    Member(final String name, final int number, final int connection, final Steps steps, final long intervalNs,
        final OnLost onLost, final Account account) {
        this.name = name;
        this.number = number;
        this.connection = connection;
        this.steps = steps;
        this.intervalNs = intervalNs;
        this.onLost = onLost;
        this.account = account;
    }

    String name() {
        return name;
    }

    /** Its channels, sent and received. */
    MemberChannels channels() {
        return channels;
    }

    /** It sends and receives something; told before it has clocks. */
    void channels(final MemberChannels what) {
        channels = what;
    }

    int number() {
        return number;
    }

    int connection() {
        return connection;
    }

    boolean isAway() {
        return connection == NO_CONNECTION;
    }

    /** Its process; 0 when that did not say. */
    long pid() {
        return pid;
    }

    /** When its process started; 0 when that is not known. */
    long startTime() {
        return startTime;
    }

    void interval(final long newIntervalNs) {
        intervalNs = newIntervalNs;
    }

    void process(final long newPid, final long newStartTime) {
        pid = newPid;
        startTime = newStartTime;
    }

    /** Whether its process can step. */
    boolean isReady() {
        return !refused && (state == AssetState.READY || state == AssetState.RUNNING);
    }

    /** It should not have been let in, and is to leave: a run that requires it does not begin. */
    void refuse() {
        refused = true;
    }

    /** Its process is gone; its clock stays where it stands. */
    void leaveBehind() {
        connection = NO_CONNECTION;
        resetting = false;
        attaching = false;
        leftByKilledHub = false;
        thread = null;
    }

    /** A new process goes on from where the clock stands, and counts its retained count-ups from 0. */
    void takeOver(final int newConnection) {
        connection = newConnection;
        attaching = false;
        leftByKilledHub = false;
        missedReset = false;
        refused = false;
        settled = false;
        closeAccount();
        beginProcess();
        clocks.retain().publish(0);
        countedRetains = 0;
    }

    /** A process has come that counts its steps from 0. */
    void beginProcess() {
        account.beginProcess();
    }

    /** A killed hub has left its clock; until a process takes its place, it is not known what that hub had ordered. */
    void leftByKilledHub() {
        leftByKilledHub = true;
    }

    boolean isLeftByKilledHub() {
        return leftByKilledHub;
    }

    /** Whether there was a reset while it was away: a process that says where it stands means a time before that. */
    boolean hasMissedReset() {
        return missedReset;
    }

    /** Its process lives, and is to attach again. */
    void awaitProcess() {
        attaching = true;
    }

    boolean isAttaching() {
        return attaching;
    }

    Steps steps() {
        return steps;
    }

    /** It is a child hub, which reports in this way; null for an asset. */
    void federate(final Report report) {
        federate = report;
    }

    boolean isFederate() {
        return federate != null;
    }

    /** Nothing below it can step any more. */
    void settled() {
        settled = true;
    }

    boolean hasSettled() {
        return settled;
    }

    /**
     * By how much the next step counts up at least, for an asset that stands at a time. How long a whole step is to be
     * only the asset knows: before it has said so any length may be right. What it says wraps around where the step
     * would pass the largest time, and the difference is right all the same.
     */
    long leastStepNs(final long timeNs) {
        return clocks.next() == null ? steps.granularityNs()
            : Math.max(steps.granularityNs(), clocks.next().read() - timeNs);
    }

    /**
     * Rule (a) for an asset that stands at a time. A child hub that reports its slowest asset may be later by any time
     * than what it has reported. What it has said of a whole step that is later than T_c was said
     * where it stands now: it would not have gone on otherwise.
     */
    boolean progresses(final long timeNs, final long coreTimeNs) {
        return federate == Report.SLOWEST || AssetRule.progresses(timeNs, leastStepNs(timeNs), coreTimeNs);
    }

    /** Δt_i in wall time; 0 for none. */
    long intervalNs() {
        return intervalNs;
    }

    OnLost onLost() {
        return onLost;
    }

    AssetState state() {
        return state;
    }

    AssetClocks clocks() {
        return clocks;
    }

    int slot() {
        return slot;
    }

    /** Takes its clocks of an epoch, which stand at {@code fromNs}. */
    void start(final AssetClocks fresh, final long fromNs) {
        clocks = fresh;
        startNs = fromNs;
        countedRetains = 0;
        backAtStart = false;
    }

    /** A reset gives it clocks of a new epoch, from 0. */
    void startAnew(final AssetClocks fresh) {
        start(fresh, 0);
        settled = false;
        missedReset = isAway();
    }

    /** Goes on with other clocks where it stands; the account of those before is closed. */
    void move(final AssetClocks fresh) {
        clocks = fresh;
        startNs = fresh.time().read();
        countedRetains = 0;
    }

    /** Its simulator is at its start, though its clock is not: a reset is to follow. */
    void backAtStart() {
        backAtStart = true;
    }

    boolean isBackAtStart() {
        return backAtStart;
    }

    /** The counts of its clocks are kept, and they may go. */
    void closeAccount() {
        final long timeNs = clocks.time().read();
        final long retains = clocks.retain().read();
        account.closed((timeNs - startNs) / steps.granularityNs(), retains - countedRetains);
        startNs = timeNs;
        countedRetains = retains;
    }

    void session(final int newSlot) {
        slot = newSlot;
    }

    void state(final AssetState newState) {
        state = newState;
        clocks.state().publish(newState.ordinal());
    }

    /** The thread that drives it; null when it has not named one. */
    ThreadClocks thread() {
        return thread;
    }

    void drivenBy(final ThreadClocks newThread) {
        thread = newThread;
    }

    /** Whether it wakes a hub that sleeps for it. One that is away does not step, and a join wakes the hub anyway. */
    boolean rings() {
        return isAway() || thread != null && Doorbell.canWake();
    }

    boolean isResetting() {
        return resetting;
    }

    void resetting(final boolean now) {
        resetting = now;
    }

    Account account() {
        return account;
    }

    /** It held the core for so long. */
    void held(final HoldReason reason, final long forNs) {
        account.held(reason, forNs);
    }

    /** Why it holds the hub up as long as it shows signs of life. */
    HoldReason reasonWhenAlive() {
        final boolean knownToStep = restNs() > 0 && thread != null && thread.activity().read() == number;
        return restNs() == 0 || knownToStep ? HoldReason.COMPUTING : HoldReason.INTERVAL;
    }

    /** Wall time for which it may do nothing at all; no interval counts in a reset. */
    long restNs() {
        return resetting ? 0 : intervalNs;
    }

    /** Takes what it says of its steps since it was first asked. */
    void report(final long newBusyNs, final List<List<Long>> newSteps) {
        account.report(newBusyNs, newSteps);
    }

    Reply.AssetCounters counters() {
        return new Reply.AssetCounters(name, number, clocks.time().read(), clocks.time().counterId(),
            clocks.state().counterId(), clocks.retain().counterId(),
            clocks.next() == null ? null : clocks.next().counterId(),
            channels.told(clocks));
    }

    /** Of what was delivered to it in this epoch; null when it receives nothing. */
    private String digest() {
        return clocks.digest() == null ? null : String.format(Locale.ROOT, "%016x", clocks.digest().read());
    }

    HubStatus.AssetStatus status(final long coreTimeNs, final ProcessReading sight, final long silentNs,
        final HubStatus.Awaited awaited, final boolean isMember) {
        final long timeNs = clocks.time().read();
        final long[] heldNs = account.heldNs();
        return new HubStatus.AssetStatus(name, state, timeNs, steps.greatestNs(), coreTimeNs - timeNs,
            account.progress() + (timeNs - startNs) / steps.granularityNs(),
            account.retains() + clocks.retain().read() - countedRetains, Arrays.stream(heldNs).sum(),
            Account.byReason(heldNs), silentNs, intervalNs, pid, sight.state().word(), account.busyNs(),
            account.steps(), isMember && isAway(), isMember && attaching, digest(), awaited, account.earlier(),
            account.missedMessages());
    }
}
