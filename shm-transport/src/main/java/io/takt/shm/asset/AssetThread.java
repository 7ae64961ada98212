package io.takt.shm.asset;

import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.control.Reply;
import io.takt.shm.message.EndpointThread;
import io.takt.shm.message.SharedRecords;
import io.takt.shm.waiting.Doorbell;
import io.takt.shm.waiting.Parker;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A thread that drives sessions, as the hub sees it: where it sleeps, for which T_c, and whose step it is doing.
 *
 * <p>Owned by that thread, but for what is said to be for any thread.
 */
final class AssetThread implements Parker, EndpointThread {
    /** The longest sleep: it bounds the delay when a hub was stopped in the middle of waking this thread. */
    private static final long LONGEST_SLEEP_NS = 100_000_000L;

    /**
     * Tries before a sleep in the middle of a step: spins for the time of a few messages, then yields to a few
     * processes.
     */
    private static final int SPINS = 100;
    private static final int YIELDS = 20;

    /** No time of the core would help: the thread waits for the control socket alone. */
    static final long NO_TIME = Long.MAX_VALUE;

    /** The times and events for which a thread waits. */
    interface Wishes {
        /** T_c from which on there is a step to do, or {@link #NO_TIME}. */
        long wantedNs();

        /** Wall time until an interval is due; 0 when one is, or when none counts. */
        long dueInNs();

        /** Wall time after which the wait is to end in any case. */
        long leftNs();

        /** A session of this thread has taken a command; ignored where all sessions are looked at in turn. */
        default void onCommand(final AssetSession session, final SessionCommand command) {
        }
    }

    /** The counters at one hub. */
    record Counters(int counterId, Doorbell sleep, Clock activity, CoreDoorbell core) {
        /** The number for a join; none where this process cannot wake the hub, which then looks by itself. */
        Integer toldId() {
            return Doorbell.canWake() ? counterId : null;
        }

        static Counters of(final ClockFile file, final Reply.Doorbell reply) {
            final Clock sleep = file.clock(reply.sleepCounter());
            return new Counters(sleep.counterId(), sleep.doorbell(), file.clock(reply.activityCounter()),
                new CoreDoorbell(file.clock(reply.coreSleepCounter()), file.clock(reply.coreSleepForCounter())));
        }
    }

    private record Posted(AssetSession session, SessionCommand command) {
    }

    private enum Use { AWAKE, PARKED, RETIRED }

    private final NanoClock nanoClock;
    private final AtomicReference<Use> use = new AtomicReference<>(Use.AWAKE);
    /** Sessions that send or receive. */
    private final List<AssetSession> sessions = new ArrayList<>();
    private final SharedRecords records = new SharedRecords();
    private final Queue<Posted> commands = new ConcurrentLinkedQueue<>();
    /** So that one read tells whether there are commands. */
    private final AtomicLong posted = new AtomicLong();
    private long taken;
    private volatile Counters counters;
    private Wishes wishes;
    private long announced;
    private boolean dueAnnounced;
    private long dueAtNs;

    AssetThread(final Counters counters) {
        this(counters, SystemNanoClock.INSTANCE);
    }

    AssetThread(final Counters counters, final NanoClock nanoClock) {
        this.counters = counters;
        this.nanoClock = nanoClock;
    }

    void wishes(final Wishes newWishes) {
        wishes = newWishes;
    }

    /** Drives the thread at another hub from now on. */
    void moveTo(final Counters fresh) {
        counters = fresh;
    }

    /**
     * The thread drives no session any more, and from now on leaves its counters alone: another thread may get them.
     * From any thread.
     *
     * @return false when it is about to sleep or asleep, or has retired before.
     */
    boolean retire() {
        return use.compareAndSet(Use.AWAKE, Use.RETIRED);
    }

    /**
     * The connection ends, with which the hub frees the counters. From now on the thread leaves them alone at any
     * moment, even after a step, when it would withdraw its announcement. From any thread.
     */
    void abandon() {
        use.set(Use.RETIRED);
    }

    void beginsStep(final int asset) {
        counters.activity.publish(asset);
    }

    /** A step is done and its time is published; {@link #ringCoreIfSeen} must follow. */
    void endedStep() {
        counters.activity.publish(ClockLayout.NO_STEP);
    }

    /** Wakes the hub if it sleeps for a time that was published before; see {@link CoreDoorbell#ringIfSeen}. */
    void ringCoreIfSeen(final int asset, final long timeNs) {
        counters.core.ringIfSeen(asset, timeNs);
    }

    /** Number of the asset for which the hub sleeps, after all that was published before; -1 when it is awake. */
    long awaitedByCore() {
        return counters.core.awaited();
    }

    /** From any thread: a session of this thread is told something; {@link #ring()} is to follow. */
    void post(final AssetSession session, final SessionCommand command) {
        commands.add(new Posted(session, command));
        posted.incrementAndGet();
    }

