package io.takt.steward.asset;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A world that is cut into parts has the history of the whole, event for event. */
@Tag("long")
class PartsTest {
    private static final int TRIALS = Boolean.getBoolean("takt.slow") ? 5_000 : 60;
    private static final int KILLED = Boolean.getBoolean("takt.slow") ? 1_000 : 15;

    @TempDir
    private Path folder;

    private static long check(final int seed, final Path folder) throws Exception {
        final Random random = new Random(seed);
        final PartsTrial trial = new PartsTrial(random);
        final List<String> history = new ArrayList<>();
        long redone = 0;
        final List<PartsTrial.Node> nodes = trial.run(random, folder);
        for (final PartsTrial.Node node : nodes) {
            history.addAll(node.history);
            redone += node.world.statistics().undone();
            assertThat(node.world.part().late()).as("seed " + seed).isZero();
            assertThat(node.world.committedTick()).isEqualTo(trial.endNs / trial.tickNs);
        }
        Collections.sort(history);
        final List<String> expected = PartsTrial.texts(trial.expected());
        for (int i = 0; i < Math.max(history.size(), expected.size()); i++) {
            assertThat(i < history.size() ? history.get(i) : "nothing").as("seed " + seed)
                .isEqualTo(i < expected.size() ? expected.get(i) : "nothing");
        }
        assertThat(Borders.digestOfAll(nodes.stream().map(node -> node.world.digest()).toList()))
            .isEqualTo(PartsTrial.digestOf(trial.expected()));
        for (final PartsTrial.Node node : nodes) {
            node.world.stop();
        }
        return redone;
    }

    @Test
    void theEventsOfAllPartsAreThoseOfTheWholeForEveryCutAndSchedule() throws Exception {
        long redone = 0;
        for (int seed = 0; seed < TRIALS; seed++) {
            redone += check(seed, null);
        }
        assertThat(redone).as("nothing was ever worked in vain").isPositive();
    }

    @Test
    void aPartWhoseProcessIsKilledAtAnyMomentGoesOnAsIfNothingHadHappened() throws Exception {
        for (int seed = 0; seed < KILLED; seed++) {
            check(seed, folder);
            assertThat(folder).isEmptyDirectory();
        }
    }
}
