package io.takt.dis.pdu;

import java.nio.ByteBuffer;

/** Splits a datagram into its PDUs, of which it may hold several, and judges each. Pure, and safe for any bytes. */
public final class Datagram {
    private static final int OLDEST = 6;
    private static final int NEWEST = 7;
    /** With the sender and the entity, by which all PDUs begin. */
    private static final int LEAST_BYTES = Header.LENGTH + 6;

    private Datagram() {
    }

    /** Takes the PDUs, and the reasons for which others are left out. */
    public interface Handler {
        /**
         * A PDU of the exercise, as long as its header says, and long enough for its kind, with finite numbers.
         *
         * @param from   holds it, during this call.
         * @param index  of its first byte.
         * @param length in bytes, from 18 to {@link Header#MOST_BYTES}.
         */
        void onPdu(ByteBuffer from, int index, int length);

        /**
         * A PDU that was left out, or the rest of a datagram.
         *
         * @param why of it.
         */
        void onRefused(Judgement why);
    }

    /**
     * Looks through a datagram.
     *
     * @param from     holds it, from its position to its limit; neither is moved. Big-endian.
     * @param exercise whose PDUs are wanted, 0 to 255.
     * @param handler  is called for each PDU.
     */
    public static void split(final ByteBuffer from, final int exercise, final Handler handler) {
        int index = from.position();
        do {
            final int left = from.limit() - index;
            if (left < Header.LENGTH) {
                handler.onRefused(Judgement.CUT);
                return;
            }
            final int length = Header.length(from, index);
            final int version = Header.version(from, index);
            if (version < OLDEST || version > NEWEST) {
                // Of other versions it is not known where the length stands.
                handler.onRefused(Judgement.VERSION);
                return;
            }
            if (length < LEAST_BYTES || length > left) {
                handler.onRefused(Judgement.CUT);
                return;
            }
            final PduKind kind = PduKind.of(Header.kind(from, index));
            if (length > Header.MOST_BYTES) {
                handler.onRefused(Judgement.TOO_LONG);
            } else if (Header.exercise(from, index) != exercise) {
                handler.onRefused(Judgement.OTHER_EXERCISE);
            } else if (kind != null && !(kind.fits(from, index, length) && kind.isFinite(from, index))) {
                handler.onRefused(Judgement.MALFORMED);
            } else {
                handler.onPdu(from, index, length);
            }
            index += length;
        } while (index < from.limit());
    }
}
