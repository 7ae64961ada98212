package io.takt.shm.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** One writer and its readers, on one thread. */
class RingTest {
    private static final int CAPACITY = 1024;
    private static final int LENGTH = 64;
    private static final short TYPE = 7;
    private static final int VALUE = 8;
    private static final Backing HAS_MEMORY = (file, index, length) -> true;

    private final AtomicBuffer file =
        new UnsafeBuffer(ByteBuffer.allocateDirect(RingLayout.RING_OFFSET + CAPACITY));
    private final List<Long> rung = new ArrayList<>();
    private Ring ring = Ring.create(file, "the ring", CAPACITY, HAS_MEMORY);
    private RingWriter writer = writer();

    private RingWriter writer() {
        return new RingWriter(ring, rung::add, () -> false);
    }

    private RingReader reader(final String name) {
        final int slot = ring.unusedSlot();
        ring.use(slot, name, ring.tail());
        return new RingReader(ring, slot, 0, rung::add);
    }

    private boolean write(final int length, final long value) {
        final int index = writer.claim(length);
        if (index == RingWriter.NO_ROOM) {
            return false;
        }
        file.putLong(index + VALUE, value);
        writer.commit(length, TYPE, 3);
        return true;
    }

    private boolean write(final long value) {
        return write(LENGTH, value);
    }

    /** The new records; their room is given back. */
    private List<Long> read(final RingReader reader) {
        final List<Long> values = new ArrayList<>();
        reader.readUpTo(ring.tail());
        while (reader.hasNext()) {
            final long head = file.getLong(ring.indexOf(reader.cursor()));
            if (RingLayout.type(head) != RingLayout.PADDING) {
                assertThat(RingLayout.type(head)).isEqualTo(TYPE);
                assertThat(RingLayout.tag(head)).isEqualTo(3);
                values.add(file.getLong(ring.indexOf(reader.cursor()) + VALUE));
            }
            reader.pass(RingLayout.length(head));
        }
        reader.giveBack(reader.cursor());
        return values;
    }

    /** Without a reader there is room for any record of half of the ring, wherever the writer stands. */
    @Test
    void aRecordThatWouldNeverHaveRoomIsRefused() {
        for (int at = 0; at < CAPACITY / LENGTH; at++) {
            assertThat(write(CAPACITY / 2, at)).isTrue();
            writer.publish();
            write(at);
            writer.publish();
        }
        assertThatThrownBy(() -> writer.claim(CAPACITY / 2 + LENGTH)).hasMessageContaining("half of the ring");
    }

    @Test
    void recordsAreSeenAllAtOnceByAllReaders() {
        final RingReader one = reader("one");
        final RingReader two = reader("two");
        write(1);
        write(2);
        assertThat(read(one)).isEmpty();
        assertThat(writer.isStaged()).isTrue();
        writer.publish();
        assertThat(read(one)).containsExactly(1L, 2L);
        write(3);
        writer.publish();
        assertThat(read(one)).containsExactly(3L);
        assertThat(read(two)).containsExactly(1L, 2L, 3L);
        assertThat(ring.lastSlot()).isZero();
    }

    @Test
    void anUnpublishedRecordHasNeverBeen() {
        final RingReader one = reader("one");
        write(1);
        writer.discard();
        writer.claim(LENGTH);
        write(2);
        writer.publish();
        assertThat(read(one)).containsExactly(2L);
        write(3);
        file.setMemory(writer.claim(LENGTH), LENGTH, (byte) -1);
        writer = writer();
        write(4);
        writer.publish();
        assertThat(read(one)).as("the writer died with a record and a claim").containsExactly(4L);
    }

    @Test
    void afterARecordBehindTheEndWasDiscardedNoneGoesAcrossTheEnd() {
        final RingReader one = reader("one");
        final int most = CAPACITY / LENGTH - 1;
        for (int i = 0; i < most; i++) {
            write(i);
        }
        writer.publish();
        read(one);
        assertThat(write(2 * LENGTH, 1)).as("behind padding").isTrue();
        writer.discard();
        assertThat(writer.claim(2 * LENGTH) + 2 * LENGTH).isLessThanOrEqualTo(file.capacity());
        write(2 * LENGTH, 2);
        writer.publish();
        assertThat(read(one)).containsExactly(2L);
    }

    @Test
    void aRecordMayBeShorterThanItsClaim() {
        final RingReader one = reader("one");
        file.putLong(writer.claim(512) + VALUE, 1);
        writer.commit(32, TYPE, 3);
        write(2);
        writer.publish();
        assertThat(ring.tail()).isEqualTo(96);
        assertThat(read(one)).containsExactly(1L, 2L);
    }

