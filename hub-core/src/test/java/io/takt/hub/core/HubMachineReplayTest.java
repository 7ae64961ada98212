package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.LabRecord.Command;
import io.takt.hub.core.LabRecord.Entry;
import io.takt.hub.core.LabRecord.Reading;
import io.takt.hub.core.LabRecord.Work;
import io.takt.hub.core.LabRecord.Write;
import io.takt.hub.core.event.HubCommand;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** A machine's actions depend on its commands, on the clock and on the counters, and on nothing else. */
class HubMachineReplayTest {
    private static final int HISTORIES = 60;

    @Test
    void aRecordedRunReplaysToTheSameEventsAndReadings() {
        int told = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            final HubLab original = history(seed).lab;
            final HubLab replayed = replay(original, index -> true);
            assertThat(replayed.record.events()).as("seed %d", seed).isEqualTo(original.record.events());
            assertThat(replayed.record.entries()).as("seed %d", seed).isEqualTo(original.record.entries());
            assertThat(clocks(replayed)).as("seed %d", seed).isEqualTo(clocks(original));
            told += original.record.events().size();
        }
        assertThat(told).as("events").isGreaterThan(100 * HISTORIES);
    }

    private static List<String> clocks(final HubLab lab) {
        final List<String> clocks = new ArrayList<>();
        lab.counters.forEach((id, label) -> clocks.add(label + " " + lab.counters.getCounterValue(id)));
        return clocks;
    }

    /** Else the comparison above would say nothing. */
    @Test
    void aRunThatLacksOneCommandIsAnother() {
        int others = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            final HubLab original = history(seed).lab;
            final int lacking = firstReady(original.record.entries());
            final HubLab replayed = replay(original, index -> index != lacking);
            others += replayed.record.events().equals(original.record.events()) ? 0 : 1;
        }
        assertThat(others).isEqualTo(HISTORIES);
    }

    private static int firstReady(final List<Entry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Command each && each.command() instanceof HubCommand.Ask ask
                && ask.request() instanceof Request.Ready) {
                return i;
            }
        }
        throw new AssertionError("no asset was ready");
    }

    /** With what only the daemon says, too. */
    private static RandomHistory history(final long seed) {
        final RandomHistory history = new RandomHistory(seed);
        final Random random = new Random(~seed);
        for (int turn = 0; turn < 400; turn++) {
            history.turn();
            history.takeAnswers();
            if (random.nextInt(8) == 0) {
                history.lab.on(fromTheDaemon(random, turn));
            }
        }
        return history;
    }

    private static HubCommand fromTheDaemon(final Random random, final int turn) {
        return switch (random.nextInt(20)) {
            case 0 -> new HubCommand.ProgramStarted("droppable");
            case 1 -> new HubCommand.ProgramEnded("droppable", "ended with exit status 1");
            case 2, 3 -> new HubCommand.WantReports(20);
            case 4, 5 -> new HubCommand.RefuseLine(1 + random.nextInt(3), -turn, "it is no request");
            case 6, 7, 8, 9, 10 -> new HubCommand.TellStatus(turn);
            default -> new HubCommand.Look();
        };
    }

    private static HubLab replay(final HubLab original, final IntPredicate isWanted) {
        final List<Entry> entries = original.record.entries();
        final List<Long> readings = new ArrayList<>();
        entries.forEach(entry -> {
            if (entry instanceof Reading reading) {
                readings.add(reading.nanoTime());
            }
        });
        final HubLab fresh = original.plan.again(readings);
        for (int i = 0; i < entries.size(); i++) {
            if (isWanted.test(i)) {
                give(fresh, entries.get(i));
            }
        }
        return fresh;
    }

    /** Readings are taken by the machine itself, and compared afterwards. */
    private static void give(final HubLab lab, final Entry entry) {
        if (entry instanceof Command each) {
            lab.on(each.command());
        } else if (entry instanceof Work) {
            lab.work();
        } else if (entry instanceof Write write) {
            lab.write(write.counterId(), write.value());
        }
    }
}
