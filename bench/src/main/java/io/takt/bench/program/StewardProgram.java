package io.takt.bench.program;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.takt.steward.log.Workers;
import io.takt.steward.scenario.HardSpheres;
import io.takt.steward.scenario.Phold;
import io.takt.steward.scenario.RingPhold;
import io.takt.steward.scenario.Scenario;
import io.takt.steward.scenario.World;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Simulates by a steward, or by a plain program, for a while, and prints what that took: once it is warm, and for this
 * process as a whole, collector and compilers included.
 */
public final class StewardProgram {
    private static final OperatingSystemMXBean SYSTEM =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final double PACKING = 0.4;
    private static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int LEAST_WINDOWS = 4;
    private static final double STEADY = 0.05;

    /** A slice has some hundred events: each body has a few in a second. */
    private static final int BODY_SECONDS = 100;

    /** Which part of the memory an estimate of the history may reach, since it leaves out half of it. */
    private static final int PART = 4;

    private static final int GARBAGE = 1 << 16;
    private static volatile byte[] garbage;

    private StewardProgram() {
    }

    /**
     * Prints: wall time, processor time, and that of the simulating thread, in nanoseconds; events, stale predictions,
     * bytes of history in the heap and by the steward's estimate, which are 0 unless all of it was kept, and
     * {@link Load.Details}; bytes that the simulating thread has allocated.
     *
     * @param args {@code disks|spheres|marbles|phold|phold-ring BODIES WAY THREADS WORK MEASURED_NS
     *             WARM_UP_AT_MOST_NS}, times in processor time of the simulating thread. The way is {@code plain} for
     *             a plain program, of all but marbles; by a steward {@code bare} without a history, {@code recent}
     *             with the last two seconds of it, {@code all} with all of it, and {@code bound} without, where only
     *             events are run before their turn that nothing can reach. Events are run before their turn by as
     *             many threads, 0 for not at all; WORK is that of a job of PHOLD.
     */
    public static void main(final String[] args) {
        final int bodies = Integer.parseInt(args[1]);
        final int threads = Integer.parseInt(args[3]);
        final int work = Integer.parseInt(args[4]);
        final World world = switch (args[0]) {
            case "phold" -> new Phold(1, bodies, work);
            case "phold-ring" -> new RingPhold(1, bodies, work);
            case "marbles" -> Scenario.named("marbles").world(1, bodies);
            default -> new HardSpheres(1, bodies, args[0].equals("disks") ? 2 : 3, PACKING);
        };
        final long slice = Math.max(1, world.second() * BODY_SECONDS / bodies);
        try (Workers workers = threads == 0 ? null : new Workers(threads)) {
            final Load load = load(world, slice, args[2], workers);
            warmUp(load, Long.parseLong(args[6]));
            final boolean all = args[2].equals("all");
            System.out.println(measure(load, Long.parseLong(args[5]), all ? (StewardLoad) load : null));
        }
    }

    private static Load load(final World world, final long slice, final String way, final Workers workers) {
        return switch (way) {
            case "plain" -> plain(world, slice);
            case "bare" -> new StewardLoad(world, false, slice, workers, null);
            case "bound" -> new StewardLoad(world, false, slice, workers, ((RingPhold) world).delay());
            case "recent", "all" -> new StewardLoad(world, true, slice, workers, null);
            default -> throw new IllegalArgumentException(
                "there is no way '" + way + "', but plain, bare, recent, all and bound");
        };
    }

    private static Load plain(final World world, final long slice) {
        if (world instanceof HardSpheres spheres) {
            return new PlainSpheres(spheres, slice);
        }
        if (world instanceof Phold) {
            return new PlainPhold(world.bodies(), slice);
        }
        throw new IllegalArgumentException("there are plain programs of disks, spheres and phold only");
    }

    private static void warmUp(final Load load, final long atMostNs) {
        final long startNs = THREADS.getCurrentThreadCpuTime();
        double last = 0;
        double now = 0;
        for (int window = 0; window < LEAST_WINDOWS || Math.abs(now - last) > STEADY * last; window++) {
            if (THREADS.getCurrentThreadCpuTime() - startNs > atMostNs) {
                return;
            }
            last = now;
            now = rate(load);
        }
    }

    /** Events by nanosecond. */
    private static double rate(final Load load) {
        final long events = load.events();
        final double tookNs = advance(load, WINDOW_NS, null);
        return (load.events() - events) / tookNs;
    }

    /** Simulates for so much processor time of this thread; returns how much it was. */
    private static double advance(final Load load, final long atLeastNs, final StewardLoad all) {
        final long startNs = THREADS.getCurrentThreadCpuTime();
        long tookNs;
        do {
            load.advance();
            tookNs = THREADS.getCurrentThreadCpuTime() - startNs;
        } while (tookNs < atLeastNs && !isFull(all));
        return tookNs;
    }

    private static String measure(final Load load, final long measuredNs, final StewardLoad all) {
        if (all != null) {
            all.keepAll();
            System.gc();
        }
        final long events = load.events();
        final long stale = load.stale();
        final Load.Details details = load.details();
        final long allocated = allocated();
        final long processorNs = SYSTEM.getProcessCpuTime();
        final long startNs = System.nanoTime();
        final double threadNs = advance(load, measuredNs, all);
        final long wallNs = System.nanoTime() - startNs;
        final long tookNs = SYSTEM.getProcessCpuTime() - processorNs;
        final long bytes = allocated() - allocated;
        final String figures = wallNs + " " + (tookNs + (all == null ? 0 : collectRest())) + " " + threadNs + " "
            + (load.events() - events) + " " + (load.stale() - stale);
        final Load.Details more = load.details().since(details);
        return figures + " " + (all == null ? "0 0" : history(all)) + " " + more + " " + bytes;
    }

    /**
     * The collector copies once all that is kept, when the young generation is full: this takes the rest of a history
     * for what its copying costs, so that a history is not the quicker for ending before that.
     *
     * @return processor time of other threads than this one, in nanoseconds.
     */
    private static long collectRest() {
        final GarbageCollectorMXBean young = ManagementFactory.getGarbageCollectorMXBeans().get(0);
        final long before = young.getCollectionCount();
        final long startNs = SYSTEM.getProcessCpuTime() - THREADS.getCurrentThreadCpuTime();
        while (young.getCollectionCount() == before) {
            garbage = new byte[GARBAGE];
        }
        return SYSTEM.getProcessCpuTime() - THREADS.getCurrentThreadCpuTime() - startNs;
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static boolean isFull(final StewardLoad all) {
        return all != null && all.steward().statistics().historyBytes() > Runtime.getRuntime().maxMemory() / PART;
    }

    private static String history(final StewardLoad all) {
        final long with = used();
        final long estimated = all.steward().statistics().historyBytes();
        all.keepAll();
        return (with - used()) + " " + (estimated - all.steward().statistics().historyBytes());
    }

    /** The use of the heap when all garbage has been collected. */
    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