    @Test
    void aSlotThatIsGivenAgainHidesNoReaderBehindIt() {
        reader("one");
        final RingReader two = reader("two");
        ring.free(ring.slotOf("one"));
        final RingReader three = reader("three");
        long written = 0;
        while (write(written)) {
            written++;
            writer.publish();
        }
        assertThat(read(three)).hasSize(CAPACITY / LENGTH);
        assertThat(write(written)).as("the second reader has given no room back").isFalse();
        assertThat(ring.slotOf("two")).isEqualTo(1);
        assertThat(read(two)).hasSize(CAPACITY / LENGTH).startsWith(0L);
        assertThat(write(written)).isTrue();
    }

    @Test
    void theSlowestReaderKeepsItsRecordsAndGivesTheWriterRoom() {
        final RingReader fast = reader("fast");
        final RingReader slow = reader("slow");
        int written = 0;
        while (write(written)) {
            assertThat(written).as("the slowest is not passed").isLessThan(CAPACITY);
            written++;
            writer.publish();
            read(fast);
        }
        assertThat(written).isEqualTo(CAPACITY / LENGTH);
        assertThat(writer.hasMoreRoom()).isFalse();
        slow.announce(RingLayout.NO_LEVEL, false, 5);
        writer.awaitRoom(9);
        assertThat(rung).as("the reader in the way is to read").containsExactly(5L);
        assertThat(fast.isInTheWay()).isFalse();
        assertThat(slow.isInTheWay()).isTrue();
        slow.withdraw();
        assertThat(read(slow)).hasSize(written).startsWith(0L, 1L);
        assertThat(rung).containsExactly(5L, 9L);
        assertThat(writer.hasMoreRoom()).isTrue();
        writer.awaitRoomNoMore();
        assertThat(write(written)).isTrue();
        assertThat(ring.isRoomWanted()).isFalse();
    }

    @Test
    void aSlotThatIsFreeKeepsNothing() {
        final RingReader one = reader("one");
        while (write(0)) {
            writer.publish();
            assertThat(writer.next()).as("the slowest is not passed").isLessThanOrEqualTo(CAPACITY);
        }
        ring.free(ring.slotOf("one"));
        assertThat(ring.slotOf("one")).isEqualTo(Ring.NONE);
        assertThat(ring.lastSlot()).isEqualTo(Ring.NONE);
        assertThat(write(1)).isTrue();
        assertThat(one.head()).isZero();
        assertThat(ring.unusedSlot()).isZero();
    }

    @Test
    void recordsOfAnyLengthGoRound() {
        final RingReader one = reader("one");
        final SplittableRandom random = new SplittableRandom(1);
        for (long value = 0; value < 2_000; value++) {
            final int length = RingLayout.aligned(16 + random.nextInt(300));
            while (!write(length, value)) {
                throw new AssertionError("no room for " + length + " at " + writer.next());
            }
            final long before = ring.tail();
            writer.publish();
            assertThat(ring.reserved()).isGreaterThanOrEqualTo(ring.tail());
            assertThat(ring.tail()).isGreaterThan(before);
            assertThat(read(one)).containsExactly(value);
        }
    }

    @Test
    void sleepersAreWokenForTheLevelThatTheyAwait() {
        final RingReader one = reader("one");
        final RingReader two = reader("two");
        final RingReader three = reader("three");
        one.announce(10, false, 1);
        two.announce(20, false, 2);
        three.announce(30, true, 3);
        writer.wake(9, false);
        assertThat(rung).isEmpty();
        writer.wake(10, false);
        assertThat(rung).containsExactly(1L);
        one.withdraw();
        writer.wake(11, true);
        assertThat(rung).containsExactly(1L, 3L);
        three.withdraw();
        writer.wake(20, false);
        assertThat(rung).containsExactly(1L, 3L, 2L);
        two.withdraw();
        rung.clear();
        writer.wake(Long.MAX_VALUE, true);
        assertThat(rung).isEmpty();
        one.announce(RingLayout.NO_LEVEL, true, 1);
        two.announce(RingLayout.NO_LEVEL, false, 2);
        writer.wake(Long.MAX_VALUE, false);
        assertThat(rung).as("they sleep for no level").isEmpty();
        writer.wake(30, true);
        assertThat(rung).containsExactly(1L);
    }

