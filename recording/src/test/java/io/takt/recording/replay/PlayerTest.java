package io.takt.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.stub.ChannelsStub;
import io.takt.asset.stub.JoinedAssetStub;
import io.takt.asset.stub.OutputStub;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asset p is played, with step 10 and D_max 25; asset live is not. */
class PlayerTest {
    private static final HubConfig CONFIG = new HubConfig(Path.of("/nowhere"), "hub", 5, 0, 25, 1, WaitStrategy.SLEEP,
        0, List.of(new PlannedAsset("live", Steps.fixedNs(5), 0, true, OnLost.HALT, WaitStrategy.SLEEP,
            OnHubLost.EXIT, Restart.USUAL, List.of("run"))), MessagePlan.NONE, null);

    @TempDir
    private Path folder;
    private Recordings run;
    private RecordedAssets recorded;
    private Player player;
    private final List<String> done = new ArrayList<>();

    @BeforeEach
    void begin() throws IOException {
        run = new Recordings(folder.resolve("r")).joins(0, "live", 5).joins(1, "p", 10);
    }

    @AfterEach
    void close() {
        recorded.close();
    }

    private void open() throws IOException {
        final Survey survey = run.knows(0, 100).endsAt(100);
        final ReplayPlan plan = ReplayPlan.of(survey, CONFIG, List.of());
        final SurveyedAsset asset = survey.asset("p");
        player = new Player(asset, plan, 25, timeNs -> recorded.readTo(asset, timeNs));
        recorded = new RecordedAssets(survey, List.of(asset), each -> player);
        player.handle(new TestHandle());
        player.connect(new Lines());
        player.start(0);
    }

    private List<String> stepTo(final long toNs) {
        done.clear();
        player.step(toNs - 10, toNs);
        return done;
    }

    @Test
    void eachMessageIsSentInItsStepInOrder() throws IOException {
        run.sends(1, 0, 0, "dawn").knows(1, 0).sends(1, 10, 1, "b").sends(1, 3, 2, "a").knows(1, 10)
            .sends(1, 11, 3, "c").knows(1, 20).knows(1, 100);
        open();
        assertThat(done).containsExactly("4 bytes at 0", "nothing before 3");
        assertThat(stepTo(10)).containsExactly("1 bytes at 10", "1 bytes at 3", "nothing before 11");
        assertThat(stepTo(20)).containsExactly("1 bytes at 11", "nothing before 46");
        assertThat(player.spec().steps()).contains(Steps.fixedNs(10));
        assertThat(player.spec().outputs()).singleElement().hasFieldOrPropertyWithValue("channel", "p");
        assertThat(player.spec().inputs()).isEmpty();
    }

    @Test
    void itPromisesWhatItKnowsAndNoMore() throws IOException {
        run.knows(1, 30).sends(1, 57, 0, "late").knows(1, 60).sends(1, 95, 1, "later").knows(1, 100);
        open();
        assertThat(done).as("of D_max from 0").containsExactly("nothing before 26");
        assertThat(stepTo(10)).containsExactly("nothing before 57");
        assertThat(stepTo(40)).containsExactly("nothing before 57");
        assertThat(stepTo(60)).containsExactly("4 bytes at 57", "nothing before 95");
        assertThat(stepTo(90)).containsExactly("nothing before 95");
        assertThat(stepTo(100)).as("the replay ends at 100").containsExactly("5 bytes at 95", "nothing before 101");
    }

    @Test
    void itLeavesWhenTheAssetHadLeft() throws IOException {
        run.sends(1, 20, 0, "last").knows(1, 20).goes(1, 20, false);
        open();
        assertThat(stepTo(10)).containsExactly("nothing before 20");
        assertThat(stepTo(20)).containsExactly("4 bytes at 20", "nothing before 21");
        assertThat(stepTo(30)).containsExactly("leaves");
    }

    private List<String> step(final long fromNs, final long toNs) {
        done.clear();
        player.step(fromNs, toNs);
        return done;
    }

    private void joinsWith(final Steps steps) throws IOException {
        run = new Recordings(folder.resolve("varying")).joins(0, "live", 5).joins(1, "p", steps);
    }

    /** With D_max 25, and granularity 2. */
    @Test
    void oneThatTakesWhatItIsAllowedHasATurnWhereAMessageIsDue() throws IOException {
        joinsWith(new Steps(10, 2, false));
        run.knows(1, 0).sends(1, 3, 0, "a").sends(1, 7, 1, "bb").knows(1, 8).knows(1, 58).sends(1, 60, 2, "ccc")
            .knows(1, 64).knows(1, 100);
        open();
        assertThat(player.spec().steps()).contains(new Steps(10, 2, false));
        assertThat(done).containsExactly("nothing before 3", "wakes at 2");
        assertThat(step(2, 6)).containsExactly("1 bytes at 3", "nothing before 7", "wakes at 6");
        assertThat(step(6, 8)).as("its promise goes D_max ahead where it reads on")
            .containsExactly("2 bytes at 7", "nothing before 59", "wakes at 32");
        assertThat(step(32, 36)).containsExactly("nothing before 60", "wakes at 58");
        assertThat(step(58, 64)).containsExactly("3 bytes at 60", "nothing before 101", "wakes at 88");
        assertThat(step(88, 98)).containsExactly("nothing before 101", "wakes at 100");
    }

