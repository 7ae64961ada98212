package io.takt.shm.asset;

import io.takt.asset.AssetSpec;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.message.Channels;
import io.takt.rule.AssetClock;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.waiting.Doorbell;
import java.time.Duration;
import org.agrona.concurrent.NanoClock;

/**
 * An asset's session at a hub: which turn comes next. Both ways of writing an asset, callbacks and polling, use it.
 *
 * <p>Its state is a {@link SessionState}, whose drawing shows the transitions; {@link #state(SessionState)}
 * is the only method that changes it. Orders from outside are {@link SessionCommand}s in the queue of the thread that
 * drives the session.
 *
 * <p>Owned by that thread, but for what is said to be for any thread.
 */
final class AssetSession {
    /** Why a session gives no more turns. */
    enum End { STOPPED, LEFT, LOST }

    private static final SessionState[] STATES = SessionState.values();

    private final AssetSpec spec;
    private final AssetThread thread;
    /** Null for an asset that neither sends nor receives. */
    private final MessageEndpoint endpoint;
    private final AssetClock clock;
    private final SessionOrders orders = new SessionOrders();
    private final StepTimes stepTimes = new StepTimes();
    /** The state as a number: with G1 a stored reference costs a fence, more than all the rest of a step. */
    private int stateCode = SessionState.AWAITING_TURN.ordinal();
    private final SessionView view = new SessionView();
    /** Touched in every step, like {@link #clock}. */
    private SessionCounters counters;
    private long coreSeenNs;
    /** Where the step ends that was given. */
    private long toNs;
    /** The end of the step that the asset has chosen in a handler; {@link AssetThread#NO_TIME} while it has not. */
    private long chosenEndNs;
    /** Whether the last {@link #poll} counted up without a turn. */
    private boolean hasPassed;
    /** Whether the simulator is at its start. The clock may stand elsewhere, if a hub died during the reset. */
    private boolean isSimulatorAtStart;

    /** A session that has joined; its spec has steps. */
    AssetSession(final AssetSpec spec, final AssetThread thread, final MessageEndpoint endpoint,
        final SessionClocks clocks, final long nowNs) {
        this.spec = spec;
        this.thread = thread;
        this.endpoint = endpoint;
        this.clock = new AssetClock(clocks.startNs(), spec.steps().orElseThrow(),
            spec.interval().orElse(Duration.ZERO).toNanos(), nowNs);
        start(clocks, nowNs);
    }

    private void state(final SessionState next) {
        if (!state().leadsTo(next)) {
            throw new IllegalStateException("asset '" + name() + "' does not go from " + state() + " to " + next);
        }
        stateCode = next.ordinal();
        if (next != SessionState.STEPPING) {
            // Other threads only ask whether a step is under way, and they could see that when it was given.
            view.state(stateCode);
        }
    }

    SessionState state() {
        return STATES[stateCode];
    }

    /** For any thread. */
    SessionView view() {
        return view;
    }

    String name() {
        return spec.name();
    }

    AssetSpec spec() {
        return spec;
    }

    AssetThread thread() {
        return thread;
    }

    MessageEndpoint endpoint() {
        return endpoint;
    }

    Channels channels() {
        return endpoint == null ? new NoChannels(name()) : endpoint.channels();
    }

    int number() {
        return counters.number();
    }

    long timeNs() {
        return clock.timeNs();
    }

    /** How long steps have taken since this was first asked; from any one thread. */
    Request.StepReport reportSteps(final NanoClock nanoClock) {
        return stepTimes.report(name(), nanoClock, endpoint);
    }

    /** The end of the given step, or else the earliest end of the next. */
    long nextNs() {
        return state().isInStep() ? toNs : clock.nextNs();
    }

    /**
     * Between its turns, or in one: the asset has nothing to do before a time, unless something is delivered. A step
     * that can end earlier then does, after a granularity at the earliest.
     */
    void wakeAt(final long timeNs) {
        clock.wakeAt(state().isInStep() && clock.takesWhatIsAllowed() ? Math.max(timeNs, clock.timeNs() + 1) : timeNs);
    }

