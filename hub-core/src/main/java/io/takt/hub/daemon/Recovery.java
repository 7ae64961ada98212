package io.takt.hub.daemon;

import io.takt.hub.core.plan.HubPlan;
import io.takt.shm.clock.Checkpoint;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.LiveProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Keeps the clocks of a killed hub while the next one starts. If that is killed at any moment, too, or cannot start,
 * they are in the directory or in the checkpoint.
 */
final class Recovery {
    private static final Duration LEAVERS_GO_WITHIN = Duration.ofSeconds(3);

    private final Checkpoint checkpoint;
    private final RecoveryDecision decision;
    private final long firstEpoch;

    private Recovery(final Checkpoint checkpoint, final RecoveryDecision decision, final long firstEpoch) {
        this.checkpoint = checkpoint;
        this.decision = decision;
        this.firstEpoch = firstEpoch;
    }

    /**
     * Decides what becomes of it; the hub's directory may be made anew afterwards.
     *
     * @param isStopped whether the hub is not wanted any more, so that no asset is to be waited for.
     */
    static Recovery take(final HubDirectory directory, final HubPlan plan, final boolean fresh,
        final BooleanSupplier isStopped) throws IOException {
        final Checkpoint checkpoint = new Checkpoint(directory);
        final Checkpoint.Left left = checkpoint.find();
        if (!fresh) {
            awaitLeavers(left.clocks(), plan, isStopped);
        }
        final RecoveryDecision decision = left.clocks() == null && !fresh && Files.exists(directory.cncFile())
            ? RecoveryDecision.unreadable(directory.cncFile()) : RecoveryDecision.of(left.clocks(), plan, fresh,
                asset -> isAlive(asset) || isElsewhere(asset, plan));
        // The wall clock may have been set back, and no epoch comes twice.
        final Recovery recovery = new Recovery(checkpoint, decision,
            Math.max(System.currentTimeMillis(), left.latestEpoch() + 1));
        if (decision.clocks() == null) {
            checkpoint.forget();
        } else {
            recovery.keep();
        }
        return recovery;
    }

    /** Assets that exit without a hub do so in a moment; a hub that is started again at once does not count on them. */
    private static void awaitLeavers(final LeftClocks left, final HubPlan plan, final BooleanSupplier isStopped) {
        final long startNs = System.nanoTime();
        while (!isStopped.getAsBoolean() && !Thread.currentThread().isInterrupted()
            && RecoveryDecision.isLeaving(left, plan, Recovery::isAlive)
            && System.nanoTime() - startNs < LEAVERS_GO_WITHIN.toNanos()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static boolean isAlive(final LeftAsset asset) {
        return LiveProcesses.isAlive(asset.pid(), asset.startTime());
    }

    /** A child hub that came over a network has no process here; it may live, and will say so. */
    private static boolean isElsewhere(final LeftAsset asset, final HubPlan plan) {
        return asset.pid() == 0 && plan.federates().contains(asset.name());
    }

    RecoveryDecision decision() {
        return decision;
    }

    long firstEpoch() {
        return firstEpoch;
    }

    /** The clocks stand in the new directory; to be told before an asset can connect and move them. */
    void standsInPlace() throws IOException {
        checkpoint.forget();
    }

    /** The directory is about to go: keeps the clocks that were taken over, if any were. */
    void keep() throws IOException {
        if (decision.clocks() != null) {
            checkpoint.keep(decision.clocks(), firstEpoch);
        }
    }
}
