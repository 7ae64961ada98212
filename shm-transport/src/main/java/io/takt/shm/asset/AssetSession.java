package io.takt.shm.asset;

import io.takt.asset.AssetSpec;
import io.takt.asset.OnHubLost;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.message.Channels;
import io.takt.rule.AssetClock;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.waiting.Doorbell;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.agrona.concurrent.NanoClock;

/**
 * An asset's session at a hub: which turn comes next. Both ways of writing an asset, callbacks and polling, use it.
 *
 * <pre>
 *             STEP, commit ─┐
 *              ┌────────────┴┐ reset event ┌───────────┐ commit ┌────────────────┐
 *  (joined) ──►│  STEPPING   ├────────────►│ RESETTING ├───────►│ AWAITING_CLOCKS│
 *              └─▲──────┬──▲─┘             └───────────┘        └───────┬────────┘
 *                │      │  └───────────────── clocks event ─────────────┘
 *   attached to  │      │ hub lost, to be attached to another
 *   another hub  │    ┌─▼────────┐
 *                └────┤ DETACHED │
 *                     └──────────┘
 *                       hub stopped, lost for good, or asset left, from anywhere ──► ENDED
 * </pre>
 *
 * <p>Owned by the thread that polls; the connection's thread only leaves {@link SessionOrders}, and {@link #end}s it.
 */
final class AssetSession {
    private enum Phase { STEPPING, RESETTING, AWAITING_CLOCKS, DETACHED }

    /** Why a session gives no more turns. */
    enum End { STOPPED, LEFT, LOST }

    private static final AtomicLongFieldUpdater<AssetSession> PUBLISHED =
        AtomicLongFieldUpdater.newUpdater(AssetSession.class, "published");

    private final AssetSpec spec;
    private final AssetThread thread;
    /** Null for an asset that neither sends nor receives. */
    private final MessageEndpoint endpoint;
    private volatile Phase phase = Phase.STEPPING;
    private final AssetClock clock;
    private final Reach reach;
    /** What is touched in every step, beside {@link #clock}; all of it the driving thread's. */
    private SessionCounters counters;
    private long coreSeenNs;
    private boolean stepGiven;
    private boolean stepBegun;
    private boolean isPassed;
    /** Where the step ends that was given. */
    private long toNs;
    /** Whether the asset has said so. */
    private boolean isEndChosen;
    /** Whether nothing was simulated since a reset; the clock may stand elsewhere, if hubs die in the middle of one. */
    private boolean atStart;
    private volatile long published;
    private final StepTimes stepTimes = new StepTimes();
    private final SessionOrders orders = new SessionOrders();
    private volatile long restsAtNs;
    private volatile boolean ready;

