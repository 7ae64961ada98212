package io.takt.shm.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.AssetState;
import io.takt.asset.TaktException;
import io.takt.shm.driver.EmbeddedDriver;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockFileTest {
    @TempDir
    private Path folder;

    @Test
    void twoMappingsSeeTheSameClocks() {
        try (HandMadeCnc cnc = new HandMadeCnc(folder.resolve("cnc.dat"), 8);
            ClockFile writing = ClockFile.forWriting(cnc.path);
            ClockFile reading = ClockFile.forReading(cnc.path)) {
            final AssetClocks asset =
                new HubClocks(cnc.counters, "h").allocateAsset(3, 0, "a", 70, AssetState.JOINED);
            final int id = asset.time().counterId();
            assertThat(reading.clock(id).read()).isEqualTo(70);
            writing.clock(id).publish(80);
            assertThat(reading.clock(id).read()).isEqualTo(80);
            assertThat(asset.time().read()).isEqualTo(80);
            assertThat(reading.counters().getCounterLabel(id)).isEqualTo("takt asset-time hub=h asset=a");
        }
    }

    @Test
    void aCounterBeyondTheFileIsRefused() {
        try (HandMadeCnc cnc = new HandMadeCnc(folder.resolve("cnc.dat"), 8);
            ClockFile file = ClockFile.forReading(cnc.path)) {
            assertThat(file.clock(7).read()).isZero();
            assertThatThrownBy(() -> file.clock(8)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> file.clock(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aMissingFileAndOneOfAnotherVersionAreRefused() throws IOException {
        final Path path = folder.resolve("cnc.dat");
        assertThatExceptionOfType(TaktException.class).isThrownBy(() -> ClockFile.forReading(path))
            .withMessageStartingWith("cannot read " + path);
        new HandMadeCnc(path, 8).close();
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(new byte[] {1, 2, 3, 4});
        }
        assertThatExceptionOfType(TaktException.class).isThrownBy(() -> ClockFile.forWriting(path))
            .withMessageStartingWith(path + " is of version ");
    }

    /** ClockFile promises a TaktException for what is no CnC file of this version. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void aFileThatIsTooShortIsRefusedAsPromised(final int length) throws IOException {
        final Path path = Files.write(folder.resolve("cnc.dat"), new byte[length]);
        assertThatExceptionOfType(TaktException.class).isThrownBy(() -> ClockFile.forReading(path));
    }

    @Test
    void readsTheFileOfARealDriverWhichOnlyItsOwnerMayEnter() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "h");
        final Path cnc = directory.path().resolve("cnc.dat");
        try (EmbeddedDriver driver = EmbeddedDriver.launch(directory)) {
            final Clock core = new HubClocks(driver.counters(), "h").allocateCore(5);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.path())))
                .isEqualTo("rwx------");
            try (ClockFile file = ClockFile.forReading(cnc)) {
                core.publish(1_000_000);
                assertThat(file.clock(core.counterId()).read()).isEqualTo(1_000_000);
                assertThat(file.counters().getCounterTypeId(core.counterId())).isEqualTo(7001);
            }
        }
        assertThat(directory.path()).doesNotExist();
    }
}
