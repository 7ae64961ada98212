package io.takt.federation.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.federation.seal.FrameOpener;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TlsSessionTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] KEY = new byte[32];
    private static final byte[] OTHER = other();

    /** Where a record has a version that is ignored for all purposes, and so not sealed (RFC 8446, section 5.1). */
    private static final Set<Integer> IGNORED_VERSION = Set.of(1, 2);

    private final KeyRing known = child -> "site-a".equals(child) ? KEY : null;
    private final TlsSession child = TlsSession.ofChild("site-a", KEY, RANDOM);
    private final TlsSession parent = TlsSession.ofParent(known, RANDOM);

    @Test
    void bothEndsKnowEachOtherAndHaveTheSameKeysForFrames() throws Exception {
        shakeHands(child, parent);
        assertThat(child.isOpen()).isTrue();
        assertThat(parent.isOpen()).isTrue();
        assertThat(parent.child()).isEqualTo("site-a");
        final ByteBuffer frame = ByteBuffer.allocate(100);
        child.keys().sealer(7, true).seal(ByteBuffer.wrap(new byte[] {1, 2, 3}), frame);
        assertThat(parent.keys().opener(7, false).open(frame.flip(), ByteBuffer.allocate(100)))
            .isEqualTo(FrameOpener.Outcome.OPENED);
    }

    @Test
    void anotherHandshakeWithTheSameKeyMakesOtherKeysForFrames() throws Exception {
        shakeHands(child, parent);
        final TlsSession again = TlsSession.ofChild("site-a", KEY, RANDOM);
        shakeHands(again, TlsSession.ofParent(known, RANDOM));
        final ByteBuffer frame = ByteBuffer.allocate(100);
        again.keys().sealer(7, true).seal(ByteBuffer.wrap(new byte[] {1, 2, 3}), frame);
        assertThat(parent.keys().opener(7, false).open(frame.flip(), ByteBuffer.allocate(100)))
            .isEqualTo(FrameOpener.Outcome.FORGED);
    }

    @Test
    void aSessionGoesOnByAKeyOfItsOwnWhicheverKeysTheFilesHave() throws Exception {
        shakeHands(child, parent);
        assertThat(parent.sessionKey()).hasSize(32).isEqualTo(child.sessionKey()).isNotEqualTo(KEY);
        final TlsSession next = TlsSession.ofParent(inSession(parent.sessionKey()), RANDOM);
        final TlsSession again = TlsSession.ofSession("site-a", child.sessionKey(), RANDOM);
        shakeHands(again, next);
        assertThat(next.isOpen()).isTrue();
        assertThat(next.child()).isEqualTo("site-a");
        assertThat(List.of(child.isOfSession(), parent.isOfSession(), again.isOfSession(), next.isOfSession()))
            .containsExactly(false, false, true, true);
        assertThat(next.sessionKey()).isEqualTo(again.sessionKey()).isNotEqualTo(parent.sessionKey());
    }

    /** A key that is replaced since it was stolen. */
    @Test
    void theKeyOfAFileProvesNoSession() {
        final TlsSession stolen = TlsSession.ofSession("site-a", KEY, RANDOM);
        assertThatThrownBy(() -> shakeHands(stolen, TlsSession.ofParent(inSession(OTHER), RANDOM)))
            .hasMessage("it does not know the key of the session of 'site-a'");
        final TlsSession late = TlsSession.ofSession("site-a", OTHER, RANDOM);
        assertThatThrownBy(() -> shakeHands(late, TlsSession.ofParent(known, RANDOM)))
            .hasMessage("'site-a' is in no session of this hub");
    }

    private static KeyRing inSession(final byte[] key) {
        return new KeyRing() {
            @Override
            public byte[] key(final String name) {
                return null;
            }

            @Override
            public byte[] sessionKey(final String name) {
                return key;
            }
        };
    }

    @Test
    void textGoesBothWaysAndNotInPlain() throws Exception {
        shakeHands(child, parent);
        final byte[] text = "time of radar".repeat(5_000).getBytes(StandardCharsets.US_ASCII);
        child.write(ByteBuffer.wrap(text));
        final ByteBuffer onWire = ByteBuffer.allocate(2 * text.length);
        child.toSend(onWire);
        assertThat(new String(onWire.array(), StandardCharsets.ISO_8859_1)).doesNotContain("radar");
        parent.received(onWire.flip());
        final ByteBuffer read = ByteBuffer.allocate(text.length);
        parent.read(read);
        assertThat(read.array()).isEqualTo(text);
        parent.write(ByteBuffer.wrap("yes".getBytes(StandardCharsets.US_ASCII)));
        pass(parent, child);
        assertThat(child.toReadBytes()).isEqualTo(3);
    }

    @Test
    void aWrongKeyIsOneClearLineOnBothSides() {
        final TlsSession stranger = TlsSession.ofChild("site-a", OTHER, RANDOM);
        assertThatThrownBy(() -> pass(stranger, parent)).isInstanceOf(TlsRefusedException.class)
            .hasMessage("the key of 'site-a' there is not the one that is here");
        assertThatThrownBy(() -> pass(parent, stranger)).isInstanceOf(TlsRefusedException.class)
            .hasMessage("the key of 'site-a' here is not the one that the parent has");
        assertThat(stranger.isOpen()).isFalse();
        assertThat(parent.isOpen()).isFalse();
        assertThat(parent.keys()).isNull();
    }

    @Test
    void aChildThatNamesNoKeyIsToldSo() {
        final TlsSession keyless = TlsSession.ofChild("site-a", new byte[KEY.length], RANDOM);
        final TlsSession withKey = TlsSession.ofParent(name -> OTHER, RANDOM);
        assertThatThrownBy(() -> pass(keyless, withKey)).isInstanceOf(TlsRefusedException.class);
        assertThatThrownBy(() -> pass(withKey, keyless)).isInstanceOf(TlsRefusedException.class)
            .hasMessage("the parent has a key for 'site-a', and none is named here; write parent.keyFile");
    }

    @Test
    void anUnknownChildIsOneClearLineOnBothSides() {
        final TlsSession stranger = TlsSession.ofChild("site-x", OTHER, RANDOM);
        assertThatThrownBy(() -> pass(stranger, parent)).isInstanceOf(TlsRefusedException.class)
            .hasMessage("'site-x' is no child that is configured here with a key");
        assertThatThrownBy(() -> pass(parent, stranger)).isInstanceOf(TlsRefusedException.class)
            .hasMessage("the parent knows no child 'site-x', or has no key for it");
    }

    @Test
    void aParentWithoutTheKeyIsNoParent() throws Exception {
        final TlsSession impostor = TlsSession.ofParent(name -> OTHER, RANDOM);
        assertThatThrownBy(() -> shakeHands(child, impostor)).isInstanceOf(TlsRefusedException.class);
        assertThat(child.isOpen()).isFalse();
    }

    /** Its goodbye comes in plain, where the parent expects what is sealed. */
    @Test
    void aChildThatGivesUpWaitingForTheAnswerIsNotSaidToHaveAnotherKey() throws Exception {
        pass(child, parent);
        child.close();
        assertThatThrownBy(() -> pass(child, parent)).hasMessageContaining("handshake").hasMessageNotContaining("key");
        assertThat(parent.isOpen()).isFalse();
    }

    /** Over a slow network an end is heard by the first of what it says, however much that is. */
    @Test
    void theBeginningOfALongFrameIsReadBeforeAllOfItIsThere() throws Exception {
        shakeHands(child, parent);
        child.write(ByteBuffer.allocate(60_000));
        final ByteBuffer first = ByteBuffer.allocate(5_000);
        child.toSend(first);
        parent.received(first.flip());
        assertThat(parent.toReadBytes()).isPositive();
    }

    @Test
    void aFlippedBitEndsTheConnectionAndGivesNothing() throws Exception {
        shakeHands(child, parent);
        child.write(ByteBuffer.wrap("stop".getBytes(StandardCharsets.US_ASCII)));
        final ByteBuffer onWire = ByteBuffer.allocate(1000);
        child.toSend(onWire);
        onWire.flip();
        onWire.put(onWire.limit() - 1, (byte) (onWire.get(onWire.limit() - 1) ^ 1));
        assertThatThrownBy(() -> parent.received(onWire)).isInstanceOf(TlsRefusedException.class)
            .hasMessage("bytes came that it did not send");
        assertThat(parent.toReadBytes()).isZero();
    }

    @Test
    void aRecordedHandshakeOpensNothing() throws Exception {
        final ByteBuffer recorded = ByteBuffer.allocate(10_000);
        child.toSend(recorded);
        parent.received(recorded.duplicate().flip());
        pass(parent, child);
        child.toSend(recorded);
        final TlsSession later = TlsSession.ofParent(known, RANDOM);
        assertThatThrownBy(() -> later.received(recorded.flip())).isInstanceOf(TlsRefusedException.class);
        assertThat(later.isOpen()).isFalse();
    }

    @Property(tries = 200)
    void anyBytesAreRefusedOrWaitedForButNoOtherExceptionEscapes(@ForAll @Size(max = 600) final byte[] bytes,
        @ForAll final boolean looksLikeTls) {
        final TlsSession fresh = TlsSession.ofParent(known, RANDOM);
        if (looksLikeTls && bytes.length > 5) {
            bytes[0] = 22;
            bytes[1] = 3;
            bytes[2] = 1;
            bytes[3] = (byte) (bytes.length - 5 >>> 8);
            bytes[4] = (byte) (bytes.length - 5);
        }
        assertThatCode(() -> {
            try {
                fresh.received(ByteBuffer.wrap(bytes));
            } catch (final TlsRefusedException e) {
                assertThat(e.getMessage()).doesNotContain("Exception");
            }
        }).doesNotThrowAnyException();
        assertThat(fresh.isOpen()).isFalse();
    }

    @Property(tries = 200)
    void aChildsFirstFlightWithBytesChangedNeverOpens(@ForAll final long seed) {
        final Random random = new Random(seed);
        final TlsSession one = TlsSession.ofChild("site-a", KEY, RANDOM);
        final TlsSession other = TlsSession.ofParent(known, RANDOM);
        final ByteBuffer flight = ByteBuffer.allocate(10_000);
        one.toSend(flight);
        flight.flip();
        random.ints(0, flight.limit()).filter(at -> !IGNORED_VERSION.contains(at)).distinct()
            .limit(random.nextInt(4) + 1)
            .forEach(at -> flight.put(at, (byte) (flight.get(at) ^ random.nextInt(255) + 1)));
        assertThatCode(() -> {
            try {
                other.received(flight);
                shakeHands(one, other);
            } catch (final TlsRefusedException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }).doesNotThrowAnyException();
        assertThat(other.isOpen()).isFalse();
    }

    private static byte[] other() {
        final byte[] key = new byte[32];
        key[31] = 1;
        return key;
    }

    private static void shakeHands(final TlsSession one, final TlsSession other) throws TlsRefusedException {
        while (one.toSendBytes() + other.toSendBytes() > 0) {
            pass(one, other);
            pass(other, one);
        }
    }

    private static void pass(final TlsSession from, final TlsSession to) throws TlsRefusedException {
        final ByteBuffer bytes = ByteBuffer.allocate(from.toSendBytes());
        from.toSend(bytes);
        to.received(bytes.flip());
    }
}
