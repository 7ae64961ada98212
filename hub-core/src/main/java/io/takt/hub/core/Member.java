package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.Steps;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.world.ProcessReading;
import io.takt.rule.AssetRule;
import io.takt.rule.Report;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.waiting.Doorbell;
import java.util.HexFormat;

/**
 * An asset that takes part. One that is away has no process behind its clock: that was lost, and the next process that
 * joins with its name takes its place. Until then its clock bounds the core from where it stands. Owned by the hub's
 * thread.
 */
final class Member {
    /** The connection of a member that is away. */
    static final int NO_CONNECTION = -1;

    /** The process behind the clock. */
    private enum Presence {
        /** It has joined. */
        HERE,
        /** It has joined, is refused after all, and is to leave. */
        REFUSED,
        /** It was lost, and another one is to take its place. */
        AWAY,
        /** A killed hub has left its clock; what that hub had ordered last is not known here. */
        LEFT,
        /** Likewise, and it lives: it is to attach again. */
        ATTACHING
    }

    /** The simulator beside its clock. */
    private enum Standing {
        /** It stands where its clock does. */
        WITH_CLOCK,
        /** It is back at its start, and its clock is not: a reset is to follow. */
        BACK_AT_START,
        /** It was away in a reset. A child hub that has come since puts its simulators back before it takes part. */
        MISSED_RESET,
        /** Likewise, and its mirrors here have had that reset: no other is to begin before it is back. */
        CATCHES_UP
    }

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
    private Presence presence = Presence.HERE;
    private Standing standing = Standing.WITH_CLOCK;
    private boolean resetting;
    private boolean sentDawn;
    /** Null for an asset. */
    private ChildHub child;
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

