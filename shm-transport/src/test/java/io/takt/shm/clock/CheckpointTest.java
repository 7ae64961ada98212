package io.takt.shm.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.driver.EmbeddedDriver;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clocks of a killed hub are found, whole or not at all. */
class CheckpointTest {
    private static final long EPOCH = 70;
    private static final LeftClocks LEFT = new LeftClocks(EPOCH, 99, true, 100, 30,
        List.of(new LeftAsset("a", 11, 1111, 10, 0, false, 90), new LeftAsset("b", 0, 0, 5, 0, false, 75)));

    @TempDir
    private Path folder;
    private HubDirectory directory;
    private Checkpoint checkpoint;

    @BeforeEach
    void prepare() {
        directory = new HubDirectory(folder, "h");
        checkpoint = new Checkpoint(directory);
    }

    private interface Filling {
        void fill(HubClocks clocks);
    }

    /** Clocks of a hub, and a copy of the file as a killed one would leave it. */
    private Path leave(final Filling filling) throws IOException {
        final Path copy = folder.resolve("copy");
        try (EmbeddedDriver driver = EmbeddedDriver.launch(directory)) {
            filling.fill(new HubClocks(driver.counters(), "h"));
            Files.copy(directory.cncFile(), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.createDirectories(directory.path());
        return Files.move(copy, directory.cncFile());
    }

    private static void fill(final HubClocks clocks) {
        clocks.allocateCore(new CoreKey(EPOCH, 5, 10, 30, 99), 100);
        clocks.allocateAsset(new AssetKey(EPOCH, 0, 11, Steps.fixedNs(10), 1111), "a", 90, AssetState.RUNNING);
        clocks.allocateAsset(new AssetKey(EPOCH, 1, 0, Steps.fixedNs(5), 0), "b", 75, AssetState.LOST);
        clocks.free(clocks.allocateAsset(new AssetKey(EPOCH, 2, 0, Steps.fixedNs(5), 0), "gone", 75, AssetState.LOST));
        clocks.allocateAsset(new AssetKey(EPOCH, 3, 0, Steps.fixedNs(5), 0), "leaving", 75, AssetState.LEFT);
        clocks.allocateAsset(new AssetKey(EPOCH - 1, 4, 0, Steps.fixedNs(5), 0), "old", 75, AssetState.RUNNING);
        clocks.allocateThread(EPOCH, 1);
    }

    @Test
    void readsTheClocksOfAKilledHub() throws IOException {
        leave(CheckpointTest::fill);
        assertThat(checkpoint.find()).isEqualTo(new Checkpoint.Left(LEFT, EPOCH));
        assertThat(new Checkpoint(new HubDirectory(folder, "other")).find()).isEqualTo(new Checkpoint.Left(null, 0));
    }

    @Test
    void aRunThatHasNotBegunOrHasEndedSaysSo() throws IOException {
        leave(clocks -> {
            clocks.allocateCore(new CoreKey(EPOCH, 5, 10, 30, 99), 0);
            clocks.allocateAsset(new AssetKey(EPOCH, 0, 11, Steps.fixedNs(10), 1111), "a", 0, AssetState.READY);
        });
        assertThat(checkpoint.find().clocks().begun()).isFalse();
        Files.delete(directory.cncFile());
        leave(clocks -> clocks.retire(clocks.allocateCore(new CoreKey(EPOCH, 5, 10, 30, 99), 50)));
        assertThat(checkpoint.find().clocks().digest()).isZero();
    }

    @Test
    void aResetThatWasUnderWayIsKnownToTheNextHubAndToTheOneAfterThat() throws IOException {
        leave(CheckpointTest::fill);
        assertThat(checkpoint.find().clocks().resetting()).isFalse();
        Files.delete(directory.cncFile());
        leave(clocks -> clocks.markResetting(clocks.allocateCore(new CoreKey(EPOCH, 5, 10, 30, 99), 100)));
        assertThat(checkpoint.find().clocks().resetting()).isTrue();
        checkpoint.keep(checkpoint.find().clocks(), EPOCH + 1);
        Files.delete(directory.cncFile());
        assertThat(checkpoint.find().clocks().resetting()).as("by the file beside the directory").isTrue();
    }

    @Test
    void aPlaceThatWasJustGivenToAnotherIsThatOnes() throws IOException {
        leave(clocks -> {
            clocks.allocateCore(new CoreKey(EPOCH, 5, 10, 30, 99), 100);
            final AssetClocks old =
                clocks.allocateAsset(new AssetKey(EPOCH, 0, 11, Steps.fixedNs(10), 1), "a", 90, AssetState.LOST);
            clocks.handOver(old.time(), 12, 2);
            clocks.allocateAsset(new AssetKey(EPOCH, 3, 13, Steps.fixedNs(10), 3), "a", 100, AssetState.JOINED);
            final AssetClocks other =
                clocks.allocateAsset(new AssetKey(EPOCH, 1, 0, Steps.fixedNs(10), 0), "b", 90, AssetState.LOST);
            clocks.handOver(other.time(), 12, 2);
        });
        assertThat(checkpoint.find().clocks().assets()).containsExactly(
            new LeftAsset("b", 12, 2, 10, 0, false, 90), new LeftAsset("a", 13, 3, 10, 0, false, 100));
    }

    @Test
    void anAssetThatWasAwayInTheLastResetIsKnownUntilItIsBack() throws IOException {
        leave(clocks -> {
            clocks.allocateCore(new CoreKey(EPOCH, 5, 10, 30, 99), 0);
            final AssetKey missing = new AssetKey(EPOCH, 1, 0, Steps.fixedNs(10), 0, true);
            clocks.allocateAsset(missing, "a", 0, AssetState.LOST);
            clocks.markMissed(clocks.allocateAsset(new AssetKey(EPOCH, 2, 0, Steps.fixedNs(10), 0, true), "b", 0,
                AssetState.LOST).time(), false);
        });
        assertThat(checkpoint.find().clocks().assets()).containsExactly(
            new LeftAsset("a", 0, 0, 10, 0, false, 0, true), new LeftAsset("b", 0, 0, 10, 0, false, 0, false));
    }

    @Test
    void timesThatCannotBeAreNoCheckpoint() throws IOException {
        for (final long timeNs : new long[] {-1, 69, 101, Long.MAX_VALUE, Long.MIN_VALUE}) {
            leave(clocks -> {
                clocks.allocateCore(new CoreKey(EPOCH, 5, 10, 30, 99), 100);
                clocks.allocateAsset(new AssetKey(EPOCH, 0, 11, Steps.fixedNs(10), 1), "a", timeNs, AssetState.RUNNING);
            });
            assertThat(checkpoint.find().clocks()).as("%d", timeNs).isNull();
            Files.delete(directory.cncFile());
        }
    }

    @Test
    void aFileThatEndsAnywhereIsNoError() throws IOException {
        final Path cnc = leave(CheckpointTest::fill);
        final Random random = new Random(3);
        long bytes = Files.size(cnc);
        try (FileChannel channel = FileChannel.open(cnc, StandardOpenOption.WRITE)) {
            while (bytes > 0) {
                bytes = bytes < 200 ? bytes - 1 : (long) (bytes * (0.5 + random.nextDouble() / 2));
                channel.truncate(bytes);
                final LeftClocks found = checkpoint.find().clocks();
                assertThat(found == null || found.equals(LEFT)).isTrue();
            }
        }
        assertThat(checkpoint.find().clocks()).isNull();
    }

    @Test
    void noiseIsNoError() throws IOException {
        final Path cnc = leave(CheckpointTest::fill);
        final byte[] sound = Files.readAllBytes(cnc);
        final Random random = new Random(4);
        for (int i = 0; i < 200; i++) {
            try (FileChannel channel = FileChannel.open(cnc, StandardOpenOption.WRITE)) {
                final byte[] noise = new byte[1 + random.nextInt(64)];
                random.nextBytes(noise);
                final long at = random.nextInt(3) == 0 ? random.nextInt(32) : random.nextInt(sound.length - 64);
                channel.write(ByteBuffer.wrap(noise), at);
                final LeftClocks found = checkpoint.find().clocks();
                assertThat(found == null || found.isSound()).isTrue();
                channel.write(ByteBuffer.wrap(sound, (int) at, noise.length), at);
            }
        }
        assertThat(checkpoint.find().clocks()).isEqualTo(LEFT);
    }

    /**
     * With any contents of the directory at its death: the old clocks, nothing, a part of the new ones, all of them.
     */
    @Test
    void findsEverythingWhereverItsWriterWasKilled() throws IOException {
        leave(CheckpointTest::fill);
        checkpoint.keep(LEFT, 80);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(".clocks-h.json"))))
            .isEqualTo("rw-------");
        assertThat(checkpoint.find()).isEqualTo(new Checkpoint.Left(LEFT, 80));
        Files.delete(directory.cncFile());
        assertThat(checkpoint.find()).isEqualTo(new Checkpoint.Left(LEFT, 80));
        leave(clocks -> clocks.allocateCore(new CoreKey(80, 6, 10, 30, 99), 100));
        assertThat(checkpoint.find()).isEqualTo(new Checkpoint.Left(LEFT, 80));
        Files.delete(directory.cncFile());
        leave(clocks -> {
            clocks.allocateCore(new CoreKey(80, 6, 10, 30, 99), 100);
            clocks.allocateAsset(new AssetKey(80, 0, 11, Steps.fixedNs(10), 1111), "a", 90, AssetState.LOST);
            clocks.allocateAsset(new AssetKey(80, 1, 0, Steps.fixedNs(5), 0), "b", 80, AssetState.LOST);
        });
        assertThat(checkpoint.find().clocks().assets()).extracting(LeftAsset::timeNs).containsExactly(90L, 80L);
        checkpoint.forget();
        assertThat(checkpoint.find().latestEpoch()).isEqualTo(80);
        assertThat(checkpoint.find().clocks().assets()).hasSize(2);
    }

    @Test
    void anotherRunsDirectoryCountsByItsEpoch() throws IOException {
        leave(CheckpointTest::fill);
        final LeftClocks older = new LeftClocks(3, 99, true, 500, 30, List.of());
        checkpoint.keep(older, 4);
        assertThat(checkpoint.find()).isEqualTo(new Checkpoint.Left(LEFT, EPOCH));
        final LeftClocks newer = new LeftClocks(300, 99, true, 500, 30, List.of());
        checkpoint.keep(newer, 400);
        assertThat(checkpoint.find()).isEqualTo(new Checkpoint.Left(newer, 400));
    }

    @Test
    void aBadCheckpointFileIsNone() throws IOException {
        leave(CheckpointTest::fill);
        for (final String text : new String[] {"", "{", "null", "{}", "[]", "{\"clocks\":null,\"nextEpoch\":1}", "7",
            "{\"clocks\":{\"epoch\":1,\"maxDelayNs\":1,\"assets\":[null]},\"nextEpoch\":900}"}) {
            Files.writeString(folder.resolve(".clocks-h.json"), text);
            assertThat(checkpoint.find()).as(text).isEqualTo(new Checkpoint.Left(LEFT, EPOCH));
        }
    }
}
