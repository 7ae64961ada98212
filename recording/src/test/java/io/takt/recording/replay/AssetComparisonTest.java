package io.takt.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asset b, with step 10, sent "zero" at 0, "one" and "two" in its first step; "three" of its second is not counted. */
class AssetComparisonTest {
    @TempDir
    private Path folder;
    private RecordedAssets recorded;
    private AssetComparison comparison;

    @BeforeEach
    void begin() throws IOException {
        final Survey survey = new Recordings(folder.resolve("r")).joins(0, "b", 10, 0, "a")
            .sends(0, 0, 0, "zero").knows(0, 0)
            .gets(0, 0, 0, 0, 10).gets(0, 0, 0, 1, 10).sends(0, 10, 1, "one").sends(0, 5, 2, "two").knows(0, 10)
            .gets(0, 0, 7, 2, 20).sends(0, 20, 3, "three").knows(0, 20).survey();
        comparison = new AssetComparison(survey.asset("b"), 10, (asset, timeNs) -> recorded.readTo(asset, timeNs));
        recorded = new RecordedAssets(survey, List.of(survey.asset("b")), asset -> comparison);
    }

    @AfterEach
    void close() {
        recorded.close();
    }

    private void sends(final String channel, final long stampNs, final long sequence, final String text) {
        final byte[] bytes = ("xx" + text).getBytes(StandardCharsets.US_ASCII);
        comparison.hearSent(channel, stampNs, sequence, new UnsafeBuffer(bytes), 2, bytes.length - 2);
    }

    private void gets(final long deliveryNs, final long sequence, final long stepEndNs) {
        comparison.hearDelivered(new RecordedDelivery("a", "a", sequence, deliveryNs, stepEndNs));
    }

    private void differs(final String... parts) {
        assertThat(comparison.first()).isNotNull();
        assertThat(comparison.first().line()).contains(parts).doesNotContain("\n");
    }

    @Test
    void whatIsTheSameDoesNotDiffer() {
        sends("b", 0, 0, "zero");
        comparison.hearFrontier(0);
        gets(0, 0, 10);
        sends("b", 10, 1, "one");
        gets(0, 1, 10);
        sends("b", 5, 2, "two");
        comparison.hearEnd();
        assertThat(comparison.first()).isNull();
        assertThat(comparison.comparedToNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(List.of(comparison.sent(), comparison.recordedSent())).containsExactly(3L, 3L);
        assertThat(List.of(comparison.delivered(), comparison.recordedDelivered())).containsExactly(2L, 2L);
    }

    @Test
    void whatIsLaterThanTheAssetCouldGetIsNotMissing() {
        sends("b", 0, 0, "zero");
        recorded.readTo(comparison.asset(), 10);
        comparison.hearEnd(0);
        assertThat(comparison.first()).isNull();
        assertThat(List.of(comparison.sent(), comparison.recordedSent())).containsExactly(1L, 1L);
        assertThat(List.of(comparison.delivered(), comparison.recordedDelivered())).containsExactly(0L, 0L);
        comparison.hearEnd(20);
        differs("at 10ns", "does not send");
        assertThat(comparison.recordedSent()).as("and nothing counts beyond the limit").isEqualTo(3);
    }

    @Test
    void theFirstByteThatDiffersIsTold() {
        sends("b", 0, 0, "zero");
        sends("b", 10, 1, "oxe");
        sends("b", 5, 2, "xxx");
        differs("at 10ns", "asset 'b' sends message 1 on channel 'b' with other bytes: byte 1 of 3 is 78, and recorded"
            + " is 6e");
        assertThat(comparison.first().json()).containsEntry("byte", 1).containsEntry("kind", "sent")
            .containsEntry("sequence", 1L).containsEntry("timeNs", 10L);
        assertThat(comparison.sent()).isEqualTo(3);
    }

    @Test
    void aMessageThatIsLongerIsTold() {
        sends("b", 0, 0, "zeros");
        differs("at 0s", "with 5 bytes; recorded are 4");
        assertThat(comparison.first().differingByte()).isEqualTo(4);
    }

    @Test
    void anotherStampOrChannelIsTold() {
        sends("b", 0, 0, "zero");
        sends("c", 9, 1, "one");
        differs("at 9ns", "sends as number 1 a message of 3 bytes on channel 'c' with stamp 9ns; recorded is a message"
            + " of 3 bytes on channel 'b' with stamp 10ns");
    }

    @Test
    void aMessageThatIsMissingIsToldWhenItsStepIsDone() {
        sends("b", 0, 0, "zero");
        sends("b", 10, 1, "one");
        assertThat(comparison.first()).isNull();
        comparison.hearFrontier(10);
        differs("at 5ns", "does not send a message of 3 bytes on channel 'b' with stamp 5ns, number 2, which is"
            + " recorded");
        assertThat(comparison.first().json()).containsEntry("replayed", null).containsEntry("byte", null);
    }

    @Test
    void aMessageTooManyIsTold() {
        sends("b", 0, 0, "zero");
        sends("b", 0, 1, "more");
        differs("at 0s", "sends a message of 4 bytes on channel 'b' with stamp 0s, number 1, which is not recorded");
        assertThat(comparison.first().json()).containsEntry("recorded", null);
    }

    @Test
    void aMessageThatEndsLaterThanEverythingThatIsRecordedIsOneTooMany() {
        sends("b", 0, 0, "zero");
        sends("b", 10, 1, "one");
        sends("b", 5, 2, "two");
        sends("b", 10, 3, "three");
        differs("at 10ns", "number 3, which is not recorded");
    }

    @Test
    void anotherDeliveryIsTold() {
        gets(0, 0, 10);
        gets(0, 2, 10);
        differs("at 10ns", "is delivered message 2 of 'a' on channel 'a' at 0s in the step to 10ns; recorded is message"
            + " 1");
    }

    @Test
    void aDeliveryThatIsMissingIsTold() {
        gets(0, 0, 10);
        comparison.hearFrontier(10);
        differs("at 0s", "does not send");
        sends("b", 0, 0, "too late to be the same");
        assertThat(comparison.first().isSent()).isTrue();
    }
}
