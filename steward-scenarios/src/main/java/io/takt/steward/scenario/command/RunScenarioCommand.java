package io.takt.steward.scenario.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.FileTrouble;
import io.takt.hub.command.Json;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.Terminal;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.Scenario;
import io.takt.steward.scenario.World;
import io.takt.steward.scenario.view.Page;
import io.takt.steward.scenario.view.Showing;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code takt steward run}. */
@Command(name = "run", mixinStandardHelpOptions = true,
    description = "Run a scenario, change its past, and write a page that shows both.")
final class RunScenarioCommand implements Callable<Integer> {
    private static final int PERCENT = 100;
    private static final int USUAL_FRAMES = 400;
    private static final int LEAST_FRAMES = 20;

    /** Bodies in all pictures together, unless more pictures are asked for: some 10 MB. */
    private static final int MOST_SPOTS = 400_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "Which one; see 'takt steward list'.")
    private String name;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "The same seed gives the same run (${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--bodies", paramLabel = "N", description = "How many (as the scenario says).")
    private Integer bodies;

    @Option(names = "--until", paramLabel = "T", description = "End, in the scenario's seconds (as it says).")
    private BigDecimal until;

    @Option(names = "--change", paramLabel = "T[:BODY]",
        description = "When the run is over, change its past at this time; may be given more than once.")
    private List<String> changes = List.of();

    @Option(names = "--frames", paramLabel = "N",
        description = "Pictures on the page (" + USUAL_FRAMES + ", or fewer if there are many bodies).")
    private Integer frames;

    @Option(names = "--out", paramLabel = "FILE.html", description = "Write the page here.")
    private Path out;

    @Option(names = "--json", description = "Print one JSON object: events, redone, stale, digest.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        final Terminal terminal = Terminal.ofProcess();
        final Scenario scenario = checked(() -> Scenario.named(name));
        final int count = bodies == null ? scenario.usualBodies() : bodies;
        final World world = checked(() -> scenario.world(seed, count));
        final BigDecimal seconds = until == null ? BigDecimal.valueOf(scenario.usualEnd()) : until;
        final long end = ticks(world, seconds, "--until");
        final List<Input> inputs = changes(world, end);
        if (frames != null && frames < 1) {
            throw wrong("--frames must be at least 1, not " + frames);
        }
        if (out != null) {
            checkWritable();
        }
        final Showing showing = run(terminal, world, end, inputs);
        if (out != null) {
            try {
                Page.write(showing, name, scenario.description() + "; seed " + seed + ".", out);
            } catch (final IOException e) {
                throw new IOException("the page cannot be written: " + FileTrouble.inWords(e), e);
            }
        }
        tell(terminal, seconds, count, showing);
        return showing.restored() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private Showing run(final Terminal terminal, final World world, final long end, final List<Input> inputs)
        throws IOException {
        try (StatusLine line = new StatusLine(terminal)) {
            final int parts = inputs.isEmpty() ? 1 : 2;
            final Showing showing =
                new Showing(world, end, frames(world), part -> progress(line, "running", part / parts));
            if (!inputs.isEmpty()) {
                showing.change(inputs, part -> progress(line, "changing the past", (1 + part) / parts));
            }
            return showing;
        } catch (final OutOfMemoryError e) {
            final long mostMb = Runtime.getRuntime().maxMemory() >> 20;
            throw new IOException("the history of this run needs more memory than the " + mostMb + " MB that Java"
                + " takes here; TAKT_JAVA_OPTS=-Xmx" + 2 * mostMb + "m would let it take twice as much", e);
        }
    }

    private int frames(final World world) {
        return out == null ? LEAST_FRAMES : frames != null ? frames
            : Math.max(LEAST_FRAMES, Math.min(USUAL_FRAMES, MOST_SPOTS / world.bodies()));
    }

    private static void progress(final StatusLine line, final String doing, final double part) {
        line.show(StatusLine.bar(part) + " " + (int) (PERCENT * part) + " % " + doing);
    }

    private void tell(final Terminal terminal, final BigDecimal seconds, final int count, final Showing showing) {
        final Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("scenario", name);
        summary.put("seed", seed);
        summary.put("bodies", count);
        summary.put("until", seconds);
        summary.putAll(showing.results());
        if (out != null) {
            summary.put("file", out.toString());
        }
        final PrintWriter printed = spec.commandLine().getOut();
        if (json) {
            printed.println(Json.line(summary));
        } else {
            summary.forEach((what, value) -> printed.println(what + ": " + value));
        }
        if (!showing.restored()) {
            terminal.tell("the changes were taken back, but the run is not what it was before");
        }
    }

    private List<Input> changes(final World world, final long end) {
        final List<Input> inputs = new ArrayList<>();
        for (final Input input : world.lateInputs()) {
            if (input.time() <= end) {
                inputs.add(input);
            }
        }
        for (int i = 0; i < changes.size(); i++) {
            final String[] parts = changes.get(i).split(":", -1);
            if (parts.length > 2) {
                throw wrong("--change " + changes.get(i) + " must be a time, or a time, a colon and a body");
            }
            final long time = ticks(world, decimal(parts[0]), "--change");
            if (time > end) {
                throw wrong("--change " + parts[0] + " is after the end of the run");
            }
            inputs.add(world.change(time, parts.length == 1 ? i % world.bodies() : body(world, parts[1]), i));
        }
        return inputs;
    }

    private int body(final World world, final String text) {
        try {
            final int body = Integer.parseInt(text);
            if (body >= 0 && body < world.bodies()) {
                return body;
            }
        } catch (final NumberFormatException e) {
            // Told below.
        }
        throw wrong("--change needs a body from 0 to " + (world.bodies() - 1) + ", not '" + text + "'");
    }

    private BigDecimal decimal(final String text) {
        try {
            return new BigDecimal(text);
        } catch (final NumberFormatException e) {
            throw wrong("--change needs a time such as 2.5, not '" + text + "'");
        }
    }

    private long ticks(final World world, final BigDecimal seconds, final String option) {
        final BigDecimal ticks = seconds.multiply(BigDecimal.valueOf(world.second()));
        // Compared first: to write out all digits of 1e99999999 takes minutes.
        if (ticks.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw wrong(option + " " + seconds + " is too late for a clock of 64 bits");
        }
        if (ticks.compareTo(BigDecimal.ONE) < 0) {
            throw wrong(option + " must be later than 0, not " + seconds);
        }
        return ticks.longValue();
    }

    private void checkWritable() {
        final Path folder = out.toAbsolutePath().getParent();
        if (Files.isDirectory(out) || folder == null || !Files.isWritable(folder)) {
            throw wrong("--out " + out + " cannot be written: " + (Files.isDirectory(out) ? "it is a directory"
                : "its directory is not there or not yours"));
        }
    }

    private ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private <T> T checked(final Supplier<T> made) {
        try {
            return made.get();
        } catch (final IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }
}
