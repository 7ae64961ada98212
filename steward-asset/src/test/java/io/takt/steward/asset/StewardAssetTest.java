package io.takt.steward.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.message.Codec;
import io.takt.asset.message.InputSpec;
import io.takt.steward.Id;
import io.takt.steward.SaveException;
import io.takt.steward.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Worlds whose messages come, and whose processes end, at any moment have the history that they should. */
class StewardAssetTest {
    private static final int TRIALS = Boolean.getBoolean("takt.slow") ? 10_000 : 40;
    private static final int KILLED = Boolean.getBoolean("takt.slow") ? 2_000 : 12;

    @TempDir
    private Path folder;

    @Test
    void theMomentAtWhichMessagesComeChangesNothing() throws Exception {
        for (int seed = 0; seed < TRIALS; seed++) {
            final Trial trial = new Trial(seed);
            final Trial.Outcome expected = trial.expected();
            assertThat(expected.sent()).hasSizeGreaterThan(20);
            assertThat(trial.run(Trial.STEP_NS, new Random(seed), null)).as("seed " + seed).isEqualTo(expected);
            assertThat(trial.run(Trial.STEP_NS / 4, new Random(seed), null)).as("seed " + seed).isEqualTo(expected);
        }
    }

    @Test
    void aProcessThatIsKilledAtAnyMomentGoesOnAsIfNothingHadHappened() throws Exception {
        for (int seed = 0; seed < KILLED; seed++) {
            final Trial trial = new Trial(seed);
            assertThat(trial.run(Trial.STEP_NS, new Random(seed), folder)).as("seed " + seed)
                .isEqualTo(trial.expected());
        }
    }

    @Test
    void aResetBeginsAnew() throws Exception {
        final Hand hand = new Hand();
        final StewardAsset world = joined(hand, folder, 1, 100);
        world.start(0);
        final List<String> sent = steps(hand, world, 1_000);
        for (int i = 0; i < 2; i++) {
            world.reset();
            world.start(0);
            assertThat(world.committedTick()).isEqualTo(-1);
            assertThat(world.digest()).isEqualTo(Id.hash());
            assertThat(steps(hand, world, 1_000)).isEqualTo(sent).isNotEmpty();
        }
        world.stop();
    }

    private static List<String> steps(final Hand hand, final StewardAsset world, final long endNs) throws Exception {
        final List<String> sent = new ArrayList<>();
        for (long timeNs = 0; timeNs < endNs; timeNs += 50) {
            hand.over(new Hand.Kick("a", timeNs, timeNs, timeNs, timeNs));
            sent.addAll(hand.step(world, timeNs, timeNs + 50));
        }
        return sent;
    }

    @Test
    void thePresentShowsWhatIsNotFinal() throws Exception {
        final Hand hand = new Hand();
        final StewardAsset world = joined(hand, null, 1, 1_000);
        world.start(0);
        hand.step(world, 0, 50);
        hand.over(new Hand.Kick("a", 0, 30, 30, 1));
        hand.step(world, 50, 100);
        assertThat(world.committedTick()).isEqualTo(-1);
        try (Snapshot present = world.present()) {
            assertThat(present.time()).isEqualTo(100);
        }
    }

    /** The first messages of a sender that joins another hub late may come after their time is final. */
    @Test
    void aMessageThatIsTooLateHappensAsEarlyAsItCan() throws Exception {
        final Hand hand = new Hand();
        final StewardAsset world = joined(hand, folder, 1, 100);
        world.start(0);
        hand.step(world, 0, 200);
        hand.over(new Hand.Kick("a", 0, 20, 20, 1));
        assertThat(hand.step(world, 200, 210)).contains("kicked 1 at 201");
    }

    @Test
    void withoutSavedFilesItBeginsAt0Only() {
        final StewardAsset world = joined(new Hand(), null, 1, 100);
        assertThatThrownBy(() -> world.start(70_000_000)).isInstanceOf(IllegalStateException.class).hasMessage(
            "asset 'world' is to begin at 70ms, and has nothing that tells how its world is then: have it saved"
                + " (savedIn), and let it be there when the run begins");
    }

