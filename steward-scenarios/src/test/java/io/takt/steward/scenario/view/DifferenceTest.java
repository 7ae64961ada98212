package io.takt.steward.scenario.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.HardSpheres;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After a change in the past little more is redone than the events that differ. */
final class DifferenceTest {
    @Test
    void hardlyMoreIsRedoneThanDiffers() {
        final HardSpheres world = new HardSpheres(1, 900, 2, 0.4);
        final long unit = world.second();
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        for (int i = 1; i <= 3; i++) {
            final List<EventRecord> before = steward.history(0, 6 * unit);
            final Statistics then = steward.statistics();
            world.change(2 * unit, i * 250, i).insertInto(steward);
            final List<EventRecord> after = steward.history(0, 6 * unit);
            final Statistics now = steward.statistics();
            final long redone = now.redone() - then.redone() + now.executed() - then.executed();
            final Difference difference = new Difference(before, after);
            final long different = difference.added() + difference.altered();
            assertThat(after.size() - before.size()).isEqualTo(difference.added() - difference.gone());
            assertThat(different).isBetween(20L, after.size() / 2L);
            assertThat(redone).as("redone, of %d different in %d", different, after.size())
                .isBetween(different + difference.reread(), different * 3 / 2);
        }
    }
}
