package io.takt.steward.scenario.lockstep;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.Scenario;
import io.takt.steward.scenario.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LockstepTest {
    private static final int COPIES = 4;
    private static final int CIRCLES = 12;
    private static final int ROUNDS = 200;
    private static final int ONE_IN = 10;
    private static final World WORLD = Scenario.circles(7, CIRCLES, Long.MAX_VALUE);
    private static final long STEP = WORLD.second() / 60;

    @ParameterizedTest
    @EnumSource
    void allEndEqualAndAsIfAllHadBeenKnownFromTheStart(final Conditions conditions) {
        final Lockstep lockstep = new Lockstep(number -> WORLD, COPIES, STEP, ONE_IN, conditions, 5);
        final List<Lockstep.Outcome> outcomes = lockstep.run(ROUNDS, part -> { });
        final List<Input> inputs = lockstep.inputs();
        assertThat(inputs).hasSizeGreaterThan(ROUNDS * COPIES / ONE_IN / 2);

        final Steward alone = steward(WORLD, inputs);
        Id digest = Id.hash();
        final long strides = outcomes.get(0).strides();
        assertThat(strides).isEqualTo(ROUNDS * STEP / lockstep.stride());
        for (int i = 0; i < strides; i++) {
            final Id of = alone.digest(first(lockstep, i), (i + 1) * lockstep.stride() - 1);
            digest = Id.hash(digest.high(), digest.low(), of.high(), of.low());
        }
        for (final Lockstep.Outcome outcome : outcomes) {
            assertThat(outcome.difference()).isNull();
            assertThat(outcome.strides()).isEqualTo(strides);
            assertThat(outcome.digest()).isEqualTo(digest);
            assertThat(outcome.latest()).isPositive();
        }
    }

    private static long first(final Lockstep lockstep, final int stride) {
        return stride == 0 ? Long.MIN_VALUE : stride * lockstep.stride();
    }

    private static Steward steward(final World world, final List<Input> inputs) {
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        final StateOutput sent = new StateOutput();
        inputs.forEach(input -> input.write(sent));
        final StateInput in = new StateInput(sent.toByteArray(), world.physics(), steward);
        while (in.remaining() > 0) {
            Input.read(in).insertInto(steward);
        }
        return steward;
    }

    @ParameterizedTest
    @EnumSource
    void aFlawedCopyIsToldTheFirstEventThatDiffers(final Conditions conditions) {
        final World flawed = Scenario.circles(7, CIRCLES, 50 * STEP);
        final Lockstep lockstep = new Lockstep(
            number -> number == 2 ? flawed : WORLD, COPIES, STEP, ONE_IN, conditions, 5);
        final List<Lockstep.Outcome> outcomes = lockstep.run(ROUNDS, part -> { });

        final long end = ROUNDS * STEP;
        final List<EventRecord> right = steward(WORLD, lockstep.inputs()).history(Long.MIN_VALUE, end);
        final List<EventRecord> wrong = steward(flawed, lockstep.inputs()).history(Long.MIN_VALUE, end);
        int first = 0;
        while (EventRecord.firstDifference(List.of(wrong.get(first)), List.of(right.get(first))) == null) {
            first++;
        }
        assertThat(outcomes.get(2).difference()).contains(wrong.get(first).toString())
            .contains(right.get(first).toString());
        assertThat(outcomes.get(2).digest()).isNotEqualTo(outcomes.get(0).digest());
        assertThat(outcomes.get(1).digest()).isEqualTo(outcomes.get(0).digest());
        assertThat(outcomes.get(3).digest()).isEqualTo(outcomes.get(0).digest());
        assertThat(outcomes.get(0).difference()).contains("copy 0 and copy 2");
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        assertThat(run(9)).isEqualTo(run(9)).isNotEqualTo(run(10));
    }

    private static List<Lockstep.Outcome> run(final long seed) {
        return new Lockstep(number -> WORLD, 2, STEP, ONE_IN, Conditions.BURSTS, seed).run(80, part -> { });
    }
}
