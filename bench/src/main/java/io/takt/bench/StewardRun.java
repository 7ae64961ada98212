package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.bench.program.StewardProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The cost of a simulation in a process of its own.
 *
 * @param wallNs         wall time in nanoseconds.
 * @param processorNs    processor time of the whole process in nanoseconds.
 * @param threadNs       that of the simulating thread.
 * @param events         that happened in it.
 * @param stale          predictions that were found to be stale.
 * @param historyBytes   of the history of these events, in the heap; 0 unless all of it was kept.
 * @param estimatedBytes the same, by the steward's own estimate.
 * @param speculated     events that were run before their turn.
 * @param takenOver      those of them that held.
 * @param rounds         in which they were run.
 * @param allocatedBytes of the simulating thread.
 */
record StewardRun(double wallNs, double processorNs, double threadNs, double events, double stale,
    double historyBytes, double estimatedBytes, double speculated, double takenOver, double rounds,
    double allocatedBytes) {
    /** On a machine that does much else, processor time takes long to pass. */
    private static final long GRACE_NS = 600 * WallTime.SECOND;

    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:NewRatio=1",
        "-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages");

    /** Room for a history from the start, half of it for new objects, in large pages, as a user would choose. */
    private static final String ROOM_FOR_HISTORY = "-XX:InitialRAMPercentage=25";
    private static final String ROOM_WITHOUT = "-Xms1g";

    /**
     * The simulation, and its way of running.
     *
     * @param world   {@code disks}, {@code spheres}, {@code marbles}, {@code phold} or {@code phold-ring}.
     * @param bodies  how many.
     * @param way     as {@link StewardProgram} knows it.
     * @param threads that run events before their turn, 0 for none.
     * @param work    of a job of PHOLD, in random numbers.
     */
    record Of(String world, int bodies, String way, int threads, int work) {
        Of withWay(final String other) {
            return new Of(world, bodies, other, threads, work);
        }

        Of withThreads(final int other) {
            return new Of(world, bodies, way, other, work);
        }
    }

    /** Simulates in a new process until that is warm, and then for the time of a measurement. */
    static StewardRun measure(final Bench bench, final Of what) throws IOException, InterruptedException {
        return measure(bench, what, ROOM_FOR_HISTORY);
    }

    /** Likewise, where nothing that is measured keeps a history: processes start sooner. */
    static StewardRun measureWithoutHistory(final Bench bench, final Of what)
        throws IOException, InterruptedException {
        return measure(bench, what, ROOM_WITHOUT);
    }

    private static StewardRun measure(final Bench bench, final Of what, final String room)
        throws IOException, InterruptedException {
        return parse(print(bench, room, StewardProgram.class, what.world, what.bodies, what.way, what.threads,
            what.work));
    }

    /** What a program prints that measures in a process of its own, with room for a history. */
    static String print(final Bench bench, final Class<?> program, final Object... args)
        throws IOException, InterruptedException {
        return print(bench, ROOM_FOR_HISTORY, program, args);
    }

    private static String print(final Bench bench, final String room, final Class<?> program, final Object... args)
        throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("java", room));
        command.addAll(JVM);
        command.add(program.getName());
        for (final Object each : args) {
            command.add(each.toString());
        }
        command.add(Long.toString(bench.measuredNs()));
        command.add(Long.toString(bench.warmUpAtMostNs()));
        final Program process = bench.workplace().takt(List.of(), "", command);
        final String printed = process.awaitOutput(bench.measuredNs() + bench.warmUpAtMostNs() + GRACE_NS);
        bench.workplace().end(List.of(process));
        return printed;
    }

    /** Reads what such a process has printed. */
    static StewardRun parse(final String printed) {
        try {
            final double[] figures =
                Arrays.stream(printed.trim().split(" ")).mapToDouble(Double::parseDouble).toArray();
            return new StewardRun(figures[0], figures[1], figures[2], figures[3], figures[4], figures[5], figures[6],
                figures[7], figures[8], figures[9], figures[10]);
        } catch (final NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new TaktException("a simulation printed no figures, but: " + printed, e);
        }
    }

    double eventsPerProcessorSecond() {
        return events / processorNs * WallTime.SECOND;
    }

    /** Which part of the processor time is the collector's and the compilers', and that of other threads. */
    double othersShare() {
        return 1 - threadNs / processorNs;
    }

    /** Events that were run in their turn, and so one after the other. */
    double inTurn() {
        return events - takenOver;
    }

    /** Events that are run in a round, on average. */
    double inARound() {
        return rounds == 0 ? 0 : speculated / rounds;
    }

    double eventsPerSecond() {
        return events / wallNs * WallTime.SECOND;
    }
}
