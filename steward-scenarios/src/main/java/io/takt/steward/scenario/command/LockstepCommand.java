package io.takt.steward.scenario.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.Json;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.Terminal;
import io.takt.steward.scenario.Scenario;
import io.takt.steward.scenario.World;
import io.takt.steward.scenario.lockstep.Conditions;
import io.takt.steward.scenario.lockstep.Lockstep;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt steward lockstep}. */
@Command(name = "lockstep", mixinStandardHelpOptions = true,
    description = "Copies of bouncy-circles, each with its own inputs, on a simulated network; all must end equal.")
final class LockstepCommand implements Callable<Integer> {
    private static final int PERCENT = 100;
    private static final int ROUNDS_PER_SECOND = 60;
    private static final int MOST_COPIES = 64;
    private static final int MOST_SECONDS = 3600;
    private static final int CIRCLES = 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--copies", paramLabel = "N", defaultValue = "4", description = "How many (${DEFAULT-VALUE}).")
    private int copies;

    @Option(names = "--network", paramLabel = "KIND", defaultValue = "reordering",
        description = "steady, reordering or bursts (${DEFAULT-VALUE}).")
    private String network;

    @Option(names = "--until", paramLabel = "T", defaultValue = "10",
        description = "End, in seconds of 60 rounds (${DEFAULT-VALUE}).")
    private int until;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "The same seed gives the same run (${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--flaw", paramLabel = "T",
        description = "From this second on, the last copy computes a bounce wrongly; it is told in which event.")
    private Integer flaw;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        check("--copies", copies, 2, MOST_COPIES);
        check("--until", until, 1, MOST_SECONDS);
        if (flaw != null) {
            check("--flaw", flaw, 0, until);
        }
        final Conditions conditions = conditions();
        final World sound = Scenario.circles(seed, CIRCLES, Long.MAX_VALUE);
        final IntFunction<World> worlds = number -> flaw == null || number < copies - 1 ? sound
            : Scenario.circles(seed, CIRCLES, flaw * sound.second());
        final Lockstep lockstep = new Lockstep(
            worlds, copies, sound.second() / ROUNDS_PER_SECOND, ROUNDS_PER_SECOND, conditions, seed);
        final List<Lockstep.Outcome> outcomes;
        try (StatusLine line = new StatusLine(Terminal.ofProcess())) {
            outcomes = lockstep.run(until * ROUNDS_PER_SECOND, part -> line.show(
                StatusLine.bar(part) + " " + (int) (PERCENT * part) + " %"));
        }
        final boolean equal = outcomes.stream().map(Lockstep.Outcome::digest).distinct().count() == 1;
        tell(spec.commandLine().getOut(), lockstep, conditions, outcomes, equal, sound.second());
        return equal ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void tell(
        final PrintWriter out, final Lockstep lockstep, final Conditions conditions,
        final List<Lockstep.Outcome> outcomes, final boolean equal, final long second) {
        if (json) {
            final List<Object> each = new ArrayList<>();
            for (final Lockstep.Outcome outcome : outcomes) {
                final Map<String, Object> one = new LinkedHashMap<>();
                one.put("events", outcome.events());
                one.put("again", outcome.again());
                one.put("latestSeconds", (double) outcome.latest() / second);
                one.put("digest", outcome.digest().toString());
                one.put("difference", outcome.difference());
                each.add(one);
            }
            final Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("network", conditions.toString());
            summary.put("inputs", lockstep.inputs().size());
            summary.put("strides", outcomes.get(0).strides());
            summary.put("equal", equal);
            summary.put("copies", each);
            out.println(Json.line(summary));
            return;
        }
        out.println(lockstep.inputs().size() + " inputs of " + copies + " copies, network " + conditions
            + ", " + outcomes.get(0).strides() + " strides of " + lockstep.stride() + " ticks: "
            + (equal ? "all are equal" : "not all are equal"));
        for (int i = 0; i < outcomes.size(); i++) {
            final Lockstep.Outcome outcome = outcomes.get(i);
            out.println("copy " + i + ": " + outcome.events() + " events, " + outcome.again()
                + " again, inputs at most " + (float) outcome.latest() / second + " s late, digest "
                + outcome.digest());
            if (outcome.difference() != null) {
                out.println(outcome.difference());
            }
        }
    }

    private Conditions conditions() {
        for (final Conditions one : Conditions.values()) {
            if (one.toString().equals(network)) {
                return one;
            }
        }
        throw wrong("--network must be steady, reordering or bursts, not '" + network + "'");
    }

    private void check(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw wrong(option + " must be from " + least + " to " + most + ", not " + value);
        }
    }

    private ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