    /** In a step: it ends at an earlier time than was allowed. */
    void stepTo(final long endNs) {
        requireStep("that could be shorter");
        clock.requireEnd(endNs, toNs);
        if (endpoint != null) {
            endpoint.shorten(endNs);
        }
        toNs = endNs;
        chosenEndNs = endNs;
    }

    /** Between its turns, or in one: how long its whole steps are from the next one on. */
    void chooseStep(final long stepNs) {
        clock.choose(stepNs);
    }

    boolean hasInterval() {
        return clock.hasInterval();
    }

    /** T_c from which on there is a step to do; {@link AssetThread#NO_TIME} while no T_c would help. */
    long wantedNs() {
        // A gate counts while T_c allows the step: where the asset has asked for a later one since, T_c comes first.
        final boolean isHeld = endpoint != null && endpoint.isHeld() && clock.progresses(coreSeenNs);
        return state().steps() && !isHeld ? clock.nextNs() : AssetThread.NO_TIME;
    }

    /** Wall time until the interval is due; 0 without one. */
    long dueInNs(final long nowNs) {
        return clock.dueInNs(nowNs);
    }

    /** Why there are no more turns; null while there are. From any thread. */
    End ended() {
        return view.ended();
    }

    /** The next turn. The wall clock counts where there is an interval. */
    Turn poll(final long nowNs) {
        hasPassed = false;
        thread.takeCommands();
        if (!orders.isEmpty()) {
            obey(nowNs);
        }
        final Turn turn = state() == SessionState.AWAITING_TURN ? countUp(nowNs) : turnUnderWay();
        if (endpoint != null && turn == Turn.WAIT) {
            endpoint.read();
        }
        return turn;
    }

    private Turn countUp(final long nowNs) {
        tellNext();
        while (clock.isDue(nowNs)) {
            if (!mayCountUp()) {
                retain(nowNs);
                return Turn.WAIT;
            }
            if (!clock.isPassing()) {
                return give();
            }
            if (!pass(nowNs)) {
                return Turn.WAIT;
            }
        }
        return Turn.WAIT;
    }

    private boolean mayCountUp() {
        if (!clock.progresses(coreSeenNs)) {
            // The T_c that was read before does not allow the step; only now is a look at shared memory worth its cost.
            coreSeenNs = counters.coreTimeNs();
        }
        return clock.progresses(coreSeenNs) && (endpoint == null || endpoint.opens(clock.timeNs(), clock.nextNs()));
    }

    private Turn give() {
        toNs = clock.nextNs();
        chosenEndNs = AssetThread.NO_TIME;
        state(SessionState.STEP_GIVEN);
        if (hasInterval()) {
            // Assets without an interval wait for nothing else, so the hub knows by itself that they compute.
            thread.beginsStep(counters.number());
        }
        stepTimes.begin();
        return Turn.STEP;
    }

    /** Hands over the messages of the step that is given, once, and finds out how far it may go. */
    void beginStep() throws Exception {
        if (state() != SessionState.STEP_GIVEN) {
            return;
        }
        state(SessionState.STEPPING);
        if (clock.takesWhatIsAllowed()) {
            beginVaryingStep();
        } else if (endpoint != null) {
            endpoint.begin(clock.timeNs(), toNs);
        }
    }

    /**
     * The step is done: everything the simulator did in it is visible before its new time is. Threads that sleep for
     * that are woken by {@link #wake}, or by {@link #ringCoreIfSeen} after a fence that serves several steps.
     */
    void commitStep(final long nowNs) {
        requireStep("to commit; poll() gives one");
        if (clock.takesWhatIsAllowed() && clock.isPassing()) {
            stepTo(whereItWakesNs());
        }
        state(SessionState.AWAITING_TURN);
        stepTimes.end();
        final long fromNs = clock.timeNs();
        if (endpoint != null && ended() == null) {
            endpoint.publish(fromNs, toNs);
        }
        countUpTo(toNs, nowNs);
        if (endpoint != null && ended() == null) {
            endpoint.advance(fromNs, toNs);
        }
    }

