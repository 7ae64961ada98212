package io.takt.wrapper.program;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.LaunchedAsset;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.wrapper.kit.command.AssetOptions;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code takt wrap}: any program that reads and writes lines, as an asset. */
@Command(name = "wrap", mixinStandardHelpOptions = true,
    description = {"Joins a hub with a program that reads orders and writes answers, each a line of JSON.",
        "docs/how-to/wrap.md has the lines, and programs in several languages."},
    footer = {"", "Exit codes: 0 the run has ended, 1 it has not, or the program failed, 2 bad command line."})
public final class WrapCommand implements TaktCommand {
    private static final long STOP_WITHIN_S = 5;
    private static final long LOOK_EVERY_MS = 500;

    @Spec
    private CommandSpec spec;

    @Mixin
    private AssetOptions asset;

    @Option(names = "--restart",
        description = "Start the program anew where the run goes back to its start, in place of another start order.")
    private boolean startsAnew;

    @Option(names = "--answer-within", paramLabel = "SECONDS",
        description = "Kill a program that takes longer for an answer (if left out: wait, and tell after 5 s).")
    private Long answerWithinS;

    @Parameters(arity = "1..*", paramLabel = "PROGRAM ARGS", description = "The program and its arguments, after '--'.")
    private List<String> program = new ArrayList<>();

    /** Picocli fills in what the command line says. */
    public WrapCommand() {
        // Nothing else to set up.
    }

    @Override
    public String problemOf(final LaunchedAsset launched) {
        return launched.problemWith(program.get(0));
    }

    @Override
    public Integer call() throws InterruptedException {
        final String name = asset.name();
        final ChannelTypes types = asset.types();
        if (answerWithinS != null && (answerWithinS < 1 || answerWithinS > TimeUnit.DAYS.toSeconds(365))) {
            throw new ParameterException(spec.commandLine(), "--answer-within " + answerWithinS
                + " is no time to answer in; give 1 second or more");
        }
        final Terminal terminal = Terminal.ofProcess();
        final Patience patience = new Patience(SystemNanoClock.INSTANCE,
            answerWithinS == null ? 0 : TimeUnit.SECONDS.toNanos(answerWithinS), terminal::tell);
        final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(work -> {
            final Thread thread = new Thread(work, "takt-patience");
            thread.setDaemon(true);
            return thread;
        });
        looks.scheduleWithFixedDelay(patience::look, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
        try (HubConnection connection = Takt.connect(asset.hub());
            WrappedAsset wrapped = new WrappedAsset(types, () -> new Program(program), startsAnew, patience,
                STOP_WITHIN_S)) {
            // A program whose wrapper is told to end does not outlive it.
            Runtime.getRuntime().addShutdownHook(new Thread(wrapped::close));
            connection.join(AssetSpec.named(name), wrapped);
            connection.run();
        }
        return ExitCode.DONE;
    }
}
