package io.takt.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.log.Workers;
import io.takt.steward.scenario.HardSpheres;
import io.takt.steward.scenario.Phold;
import io.takt.steward.scenario.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static void advance(final Load load, final int slices) {
        for (int i = 0; i < slices; i++) {
            load.advance();
        }
    }

    @Test
    void whateverIsKeptTheEventsAreThoseOfThePlainProgram() {
        final HardSpheres world = new HardSpheres(1, 125, 3, 0.4);
        final long slice = world.second() / 10;
        final StewardLoad all = new StewardLoad(world, true, slice, null, null);
        all.keepAll();
        try (Workers workers = new Workers(2)) {
            final List<Load> loads = List.of(
                new PlainSpheres(world, slice), new StewardLoad(world, false, slice, null, null),
                new StewardLoad(world, true, slice, null, null), new StewardLoad(world, false, slice, workers, null),
                all);
            loads.forEach(each -> advance(each, 60));
            assertThat(loads).extracting(Load::events).containsOnly(loads.get(0).events());
            assertThat(loads).extracting(Load::stale).containsOnly(loads.get(0).stale());
            assertThat(loads.get(0).events()).isGreaterThan(4_000);
        }
        assertThat(all.steward().history(1, all.steward().now()).size()).isEqualTo(all.events());
    }

    @Test
    void twoSecondsAreKept() {
        final World world = new Phold(1, 50);
        final StewardLoad load = new StewardLoad(world, true, world.second() / 10, null, null);
        advance(load, 100);
        assertThat(load.steward().now() - load.steward().forgottenBefore())
            .isBetween(2 * world.second(), 9 * world.second() / 4);
    }

    @Test
    void thePlainLoopOfPholdDoesAsManyJobsAsTheSteward() {
        final World world = new Phold(1, 500);
        final StewardLoad load = new StewardLoad(world, false, world.second(), null, null);
        final PlainPhold plain = new PlainPhold(500, world.second());
        advance(load, 20);
        advance(plain, 20);
        assertThat(plain.events()).isEqualTo(plain.done())
            .isBetween(load.events() * 98 / 100, load.events() * 102 / 100);
    }
}
