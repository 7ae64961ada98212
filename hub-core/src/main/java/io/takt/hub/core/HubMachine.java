package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.hub.core.HubPlan.OnLost;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * A hub's life: who takes part, and whether its core goes or stands.
 *
 * <pre>
 *  WAITING ──► READY ──► RUNNING ◄──► PAUSED          RUNNING, PAUSED, WAITING ──► RESETTING ──► WAITING or PAUSED
 *                           │
 *                           └──► STOPPED, FAILED      from every state
 * </pre>
 *
 * <p>Requests, the loss of connections and {@link #doWork} come from one thread, the hub's. Everything of the world is
 * given: the counters, the wall clock, the epochs, the outbox.
 */
public final class HubMachine {
    /** Of a reason that somebody else gives. */
    private static final int LONGEST_REASON = 1000;

    private final HubPlan plan;
    private final HubClocks clocks;
    private final LongSupplier epochs;
    private final Outbox outbox;
    private final Members members;
    private final Core core;
    private final Threads threads;
    private final CoreDoorbell doorbell;
    private final Watching watching;
    private final Map<String, String> endedPrograms = new HashMap<>();

    private HubState state = HubState.WAITING;
    private long epoch;
    private Clock coreClock;
    private boolean begun;
    private boolean pauseAfterReset;
    private Reset resetAsked;
    private End end;
    private String reason;
    private HubStatus lastStatus;

    private record Reset(int connection, long id) {
    }

    /**
     * A hub that waits for its assets; T_c's counter is there from now on.
     *
     * @param plan      what it is to do.
     * @param clocks    allocates counters.
     * @param nanoClock the wall clock.
     * @param epochs    gives a number that was never given before, for every epoch.
     * @param outbox    takes what the hub has to say.
     * @param processes what is known of the assets' processes.
     */
    public HubMachine(final HubPlan plan, final HubClocks clocks, final NanoClock nanoClock, final LongSupplier epochs,
        final Outbox outbox, final Processes processes) {
        this.plan = plan;
        this.clocks = clocks;
        this.epochs = epochs;
        this.outbox = outbox;
        this.members = new Members(plan);
        this.epoch = epochs.getAsLong();
        this.coreClock = clocks.allocateCore(epoch);
        this.doorbell = clocks.allocateCoreDoorbell(epoch);
        this.threads = new Threads(clocks);
        this.core = new Core(plan, members, threads, nanoClock, coreClock);
        this.watching = new Watching(plan, members, core, nanoClock, outbox, processes);
    }

    /**
     * Where the hub is in its life.
     *
     * @return the state.
     */
    public HubState state() {
        return state;
    }

    /**
     * Why the run has ended.
     *
     * @return null while it has not.
     */
    public End end() {
        return end;
    }

    /**
     * One duty cycle: at most one count-up of the core.
     *
     * @return more than 0 when something was done, so that another cycle is worth while at once.
     */
    public int doWork() {
        final int work = core.doWork();
        if (work == 0 && core.hasSettled()) {
            end(core.ending(), core.endReason());
            return 1;
        }
        return work;
    }

    /**
     * What is for those who look at the hub.
     *
     * @return the same object always.
     */
    public Watching watching() {
        return watching;
    }

    /**
     * Where the hub's thread sleeps when it has nothing to do.
     *
     * @return a doorbell, which others may ring.
     */
    public CoreDoorbell doorbell() {
        return doorbell;
    }

    /**
     * Whom the hub waits for.
     *
     * @return number of the asset, or {@link CoreDoorbell#NOBODY}.
     */
    public int awaitedAsset() {
        final Member awaited = core.waitsFor();
        return awaited == null ? CoreDoorbell.NOBODY : awaited.number();
    }

    /**
     * Which time of {@link #awaitedAsset()} the hub waits for.
     *
     * @return T_i in nanoseconds; any when it waits for nobody.
     */
    public long awaitedNs() {
        return core.waitsFor() == null ? 0 : core.waitsForNs();
    }

    /**
     * Wall time until there is something to do, whatever the assets do.
     *
     * @return nanoseconds; 0 when that does not depend on wall time.
     */
    public long dueInNs() {
        return core.dueInNs();
    }

    /**
     * For how long the hub's thread may sleep without a look at the world.
     *
     * @return nanoseconds of wall time.
     */
    public long longestSleepNs() {
        return core.longestSleepNs();
    }

    /**
     * Handles what a connection asks; the answer goes to the outbox.
     *
     * @param connection who asks.
     * @param request    what.
     */
    public void onRequest(final int connection, final Request request) {
        if (request instanceof Request.Join join) {
            onJoin(connection, join);
        } else if (request instanceof Request.Ready ready) {
            withMember(connection, ready.id(), ready.asset(), this::onReady);
        } else if (request instanceof Request.ResetDone done) {
            withMember(connection, done.id(), done.asset(), this::onResetDone);
        } else if (request instanceof Request.Leave leave) {
            withMember(connection, leave.id(), leave.asset(), member -> onGone(member, AssetState.LEFT, null));
        } else if (request instanceof Request.Fail fail) {
            withMember(connection, fail.id(), fail.asset(),
                member -> onLost(member, "its simulator failed: " + oneLine(fail.reason())));
        } else if (request instanceof Request.Report report) {
            final String error = watching.take(connection, report);
            outbox.send(connection, error == null ? Reply.done(report.id()) : Reply.refused(report.id(), error));
        } else if (request instanceof Request.Doorbell ask) {
            onDoorbell(connection, ask.id());
        } else if (request instanceof Request.Status ask) {
            watching.wantReports(Reports.AFTER_A_STATUS_NS);
            outbox.send(connection, new Reply(ask.id(), true, null, null, null, StatusJson.of(status())));
        } else {
            onLifecycle(connection, request);
        }
    }

    private void onLifecycle(final int connection, final Request request) {
        if (request instanceof Request.Stop) {
            outbox.send(connection, Reply.done(request.id()));
            stop("asked to stop");
        } else if (state.isEnd() || state == HubState.RESETTING) {
            outbox.send(connection, Reply.refused(request.id(), "the hub is " + state));
        } else if (request instanceof Request.Reset) {
            onReset(connection, request.id());
        } else if (request instanceof Request.Pause) {
            if (state == HubState.WAITING) {
                outbox.send(connection, Reply.refused(request.id(), "the hub is WAITING: there is nothing to pause"));
                return;
            }
            pause();
            outbox.send(connection, Reply.done(request.id()));
        } else if (request instanceof Request.Resume) {
            if (state == HubState.PAUSED && begun) {
                run();
            } else if (state == HubState.PAUSED) {
                changeState(HubState.WAITING, null);
                startIfReady();
            }
            outbox.send(connection, Reply.done(request.id()));
        }
    }

    /**
     * Ends the run.
     *
     * @param why one line; nothing happens when the run has ended already.
     */
    public void stop(final String why) {
        end(End.ASKED, why);
    }

    /**
     * Ends the run because an asset cannot be launched.
     *
     * @param why one line; nothing happens when the run has ended already.
     */
    public void fail(final String why) {
        end(End.ASSET_LOST, oneLine(why));
    }

    /**
     * The program that was launched as an asset has ended. If the run has not begun, and the asset is one that it waits
     * for, it will never begin.
     *
     * @param asset its name.
     * @param how   such as {@code ended with exit status 1}, in one line.
     */
    public void onProgramEnded(final String asset, final String how) {
        endedPrograms.put(asset, how);
        failIfNeverComplete();
    }

    /** Its connection may be seen to close before or after its process is seen to end. */
    private void failIfNeverComplete() {
        if (state != HubState.WAITING || begun) {
            return;
        }
        for (final String missing : members.missing()) {
            if (members.named(missing) == null && endedPrograms.containsKey(missing)) {
                fail("asset '" + missing + "': its program " + endedPrograms.get(missing) + " before the run started");
                return;
            }
        }
    }

    /**
     * Ends the run because the hub itself cannot go on.
     *
     * @param why one line.
     */
    public void breakDown(final String why) {
        end(End.BROKEN, oneLine(why));
    }

    /**
     * A connection has ended; its assets that have not left are lost.
     *
     * @param connection its number.
     * @param how        one line.
     */
    public void onClosed(final int connection, final String how) {
        for (final Member member : members.of(connection)) {
            onLost(member, how);
        }
        threads.removeAllOf(connection);
    }

    private void onDoorbell(final int connection, final long id) {
        try {
            final ThreadClocks thread = threads.add(connection, epoch);
            final int[] core = doorbell.counterIds();
            outbox.send(connection, new Reply(id, true, null, null, new Reply.Doorbell(thread.sleep().counterId(),
                thread.activity().counterId(), core[0], core[1]), null));
        } catch (final IllegalStateException e) {
            outbox.send(connection, Reply.refused(id, e.getMessage()));
        }
    }

    private void onJoin(final int connection, final Request.Join join) {
        final String refusal = state.isEnd() || state == HubState.RESETTING
            ? "the hub is " + state + (state.isEnd() ? "" : "; join again when it is done")
            : members.refusal(join);
        if (refusal != null) {
            outbox.send(connection, Reply.refused(join.id(), refusal));
            return;
        }
        final Member member = members.create(connection, join);
        try {
            member.start(clocks.allocateAsset(epoch, member.number(), member.name(), core.timeNs(), AssetState.JOINED),
                core.timeNs());
        } catch (final IllegalStateException e) {
            outbox.send(connection, Reply.refused(join.id(), e.getMessage()));
            return;
        }
        member.drivenBy(threads.sleepingOn(join.doorbell(), connection));
        core.add(member);
        watching.joined(member);
        outbox.onAsset(member.name(), AssetState.JOINED, core.timeNs(), member.pid(), "at "
            + SimTime.format(core.timeNs()));
        outbox.send(connection, new Reply(join.id(), true, null,
            new Reply.Joined(plan.hub(), plan.cncFile(), epoch, core.counterId(), plan.coreStepNs(),
                plan.maxDelayNs(), member.stepNs(), members.intervalNs(join), members.waiting(member.name()),
                members.onHubLost(member.name()), member.counters()), null, null));
    }

    private void onReady(final Member member) {
        if (member.state() == AssetState.JOINED) {
            changeState(member, state == HubState.RUNNING ? AssetState.RUNNING : AssetState.READY);
            startIfReady();
        }
    }

    private void startIfReady() {
        if (state == HubState.WAITING && members.areReady()) {
            changeState(HubState.READY, null);
            run();
        }
    }

    private void run() {
        begun = true;
        core.start();
        members.forEach(member -> {
            if (member.state() == AssetState.READY) {
                changeState(member, AssetState.RUNNING);
            }
        });
        changeState(HubState.RUNNING, null);
    }

    private void pause() {
        if (state == HubState.RUNNING) {
            core.stand();
            changeState(HubState.PAUSED, null);
        }
    }

    private void onReset(final int connection, final long id) {
        pauseAfterReset = state == HubState.PAUSED;
        core.stand();
        resetAsked = new Reset(connection, id);
        changeState(HubState.RESETTING, null);
        members.forEach(member -> member.resetting(true));
        members.connections().forEach(each -> outbox.send(each, new Event.Reset()));
        resetIfAllDone();
    }

    private void onResetDone(final Member member) {
        member.resetting(false);
        resetIfAllDone();
    }

    /** Old counters are freed before there are new ones: an observer never finds clocks of two epochs. */
    private void resetIfAllDone() {
        if (state != HubState.RESETTING || members.isAnyResetting()) {
            return;
        }
        try {
            allocateNewEpoch();
        } catch (final IllegalStateException e) {
            // Freed counters cannot be used again for a second, so a reset needs room for all of them twice.
            end(End.NO_ROOM, "no room for the clocks of a new epoch: " + e.getMessage());
            return;
        }
        begun = false;
        core.reset(coreClock);
        members.connections().forEach(each ->
            outbox.send(each, new Event.Clocks(epoch, core.counterId(), members.countersOf(each))));
        outbox.send(resetAsked.connection(), Reply.done(resetAsked.id()));
        changeState(pauseAfterReset ? HubState.PAUSED : HubState.WAITING, null);
        startIfReady();
    }

    private void allocateNewEpoch() {
        clocks.free(coreClock);
        members.forEach(member -> clocks.free(member.clocks()));
        epoch = epochs.getAsLong();
        coreClock = clocks.allocateCore(epoch);
        members.forEach(member -> {
            member.start(clocks.allocateAsset(epoch, member.number(), member.name(), 0, member.state()), 0);
            if (member.state() == AssetState.RUNNING) {
                changeState(member, AssetState.READY);
            }
        });
    }

    private static String oneLine(final String text) {
        final String line = text == null ? "no reason given" : text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "...";
    }

    private void onLost(final Member member, final String how) {
        if (state.isEnd()) {
            return;
        }
        final String detail = "at " + SimTime.format(member.clocks().time().read()) + ": " + how;
        if (member.onLost() == OnLost.HALT && begun) {
            changeState(member, AssetState.LOST, detail);
            end(End.ASSET_LOST, "asset '" + member.name() + "' was lost " + detail);
        } else {
            onGone(member, AssetState.LOST, detail);
        }
    }

    /** The record is freed before T_c may move on without the asset: see the observer. */
    private void onGone(final Member member, final AssetState how, final String detail) {
        changeState(member, how, detail);
        if (state.isEnd()) {
            return;
        }
        clocks.free(member.clocks());
        core.remove(member);
        watching.gone(member);
        members.remove(member, core.timeNs(), begun);
        if (members.isEmpty() && plan.endsWhenAllLeft() && begun) {
            end(End.ALL_LEFT, "all assets have left");
        } else if (member.isResetting()) {
            resetIfAllDone();
        } else {
            failIfNeverComplete();
        }
    }

    private void end(final End how, final String why) {
        if (state.isEnd()) {
            return;
        }
        core.stand();
        if (state == HubState.RESETTING) {
            outbox.send(resetAsked.connection(), Reply.refused(resetAsked.id(), "the reset was cut short: " + why));
        }
        end = how;
        changeState(how.state(), why);
        lastStatus = status();
    }

    private void changeState(final HubState newState, final String why) {
        state = newState;
        reason = why;
        outbox.onState(newState, core.timeNs(), why);
        members.connections().forEach(each -> outbox.send(each, new Event.State(newState, why)));
    }

    private void changeState(final Member member, final AssetState newState) {
        changeState(member, newState, null);
    }

    private void changeState(final Member member, final AssetState newState, final String detail) {
        member.state(newState);
        outbox.onAsset(member.name(), newState, member.clocks().time().read(), member.pid(), detail);
    }

    private interface MemberAction {
        void on(Member member);
    }

    private void withMember(final int connection, final long id, final String asset, final MemberAction action) {
        final Member member = members.named(asset);
        if (member == null || member.connection() != connection) {
            outbox.send(connection, Reply.refused(id, "no asset '" + asset + "' has joined over this connection"));
            return;
        }
        outbox.send(connection, Reply.done(id));
        action.on(member);
    }

    /**
     * How the hub stands; after the end of the run, how it stood then.
     *
     * @return a snapshot.
     */
    public HubStatus status() {
        return lastStatus == null ? watching.status(state, end, reason, epoch) : lastStatus;
    }
}
