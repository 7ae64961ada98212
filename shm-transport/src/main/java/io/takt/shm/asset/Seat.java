package io.takt.shm.asset;

import io.takt.asset.AssetSpec;
import io.takt.asset.OnHubLost;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.asset.message.Channels;
import io.takt.rule.AssetClock;
import io.takt.rule.AssetRule;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Request;
import io.takt.shm.message.Mail;
import io.takt.shm.message.MailClocks;
import io.takt.shm.waiting.Doorbell;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.agrona.concurrent.NanoClock;

/**
 * An asset's place at a hub: which turn comes next. Both ways of writing an asset, callbacks and polling, sit on it.
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
 * <p>Owned by the thread that polls; the connection's thread only leaves messages through {@link #orderReset},
 * {@link #detach}, {@link #giveClocks} and {@link #end}.
 */
final class Seat {
    private enum Phase { STEPPING, RESETTING, AWAITING_CLOCKS, DETACHED }

    /** The counters of one epoch, and the time at which the asset starts in it. */
    record Clocks(int number, Clock core, Clock time, Clock retain, Clock next, long startNs,
        AssetThread.Counters thread, MailClocks mail) {
    }

    /** Why a seat gives no more turns. */
    enum End { STOPPED, LEFT, LOST }

    private static final AtomicLongFieldUpdater<Seat> PUBLISHED =
        AtomicLongFieldUpdater.newUpdater(Seat.class, "published");

    private final AssetSpec spec;
    private final String name;
    private final Steps steps;
    private final long intervalNs;
    private final AssetThread thread;
    /** Null for an asset that neither sends nor receives. */
    private final Mail mail;
    private volatile Phase phase = Phase.STEPPING;
    private volatile Clocks clocks;
    private AssetClock clock;
    /** What is touched in every step, beside {@link #clock}; all of it the driving thread's. */
    private Clock coreClock;
    private Clock timeClock;
    private Clock retainClock;
    /** Null where the hub knows by itself how far the next step has to go. */
    private Clock nextClock;
    private int number;
    private long coreSeenNs;
    private boolean stepGiven;
    private boolean stepBegun;
    /** Where the step ends that was given. */
    private long toNs;
    /** Until then the asset has nothing to do, unless something is delivered before; 0 when it does not say so. */
    private long wakeAtNs;
    /** Length of whole steps; 0 while it was not chosen. */
    private long chosenNs;
    /** What was last published of how far the next step has to go. */
    private long nextToldNs;
    private boolean isNextNews;
    /** Whether nothing was simulated since a reset; the clock may stand elsewhere, if hubs die in the middle of one. */
    private boolean atStart;
    private volatile long published;
    private volatile StepTimes stepTimes;
    private final Object messages = new Object();
    private volatile long restsAtNs;
    private volatile boolean resetOrdered;
    private volatile boolean detachOrdered;
    private volatile boolean ready;
    private volatile Clocks newClocks;
    private volatile End end;
    private volatile String endReason;

    /** Nothing of what is declared is left open. */
    Seat(final AssetSpec spec, final AssetThread thread, final Mail mail, final Clocks clocks, final long nowNs) {
        this.spec = spec;
        this.name = spec.name();
        this.steps = spec.steps().orElseThrow();
        this.intervalNs = spec.intervalNs();
        this.thread = thread;
        this.mail = mail;
        start(clocks, nowNs);
    }

    String name() {
        return name;
    }

    AssetSpec spec() {
        return spec;
    }

    AssetThread thread() {
        return thread;
    }

    boolean attachesAgain() {
        return spec.onHubLost() == OnHubLost.ATTACH;
    }

    /** Null for an asset that neither sends nor receives. */
    Mail mail() {
        return mail;
    }

    Channels channels() {
        return mail == null ? new NoChannels(name) : mail;
    }

    /** Of the asset in its hub. */
    int number() {
        return number;
    }

    long timeNs() {
        return clock.timeNs();
    }

    /** How long steps have taken since this was first asked; from any one thread. */
    Request.StepReport reportSteps(final NanoClock nanoClock) {
        if (stepTimes == null) {
            stepTimes = new StepTimes(nanoClock);
        }
        return stepTimes.report(name);
    }

    /** T_i as others see it; from any thread. */
    long publishedNs() {
        return published;
    }

