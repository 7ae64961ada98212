package io.takt.federation.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.link.ClockPort.Taken;
import io.takt.federation.seal.FrameOpener.Outcome;
import io.takt.federation.seal.LinkKeys;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two ports with a network between them that delivers when the test says so. */
class ClockPortTest {
    private static final long EPOCH = 7;
    private static final long NOTHING = Long.MAX_VALUE;
    private static final long MAX_DELAY_NS = 3_200;
    private static final long QUANTUM_NS = 100;

    private final AtomicLong parentNs = new AtomicLong();
    private final AtomicLong childNs = new AtomicLong();
    private final Deque<ByteBuffer> toParent = new ArrayDeque<>();
    private final Deque<ByteBuffer> toChild = new ArrayDeque<>();
    private final ClockPort parent = new ClockPort(LinkTimes.DEFAULT);
    private final ClockPort child = new ClockPort(LinkTimes.DEFAULT);
    private long nowNs;

    @BeforeEach
    void connect() {
        final LinkKeys keys = new LinkKeys(new byte[LinkKeys.LENGTH]);
        parent.maxDelay(MAX_DELAY_NS);
        child.maxDelay(MAX_DELAY_NS);
        parent.connect(keys, 1, false, bytes -> toChild.add(copy(bytes)), bytes -> { });
        child.connect(keys, 1, true, bytes -> toParent.add(copy(bytes)), bytes -> { });
        parent.begin(EPOCH, parentNs::get, 0, nowNs);
        child.begin(EPOCH, childNs::get, 0, nowNs);
        deliver();
        nowNs = 1_000_000;
    }

    private static ByteBuffer copy(final ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }

    private void deliver() {
        while (!toParent.isEmpty() || !toChild.isEmpty()) {
            while (!toParent.isEmpty()) {
                parent.onDatagram(toParent.poll(), NOTHING, nowNs);
            }
            while (!toChild.isEmpty()) {
                child.onDatagram(toChild.poll(), NOTHING, nowNs);
            }
        }
    }

    /** Also over a second connection, in which frames are numbered from 1 again. */
    @Test
    void framesThatDoNotComeAreCounted() {
        final long before = parent.framesSent();
        assertThat(parent.framesReceived()).isEqualTo(before).isPositive();
        childNs.set(40 * QUANTUM_NS);
        child.pump(nowNs);
        assertThat(toParent).hasSize(1);
        toParent.clear();
        childNs.set(80 * QUANTUM_NS);
        child.pump(nowNs + 1_000_000);
        deliver();
        final long sent = parent.framesSent();
        assertThat(sent - parent.framesReceived()).isEqualTo(1);
        final LinkKeys keys = new LinkKeys(new byte[LinkKeys.LENGTH]);
        parent.connect(keys, 2, false, bytes -> toChild.add(copy(bytes)), bytes -> { });
        child.connect(keys, 2, true, bytes -> toParent.add(copy(bytes)), bytes -> { });
        child.pump(nowNs + 2_000_000);
        deliver();
        assertThat(parent.framesSent()).isGreaterThan(sent);
        assertThat(parent.framesSent() - parent.framesReceived()).isEqualTo(1);
    }

    /** Its thread need not have told of it: it was before the mark that it knew. */
    @Test
    void aTimeThatHasComeIsToldWhenTheOtherEndBeginsToWaitForIt() {
        childNs.set(50);
        assertThat(child.tellFromNs()).as("not worth a frame").isGreaterThan(50);
        parent.tell(40, nowNs);
        deliver();
        assertThat(parent.otherNs()).isEqualTo(50);
    }

    @Test
    void aTimeIsToldAfterAnotherConnectionWithoutBeingToldOf() {
        childNs.set(50);
        child.disconnect();
        assertThat(child.tellFromNs()).as("there is none to tell").isEqualTo(NOTHING);
        final LinkKeys keys = new LinkKeys(new byte[LinkKeys.LENGTH]);
        parent.connect(keys, 2, false, bytes -> toChild.add(copy(bytes)), bytes -> { });
        child.connect(keys, 2, true, bytes -> toParent.add(copy(bytes)), bytes -> { });
        child.pump(nowNs);
        deliver();
        assertThat(parent.otherNs()).isEqualTo(50);
    }

    @Test
    void framesThatAreNotWaitedForKeepAGap() {
        child.pump(nowNs);
        int frames = 0;
        for (long time = QUANTUM_NS; time <= 10 * QUANTUM_NS; time += QUANTUM_NS) {
            nowNs += 1_000;
            childNs.set(time);
            assertThat(child.tellFromNs()).isLessThanOrEqualTo(time);
            child.tell(NOTHING, nowNs);
            frames += toParent.size();
            toParent.clear();
        }
        assertThat(frames).as("in 10 us").isLessThanOrEqualTo(1);
        final long dueNs = child.pump(nowNs);
        assertThat(dueNs).as("the last is not forgotten").isLessThanOrEqualTo(ClockExchange.LEAST_GAP_NS);
        child.pump(nowNs + dueNs);
        deliver();
        assertThat(parent.otherNs()).isEqualTo(10 * QUANTUM_NS);
    }

    /** By the call itself: another thread may have had another frame rejected at the same moment. */
    @Test
    void aFrameThatIsNotTakenComesBackWithItsReason() {
        childNs.set(40 * QUANTUM_NS);
        child.pump(nowNs);
        final ByteBuffer frame = toParent.remove();
        final ByteBuffer forged = copy(frame.duplicate());
        forged.put(forged.limit() - 1, (byte) ~forged.get(forged.limit() - 1));
        assertThat(parent.onDatagram(forged, NOTHING, nowNs)).isEqualTo(Taken.FORGED);
        assertThat(parent.onDatagram(frame.duplicate(), NOTHING, nowNs)).isEqualTo(Taken.NEWS);
        assertThat(parent.onDatagram(frame.duplicate(), NOTHING, nowNs)).isEqualTo(Taken.REPLAYED);
        assertThat(parent.onDatagram(ByteBuffer.allocate(3), NOTHING, nowNs)).isEqualTo(Taken.MISSHAPEN);
        assertThat(parent.onSpare(ByteBuffer.allocate(3), NOTHING, nowNs)).isEqualTo(Taken.MISSHAPEN);
        assertThat(parent.onTime(ByteBuffer.allocate(3), NOTHING)).isEqualTo(Taken.MISSHAPEN);
        parent.disconnect();
        assertThat(parent.onDatagram(frame, NOTHING, nowNs)).isEqualTo(Taken.FOREIGN);
        assertThat(Stream.of(Taken.values()).filter(Taken::isRejected))
            .allSatisfy(each -> assertThat(Rejections.Why.valueOf(each.name())).isNotNull()).hasSize(4);
        assertThat(Stream.of(Outcome.values()).filter(each -> each != Outcome.OPENED))
            .allSatisfy(each -> assertThat(Taken.valueOf(each.name()).isRejected()).isTrue());
    }

    @Test
    void nothingOfARunThatHasEndedIsAskedFor() {
        child.begin(EPOCH, () -> childNs.get(), 0, nowNs);
        child.end();
        childNs.set(1_000_000);
        child.pump(nowNs + LinkTimes.DEFAULT.heartbeatNs());
        deliver();
        assertThat(parent.otherNs()).isZero();
        assertThat(child.tellFromNs()).isEqualTo(NOTHING);
    }
}
