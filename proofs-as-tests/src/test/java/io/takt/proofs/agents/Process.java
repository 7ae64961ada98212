package io.takt.proofs.agents;

import io.takt.shm.clock.ClockFile;
import io.takt.shm.waiting.Kernel;

/**
 * A process of a world: it takes turns, sees the shared memory in its own way, and sleeps when it says so. In the
 * middle of a turn another thread of it may do something; and it may die wherever it is.
 */
abstract class Process implements Kernel {
    /** Sleeps of so long or longer end by a wake-up: their time-outs are only for wakers that die. */
    private static final long ENDLESS_NS = 100_000_000L;

    /** A longer wait is no time-out. */
    private static final long LONGEST_NS = 1_000_000_000L;

    private static final long AWAKE = -1;

    private final World world;
    private final String name;
    private final SharedMemory.View view;
    private long sleepsOn = AWAKE;
    private long sleepsUntilNs;
    private long atMostNs;
    private long sleeps;
    private boolean running;
    private boolean atLeisure;
    private boolean busyElsewhere;
    private boolean hurried;
    private boolean gone;
    /** Where its turns may stop in the middle; null where they do not. */
    private Coroutine coroutine;

    /** Takes a thread of a process that is gone out of whatever it was doing. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed(final String name) {
            super(name + " is gone", null, false, false);
        }
    }

    Process(final World world, final String name) {
        this.world = world;
        this.name = name;
        this.view = world.memory().view(this);
    }

    World world() {
        return world;
    }

    String name() {
        return name;
    }

    SharedMemory.View view() {
        return view;
    }

    /** The clocks as it sees them. */
    public ClockFile clocks() {
        return ClockFile.over(world.memory().metaDataFor(view), view, this);
    }

    /** One round of its loop; may sleep at the end, which the world sees to. */
    protected abstract void turn();

    /** Whether it can be given a turn: not in the middle of one, nor asleep. */
    boolean canRun() {
        return !running && !gone && !isAsleep();
    }

    boolean isRunning() {
        return running;
    }

    boolean isAsleep() {
        return sleepsOn != AWAKE && sleepsUntilNs - world.nanoTime() > 0;
    }

    /** When it wakes by itself; {@link Long#MAX_VALUE} when it does not, or is not asleep. */
    long wakesAtNs() {
        return isAsleep() ? sleepsUntilNs : Long.MAX_VALUE;
    }

    /** As a thread that is in a parker may at any time, for no reason. */
    void wakeUp() {
        sleepsOn = AWAKE;
    }

    final void run() {
        sleepsOn = AWAKE;
        running = true;
        try {
            if (coroutine == null) {
                unlessKilled(this::turn);
            } else {
                coroutine.resume(() -> unlessKilled(this::turn));
            }
        } finally {
            running = false;
            hurried = false;
        }
    }

    /** From now on it may sleep in the middle of a turn; all other processes may go on meanwhile. */
    final void sleepsInTheMiddle() {
        coroutine = new Coroutine();
    }

    /** The world ends: nothing of it is left. */
    final void vanish() {
        end();
        if (coroutine != null) {
            coroutine.close();
        }
    }

    /** Whether another thread of it has something in hand, for which it may hold locks. */
    boolean isBusyElsewhere() {
        return busyElsewhere;
    }

    /** Whether it can be handed a line, or another of its threads can do something; its turns hold no locks. */
    boolean isFreeElsewhere() {
        return !busyElsewhere && !gone;
    }

    final void hear(final Line line, final Runnable how) {
        elsewhere(() -> {
            view.see(line.seen());
            how.run();
        });
    }

    /** By another thread of it. */
    final void elsewhere(final Runnable what) {
        busyElsewhere = true;
        try {
            unlessKilled(what);
        } finally {
            busyElsewhere = false;
        }
    }

    /** In the middle of that, where it holds no locks. */
    final void unlocked(final Runnable what) {
        final boolean before = busyElsewhere;
        busyElsewhere = false;
        try {
            what.run();
        } finally {
            busyElsewhere = before;
        }
    }

    /** Does what a thread of it does, to the end or until the process is killed. */
    final void unlessKilled(final Runnable what) {
        try {
            what.run();
        } catch (final Killed e) {
            world.trace(e.getMessage());
        }
    }

    /**
     * Another thread of it gives up records. In the middle of a turn it may still make a write that it has decided on,
     * within the second in which no other process gets these records; but not after a step, which may take any time.
     */
    final void hurry() {
        hurried = running && !atLeisure;
    }

    boolean isHurried() {
        return hurried;
    }

    /** In the middle of a turn, in the code of its user, which may take any time: others go on. */
    final void pause() {
        hurried = false;
        atLeisure = true;
        try {
            world.others();
            world.before(this);
        } finally {
            atLeisure = false;
        }
    }

    boolean isGone() {
        return gone;
    }

    /** It is no more; a thread of it that is in the middle of something does not get to the next access to memory. */
    void end() {
        gone = true;
    }

    /** Before everything that is to be seen from outside. */
    final void requireAlive() {
        if (gone) {
            throw new Killed(name);
        }
    }

    @Override
    public void await(final long address, final int expected, final long mostNs) {
        if (world.memory().wordAt(address) == expected) {
            world.trace(name + " sleeps");
            sleepsOn = address;
            sleeps++;
            atMostNs = mostNs;
            sleepsUntilNs = mostNs >= ENDLESS_NS ? Long.MAX_VALUE : world.nanoTime() + mostNs;
            if (coroutine != null) {
                coroutine.suspend();
                requireAlive();
            }
        }
    }

    @Override
    public void wake(final long address) {
        try {
            world.before(this);
        } finally {
            world.wake(this, address);
        }
    }

    /** A wake-up is lost: the time-out is there for this case. */
    void sleepUntilTimeOut() {
        if (atMostNs <= LONGEST_NS) {
            sleepsUntilNs = world.nanoTime() + atMostNs;
        }
    }

    /** How often it has gone to sleep. */
    long sleeps() {
        return sleeps;
    }

    /** Its present action, in words. */
    String doing() {
        return name + (gone ? " is gone" : isAsleep() ? " is asleep" : running ? " runs" : " is awake")
            + (busyElsewhere ? ", busy elsewhere" : "")
            + (coroutine != null && coroutine.isSuspended() ? ", in the middle of a turn" : "");
    }

    boolean sleepsOn(final long address) {
        return isAsleep() && sleepsOn == address;
    }
}
