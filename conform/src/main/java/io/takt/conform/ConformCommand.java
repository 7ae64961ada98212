package io.takt.conform;

import io.takt.conform.Judge.Outcome;
import io.takt.conform.Judge.Verdict;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.Json;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.hub.command.Visible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.IoUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt conform}: judges an asset's program in any language. */
@Command(name = "conform", mixinStandardHelpOptions = true,
    description = {"Plays the hub for one asset's program, and says of each rule of the protocol whether it keeps it.",
        "The program is started anew for each rule. For all rules it has to be a reflecting asset, see"
            + " docs/reference/conform.md; of any other asset '--plain' judges what it can."},
    footer = {"", "Exit codes: 0 all rules are kept, 1 one is broken, 2 bad command line."})
public final class ConformCommand implements TaktCommand {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long KILLED_EVERY_MS = 10;
    private static final int MOST_KILLS = 100;

    @Option(names = "--rule", paramLabel = "NAME", description = "Only this rule; may be given several times.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "Lists the rules, and starts nothing.")
    private boolean lists;

    @Option(names = "--plain", description = "The program is no reflecting asset: leaves out what needs one.")
    private boolean isPlain;

    @Option(names = "--seed", paramLabel = "N",
        description = "Repeats what was done with this seed (default: by chance).")
    private Long seed;

    @Option(names = "--patience", paramLabel = "SECONDS", defaultValue = "10",
        description = "How long what has to happen may take (default: ${DEFAULT-VALUE}).")
    private long patience;

    @Option(names = "--json", description = "One JSON object in place of lines.")
    private boolean json;

    @Parameters(arity = "0..*", paramLabel = "PROGRAM ARGS",
        description = "The program and its arguments, after '--'.")
    private List<String> program = new ArrayList<>();

    /** Picocli fills in what the command line says. */
    public ConformCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException {
        final Terminal terminal = Terminal.ofProcess();
        if (lists) {
            Judge.rules().forEach(rule -> terminal.out().printf("%-20s %s%n", rule.name(), rule.demand()));
            return ExitCode.DONE;
        }
        if (program.isEmpty()) {
            terminal.tell("no program is named; write it behind '--', as in: takt conform -- ./reflect");
            return ExitCode.BAD_CONFIGURATION;
        }
        if (patience < 1) {
            terminal.tell("--patience " + patience + " is too short; give 1 second or more");
            return ExitCode.BAD_CONFIGURATION;
        }
        final List<Rule> rules = new ArrayList<>();
        for (final Rule rule : Judge.rules()) {
            if (names.isEmpty() || names.contains(rule.name())) {
                rules.add(rule);
            }
        }
        for (final String name : names) {
            if (rules.stream().noneMatch(rule -> rule.name().equals(name))) {
                terminal.tell("there is no rule '" + name + "'; see 'takt conform --list'");
                return ExitCode.BAD_CONFIGURATION;
            }
        }
        return judge(terminal, rules);
    }

    private int judge(final Terminal terminal, final List<Rule> rules) throws IOException {
        final long used = seed == null ? System.nanoTime() & 0xffffff : seed;
        final Path shm = Path.of("/dev/shm");
        // As the kernel names what a program has open in it.
        final Path folder = (Files.isDirectory(shm) ? Files.createTempDirectory(shm, "takt-conform")
            : Files.createTempDirectory("takt-conform")).toRealPath();
        final Judge judge = new Judge(program, folder, patience * SECOND_NS, used, !isPlain);
        final CountDownLatch left = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(judge, left, folder), "takt-conform-shutdown"));
        try (StatusLine line = new StatusLine(terminal)) {
            final List<Outcome> outcomes = judge
                .judge(rules, (rule, number) -> line.show(StatusLine.bar((double) number / rules.size()) + " "
                    + (number + 1) + " of " + rules.size() + "  " + rule.name()));
            line.clear();
            if (judge.isOver()) {
                return ExitCode.FAILED;
            }
            tell(terminal, outcomes, used);
            return count(outcomes, Verdict.FAILED) == 0 ? ExitCode.DONE : ExitCode.FAILED;
        } catch (final IOException e) {
            if (e.getMessage() != null && e.getMessage().startsWith("Cannot run program")) {
                terminal.tell("'" + program.get(0) + "' cannot be started: " + e.getMessage());
                return ExitCode.BAD_CONFIGURATION;
            }
            throw e;
        } finally {
            IoUtil.delete(folder.toFile(), true);
            left.countDown();
        }
    }

    /** On Ctrl-C: a trial that is under way may start another program, and make files, until it is left. */
    private static void end(final Judge judge, final CountDownLatch left, final Path folder) {
        try {
            int tries = 0;
            do {
                judge.kill();
                tries++;
            } while (!left.await(KILLED_EVERY_MS, TimeUnit.MILLISECONDS) && tries < MOST_KILLS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        IoUtil.delete(folder.toFile(), true);
    }

    private static long count(final List<Outcome> outcomes, final Verdict verdict) {
        return outcomes.stream().filter(each -> each.verdict() == verdict).count();
    }

    private void tell(final Terminal terminal, final List<Outcome> outcomes, final long used) {
        if (json) {
            terminal.out().println(Json.line(asJson(outcomes, used)));
            return;
        }
        for (final Outcome each : outcomes) {
            final String word = switch (each.verdict()) {
                case PASSED -> "ok    ";
                case FAILED -> "BROKEN";
                case LEFT_OUT -> "-     ";
            };
            terminal.out().println(word + " " + String.format("%-20s ", each.rule().name()) + Visible.of(each.seen())
                + (each.expected() == null ? "" : " | expected: " + Visible.of(each.expected())));
        }
        terminal.out().println(count(outcomes, Verdict.PASSED) + " of " + outcomes.size() + " rules kept, "
            + count(outcomes, Verdict.FAILED) + " broken, " + count(outcomes, Verdict.LEFT_OUT) + " left out; --seed "
            + used + " repeats this");
    }

    private Map<String, Object> asJson(final List<Outcome> outcomes, final long used) {
        final List<Map<String, Object>> rules = new ArrayList<>();
        for (final Outcome each : outcomes) {
            final Map<String, Object> rule = new LinkedHashMap<>();
            rule.put("rule", each.rule().name());
            rule.put("verdict", each.verdict().name().toLowerCase(Locale.ROOT));
            rule.put("demand", each.rule().demand());
            rule.put("seen", each.seen());
            rule.put("expected", each.expected());
            rule.put("tookMs", each.tookMs());
            rules.add(rule);
        }
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("program", program);
        all.put("seed", used);
        all.put("passed", count(outcomes, Verdict.PASSED));
        all.put("failed", count(outcomes, Verdict.FAILED));
        all.put("leftOut", count(outcomes, Verdict.LEFT_OUT));
        all.put("rules", rules);
        return all;
    }
}
