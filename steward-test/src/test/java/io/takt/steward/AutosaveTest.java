package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulation is saved while it goes on, and goes on from what was saved as if nothing had been. */
class AutosaveTest {
    private static final long END = 3_000;

    @TempDir
    private Path folder;

    @Test
    void aSimulationSavedMeanwhileGoesOnTheSame() throws IOException {
        final Path file = folder.resolve("toy.save");
        final Steward steward = started();
        int begun = 0;
        int busy = 0;
        try (Autosave autosave = new Autosave(file)) {
            for (long time = 1; time <= END; time++) {
                steward.advanceTo(time);
                if (time % 50 == 0 && time >= 100) {
                    // In the past, of which a snapshot may be in the hands of the other thread.
                    steward.insert(time - 20, Id.of(9, time), new Toy.Drop((int) time % Toy.SITES, 2));
                }
                if (time < END - 100) {
                    if (autosave.save(steward)) {
                        begun++;
                    } else {
                        busy++;
                    }
                }
            }
        }
        assertThat(begun).isPositive();
        assertThat(begun + busy).isEqualTo((int) END - 101);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        final LogSteward loaded = load(file);
        final Steward again = started();
        for (long time = 100; time <= loaded.now(); time += 50) {
            again.insert(time - 20, Id.of(9, time), new Toy.Drop((int) time % Toy.SITES, 2));
        }
        try (Snapshot here = loaded.snapshot(END); Snapshot there = again.snapshot(END)) {
            assertThat(here.digest()).isEqualTo(there.digest());
        }
    }

    @Test
    void aDiskThatIsFullIsToldAndTheLastFileStays() throws IOException {
        final Path file = folder.resolve("toy.save");
        final Steward steward = started();
        steward.advanceTo(100);
        try (Autosave autosave = new Autosave(file)) {
            assertThat(autosave.save(steward)).isTrue();
        }
        final byte[] before = Files.readAllBytes(file);
        // Nothing can be written to a folder; on a full disk the same happens later.
        Files.createDirectory(folder.resolve("toy.save.part"));
        final Autosave autosave = new Autosave(file);
        steward.advanceTo(200);
        assertThat(autosave.save(steward)).isTrue();
        assertThatThrownBy(autosave::close).isInstanceOf(IOException.class)
            .hasMessageContaining("cannot be saved").hasMessageContaining("toy.save");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(load(file).now()).isEqualTo(100);
        assertThatThrownBy(() -> autosave.save(steward)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("closed");
    }

    @Test
    void aFolderThatIsNotThereIsToldAtOnce() throws IOException {
        final Path missing = folder.resolve("missing");
        final Path file = missing.resolve("toy.save");
        final Steward steward = started();
        try (Autosave autosave = new Autosave(file)) {
            assertThatThrownBy(() -> autosave.save(steward)).isInstanceOf(IOException.class)
                .hasMessage("the simulation cannot be saved to " + file + ": there is no folder " + missing);
            Files.createDirectory(missing);
            assertThat(autosave.save(steward)).isTrue();
        }
        assertThat(load(file).now()).isEqualTo(steward.now());
    }

    private static Steward started() {
        final Steward steward = LogSteward.withHistory(Toy.PHYSICS);
        for (int i = 0; i < Toy.SITES; i++) {
            steward.insert(1, Id.of(0, i), new Toy.Drop(i, 3));
        }
        return steward;
    }

    private static LogSteward load(final Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return LogSteward.load(in, Toy.PHYSICS, true);
        }
    }
}
