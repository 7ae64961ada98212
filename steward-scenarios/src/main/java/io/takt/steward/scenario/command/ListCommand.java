package io.takt.steward.scenario.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.Json;
import io.takt.steward.scenario.Scenario;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code takt steward list}. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "The scenarios there are.")
final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        final List<Scenario> scenarios = Scenario.all();
        if (json) {
            out.println(Json.line(Map.of("scenarios", scenarios.stream().map(scenario -> Map.of(
                "name", scenario.name(), "description", scenario.description(),
                "bodies", scenario.usualBodies(), "until", scenario.usualEnd())).toList())));
            return ExitCode.DONE;
        }
        final int width = scenarios.stream().mapToInt(scenario -> scenario.name().length()).max().orElse(0);
        for (final Scenario scenario : scenarios) {
            out.println(scenario.name() + " ".repeat(width + 2 - scenario.name().length()) + scenario.description());
        }
        return ExitCode.DONE;
    }
}
