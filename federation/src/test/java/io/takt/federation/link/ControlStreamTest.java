package io.takt.federation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlStreamTest {
    /** Both ends, with connections that break at any byte. */
    private static final class Pair {
        private final ControlStream one = new ControlStream();
        private final ControlStream other = new ControlStream();
        private final Queue<ByteBuffer> toOne = new ArrayDeque<>();
        private final Queue<ByteBuffer> toOther = new ArrayDeque<>();
        private final List<String> atOther = new ArrayList<>();

        void connect() throws IOException {
            toOne.clear();
            toOther.clear();
            one.connect(other.got(), toOther::add);
            other.connect(one.got(), toOne::add);
        }

        private void take(final MuxFrame kind, final ByteBuffer payload) {
            atOther.add(StandardCharsets.UTF_8.decode(payload).toString());
        }

        void deliverOne() throws IOException {
            if (!toOther.isEmpty()) {
                new MuxReader(MuxFrame.MOST_BYTES).accept(toOther.remove(), (kind, payload) -> {
                    if (kind == MuxFrame.CONTROL) {
                        other.onFrame(kind, payload, this::take);
                    }
                });
            }
            if (!toOne.isEmpty()) {
                new MuxReader(MuxFrame.MOST_BYTES).accept(toOne.remove(), (kind, payload) -> {
                    assertThat(kind).isEqualTo(MuxFrame.CONTROL_ACK);
                    one.forget(payload.getLong());
                });
            }
        }
    }

    /** The child has tried another connection beside one that was silent, and has closed its mirrors for that. */
    @Test
    void linesThatComeWhileMirrorsAreClosedAreTakenBehindTheNextOnes() throws IOException {
        final Pair pair = new Pair();
        pair.connect();
        pair.other.hold();
        pair.one.sendLine("the run begins");
        pair.deliverOne();
        assertThat(pair.atOther).isEmpty();
        assertThat(pair.other.got()).as("it is not acknowledged").isZero();
        pair.one.holdAgain();
        pair.other.forgetEarly();
        pair.one.sendLine("the run ends");
        pair.other.release();
        pair.other.takeEarly(pair::take);
        assertThat(pair.toOther).isEmpty();
        assertThat(pair.atOther).as("the parent's mirrors have not begun").isEmpty();
        pair.one.release();
        pair.deliverOne();
        pair.deliverOne();
        assertThat(pair.atOther).containsExactly("the run begins", "the run ends");
    }

    @Test
    void linesBehindTheMirrorsOfTheOtherEndWaitForTheOwn() throws IOException {
        final Pair pair = new Pair();
        pair.connect();
        pair.other.hold();
        pair.one.sendLine("the run begins");
        pair.deliverOne();
        pair.other.release();
        pair.other.takeEarly(pair::take);
        assertThat(pair.atOther).containsExactly("the run begins");
        pair.other.hold();
        pair.one.sendLine("the run ends");
        pair.deliverOne();
        pair.other.disconnect();
        pair.connect();
        pair.other.release();
        pair.other.takeEarly(pair::take);
        assertThat(pair.atOther).as("those of a connection that is lost come again").hasSize(1);
        pair.deliverOne();
        assertThat(pair.atOther).containsExactly("the run begins", "the run ends");
    }

    @Property(tries = 300)
    void eachLineComesOnceAndInOrderWhateverConnectionsBreak(@ForAll final long seed) throws IOException {
        final Random random = new Random(seed);
        final Pair pair = new Pair();
        final List<String> said = new ArrayList<>();
        pair.connect();
        for (int i = 0; i < 200; i++) {
            switch (random.nextInt(10)) {
                case 0 -> pair.connect();
                case 1 -> {
                    pair.one.disconnect();
                    pair.other.disconnect();
                }
                case 2, 3, 4 -> pair.deliverOne();
                case 5 -> {
                    if (random.nextBoolean()) {
                        pair.one.hold();
                    } else {
                        pair.one.holdAfter();
                    }
                }
                case 6 -> pair.one.release();
                default -> {
                    said.add("line " + i);
                    pair.one.sendLine("line " + i);
                }
            }
        }
        pair.connect();
        pair.one.release();
        for (int i = 0; i < 400; i++) {
            pair.deliverOne();
        }
        assertThat(pair.atOther).isEqualTo(said);
    }

    @Test
    void whatIsHeldGoesOnceAndOnlyWhenItIsReleased() throws IOException {
        final Pair pair = new Pair();
        pair.connect();
        pair.one.sendLine("before");
        pair.one.hold();
        pair.one.sendLine("held");
        assertThat(pair.toOther).as("on this connection").hasSize(1);
        pair.connect();
        assertThat(pair.toOther).as("on the next one").isEmpty();
        pair.one.release();
        pair.one.release();
        assertThat(pair.toOther).hasSize(2);
        pair.deliverOne();
        pair.deliverOne();
        assertThat(pair.atOther).containsExactly("before", "held");
    }

    /** The connection breaks before the other end has got the answer that makes it open its mirrors. */
    @Test
    void anAnswerFromBeforeTheHoldGoesOnTheNextConnection() throws IOException {
        final Pair pair = new Pair();
        pair.one.sendLine("answer");
        pair.one.holdAfter();
        pair.one.sendLine("held");
        pair.connect();
        pair.one.hold();
        pair.connect();
        pair.deliverOne();
        assertThat(pair.atOther).containsExactly("answer");
        pair.one.release();
        pair.deliverOne();
        assertThat(pair.atOther).containsExactly("answer", "held");
    }

    @Test
    void anEndThatSpeaksOfLinesThatWereNeverSentIsRefused() {
        final ControlStream stream = new ControlStream();
        stream.sendLine("a");
        assertThatThrownBy(() -> stream.forget(2)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> stream.forget(-1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> stream.isNew(ByteBuffer.allocate(4))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> stream.isNew(ByteBuffer.allocate(8).putLong(2).flip()))
            .isInstanceOf(IOException.class);
    }

    @Test
    void anEndThatNeverTakesAnythingIsNoticed() {
        final ControlStream stream = new ControlStream();
        final String line = "x".repeat(1_000_000);
        for (int i = 0; i < 70; i++) {
            stream.sendLine(line);
        }
        assertThat(stream.isOverfull()).isTrue();
    }

    /** However short its lines are: they wait for mirrors that never begin. */
    @ParameterizedTest
    @ValueSource(ints = {Long.BYTES, 1_000_000})
    void anEndThatSaysMoreThanCanWaitIsNoticed(final int bytes) throws IOException {
        final ControlStream stream = new ControlStream();
        stream.hold();
        long lines = 0;
        while (!stream.isFlooded() && lines < 1_000_000) {
            lines++;
            stream.onFrame(MuxFrame.CONTROL, ByteBuffer.allocate(bytes).putLong(0, lines), (kind, line) -> { });
        }
        assertThat(lines).isBetween(60L, 600_000L);
        stream.release();
        stream.takeEarly((kind, line) -> { });
        assertThat(stream.isFlooded()).as("what is taken waits no more").isFalse();
        assertThat(stream.got()).isEqualTo(lines);
        stream.hold();
        stream.onFrame(MuxFrame.CONTROL, ByteBuffer.allocate(70_000_000).putLong(0, ++lines), (kind, line) -> { });
        assertThat(stream.isFlooded()).isTrue();
        stream.disconnect();
        assertThat(stream.isFlooded()).isFalse();
    }
}
