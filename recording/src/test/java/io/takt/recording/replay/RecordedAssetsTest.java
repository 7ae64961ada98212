package io.takt.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedAssetsTest {
    @TempDir
    private Path folder;
    private Recordings run;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void begin() throws IOException {
        run = new Recordings(folder.resolve("r")).joins(0, "a", 10).joins(1, "b", 10, 0, "a");
    }

    private RecordedAssets open(final Survey survey, final String... names) {
        return new RecordedAssets(survey, List.of(names).stream().map(survey::asset).toList(),
            asset -> new RecordedAssets.Taker() {
                @Override
                public void onSent(final RecordedMessage message) {
                    told.add(asset.name() + message.sequence() + " " + message.channel() + "@" + message.stampNs()
                        + " " + new String(message.bytes(), StandardCharsets.US_ASCII));
                }

                @Override
                public void onDelivered(final RecordedDelivery delivery) {
                    told.add(asset.name() + " got " + delivery.sender() + delivery.sequence() + "@"
                        + delivery.deliveryNs() + " in " + delivery.stepEndNs());
                }
            });
    }

    @Test
    void isReadAsFarAsItIsWanted() throws IOException {
        run.sends(0, 0, 0, "dawn").knows(0, 0);
        run.records().flush();
        run.sends(0, 10, 1, "one").knows(0, 10).gets(1, 0, 5, 1, 20).knows(1, 20);
        run.records().flush();
        final Survey survey = run.sends(0, 20, 2, "two").survey();
        try (RecordedAssets assets = open(survey, "a", "b")) {
            assets.readTo(survey.asset("a"), 0);
            assertThat(told).containsExactly("a0 a@0 dawn");
            assets.readTo(survey.asset("a"), 0);
            assertThat(told).hasSize(1);
            assets.readTo(survey.asset("b"), 20);
            assertThat(told).containsExactly("a0 a@0 dawn", "a1 a@10 one", "b got a1@5 in 20");
            assets.readTo(survey.asset("a"), 1000);
            assertThat(told).as("it is unknown whether that step was done").hasSize(3);
        }
    }

    @Test
    void aMessageThatAnotherProcessSendsOnceMoreIsToldOnce() throws IOException {
        run.sends(0, 10, 0, "one").knows(0, 10).sends(0, 20, 1, "void").sends(0, 15, 2, "void").goes(0, 10, true);
        run.joins(0, "a", 10, 10).records().onVoid(0, 10);
        final Survey survey = run.sends(0, 20, 1, "two").knows(0, 20).survey();
        assertThat(survey.asset("a").isReplaced()).isTrue();
        try (RecordedAssets assets = open(survey, "a")) {
            assets.readTo(survey.asset("a"), 20);
            assertThat(told).containsExactly("a0 a@10 one", "a1 a@20 two");
        }
    }

    @Test
    void retroactiveDeliveriesAndWhatFollowsAResetAreNotTold() throws IOException {
        run.gets(1, 0, 5, 0, 0).gets(1, 0, 6, 1, 10).sends(0, 10, 0, "one").knows(0, 10);
        run.records().onReset(0);
        final Survey survey = run.sends(0, 0, 0, "dawn").knows(0, 0).knows(0, 50).knows(1, 50).survey();
        try (RecordedAssets assets = open(survey, "a", "b")) {
            assets.readTo(survey.asset("a"), 50);
            assets.readTo(survey.asset("b"), 50);
            assertThat(told).containsExactly("b got a1@6 in 10", "a0 a@10 one");
        }
    }
}