    /** Whether commands were posted that have not been taken. */
    boolean hasCommands() {
        return posted.get() != taken;
    }

    /** Gives each session the commands that were posted for it. */
    void takeCommands() {
        if (hasCommands()) {
            takeAll();
        }
    }

    private void takeAll() {
        for (Posted each = commands.poll(); each != null; each = commands.poll()) {
            taken++;
            if (each.command instanceof SessionCommand.Drive) {
                add(each.session);
            }
            each.session.life().take(each.command);
            if (wishes != null) {
                wishes.onCommand(each.session, each.command);
            }
        }
    }

    /** From any thread: there is something new, other than a time. A thread that has retired does not sleep. */
    void ring() {
        if (use.get() != Use.RETIRED) {
            counters.sleep.ring();
        }
    }

    @Override
    public long idleForNs() {
        return wishes.wantedNs() == NO_TIME ? wishes.dueInNs() : 0;
    }

    @Override
    public void announce() {
        if (!use.compareAndSet(Use.AWAKE, Use.PARKED) && use.get() == Use.RETIRED) {
            return;
        }
        // The interval is read first: if it ends in between, the wishes include it already.
        final long dueInNs = wishes.dueInNs();
        dueAnnounced = dueInNs > 0;
        dueAtNs = dueAnnounced ? nanoClock.nanoTime() + dueInNs : 0;
        announced = wanted();
        announce(announced);
    }

    /**
     * The doorbell before the logs: a sender rings each sleeper that is announced in its log only once. The fence is
     * for senders that want room, and look at their own log alone.
     */
    private void announce(final long value) {
        counters.sleep.announce(value);
        for (int i = 0; i < sessions.size(); i++) {
            sessions.get(i).endpoint().announce();
        }
        Doorbell.fence();
    }

    /** The low word of an odd time could look like that of a thread that is awake; a nanosecond early does no harm. */
    private long wanted() {
        return Math.max(0, wishes.wantedNs()) & ~1L;
    }

    /** A thread that has reached its time, and is now held by a gate, has to announce the gate first. */
    private boolean isAnnounced() {
        for (int i = 0; i < sessions.size(); i++) {
            if (!sessions.get(i).endpoint().isAnnounced()) {
                return false;
            }
        }
        return sessions.isEmpty() || announced == wanted();
    }

    @Override
    public void sleep() {
        final long atMostNs = longestSleepNs();
        if (atMostNs > 0 && use.get() == Use.PARKED && isAnnounced()) {
            counters.sleep.sleep(announced, atMostNs);
        }
    }

    /** Not beyond the next due event as of the announcement, even if that is due by now; 0 or less is no sleep. */
    long longestSleepNs() {
        final long mostNs = Math.min(LONGEST_SLEEP_NS, wishes.leftNs());
        final long dueInNs = wishes.dueInNs();
        final long untilDueNs = dueInNs > 0 ? Math.min(dueInNs, mostNs) : mostNs;
        return dueAnnounced ? Math.min(dueAtNs - nanoClock.nanoTime(), untilDueNs) : untilDueNs;
    }

    @Override
    public void withdraw() {
        if (use.get() == Use.PARKED) {
            counters.sleep.withdraw();
            for (int i = 0; i < sessions.size(); i++) {
                sessions.get(i).endpoint().withdraw();
            }
            use.compareAndSet(Use.PARKED, Use.AWAKE);
        }
    }

    /** It drives an asset that sends or receives. */
    void add(final AssetSession session) {
        sessions.add(session);
        session.endpoint().share(records);
    }

    /** It drives that asset no more. */
    void remove(final AssetSession session) {
        if (sessions.remove(session)) {
            session.endpoint().unshare(records);
        }
    }

    /** The records that its assets read. */
    SharedRecords records() {
        return records;
    }

    @Override
    public void readAll() {
        takeCommands();
        for (int i = 0; i < sessions.size(); i++) {
            sessions.get(i).life().readInPassing();
        }
    }

    @Override
    public void pass(final int round, final BooleanSupplier unless) {
        if (round < SPINS) {
            Thread.onSpinWait();
        } else if (round < SPINS + YIELDS) {
            Thread.yield();
        } else if (!parks()) {
            Thread.yield();
        } else {
            announce(NO_TIME & ~1L);
            // A sender that has begun to wait for room meanwhile may have believed this thread to be awake.
            readAll();
            if (!unless.getAsBoolean()) {
                counters.sleep.sleep(NO_TIME & ~1L, LONGEST_SLEEP_NS);
            }
            withdraw();
        }
    }

    /**
     * False for a thread that has retired. A thread that looks once more before it sleeps, and finds a step to do, is
     * parked already.
     */
    private boolean parks() {
        return use.compareAndSet(Use.AWAKE, Use.PARKED) || use.get() == Use.PARKED;
    }

    @Override
    public long doorbell() {
        return counters.counterId;
    }
}
