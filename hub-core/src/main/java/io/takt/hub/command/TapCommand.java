package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.tap.Tap;
import io.takt.hub.tap.TapEvent;
import io.takt.hub.tap.TapFilter;
import io.takt.hub.tap.TapText;
import io.takt.shm.host.HubDirectory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt tap}: every message, as it is sent and as it is delivered. */
@Command(name = "tap", mixinStandardHelpOptions = true,
    description = "Prints every message as it is sent and as it is delivered. Delays no asset: if there are more"
        + " than it can print, it misses some, and says so. Ends with the hub.",
    footer = {"", "Exit code 0 when the hub has ended in order, 1 when it was killed."})
public final class TapCommand implements TaktCommand {
    private static final int AT_ONCE = 1_000;

    @Spec
    private CommandSpec spec;

    @Mixin
    private HubOption hub;

    @Option(names = "--channel", paramLabel = "NAME", split = ",",
        description = "Only messages of this channel, or of these; with the sender's name appended (pose.drone) only"
            + " that sender's.")
    private Set<String> channels = Set.of();

    @Option(names = "--asset", paramLabel = "NAME", split = ",",
        description = "Only messages that this asset, or these, have sent or got.")
    private Set<String> assets = Set.of();

    @Option(names = "--sent", description = "Only messages as they are sent.")
    private boolean sent;

    @Option(names = "--delivered", description = "Only messages as they are delivered.")
    private boolean delivered;

    @Option(names = "--count", paramLabel = "N", description = "End after so many messages.")
    private Long count;

    @Option(names = "--json", description = "One JSON object a line, with all bytes.")
    private boolean json;

    @Option(names = "--tree",
        description = "The messages of all hubs of the hub's tree that are on this host; each line names its hub.")
    private boolean tree;

    private Terminal terminal;
    private TapFilter filter;
    private TapOutput output;

    @Override
    public Integer call() throws InterruptedException {
        if (count != null && count <= 0) {
            throw new ParameterException(spec.commandLine(), "--count is less than 1");
        }
        requireNames("--channel", channels);
        requireNames("--asset", assets);
        terminal = Terminal.ofProcess();
        filter = new TapFilter(channels, assets, sent || !delivered, delivered || !sent);
        final List<String> hubs = tree ? TreeCommand.hubsHere(HubOption.rootOf(hub.name())) : List.of(hub.name());
        final int width = tree ? hubs.stream().mapToInt(String::length).max().orElse(0) : 0;
        output = new TapOutput(new FileOutputStream(FileDescriptor.out), json, count == null ? Long.MAX_VALUE : count,
            width, terminal::tell);
        try {
            if (terminal.outIsTerminal() && !json) {
                output.header();
            }
            return hubs.size() == 1 ? listen(hubs.get(0))
                : listenToAll(hubs.stream().map(name -> (Callable<Integer>) () -> listen(name)).toList());
        } catch (final IOException e) {
            return onWriteFailed(e);
        }
    }

    /**
     * Listens to several hubs at once, each on a thread of its own. The first failure ends all: lines of some hubs are
     * not to be taken for those of the whole tree, and output that cannot be written is lost for all.
     *
     * @param listeners each until its hub ends, or the thread is interrupted.
     * @return the worst of their exit codes.
     */
    static int listenToAll(final List<Callable<Integer>> listeners) throws IOException, InterruptedException {
        final ExecutorService pool = Executors.newFixedThreadPool(listeners.size());
        try {
            final CompletionService<Integer> ended = new ExecutorCompletionService<>(pool);
            listeners.forEach(ended::submit);
            int exitCode = ExitCode.DONE;
            for (int i = 0; i < listeners.size(); i++) {
                exitCode = Math.max(exitCode, ended.take().get());
            }
            return exitCode;
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new TaktException(e.getCause().getMessage(), e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Until the hub ends, or as many were printed as were asked for. */
    private int listen(final String name) throws IOException, InterruptedException {
        final String before = tree ? name + ": " : "";
        try (Tap tap = Tap.open(HubDirectory.of(name), filter, json ? Integer.MAX_VALUE : TapText.MOST_BYTES,
            line -> terminal.tell(before + line))) {
            final List<TapEvent> events = new ArrayList<>();
            while (!output.isFull() && tap.take(events, AT_ONCE, TapOutput.TELL_EVERY_MS)) {
                output.print(name, events);
                events.clear();
            }
            output.tellMissed();
            if (output.isFull()) {
                return ExitCode.DONE;
            }
            terminal.tell(before + tap.ending());
            return tap.isHubKilled() ? ExitCode.FAILED : ExitCode.DONE;
        }
    }

    private void requireNames(final String option, final Set<String> names) {
        if (names.stream().anyMatch(String::isBlank)) {
            throw new ParameterException(spec.commandLine(), option + " has an empty name; leave it out to see all");
        }
    }

    /** The reader, {@code head} for instance, may have seen enough; that is no failure. */
    private int onWriteFailed(final IOException e) {
        if (String.valueOf(e.getMessage()).contains("pipe")) {
            return ExitCode.DONE;
        }
        throw new TaktException("the messages could not be written to standard output: " + e.getMessage(), e);
    }
}
