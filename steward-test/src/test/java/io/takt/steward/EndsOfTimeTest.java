package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The smallest and the greatest time are times like others, but for events at the greatest, which stands for never. */
class EndsOfTimeTest {
    static Stream<Steward> stewards() {
        return Stream.of(LogSteward.withHistory(Toy.PHYSICS), LogSteward.withoutHistory(Toy.PHYSICS),
            new ReplaySteward(Toy.PHYSICS, 3));
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void theFirstEventMayBeAtTheSmallestTime(final Steward steward) {
        assertThat(steward.frozenBefore()).isEqualTo(Long.MIN_VALUE);
        steward.insert(Long.MIN_VALUE, Id.of(0, 1), new Toy.Drop(1, 3));
        steward.advanceTo(Long.MIN_VALUE);
        assertThat(steward.now()).isEqualTo(Long.MIN_VALUE);
        try (Snapshot snapshot = steward.snapshot(Long.MIN_VALUE)) {
            assertThat(snapshot.get(steward.cell(Toy.PILE, 1))).isEqualTo(new Toy.Pile(3, 0));
        }
        if (!steward.keepsHistory()) {
            assertThatThrownBy(() -> steward.insert(Long.MIN_VALUE, Id.of(0, 0), new Toy.Drop(1, 3)))
                .isInstanceOf(StewardException.class).hasMessageContaining("frozen");
        }
        steward.advanceTo(Long.MIN_VALUE + 100);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void aFinishedSimulationCanBeSavedAndLoaded(final Steward steward) throws IOException {
        steward.insert(0, Id.of(0, 1), new Toy.Drop(1, 1));
        steward.advanceTo(Long.MAX_VALUE);
        final ByteArrayOutputStream saved = new ByteArrayOutputStream();
        try (Snapshot snapshot = steward.snapshot(Long.MAX_VALUE)) {
            snapshot.save(saved, Toy.PHYSICS);
        }
        for (final Steward loaded : List.of(
            LogSteward.load(new ByteArrayInputStream(saved.toByteArray()), Toy.PHYSICS, true),
            LogSteward.load(new ByteArrayInputStream(saved.toByteArray()), Toy.PHYSICS, false),
            ReplaySteward.load(new ByteArrayInputStream(saved.toByteArray()), Toy.PHYSICS, 3))) {
            assertThat(loaded.now()).isEqualTo(Long.MAX_VALUE);
            assertThat(loaded.frozenBefore()).isEqualTo(Long.MAX_VALUE);
            assertThatThrownBy(() -> loaded.insert(5, Id.of(0, 2), new Toy.Drop(1, 1)))
                .isInstanceOf(StewardException.class).hasMessageContaining("frozen");
            try (Snapshot here = loaded.snapshot(Long.MAX_VALUE); Snapshot there = steward.snapshot(Long.MAX_VALUE)) {
                assertThat(here.digest()).isEqualTo(there.digest());
            }
        }
    }

    @Test
    void nothingHappensAtTheGreatestTime() {
        stewards().forEach(steward -> assertThatThrownBy(
            () -> steward.insert(Long.MAX_VALUE, Id.of(0, 1), new Toy.Drop(1, 1)))
            .isInstanceOf(StewardException.class).hasMessageEndingWith("stands for never"));
    }
}
