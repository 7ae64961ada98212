package io.takt.bench;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.Json;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code takt bench}: the cost of Takt, in ratios to programs that run beside it. */
@Command(name = "bench", mixinStandardHelpOptions = true,
    description = "Measures what Takt costs, mostly as ratios to programs that do the same.",
    footer = {"", "Exit code 0 when every bound holds, else 1."})
public final class BenchCommand implements TaktCommand {
    private static final double LONGEST_S = 3_600;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Benchmarks to run (all, if left out); see --list.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "Tell which benchmarks there are.")
    private boolean list;

    @Option(names = "--json", description = "Print one JSON object in the end.")
    private boolean json;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3",
        description = "Measure so often, Takt and its peers in turns; the median counts (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "3",
        description = "Wall time of one measurement, without its warm-up (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--waiting", paramLabel = "WORD",
        description = "Write this into the configurations as the way to wait, for hubs that know of one.")
    private String waiting;

    /** Picocli fills in what the command line says. */
    public BenchCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        if (list) {
            Bench.all().forEach(each -> terminal.out().printf("%-18s%s%n", each.name(), each.title()));
            return ExitCode.DONE;
        }
        final List<Benchmark> chosen = chosen();
        if (rounds < 1 || !(seconds > 0 && seconds <= LONGEST_S)) {
            throw new ParameterException(spec.commandLine(), "--rounds is 1 or more, and --seconds above 0");
        }
        try (Workplace workplace = Workplace.open()) {
            Runtime.getRuntime().addShutdownHook(new Thread(workplace::close, "takt-bench-shutdown"));
            return run(chosen, new Bench(rounds, (long) (seconds * WallTime.SECOND), waiting, workplace, terminal,
                new StatusLine(terminal)));
        }
    }

    private List<Benchmark> chosen() {
        final List<Benchmark> all = Bench.all();
        final List<String> known = all.stream().map(Benchmark::name).toList();
        for (final String name : names) {
            if (!known.contains(name)) {
                throw new ParameterException(spec.commandLine(), "there is no benchmark '" + name + "', but "
                    + String.join(", ", known));
            }
        }
        return all.stream().filter(each -> names.isEmpty() || names.contains(each.name())).toList();
    }

    private int run(final List<Benchmark> chosen, final Bench bench) throws IOException, InterruptedException {
        final Terminal terminal = bench.terminal();
        final Machine machine = Machine.here();
        if (!json) {
            terminal.out().println(machine.text());
        }
        final List<Result> results = new ArrayList<>();
        for (final Benchmark each : chosen) {
            final List<Result> rows = each.run(bench);
            bench.progress().clear();
            terminal.drain(); // the characters that clear the line must not come into the table
            if (!json) {
                terminal.out().printf("%n%s: %s%n", each.name(), each.title());
                Table.lines(rows).forEach(terminal.out()::println);
            }
            results.addAll(rows);
        }
        final List<String> broken = results.stream().filter(Result::fails).map(Result::complaint).toList();
        if (json) {
            terminal.out().println(Json.line(asJson(machine, results, broken.isEmpty())));
        }
        broken.forEach(terminal::tell);
        return broken.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private Map<String, Object> asJson(final Machine machine, final List<Result> results, final boolean holds) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("machine", machine);
        object.put("rounds", rounds);
        object.put("seconds", seconds);
        object.put("waiting", waiting);
        object.put("results", results);
        object.put("holds", holds);
        return object;
    }
}
