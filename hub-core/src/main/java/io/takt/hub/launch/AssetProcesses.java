package io.takt.hub.launch;

import io.takt.hub.config.HubConfig;
import io.takt.hub.config.HubConfig.AssetConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.shm.HubDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The programs of a configuration's assets, launched in the configuration's folder, each in a session of its own where
 * the system has {@code setsid}: Ctrl-C in the hub's terminal is for the hub, which then ends the programs in order.
 */
public final class AssetProcesses implements AutoCloseable {
    /** Tells the launcher script that a program which the hub launches needs no look at whether it is built. */
    private static final String BUILT_VARIABLE = "TAKT_NO_BUILD";

    private static final String SETSID = "setsid";

    private static final Duration AFTER_TERM = Duration.ofSeconds(1);

    private final HubConfig config;
    private final ProgramFinder programs;
    private final BiConsumer<String, String> output;
    private final List<AssetProcess> processes = new ArrayList<>();

    /**
     * Nothing is launched yet.
     *
     * @param config   whose assets to launch.
     * @param programs finds programs.
     * @param output   is given the asset's name and each line that its program prints, on threads of their own.
     */
    public AssetProcesses(final HubConfig config, final ProgramFinder programs,
        final BiConsumer<String, String> output) {
        this.config = config;
        this.programs = programs;
        this.output = output;
    }

    /**
     * How a program ended.
     *
     * @param asset     that it was to be.
     * @param ending    in words, such as {@code ended with exit status 1}.
     * @param lastLines of what it printed.
     */
    public record Ended(String asset, String ending, List<String> lastLines) {
    }

    /**
     * Launches all programs.
     *
     * @param onEnded is told of each that ends, whenever it does, on a thread of its own.
     * @throws IOException when one cannot be launched, in one line; those launched before go on.
     */
    public void launch(final Consumer<Ended> onEnded) throws IOException {
        for (final AssetConfig asset : config.assets()) {
            if (!asset.launch().isEmpty()) {
                final AssetProcess process = new AssetProcess(asset.name(), start(asset), output);
                processes.add(process);
                process.ended().thenRun(() ->
                    onEnded.accept(new Ended(asset.name(), process.ending(), process.lastLines())));
            }
        }
    }

    private Process start(final AssetConfig asset) throws IOException {
        final List<String> command = new ArrayList<>();
        final Path setsid = programs.find(SETSID, config.folder());
        if (setsid != null) {
            command.add(setsid.toString());
        }
        final Path program = programs.find(asset.launch().get(0), config.folder());
        if (program == null) {
            throw new IOException("asset '" + asset.name() + "': the program '" + asset.launch().get(0)
                + "' is not there any more");
        }
        command.add(program.toString());
        command.addAll(asset.launch().subList(1, asset.launch().size()));
        final ProcessBuilder builder = new ProcessBuilder(command)
            .directory(config.folder().toFile())
            .redirectErrorStream(true);
        final File nothing = new File("/dev/null");
        if (nothing.exists()) {
            builder.redirectInput(nothing);
        }
        final Map<String, String> environment = builder.environment();
        environment.put(HubDirectory.BASE_VARIABLE, HubDirectory.base(System.getenv()).toString());
        environment.put(HubDirectory.HUB_VARIABLE, config.hub());
        environment.put(HubDirectory.ASSET_VARIABLE, asset.name());
        environment.put(BUILT_VARIABLE, "1");
        try {
            return builder.start();
        } catch (final IOException e) {
            throw new IOException("asset '" + asset.name() + "': cannot launch " + program + ": " + e.getMessage(), e);
        }
    }

    /**
     * How the program of an asset ended.
     *
     * @param asset its name.
     * @param atMost wall time to wait for that.
     * @return null when it has not ended, or was not launched here.
     */
    public Ended endOf(final String asset, final Duration atMost) {
        for (final AssetProcess process : processes) {
            if (process.asset().equals(asset) && await(process.ended(), atMost)) {
                return new Ended(asset, process.ending(), process.lastLines());
            }
        }
        return null;
    }

    /**
     * Waits for all programs to end by themselves.
     *
     * @param atMost wall time.
     */
    public void awaitEnd(final Duration atMost) {
        await(CompletableFuture.allOf(
            processes.stream().map(AssetProcess::ended).toArray(CompletableFuture[]::new)), atMost);
    }

    /** Ends what is still running: by SIGTERM, and what does not heed that within a second by SIGKILL. */
    @Override
    public void close() {
        // Taken before anybody ends: the children of a wrapper that has gone can no longer be told from others.
        final List<ProcessHandle> all = processes.stream().map(each -> each.process().toHandle())
            .flatMap(each -> Stream.concat(Stream.of(each), each.descendants())).toList();
        signalGroups("TERM");
        all.forEach(ProcessHandle::destroy);
        await(CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new)),
            AFTER_TERM);
        signalGroups("KILL");
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * What a program has left in the background belongs to its process group, whose number is the program's. When that
     * process is gone, the number cannot have become anybody else's as long as the group has members.
     */
    private void signalGroups(final String signal) {
        if (programs.find(SETSID, config.folder()) == null) {
            return;
        }
        for (final AssetProcess each : processes) {
            final long group = each.process().pid();
            if (each.process().isAlive() || ProcessHandle.of(group).isEmpty()) {
                try {
                    new ProcessBuilder("kill", "-" + signal, "--", "-" + group)
                        .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start().waitFor(1, TimeUnit.SECONDS);
                } catch (final IOException e) {
                    // There is no kill command; the programs themselves are ended all the same.
                    return;
                } catch (final InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private static boolean await(final CompletableFuture<Void> future, final Duration atMost) {
        try {
            future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (final TimeoutException | ExecutionException e) {
            return false;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
