package io.takt.bench.program;

import io.takt.steward.Physics;
import io.takt.steward.Statistics;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Redoing;
import io.takt.steward.scenario.HardSpheres;
import io.takt.steward.scenario.Input;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** Changes the past of a world some seconds ago, again and again, and prints what that took. */
public final class PastProgram {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double PACKING = 0.4;
    /** Bodies that are kicked each second, one after the other. */
    private static final int KICKS = 4;

    private final LogSteward steward;
    private final long second;
    private final Kicks kicks;
    private final int secondsAgo;
    private long seconds;
    private long events;
    private long forwardNs;
    private long changes;
    private long redone;
    private long changeNs;
    private int kicked;

    /** Changes that come late, each with a number of its own. */
    private interface Kicks {
        Input kick(long time, int number);
    }

    private PastProgram(
        final Physics physics, final long second, final List<Input> inputs, final Kicks kicks, final int secondsAgo) {
        this.second = second;
        this.kicks = kicks;
        this.secondsAgo = secondsAgo;
        steward = LogSteward.withHistory(physics);
        inputs.forEach(input -> input.insertInto(steward));
        steward.advanceTo((secondsAgo + 1) * second);
    }

    private static PastProgram of(final String world, final int bodies, final int secondsAgo) {
        if (world.equals("points")) {
            return new PastProgram(Points.PHYSICS, Points.SECOND, Points.start(bodies),
                (time, number) -> Points.kick(time, number % bodies, number), secondsAgo);
        }
        final HardSpheres spheres = new HardSpheres(1, bodies, 3, PACKING);
        return new PastProgram(spheres.physics(), spheres.second(), spheres.inputs(),
            (time, number) -> spheres.change(time, number % bodies, number), secondsAgo);
    }

    /**
     * Prints: how many seconds of the world were run, their events, and the processor time of this thread for them, in
     * nanoseconds; how many changes of the past there were, how many events happened or were redone because of them,
     * and the time for them, likewise.
     *
     * @param args {@code spheres|points BODIES SECONDS_AGO WAY MEASURED_NS WARM_UP_NS}, the last two in processor
     *             time of this thread; the way is a {@link Redoing}.
     */
    public static void main(final String[] args) {
        final PastProgram program = of(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        program.steward.redoing(Redoing.valueOf(args[3]));
        program.repeat(Long.parseLong(args[5]));
        program.seconds = 0;
        program.events = 0;
        program.forwardNs = 0;
        program.changes = 0;
        program.redone = 0;
        program.changeNs = 0;
        program.repeat(Long.parseLong(args[4]));
        System.out.println(program.seconds + " " + program.events + " " + program.forwardNs + " " + program.changes
            + " " + program.redone + " " + program.changeNs);
    }

    private void repeat(final long atLeastNs) {
        final long endNs = THREADS.getCurrentThreadCpuTime() + atLeastNs;
        do {
            runASecond();
            for (int i = 0; i < KICKS; i++) {
                final Input kick = kicks.kick(steward.now() - secondsAgo * second, kicked++);
                change(() -> kick.insertInto(steward));
                change(() -> kick.removeFrom(steward));
            }
        } while (THREADS.getCurrentThreadCpuTime() < endNs);
    }

    private void runASecond() {
        steward.forgetBefore(steward.now() - secondsAgo * second);
        final long before = steward.statistics().executed();
        final long startNs = THREADS.getCurrentThreadCpuTime();
        steward.advanceTo(steward.now() + second);
        forwardNs += THREADS.getCurrentThreadCpuTime() - startNs;
        events += steward.statistics().executed() - before;
        seconds++;
    }

    private void change(final Runnable change) {
        final long before = redone(steward.statistics());
        final long startNs = THREADS.getCurrentThreadCpuTime();
        change.run();
        steward.advanceTo(steward.now());
        changeNs += THREADS.getCurrentThreadCpuTime() - startNs;
        changes++;
        redone += redone(steward.statistics()) - before;
    }

    private static long redone(final Statistics now) {
        return now.executed() + now.redone();
    }
}
