package io.takt.shm.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.rule.AssetRule;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockObserverTest {
    private static final long MAX_DELAY = 20;

    @TempDir
    private Path folder;
    private HandMadeCnc cnc;
    private ClockFile file;
    private HubClocks clocks;
    private ClockObserver observer;

    @BeforeEach
    void open() {
        cnc = new HandMadeCnc(folder.resolve("cnc.dat"), 4_096);
        file = ClockFile.forReading(cnc.path);
        clocks = new HubClocks(cnc.counters, "lab");
        observer = new ClockObserver(file, "lab", MAX_DELAY);
    }

    @AfterEach
    void close() {
        file.close();
        cnc.close();
    }

    @Test
    void waitsForAHub() {
        assertThat(observer.resolve()).isFalse();
        observer.observe();
        assertThat(observer.observations()).isZero();
        clocks.allocateCore(1).publish(30);
        observer.observe();
        assertThat(observer.observations()).isEqualTo(1);
        assertThat(observer.coreTimeNs()).isEqualTo(30);
        assertThat(observer.spreadNs()).isZero();
        assertThat(observer.violations()).isZero();
    }

    @Test
    void seesTimesSpreadAndLags() {
        final Clock core = clocks.allocateCore(1);
        final Clock slow = asset(1, "slow", 0);
        final Clock fast = asset(1, "fast", 0);
        move(core, 20, fast, 20);
        observer.observe();
        assertThat(observer.spreadNs()).isEqualTo(20);
        move(slow, 15, core, 25);
        observer.observe();
        assertThat(observer.coreTimeNs()).isEqualTo(25);
        assertThat(observer.spreadNs()).isEqualTo(10);
        assertThat(observer.maxSpreadNs()).isEqualTo(20);
        assertThat(observer.maxLagNs()).isEqualTo(Map.of("slow", 20L, "fast", 5L));
        assertThat(observer.violations()).isZero();
        assertThat(observer.firstViolation()).isNull();
    }

    @Test
    void countsACoreThatIsTooFarAhead() {
        final Clock core = clocks.allocateCore(1);
        final Clock asset = asset(1, "a", 0);
        asset(1, "b", 21);
        move(core, 21, asset, 1);
        observer.observe();
        assertThat(observer.violations()).as("exactly D_max ahead is allowed").isZero();
        core.publish(22);
        observer.observe();
        assertThat(observer.violations()).isEqualTo(1);
        assertThat(observer.firstViolation()).isEqualTo("a: T_c=22ns > T_i=1ns + D_max=20ns");
        assertThat(observer.maxSpreadNs()).isEqualTo(21);
        observer.observe();
        assertThat(observer.violations()).isEqualTo(2);
        assertThat(observer.observations()).isEqualTo(3);
    }

    @Test
    void countsAnAssetThatHasPassedTheCore() {
        final Clock core = clocks.allocateCore(1);
        asset(1, "a", 3);
        final Clock fast = asset(1, "fast", 10);
        core.publish(10);
        observer.observe();
        assertThat(observer.violations()).as("level with the core is allowed").isZero();
        fast.publish(11);
        observer.observe();
        assertThat(observer.violations()).isEqualTo(1);
        assertThat(observer.firstViolation()).isEqualTo("fast: T_i=11ns > T_c=10ns");
    }

    @Test
    void countsViolationsOfBothKindsAtOnce() {
        final Clock core = clocks.allocateCore(1);
        asset(1, "slow", 0);
        asset(1, "fast", 99);
        core.publish(50);
        observer.observe();
        assertThat(observer.violations()).isEqualTo(2);
        assertThat(observer.firstViolation()).matches("(slow|fast): .+");
    }

    @Test
    void findsNewAssetsAfterResolve() {
        final Clock core = clocks.allocateCore(1);
        observer.observe();
        core.publish(100);
        asset(1, "late", 50);
        observer.observe();
        assertThat(observer.violations()).as("not found yet").isZero();
        assertThat(observer.resolve()).isTrue();
        observer.observe();
        assertThat(observer.violations()).isEqualTo(1);
        assertThat(observer.firstViolation()).startsWith("late: ");
    }

    @Test
    void anAssetThatLeftIsNoViolation() {
        final Clock core = clocks.allocateCore(1);
        final AssetClocks gone = clocks.allocateAsset(1, 0, "gone", 0, AssetState.RUNNING);
        final Clock stays = asset(1, "stays", 0);
        observer.observe();
        clocks.free(gone);
        move(core, 20, stays, 20);
        core.publish(40);
        observer.observe();
        assertThat(observer.violations()).isZero();
        observer.observe();
        assertThat(observer.spreadNs()).isEqualTo(20);
        core.publish(41);
        observer.observe();
        assertThat(observer.violations()).as("those that stay are still watched").isEqualTo(1);
    }

    @Test
    void anAssetThatLeftDoesNotLagAnyMore() {
        final Clock core = clocks.allocateCore(1);
        final AssetClocks gone = clocks.allocateAsset(1, 0, "gone", 0, AssetState.RUNNING);
        clocks.allocateAsset(1, 1, "stays", 15, AssetState.RUNNING);
        observer.resolve();
        clocks.free(gone);
        core.publish(15);
        observer.observe();
        observer.observe();
        assertThat(observer.maxSpreadNs()).isZero();
        assertThat(observer.maxLagNs()).isEqualTo(Map.of("stays", 0L));
    }

    @Test
    void aRecordThatAnotherAssetTookOverIsNotTheFormerOnes() {
        final Clock core = clocks.allocateCore(1);
        final AssetClocks gone = clocks.allocateAsset(1, 0, "gone", 0, AssetState.RUNNING);
        observer.observe();
        clocks.free(gone);
        cnc.epochMs.addAndGet(HandMadeCnc.REUSE_AFTER_MS);
        clocks.allocateAsset(1, 1, "new", 0, AssetState.RUNNING);
        core.publish(21);
        observer.observe();
        observer.observe();
        assertThat(observer.firstViolation()).startsWith("new: ");
        assertThat(observer.maxLagNs()).containsEntry("gone", 0L);
    }

    /** Threads are numbered, too, and their doorbells are in the epoch in which they are asked for. */
    @Test
    void aRecordThatADoorbellTookOverIsNoClock() {
        final Clock core = clocks.allocateCore(1);
        final AssetClocks gone = clocks.allocateAsset(1, 5, "gone", 0, AssetState.RUNNING);
        observer.observe();
        clocks.free(gone);
        cnc.epochMs.addAndGet(HandMadeCnc.REUSE_AFTER_MS);
        final ThreadClocks thread = clocks.allocateThread(1, 5);
        assertThat(thread.sleep().counterId()).isEqualTo(gone.time().counterId());
        core.publish(20);
        observer.observe();
        assertThat(observer.firstViolation()).isNull();
        assertThat(observer.maxLagNs()).containsEntry("gone", 0L);
    }

    @Test
    void aRecordThatADoorbellOfTheSameNumberTookOverIsNoClock() {
        clocks.allocateCore(1);
        final AssetClocks gone = clocks.allocateAsset(1, 1, "gone", 0, AssetState.RUNNING);
        observer.observe();
        clocks.free(gone);
        cnc.epochMs.addAndGet(HandMadeCnc.REUSE_AFTER_MS);
        final ThreadClocks thread = clocks.allocateThread(1, 1);
        assertThat(thread.sleep().counterId()).isEqualTo(gone.time().counterId());
        thread.sleep().publish(12);
        observer.observe();
        assertThat(observer.firstViolation()).isNull();
    }

    @Test
    void aNewEpochIsNoViolationWhereverTheOldOneStood() {
        Clock core = clocks.allocateCore(1);
        AssetClocks asset = clocks.allocateAsset(1, 0, "a", 0, AssetState.RUNNING);
        move(core, 20, asset.time(), 20);
        observer.observe();
        for (int epoch = 2; epoch < 10; epoch++) {
            clocks.free(core);
            observer.observe();
            clocks.free(asset);
            observer.observe();
            // In every other round the new epoch takes over the records of the one before.
            cnc.epochMs.addAndGet(epoch % 2 * HandMadeCnc.REUSE_AFTER_MS);
            core = clocks.allocateCore(epoch);
            observer.observe();
            asset = clocks.allocateAsset(epoch, 0, "a", 0, AssetState.RUNNING);
            observer.observe();
            assertThat(observer.coreTimeNs()).isZero();
            observer.resolve();
            move(core, 20, asset.time(), 20);
            core.publish(35);
            observer.observe();
            assertThat(observer.spreadNs()).isEqualTo(15);
        }
        assertThat(observer.violations()).isZero();
        core.publish(41);
        observer.observe();
        assertThat(observer.violations()).isEqualTo(1);
    }

    @Test
    void clocksOfADeadEpochAndOfOtherHubsAreNotMistaken() {
        final HubClocks other = new HubClocks(cnc.counters, "lab2");
        other.allocateCore(1).publish(1_000);
        other.allocateAsset(1, 0, "theirs", 5_000, AssetState.RUNNING);
        asset(1, "dead", 7_000);
        clocks.allocateCore(2).publish(10);
        asset(2, "a", 10);
        observer.observe();
        assertThat(observer.coreTimeNs()).isEqualTo(10);
        assertThat(observer.violations()).isZero();
        assertThat(observer.maxLagNs()).containsOnlyKeys("a");
    }

    @Test
    void isSoundWhileEverythingMoves() throws InterruptedException {
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final LegalHistory history = new LegalHistory(clocks);
        final Thread thread = new Thread(() -> history.run(failure), "history");
        thread.start();
        for (int i = 0; i < 100_000; i++) {
            observer.observe();
            if (i % 100 == 0) {
                observer.resolve();
            }
        }
        history.ending = true;
        thread.join();
        assertThat(failure.get()).isNull();
        assertThat(observer.firstViolation()).isNull();
        assertThat(observer.violations()).isZero();
        assertThat(observer.maxSpreadNs()).isLessThanOrEqualTo(MAX_DELAY);
    }

    /** A hub that keeps the rules as fast as it can: steps, joins, leaves and resets, in the order of the real one. */
    private static final class LegalHistory {
        private final HubClocks clocks;
        private volatile boolean ending;

        LegalHistory(final HubClocks clocks) {
            this.clocks = clocks;
        }

        void run(final AtomicReference<Throwable> failure) {
            try {
                final Random random = new Random(3);
                // Freed records are never used again here, so the file bounds the epochs.
                for (long epoch = 1; epoch <= 250 && !ending; epoch++) {
                    epoch(epoch, random);
                }
            } catch (final RuntimeException | Error e) {
                failure.set(e);
            }
        }

        private void epoch(final long epoch, final Random random) {
            final Clock core = clocks.allocateCore(epoch);
            final AssetClocks[] assets = new AssetClocks[3];
            final long[] steps = {3, 5, 10};
            for (int i = 0; i < assets.length; i++) {
                assets[i] = clocks.allocateAsset(epoch, i, "a" + i, 0, AssetState.RUNNING);
            }
            boolean left = false;
            for (int turn = 0; turn < 2_000 && !ending; turn++) {
                final int who = random.nextInt(4);
                if (who == 3) {
                    countUp(core, assets);
                } else if (assets[who] != null
                    && AssetRule.progresses(assets[who].time().read(), steps[who], core.read())) {
                    assets[who].time().publish(assets[who].time().read() + steps[who]);
                }
                if (turn == 1_000 || turn == 1_500) {
                    if (left) {
                        assets[0] = clocks.allocateAsset(epoch, 3, "a0", core.read(), AssetState.RUNNING);
                    } else {
                        clocks.free(assets[0]);
                        assets[0] = null;
                        left = true;
                    }
                }
            }
            clocks.free(core);
            for (final AssetClocks asset : assets) {
                if (asset != null) {
                    clocks.free(asset);
                }
            }
        }

        private static void countUp(final Clock core, final AssetClocks[] assets) {
            final long nextNs = core.read() + 4;
            for (final AssetClocks asset : assets) {
                if (asset != null && nextNs - asset.time().read() > MAX_DELAY) {
                    return;
                }
            }
            core.publish(nextNs);
        }
    }

    private Clock asset(final long epoch, final String name, final long timeNs) {
        return clocks.allocateAsset(epoch, 0, name, timeNs, AssetState.RUNNING).time();
    }

    private static void move(final Clock first, final long firstNs, final Clock second, final long secondNs) {
        first.publish(firstNs);
        second.publish(secondNs);
    }
}