    @Test
    void aRingGrowsWhenAThirdOfItIsPublishedAtOnce() {
        final UnsafeBuffer larger = new UnsafeBuffer(ByteBuffer.allocateDirect(RingLayout.RING_OFFSET + 4 * CAPACITY));
        ring = Ring.create(larger, "the ring", CAPACITY, HAS_MEMORY);
        assertThat(ring.usedAtFirst()).isEqualTo(CAPACITY);
        writer = writer();
        for (int i = 0; i < 40; i++) {
            writer.claim(LENGTH);
            writer.commit(LENGTH, TYPE, 0);
        }
        assertThat(ring.used()).isEqualTo(4 * CAPACITY);
        assertThat(ring.usedAtFirst()).isEqualTo(CAPACITY);
    }

    /** The padding at its end was none of the records that are published at once. */
    @Test
    void aRingThatHasGoneRoundGrowsLikeAnother() {
        ring = Ring.create(new UnsafeBuffer(ByteBuffer.allocateDirect(RingLayout.RING_OFFSET + 4 * CAPACITY)),
            "the ring", CAPACITY, HAS_MEMORY);
        writer = writer();
        for (int i = 0; i < CAPACITY / LENGTH; i++) {
            commitAtOnce(1);
        }
        assertThat(ring.tail()).as("round").isEqualTo(4 * CAPACITY + LENGTH);
        assertThat(ring.used()).isEqualTo(CAPACITY);
        commitAtOnce(CAPACITY / 2 / LENGTH);
        for (int i = 0; i < CAPACITY / 2 / LENGTH; i++) {
            commitAtOnce(1);
        }
        assertThat(ring.used()).isEqualTo(2 * CAPACITY);
    }

    @Test
    void paddingOfARecordThatWasDiscardedIsForgotten() {
        ring = Ring.create(new UnsafeBuffer(ByteBuffer.allocateDirect(RingLayout.RING_OFFSET + 4 * CAPACITY)),
            "the ring", CAPACITY, HAS_MEMORY);
        writer = writer();
        for (int i = 0; i < 11; i++) {
            commitAtOnce(1);
        }
        writer.claim(5 * LENGTH);
        writer.commit(5 * LENGTH, TYPE, 0);
        writer.discard();
        commitAtOnce(6);
        assertThat(ring.used()).isEqualTo(CAPACITY);
        for (int i = 0; i < CAPACITY / LENGTH; i++) {
            commitAtOnce(1);
        }
        assertThat(ring.used()).isEqualTo(2 * CAPACITY);
    }

    @Test
    void aWriterInThePlaceOfOneThatDiedWithoutRoomWaitsForNone() {
        writer.awaitRoom(1);
        assertThat(ring.isRoomWanted()).isTrue();
        writer = writer();
        assertThat(ring.isRoomWanted()).isFalse();
    }

    private void commitAtOnce(final int records) {
        for (int i = 0; i < records; i++) {
            writer.claim(LENGTH);
            writer.commit(LENGTH, TYPE, 0);
        }
        writer.publish();
    }

    /** A reader without a slot copies a record first, and then finds by that whether the copy is whole. */
    @Test
    void nothingIsWrittenThatWasNotReservedBefore() {
        final List<Long> unreserved = new ArrayList<>();
        final AtomicBuffer watched =
            new UnsafeBuffer(ByteBuffer.allocateDirect(RingLayout.RING_OFFSET + CAPACITY)) {
                @Override
                public void putLong(final int index, final long value) {
                    if (index >= RingLayout.RING_OFFSET && ring.reserved() < writer.next() + Long.BYTES) {
                        unreserved.add(writer.next());
                    }
                    super.putLong(index, value);
                }
            };
        ring = Ring.create(watched, "the ring", CAPACITY, HAS_MEMORY);
        writer = writer();
        for (int i = 0; i < 1000; i++) {
            final int length = RingLayout.ALIGNMENT * (1 + i % 7);
            assertThat(writer.claim(length)).isNotEqualTo(RingWriter.NO_ROOM);
            writer.commit(length, TYPE, 3);
            writer.publish();
        }
        assertThat(unreserved).isEmpty();
    }

    @Test
    void aReaderThatFallsAsleepWhileOthersAreWokenIsWokenNextTime() {
        final RingReader first = reader("first");
        final RingReader second = reader("second");
        second.announce(10, false, 2);
        writer = new RingWriter(ring, doorbell -> {
            rung.add(doorbell);
            if (rung.size() == 1) {
                first.announce(20, false, 1);
            }
        }, () -> false);
        writer.wake(10, false);
        second.withdraw();
        assertThat(rung).containsExactly(2L);
        writer.wake(20, false);
        assertThat(rung).containsExactly(2L, 1L);
    }
}
