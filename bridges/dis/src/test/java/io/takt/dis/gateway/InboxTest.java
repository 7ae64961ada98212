package io.takt.dis.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.dis.Pdus;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.Header;
import io.takt.dis.pdu.PduKind;
import io.takt.dis.time.DisStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounds of what is kept and known, and programs that keep no clock, or a new one. */
class InboxTest {
    private static final long S = 1_000_000_000L;
    private static final long ZERO_NS = 1_000 * DisStamp.HOUR_NS;

    private final Counters counters = new Counters();
    private final GatewayOptions options =
        new GatewayOptions(1, 7, 0, false, ZERO_NS, 0, false, 10 * S, false, 1, 3, 5 * S);
    private final Inbox inbox = new Inbox(new ExerciseClock(ZERO_NS, 0, false), options, counters);

    private void comes(final ByteBuffer pdu, final long atNs) {
        inbox.onPdu(pdu, 0, pdu.limit(), ZERO_NS + atNs);
    }

    private List<Long> stamps(final long fromNs, final long toNs) throws IOException {
        final List<Long> stamps = new ArrayList<>();
        inbox.drain(fromNs, toNs, (pdu, stampNs) -> stamps.add(stampNs));
        return stamps;
    }

    @Test
    void aProgramThatLeavesItsStampsAsTheyAreIsHeard() throws Exception {
        for (int i = 0; i < 5; i++) {
            comes(Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'location': [" + i + ", 0, 0]}", 0), i * S);
        }
        assertThat(stamps(0, 5 * S)).hasSize(5);
        assertThat(counters.dropped()).isZero();
    }

    /** As of an entity that stands, after an hour, or when the hub was reset. */
    @Test
    void theSameBytesAreANewPduAfterTenSeconds() throws Exception {
        for (final long atNs : new long[] {0, 1, 10 * S - 1, 10 * S, 12 * S, 20 * S}) {
            comes(Pdus.pdu(PduKind.FIRE, "{'id': 1}", 0), atNs);
        }
        assertThat(stamps(-1, 100 * S)).hasSize(3);
        assertThat(counters.get(Count.DUPLICATE)).isEqualTo(3);
    }

    @Test
    void ofLatePdusThoseThatAreDeliveredAreCounted() throws Exception {
        for (int i = 0; i < 4; i++) {
            comes(Pdus.entity(i, 0), 0);
        }
        inbox.drain(S, 2 * S, (pdu, stampNs) -> Header.entity(pdu, 0) % 4 == 1);
        assertThat(counters.get(Count.DELIVERED)).isOne();
        assertThat(counters.get(Count.DELIVERED_LATE)).isOne();
    }

    /** Two states look old; the third, newer than both, shows that the clock is a new one, for other entities too. */
    @Test
    void aProgramWithANewClockIsHeardAgain() throws Exception {
        comes(Pdus.entity(1, 1_000 * S), S);
        comes(Pdus.entity(2, 1_000 * S), S);
        for (int i = 2; i <= 20; i++) {
            comes(Pdus.entity(1, i * S), i * S);
        }
        comes(Pdus.entity(2, 20 * S), 20 * S);
        final List<Long> stamps = stamps(0, 20 * S);
        assertThat(stamps).hasSize(20).startsWith(1 * S, 1 * S, 4 * S);
        assertThat(20 * S - stamps.get(18)).as("up to the unit of stamps").isBetween(0L, 2_000L);
        assertThat(counters.get(Count.OUT_OF_ORDER)).isEqualTo(2);
    }

    /** One whose states come once in a while. */
    @Test
    void aStateThatIsOlderForTenSecondsIsOfANewClock() throws Exception {
        comes(Pdus.entity(1, 1_000 * S), S);
        comes(Pdus.entity(1, 5 * S), 11 * S);
        comes(Pdus.entity(1, 6 * S), 12 * S);
        assertThat(stamps(0, 20 * S)).containsExactly(1 * S, 12 * S);
    }

    /** States that a network mixes up: never three in a row that rise, as newer ones come between. */
    @Test
    void statesThatComeInDisorderAreNoNewClock() throws Exception {
        for (final int i : new int[] {9, 6, 5, 7, 10, 8, 4, 3, 2, 11, 8}) {
            comes(Pdus.pdu(PduKind.ENTITY, "{'id': 1, 'force': " + counters.dropped() + "}", i * S), 20 * S);
        }
        assertThat(counters.get(Count.OUT_OF_ORDER)).isEqualTo(8);
    }

    /** As of a sender whose clock is ahead: 8 KB each, and no more than 32 MB. */
    @Test
    void whatIsKeptForLaterIsBounded() throws Exception {
        final int most = Inbox.MOST_KEPT_BYTES / (8192 + 64);
        for (int round = 1; round <= 2; round++) {
            for (int i = 0; i < most + 100; i++) {
                final ByteBuffer pdu = ByteBuffer.allocate(8192).put(2, (byte) 200).putInt(20, i * 2 + round);
                comes(pdu.putInt(4, DisStamp.of(ZERO_NS + 9 * S, true)), 0);
            }
            assertThat(counters.get(Count.FULL)).isEqualTo(100 * round);
            assertThat(stamps(0, 8 * S)).isEmpty();
            assertThat(stamps(8 * S, 9 * S)).hasSize(most);
        }
        comes(Pdus.entity(1, 0), 9 * S);
        inbox.clear();
        assertThat(counters.get(Count.STANDING)).isOne();
        assertThat(stamps(9 * S, 100 * S)).isEmpty();
    }

    @Test
    void entitiesThatAreReckonedOnAreBoundedAndMakeRoomWhenTheyAreGone() throws Exception {
        final SeenEntities seen = new SeenEntities();
        for (int i = 0; i < SeenEntities.MOST; i++) {
            assertThat(seen.add(Pdus.entity(i, 0), 0)).isTrue();
        }
        assertThat(seen.add(Pdus.entity(SeenEntities.MOST, 0), 0)).isFalse();
        assertThat(seen.add(Pdus.entity(0, 0), 0)).isTrue();
        seen.reckon(SeenEntities.GONE_AFTER_NS + 1, () -> true, (pdu, stampNs) -> {
            throw new AssertionError("an entity that is gone");
        });
        assertThat(seen.add(Pdus.entity(SeenEntities.MOST, 0), 0)).isTrue();
    }

    /** As where reckoning leads to a number that is not finite. */
    @Test
    void anEntityWhoseReckonedStateIsDroppedIsForgotten() throws Exception {
        final SeenEntities seen = new SeenEntities();
        seen.add(Pdus.entity(1, 0), 0);
        seen.reckon(1, () -> true, (pdu, stampNs) -> false);
        seen.reckon(2, () -> true, (pdu, stampNs) -> {
            throw new AssertionError("an entity that is forgotten");
        });
    }

    /** Entities and senders of any number: what is known of them is bounded, and each state comes through. */
    @Test
    void aFloodOfEntitiesAndSendersComesThrough() throws Exception {
        final ByteBuffer pdu = Pdus.entity(0, 0);
        for (int i = 0; i < 120_000; i++) {
            comes(pdu.putInt(12, i).putShort(16, (short) i), i);
        }
        assertThat(stamps(0, S)).hasSize(120_000);
        assertThat(counters.dropped()).isZero();
    }
}
