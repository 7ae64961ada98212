package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** By which time the pieces of a log are used, to the nanosecond and to the byte. */
class PiecesTest {
    private final MessageLog log = new EndpointLab().log("drone");
    private final Pieces pieces = new Pieces(log, 0);
    private final int piece = log.used() / 8;

    @Test
    void aPieceIsUsedAtTheTimeOfItsLatestDeliveryAndNotBefore() {
        pieces.noteDelivery(21);
        pieces.noteDelivery(20);
        pieces.read(piece);
        assertThat(pieces.dropDelivered(20)).isEqualTo(Pieces.NOTHING);
        assertThat(pieces.dropDelivered(21)).isEqualTo(piece);
    }

    @Test
    void aPieceIsNoSmallerThanItsShareOfTheRing() {
        pieces.noteDelivery(10);
        pieces.read(piece - LogLayout.ALIGNMENT);
        assertThat(pieces.isAnyAfter(0)).isFalse();
        pieces.read(piece);
        assertThat(pieces.isAnyAfter(0)).isTrue();
        assertThat(pieces.firstEnd()).isEqualTo(piece);
        assertThat(pieces.isAnyAfter(piece)).isFalse();
    }

    @Test
    void piecesAreDroppedInTheirOrder() {
        pieces.noteDelivery(10);
        pieces.read(piece);
        pieces.noteDelivery(30);
        pieces.read(2L * piece);
        assertThat(pieces.deliveryNs()).isEqualTo(10);
        assertThat(pieces.dropDelivered(29)).isEqualTo(piece);
        assertThat(pieces.deliveryNs()).isEqualTo(30);
        assertThat(pieces.dropDelivered(30)).isEqualTo(2L * piece);
    }
}