    @Test
    void oneThatTakesWhatItIsAllowedLeavesWhenTheAssetHadLeft() throws IOException {
        joinsWith(new Steps(10, 2, false));
        run.sends(1, 20, 0, "last").knows(1, 20).goes(1, 20, false);
        open();
        assertThat(done).containsExactly("nothing before 20", "wakes at 18");
        assertThat(step(18, 26)).containsExactly("ends at 20", "4 bytes at 20", "nothing before 21", "wakes at 20");
        assertThat(step(20, 30)).containsExactly("leaves");
    }

    /** The asset stays at 98, since its next step was too long for the end at 100. */
    @Test
    void oneWithWholeStepsChoosesThemAsItsMessagesNeedIt() throws IOException {
        joinsWith(new Steps(10, 2, true));
        run.knows(1, 4).sends(1, 11, 0, "a").sends(1, 13, 1, "bb").sends(1, 5, 2, "ccc").knows(1, 14)
            .sends(1, 15, 3, "dddd").knows(1, 16).knows(1, 98);
        open();
        assertThat(player.spec().steps()).contains(new Steps(10, 2, true));
        assertThat(done).containsExactly("nothing before 5", "wakes at 4", "chooses 10");
        assertThat(step(4, 14)).containsExactly("1 bytes at 11", "2 bytes at 13", "3 bytes at 5", "nothing before 15",
            "wakes at 14", "chooses 2");
        assertThat(step(14, 16)).containsExactly("4 bytes at 15", "nothing before 67", "wakes at 40", "chooses 2");
        assertThat(step(40, 42)).containsExactly("nothing before 93", "wakes at 66", "chooses 2");
        assertThat(step(66, 68)).containsExactly("nothing before 99", "wakes at 92", "chooses 2");
        assertThat(step(92, 94)).containsExactly("nothing before 99", "wakes at 98", "chooses 10");
    }

    /** It took all that it was allowed, and a player may be allowed less. */
    @Test
    void oneThatSentInAnotherOrderThanThatOfStampsIsPlayedInWholeSteps() throws IOException {
        joinsWith(new Steps(20, 2, false));
        run.knows(1, 0).sends(1, 7, 0, "a").sends(1, 3, 1, "bb").knows(1, 20).sends(1, 40, 2, "ccc").knows(1, 40)
            .knows(1, 100);
        open();
        assertThat(player.spec().steps()).contains(new Steps(6, 2, true));
        assertThat(done).containsExactly("nothing before 3", "wakes at 2", "chooses 6");
        assertThat(step(2, 8)).containsExactly("1 bytes at 7", "2 bytes at 3", "nothing before 40", "wakes at 32",
            "chooses 2");
        assertThat(step(32, 34)).containsExactly("nothing before 40", "wakes at 38", "chooses 2");
    }

    /** The messages of asset p that were not received at the recorded hub have taken the numbers 0, 2 and 3. */
    @Test
    void oneOfAnotherHubKeepsTheNumbersOfItsMessages() throws IOException {
        run = new Recordings(folder.resolve("s")).joins(0, "live", 5).joins(1, "site/p", 10);
        run.sends(1, 3, 1, "a").sends(1, 7, 4, "bb").knows(1, 10).knows(1, 100);
        open();
        assertThat(stepTo(10)).containsExactly("0 bytes at 3", "1 bytes at 3", "0 bytes at 7", "0 bytes at 7",
            "2 bytes at 7", "nothing before 36");
        assertThat(player.spec().name()).isEqualTo("p");
        assertThat(player.spec().outputs()).extracting(OutputSpec::channel).containsExactly("p", "not-recorded");
    }

    @Test
    void aMessageThatIsNotThereIsNoticed() throws IOException {
        run.sends(1, 10, 0, "a").sends(1, 10, 2, "c").knows(1, 100);
        open();
        assertThatThrownBy(() -> stepTo(10)).isInstanceOf(TaktException.class)
            .hasMessage("message 1 of asset 'p' is missing in the recording; the next is 2");
    }

    private final class TestHandle implements JoinedAssetStub {
        @Override
        public String name() {
            return "p";
        }

        @Override
        public void wakeAt(final long timeNs) {
            done.add("wakes at " + timeNs);
        }

        @Override
        public void stepTo(final long toNs) {
            done.add("ends at " + toNs);
        }

        @Override
        public void chooseStep(final long stepNs) {
            done.add("chooses " + stepNs);
        }

        @Override
        public void leave() {
            done.add("leaves");
        }
    }

    private final class Lines implements ChannelsStub {
        @Override
        public Output output(final String channel) {
            return new Line(channel);
        }
    }

    /** Like that of a process, it forgets promises that are no news. */
    private final class Line implements OutputStub {
        private final String channel;
        private long promisedNs;

        Line(final String channel) {
            this.channel = channel;
        }

        @Override
        public String channel() {
            return channel;
        }

        @Override
        public int maxBytes() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void send(final DirectBuffer buffer, final int index, final int length, final long stampNs) {
            assertThat(stampNs).isGreaterThanOrEqualTo(promisedNs);
            done.add(length + " bytes at " + stampNs);
        }

        @Override
        public void promiseNoSendBefore(final long timeNs) {
            assertThat(timeNs).isGreaterThanOrEqualTo(promisedNs);
            promisedNs = timeNs;
            done.add("nothing before " + timeNs);
        }
    }
}