    /** Its history does not depend on when it joins, so it needs no files of this run. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThatReceivesNothingCanJoinAtAnyTime(final boolean isSaved) throws Exception {
        final StewardAsset.Builder builder = StewardAsset.of(Ring.physics(0)).beginsWith(Ring::begin)
            .sends("all", Codec.oneLong(), event -> event.at().base());
        final StewardAsset late = (isSaved ? builder.savedIn(folder, Duration.ofNanos(600)) : builder).build();
        late.joined(Hand.joined("late", 1, 100, false));
        final Hand hand = new Hand(new InputSpec[0]);
        late.connect(hand);
        late.start(1_000);
        assertThat(late.committedTick()).isEqualTo(900);
        final List<String> sent = hand.step(late, 1_000, 1_050);
        final StewardAsset early = builder.build();
        early.joined(Hand.joined("early", 1, 100, false));
        early.connect(hand);
        early.start(0);
        hand.step(early, 0, 1_000);
        assertThat(hand.step(early, 1_000, 1_050)).isEqualTo(sent).isNotEmpty();
        if (isSaved) {
            late.abandon();
            final StewardAsset next = builder.build();
            next.joined(Hand.joined("late", 1, 100, true));
            next.connect(hand);
            next.start(1_050);
            assertThat(next.digest()).isEqualTo(early.digest());
            next.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void latestValuesAreRefused(final int senders) {
        final InputSpec[] inputs = {InputSpec.latest("kick", "a"), InputSpec.latest("kick", "b")};
        assertThatThrownBy(() -> joined(new Hand(Arrays.copyOf(inputs, senders)), null, 1, 100)).hasMessage("asset"
            + " 'world' receives only the latest values of channel 'kick' from 'a', so its world would not be the same"
            + " in every run; make it retroactive");
    }

    @Test
    void oneSenderOfLatestValuesIsEnoughToBeRefused() {
        final Hand hand = new Hand(InputSpec.retroactive("kick", "a"), InputSpec.latest("kick", "b"));
        assertThatThrownBy(() -> joined(hand, null, 1, 100)).hasMessageContaining("channel 'kick' from 'b'");
    }

    @Test
    void nothingBeginsBefore0() {
        final StewardAsset world = StewardAsset.of(Ring.physics(0))
            .beginsWith(steward -> steward.insert(-1, new Ring.Push(1, 1))).build();
        world.joined(Hand.joined("world", 1, 100));
        assertThatThrownBy(() -> world.start(0)).hasMessageContaining("the past is frozen before 0");
    }

    @Test
    void timesOfTheSetUpAreMoreThan0() {
        assertThatThrownBy(() -> StewardAsset.of(Ring.physics(0)).tick(Duration.ZERO))
            .hasMessage("the tick is 0s; it must be more than 0");
        assertThatThrownBy(() -> StewardAsset.of(Ring.physics(0)).savedIn(folder, Duration.ofNanos(-1)))
            .hasMessageContaining("the time between snapshots is -1ns; it must be more than 0");
    }

    @Test
    void filesOfAnotherRunAreRefused() throws Exception {
        saved(1_000);
        assertRefused(1_000, 2, 100, "world.1.world is of another run: it was written by asset 'world' with a tick of"
            + " 1ns, the seed 1 and maxDelay 100ns, and this is asset 'world' with a tick of 1ns, the seed 2 and"
            + " maxDelay 100ns");
        assertRefused(1_000, 1, 90, "and maxDelay 90ns");
        assertRefused(1_050, 1, 100, "asset 'world' is to go on from 1.05us, but what is saved in " + folder
            + " ends at 1us: there is no world.2.journal");
        assertRefused(975, 1, 100, "world.1.journal has no step that ends at 975ns");
        Files.delete(folder.resolve("world.1.journal"));
        assertRefused(1_000, 1, 100, "there is no world.1.journal");
        Files.writeString(folder.resolve("world.1.journal"), "");
        assertRefused(1_000, 1, 100, "world.1.journal is no file of a steward's asset, or of another version");
    }

    /** A killed run of the same scenario has left them, and the asset joins the next one late, at the same time. */
    @Test
    void filesOfAnEarlierRunOfTheSameScenarioAreRefused() throws Exception {
        saved(1_000);
        final StewardAsset late = world(folder);
        late.joined(Hand.joined("world", 1, 100, false));
        late.connect(new Hand());
        assertThatThrownBy(() -> late.start(1_000)).isInstanceOf(SaveException.class).hasMessage("asset 'world' is to"
            + " begin at 1us, and no process of it has come so far in this run, so it does not go on from what is saved"
            + " in " + folder + "; let it be there when the run begins");
    }

