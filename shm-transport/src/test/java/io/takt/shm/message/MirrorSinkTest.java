package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.TaktException;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mirror's beginning, its latest values, and bad input from a network. */
class MirrorSinkTest {
    private static final int FUZZED = 200_000;

    private long marks;
    private final EndpointLab home = new EndpointLab();
    private final MemoryMessages away = new MemoryMessages();
    private final MessageLog mirrored = away.log("drone", OutputSpec.USUAL_MAX_BYTES);

    private Mirror mirror(final MessageLog original, final LatestValue from, final LatestValue to) {
        LogChannels.add(mirrored, "pose", OutputSpec.USUAL_MAX_BYTES);
        MirrorPresence.expect(mirrored);
        return new Mirror(
            new MirrorSource(original, original.slots().take(".."), List.of(new MirrorChannel("pose", true, from)),
                ++marks, counterId -> { }),
            new MirrorSink(mirrored, List.of(new MirrorChannel("pose", true, to)), counterId -> { }));
    }

    /** Another connection to the same original. */
    private Mirror again(final MessageLog original) {
        return new Mirror(
            new MirrorSource(original, original.slots().take(".."), List.of(new MirrorChannel("pose", true, null)),
                ++marks, counterId -> { }),
            new MirrorSink(mirrored, List.of(new MirrorChannel("pose", true, null)), counterId -> { }));
    }

    private static void pollAll(final Mirror mirror) {
        while (mirror.poll(10)) {
            assertThat(mirror.isBlocked()).isFalse();
        }
    }

