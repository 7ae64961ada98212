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
 * An asset's session at a hub: its steps. Both ways of writing an asset, callbacks and polling, use it. How the session
 * begins, is put back and ends is the business of its {@link SessionLife}.
 *
 * <p>Its state is a {@link SessionState}, whose drawing shows the transitions;
 * {@link SessionStatus#state(SessionState)} is the only method that changes it. Orders from outside are
 * {@link SessionCommand}s in the queue of the thread that drives the session.
 *
 * <p>Owned by that thread, but for what is said to be for any thread.
 */
final class AssetSession {
    /** Why a session gives no more turns. */
    enum End { STOPPED, LEFT, LOST }

    private final AssetSpec spec;
    private final AssetThread thread;
    /** Null for an asset that neither sends nor receives. */
    private final MessageEndpoint endpoint;
    private final AssetClock clock;
    private final SessionStatus status;
    private final SessionCounters counters;
    private final SessionLife life;
    private final StepTimes stepTimes = new StepTimes();
    /** Where the step ends that was given. */
    private long toNs;
    /** Whether the asset has chosen that in a handler. */
    private boolean isEndChosen;
    /** Whether the last {@link #poll} counted up without a turn. */
    private boolean hasPassed;

    /** A session that has joined; its spec has steps. */
    AssetSession(final AssetSpec spec, final AssetThread thread, final MessageEndpoint endpoint,
        final SessionClocks clocks, final long nowNs) {
        this.spec = spec;
        this.thread = thread;
        this.endpoint = endpoint;
        this.clock = new AssetClock(clocks.startNs(), spec.steps().orElseThrow(),
            spec.interval().orElse(Duration.ZERO).toNanos(), nowNs);
        this.status = new SessionStatus(spec.name());
        this.counters = new SessionCounters(thread, status, clock.hasInterval());
        this.life = new SessionLife(status, counters, clock, endpoint);
        life.start(clocks, nowNs);
    }

    // A step, in the order in which it runs. Shared memory is looked at only where values read before do not allow it.

    /** The next turn. A step begins with it, and its messages are handed over. The wall clock counts for intervals. */
    Turn poll(final long nowNs) throws Exception {
        thread.takeCommands();
        life.obey(nowNs);
        if (life.awaitsStep()) {
            tellNext();
        }
        hasPassed = life.awaitsStep() && clock.isPassing() && pass(nowNs);
        if (!life.awaitsStep() || clock.isPassing() || !mayCountUp(nowNs)) {
            return otherTurn();
        }
        toNs = clock.nextNs();
        status.state(SessionState.STEPPING);
        counters.beginsStep();
        stepTimes.begin();
        if (clock.takesWhatIsAllowed()) {
            beginVaryingStep();
        } else if (endpoint != null) {
            endpoint.begin(clock.timeNs(), toNs);
        }
        return Turn.STEP;
    }

    /** Whether the interval, T_c and the gates of senders allow it; when it is due, and they do not, it is retained. */
    private boolean mayCountUp(final long nowNs) {
        if (!clock.isDue(nowNs)) {
            return false;
        }
        if ((clock.progresses(counters.coreSeenNs()) || clock.progresses(counters.lookAtCore()))
            && (endpoint == null || endpoint.opens(clock.timeNs(), clock.nextNs()))) {
            return true;
        }
        retain(nowNs);
        return false;
    }

    /** The simulator has done the step. Others that sleep for that are woken by {@link #wake}, which is to follow. */
    void commitStep(final long nowNs) {
        requireStep("to commit; poll() gives one");
        if (clock.takesWhatIsAllowed()) {
            endVaryingStep();
        }
        status.state(SessionState.AWAITING_TURN);
        stepTimes.end();
        countUp(clock.timeNs(), toNs, nowNs);
    }

    /** All that was sent up to a time is visible before T_i is, and T_i before others count on what was sent. */
    private void countUp(final long fromNs, final long upToNs, final long nowNs) {
        life.leavesStart();
        if (endpoint != null) {
            endpoint.publish(fromNs, upToNs);
        }
        clock.progressTo(upToNs, nowNs);
        thread.takeCommands();
        counters.publishTime(upToNs);
        if (endpoint != null) {
            endpoint.advance(fromNs, upToNs);
        }
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

    // Waits.

    /** An asset that waits takes in messages, as others want their room. */
    private Turn otherTurn() {
        final Turn turn = life.turn();
        if (endpoint != null && turn == Turn.WAIT) {
            endpoint.read();
        }
        return turn;
    }

    /** Notes that T_c, as it has just been read, does not allow the next step, or that a gate holds it. */
    void retain(final long nowNs) {
        final boolean isNews = clock.retain(nowNs);
        thread.takeCommands();
        tellNext();
        counters.retained(clock.retains(), isNews);
    }

    /** After each new T_i, and before a wait: only the asset knows how long its next whole step is. */
    private void tellNext() {
        counters.tellNext(clock.timeNs() + clock.leastStepNs());
    }

    /** T_c from which on there is a step to do; {@link AssetThread#NO_TIME} while no T_c would help. */
    long wantedNs() {
        // A gate counts while T_c allows the step: where the asset has asked for a later one since, T_c comes first.
        final boolean isHeld = endpoint != null && endpoint.isHeld() && clock.progresses(counters.coreSeenNs());
        return status.state().steps() && !isHeld ? clock.nextNs() : AssetThread.NO_TIME;
    }

    /** Wall time until the interval is due; 0 without one. */
    long dueInNs(final long nowNs) {
        return clock.dueInNs(nowNs);
    }

    // Steps that vary, and time that passes without a step.

    /** For a handler the step has its earliest end, which is the same in every run, however far the step may go. */
    private void beginVaryingStep() throws Exception {
        final long reachNs = publishedReachNs();
        isEndChosen = false;
        if (endpoint != null) {
            endpoint.begin(clock.timeNs(), toNs);
        }
        if (!isEndChosen) {
            toNs = untilDeliveryNs(reachNs);
            if (endpoint != null) {
                endpoint.extend(toNs);
            }
        }
    }

    /** An asset that has nothing to do for a while ends its step there, though not before what it has sent. */
    private void endVaryingStep() {
        if (clock.isPassing()) {
            final long sentNs = endpoint == null ? 0 : clock.onGridNs(endpoint.latestStampNs());
            stepTo(Math.min(toNs, Math.max(sentNs, clock.wakesAtNs())));
        }
    }

    /** In a step: it ends at an earlier time than was allowed. */
    void stepTo(final long endNs) {
        requireStep("that could be shorter");
        clock.requireEnd(endNs, toNs);
        if (endpoint != null) {
            endpoint.shorten(endNs);
        }
        toNs = endNs;
        isEndChosen = true;
    }

    private void requireStep(final String what) {
        if (status.state() != SessionState.STEPPING) {
            throw new IllegalStateException("asset '" + name() + "' has no step " + what);
        }
    }

    /** Between its turns, or in one: how long its whole steps are from the next one on. */
    void chooseStep(final long stepNs) {
        clock.choose(stepNs);
    }

    /**
     * Between its turns, or in one: the asset has nothing to do before a time, unless something is delivered. A step
     * that can end earlier then does, after a granularity at the earliest.
     */
    void wakeAt(final long timeNs) {
        final boolean isInVaryingStep = status.state() == SessionState.STEPPING && clock.takesWhatIsAllowed();
        clock.wakeAt(isInVaryingStep ? Math.max(timeNs, clock.timeNs() + 1) : timeNs);
    }

    /**
     * Counts up without the asset, but not beyond a delivery. Says whether it did: not when something has arrived that
     * comes first, or is due, which ends the wait. Once in a poll, for a core that counts up all the time would keep
     * the thread here.
     */
    private boolean pass(final long nowNs) {
        if (status.ended() != null || !mayCountUp(nowNs)) {
            return false;
        }
        if (endpoint != null && endpoint.isDue(clock.timeNs(), clock.nextOnGridNs())) {
            clock.wakeAt(0);
            return false;
        }
        final long publishedReachNs = publishedReachNs();
        if (endpoint != null && endpoint.hasArrived()) {
            return false;
        }
        final long reachNs = untilDeliveryNs(publishedReachNs);
        if (endpoint != null) {
            endpoint.pass(clock.timeNs());
        }
        // All that is delivered before the last time of the grid has been handed over.
        countUp(reachNs - (clock.nextOnGridNs() - clock.timeNs()), reachNs, nowNs);
        tellNext();
        wake();
        return true;
    }

    /**
     * How far a count-up without a fixed end may go by rule (a), and as far as senders have published. Asked before
     * anything is handed over: messages that arrive later are not settled by this count-up.
     */
    private long publishedReachNs() {
        final long reachNs = clock.reachNs(counters.lookAtCore());
        return endpoint == null ? reachNs : endpoint.publishedReachNs(reachNs);
    }

    /** The reach up to the next delivery; asked after the messages that have arrived are handed over. */
    private long untilDeliveryNs(final long reachNs) {
        return endpoint == null ? reachNs : endpoint.untilDeliveryNs(clock.timeNs(), reachNs);
    }

    /** Whether the last {@link #poll} has counted up without a turn. */
    boolean hasPassed() {
        return hasPassed;
    }

    // The rest.

    /** There are no more turns after the one under way; the first reason counts. From any thread. */
    void end(final End how, final String why) {
        if (status.end(how, why)) {
            if (endpoint != null) {
                endpoint.close();
            }
            thread.post(this, new SessionCommand.End());
        }
    }

    void end(final End how) {
        end(how, null);
    }

    SessionLife life() {
        return life;
    }

    /** For any thread. */
    SessionStatus status() {
        return status;
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

    /** Whether other assets may wait for what it publishes. */
    boolean isHeard() {
        return endpoint != null && endpoint.isHeard();
    }

    boolean hasInterval() {
        return clock.hasInterval();
    }

    int number() {
        return counters.number();
    }

    long timeNs() {
        return clock.timeNs();
    }

    /** The end of the given step, or else the earliest end of the next. */
    long nextNs() {
        return status.state() == SessionState.STEPPING ? toNs : clock.nextNs();
    }

    /** How long steps have taken since this was first asked; from any one thread. */
    Request.StepReport reportSteps(final NanoClock nanoClock) {
        return stepTimes.report(name(), nanoClock, endpoint);
    }
}