    /** Sets its outputs and inputs, before it has clocks. */
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
        return presence != Presence.HERE && presence != Presence.REFUSED;
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
        return presence == Presence.HERE && !hasMissedReset()
            && (state == AssetState.READY || state == AssetState.RUNNING);
    }

    /**
     * Whether a run waits for it before it begins. A child hub in a reset gets ready after that, when its own members
     * are, which may join only then.
     */
    boolean isWaitedFor() {
        return !isReady() && !isInReset();
    }

    /** Whether it is a child hub which has come in a reset that is to begin here, too. */
    boolean isInReset() {
        return isFederate() && isBackAtStart() && !isAway();
    }

    /** Its join is refused after all, and it is to leave: a run that requires it does not begin. */
    void refuse() {
        presence = Presence.REFUSED;
    }

    /** Its process is gone; its clock stays where it stands. */
    void leaveBehind() {
        connection = NO_CONNECTION;
        presence = Presence.AWAY;
        resetting = false;
        thread = null;
        if (child != null) {
            child.leaveBehind();
        }
    }

    /** A new process goes on from where the clock stands, and counts its retained count-ups from 0. */
    void takeOver(final int newConnection) {
        connection = newConnection;
        presence = Presence.HERE;
        if (hasMissedReset()) {
            standing = Standing.WITH_CLOCK;
        }
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
    void leftByKilledHub(final boolean hasMissedReset) {
        presence = Presence.LEFT;
        standing = hasMissedReset ? Standing.MISSED_RESET : Standing.WITH_CLOCK;
    }

    boolean isLeftByKilledHub() {
        return presence == Presence.LEFT || presence == Presence.ATTACHING;
    }

    /** Whether there was a reset while it was away: the time that a process says it stands at is of before then. */
    boolean hasMissedReset() {
        return standing == Standing.MISSED_RESET || standing == Standing.CATCHES_UP;
    }

    /** It is a child hub that is there, and that has to put its simulators back before it takes part in this epoch. */
    boolean beginsAnew() {
        return hasMissedReset() && !isAway();
    }

    void setBeginsAnew(final boolean now) {
        standing = now ? Standing.MISSED_RESET : Standing.WITH_CLOCK;
    }

    /** Whether no reset is to begin before it is back at its start. */
    boolean catchesUp() {
        return standing == Standing.CATCHES_UP && !isAway();
    }

    /** It {@link #beginsAnew}, and its mirrors here have had the reset that it has missed. */
    void catchUp() {
        standing = Standing.CATCHES_UP;
    }

    /** Receivers here may have been handed what it has sent at the dawn of time in this epoch. */
    void setSentDawn(final boolean so) {
        sentDawn = so;
    }

    /** Whether it would say a second time what receivers here have heard already, so that all have to begin anew. */
    boolean wouldRepeatItself() {
        return beginsAnew() && sentDawn && !channels.border().mirrors().isEmpty();
    }

    /** Its process lives, and is to attach again. */
    void awaitProcess() {
        presence = Presence.ATTACHING;
    }

    boolean isAttaching() {
        return presence == Presence.ATTACHING;
    }

    Steps steps() {
        return steps;
    }

    /** A process has joined: a child hub that reports in this way; null for an asset. */
    void federate(final Report report) {
        child = report == null ? null : new ChildHub(report);
    }

    boolean isFederate() {
        return child != null;
    }

    /** Null for an asset. */
    ChildHub child() {
        return child;
    }

    /** How it is connected; null on the same host, and of an asset. */
    HubNode.Link link() {
        return child == null ? null : child.link();
    }

    /** As it is shown in the tree, if it is a child hub. */
    HubNode.Child asChild() {
        return new HubNode.Child(name, link(), child == null ? null : child.below(clocks.time().read()));
    }

    /** Why a child hub holds the core, apart from what its process does; null when that is the reason. */
    HoldReason reasonOfFederate(final ProcessReading sight, final long nowNs) {
        return child == null || isAway() ? null
            : child.reason(resetting ? HubState.RESETTING : HubState.RUNNING, sight, nowNs);
    }

    /**
     * The least length of the next step, for an asset that stands at a time. The length of a whole step is known to the
     * asset alone: until it has told it, any length may be right. The end that it tells wraps around where the step
     * would pass the largest time, and the difference is right all the same.
     */
    long leastStepNs(final long timeNs) {
        return clocks.next() == null ? steps.granularityNs()
            : Math.max(steps.granularityNs(), clocks.next().read() - timeNs);
    }

    /**
     * Rule (a) for an asset that stands at a time. A child hub that reports its slowest asset may itself be later than
     * its report by any time. If the told end of a whole step is later than T_c, the asset told it where it stands now:
     * it could not have gone on.
     */
    boolean progresses(final long timeNs, final long coreTimeNs) {
        return child != null && child.report() == Report.SLOWEST
            || AssetRule.progresses(timeNs, leastStepNs(timeNs), coreTimeNs);
    }

    /**
     * Whether it has counted up, and has not yet told its readers: by what it tells them, some may step that cannot
     * now. Its frontier is what it tells last.
     */
    boolean isEndingStep() {
        return !channels.outputs().isEmpty() && toldNs() < clocks.time().read();
    }

    /** Up to when it has told its readers all; 0 for one that has none. */
    long toldNs() {
        return channels.outputs().isEmpty() ? 0 : channels.log().frontierNs();
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
    }

    /** All simulators that are there are back at their starts. */
    void onReset() {
        standing = isAway() ? Standing.MISSED_RESET : Standing.WITH_CLOCK;
    }

    /** A reset gives it clocks of a new epoch, from 0. */
    void startAnew(final AssetClocks fresh) {
        start(fresh, 0);
        sentDawn = false;
        if (child != null) {
            child.onReset();
        }
    }

    /** Goes on with other clocks where it stands; the account of those before is closed. */
    void move(final AssetClocks fresh) {
        start(fresh, fresh.time().read());
    }

    /** Its simulator is at its start, though its clock is not: a reset is to follow. */
    void backAtStart() {
        standing = Standing.BACK_AT_START;
    }

    boolean isBackAtStart() {
        return standing == Standing.BACK_AT_START;
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
    void report(final Request.StepReport report) {
        account.report(report);
    }

    Reply.AssetCounters counters() {
        return new Reply.AssetCounters(name, number, clocks.time().read(), clocks.time().counterId(),
            clocks.state().counterId(), clocks.retain().counterId(),
            clocks.next() == null ? null : clocks.next().counterId(),
            channels.told(clocks));
    }

    /** The digest of all that was delivered to it in this epoch; null when it receives nothing. */
    private String digest() {
        return clocks.digest() == null ? null : HexFormat.of().toHexDigits(clocks.digest().read());
    }

    HubStatus.AssetStatus status(final long coreTimeNs, final ProcessReading sight, final long silentNs,
        final HubStatus.Awaited awaited, final boolean isMember) {
        final long timeNs = clocks.time().read();
        final long[] heldNs = account.heldNs();
        return new HubStatus.AssetStatus(name, state, timeNs, steps.greatestNs(), coreTimeNs - timeNs,
            account.progress() + (timeNs - startNs) / steps.granularityNs(),
            account.retains() + clocks.retain().read() - countedRetains, Account.sum(heldNs),
            Account.byReason(heldNs), silentNs, intervalNs, pid, sight.state().word(), account.busyNs(),
            account.steps(), isMember && isAway(), isMember && isAttaching(), digest(), awaited, account.earlier(),
            account.missedMessages(), account.restarts(),
            isMember && channels.log() != null ? channels.log().fill() : 0, account.sent());
    }
}