    private void countUpTo(final long timeNs, final long nowNs) {
        isSimulatorAtStart = false;
        clock.progressTo(timeNs, nowNs);
        if (hasClocks()) {
            counters.publishTime(timeNs);
            view.timeNs(timeNs);
            if (hasInterval()) {
                thread.endedStep();
            }
        }
    }

    /** The turn that was given and not committed yet, or what is left to do without one. */
    private Turn turnUnderWay() {
        return orders.isEndDue() ? Turn.STOP : state().isInStep() ? Turn.STEP
            : state() == SessionState.RESETTING ? Turn.RESET : Turn.WAIT;
    }

    /** For a handler the step has its earliest end, which is the same in every run, however far the step may go. */
    private void beginVaryingStep() throws Exception {
        final long reachNs = publishedReachNs();
        if (endpoint != null) {
            endpoint.begin(clock.timeNs(), toNs);
        }
        if (chosenEndNs == AssetThread.NO_TIME) {
            toNs = untilDeliveryNs(reachNs);
            if (endpoint != null) {
                endpoint.extend(toNs);
            }
        }
    }

    /** The end of a step that varies, after which the asset has nothing to do: not before what it has sent. */
    private long whereItWakesNs() {
        final long sentNs = endpoint == null ? 0 : clock.onGridNs(endpoint.latestStampNs());
        return Math.min(toNs, Math.max(sentNs, clock.wakesAtNs()));
    }

    private void requireStep(final String what) {
        if (!state().isInStep()) {
            throw new IllegalStateException("asset '" + name() + "' has no step " + what);
        }
    }

    /** Whether other assets may wait for what it publishes. */
    boolean isHeard() {
        return endpoint != null && endpoint.isHeard();
    }

    /** After a commit: wakes the hub, and receivers, if they sleep for what it has published. One fence serves all. */
    void wake() {
        Doorbell.fence();
        ringCoreIfSeen();
        if (endpoint != null) {
            endpoint.wake();
        }
    }

    /**
     * Wakes the hub if it sleeps for this asset's time; without the fence, see {@link AssetThread#ringCoreIfSeen}. Does
     * not check whether the counters have been taken away: a hub that is rung for nothing looks, and sleeps on.
     */
    void ringCoreIfSeen() {
        thread.ringCoreIfSeen(counters.number(), clock.timeNs());
    }

    /**
     * Whether the counters are still this session's. Once it has ended the hub may give them to another session, and a
     * hub that is gone reads none. Asked before each write, since the command may come in the middle of a step.
     */
    private boolean hasClocks() {
        thread.takeCommands();
        return orders.isEmpty() ? state() != SessionState.DETACHED : !orders.isDetachDue() && !orders.isEndDue();
    }

    /** Notes that T_c, as it has just been read, does not allow the next step, or that a gate holds it. */
    void retain(final long nowNs) {
        final boolean isNews = clock.retain(nowNs);
        tellNext();
        if (hasClocks()) {
            counters.retained(clock.retains(), isNews, thread);
        }
    }

    private void tellNext() {
        if (counters.tellsNext() && hasClocks()) {
            counters.tellNext(clock.timeNs() + clock.leastStepNs());
        }
    }

    /**
     * Counts up without the asset, but not beyond a delivery. Says whether it may go on at once: not when something has
     * arrived that comes first, nor twice in a row, for a core that counts up all the time would keep the thread here.
     */
    private boolean pass(final long nowNs) {
        if (endpoint != null && endpoint.isDue(clock.timeNs(), clock.nextOnGridNs())) {
            clock.wakeAt(0);
            tellNext();
            return true;
        }
        if (hasPassed || ended() != null) {
            return false;
        }
        final long fromNs = clock.timeNs();
        final long publishedReachNs = publishedReachNs();
        if (endpoint != null && endpoint.hasArrived()) {
            return false;
        }
        final long reachNs = untilDeliveryNs(publishedReachNs);
        if (endpoint != null) {
            endpoint.pass(fromNs, reachNs);
        }
        countUpTo(reachNs, nowNs);
        if (endpoint != null && ended() == null) {
            endpoint.passed(reachNs);
        }
        tellNext();
        wake();
        hasPassed = true;
        return orders.isEmpty();
    }

