package io.takt.dis.pdu;

import static io.takt.dis.pdu.FieldType.COUNT;
import static io.takt.dis.pdu.FieldType.ENTITY_TYPE;
import static io.takt.dis.pdu.FieldType.F32;
import static io.takt.dis.pdu.FieldType.F64;
import static io.takt.dis.pdu.FieldType.HEX;
import static io.takt.dis.pdu.FieldType.TEXT;
import static io.takt.dis.pdu.FieldType.U16;
import static io.takt.dis.pdu.FieldType.U32;
import static io.takt.dis.pdu.FieldType.U8;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The kinds of PDU that the gateway knows from within, with all fields behind the header. Versions 6 and 7 have the
 * same bytes. Two kinds end with records of 16 bytes each, articulations and attachments mostly, which stay bytes.
 */
public enum PduKind {
    /** Entity State. */
    ENTITY(1, 1, Field.of("id", U16, 3), Field.of("force", U8), Field.of(null, COUNT), Field.of("type", ENTITY_TYPE),
        Field.of("otherType", ENTITY_TYPE), Field.of("velocity", F32, 3), Field.of("location", F64, 3),
        Field.of("orientation", F32, 3), Field.of("appearance", U32), Field.of("algorithm", U8),
        Field.of("otherParameters", HEX, 15), Field.of("acceleration", F32, 3), Field.of("angularVelocity", F32, 3),
        Field.of("characterSet", U8), Field.of("marking", TEXT, 11), Field.of("capabilities", U32)),

    /** Fire. */
    FIRE(2, 2, Field.of("id", U16, 3), Field.of("target", U16, 3), Field.of("munition", U16, 3),
        Field.of("event", U16, 3), Field.of("mission", U32), Field.of("location", F64, 3),
        Field.of("munitionType", ENTITY_TYPE), Field.of("warhead", U16), Field.of("fuse", U16),
        Field.of("quantity", U16), Field.of("rate", U16), Field.of("velocity", F32, 3), Field.of("range", F32)),

    /** Detonation. */
    DETONATION(3, 2, Field.of("id", U16, 3), Field.of("target", U16, 3), Field.of("munition", U16, 3),
        Field.of("event", U16, 3), Field.of("velocity", F32, 3), Field.of("location", F64, 3),
        Field.of("munitionType", ENTITY_TYPE), Field.of("warhead", U16), Field.of("fuse", U16),
        Field.of("quantity", U16), Field.of("rate", U16), Field.of("locationInTarget", F32, 3), Field.of("result", U8),
        Field.of(null, COUNT), Field.padding(2)),

    /** Start/Resume. */
    START(13, 5, Field.of("id", U16, 3), Field.of("receiver", U16, 3), Field.of("realTime", U32, 2),
        Field.of("simulationTime", U32, 2), Field.of("request", U32)),

    /** Stop/Freeze. */
    STOP(14, 5, Field.of("id", U16, 3), Field.of("receiver", U16, 3), Field.of("realTime", U32, 2),
        Field.of("reason", U8), Field.of("frozenBehavior", U8), Field.padding(2), Field.of("request", U32)),

    /** Acknowledge. */
    ACKNOWLEDGE(15, 5, Field.of("id", U16, 3), Field.of("receiver", U16, 3), Field.of("acknowledged", U16),
        Field.of("response", U16), Field.of("request", U32));

    /** Bytes in one of the records at the end. */
    static final int RECORD_BYTES = 16;

    private static final PduKind[] BY_NUMBER = new PduKind[256];

    static {
        for (final PduKind each : values()) {
            BY_NUMBER[each.number] = each;
        }
    }

    private final int number;
    private final int family;
    private final List<Field> fields;
    private final int bytes;
    private final int countIndex;
    private final int[] singles;
    private final int[] doubles;

    PduKind(final int number, final int family, final Field... fields) {
        this.number = number;
        this.family = family;
        this.fields = List.of(fields);
        int index = Header.LENGTH;
        int count = -1;
        for (final Field each : fields) {
            if (each.type() == COUNT) {
                count = index;
            }
            index += each.bytes();
        }
        this.bytes = index;
        this.countIndex = count;
        this.singles = indices(F32);
        this.doubles = indices(F64);
    }

    /** Where values of a type stand. */
    private int[] indices(final FieldType type) {
        final IntStream.Builder found = IntStream.builder();
        int index = Header.LENGTH;
        for (final Field each : fields) {
            for (int i = 0; each.type() == type && i < each.count(); i++) {
                found.add(index + i * type.bytes());
            }
            index += each.bytes();
        }
        return found.build().toArray();
    }

    /**
     * The kind with a number.
     *
     * @param number 0 to 255.
     * @return null for all others.
     */
    public static PduKind of(final int number) {
        return BY_NUMBER[number];
    }

    /**
     * The number in the header.
     *
     * @return 0 to 255.
     */
    public int number() {
        return number;
    }

    int family() {
        return family;
    }

    List<Field> fields() {
        return fields;
    }

    /** Without records at the end. */
    int bytes() {
        return bytes;
    }

    /** Where the number of records stands; -1 where there are none. */
    int countIndex() {
        return countIndex;
    }

    /**
     * The channel that carries PDUs of this kind.
     *
     * @return its name.
     */
    public String channel() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a PDU is as long as its fields and records are. */
    boolean fits(final ByteBuffer from, final int index, final int length) {
        return length >= bytes && (countIndex < 0
            || length >= bytes + (from.get(index + countIndex) & 0xff) * RECORD_BYTES);
    }

    /**
     * Whether all numbers of a PDU are finite.
     *
     * @param from  holds it; it is as long as its kind and its records are.
     * @param index of its first byte.
     * @return false where a message of it could not be read.
     */
    public boolean isFinite(final ByteBuffer from, final int index) {
        for (final int each : singles) {
            if (!Float.isFinite(from.getFloat(index + each))) {
                return false;
            }
        }
        for (final int each : doubles) {
            if (!Double.isFinite(from.getDouble(index + each))) {
                return false;
            }
        }
        return true;
    }
}
