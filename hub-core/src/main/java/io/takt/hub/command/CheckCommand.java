package io.takt.hub.command;

import io.takt.asset.SimTime;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.GateText;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.LivenessProblems;
import io.takt.hub.config.Problem;
import io.takt.hub.config.TreeCheck;
import io.takt.hub.config.VerdictText;
import io.takt.hub.config.Warnings;
import io.takt.hub.core.status.ShortList;
import io.takt.rule.GateVerdict;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.AssetFacts;
import io.takt.rule.LivenessVerdict.Fix;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code takt check}: the configuration, judged before anything starts. */
@Command(name = "check", mixinStandardHelpOptions = true,
    description = "Judges a configuration before anything starts: all its errors, and whether it can stop for good.",
    footer = {"", "Exit code 0 when the system is live, or that cannot be told, else 2."})
public final class CheckCommand implements TaktCommand {
    @Option(names = {"-c", "--config"}, required = true, paramLabel = "FILE", description = "The configuration.")
    private Path file;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private record ChangeJson(String field, String asset, long fromNs, long toNs, String to) {
    }

    private record FixJson(String text, List<ChangeJson> changes) {
    }

    @Override
    public Integer call() throws InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final LaunchCheck check = LaunchCheck.of(file);
        final ConfigReader.Result result = check.result();
        final LivenessVerdict verdict = result.config() == null ? null : result.config().liveness();
        if (json) {
            terminal.out().println(Json.line(asJson(check, verdict)));
        } else {
            // The verdict itself, which is printed, covers gates.
            result.problems().stream().filter(problem -> verdict == null || !LivenessProblems.isOfGates(problem))
                .forEach(problem -> ConfigOptions.tell(file, problem, terminal));
            if (check.tree() != null) {
                check.tree().children().forEach(child -> child.problems()
                    .forEach(problem -> ConfigOptions.tell(child.file(), problem, terminal)));
            }
            if (verdict != null) {
                print(result, verdict, check.tree(), terminal.out());
                warnings(check, verdict).forEach(each -> terminal.out().println("warning: " + each));
            }
        }
        final boolean isWell = result.problems().isEmpty() && (check.tree() == null || check.tree().isWell());
        return isWell ? ExitCode.DONE : ExitCode.BAD_CONFIGURATION;
    }

    private static List<String> warnings(final LaunchCheck check, final LivenessVerdict verdict) {
        final List<String> warnings = new ArrayList<>(Warnings.of(check.result().config()));
        warnings.addAll(check.remarks());
        if (check.tree() != null) {
            warnings.addAll(check.tree().warnings());
        }
        if (isNotKnown(check.result(), verdict)) {
            warnings.add("channels: whether gates at the end of steps can stop it takes too long to tell; steps with"
                + " larger common divisors, or a larger maxDelay, make that easier");
        }
        return warnings;
    }

    /** Where steps never stop it, and there are too many cases of gates. */
    private static boolean isNotKnown(final ConfigReader.Result result, final LivenessVerdict verdict) {
        return verdict != null && verdict.live() && result.gates() == null;
    }

    private static Map<String, Object> asJson(final LaunchCheck check, final LivenessVerdict verdict) {
        final ConfigReader.Result result = check.result();
        final TreeCheck.Result tree = check.tree();
        final Map<String, Object> object = new LinkedHashMap<>();
        final boolean isStoppedByGates = result.gates() != null && !result.gates().live();
        final Boolean live = verdict == null ? null
            : !verdict.live() || isStoppedByGates || !isLive(tree) ? Boolean.FALSE
            : isNotKnown(result, verdict) || !isKnownLive(tree) ? null : Boolean.TRUE;
        object.put("live", live);
        if (verdict != null) {
            if (isStoppedByGates) {
                putGates(object, result.gates());
            } else if (!verdict.live()) {
                object.put("certain", verdict.certain());
                object.put("stopsAtNs", verdict.stopsAtNs());
                object.put("stoppedBy", verdict.stoppedBy());
                object.put("stoppedByLagNs", verdict.stoppedByLagNs());
                object.put("fixes", verdict.fixes().stream()
                    .map(fix -> asJson(fix, verdict, result.config())).toList());
            } else if (!isLive(tree)) {
                putStop(object, tree);
            }
            object.put("coreStepNs", result.config().coreStepNs());
            object.put("maxDelayNs", result.config().maxDelayNs());
            object.put("assets", verdict.assets());
        }
        if (tree != null) {
            putTree(object, tree, live, check.awaited());
        }
        object.put("warnings", verdict == null ? List.of() : warnings(check, verdict));
        object.put("errors", result.problems().stream().map(Problem::line).toList());
        return object;
    }

    private static boolean isLive(final TreeCheck.Result tree) {
        return tree == null || tree.isLive();
    }

    private static boolean isKnownLive(final TreeCheck.Result tree) {
        return tree == null || tree.isKnownLive();
    }

    private static void putStop(final Map<String, Object> object, final TreeCheck.Result tree) {
        object.put("certain", !tree.isStoppedByGates() || tree.gates().certain());
        object.put("stopsAtNs", tree.stopsAtNs());
        if (tree.isStoppedByGates()) {
            object.put("waits", tree.gates().waits());
        } else {
            object.put("stoppedIn", tree.verdict().stoppedIn());
            object.put("stoppedBy", String.join("/", tree.verdict().stoppedBy()));
            object.put("stoppedByLagNs", tree.verdict().stoppedByLagNs());
        }
        object.put("fixes", tree.fixes().stream().map(fix -> new FixJson(fix.text(), fix.changes().stream()
            .map(each -> new ChangeJson(each.field(), each.link() == null ? each.hub() : null, each.fromNs(),
                each.toNs(), SimTime.format(each.toNs()))).toList())).toList());
    }

    private static void putTree(final Map<String, Object> object, final TreeCheck.Result tree,
        final Boolean live, final List<String> awaited) {
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("live", live);
        all.put("hubs", tree.hubs());
        all.put("unread", tree.unread());
        all.put("awaitedForEver", awaited);
        all.put("boundNs", tree.boundNs());
        all.put("files", tree.children().stream().map(child -> {
            final Map<String, Object> each = new LinkedHashMap<>();
            each.put("file", child.file().toString());
            each.put("hub", child.hub());
            each.put("errors", child.problems().stream().map(Problem::line).toList());
            return each;
        }).toList());
        object.put("tree", all);
    }

    private static void putGates(final Map<String, Object> object, final GateVerdict gates) {
        object.put("certain", gates.certain());
        object.put("stopsAtNs", gates.stopsAtNs());
        object.put("stoppedBy", gates.waits().isEmpty() ? null : gates.waits().get(0).awaited());
        object.put("waits", gates.waits());
        object.put("fixes", gates.fixes().stream().map(fix -> new FixJson(GateText.fix(fix), List.of(new ChangeJson(
            GateText.field(fix), null, fix.fromNs(), fix.toNs(), SimTime.format(fix.toNs()))))).toList());
    }

    private static FixJson asJson(final Fix fix, final LivenessVerdict verdict, final HubConfig config) {
        return new FixJson(VerdictText.fix(fix, verdict, config), fix.changes().stream()
            .map(change -> new ChangeJson(VerdictText.field(change, verdict, config), change.asset(), change.fromNs(),
                change.toNs(), SimTime.format(change.toNs())))
            .toList());
    }

    private static void print(final ConfigReader.Result result, final LivenessVerdict verdict,
        final TreeCheck.Result tree, final PrintStream out) {
        final HubConfig config = result.config();
        final int below = config.tree().federates().size();
        out.printf("hub %s: coreStep %s, maxDelay %s, %d asset%s%s%n", config.hub(),
            SimTime.format(config.coreStepNs()), SimTime.format(config.maxDelayNs()), config.assets().size(),
            config.assets().size() == 1 ? "" : "s", below == 0 ? "" : ", " + below + " child hub"
                + (below == 1 ? "" : "s"));
        final GateVerdict gates = result.gates();
        if (gates != null && !gates.live()) {
            out.println("NOT live: " + GateText.stop(gates));
            gates.fixes().forEach(fix -> out.println("  fix: " + GateText.fix(fix)));
            return;
        }
        if (tree != null && verdict.live() && !tree.isLive()) {
            printStop(tree, out);
            return;
        }
        if (isNotKnown(result, verdict)) {
            out.println("not known whether it can stop for good: steps cannot stop it, gates might");
            return;
        }
        if (verdict.live() && tree != null) {
            out.println(!isKnownLive(tree)
                ? "not known whether the tree can stop for good: " + (tree.boundNs() == null
                    ? "not all of its files can be used" : "it takes too long to tell")
                : "live: as far as the files tell, the tree of " + tree.hubs() + (tree.hubs() == 1 ? " hub" : " hubs")
                    + " can never stop for good; the root is never more than " + VerdictText.time(tree.boundNs())
                    + " ahead of any asset in it");
            if (!tree.unread().isEmpty()) {
                out.println("not judged: the hubs below " + String.join(", ", tree.unread())
                    + ", whose file is not named; name it as 'config' to have it judged, too");
            }
            final List<String> awaited = config.tree().awaitedForEver();
            if (!awaited.isEmpty()) {
                out.println("waits for ever: for " + ShortList.of(awaited) + ", when the machine of one does"
                    + " not answer any more; write 'lostAfter' to end the run after a time");
            }
            return;
        }
        if (verdict.live()) {
            // Assets may declare further channels in their code, whose gates could stop it.
            out.println("live: as far as the file tells, it can never stop for good"
                + margin(config, verdict));
            return;
        }
        out.println("NOT live: " + VerdictText.stop(verdict));
        verdict.fixes().forEach(fix -> out.println("  fix: " + VerdictText.fix(fix, verdict, config)));
    }

    static void printStop(final TreeCheck.Result tree, final PrintStream out) {
        out.println("NOT live: " + tree.stop());
        tree.fixes().forEach(fix -> out.println("  fix: " + fix.text()));
    }

    /** How far maxDelay is from the smallest that would do, and whether (e.1) alone says so. */
    private static String margin(final HubConfig config, final LivenessVerdict verdict) {
        if (verdict.assets().isEmpty()) {
            return "";
        }
        final BigInteger smallest = verdict.assets().stream().map(AssetFacts::requiredMaxDelayNs)
            .max(BigInteger::compareTo).orElseThrow();
        final boolean sufficient = verdict.assets().stream().allMatch(AssetFacts::sufficient);
        return "; the smallest maxDelay for that is " + VerdictText.time(smallest) + (sufficient ? ""
            : " (only because steps share divisors: coreStep + step is beyond maxDelay for "
            + ShortList.of(verdict.assets().stream().filter(asset -> !asset.sufficient()).map(AssetFacts::name)
                .toList()) + ")");
    }
}
