package io.takt.hub.launch;

import io.takt.asset.OnHubLost;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.shm.host.HubDirectory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The programs of a configuration's assets, launched in the configuration's folder, each in a session of its own where
 * the system has {@code setsid}: Ctrl-C in the hub's terminal is for the hub, which then ends the programs in order.
 *
 * <p>May be used from any thread.
 */
public final class AssetProcesses implements AutoCloseable {
    /** Tells the launcher script that a program which the hub launches needs no look at whether it is built. */
    private static final String BUILT_VARIABLE = "TAKT_NO_BUILD";

    private static final String SETSID = "setsid";

    private static final Duration AFTER_TERM = Duration.ofMillis(500);

    private final HubConfig config;
    private final ProgramFinder programs;
    private final BiConsumer<String, String> output;
    private final Map<String, AssetProcess> processes = new LinkedHashMap<>();
    private final Map<String, Adopted> adopted = new LinkedHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private Listener listener;

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

    /** Hears of the fate of programs, one at a time, on threads of their own; nothing here may block. */
    public interface Listener {
        /**
         * A program has ended, whenever it does; not told once another one was launched in its place.
         *
         * @param ended how.
         */
        void onEnded(Ended ended);

        /**
         * A program is about to be launched once more.
         *
         * @param asset that it is to be.
         */
        void onRestarting(String asset);

        /**
         * A program cannot be launched.
         *
         * @param why one line.
         */
        void onCannotLaunch(String why);
    }

    /**
     * How a program ended.
     *
     * @param asset     that it was to be.
     * @param ending    in words, such as {@code ended with exit status 1}.
     * @param lastLines of what it printed, without the frames of stack traces.
     * @param thrown    the one of them that a stack trace began with; null without one.
     */
    public record Ended(String asset, String ending, List<String> lastLines, String thrown) {
    }

    /**
     * A process that another hub has launched.
     *
     * @param leads  whether it led its process group then.
     * @param output what it prints; null when that cannot be had.
     */
    private record Adopted(ProcessHandle process, boolean leads, ProgramOutput output) {
    }

    /**
     * Takes on processes that another hub has launched, with their output where that can be had; they are ended with
     * the others. The number of a process comes from its asset, and may be wrong: only a process that was started with
     * the environment that a hub gives to its programs is taken on. Where that cannot be seen, none is.
     *
     * @param survivors by their asset's name; those that are not launched by the configuration are left alone.
     */
    public synchronized void adopt(final Map<String, ProcessHandle> survivors) {
        for (final PlannedAsset asset : config.planned()) {
            final ProcessHandle process = survivors.get(asset.name());
            if (process != null && !asset.launch().isEmpty() && isOurs(process, asset)) {
                final InputStream printed = LastingOutput.of(process.pid());
                adopted.put(asset.name(), new Adopted(process, ProcessGroups.leads(process.pid()),
                    printed == null ? null : new ProgramOutput(asset.name(), printed, output)));
            }
        }
    }

    /** A process that lives after its environment was read is the one whose that was. */
    private boolean isOurs(final ProcessHandle process, final PlannedAsset asset) {
        final List<String> given =
            given(asset).entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
        return process.pid() > 1 && !process.equals(ProcessHandle.current())
            && ProcessGroups.wasStartedWith(process.pid(), given) && process.isAlive();
    }

    private Map<String, String> given(final PlannedAsset asset) {
        return Map.of(HubDirectory.BASE_VARIABLE, HubDirectory.base(System.getenv()).toString(),
            HubDirectory.HUB_VARIABLE, config.hub(), HubDirectory.ASSET_VARIABLE, asset.name());
    }

    /** {@return the names of the assets that have a program to launch} */
    public Set<String> assets() {
        return config.planned().stream().filter(asset -> !asset.launch().isEmpty()).map(PlannedAsset::name)
            .collect(Collectors.toSet());
    }

    /**
     * Launches programs; those that were launched when one cannot be go on. Nothing is launched once they are ended.
     *
     * @param isWanted tells by the asset's name whether it needs one.
     * @param hears    of what becomes of them.
     */
    public synchronized void launch(final Predicate<String> isWanted, final Listener hears) {
        listener = hears;
        for (final PlannedAsset asset : config.planned()) {
            if (closing.getCount() == 0) {
                return;
            }
            if (!asset.launch().isEmpty() && isWanted.test(asset.name()) && !launch(asset)) {
                return;
            }
        }
    }

    private synchronized boolean launch(final PlannedAsset asset) {
        try {
            final AssetProcess process = new AssetProcess(asset.name(), start(asset), output);
            processes.put(asset.name(), process);
            adopted.remove(asset.name());
            process.ended().thenRun(() -> tellEndOf(asset.name(), process));
            return true;
        } catch (final IOException e) {
            listener.onCannotLaunch(e.getMessage());
            return false;
        }
    }

    /** An end that is known only after the next program was launched in its place is no end of that one. */
    private synchronized void tellEndOf(final String asset, final AssetProcess process) {
        if (processes.get(asset) == process) {
            listener.onEnded(process.howItEnded());
        }
    }

