package io.takt.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asset b, with step 10, sent "zero" at 0, "one" and "two" in its first step; "three" of its second does not count. */
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
        comparison =
            new AssetComparison(survey.asset("b"), 10, false, (asset, timeNs) -> recorded.readTo(asset, timeNs));
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

    private Difference first() {
        comparison.hearFrontier(10);
        assertThat(comparison.first()).isNotNull();
        return comparison.first();
    }

    private void differs(final String... parts) {
        assertThat(first().line()).contains(parts).doesNotContain("\n");
    }

    @Test
    void equalMessagesDoNotDiffer() {
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
    void aMessageLaterThanTheAssetCouldGetIsNotMissing() {
        sends("b", 0, 0, "zero");
        recorded.readTo(comparison.asset(), 10);
        comparison.hearEnd(0);
        assertThat(comparison.first()).isNull();
        assertThat(List.of(comparison.sent(), comparison.recordedSent())).containsExactly(1L, 1L);
        assertThat(List.of(comparison.delivered(), comparison.recordedDelivered())).containsExactly(0L, 0L);
    }

    @Test
    void aMessageLaterThanTheLimitIsNotMissing() {
        sends("b", 0, 0, "zero");
        comparison.hearEnd(20);
        assertThat(comparison.first().line()).startsWith("at 0s: asset 'b' is not delivered");
        assertThat(comparison.recordedSent()).isEqualTo(3);
    }

    /** Steps end elsewhere in every run; a message is delivered in the step that begins at the same time. */
    @Test
    void whereStepsVaryTheyMayEndElsewhere() throws IOException {
        recorded.close();
        final Survey survey = new Recordings(folder.resolve("varying")).joins(0, "b", new Steps(10, 2, false), "a")
            .knows(0, 0).gets(0, 0, 0, 0, 2).sends(0, 9, 0, "one").sends(0, 3, 1, "two").knows(0, 10)
            .gets(0, 0, 9, 1, 12).knows(0, 20).survey();
        comparison =
            new AssetComparison(survey.asset("b"), 20, false, (asset, timeNs) -> recorded.readTo(asset, timeNs));
        recorded = new RecordedAssets(survey, List.of(survey.asset("b")), asset -> comparison);
        gets(0, 0, 2);
        sends("b", 3, 1, "two");
        comparison.hearFrontier(4);
        assertThat(List.of(comparison.sent(), comparison.recordedSent())).containsExactly(1L, 1L);
        sends("b", 9, 0, "one");
        comparison.hearFrontier(10);
        assertThat(comparison.first()).isNull();
        gets(9, 1, 14);
        comparison.hearEnd(20);
        assertThat(comparison.first().line()).isEqualTo("at 9ns: asset 'b' is delivered message 1 of 'a' on channel 'a'"
            + " at 9ns in the step from 12ns; recorded is message 1 of 'a' on channel 'a' at 9ns in the step from"
            + " 10ns");
    }

    private void getsAll() {
        gets(0, 0, 10);
        gets(0, 1, 10);
    }

    /** Its number is the greater one, and it is sent later. */
    @Test
    void theFirstInTimeIsToldAndNotTheFirstByNumber() {
        sends("b", 0, 0, "zero");
        getsAll();
        sends("b", 10, 1, "oxe");
        sends("b", 5, 2, "xwo");
        differs("at 5ns: asset 'b' sends message 2 on channel 'b' with other bytes: byte 0 of 3");
        assertThat(comparison.first().json()).containsEntry("timeNs", 5L).containsEntry("sequence", 2L);
    }

    @Test
    void oneTooManyIsToldBeforeALaterOneThatIsMissing() {
        sends("b", 0, 0, "zero");
        getsAll();
        sends("b", 5, 2, "two");
        sends("b", 7, 3, "more");
        differs("at 7ns", "number 3, which is not recorded");
    }

    @Test
    void oneThatIsMissingIsToldBeforeALaterOneThatDiffers() {
        sends("b", 0, 0, "zero");
        getsAll();
        sends("b", 10, 1, "oxe");
        differs("at 5ns", "does not send", "number 2, which is recorded");
    }

    @Test
    void ofTwoAtATimeThatOfTheSmallerNumberIsTold() {
        sends("b", 0, 0, "zero");
        getsAll();
        sends("b", 10, 4, "four");
        sends("b", 10, 3, "three");
        sends("b", 10, 1, "one");
        sends("b", 5, 2, "two");
        differs("at 10ns", "number 3, which is not recorded");
    }

    /** The step to 10 got the messages delivered by 0, so its own messages follow from those. */
    @Test
    void aDeliveryIsToldBeforeWhatItsStepSends() {
        sends("b", 0, 0, "zero");
        gets(0, 0, 10);
        sends("b", 10, 1, "one");
        sends("b", 5, 2, "xxx");
        differs("at 0s: asset 'b' is not delivered message 1 of 'a'", "in the step to 10ns");
    }

    @Test
    void sentMessagesComeBeforeDeliveriesAtTheSameTime() {
        sends("b", 0, 0, "nil");
        differs("at 0s: asset 'b' sends message 0");
    }

    /** Messages of the next step may have been delivered earlier than now. */
    @Test
    void nothingIsFirstBeforeAllIsKnownUpToItsTime() throws IOException {
        final Survey survey = new Recordings(folder.resolve("long")).joins(0, "b", 10, 0, "a").knows(0, 0)
            .sends(0, 20, 0, "zero").knows(0, 20).gets(0, 0, 15, 0, 30).knows(0, 30).knows(0, 100).survey();
        comparison =
            new AssetComparison(survey.asset("b"), 100, false, (asset, timeNs) -> recorded.readTo(asset, timeNs));
        recorded = new RecordedAssets(survey, List.of(survey.asset("b")), asset -> comparison);
        sends("b", 20, 0, "nil");
        comparison.hearFrontier(20);
        assertThat(comparison.comparedToNs()).isEqualTo(10);
        assertThat(comparison.first()).isNull();
        comparison.hearFrontier(30);
        assertThat(comparison.comparedToNs()).isEqualTo(20);
        assertThat(comparison.first().line()).startsWith("at 15ns: asset 'b' is not delivered message 0 of 'a'");
    }

    /** A run that was ended early: its messages may differ, but those that it did not come to are not missing. */
    @Test
    void aMessageNotHeardBeforeTheEndIsNotMissing() {
        sends("b", 0, 0, "zero");
        comparison.hearFrontier(0);
        recorded.readTo(comparison.asset(), 10);
        comparison.hearNoMore();
        assertThat(comparison.first()).isNull();
    }

    @Test
    void theLastMessageBeforeTheEndIsCompared() {
        sends("b", 0, 0, "zero");
        comparison.hearFrontier(0);
        sends("b", 5, 2, "xxx");
        comparison.hearNoMore();
        assertThat(comparison.first().line()).startsWith("at 5ns: asset 'b' sends message 2");
    }

    /** It had left at 10, and goes on: until it has gone, it may send what is not recorded. */
    @Test
    void oneThatHadLeftIsComparedUntilItIsGone() throws IOException {
        final Survey survey = new Recordings(folder.resolve("left")).joins(0, "b", 10).knows(0, 10)
            .goes(0, 10, false).survey();
        comparison =
            new AssetComparison(survey.asset("b"), 10, true, (asset, timeNs) -> recorded.readTo(asset, timeNs));
        recorded = new RecordedAssets(survey, List.of(survey.asset("b")), asset -> comparison);
        comparison.hearFrontier(20);
        assertThat(comparison.comparedToNs()).isEqualTo(10);
        sends("b", 25, 0, "more");
        comparison.hearEnd();
        assertThat(comparison.comparedToNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(comparison.first().line()).startsWith("at 25ns: asset 'b' sends a message");
    }

    @Test
    void theFirstByteThatDiffersIsTold() {
        sends("b", 0, 0, "zero");
        getsAll();
        sends("b", 10, 1, "oxe");
        sends("b", 5, 2, "two");
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
        getsAll();
        sends("b", 5, 2, "two");
        sends("c", 9, 1, "one");
        differs("at 9ns", "sends as number 1 a message of 3 bytes on channel 'c' with stamp 9ns; recorded is a message"
            + " of 3 bytes on channel 'b' with stamp 10ns");
    }

    @Test
    void aMessageThatIsMissingIsToldWhenItsStepIsDone() {
        sends("b", 0, 0, "zero");
        getsAll();
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
        getsAll();
        sends("b", 0, 1, "more");
        differs("at 0s", "sends a message of 4 bytes on channel 'b' with stamp 0s, number 1, which is not recorded");
        assertThat(comparison.first().json()).containsEntry("recorded", null);
    }

    @Test
    void aMessageThatEndsLaterThanEverythingThatIsRecordedIsOneTooMany() {
        sends("b", 0, 0, "zero");
        getsAll();
        sends("b", 10, 1, "one");
        sends("b", 5, 2, "two");
        sends("b", 10, 3, "three");
        differs("at 10ns", "number 3, which is not recorded");
    }

    @Test
    void anotherDeliveryIsTold() {
        sends("b", 0, 0, "zero");
        gets(0, 0, 10);
        gets(0, 2, 10);
        differs("at 0s", "is delivered message 2 of 'a' on channel 'a' at 0s in the step to 10ns; recorded is message"
            + " 1");
    }

    @Test
    void aDeliveryThatIsMissingIsTold() {
        sends("b", 0, 0, "zero");
        gets(0, 0, 10);
        differs("at 0s", "is not delivered message 1 of 'a'");
    }
}
