package io.takt.proofs.agents;

import io.takt.shm.clock.ClockFile;
import io.takt.shm.waiting.Kernel;

/** A process of a world: it takes turns, sees the shared memory in its own way, and sleeps when it says so. */
abstract class Process implements Kernel {
    /** Sleeps of so long or longer end by a wake-up alone: what they are a time-out for must not happen. */
    private static final long ENDLESS_NS = 100_000_000L;

    private static final long AWAKE = -1;

    private final World world;
    private final String name;
    private final SharedMemory.View view;
    private long sleepsOn = AWAKE;
    private long sleepsUntilNs;
    private boolean running;
    private boolean hearing;
    private boolean open;
    private boolean gone;

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

    boolean isAsleep() {
        return sleepsOn != AWAKE && sleepsUntilNs - world.nanoTime() > 0;
    }

    /** When it wakes by itself; {@link Long#MAX_VALUE} when it does not, or is not asleep. */
    long wakesAtNs() {
        return isAsleep() ? sleepsUntilNs : Long.MAX_VALUE;
    }

    /** As a thread that is in a bed may at any time, for no reason. */
    void wakeUp() {
        sleepsOn = AWAKE;
    }

    final void run() {
        sleepsOn = AWAKE;
        running = true;
        try {
            turn();
        } finally {
            running = false;
        }
    }

    /** Whether it can be handed a line: in the middle of a turn its locks may be taken, unless it is {@link #open}. */
    boolean canHear() {
        return !hearing && !gone && (!running || open);
    }

    boolean isHearing() {
        return hearing;
    }

    final void hear(final Line line, final Runnable how) {
        hearing = true;
        try {
            view.see(line.seen());
            how.run();
        } finally {
            hearing = false;
        }
    }

    /** In the middle of a turn, where it holds no locks; others go on, and lines come. */
    final void pause() {
        open = true;
        try {
            world.others();
        } finally {
            open = false;
        }
    }

    boolean isGone() {
        return gone;
    }

    void end() {
        gone = true;
    }

    @Override
    public void await(final long address, final int expected, final long atMostNs) {
        if (world.memory().wordAt(address) == expected) {
            world.trace(name + " sleeps");
            sleepsOn = address;
            sleepsUntilNs = atMostNs >= ENDLESS_NS ? Long.MAX_VALUE : world.nanoTime() + atMostNs;
        }
    }

    @Override
    public void wake(final long address) {
        world.wake(this, address);
    }

    boolean sleepsOn(final long address) {
        return isAsleep() && sleepsOn == address;
    }
}