    /** Nothing of what is declared is left open. */
    AssetSession(final AssetSpec spec, final AssetThread thread, final MessageEndpoint endpoint,
        final SessionClocks clocks, final long nowNs) {
        this.spec = spec;
        this.thread = thread;
        this.endpoint = endpoint;
        this.clock = new AssetClock(clocks.startNs(), spec.steps().orElseThrow(),
            spec.interval().orElse(Duration.ZERO).toNanos(), nowNs);
        this.reach = new Reach(clock, endpoint);
        start(clocks, nowNs);
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

    boolean attachesAgain() {
        return spec.onHubLost().orElse(OnHubLost.EXIT) == OnHubLost.ATTACH;
    }

    MessageEndpoint endpoint() {
        return endpoint;
    }

    Channels channels() {
        return endpoint == null ? new NoChannels(name()) : endpoint;
    }

    int number() {
        return counters.number();
    }

    long timeNs() {
        return clock.timeNs();
    }

    /** How long steps have taken since this was first asked; from any one thread. */
    Request.StepReport reportSteps(final NanoClock nanoClock) {
        return stepTimes.report(name(), nanoClock);
    }

    /** T_i as others see it; from any thread. */
    long publishedNs() {
        return published;
    }

    /** Where the step ends that was given, or else the earliest end of the next. */
    long nextNs() {
        return stepGiven ? toNs : clock.nextNs();
    }

    /**
     * Between its turns, or in one: the asset has nothing to do before a time, unless something is delivered. A step
     * that can end earlier then does, after a granularity at the earliest.
     */
    void wakeAt(final long timeNs) {
        final boolean isShortened = stepGiven && clock.takesWhatIsAllowed();
        clock.wakeAt(isShortened ? Math.max(timeNs, clock.timeNs() + 1) : timeNs);
    }

    /** In a step: it ends at an earlier time than was allowed. */
    void stepTo(final long endNs) {
        if (!stepGiven) {
            throw new IllegalStateException("asset '" + name() + "' has no step that could be shorter");
        }
        clock.requireEnd(endNs, toNs);
        if (endpoint != null) {
            endpoint.shorten(endNs);
        }
        toNs = endNs;
        isEndChosen = true;
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
        return phase == Phase.STEPPING && !isHeld ? clock.nextNs() : AssetThread.NO_TIME;
    }

    /** Wall time until the interval is due; 0 without one. */
    long dueInNs(final long nowNs) {
        return clock.dueInNs(nowNs);
    }

    End ended() {
        return orders.end();
    }

    /** Why it has ended, where there is something to say; else null. */
    String endReason() {
        return orders.endReason();
    }

    boolean isReady() {
        return ready;
    }

    void becomeReady() {
        ready = true;
    }

    /**
     * The next turn.
     *
     * @param nowNs the wall clock; any without an interval.
     */
    Turn poll(final long nowNs) {
        isPassed = false;
        if (ended() != null) {
            return Turn.STOP;
        }
        if (phase != Phase.STEPPING) {
            takeNewClocks(nowNs);
        }
        if (phase == Phase.STEPPING && !stepGiven) {
            if (orders.isDetachOrdered()) {
                rest(nowNs);
            } else if (orders.isResetOrdered()) {
                beginReset();
            }
        }
        final Turn turn = switch (phase) {
            case STEPPING -> countUp(nowNs) ? Turn.STEP : Turn.WAIT;
            case RESETTING -> Turn.RESET;
            case AWAITING_CLOCKS, DETACHED -> Turn.WAIT;
        };
        if (endpoint != null && turn == Turn.WAIT) {
            endpoint.read();
        }
        return turn;
    }

    /**
     * Takes in what is there while another asset of this thread, or this one, waits in the middle of a turn. One that
     * is to be put back has no use for what it has, and its turn does not come while somebody has no room for it.
     */
    void readInPassing() {
        final boolean isResetDue = orders.isResetOrdered() && orders.hasClocks();
        if (isResetDue && phase == Phase.STEPPING && !stepGiven && !endpoint.waitsForRoom()) {
            beginReset();
        }
        endpoint.read();
    }

    private void beginReset() {
        phase = Phase.RESETTING;
        clock.forgetWishes();
        if (endpoint != null) {
            endpoint.beginReset();
        }
    }

    private boolean countUp(final long nowNs) {
        if (stepGiven) {
            return true;
        }
        tellNext();
        while (clock.isDue(nowNs)) {
            if (!mayCountUp()) {
                retain(nowNs);
                return false;
            }
            if (!clock.isPassing()) {
                give();
                return true;
            }
            if (endpoint != null && endpoint.isDue(clock.timeNs(), clock.nextOnGridNs())) {
                clock.wakeAt(0);
                tellNext();
            } else if (isPassed || !pass(nowNs) || !orders.hasClocks() || orders.isResetOrdered()) {
                // A core that counts up all the time is not to keep the thread here; who polls looks again.
                return false;
            }
        }
        return false;
    }

    private boolean mayCountUp() {
        if (!clock.progresses(coreSeenNs)) {
            // What was seen of T_c does not allow the step; only now is a look at shared memory worth its cost.
            coreSeenNs = counters.coreTimeNs();
            if (!clock.progresses(coreSeenNs)) {
                return false;
            }
        }
        return endpoint == null || endpoint.opens(clock.timeNs(), clock.nextNs());
    }

    private void give() {
        toNs = clock.nextNs();
        stepGiven = true;
        if (hasInterval()) {
            // Others are known to compute when they hold the core: there is nothing else that they would wait for.
            thread.beginsStep(counters.number());
        }
        stepTimes.begin();
    }

    /** Counts up without the asset, but not beyond a delivery; false when something has arrived that comes first. */
    private boolean pass(final long nowNs) {
        if (ended() != null) {
            return false;
        }
        final long fromNs = clock.timeNs();
        coreSeenNs = counters.coreTimeNs();
        final long publishedNs = reach.publishedNs(coreSeenNs);
        if (endpoint != null && endpoint.hasArrived()) {
            return false;
        }
        final long reachNs = reach.untilDeliveryNs(publishedNs);
        if (endpoint != null) {
            endpoint.pass(fromNs, reachNs);
        }
        atStart = false;
        countUpTo(reachNs, nowNs);
        if (endpoint != null && ended() == null) {
            endpoint.passed(reachNs);
        }
        tellNext();
        wake();
        isPassed = true;
        return true;
    }

    /** Whether the last {@link #poll} has counted up, though it gave no turn. */
    boolean hasPassed() {
        return isPassed;
    }

    private void tellNext() {
        if (orders.hasClocks()) {
            counters.tellNext(clock.timeNs() + clock.leastStepNs());
        }
    }

    /** Hands over the messages of the step that is given, once, and finds out how far it may go. */
    void beginStep() throws Exception {
        if (!stepGiven || stepBegun) {
            return;
        }
        stepBegun = true;
        isEndChosen = false;
        final long fromNs = clock.timeNs();
        final boolean varies = clock.takesWhatIsAllowed();
        long reachNs = toNs;
        if (varies) {
            coreSeenNs = counters.coreTimeNs();
            reachNs = reach.publishedNs(coreSeenNs);
        }
        if (endpoint != null) {
            // To a handler the step has its earliest end: that is the same in every run, however far the step may go.
            endpoint.begin(fromNs, toNs);
        }
        if (varies && !isEndChosen) {
            toNs = reach.untilDeliveryNs(reachNs);
            if (endpoint != null) {
                endpoint.extend(toNs);
            }
        }
    }

    /** Notes that T_c, as somebody has just read it, does not allow the next step, or that a gate holds it. */
    void retain(final long nowNs) {
        final boolean isNews = clock.retain(nowNs);
        tellNext();
        if (orders.hasClocks()) {
            counters.retained(clock.retains(), isNews, thread);
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

    /** Wakes the hub if it sleeps for this asset's time; but for the fence, see {@link AssetThread#ringCoreIfSeen}. */
    void ringCoreIfSeen() {
        if (orders.hasClocks()) {
            thread.ringCoreIfSeen(counters.number(), clock.timeNs());
        }
    }

    /**
     * The step is done: everything the simulator did in it is visible before its new time is. Who sleeps for that is
     * woken by {@link #wake}, or by {@link #ringCoreIfSeen} and whoever passes a fence for it later.
     */
    void commitStep(final long nowNs) {
        if (!stepGiven) {
            throw new IllegalStateException("asset '" + name() + "' has no step to commit; poll() gives one");
        }
        if (clock.takesWhatIsAllowed() && clock.isPassing()) {
            final long sentNs = endpoint == null ? 0 : clock.onGridNs(endpoint.latestStampNs());
            stepTo(Math.min(toNs, Math.max(sentNs, clock.wakesAtNs())));
        }
        stepGiven = false;
        atStart = false;
        stepTimes.end();
        stepBegun = false;
        final long fromNs = clock.timeNs();
        if (endpoint != null && ended() == null) {
            endpoint.publish(fromNs, toNs);
        }
        countUpTo(toNs, nowNs);
        if (hasInterval() && orders.hasClocks()) {
            thread.endedStep();
        }
        if (endpoint != null && ended() == null) {
            endpoint.advance(fromNs, clock.timeNs());
        }
    }

    private void countUpTo(final long timeNs, final long nowNs) {
        clock.progressTo(timeNs, nowNs);
        if (orders.hasClocks()) {
            counters.publishTime(timeNs);
            PUBLISHED.lazySet(this, timeNs);
        }
    }

    /** The simulator is back at its start. */
    void commitReset() {
        if (phase != Phase.RESETTING) {
            throw new IllegalStateException("asset '" + name() + "' has no reset to commit");
        }
        orders.forgetReset();
        atStart = true;
        endDawn();
        phase = Phase.AWAITING_CLOCKS;
    }

    /** What was sent at the dawn of time is there for others, before the asset counts as ready. */
    void endDawn() {
        if (endpoint != null) {
            endpoint.endDawn();
        }
    }

    /** Whether a step or a reset has been given, and not been committed. */
    boolean isInTurn() {
        return stepGiven || isResetting();
    }

    /** Whether its simulator is at its start, or going back there, and there is no clock for that yet. */
    boolean isPutBack() {
        final Phase now = phase;
        return now == Phase.RESETTING || now == Phase.AWAITING_CLOCKS;
    }

    boolean isResetting() {
        return phase == Phase.RESETTING;
    }

    /** From any thread. */
    SessionOrders orders() {
        return orders;
    }

    /** Whether the asset rests at {@link #restsAtNs()}, after a {@link SessionOrders#detach()}. */
    boolean rests() {
        return phase == Phase.DETACHED;
    }

    /** T_i at which it rests: 0 when its simulator is back at its start, whatever clock it had been given. */
    long restsAtNs() {
        return restsAtNs;
    }

    void end(final End how) {
        end(how, null);
    }

    void end(final End how, final String why) {
        if (orders.end(how, why) && endpoint != null) {
            endpoint.close();
        }
    }

    private void rest(final long nowNs) {
        if (atStart) {
            // A hub died in the middle of a reset; what clock another one gave it meanwhile means nothing.
            clock.restart(0, nowNs);
        }
        restsAtNs = clock.timeNs();
        orders.forgetReset();
        phase = Phase.DETACHED;
    }

    private void takeNewClocks(final long nowNs) {
        if (phase == Phase.AWAITING_CLOCKS && orders.isDetachOrdered()) {
            rest(nowNs);
        }
        final SessionClocks fresh = phase == Phase.RESETTING ? null : orders.takeClocks();
        if (fresh != null) {
            start(fresh, nowNs);
            if (endpoint != null && atStart) {
                endpoint.resume();
            }
            phase = Phase.STEPPING;
        }
    }

    private void start(final SessionClocks fresh, final long nowNs) {
        thread.moveTo(fresh.thread());
        counters = new SessionCounters(fresh);
        published = fresh.startNs();
        coreSeenNs = 0;
        if (endpoint != null) {
            endpoint.attach(fresh.endpoint());
        }
        clock.restart(fresh.startNs(), nowNs);
    }
}