    /** Where the step ends that was given, or else the earliest end of the next. */
    long nextNs() {
        return stepGiven ? toNs : neededNs();
    }

    /** T_c that the next count-up takes. */
    private long neededNs() {
        return isPassing() ? clock.nextOnGridNs() : clock.nextNs();
    }

    /** Whether the asset has asked to be left alone for now: its clock counts up without it. */
    private boolean isPassing() {
        return wakeAtNs > clock.timeNs();
    }

    /**
     * Between its turns, or in one: the asset has nothing to do before a time, unless something is delivered. After a
     * step that is at the end of a granularity at the earliest.
     */
    void wakeAt(final long timeNs) {
        wakeAtNs = stepGiven ? Math.max(timeNs, clock.timeNs() + 1) : timeNs;
    }

    /** In a step: it ends at an earlier time than was allowed. */
    void stepTo(final long endNs) {
        if (!stepGiven) {
            throw new IllegalStateException("asset '" + name + "' has no step that could be shorter");
        }
        if (endNs <= clock.timeNs() || endNs > toNs || (endNs - clock.timeNs()) % steps.granularityNs() != 0) {
            throw new IllegalArgumentException("asset '" + name + "': the step from "
                + SimTime.format(clock.timeNs()) + " cannot end at " + SimTime.format(endNs)
                + "; it ends a multiple of " + SimTime.format(steps.granularityNs()) + " later, at "
                + SimTime.format(toNs) + " at most");
        }
        if (mail != null) {
            mail.shorten(endNs);
        }
        toNs = endNs;
    }

    /** Between its turns, or in one: how long its whole steps are from the next one on. */
    void chooseStep(final long stepNs) {
        try {
            clock.choose(stepNs);
        } catch (final IllegalStateException e) {
            throw new IllegalStateException("asset '" + name + "': " + e.getMessage(), e);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("asset '" + name + "': " + e.getMessage(), e);
        }
        chosenNs = stepNs;
    }

    boolean hasInterval() {
        return intervalNs > 0;
    }

    /** T_c from which on there is a step to do; {@link AssetThread#NO_TIME} while no T_c would help. */
    long wantedNs() {
        final boolean isHeld = mail != null && mail.isHeld();
        return phase == Phase.STEPPING && !isHeld ? neededNs() : AssetThread.NO_TIME;
    }

    /** Wall time until the interval is due; 0 without one. */
    long dueInNs(final long nowNs) {
        return intervalNs == 0 ? 0 : clock.dueInNs(nowNs);
    }

    End ended() {
        return end;
    }

    /** Why it has ended, where there is something to say; else null. */
    String endReason() {
        return endReason;
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
     * @param nowNs the wall clock; any when there is no interval.
     */
    Turn poll(final long nowNs) {
        if (end != null) {
            return Turn.STOP;
        }
        if (phase != Phase.STEPPING) {
            takeNewClocks(nowNs);
        }
        if (phase == Phase.STEPPING && !stepGiven) {
            if (detachOrdered) {
                rest(nowNs);
            } else if (resetOrdered) {
                beginReset();
            }
        }
        final Turn turn = switch (phase) {
            case STEPPING -> countUp(nowNs) ? Turn.STEP : Turn.WAIT;
            case RESETTING -> Turn.RESET;
            case AWAITING_CLOCKS, DETACHED -> Turn.WAIT;
        };
        if (mail != null && turn == Turn.WAIT) {
            mail.read();
        }
        return turn;
    }

    /**
     * Takes in what is there while another asset of this thread, or this one, waits in the middle of a turn. One that
     * is to be put back has no use for what it has, and its turn does not come while somebody has no room for it.
     */
    void readInPassing() {
        final boolean isResetDue = resetOrdered && end == null && !detachOrdered;
        if (isResetDue && phase == Phase.STEPPING && !stepGiven && !mail.waitsForRoom()) {
            beginReset();
        }
        mail.read();
    }

    private void beginReset() {
        phase = Phase.RESETTING;
        wakeAtNs = 0;
        chosenNs = 0;
        if (mail != null) {
            mail.beginReset();
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
                ringForNext();
                return false;
            }
            if (!isPassing() || mail != null && mail.isDue(clock.timeNs(), clock.nextOnGridNs())) {
                give();
                return true;
            }
            pass(nowNs);
            if (end != null || detachOrdered || resetOrdered) {
                return false;
            }
        }
        return false;
    }

