package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.HubPlan.OnLost;
import io.takt.hub.core.Loss.Cause;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
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
 * <p>{@code (state, command) -> (state, events)}: {@link #on} takes commands, {@link #doWork} counts up, and both are
 * called by one thread, the hub's. Everything of the world is given: the counters, the wall clock, the epochs, a sink
 * for events.
 */
public final class HubMachine {
    private final HubPlan plan;
    private final Epoch epoch;
    private final Events events;
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
     * @param sink      takes what the hub has to say, on the hub's thread; must not block.
     * @param processes what is known of the assets' processes.
     * @param left      where the clocks stood; null for a hub that starts from 0.
     */
    public HubMachine(final HubPlan plan, final HubClocks clocks, final MessageStore messages,
        final NanoClock nanoClock, final LongSupplier epochs, final Consumer<HubEvent> sink, final Processes processes,
        final LeftClocks left) {
        this.plan = plan;
        this.events = new Events(sink);
        this.members = new Members(plan);
        this.listeners = new Listeners(messages, members, events);
        this.threads = new Threads(clocks);
        this.links = new Links(plan, messages, members, listeners, threads);
        this.epoch = new Epoch(plan, clocks, epochs, processes.own(), left == null ? 0 : left.coreTimeNs());
        final CoreDoorbell doorbell = clocks.allocateCoreDoorbell(epoch.number());
        this.core = new Core(plan, members, threads, nanoClock, epoch.coreClock());
        this.sleeping = new Sleeping(core, doorbell);
        this.resetting = new Resetting(members, events, nanoClock);
        this.watching = new Watching(plan, members, links, core, resetting.hold(), nanoClock, events, processes);
        this.joining = new Joining(plan, epoch, members, links, core, watching, events);
        this.losses = new Losses(plan, events);
        this.requests = new Requests(this, members, listeners, watching, events);
        if (left != null) {
            joining.expect(left);
            begun = left.begun();
        }
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
     * Carries out a command.
     *
     * @param command from outside.
     */
    public void on(final HubCommand command) {
        if (command instanceof HubCommand.Ask ask) {
            requests.on(ask.connection(), ask.request(), ask.startTime());
        } else if (command instanceof HubCommand.RefuseLine line) {
            events.send(line.connection(), Reply.refused(line.id(), line.error()));
        } else if (command instanceof HubCommand.ConnectionClosed closed) {
            onClosed(closed.connection());
        } else if (command instanceof HubCommand.ProcessEnded ended) {
            onProcessEnded(ended.pid(), ended.startTime());
        } else if (command instanceof HubCommand.SurvivorEnded ended) {
            onSurvivorEnded(ended.asset(), ended.pid());
        } else if (command instanceof HubCommand.ProgramStarted started) {
            losses.onProgramStarted(started.asset());
        } else if (command instanceof HubCommand.ProgramEnded ended) {
            losses.onProgramEnded(ended.asset(), ended.how());
            judgeEndOf(ended.asset());
        } else if (command instanceof HubCommand.Stop stop) {
            end(End.ASKED, EndReason.of(stop.why()));
        } else if (command instanceof HubCommand.Fail fail) {
            end(End.ASSET_LOST, EndReason.of(EndReason.oneLine(fail.why())));
        } else if (command instanceof HubCommand.BreakDown down) {
            end(End.BROKEN, EndReason.of(EndReason.oneLine(down.why())));
        } else if (command instanceof HubCommand.KeepMessages) {
            listeners.keepAll();
        } else if (command instanceof HubCommand.TellStatus tell) {
            events.emit(new HubEvent.StatusTold(tell.id(), status()));
        } else {
            watching.on(command);
        }
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
        end(core.ending(), EndReason.of(core.endReason()));
        return 1;
    }

    /**
     * How the hub's thread sleeps when it has nothing to do.
     *
     * @return the same object always.
     */
    public Sleeping sleeping() {
        return sleeping;
    }

    private void onSurvivorEnded(final String asset, final long pid) {
        final Member member = members.named(asset);
        if (member != null && member.isAway() && member.pid() == pid && !losses.isRestarting(asset)) {
            onLost(member, Cause.NOT_ATTACHED_AGAIN, null);
        }
    }

    /** Its connection may be seen to close before or after its process is seen to end. */
    private void judgeEndOf(final String asset) {
        final String how = losses.endOfProgram(asset);
        final Member member = members.named(asset);
        if (how == null || state.isEnd() || member != null && !member.isAway()) {
            return;
        }
        final Loss early = Loss.of(asset, 0, core.timeNs(), Cause.PROGRAM_ENDED, how);
        if (member != null) {
            onLost(member, Cause.PROGRAM_ENDED, how);
        } else if (losses.isRestarted(asset) && !members.isExcused(asset)) {
            if (!losses.restart(early)) {
                endByLoss(early);
            }
        } else if (!begun && members.missing().contains(asset)) {
            endByLoss(Loss.of(asset, 0, core.timeNs(), Cause.PROGRAM_ENDED_AT_START, how));
        } else if (!losses.hasJoined(asset)) {
            // It was not waited for, so whether the run has begun meanwhile makes no difference to whether it ends.
            if (losses.isDropped(asset)) {
                losses.goOnWithout(early, begun);
            } else {
                endByLoss(early);
            }
        }
    }

    private void onClosed(final int connection) {
        requests.forget(connection);
        onLost(members.of(connection), member -> loss(member, Cause.CONNECTION_CLOSED, null));
        threads.removeAllOf(connection);
        listeners.listenNoMore(connection);
    }

    private void onProcessEnded(final long pid, final long startTime) {
        final Set<Integer> connections = members.connectionsOf(pid, startTime);
        final List<Member> lost = connections.stream().flatMap(each -> members.of(each).stream()).toList();
        // A child hears of it when it looks at the connection, and may be in the middle of a step until then.
        connections.forEach(each -> events.emit(new HubEvent.HangUp(each)));
        connections.forEach(requests::forget);
        connections.forEach(threads::withholdAllOf);
        lost.forEach(epoch::withhold);
        onLost(lost, member ->
            Loss.of(member.name(), pid, member.clocks().time().read(), Cause.PROCESS_ENDED, null));
        connections.forEach(threads::removeAllOf);
    }

    void onDoorbell(final int connection, final long id) {
        events.send(connection, threads.add(connection, id, epoch.number(), sleeping.doorbell()));
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
            RunGates.ofPrograms(plan, members).map(HubEvent.GatesToJudge::new)
                .ifPresent(events::emit);
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
            end(End.NO_ROOM, EndReason.of("no room for the clocks of a new epoch: " + e.getMessage()));
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
            events.send(each, new Event.Clocks(epoch.number(), core.counterId(), members.countersOf(each))));
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

    void onLost(final Member member, final Cause cause, final String detail) {
        onLost(List.of(member), each -> loss(each, cause, detail));
    }

    private static Loss loss(final Member member, final Cause cause, final String detail) {
        return Loss.of(member.name(), member.pid(), member.clocks().time().read(), cause, detail);
    }

    /** All are told before one of them may end the run. */
    private void onLost(final List<Member> gone, final Function<Member, Loss> how) {
        if (state.isEnd()) {
            return;
        }
        final List<Loss> lost = new ArrayList<>();
        for (final Member member : gone) {
            final Loss loss = how.apply(member);
            lost.add(loss);
            changeState(member, AssetState.LOST, loss.account());
        }
        for (int i = 0; i < lost.size() && !state.isEnd(); i++) {
            goOnAfter(lost.get(i), gone.get(i));
        }
    }

    private void goOnAfter(final Loss loss, final Member member) {
        if (member.onLost() == OnLost.RESTART) {
            member.leaveBehind();
            if (!hasClocksOfItsOwn(member, loss)) {
                return;
            }
            final List<String> missed = losses.whatMayNotBeMissed(member);
            if (!missed.isEmpty() || !losses.restart(loss)) {
                endByLoss(loss.missing(missed));
            } else if (state == HubState.RESETTING) {
                resetIfAllDone();
            }
        } else if (member.onLost() == OnLost.HALT && begun) {
            endByLoss(loss);
        } else {
            losses.goOnWithout(loss, begun);
            onGone(member);
        }
    }

    /** Clocks that another process may write are exchanged; without room for others the run ends. */
    private boolean hasClocksOfItsOwn(final Member member, final Loss loss) {
        if (epoch.isWithheld(member)) {
            try {
                members.move(member, epoch.exchange(member));
            } catch (final IllegalStateException e) {
                losses.tell(loss, Sequel.Kind.RUN_ENDS);
                end(End.NO_ROOM, EndReason.of(
                    "no room for another clock of asset '" + member.name() + "': " + e.getMessage()));
                return false;
            }
        }
        return true;
    }

    private void endByLoss(final Loss loss) {
        losses.tell(loss, Sequel.Kind.RUN_ENDS);
        end(End.ASSET_LOST, EndReason.of(loss.afterTries(losses.tries(loss.asset()))));
    }

    /** The record is freed before T_c may move on without the asset: see the observer. */
    private void onGone(final Member member) {
        links.end(member);
        epoch.free(member);
        core.remove(member);
        watching.gone(member);
        members.remove(member, core.timeNs(), begun);
        if (members.isEmpty() && plan.endsWhenAllLeft() && begun) {
            end(End.ALL_LEFT, EndReason.of("all assets have left"));
        } else {
            judgeEndOf(member.name());
            resetIfAllDone();
        }
    }

    void end(final End how, final EndReason why) {
        if (state.isEnd()) {
            return;
        }
        core.stand();
        if (state == HubState.RESETTING) {
            resetting.cutShort(why.text());
        }
        // A run from which an asset is missing is not done, whatever has ended it.
        final EndReason lost = how.state() == HubState.FAILED ? null
            : losses.stillLost(why, members, begun && (state == HubState.RUNNING || state == HubState.PAUSED));
        end = lost == null ? how : End.ASSET_LOST;
        epoch.retire();
        changeState(end.state(), lost == null ? why : lost);
        requests.onResetOver();
        lastStatus = status();
    }

    private void changeState(final HubState newState, final EndReason why) {
        state = newState;
        reason = why == null ? null : why.text();
        events.emit(new HubEvent.StateChanged(newState, core.timeNs(), why));
        final Set<Integer> audience = members.connections();
        audience.addAll(listeners.connections());
        audience.forEach(each -> events.send(each, new Event.State(newState, reason)));
    }

    private void changeState(final Member member, final AssetState newState, final String detail) {
        member.state(newState);
        events.emit(new HubEvent.AssetChanged(
            member.name(), newState, member.clocks().time().read(), member.pid(), detail));
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