    /**
     * Launches the program of an asset once more, after a pause; remaining processes of the old one are ended before.
     *
     * @param asset its name; nothing happens when it is not launched here.
     * @param pause wall time from now.
     */
    public void restart(final String asset, final Duration pause) {
        final long startNs = System.nanoTime();
        for (final PlannedAsset each : config.planned()) {
            if (each.name().equals(asset) && !each.launch().isEmpty()) {
                final Thread thread =
                    new Thread(() -> restart(each, startNs + pause.toNanos()), "takt-restart-" + asset);
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void restart(final PlannedAsset asset, final long dueNs) {
        trees(List.of(asset.name())).end(AFTER_TERM);
        try {
            if (closing.await(dueNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        synchronized (this) {
            if (closing.getCount() > 0) {
                listener.onRestarting(asset.name());
                launch(asset);
            }
        }
    }

    private Process start(final PlannedAsset asset) throws IOException {
        final List<String> command = new ArrayList<>();
        final Path setsid = programs.find(SETSID, config.folder());
        if (setsid != null) {
            command.add(setsid.toString());
        }
        final Path program = programs.find(asset.launch().get(0), config.folder());
        // As before the start; but it may have changed since.
        final String problem = programs.problemWith(asset.launch().get(0), config.folder());
        if (problem != null) {
            throw new IOException("asset '" + asset.name() + "': the program '" + asset.launch().get(0) + "' "
                + problem);
        }
        if (asset.onHubLost() == OnHubLost.ATTACH) {
            command.addAll(LastingOutput.launcher());
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
        environment.putAll(given(asset));
        environment.put(BUILT_VARIABLE, "1");
        try {
            return builder.start();
        } catch (final IOException e) {
            throw new IOException("asset '" + asset.name() + "': cannot launch " + program + ": " + e.getMessage(), e);
        }
    }

    /**
     * How the program that was launched last as an asset ended.
     *
     * @param asset  its name.
     * @param atMost wall time for which it is waited for, and for its output to be read.
     * @return completes when it has ended and its output is read, or when the time is over: with what is known then, or
     *         with null while it runs. Null when nothing can be told, as of a program that was not launched here.
     */
    public synchronized CompletableFuture<Ended> endOf(final String asset, final Duration atMost) {
        final AssetProcess process = processes.get(asset);
        if (process != null) {
            return within(atMost, process.ended()).thenApply(any -> process.endSoFar());
        }
        final ProgramOutput printed = adopted.containsKey(asset) ? adopted.get(asset).output() : null;
        // How it ended, only its parent could have asked.
        return printed == null ? null : within(atMost, printed.ended())
            .thenApply(any -> printed.ended().isDone() ? printed.ended("has ended") : null);
    }

    private static CompletableFuture<Void> within(final Duration atMost, final CompletableFuture<Void> future) {
        return future.copy().completeOnTimeout(null, atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Waits for all programs to end by themselves.
     *
     * @param atMost wall time.
     */
    public void awaitEnd(final Duration atMost) {
        final CompletableFuture<?>[] ends;
        synchronized (this) {
            closing.countDown();
            ends = processes.values().stream().map(AssetProcess::ended).toArray(CompletableFuture[]::new);
        }
        ProcessTrees.await(CompletableFuture.allOf(ends), atMost);
    }

    /**
     * How those programs have ended, launched last as their assets, that have failed by themselves.
     *
     * @return those with another exit status than 0; before {@link #end}, which ends others.
     */
    public synchronized List<Ended> failed() {
        return processes.values().stream().filter(AssetProcess::hasFailed).map(AssetProcess::howItEnded).toList();
    }

    /** {@return the names of the assets whose program, launched last, has not ended} */
    public synchronized List<String> running() {
        return processes.entrySet().stream().filter(each -> each.getValue().process().isAlive())
            .map(Map.Entry::getKey).toList();
    }

    private synchronized ProcessTrees trees(final Collection<String> assets) {
        final List<ProcessHandle> roots = new ArrayList<>();
        final List<ProcessHandle> leaders = new ArrayList<>();
        final boolean leadGroups = programs.find(SETSID, config.folder()) != null;
        for (final String asset : assets) {
            if (processes.containsKey(asset)) {
                final ProcessHandle launched = processes.get(asset).process().toHandle();
                roots.add(launched);
                if (leadGroups) {
                    leaders.add(launched);
                }
            }
            if (adopted.containsKey(asset)) {
                final Adopted taken = adopted.get(asset);
                roots.add(taken.process());
                if (taken.leads()) {
                    leaders.add(taken.process());
                }
            }
        }
        return new ProcessTrees(roots, leaders);
    }

    /**
     * Ends all programs that still run: by SIGTERM, and by SIGKILL those that do not obey in time. Nothing is launched
     * any more.
     *
     * @param afterTerm wall time.
     */
    public void end(final Duration afterTerm) {
        closing.countDown();
        final ProcessTrees all;
        synchronized (this) {
            all = trees(config.planned().stream().map(PlannedAsset::name).toList());
        }
        all.end(afterTerm);
    }

    /** Ends all programs that still run, within a moment. */
    @Override
    public void close() {
        end(AFTER_TERM);
    }
}
