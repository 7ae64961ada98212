package io.takt.dis.pdu;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.dis.Pdus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which PDUs of a datagram go further, and why others do not; whatever bytes it has, nothing is thrown. */
class DatagramTest {
    private static final int INPUTS = Boolean.getBoolean("takt.slow") ? 10_000_000 : 200_000;

    private static List<String> judged(final ByteBuffer... parts) {
        final ByteBuffer datagram = ByteBuffer.allocate(70_000);
        for (final ByteBuffer each : parts) {
            datagram.put(each);
        }
        final List<String> judged = new ArrayList<>();
        Datagram.split(datagram.flip(), 1, new Datagram.Handler() {
            @Override
            public void onPdu(final ByteBuffer from, final int index, final int length) {
                judged.add(Header.kind(from, index) + " " + Header.entity(from, index) % 65536 + " " + length);
            }

            @Override
            public void onRefused(final Judgement why) {
                judged.add(why.name());
            }
        });
        return judged;
    }

    private static ByteBuffer longer(final ByteBuffer pdu, final int length) {
        return ByteBuffer.allocate(length).put(pdu.clear()).putShort(8, (short) length).clear();
    }

    @Test
    void aBundleIsSplitAndABadPduOfItLeftOut() {
        final ByteBuffer unknown = Pdus.entity(8, 0).put(2, (byte) 200);
        assertThat(judged(Pdus.entity(5, 0), unknown, Pdus.entity(6, 0).put(0, (byte) 6)))
            .containsExactly("1 5 144", "200 8 144", "1 6 144");
        assertThat(judged(Pdus.entity(5, 0), Pdus.entity(7, 0).put(1, (byte) 2), Pdus.entity(6, 0)))
            .containsExactly("1 5 144", "OTHER_EXERCISE", "1 6 144");
        assertThat(judged(longer(Pdus.entity(5, 0), 8200), longer(Pdus.entity(6, 0), 8192)))
            .containsExactly("TOO_LONG", "1 6 8192");
        assertThat(judged(Pdus.entity(5, 0).putShort(8, (short) 143).limit(143), Pdus.entity(6, 0)))
            .containsExactly("MALFORMED", "1 6 144");
        assertThat(judged(Pdus.entity(5, 0).put(19, (byte) 1))).as("a record that is not there")
            .containsExactly("MALFORMED");
    }

    /** Velocity, location and angular velocity; the last number of a detonation; and bytes that are no number. */
    @Test
    void oneWithANumberThatIsNotFiniteIsMalformed() {
        assertThat(judged(Pdus.entity(5, 0).putFloat(36, Float.NaN))).containsExactly("MALFORMED");
        assertThat(judged(Pdus.entity(5, 0).putDouble(64, Double.NEGATIVE_INFINITY))).containsExactly("MALFORMED");
        assertThat(judged(Pdus.entity(5, 0).putFloat(124, Float.POSITIVE_INFINITY))).containsExactly("MALFORMED");
        assertThat(judged(Pdus.pdu(PduKind.DETONATION, "{'id': 5}", 0).putFloat(96, Float.NaN)))
            .containsExactly("MALFORMED");
        assertThat(judged(Pdus.entity(5, 0).putFloat(89, Float.NaN))).containsExactly("1 5 144");
    }

    @Test
    void aCutOrUnknownOneEndsTheDatagram() {
        assertThat(judged()).containsExactly("CUT");
        assertThat(judged(Pdus.entity(5, 0), Pdus.entity(6, 0).limit(11))).containsExactly("1 5 144", "CUT");
        assertThat(judged(Pdus.entity(6, 0).limit(143))).containsExactly("CUT");
        assertThat(judged(Pdus.entity(6, 0).putShort(8, (short) 17))).containsExactly("CUT");
        for (final byte version : new byte[] {0, 5, 8, -1}) {
            assertThat(judged(Pdus.entity(6, 0).put(0, version), Pdus.entity(5, 0))).containsExactly("VERSION");
        }
    }

    /** PDUs that go further are read here as well. */
    @Test
    @Tag("long")
    void noBytesDoHarm() {
        final Random random = new Random(11);
        final int[] seen = new int[2];
        final byte[] bytes = new byte[600];
        for (int i = 0; i < INPUTS; i++) {
            final int length = RandomDatagram.fill(bytes, random);
            final ByteBuffer datagram = ByteBuffer.wrap(bytes, 0, length);
            final int[] covered = new int[1];
            Datagram.split(datagram, 1, new Datagram.Handler() {
                @Override
                public void onPdu(final ByteBuffer from, final int index, final int pduLength) {
                    seen[0]++;
                    assertThat(index + pduLength <= length && index >= covered[0] && pduLength >= 18).isTrue();
                    covered[0] = index + pduLength;
                    final PduKind kind = PduKind.of(Header.kind(from, index));
                    if (kind != null) {
                        PduJson.write(kind, PduJson.read(kind, from, index), 7, 0);
                    }
                }

                @Override
                public void onRefused(final Judgement why) {
                    seen[1]++;
                }
            });
            assertThat(datagram.position() == 0 && datagram.limit() == length).isTrue();
        }
        assertThat(seen[0]).isGreaterThan(INPUTS / 10);
        assertThat(seen[1]).isGreaterThan(INPUTS / 10);
    }
}
