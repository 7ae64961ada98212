package io.takt.federation.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final long LINK = 0x1234_5678_9abc_def0L;
    private static final byte[] SECRET = new byte[FrameKeys.SECRET_LENGTH];

    private final LinkKeys keys = new LinkKeys(numbered(LinkKeys.LENGTH));
    private final FrameSealer sealer = keys.sealer(LINK, true);
    private final FrameOpener opener = keys.opener(LINK, false);

    @Test
    void aFrameIsOpenedByTheOtherEndAsItWasSealed() {
        for (int length = 0; length <= FrameSealer.mostPayloadBytes(); length += 7) {
            final ByteBuffer payload = payload();
            assertThat(opener.open(seal(numbered(length)), payload)).isEqualTo(FrameOpener.Outcome.OPENED);
            assertThat(taken(payload)).isEqualTo(numbered(length));
        }
    }

    @Test
    void nothingOfAPayloadStandsInItsFrame() {
        final byte[] text = "radar sees drone at 17 degrees".getBytes(StandardCharsets.US_ASCII);
        final String frame = new String(seal(text).array(), StandardCharsets.ISO_8859_1);
        assertThat(frame).doesNotContain("radar").doesNotContain("drone");
    }

    @Test
    void aPayloadThatDoesNotFitIsRefusedAndTakesNoNumber() {
        assertThatThrownBy(() -> seal(new byte[FrameSealer.mostPayloadBytes() + 1]))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(seal(new byte[1]).getLong(FrameLayout.NUMBER_OFFSET)).isEqualTo(1);
    }

    @Test
    void aFrameThatComesTwiceIsOpenedOnce() {
        final ByteBuffer frame = seal(numbered(20));
        assertThat(opener.open(frame.duplicate(), payload())).isEqualTo(FrameOpener.Outcome.OPENED);
        assertThat(opener.open(frame, payload())).isEqualTo(FrameOpener.Outcome.REPLAYED);
    }

    @Test
    void aFrameOfTheSameEndIsNotTakenForOneOfTheOther() {
        assertThat(keys.opener(LINK, true).open(seal(numbered(20)), payload())).isEqualTo(FrameOpener.Outcome.FORGED);
    }

    @Test
    void aFrameOfAnotherLinkOrOfOtherKeysIsNotOpened() {
        assertThat(keys.opener(LINK + 1, false).open(seal(numbered(20)), payload()))
            .isEqualTo(FrameOpener.Outcome.FOREIGN);
        assertThat(new LinkKeys(new byte[LinkKeys.LENGTH]).opener(LINK, false).open(seal(numbered(20)), payload()))
            .isEqualTo(FrameOpener.Outcome.FORGED);
    }

    @Property(tries = 300)
    void aFrameWithAnyBitFlippedIsNotOpenedAndTheTrueOneStillIs(@ForAll @Size(max = 64) final byte[] bytes,
        @ForAll @IntRange(max = 10_000) final int anyBit) {
        final ByteBuffer frame = seal(bytes);
        final byte[] forged = new byte[frame.remaining()];
        frame.duplicate().get(forged);
        final int bit = anyBit % (forged.length * Byte.SIZE);
        forged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        assertThat(opener.open(ByteBuffer.wrap(forged), payload())).isNotEqualTo(FrameOpener.Outcome.OPENED);
        assertThat(opener.open(frame, payload())).isEqualTo(FrameOpener.Outcome.OPENED);
    }

    @Property(tries = 1000)
    void anyBytesAreRefusedWithoutAnException(@ForAll @Size(max = 1400) final byte[] bytes) {
        final ByteBuffer given = ByteBuffer.wrap(bytes);
        assertThat(opener.open(given.duplicate(), payload())).isNotEqualTo(FrameOpener.Outcome.OPENED);
        if (bytes.length >= FrameLayout.OVERHEAD) {
            given.putLong(FrameLayout.LINK_OFFSET, LINK);
            assertThat(opener.open(given, payload())).isNotEqualTo(FrameOpener.Outcome.OPENED);
        }
    }

    @Property(tries = 50)
    void framesInAnyOrderWithinTheWindowAreEachOpenedOnce(@ForAll final long seed) {
        final Random random = new Random(seed);
        final List<ByteBuffer> frames = new ArrayList<>();
        for (int i = 0; i < ReplayWindow.SIZE / 2; i++) {
            frames.add(seal(numbered(8)));
        }
        Collections.shuffle(frames, random);
        final List<ByteBuffer> twice = new ArrayList<>(frames);
        twice.addAll(frames);
        Collections.shuffle(twice, random);
        final FrameOpener fresh = keys.opener(LINK, false);
        assertThat(twice.stream().filter(frame ->
            fresh.open(frame.duplicate(), payload()) == FrameOpener.Outcome.OPENED)).hasSize(frames.size());
    }

    @Property(tries = 300)
    void theWindowIsTheModelsSetOfNumbers(@ForAll final long seed) {
        final Random random = new Random(seed);
        final ReplayWindow window = new ReplayWindow();
        final Set<Long> model = new HashSet<>();
        long greatest = 0;
        for (int i = 0; i < 500; i++) {
            final long number = Math.max(0, greatest + (random.nextInt(8) == 0 ? random.nextInt(5_000)
                : random.nextInt(4)) - (random.nextInt(3) == 0 ? random.nextInt(2_000) : 0));
            final boolean isNew = number > 0 && !model.contains(number) && greatest - number < ReplayWindow.SIZE;
            assertThat(window.isNew(number)).as("number %d after %d", number, greatest).isEqualTo(isNew);
            if (isNew) {
                window.note(number);
                model.add(number);
                greatest = Math.max(greatest, number);
            }
        }
    }

    @Test
    void everyGenerationHasAKeyOfItsOwnAndFramesGoAcross() {
        final long last = (1L << 30) - 2;
        final FrameSealer late = new FrameSealer(new FrameKeys(SECRET), LINK, last);
        final FrameOpener other = new FrameOpener(new FrameKeys(SECRET), LINK);
        for (int i = 0; i < 4; i++) {
            final ByteBuffer frame = ByteBuffer.allocate(FrameLayout.MOST_BYTES);
            late.seal(ByteBuffer.wrap(numbered(20)), frame);
            assertThat(other.open(frame.flip(), payload())).isEqualTo(FrameOpener.Outcome.OPENED);
        }
        final FrameKeys one = new FrameKeys(SECRET);
        one.select(0);
        final byte[] first = one.key().getEncoded();
        one.select(1);
        assertThat(one.key().getEncoded()).isNotEqualTo(first);
    }

    @Test
    void aNumberThatIsGenerationsAheadIsForgedWhateverItsTag() {
        final FrameSealer far = new FrameSealer(new FrameKeys(SECRET), LINK, 1L << 40);
        final ByteBuffer frame = ByteBuffer.allocate(FrameLayout.MOST_BYTES);
        far.seal(ByteBuffer.wrap(numbered(20)), frame);
        assertThat(new FrameOpener(new FrameKeys(SECRET), LINK).open(frame.flip(), payload()))
            .isEqualTo(FrameOpener.Outcome.FORGED);
    }

    @Test
    void noFrameIsSealedWhenNumbersAreUsedUp() {
        final FrameSealer last = new FrameSealer(new FrameKeys(SECRET), LINK, Long.MAX_VALUE);
        assertThatThrownBy(() -> last.seal(ByteBuffer.allocate(0), payload()))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("number");
    }

    private ByteBuffer seal(final byte[] bytes) {
        final ByteBuffer frame = ByteBuffer.allocate(FrameLayout.MOST_BYTES);
        sealer.seal(ByteBuffer.wrap(bytes), frame);
        return frame.flip();
    }

    private static ByteBuffer payload() {
        return ByteBuffer.allocate(FrameLayout.MOST_BYTES);
    }

    private static byte[] taken(final ByteBuffer buffer) {
        final byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static byte[] numbered(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }
}