    @Test
    void noFilesAreLeftWhenTheRunEnds() throws Exception {
        saved(1_000);
        assertThat(folder).isNotEmptyDirectory();
        final Hand hand = new Hand();
        final StewardAsset world = joined(hand, folder, 1, 100);
        world.start(0);
        steps(hand, world, 1_000);
        // As of a process that was killed while it wrote a snapshot.
        Files.writeString(folder.resolve("world.7.world.part"), "");
        world.stop();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderThatCannotBeMadeIsToldWithItsAsset() throws Exception {
        final Path file = Files.writeString(folder.resolve("saved"), "");
        final StewardAsset world = joined(new Hand(), file, 1, 100);
        assertThatThrownBy(() -> world.start(0)).isInstanceOf(IOException.class).hasMessageStartingWith("the world of"
            + " asset 'world' cannot be saved in " + file + ": ");
    }

    /** One bit altered anywhere, or some bytes cut off. */
    @Test
    void alteredFilesAreRefused() throws Exception {
        saved(1_000);
        final Random random = new Random(1);
        for (final String name : List.of("world.1.world", "world.1.journal")) {
            final Path file = folder.resolve(name);
            final byte[] whole = Files.readAllBytes(file);
            for (int i = 0; i < 200; i++) {
                final byte[] altered = i % 2 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length))
                    : whole.clone();
                if (i % 2 == 1) {
                    altered[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
                }
                Files.write(file, altered);
                assertThatThrownBy(() -> joined(new Hand(), folder, 1, 100).start(1_000)).as(name + " " + i)
                    .isInstanceOf(SaveException.class).hasMessageContaining(folder.toString())
                    .hasMessageNotContaining("\n");
            }
            Files.write(file, whole);
        }
        joined(new Hand(), folder, 1, 100).start(1_000);
    }

    /** Leaves the files of a run up to a time. */
    private void saved(final long endNs) throws Exception {
        final Hand hand = new Hand();
        final StewardAsset world = joined(hand, folder, 1, 100);
        world.start(0);
        steps(hand, world, endNs);
        world.abandon();
    }

    private void assertRefused(final long timeNs, final long seed, final long maxDelayNs, final String text) {
        assertThatThrownBy(() -> joined(new Hand(), folder, seed, maxDelayNs).start(timeNs))
            .isInstanceOf(SaveException.class).hasMessageContaining(text);
    }

    private static StewardAsset joined(final Hand hand, final Path where, final long seed, final long maxDelayNs) {
        final StewardAsset world = world(where);
        world.joined(Hand.joined("world", seed, maxDelayNs));
        world.connect(hand);
        return world;
    }

    private static StewardAsset world(final Path where) {
        final StewardAsset.Builder builder = StewardAsset.of(Ring.physics(0)).beginsWith(Ring::begin)
            .receives("kick", Codec.oneLong(), (number, message) -> new Ring.Push(0, number))
            .sends("kicked", Codec.oneLong(), event -> event.event() instanceof Ring.Push push ? push.by() : null);
        return (where == null ? builder : builder.savedIn(where, Duration.ofNanos(600))).build();
    }
}
