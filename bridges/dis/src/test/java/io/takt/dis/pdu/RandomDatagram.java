package io.takt.dis.pdu;

import java.nio.ByteBuffer;
import java.util.Random;

/** Datagrams for fuzzing. */
public final class RandomDatagram {
    private RandomDatagram() {
    }

    /**
     * Random bytes alone would hardly get beyond the version; most are PDUs in which some bytes are others. Returns the
     * length.
     */
    public static int fill(final byte[] bytes, final Random random) {
        random.nextBytes(bytes);
        int length = 0;
        final int pdus = random.nextInt(4);
        for (int i = 0; i < pdus; i++) {
            final PduKind[] kinds = PduKind.values();
            final PduKind kind = kinds[random.nextInt(kinds.length)];
            final int pduLength = kind.bytes() + random.nextInt(20);
            final ByteBuffer pdu = ByteBuffer.wrap(bytes, length, 200).slice();
            Header.write(pdu, 6 + random.nextInt(2), 1, kind, pduLength);
            if (kind.countIndex() >= 0) {
                pdu.put(kind.countIndex(), (byte) random.nextInt(2));
            } else if (random.nextBoolean()) {
                // To all, where it is a start or a stop.
                pdu.putInt(Header.LENGTH + 6, -1);
            }
            length += pduLength;
        }
        length = Math.max(0, length + random.nextInt(40) - 20);
        for (int i = random.nextInt(4); i > 0 && length > 0; i--) {
            bytes[random.nextInt(length)] = (byte) random.nextInt();
        }
        return length;
    }
}
