package io.takt.recording.tap;

import io.takt.asset.AssetState;
import io.takt.hub.core.HubEvent;
import io.takt.hub.core.TappedJoin;
import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.Records;
import io.takt.shm.clock.ClockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Hears all that is sent and delivered at a hub in this process, from the first message on. Assets wait when this is
 * slow, so nothing is missed.
 *
 * <p>One thread hears for all assets. It looks now and then: a sleep that every message ended would cost the assets
 * more than the messages. The hub's events are left to it by {@link #accept}, which may be called from any
 * one thread, before {@link #start} too.
 */
public final class HubTap {
    /** Between two looks while there is something: far less than what fills an asset's log. */
    private static final long SHORTEST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Between two looks while there is nothing: so long an asset waits at most that fills its log all at once. */
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Path cncFile;
    private final Hearer hearer;
    private final Thread thread;
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final Queue<Runnable> told = new ConcurrentLinkedQueue<>();
    private final Map<String, TappedAsset> byName = new HashMap<>();
    private final List<TappedAsset> assets = new ArrayList<>();
    private ClockFile clocks;
    private boolean hubHasEnded;
    private volatile boolean ending;

    /** What is heard, on the tap's thread. */
    public interface Hearer extends Records {
        /**
         * Before anything is heard.
         *
         * @throws IOException when nothing can be; in one line.
         */
        void onBegin() throws IOException;

        /** All that there was has been told; it looks again later. */
        void onPause();

        /** The last has been told. */
        void onEnd();

        /**
         * Nothing is heard any more, and assets wait.
         *
         * @param cause why.
         */
        void onFailure(RuntimeException cause);
    }

    /**
     * A tap that hears nothing yet.
     *
     * @param cncFile of the hub; need not be there yet.
     * @param hearer  is told what is heard.
     * @param name    of the thread.
     */
    public HubTap(final Path cncFile, final Hearer hearer, final String name) {
        this.cncFile = cncFile;
        this.hearer = hearer;
        this.thread = new Thread(this::hear, name);
        thread.setDaemon(true);
    }

    /**
     * Begins to hear.
     *
     * @throws IOException          when the hearer cannot begin; in one line.
     * @throws InterruptedException when the thread is interrupted.
     */
    public void start() throws IOException, InterruptedException {
        thread.start();
        try {
            begun.get();
        } catch (final ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    /**
     * The hub says something; what is not for a tap is passed over.
     *
     * @param event what it says.
     */
    public void accept(final HubEvent event) {
        if (event instanceof HubEvent.AssetTapped tapped) {
            told.add(() -> join(tapped.join()));
        } else if (event instanceof HubEvent.AssetChanged change
            && (change.state() == AssetState.LEFT || change.state() == AssetState.LOST)) {
            told.add(() -> leave(change.asset(), change.timeNs(), change.state() == AssetState.LOST));
        } else if (event instanceof HubEvent.StateChanged change && change.state().isEnd()) {
            told.add(() -> hubHasEnded = true);
        }
    }

    /**
     * The run has ended: hears the last, and ends. Must come before the hub's files go. Does nothing the second time.
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
            hearer.onBegin();
            begun.complete(null);
        } catch (final IOException | RuntimeException e) {
            begun.completeExceptionally(e);
            return;
        }
        try {
            long pauseNs = SHORTEST_PAUSE_NS;
            while (!ending) {
                pauseNs = hearAll() > 0 ? SHORTEST_PAUSE_NS : Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
                hearer.onPause();
                LockSupport.parkNanos(this, pauseNs);
            }
            while (hearAll() > 0) {
                hearer.onPause();
            }
            hearer.onEnd();
        } catch (final RuntimeException e) {
            hearer.onFailure(e);
        } finally {
            if (clocks != null) {
                clocks.close();
            }
        }
    }

    private int hearAll() {
        int heard = 0;
        for (Runnable next = told.poll(); next != null; next = told.poll()) {
            next.run();
            heard++;
        }
        for (final TappedAsset asset : assets) {
            heard += asset.hear();
        }
        return heard;
    }

    private void join(final TappedJoin join) {
        TappedAsset asset = byName.get(join.asset());
        if (asset == null) {
            asset = new TappedAsset(assets.size(), hearer);
            byName.put(join.asset(), asset);
            assets.add(asset);
        }
        // What a process before it has sent comes first.
        asset.hear();
        hearer.onAsset(asset.number(), AssetEntry.of(join.asset(), join.steps(), join.timeNs(), join.pid(),
            join.channels(), join.inputs()));
        if (join.log() != null) {
            if (clocks == null) {
                clocks = ClockFile.forWriting(cncFile);
            }
            asset.open(join, clocks);
        }
    }

    /** An end of the run makes all assets leave, which says nothing of the asset. */
    private void leave(final String name, final long timeNs, final boolean isLost) {
        final TappedAsset asset = byName.get(name);
        if (asset != null && !hubHasEnded) {
            asset.hear();
            hearer.onGone(asset.number(), timeNs, isLost);
        }
    }
}
