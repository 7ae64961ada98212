package io.takt.recording.tap;

import io.takt.asset.AssetState;
import io.takt.asset.TaktException;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.TappedJoin;
import io.takt.hub.core.plan.Paths;
import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.Records;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.message.LogTap;
import io.takt.shm.message.MappedMessageFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Follows the logs of all assets of a hub in this process, from the first message on, and the mirrors of those of other
 * hubs of its tree. Assets wait when this is slow, so nothing is missed.
 *
 * <pre>
 *  hub's thread       accept(HubEvent) ──► told ─┐
 *                                                ▼
 *  logs of the assets  LogTap, tethered ──► thread of this tap ──► Records of the Hearer, by the asset's number
 * </pre>
 *
 * <p>One thread reads all logs. It looks every 5 ms, or earlier, when it expects the fullest log to be a quarter full.
 * Assets that woke it at every message would spend more on that than on the messages. The hub's thread, or any other
 * one thread, calls {@link #accept}, before {@link #start} too.
 */
public final class HubTap {
    /** A shorter pause would be longer than it is asked for. */
    private static final long SHORTEST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    /** So long an asset waits at most that fills its log all at once. */
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /** So full the fullest log is to be at each look. */
    private static final double WANTED_FILL = 0.25;

    /** When a log is as full as that, its asset may wait already: how fast it is cannot be told. */
    private static final double GREAT_FILL = 0.5;

    private final Path cncFile;
    private final Hearer hearer;
    private final Thread thread;
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final Queue<Runnable> told = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** By the assets' numbers; null for an asset that has no log yet. */
    private final List<LogTap> taps = new ArrayList<>();
    private Records records;
    private ClockFile clocks;
    private boolean hubHasEnded;
    private volatile boolean ending;

    /** Takes the records, on the tap's thread. */
    public interface Hearer {
        /**
         * The tap begins.
         *
         * @return where all records go from now on.
         * @throws IOException when nothing can be taken; in one line.
         */
        Records begin() throws IOException;

        /**
         * The seed of the scenario is known only now: that of the tree, at a child hub.
         *
         * @param seed that counts.
         * @throws IOException when it cannot be noted; in one line.
         */
        default void onSeed(final long seed) throws IOException {
        }

        /** All that there was has been told; the tap looks again later. */
        void onPause();

        /** The last has been told. */
        void onEnd();

        /**
         * Nothing is told any more, and assets wait.
         *
         * @param cause why.
         */
        void onFailure(Throwable cause);
    }

    /**
     * A tap that has not begun.
     *
     * @param cncFile of the hub; need not be there yet.
     * @param hearer  takes the records.
     * @param name    of the thread.
     */
    public HubTap(final Path cncFile, final Hearer hearer, final String name) {
        this.cncFile = cncFile;
        this.hearer = hearer;
        this.thread = new Thread(this::hear, name);
        thread.setDaemon(true);
    }

    /**
     * Begins to follow.
     *
     * @throws IOException          when the hearer cannot begin; in one line.
     * @throws InterruptedException when the thread is interrupted.
     */
    public void start() throws IOException, InterruptedException {
        thread.start();
        try {
            begun.get();
        } catch (final ExecutionException e) {
            final Throwable why = e.getCause();
            throw new IOException(why instanceof IOException || why instanceof TaktException ? why.getMessage()
                : why.toString(), why);
        }
    }

    /**
     * Takes an event of the hub; events that are not for a tap are passed over.
     *
     * @param event of the hub.
     */
    public void accept(final HubEvent event) {
        if (event instanceof HubEvent.AssetTapped tapped) {
            told.add(() -> join(tapped.join()));
        } else if (event instanceof HubEvent.SeedInherited inherited) {
            told.add(() -> inherit(inherited.seed()));
        } else if (event instanceof HubEvent.AssetChanged change
            && (change.state() == AssetState.LEFT || change.state() == AssetState.LOST)) {
            told.add(() -> leave(change.asset(), change.timeNs(), change.state() == AssetState.LOST));
        } else if (event instanceof HubEvent.StateChanged change && change.state().isEnd()) {
            told.add(() -> hubHasEnded = true);
        }
    }

    /**
     * The run has ended: reads the last records, and ends. Must come before the hub's files go. Does nothing the
     * second time.
     *
     * @throws InterruptedException when the thread is interrupted.
     */
    public void end() throws InterruptedException {
        ending = true;
        LockSupport.unpark(thread);
        thread.join();
    }

    private void hear() {
        try {
            records = hearer.begin();
            begun.complete(null);
        } catch (final IOException | RuntimeException | Error e) {
            begun.completeExceptionally(e);
            return;
        }
        try {
            hearUntilEnd();
            hearer.onEnd();
        } catch (final RuntimeException | Error e) {
            hearer.onFailure(e);
        } finally {
            if (clocks != null) {
                clocks.close();
            }
        }
    }

    private void hearUntilEnd() {
        long pauseNs = SHORTEST_PAUSE_NS;
        long lastLookNs = System.nanoTime();
        while (!ending) {
            final long lookNs = System.nanoTime();
            final double fill = taps.stream().filter(Objects::nonNull).mapToDouble(LogTap::fill).max().orElse(0);
            hearAll();
            hearer.onPause();
            pauseNs = pauseNs(pauseNs, lookNs - lastLookNs, fill);
            lastLookNs = lookNs;
            if (pauseNs > 0) {
                LockSupport.parkNanos(this, pauseNs);
            }
        }
        while (hearAll() > 0) {
            hearer.onPause();
        }
    }

    /**
     * How long to pause after a look; 0 for not at all.
     *
     * @param lastNs  the last pause.
     * @param sinceNs since the last look.
     * @param fill    how full the fullest log had become meanwhile, see {@link LogTap#fill}.
     */
    static long pauseNs(final long lastNs, final long sinceNs, final double fill) {
        final double wantedNs = fill > GREAT_FILL ? 0 : Math.min(Math.max(1, sinceNs) * WANTED_FILL / fill,
            Math.max(SHORTEST_PAUSE_NS, 2 * lastNs));
        return wantedNs < SHORTEST_PAUSE_NS ? 0 : (long) Math.min(wantedNs, LONGEST_PAUSE_NS);
    }

    private int hearAll() {
        int heard = 0;
        for (Runnable next = told.poll(); next != null; next = told.poll()) {
            next.run();
            heard++;
        }
        for (int asset = 0; asset < taps.size(); asset++) {
            heard += hear(asset);
        }
        return heard;
    }

    private int hear(final int asset) {
        final LogTap tap = taps.get(asset);
        return tap == null ? 0 : tap.poll(records, Integer.MAX_VALUE);
    }

    private void inherit(final long seed) {
        try {
            hearer.onSeed(seed);
        } catch (final IOException e) {
            throw new TaktException("the seed of the tree's scenario cannot be noted: " + e.getMessage(), e);
        }
    }

    private void join(final TappedJoin join) {
        final int asset = numbers.computeIfAbsent(join.asset(), name -> {
            taps.add(null);
            return taps.size() - 1;
        });
        // The messages of a process before this one come first.
        hear(asset);
        records.onAsset(asset, AssetEntry.of(join.asset(), join.steps(), join.timeNs(), join.pid(), join.channels(),
            join.inputs()).told(join.told()));
        // The log outlives the asset's process, so there is only one for each name.
        if (join.log() != null && taps.get(asset) == null) {
            taps.set(asset, open(asset, join));
        }
    }

    private LogTap open(final int asset, final TappedJoin join) {
        if (join.slot() < 0) {
            throw new TaktException("the log of asset '" + join.asset() + "' has no room for another reader");
        }
        if (clocks == null) {
            clocks = ClockFile.forWriting(cncFile);
        }
        return LogTap.tethered(new MappedMessageFiles().log(join.log()), asset, join.slot(), clocks::ring);
    }

    /** An end of the run makes all assets leave, which says nothing of the asset. */
    private void leave(final String name, final long timeNs, final boolean isLost) {
        if (hubHasEnded) {
            return;
        }
        numbers.forEach((other, asset) -> {
            // With a child hub those below it.
            if (other.equals(name) || Paths.isBelow(other, name)) {
                hear(asset);
                records.onGone(asset, timeNs, isLost);
            }
        });
    }
}
