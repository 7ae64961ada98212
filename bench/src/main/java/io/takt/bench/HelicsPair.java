package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two federates of HELICS that depend on each other, each with a broker of its own machine, by a program in C. */
final class HelicsPair {
    private static final List<String> CORE_TYPES = List.of("zmq", "zmq_ss", "tcp", "tcp_ss", "udp");
    private static final int ROOT_PORT = 23_500;
    private static final int BROKER_PORT = 23_600;
    /** A federate or a broker that comes before its broker waits for long, or gives up. */
    private static final long HEAD_START_NS = WallTime.SECOND;
    private static final long GRACE_NS = 20 * WallTime.SECOND;

    private final Bench bench;
    private final HelicsLibrary helics;
    private final Path program;
    private final TwoMachines machines;

    private HelicsPair(final Bench bench, final HelicsLibrary helics, final Path program,
        final TwoMachines machines) {
        this.bench = bench;
        this.helics = helics;
        this.program = program;
        this.machines = machines;
    }

    /** Compiles the program; null when there is no HELICS or no compiler. */
    static HelicsPair compiled(final Bench bench, final TwoMachines machines)
        throws IOException, InterruptedException {
        final HelicsLibrary helics = HelicsLibrary.found(bench);
        return helics == null ? null : new HelicsPair(bench, helics, helics.compiled("helics_pair"), machines);
    }

    /**
     * Runs it once by each of HELICS' ways over a network.
     *
     * @param lookaheadNs simulation time after which what one federate does reaches the other, at the earliest; a step
     *                    is a nanosecond.
     * @return granted steps per second by the quickest way; 0 when none came to its end.
     */
    double perSecond(final long lookaheadNs) throws IOException, InterruptedException {
        double best = 0;
        for (final String type : CORE_TYPES) {
            final double rate = perSecond(type, lookaheadNs);
            bench.tell("HELICS", type + ", " + rate + " steps a second");
            best = Math.max(best, rate);
        }
        return best;
    }

    private double perSecond(final String type, final long lookaheadNs) throws IOException, InterruptedException {
        final List<Program> all = new ArrayList<>();
        try {
            all.add(broker(0, type, 2, "--port=" + ROOT_PORT));
            WallTime.sleep(HEAD_START_NS);
            all.add(broker(1, type, 1, "--broker_address=" + machines.address(0), "--brokerport=" + ROOT_PORT,
                "--port=" + BROKER_PORT));
            WallTime.sleep(HEAD_START_NS);
            all.add(federate(1, type, BROKER_PORT, lookaheadNs));
            final Program first = federate(0, type, ROOT_PORT, lookaheadNs);
            all.add(first);
            return HelicsLibrary.rate(first.awaitOutput(bench.measuredNs() + GRACE_NS));
        } catch (final TaktException e) {
            // Not every way that it has works with every network; the others are tried as well.
            return 0;
        } finally {
            bench.workplace().end(all);
        }
    }

    private Program broker(final int machine, final String type, final int federates, final String... options)
        throws IOException {
        final List<String> command = new ArrayList<>(machines.prefix(machine));
        command.addAll(List.of(helics.broker(), "-f" + federates, "--coretype=" + type, "--local_interface="
            + machines.address(machine)));
        command.addAll(List.of(options));
        return bench.workplace().start("helics_broker", command, Map.of());
    }

    private Program federate(final int number, final String type, final int brokerPort, final long lookaheadNs)
        throws IOException {
        final List<String> command = new ArrayList<>(machines.prefix(number));
        final String address = machines.address(number);
        command.addAll(List.of(program.toString(), Integer.toString(number), type, "-f1 --broker_address=" + address
            + " --brokerport=" + brokerPort + " --local_interface=" + address, Long.toString(lookaheadNs),
            Double.toString((double) bench.measuredNs() / WallTime.SECOND)));
        return bench.workplace().start("helics_pair", command, Map.of());
    }
}
