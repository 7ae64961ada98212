package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PhilosophersTest {
    private static final long END = 400;
    private static final int CHECKPOINT = 100;

    private static Steward steward(final World world) {
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        return steward;
    }

    /** All that there is at the end. */
    private static byte[] dump(final Steward steward, final World world) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot snapshot = steward.snapshot(END)) {
            snapshot.save(out, world.physics());
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void twentyChangesThatAreTakenBackLeaveNothing(final long seed) throws IOException {
        final World world = new Philosophers(seed, 7);
        final byte[] without = dump(steward(world), world);
        final Steward steward = steward(world);
        assertThat(dump(steward, world)).isEqualTo(without);
        final List<Input> tweaks = new ArrayList<>(world.lateInputs());
        assertThat(tweaks).hasSize(Philosophers.TWEAKS);

        final Steward oracle = new ReplaySteward(world.physics(), CHECKPOINT);
        world.inputs().forEach(input -> input.insertInto(oracle));
        for (final Input tweak : tweaks) {
            tweak.insertInto(steward);
            tweak.insertInto(oracle);
            assertThat(dump(steward, world)).isEqualTo(dump(oracle, world));
        }
        assertThat(steward.digest(Long.MIN_VALUE, END)).isNotEqualTo(steward(world).digest(Long.MIN_VALUE, END));
        Collections.shuffle(tweaks, new Random(seed));
        for (final Input tweak : tweaks) {
            tweak.removeFrom(steward);
            steward.advanceTo(END);
        }
        assertThat(dump(steward, world)).isEqualTo(without);
        assertThat(steward.digest(Long.MIN_VALUE, END)).isEqualTo(steward(world).digest(Long.MIN_VALUE, END));
    }

    @Test
    void theyGoOnShakingHands() {
        for (long seed = 1; seed <= 8; seed++) {
            final World world = new Philosophers(seed, 7);
            assertThat(steward(world).history(Long.MIN_VALUE, END)).as("seed %d", seed).hasSizeGreaterThan(50);
        }
    }
}
