package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.HardSpheres;
import io.takt.steward.scenario.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class StewardBenchTest {
    private static final CellType<String> TYPE = CellType.of(1, "text", Codec.of(
        (text, out) -> out.writeInt(text.length()), in -> "x".repeat(in.readInt())));

    @Test
    void theCriticalPathGoesFromWriterToReader() {
        final Steward steward = LogSteward.withHistory(Physics.builder().cells(TYPE).build());
        final Cell<String> a = steward.cell(TYPE, 1);
        final Cell<String> b = steward.cell(TYPE, 2);
        final Cell<String> c = steward.cell(TYPE, 3);
        assertThat(CriticalPath.of(List.of())).isZero();
        assertThat(CriticalPath.of(List.of(event(1, List.of(), List.of(a)), event(2, List.of(), List.of(b)))))
            .isEqualTo(1);
        assertThat(CriticalPath.of(List.of(event(1, List.of(), List.of(a)), event(2, List.of(a), List.of(b)),
            event(3, List.of(c), List.of(c)), event(4, List.of(b, c), List.of(c)), event(5, List.of(), List.of(b)),
            event(6, List.of(b), List.of())))).isEqualTo(3);
    }

    private static EventRecord event(final long time, final List<Cell<?>> reads, final List<Cell<?>> writes) {
        return new EventRecord(ExtendedTime.of(time, 0, Id.of(0, time)), null, accesses(reads), accesses(writes));
    }

    private static List<EventRecord.Access> accesses(final List<Cell<?>> cells) {
        return cells.stream().map(cell -> new EventRecord.Access(cell, "")).toList();
    }

    @Test
    void theRedoneEventsAreThoseThatDifferAndThePastIsLeftAsItWas() {
        check(new HardSpheres(1, 125, 3, 0.3), 3, 0.5);
        check(io.takt.steward.scenario.Scenario.named("robots").world(1, 40), 12, 6);
        check(io.takt.steward.scenario.Scenario.named("phold").world(1, 64), 6, 3);
    }

    private static void check(final World world, final int seconds, final double secondsAgo) {
        final LogSteward steward = StewardPast.run(world, null, seconds * world.second());
        final Id untouched = steward.digest(0, steward.now());
        final Result result = new StewardPast().change("some", world, steward, secondsAgo);
        assertThat(result.fails()).isFalse();
        assertThat(result.ratio().value()).isBetween(1.0, 1.5);
        assertThat(steward.digest(0, steward.now())).isEqualTo(untouched);
    }

    @Test
    void theOutputOfASimulationIsRead() {
        final StewardRun run = StewardRun.parse("2000000000 4000000000 1.0E9 1000 90 5000 4000 600 450 30 7000\n");
        assertThat(run.eventsPerSecond()).isEqualTo(500);
        assertThat(run.eventsPerProcessorSecond()).isEqualTo(250);
        assertThat(run.othersShare()).isEqualTo(0.75);
        assertThat(run.historyBytes()).isEqualTo(5000);
        assertThat(run.allocatedBytes()).isEqualTo(7000);
        assertThat(run.inTurn()).isEqualTo(550);
        assertThat(run.inARound()).isEqualTo(20);
        assertThatThrownBy(() -> StewardRun.parse("out of memory")).hasMessageContaining("out of memory");
    }
}
