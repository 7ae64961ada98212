package io.takt.steward.scenario.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.Json;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.Terminal;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.Gas;
import io.takt.steward.scenario.HardSpheres;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt steward measure}. */
@Command(name = "measure", mixinStandardHelpOptions = true,
    description = "Measure hard disks or spheres as a gas: pressure and rate of collisions against theory.")
final class MeasureCommand implements Callable<Integer> {
    private static final int PERCENT = 100;

    /** Into how many pieces the run is cut, to show how far it is. */
    private static final int PIECES = 50;

    @Spec
    private CommandSpec spec;

    @Option(names = "--dimensions", paramLabel = "D", defaultValue = "3", description = "2 or 3 (${DEFAULT-VALUE}).")
    private int dimensions;

    @Option(names = "--bodies", paramLabel = "N", defaultValue = "1000", description = "How many (${DEFAULT-VALUE}).")
    private int bodies;

    @Option(names = "--packing", paramLabel = "P", defaultValue = "0.2",
        description = "Which part of the box they fill (${DEFAULT-VALUE}).")
    private double packing;

    @Option(names = "--until", paramLabel = "T", defaultValue = "40",
        description = "End, in units of time; the first fifth is not measured (${DEFAULT-VALUE}).")
    private int until;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "The same seed gives the same run (${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        if (dimensions != 2 && dimensions != 3) {
            throw wrong("--dimensions must be 2 or 3, not " + dimensions);
        }
        if (until < 1 || until > Integer.MAX_VALUE / 2) {
            throw wrong("--until must be from 1 to " + Integer.MAX_VALUE / 2 + ", not " + until);
        }
        if (bodies < 1 || bodies > 1_000_000) {
            throw wrong("--bodies must be from 1 to 1000000, not " + bodies);
        }
        final HardSpheres world;
        try {
            world = new HardSpheres(seed, bodies, dimensions, packing);
        } catch (final IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
        final Gas gas;
        try (StatusLine line = new StatusLine(Terminal.ofProcess())) {
            gas = measure(world, line);
        }
        final Map<String, Object> results = results(gas);
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(results));
        } else {
            results.forEach((what, value) -> out.println(what + ": " + value));
        }
        return ExitCode.DONE;
    }

    private Gas measure(final HardSpheres world, final StatusLine line) {
        final Steward steward = LogSteward.withoutHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        final long end = until * world.second();
        final Gas.Meter meter = new Gas.Meter(world, steward);
        for (int piece = 1; piece <= PIECES; piece++) {
            steward.advanceTo(end / PIECES * piece);
            line.show(StatusLine.bar((double) piece / PIECES) + " " + PERCENT * piece / PIECES + " %");
            if (piece == PIECES / 5) {
                meter.begin();
            }
        }
        return meter.end();
    }

    private Map<String, Object> results(final Gas gas) {
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("dimensions", dimensions);
        results.put("bodies", bodies);
        results.put("packing", packing);
        results.put("collisions", gas.collisions());
        results.put("kT", number(gas.temperature()));
        results.put("pressure", number(gas.pressure()));
        results.put("pressureInTheory", number(gas.theoreticalPressure()));
        results.put("pressureRatio", number(gas.pressure() / gas.theoreticalPressure()));
        results.put("rate", number(gas.rate()));
        results.put("rateInTheory", number(gas.theoreticalRate()));
        results.put("rateRatio", number(gas.rate() / gas.theoreticalRate()));
        return results;
    }

    /** Null for a result that is no number, such as a ratio to nothing: JSON has no other word for it. */
    private static Double number(final double value) {
        return Double.isFinite(value) ? value : null;
    }

    private ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
