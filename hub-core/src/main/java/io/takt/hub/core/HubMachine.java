package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.hub.core.HubPlan.OnLost;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
    private final HubPlan plan;
    private final Epoch epoch;
    private final Outbox outbox;
    private final Members members;
    private final Links links;
    private final Listeners listeners;
    private final Core core;
    private final Threads threads;
    private final Sleeping sleeping;
    private final Joining joining;
    private final Resetting resetting;
    private final Losses losses;
    private final Requests requests;
    private final FileJoins fileJoins;
    private final Watching watching;
    private HubState state = HubState.WAITING;
    private boolean begun;
    private End end;
    private String reason;
    private HubStatus lastStatus;

    /**
     * A hub that waits for its assets; T_c's counter is there from now on. If it goes on where another one was killed,
     * all clocks are in place, and it waits for those who are required to attach again.
     *
     * @param plan      what it is to do.
     * @param clocks    allocates counters.
     * @param messages  makes logs.
     * @param nanoClock the wall clock.
     * @param epochs    gives a number that was never given before, for every epoch.
     * @param outbox    takes what the hub has to say.
     * @param processes what is known of the assets' processes.
     * @param left      where the clocks stood; null for a hub that starts from 0.
     */
    public HubMachine(final HubPlan plan, final HubClocks clocks, final MessageStore messages,
        final NanoClock nanoClock, final LongSupplier epochs, final Outbox outbox, final Processes processes,
        final LeftClocks left) {
        this.plan = plan;
        this.outbox = outbox;
        this.members = new Members(plan);
        this.listeners = new Listeners(messages, members, outbox);
        this.threads = new Threads(clocks);
        this.links = new Links(plan, messages, members, listeners, threads);
        this.epoch = new Epoch(plan, clocks, epochs, processes.own(), left == null ? 0 : left.coreTimeNs());
        final CoreDoorbell doorbell = clocks.allocateCoreDoorbell(epoch.number());
        this.core = new Core(plan, members, threads, nanoClock, epoch.coreClock());
        this.sleeping = new Sleeping(core, doorbell);
        this.resetting = new Resetting(members, outbox, nanoClock);
        this.watching = new Watching(plan, members, links, core, resetting.hold(), nanoClock, outbox, processes);
        this.fileJoins = new FileJoins(outbox);
        this.joining = new Joining(plan, epoch, members, links, core, watching, fileJoins, outbox);
        this.losses = new Losses(plan, outbox);
        this.requests = new Requests(this, members, listeners, watching, fileJoins, outbox);
        if (left != null) {
            joining.expect(left);
            begun = left.begun();
        }
    }

    /** {@return where the hub is in its life} */
    public HubState state() {
        return state;
    }

    /** {@return why the run has ended; null while it has not} */
    public End end() {
        return end;
    }

    /** Keeps all messages until whoever hears the outbox has read them; to be told before an asset can join. */
    public void keepMessages() {
        listeners.keepAll();
    }

    /** {@return the joins that wait for their files, the same object always} */
    public FileJoins fileJoins() {
        return fileJoins;
    }

    /**
     * One duty cycle: at most one count-up of the core.
     *
     * @return more than 0 when something was done, so that another cycle is worth while at once.
     */
    public int doWork() {
        final int work = core.doWork();
        if (work > 0 || !core.hasSettled()) {
            return work;
        }
        end(core.ending(), core.endReason());
        return 1;
    }

    /** {@return what is for those who look at the hub, the same object always} */
    public Watching watching() {
        return watching;
    }

    /** {@return how the hub's thread sleeps when it has nothing to do, the same object always} */
    public Sleeping sleeping() {
        return sleeping;
    }

    /**
     * Handles what a connection asks; the answer goes to the outbox.
     *
     * @param connection who asks.
     * @param request    what.
     * @param startTime  when the process that joins started; 0 when that is not known, or nobody joins.
     */
    public void onRequest(final int connection, final Request request, final long startTime) {
        requests.on(connection, request, startTime);
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
        end(End.ASSET_LOST, Requests.oneLine(why));
    }

    /**
     * A program is being launched as an asset once more; told before anything of that program is.
     *
     * @param asset its name.
     */
    public void onProgramStarted(final String asset) {
        losses.onProgramStarted(asset);
    }

    /**
     * The program that was launched as an asset has ended. If it was waited for, it will never come.
     *
     * @param asset its name.
     * @param how   such as {@code ended with exit status 1}, in one line.
     */
    public void onProgramEnded(final String asset, final String how) {
        losses.onProgramEnded(asset, how);
        judgeEndOf(asset);
    }

    /**
     * The process of an asset that was to attach again has ended.
     *
     * @param asset its name.
     * @param pid   the process.
     */
    public void onProcessGone(final String asset, final long pid) {
        final Member member = members.named(asset);
        if (member != null && member.isAway() && member.pid() == pid && !losses.isRestarting(asset)) {
            onLost(member, "its process " + pid + " ended before it had attached again");
        }
    }

    /** Its connection may be seen to close before or after its process is seen to end. */
    private void judgeEndOf(final String asset) {
        final String how = losses.endOfProgram(asset);
        final Member member = members.named(asset);
        if (how == null || state.isEnd() || member != null && !member.isAway()) {
            return;
        }
        final String early = "at " + SimTime.format(core.timeNs()) + ": its program " + how + " before it joined";
        if (member != null) {
            onLost(member, "its program " + how + " before it joined");
        } else if (losses.isRestarted(asset) && !members.isExcused(asset)) {
            if (!losses.restart(asset, early)) {
                endByLossOf(asset, early);
            }
        } else if (!begun && members.missing().contains(asset)) {
            final String detail = "its program " + how + " before the run started";
            outbox.onLost(asset, detail, null);
            fail("asset '" + asset + "': " + detail);
        } else if (!losses.hasJoined(asset)) {
            // It was not waited for, so whether the run has begun meanwhile makes no difference to whether it ends.
            if (losses.isDropped(asset)) {
                losses.goOnWithout(asset, early, begun);
            } else {
                endByLossOf(asset, early);
            }
        }
    }

    /**
     * Ends the run because the hub itself cannot go on.
     *
     * @param why one line.
     */
    public void breakDown(final String why) {
        end(End.BROKEN, Requests.oneLine(why));
    }

    /**
     * A connection has ended; its assets that have not left are lost.
     *
     * @param connection its number.
     * @param how        one line.
     */
    public void onClosed(final int connection, final String how) {
        requests.forget(connection);
        onLost(members.of(connection), how);
        threads.removeAllOf(connection);
        listeners.listenNoMore(connection);
    }

    /**
     * A process has ended. Its connections may still be open: a child may have inherited them.
     *
     * @param pid       its number.
     * @param startTime when it had started.
     */
    public void onProcessEnded(final long pid, final long startTime) {
        final Set<Integer> connections = members.connectionsOf(pid, startTime);
        connections.forEach(requests::forget);
        final List<Member> lost = connections.stream().flatMap(each -> members.of(each).stream()).toList();
        // A child hears of it when it looks at the connection; who knows how long its step takes until then.
        connections.forEach(outbox::hangUp);
        connections.forEach(threads::withholdAllOf);
        lost.forEach(epoch::withhold);
        onLost(lost, "its process " + pid + " has ended");
        connections.forEach(threads::removeAllOf);
    }

    void onDoorbell(final int connection, final long id) {
        outbox.send(connection, threads.add(connection, id, epoch.number(), sleeping.doorbell()));
    }

    void onJoin(final int connection, final Request.Join join, final long startTime) {
        final Member member = joining.join(connection, join, startTime, state);
        if (member != null) {
            losses.onJoined(member.name());
            listeners.joined(member);
            member.drivenBy(threads.sleepingOn(join.doorbell(), connection));
            if (member.isBackAtStart() && state != HubState.WAITING) { // where it stands is no place to step from
                onReset(Member.NOBODY, 0);
            }
        }
    }

    void onReady(final Member member) {
        if (member.state() == AssetState.JOINED) {
            changeState(member, state == HubState.RUNNING ? AssetState.RUNNING : AssetState.READY, null);
            startIfReady();
        }
    }

    private void startIfReady() {
        if (state == HubState.WAITING && members.areReady() && links.missingSenders().isEmpty()) {
            if (members.isAnyBackAtStart()) { // a killed hub had begun a reset: too late to go on as if it had not
                onReset(Member.NOBODY, 0);
            } else {
                changeState(HubState.READY, null);
                run();
            }
        }
    }

    private void run() {
        begun = true;
        if (!links.hasBegun()) {
            RunGates.ofPrograms(plan, members).ifPresent(outbox::onGates);
        }
        links.start();
        core.start();
        members.forEach(member -> {
            if (member.state() == AssetState.READY) {
                changeState(member, AssetState.RUNNING, null);
            }
        });
        changeState(HubState.RUNNING, null);
    }

    void pause() {
        if (state == HubState.RUNNING) {
            core.stand();
            changeState(HubState.PAUSED, null);
        }
    }

    void resume() {
        if (state == HubState.PAUSED && begun) {
            run();
        } else if (state == HubState.PAUSED) {
            changeState(HubState.WAITING, null);
            startIfReady();
        }
    }

    void onReset(final int connection, final long id) {
        final boolean isPaused = state == HubState.PAUSED;
        core.stand();
        links.beginReset();
        changeState(HubState.RESETTING, null);
        resetting.begin(connection, id, isPaused);
        resetIfAllDone();
    }

    void onResetDone(final Member member) {
        member.resetting(false);
        resetIfAllDone();
    }

    private void resetIfAllDone() {
        if (state != HubState.RESETTING || !resetting.isDone()) {
            return;
        }
        try {
            epoch.beginNext(members);
        } catch (final IllegalStateException e) {
            end(End.NO_ROOM, "no room for the clocks of a new epoch: " + e.getMessage());
            return;
        }
        begun = false;
        links.reset();
        core.reset(epoch.coreClock());
        members.forEach(member -> {
            if (member.state() == AssetState.RUNNING) {
                changeState(member, AssetState.READY, null);
            }
        });
        members.connections().forEach(each ->
            outbox.send(each, new Event.Clocks(epoch.number(), core.counterId(), members.countersOf(each))));
        resetting.done();
        changeState(resetting.wasPaused() ? HubState.PAUSED : HubState.WAITING, null);
        requests.onResetOver();
        startIfReady();
    }

    void onLeave(final Member member) {
        changeState(member, AssetState.LEFT, null);
        if (!state.isEnd()) {
            onGone(member);
        }
    }

    void onLost(final Member member, final String how) {
        onLost(List.of(member), how);
    }

    /** All are told before one of them may end the run. */
    private void onLost(final List<Member> lost, final String how) {
        if (state.isEnd()) {
            return;
        }
        final List<String> details = new ArrayList<>();
        for (final Member member : lost) {
            final String detail = "at " + SimTime.format(member.clocks().time().read()) + ": " + how;
            details.add(detail);
            changeState(member, AssetState.LOST, detail);
        }
        for (int i = 0; i < lost.size() && !state.isEnd(); i++) {
            goOnAfterLossOf(lost.get(i), details.get(i));
        }
    }

    private void goOnAfterLossOf(final Member member, final String detail) {
        if (member.onLost() == OnLost.RESTART) {
            member.leaveBehind();
            if (!hasClocksOfItsOwn(member, detail)) {
                return;
            }
            final String missed = losses.whatMayNotBeMissed(member);
            if (missed != null || !losses.restart(member.name(), detail)) {
                endByLossOf(member.name(), missed == null ? detail : detail + missed);
            } else if (state == HubState.RESETTING) {
                resetIfAllDone();
            }
        } else if (member.onLost() == OnLost.HALT && begun) {
            endByLossOf(member.name(), detail);
        } else {
            losses.goOnWithout(member.name(), detail, begun);
            onGone(member);
        }
    }

    /** Clocks that another process may write are exchanged; without room for others the run ends. */
    private boolean hasClocksOfItsOwn(final Member member, final String detail) {
        if (epoch.isWithheld(member)) {
            try {
                members.move(member, epoch.exchange(member));
            } catch (final IllegalStateException e) {
                outbox.onLost(member.name(), detail, null);
                end(End.NO_ROOM, "no room for another clock of asset '" + member.name() + "': " + e.getMessage());
                return false;
            }
        }
        return true;
    }

    private void endByLossOf(final String asset, final String detail) {
        outbox.onLost(asset, detail, null);
        fail("asset '" + asset + "' was lost " + detail + losses.afterTries(asset));
    }

    /** The record is freed before T_c may move on without the asset: see the observer. */
    private void onGone(final Member member) {
        links.end(member);
        epoch.free(member);
        core.remove(member);
        watching.gone(member);
        members.remove(member, core.timeNs(), begun);
        if (members.isEmpty() && plan.endsWhenAllLeft() && begun) {
            end(End.ALL_LEFT, "all assets have left");
        } else {
            judgeEndOf(member.name());
            resetIfAllDone();
        }
    }

    void end(final End how, final String why) {
        if (state.isEnd()) {
            return;
        }
        core.stand();
        if (state == HubState.RESETTING) {
            resetting.cutShort(why);
        }
        // A run from which an asset is missing is not done, whatever has ended it.
        final String lost = how.state() == HubState.FAILED ? null
            : losses.stillLost(members, begun && (state == HubState.RUNNING || state == HubState.PAUSED));
        end = lost == null ? how : End.ASSET_LOST;
        epoch.retire();
        changeState(end.state(), lost == null ? why : why + ", but " + lost);
        requests.onResetOver();
        lastStatus = status();
    }

    private void changeState(final HubState newState, final String why) {
        state = newState;
        reason = why;
        outbox.onState(newState, core.timeNs(), why);
        final Set<Integer> audience = members.connections();
        audience.addAll(listeners.connections());
        audience.forEach(each -> outbox.send(each, new Event.State(newState, why)));
    }

    private void changeState(final Member member, final AssetState newState, final String detail) {
        member.state(newState);
        outbox.onAsset(member.name(), newState, member.clocks().time().read(), member.pid(), detail);
    }

    /**
     * How the hub stands; after the end of the run, how it stood then.
     *
     * @return a snapshot.
     */
    public HubStatus status() {
        return lastStatus == null ? watching.status(state, end, reason, epoch.number()) : lastStatus;
    }
}