    private boolean mayCountUp() {
        if (!progresses()) {
            // What was seen of T_c does not allow the step; only now is a look at shared memory worth its cost.
            coreSeenNs = coreClock.read();
            if (!progresses()) {
                return false;
            }
        }
        return mail == null || mail.opens(clock.timeNs(), neededNs());
    }

    /** Rule (a). */
    private boolean progresses() {
        return isPassing() ? AssetRule.progresses(clock.timeNs(), steps.granularityNs(), coreSeenNs)
            : clock.progresses(coreSeenNs);
    }

    private void give() {
        wakeAtNs = 0;
        toNs = clock.nextNs();
        stepGiven = true;
        if (hasInterval()) {
            // Others are known to compute when they hold the core: there is nothing else that they would wait for.
            thread.beginsStep(number);
        }
        if (stepTimes != null) {
            stepTimes.begin();
        }
    }

    /** Counts up without the asset, which has nothing to do now: as far as it may, but not beyond a delivery. */
    private void pass(final long nowNs) {
        final long fromNs = clock.timeNs();
        coreSeenNs = coreClock.read();
        long reachNs = AssetRule.reachNs(fromNs, steps.granularityNs(), Math.min(coreSeenNs, wakeOnGridNs()));
        final boolean isSending = mail != null && end == null;
        if (isSending) {
            reachNs = mail.reachNs(fromNs, reachNs);
            mail.pass(fromNs, reachNs);
        }
        atStart = false;
        countUpTo(reachNs, nowNs);
        if (isSending) {
            mail.advance(reachNs - steps.granularityNs(), reachNs);
        }
        tellNext();
        wake();
    }

    /** The first time of the grid that is not before the asset is to be woken. */
    private long wakeOnGridNs() {
        final long beyondNs = (wakeAtNs - clock.timeNs()) % steps.granularityNs();
        final long onGridNs = wakeAtNs - beyondNs;
        return beyondNs == 0 || onGridNs > Long.MAX_VALUE - steps.granularityNs() ? onGridNs
            : onGridNs + steps.granularityNs();
    }

    /** What the hub cannot know: how far the next whole step has to go. */
    private void tellNext() {
        if (nextClock != null && ownsClocks() && neededNs() != nextToldNs) {
            nextToldNs = neededNs();
            nextClock.publish(nextToldNs);
            isNextNews = true;
        }
    }

    /** A hub that lets the run end sleeps until the asset has done its last step; this says that it is done. */
    private void ringForNext() {
        if (isNextNews && ownsClocks()) {
            isNextNews = false;
            Doorbell.fence();
            thread.ringCoreIfSeen(number, nextToldNs);
        }
    }

    /**
     * Hands the messages of the step over that {@link #poll} has given, once, and finds out how far it may go; throws
     * what their handlers throw.
     */
    void beginStep() throws Exception {
        if (stepGiven && !stepBegun) {
            stepBegun = true;
            if (mail != null) {
                mail.begin(clock.timeNs(), toNs);
            }
            if (!steps.isFixed() && !steps.isWhole()) {
                coreSeenNs = coreClock.read();
                toNs = clock.reachNs(coreSeenNs);
                if (mail != null) {
                    toNs = mail.reachNs(clock.timeNs(), toNs);
                    mail.extend(toNs);
                }
            }
        }
    }

    /** Notes that T_c, as somebody has just read it, does not allow the next step. */
    void retain(final long nowNs) {
        if (clock.retain(nowNs) && ownsClocks()) {
            retainClock.publish(clock.retains());
        }
    }

    /** After a commit: wakes the hub, and receivers, if they sleep for what it has published. One fence serves all. */
    void wake() {
        Doorbell.fence();
        ringCoreIfSeen();
        if (mail != null) {
            mail.wake();
        }
    }

    /** Wakes the hub if it sleeps for this asset's time; but for the fence, see {@link AssetThread#ringCoreIfSeen}. */
    void ringCoreIfSeen() {
        if (ownsClocks()) {
            thread.ringCoreIfSeen(number, clock.timeNs());
        }
    }

    /** A seat that was given up has no counters any more: somebody else's clock may stand there by now. */
    private boolean ownsClocks() {
        return end == null && !detachOrdered;
    }

