package io.takt.hub.command;

import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.Problem;
import io.takt.hub.config.TreeCheck;
import io.takt.hub.config.VerdictText;
import io.takt.rule.LivenessVerdict;
import java.math.BigInteger;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which configuration to run, and whether to run it although it would stop. */
public final class ConfigOptions {
    @Option(names = {"-c", "--config"}, required = true, paramLabel = "FILE", description = "The configuration.")
    private Path file;

    @Option(names = "--force", description = "Run a system that 'takt check' says will stop for good.")
    private boolean force;

    @Option(names = "--fresh",
        description = "Start from 0, even where a hub was killed whose run could be taken over.")
    private boolean fresh;

    /** Picocli fills in what the command line says. */
    public ConfigOptions() {
        // Nothing else to set up.
    }

    Path file() {
        return file;
    }

    boolean fresh() {
        return fresh;
    }

    boolean force() {
        return force;
    }

    /** Reads the configuration; tells all that is wrong with it and returns null when it cannot be used. */
    HubConfig read(final Terminal terminal) {
        return read(file, force, terminal);
    }

    static HubConfig read(final Path file, final boolean force, final Terminal terminal) {
        final ConfigReader.Result result = LaunchedCommands.read(file);
        if (result.isUsable(force)) {
            return force || isLiveTree(file, result.config(), terminal) ? result.config() : null;
        }
        tellUnusable(file, result, terminal);
        if (result.config() != null) {
            final BigInteger stopsAtNs = stopsAtNs(result);
            terminal.err().println("  or run it as it is with --force, up to where it "
                + (isCertain(result) ? "stops" : "may stop")
                + (stopsAtNs == null ? "" : " (" + VerdictText.time(stopsAtNs) + ")"));
        }
        return null;
    }

    /** Child hubs report faults of their own files when they start. */
    private static boolean isLiveTree(final Path file, final HubConfig config, final Terminal terminal) {
        if (config.tree().federates().isEmpty()) {
            return true;
        }
        final TreeCheck.Result tree = TreeCheck.of(file, config, null);
        if (!tree.isLive()) {
            terminal.err().println(file + ": " + tree.stop());
            tree.fixes().forEach(fix -> terminal.err().println("  fix: " + fix.text()));
            terminal.err().println("  or run it as it is with --force, up to where it stops ("
                + VerdictText.time(tree.stopsAtNs()) + ")");
        }
        return tree.isLive();
    }

    private static boolean isCertain(final ConfigReader.Result result) {
        final LivenessVerdict verdict = result.config().liveness();
        return !verdict.live() ? verdict.certain() : result.gates() == null || result.gates().certain();
    }

    /** Null when that takes too long to tell. */
    private static BigInteger stopsAtNs(final ConfigReader.Result result) {
        final LivenessVerdict verdict = result.config().liveness();
        return !verdict.live() ? verdict.stopsAtNs() : result.gates() == null ? null : result.gates().stopsAtNs();
    }

    /**
     * Reads a configuration that is not to be run as it is.
     *
     * @param file     to read.
     * @param terminal is told all its faults, and the change that would make it live.
     * @return null when it cannot be used, or is not live.
     */
    public static HubConfig readLive(final Path file, final Terminal terminal) {
        final ConfigReader.Result result = LaunchedCommands.read(file);
        if (result.isUsable(false)) {
            return result.config();
        }
        tellUnusable(file, result, terminal);
        return null;
    }

    private static void tellUnusable(final Path file, final ConfigReader.Result result, final Terminal terminal) {
        tellProblems(file, result, terminal);
        if (result.config() != null) {
            final LivenessVerdict verdict = result.config().liveness();
            verdict.fixes().forEach(fix ->
                terminal.err().println("  fix: " + VerdictText.fix(fix, verdict, result.config())));
        }
    }

    static void tellProblems(final Path file, final ConfigReader.Result result, final Terminal terminal) {
        result.problems().forEach(problem -> tell(file, problem, terminal));
    }

    static void tell(final Path file, final Problem problem, final Terminal terminal) {
        terminal.err().println(file + ": " + problem.line());
    }
}