    /**
     * How far a count-up without a fixed end may go by rule (a), and as far as senders have published. Asked before
     * anything is handed over: messages that arrive later are not settled by this count-up.
     */
    private long publishedReachNs() {
        coreSeenNs = counters.coreTimeNs();
        final long reachNs = clock.reachNs(coreSeenNs);
        return endpoint == null ? reachNs : endpoint.publishedReachNs(reachNs);
    }

    /** The reach up to the next delivery; asked after the messages that have arrived are handed over. */
    private long untilDeliveryNs(final long reachNs) {
        return endpoint == null ? reachNs : endpoint.untilDeliveryNs(clock.timeNs(), reachNs);
    }

    /** Whether the last {@link #poll} has counted up, though it gave no turn. */
    boolean hasPassed() {
        return hasPassed;
    }

    /** A command that was posted for this session. By the queue of its thread, see {@link AssetThread#takeCommands}. */
    void take(final SessionCommand command) {
        orders.take(command, state());
    }

    /** Obeys the orders that are due, as far as the state allows it. */
    private void obey(final long nowNs) {
        final SessionClocks fresh = state().isWithoutClocks() ? orders.takeClocks() : null;
        if (fresh != null) {
            start(fresh, nowNs);
            if (endpoint != null && isSimulatorAtStart) {
                endpoint.resume();
            }
            state(SessionState.AWAITING_TURN);
        }
        if (state().isInTurn() || state() == SessionState.ENDED) {
            return;
        }
        if (orders.isEndDue()) {
            state(SessionState.ENDED);
        } else if (state() == SessionState.AWAITING_TURN
            && (orders.isResetDue() || endpoint != null && endpoint.hasDiscarded())) {
            beginReset();
        } else if (orders.isDetachDue()) {
            rest(nowNs);
        }
    }

    /**
     * Takes in messages that are there while an asset of this thread waits in the middle of a turn. A session with a
     * reset ahead has no use for the messages that it holds, and senders may wait for their room, so it drops them. Its
     * own messages are left alone: its first dawn may not be over. The reset is then its next turn.
     */
    void readInPassing() {
        if (state() == SessionState.AWAITING_TURN && orders.isResetDue() && !endpoint.waitsForRoom()) {
            endpoint.discard();
        }
        endpoint.read();
    }

    private void beginReset() {
        orders.resetObeyed();
        state(SessionState.RESETTING);
        clock.forgetWishes();
        if (endpoint != null) {
            endpoint.beginReset();
        }
    }

    /** The simulator is back at its start. */
    void commitReset() {
        if (state() != SessionState.RESETTING) {
            throw new IllegalStateException("asset '" + name() + "' has no reset to commit");
        }
        isSimulatorAtStart = true;
        endDawn();
        state(SessionState.AWAITING_CLOCKS);
    }

    /** Messages of the dawn of time are there for others before the asset counts as ready. */
    void endDawn() {
        if (endpoint != null) {
            endpoint.endDawn();
        }
    }

    private void rest(final long nowNs) {
        if (isSimulatorAtStart) {
            // The hub died in the middle of a reset: a clock that another hub has given meanwhile means nothing.
            clock.restart(0, nowNs);
        }
        view.restsAtNs(clock.timeNs());
        orders.detachObeyed();
        state(SessionState.DETACHED);
    }

    private void start(final SessionClocks fresh, final long nowNs) {
        thread.moveTo(fresh.thread());
        counters = new SessionCounters(fresh);
        view.timeNs(fresh.startNs());
        coreSeenNs = 0;
        if (endpoint != null) {
            endpoint.attach(fresh.endpoint());
        }
        clock.restart(fresh.startNs(), nowNs);
    }

    void end(final End how) {
        end(how, null);
    }

    /** There are no more turns after the one under way; the first reason counts. From any thread. */
    void end(final End how, final String why) {
        if (view.end(how, why)) {
            if (endpoint != null) {
                endpoint.close();
            }
            thread.post(this, new SessionCommand.End());
        }
    }
}