    /**
     * The step is done: everything the simulator did in it is visible before its new time is. Who sleeps for that is
     * woken by {@link #wake}, or by {@link #ringCoreIfSeen} and whoever passes a fence for it later.
     */
    void commitStep(final long nowNs) {
        if (!stepGiven) {
            throw new IllegalStateException("asset '" + name + "' has no step to commit; poll() or await() gives one");
        }
        if (isPassing() && wakeOnGridNs() < toNs) {
            stepTo(wakeOnGridNs());
        }
        stepGiven = false;
        atStart = false;
        if (stepTimes != null) {
            stepTimes.end();
        }
        stepBegun = false;
        final long fromNs = clock.timeNs();
        if (mail != null && end == null) {
            mail.publish(fromNs, toNs);
        }
        countUpTo(toNs, nowNs);
        if (hasInterval() && ownsClocks()) {
            thread.endedStep();
        }
        if (mail != null && end == null) {
            mail.advance(fromNs, clock.timeNs());
        }
    }

    private void countUpTo(final long timeNs, final long nowNs) {
        clock.progressTo(timeNs, nowNs);
        if (ownsClocks()) {
            timeClock.publish(timeNs);
            PUBLISHED.lazySet(this, timeNs);
        }
    }

    /** The simulator is back at its start. */
    void commitReset() {
        if (phase != Phase.RESETTING) {
            throw new IllegalStateException("asset '" + name + "' has no reset to commit");
        }
        resetOrdered = false;
        atStart = true;
        endDawn();
        phase = Phase.AWAITING_CLOCKS;
    }

    /** What was sent at the dawn of time is there for others, before the asset counts as ready. */
    void endDawn() {
        if (mail != null) {
            mail.endDawn();
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

    void orderReset() {
        resetOrdered = true;
    }

    void giveClocks(final Clocks fresh) {
        synchronized (messages) {
            newClocks = fresh;
        }
    }

    /** Another hub gives it clocks; what that ordered before it knew of this asset is not for it. */
    void attach(final Clocks fresh) {
        resetOrdered = false;
        giveClocks(fresh);
    }

    /** The hub is gone: after the step that is under way the asset rests until it has the clocks of another. */
    void detach() {
        synchronized (messages) {
            newClocks = null;
            detachOrdered = true;
        }
    }

    /** Whether the asset rests at {@link #restsAtNs()}, after a {@link #detach()}. */
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
        if (end == null) {
            endReason = why;
            end = how;
            if (mail != null) {
                mail.close();
            }
        }
    }

    private void rest(final long nowNs) {
        if (atStart) {
            // A hub died in the middle of a reset; what clock another one gave it meanwhile means nothing.
            clock = newClock(0, nowNs);
        }
        restsAtNs = clock.timeNs();
        resetOrdered = false;
        phase = Phase.DETACHED;
    }

    private void takeNewClocks(final long nowNs) {
        if (phase == Phase.AWAITING_CLOCKS && detachOrdered) {
            rest(nowNs);
        }
        final Clocks fresh = phase == Phase.RESETTING ? null : newestClocks();
        if (fresh != null) {
            start(fresh, nowNs);
            if (mail != null && atStart) {
                mail.resume();
            }
            phase = Phase.STEPPING;
        }
    }

    /** In one piece, so that a {@link #detach()} which comes at the same time is not taken back with an older one. */
    private Clocks newestClocks() {
        synchronized (messages) {
            final Clocks fresh = newClocks;
            if (fresh != null) {
                newClocks = null;
                detachOrdered = false;
            }
            return fresh;
        }
    }

    private void start(final Clocks fresh, final long nowNs) {
        clocks = fresh;
        thread.moveTo(fresh.thread);
        number = fresh.number;
        coreClock = fresh.core;
        timeClock = fresh.time;
        retainClock = fresh.retain;
        published = fresh.startNs;
        coreSeenNs = 0;
        if (mail != null) {
            mail.attach(fresh.mail);
        }
        nextClock = fresh.next;
        nextToldNs = 0;
        clock = newClock(fresh.startNs, nowNs);
    }

    private AssetClock newClock(final long timeNs, final long nowNs) {
        final AssetClock fresh = new AssetClock(timeNs, steps, intervalNs, nowNs);
        if (chosenNs > 0) {
            fresh.choose(chosenNs);
        }
        return fresh;
    }
}
