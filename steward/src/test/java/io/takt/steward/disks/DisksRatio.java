package io.takt.steward.disks;

import com.sun.management.OperatingSystemMXBean;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.graph.GraphSteward;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.function.LongConsumer;

/**
 * How many collisions a processor second buys, against the plain program in the same run: the processor time of the
 * whole process, with its garbage collector, for the same events. One after the other, each with a warm-up of its own,
 * so that none has to collect the other's garbage. Arguments: disks, units of time that are measured, units of time of
 * which the history is kept.
 */
public final class DisksRatio {
    private static final double PACKING = 0.4;
    private static final long UNIT = 1L << 32;
    private static final double NANOS = 1e9;
    private static final int WARM_UP = 4;

    private DisksRatio() {
    }

    /**
     * Prints the ratios.
     *
     * @param args see above.
     */
    public static void main(final String[] args) {
        final int count = args.length > 0 ? Integer.parseInt(args[0]) : 4096;
        final int units = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        final int kept = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        final PrintStream out = System.out;
        final HardDisks disks = new HardDisks(count, PACKING);
        final PlainDisks plain = new PlainDisks(count, PACKING, 1, HardDisks.PREDICTOR, HardDisks.DISK, null);
        final double plainTime = time(units, plain::advanceTo);
        final double perUnit = plain.collisions / (double) (units + units / WARM_UP);
        final double collisions = perUnit * units;
        out.printf("plain            %9.0f collisions a processor second, stale per event %.3f%n",
            collisions / plainTime, plain.stale / (double) (plain.collisions + plain.crossings));
        final Steward bare = GraphSteward.withoutHistory(disks.physics);
        disks.start(bare, 1);
        final double bareTime = time(units, bare::advanceTo);
        out.printf("without history  %9.0f, %.2f times slower%n", collisions / bareTime, bareTime / plainTime);
        final Steward full = GraphSteward.withHistory(disks.physics);
        disks.start(full, 1);
        final double fullTime = time(units, until -> {
            full.advanceTo(until);
            full.forgetBefore(until - kept * UNIT);
        });
        out.printf("with history     %9.0f, %.2f times slower%n", collisions / fullTime, fullTime / plainTime);
        final Statistics statistics = full.statistics();
        out.printf("stale per event %.3f, predictor runs per event %.3f, history bytes per event kept %.0f%n",
            statistics.stale() / (double) statistics.executed(),
            statistics.predictorRuns() / (double) statistics.executed(),
            statistics.historyBytes() / (double) full.history(full.forgottenBefore(), full.now()).size());
    }

    /** Seconds of processor time for so many units, after a quarter as many that are not counted. */
    private static double time(final int units, final LongConsumer advance) {
        final int warmUp = units / WARM_UP;
        long start = cpu();
        for (int unit = 1; unit <= warmUp + units; unit++) {
            if (unit == warmUp + 1) {
                start = cpu();
            }
            advance.accept(unit * UNIT);
        }
        return (cpu() - start) / NANOS;
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
