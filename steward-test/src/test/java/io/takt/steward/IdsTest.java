package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ids, instants and random numbers are the same for ever, and ordered as unsigned numbers. */
class IdsTest {
    @Test
    void idsAreUnsigned() {
        assertThat(Id.of(0, -1)).isGreaterThan(Id.of(0, 1));
        assertThat(Id.of(-1, 0)).isGreaterThan(Id.of(1, 0));
        assertThat(Id.of(1, 0)).isGreaterThan(Id.of(0, -1));
        assertThat(Id.of(3, 7)).isEqualByComparingTo(Id.of(3, 7)).isEqualTo(Id.of(3, 7)).isNotEqualTo(Id.of(7, 3));
    }

    @Test
    void hashesAreWhatTheyWere() {
        assertThat(Id.hash()).hasToString("88177cf7baf82b4b820c9815111815d4");
        assertThat(Id.hash(1, 2, 3)).hasToString("4212a3dc25880168c5e9493c0d5b8857");
        assertThat(Id.hash(0)).isNotEqualTo(Id.hash(0, 0)).isNotEqualTo(Id.hash());
    }

    @Test
    void hashesSpread() {
        final Set<Long> halves = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            final Id id = Id.hash(i, 0);
            halves.add(id.high());
            halves.add(id.low());
        }
        assertThat(halves).hasSize(20_000);
    }

    @Test
    void instantsAreOrderedByBaseThenIterationThenId() {
        final List<ExtendedTime> ordered = List.of(
            ExtendedTime.BEGINNING,
            ExtendedTime.of(-5, 3, Id.of(-1, -1)),
            ExtendedTime.of(0, 0, Id.of(0, 1)),
            ExtendedTime.of(0, 0, Id.of(0, -1)),
            ExtendedTime.of(0, 0, Id.of(-1, 0)),
            ExtendedTime.of(0, 1, Id.of(0, 0)),
            ExtendedTime.endOf(0),
            ExtendedTime.of(1, 0, Id.of(0, 0)));
        final List<ExtendedTime> shuffled = new ArrayList<>(ordered);
        Collections.shuffle(shuffled, new Random(1));
        shuffled.sort(null);
        assertThat(shuffled).isEqualTo(ordered);
        assertThat(ordered.get(2).isBefore(ordered.get(3))).isTrue();
        assertThat(ordered.get(3).isBefore(ordered.get(2))).isFalse();
        assertThat(ordered.get(3).isBefore(ordered.get(3))).isFalse();
    }

    @Test
    void anEventPredictedForThePresentComesAfterIt() {
        final Id slot = Id.hash(42);
        final ExtendedTime first = ExtendedTime.of(7, 0, Id.of(0, 0)).predict(7, slot);
        assertThat(first.iteration()).isZero();
        final ExtendedTime second = first.predict(7, slot);
        assertThat(second.iteration()).isEqualTo(1);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(ExtendedTime.of(7, 4, Id.of(-1, -1)).predict(7, slot).iteration()).isEqualTo(5);
        assertThat(ExtendedTime.of(7, 4, Id.of(-1, -1)).predict(8, slot).iteration()).isZero();
        assertThat(first.predict(8, slot).id()).isNotEqualTo(first.id());
    }

    @Test
    void randomNumbersAreWhatTheyWere() {
        final DeterministicRandom random = new DeterministicRandom(ExtendedTime.of(1, 0, Id.of(2, 3)));
        assertThat(new long[] {random.nextLong(), random.nextLong()}).containsExactly(
            -7346801188318830019L, -3806147935695115799L);
        double sum = 0;
        final int[] counts = new int[6];
        for (int i = 0; i < 60_000; i++) {
            sum += random.nextDouble();
            counts[random.nextInt(6)]++;
        }
        assertThat(sum / 60_000).isBetween(0.49, 0.51);
        for (final int count : counts) {
            assertThat(count).isBetween(9_500, 10_500);
        }
    }

    @Test
    void randomNumbersDependOnTheSalt() {
        final ExtendedTime at = ExtendedTime.of(1, 0, Id.of(2, 3));
        assertThat(new DeterministicRandom(at, 0).nextLong()).isEqualTo(new DeterministicRandom(at).nextLong());
        final Set<Long> numbers = new HashSet<>();
        for (long salt = -500; salt < 500; salt++) {
            final DeterministicRandom random = new DeterministicRandom(at, salt);
            numbers.add(random.nextLong());
            numbers.add(random.nextLong());
            numbers.add(new DeterministicRandom(ExtendedTime.of(salt, 0, Id.of(2, 3)), 1_000).nextLong());
        }
        assertThat(numbers).hasSize(3_000);
    }

    @Test
    void bothStewardsSaltAlike() {
        final List<Id> digests = new ArrayList<>();
        for (final Steward steward : List.of(
            LogSteward.withHistory(Toy.salted(5)), new ReplaySteward(Toy.salted(5), 10),
            LogSteward.withHistory(Toy.salted(6)))) {
            for (int i = 0; i < 50; i++) {
                steward.insert(i, Id.of(0, 1), new Toy.Drop(i * 7, i % 5));
            }
            digests.add(steward.digest(Long.MIN_VALUE, 100));
        }
        assertThat(digests.get(0)).isEqualTo(digests.get(1)).isNotEqualTo(digests.get(2));
    }

    @Test
    void idsAreWrittenAlikeInEveryLocale() {
        final Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-u-nu-arab"));
            assertThat(Id.of(0x123L, -1)).hasToString("0000000000000123ffffffffffffffff");
        } finally {
            Locale.setDefault(before);
        }
    }
}