    @Test
    void aSenderThatIsNotThereYetIsWaitedForUntilTheMirrorKnowsBetter() throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        home.log("drone").nothingWillCome();
        final Mirror mirror = mirror(home.log("drone"), null, null);
        assertThat(mirrored.frontierNs()).as("before anything is known").isEqualTo(-1);
        pollAll(mirror);
        assertThat(mirrored.frontierNs()).as("there is no sender").isEqualTo(Long.MAX_VALUE);
        home.log("drone").expect(0);
        mirror.poll(0);
        assertThat(mirrored.frontierNs()).as("there is one, and no record was told").isEqualTo(-1);
        drone.endpoint.endDawn();
        drone.step();
        pollAll(mirror);
        assertThat(mirrored.frontierNs()).isEqualTo(10);
    }

    private MirrorSink sink() {
        return new MirrorSink(mirrored, List.of(), counter -> { });
    }

    /** A reset of the original that the mirror has had need not be over yet when a link comes again. */
    @Test
    void theResetsOfTheSameOriginalAreCountedOn() {
        MirrorPresence.expect(mirrored);
        assertThat(sink().begin(7, 0, 0)).isTrue();
        sink().onReset(0);
        final MirrorSink again = sink();
        assertThat(again.begin(7, 0, 0)).isTrue();
        assertThat(again.resets()).isEqualTo(1);
    }

    @Test
    void aMirrorThatIsAheadHasTheResetAfterTheDawnOfItsOriginal() {
        MirrorPresence.expect(mirrored);
        final MirrorSink sink = sink();
        sink.begin(7, 0, 0);
        mirrored.reset();
        MirrorPresence.expectBack(mirrored);
        sink.onReset(0);
        assertThat(mirrored.resets()).as("the one that it has had").isEqualTo(1);
        sink.onFrontier(0);
        sink.onReset(0);
        assertThat(mirrored.resets()).isEqualTo(2);
    }

    @Test
    void latestValuesCrossAndAResetForgetsThem() throws Exception {
        final LatestValue from = LatestValue.create(zeros());
        final LatestValue to = LatestValue.create(zeros());
        home.sender("drone", 10, "pose").endpoint.endDawn();
        final Mirror mirror = mirror(home.log("drone"), from, to);
        from.write(7, 3, EndpointLab.bytes("here"), 0, 4);
        pollAll(mirror);
        final List<String> got = new ArrayList<>();
        final LatestValue.Copier copier = (stampNs, sequence, buffer, index, length) ->
            got.add(stampNs + " #" + sequence + " " + buffer.getStringWithoutLengthAscii(index, length));
        to.read(copier);
        assertThat(got).containsExactly("7 #3 here");
        final long version = to.version();
        mirror.close();
        final Mirror again = mirror(home.log("drone"), from, to);
        pollAll(again);
        assertThat(to.version()).as("a link that begins again tells it again").isEqualTo(version);
        home.log("drone").reset();
        from.reset();
        pollAll(again);
        assertThat(to.version()).isZero();
        assertThat(mirrored.resets()).isEqualTo(1);
    }

    private static UnsafeBuffer zeros() {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(LatestValue.lengthFor(100)));
    }

    @Test
    void anotherOriginalVoidsTheStepThatTheFirstHasNotEnded() throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        final Mirror first = mirror(home.log("drone"), null, null);
        drone.endpoint.endDawn();
        drone.begin();
        drone.send("pose", "half");
        drone.endpoint.publish(0, 10);
        pollAll(first);
        final long before = mirrored.tail();
        assertThat(before).isPositive();
        final EndpointLab other = new EndpointLab();
        other.sender("drone", 10, "pose");
        pollAll(mirror(other.log("drone"), null, null));
        final int index = mirrored.indexOf(before);
        assertThat(LogLayout.type(mirrored.buffer().getLong(index))).isEqualTo(LogLayout.VOID);
        assertThat(mirrored.buffer().getLong(index + LogLayout.STAMP_FIELD)).as("its frontier").isZero();
    }

    /** Receivers at the other hub may be told of the first reset when the sender is in the second one already. */
    @Test
    void whereARunBeginsIsAsItsSendersHubSaysAndNotWhereTheMirrorIs() throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        final Mirror mirror = mirror(home.log("drone"), null, null);
        drone.send("pose", "dawn");
        drone.endpoint.endDawn();
        pollAll(mirror);
        final long first = mirrored.tail();
        drone.endpoint.beginReset();
        pollAll(mirror);
        assertThat(mirrored.resetsOfAll()).as("others are not back at their starts").isZero();
        drone.send("pose", "dawn again");
        drone.endpoint.endDawn();
        home.log("drone").allAreReset();
        pollAll(mirror);
        drone.endpoint.beginReset();
        pollAll(mirror);
        assertThat(mirrored.resets()).isEqualTo(2);
        assertThat(mirrored.resetsOfAll()).isEqualTo(1);
        assertThat(mirrored.resetOfAllPosition()).isEqualTo(first);
    }

    /** The hub of the mirror has begun anew twice for one reset of its parent: two processes have told it. */
    @Test
    void aMirrorWithMoreResetsThanItsOriginalGoesOnInTheRunThatTheOriginalIsIn() throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        final Mirror mirror = mirror(home.log("drone"), null, null);
        drone.endpoint.endDawn();
        pollAll(mirror);
        mirror.close();
        drone.endpoint.beginReset();
        home.log("drone").allAreReset();
        mirrored.reset();
        mirrored.reset();
        mirrored.allAreReset();
        MirrorPresence.expectInRun(mirrored);
        final Mirror again = again(home.log("drone"));
        pollAll(again);
        assertThat(mirrored.resets()).isEqualTo(2);
        drone.endpoint.endDawn();
        drone.step();
        pollAll(again);
        assertThat(mirrored.frontierNs()).isEqualTo(10);
    }

    @Test
    void aMirrorThatBeginsInAResetHasThatResetToo() throws Exception {
        home.sender("drone", 10, "pose").endpoint.endDawn();
        home.log("drone").reset();
        pollAll(mirror(home.log("drone"), null, null));
        assertThat(mirrored.resets()).isEqualTo(1);
    }

    /**
     * The mirror's hub was reset without the child, whose sender is put back afterwards, and perhaps twice: its own hub
     * was killed meanwhile. Receivers here have begun the run after that, and are not told to begin another.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aMirrorThatWasPutBackBeforeItsOriginalHasThatResetOnce(final int putBack) throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        drone.send("pose", "dawn");
        drone.endpoint.endDawn();
        mirrored.reset();
        mirrored.allAreReset();
        final Mirror mirror = mirror(home.log("drone"), null, null);
        MirrorPresence.expectBack(mirrored);
        for (int i = 0; i < putBack; i++) {
            drone.endpoint.beginReset();
            drone.send("pose", "dawn again");
            drone.endpoint.endDawn();
            pollAll(mirror);
        }
        assertThat(mirrored.resets()).isEqualTo(1);
        assertThat(mirrored.tail()).as("nothing of the run before").isZero();
        MirrorPresence.onBack(mirrored);
        home.log("drone").allAreReset();
        pollAll(mirror);
        assertThat(mirrored.resetsOfAll()).isEqualTo(1);
        assertThat(mirrored.frontierNs()).isZero();
        assertThat(mirrored.tail()).as("one dawn").isEqualTo(home.log("drone").tail() / (1 + putBack));
        home.log("drone").reset();
        pollAll(mirror);
        assertThat(mirrored.resets()).as("the next one is for all").isEqualTo(2);
    }

    /** Else a reset would wait for the end of a dawn that does not fit into the log, and that for the reset's end. */
    @Test
    void aDawnThatNeedsRoomIsToldBeforeTheResetIsOver() throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        final Mirror mirror = mirror(home.log("drone"), null, null);
        drone.endpoint.endDawn();
        pollAll(mirror);
        drone.endpoint.beginReset();
        drone.send("pose", "a piece of the dawn");
        drone.endpoint.publish(0, 0);
        pollAll(mirror);
        assertThat(mirrored.resets()).isEqualTo(1);
        assertThat(mirrored.tail()).isZero();
        final LogWriter writer = new LogWriter(home.log("drone"), 0, counterId -> { });
        writer.ring().awaitRoom(0);
        pollAll(mirror);
        assertThat(mirrored.tail()).isEqualTo(home.log("drone").tail()).isPositive();
    }

    /**
     * Then the link is lost, and the mirror's hub has another reset without the child; that it is in the first one yet
     * counts for this. Of a piece that the mirror has had for good nothing is left.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDawnThatWasToldInPartToARunThatDidNotBeginComesWholeOrNotAtAll(final boolean isAcknowledged)
        throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        final MessageLog log = home.log("drone");
        pollAll(mirror(log, null, null));
        drone.endpoint.beginReset();
        drone.send("pose", "a piece of the dawn");
        drone.endpoint.publish(0, 0);
        final LogWriter writer = new LogWriter(log, 0, counterId -> { });
        writer.ring().awaitRoom(0);
        final MirrorSource source = new MirrorSource(log, log.slots().take(".."),
            List.of(new MirrorChannel("pose", true, null)), ++marks, counterId -> { });
        final MirrorSink sink = new MirrorSink(mirrored, List.of(new MirrorChannel("pose", true, null)),
            counterId -> { });
        source.begin(sink.position(), sink.resets(), sink.isGone());
        while (source.poll(sink, 10)) {
            assertThat(source.isBlocked()).isFalse();
        }
        assertThat(mirrored.tail()).isEqualTo(log.tail()).isPositive();
        if (isAcknowledged) {
            source.acknowledge(sink.position());
        }
        sink.close();
        writer.ring().awaitRoomNoMore();
        MirrorPresence.putBack(mirrored);
        mirrored.allAreReset();
        MirrorPresence.expectBack(mirrored);
        final Mirror again = again(log);
        pollAll(again);
        drone.endpoint.advance(0, 0);
        MirrorPresence.onBack(mirrored);
        log.allAreReset();
        if (isAcknowledged) {
            assertThatThrownBy(() -> pollAll(again)).isInstanceOf(TaktException.class)
                .hasMessageStartingWith("asset 'drone' has sent more at the dawn of time than its log takes");
        } else {
            pollAll(again);
            assertThat(mirrored.tail() - mirrored.resetPosition()).isEqualTo(log.tail() - log.resetPosition());
            assertThat(mirrored.frontierNs()).isZero();
        }
    }

    /** The mirror had nothing of the sender's run before, of which this receiver has not heard that it is over. */
    @Test
    void noGateOpensOnTheWordOfARunThatTheReceiverHasNotBegun() throws Exception {
        final Party drone = home.sender("drone", 10, "pose");
        final Mirror mirror = mirror(home.log("drone"), null, null);
        final Party radar = new EndpointLab(away).receiver("radar", 10, InputSpec.gated("pose", "drone").delayNs(0));
        drone.send("pose", "dawn");
        drone.endpoint.endDawn();
        drone.endpoint.beginReset();
        drone.send("pose", "dawn again");
        drone.endpoint.endDawn();
        pollAll(mirror);
        home.log("drone").allAreReset();
        pollAll(mirror);
        assertThat(mirrored.frontierNs()).isZero();
        assertThat(radar.canStep()).isFalse();
        final long reachNs = radar.endpoint.publishedReachNs(100);
        drone.channels.output("pose").promiseNoSendBefore(50);
        pollAll(mirror);
        assertThat(mirrored.promiseNs(0)).isEqualTo(50);
        assertThat(radar.canStep()).as("nor on its promise").isFalse();
        assertThat(radar.endpoint.publishedReachNs(100)).as("nor may a step be longer").isEqualTo(reachNs);
        radar.endpoint.beginReset();
        radar.endpoint.endDawn();
        radar.endpoint.resume();
        assertThat(radar.step()).hasSize(1);
    }

    @Test
    void ofTwoResetsThatComeTogetherEachIsTold() {
        final MirrorEncoder encoder = new MirrorEncoder(1_000);
        encoder.onReset(10);
        encoder.onResetOver();
        encoder.onFrontier(0);
        encoder.onReset(20);
        encoder.onFrontier(0);
        final ByteBuffer bytes = ByteBuffer.allocate(1_000);
        encoder.take(bytes);
        final List<String> told = new ArrayList<>();
        final MirrorDecoder decoder = new MirrorDecoder(new Ignorant() {
            @Override
            public void onReset(final long position) {
                told.add("reset at " + position);
            }

            @Override
            public void onResetOver() {
                told.add("over");
            }

            @Override
            public void onFrontier(final long timeNs) {
                told.add("frontier");
            }
        }, new int[] {100}, 1_000);
        decoder.onBytes(new UnsafeBuffer(bytes), 0, bytes.position());
        assertThat(told).containsExactly("reset at 10", "over", "reset at 20", "frontier");
        assertThat(decoder.used()).isEqualTo(bytes.position());
    }

    @Test
    void anyBytesAreReadOrRefused() {
        final Random random = new Random(1);
        final MirrorListener deaf = new Ignorant();
        MirrorDecoder decoder = new MirrorDecoder(deaf, new int[] {100, 100, 10}, 10_000);
        int refused = 0;
        for (int i = 0; i < FUZZED; i++) {
            final byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (bytes.length > 0 && random.nextInt(3) > 0) {
                bytes[0] = (byte) (1 + random.nextInt(11));
            }
            try {
                decoder.onBytes(new UnsafeBuffer(bytes), 0, bytes.length);
            } catch (final TaktException e) {
                refused++;
                decoder = new MirrorDecoder(deaf, new int[] {100, 100, 10}, 10_000);
            }
        }
        assertThat(refused).isBetween(FUZZED / 10, FUZZED - 1);
        assertThatCode(decoder::poll).doesNotThrowAnyException();
    }

    private static class Ignorant implements MirrorListener {
        @Override
        public boolean onMessage(final int channel, final long stampNs, final long sequence, final DirectBuffer buffer,
            final int index, final int length) {
            buffer.boundsCheck(index, length);
            return true;
        }

        @Override
        public boolean onVoid(final long stampNs) {
            return true;
        }

        @Override
        public void onPosition(final long position) {
        }

        @Override
        public void onLatest(final int channel, final long stampNs, final long sequence, final DirectBuffer buffer,
            final int index, final int length) {
            buffer.boundsCheck(index, length);
        }

        @Override
        public void onPromise(final int channel, final long timeNs) {
        }

        @Override
        public void onFrontier(final long timeNs) {
        }

        @Override
        public void onGone(final long voidAfterNs) {
        }

        @Override
        public void onPresent(final long timeNs) {
        }

        @Override
        public void onReset(final long position) {
        }

        @Override
        public void onResetOver() {
        }

        @Override
        public void onTold() {
        }
    }
}
