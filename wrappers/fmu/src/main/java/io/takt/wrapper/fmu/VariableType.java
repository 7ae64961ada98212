package io.takt.wrapper.fmu;

import java.math.BigInteger;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A type of variables: how it lies in the memory that an FMU reads and writes. */
enum VariableType {
    FLOAT32("Float32", 4, Family.REAL),
    FLOAT64("Float64", 8, Family.REAL),
    INT8("Int8", 1, Family.WHOLE),
    UINT8("UInt8", 1, Family.WHOLE),
    INT16("Int16", 2, Family.WHOLE),
    UINT16("UInt16", 2, Family.WHOLE),
    INT32("Int32", 4, Family.WHOLE),
    UINT32("UInt32", 4, Family.WHOLE),
    INT64("Int64", 8, Family.WHOLE),
    UINT64("UInt64", 8, Family.WHOLE),
    /** FMI 3's, a bool of C. */
    BOOLEAN("Boolean", 1, Family.TRUTH),
    /** FMI 2's, an int of C. */
    BOOLEAN_INT("Boolean", 4, Family.TRUTH),
    /** A pointer to a text. */
    STRING("String", 8, Family.TEXT),
    /** A pointer to bytes; their number stands elsewhere. */
    BINARY("Binary", 8, Family.BYTES),
    /** Has no value that could be sent. */
    CLOCK("Clock", 1, Family.NONE);

    /** The values that it has. */
    enum Family { REAL, WHOLE, TRUTH, TEXT, BYTES, NONE }

    private final String word;
    private final int bytes;
    private final Family family;

    VariableType(final String word, final int bytes, final Family family) {
        this.word = word;
        this.bytes = bytes;
        this.family = family;
    }

    /** As FMI 3 names it. */
    String word() {
        return word;
    }

    /** Of one value. */
    int bytes() {
        return bytes;
    }

    Family family() {
        return family;
    }

    /** A real number; {@code place} counts values, not bytes. */
    double real(final DirectBuffer from, final int place) {
        return this == FLOAT64 ? from.getDouble(8 * place) : from.getFloat(4 * place);
    }

    /** Nearest where the type has fewer digits. */
    void putReal(final MutableDirectBuffer into, final int place, final double value) {
        if (this == FLOAT64) {
            into.putDouble(8 * place, value);
        } else {
            into.putFloat(4 * place, (float) value);
        }
    }

    /** A whole number, or 0 or 1 for a truth. Those of UInt64 from 2^63 on are negative. */
    long whole(final DirectBuffer from, final int place) {
        return switch (this) {
            case INT8 -> from.getByte(place);
            case UINT8 -> from.getByte(place) & 0xFFL;
            case INT16 -> from.getShort(2 * place);
            case UINT16 -> from.getShort(2 * place) & 0xFFFFL;
            case INT32 -> from.getInt(4 * place);
            case UINT32 -> from.getInt(4 * place) & 0xFFFFFFFFL;
            case INT64, UINT64 -> from.getLong(8 * place);
            case BOOLEAN -> from.getByte(place) == 0 ? 0 : 1;
            case BOOLEAN_INT -> from.getInt(4 * place) == 0 ? 0 : 1;
            default -> throw new IllegalStateException(name());
        };
    }

    /** Writes a number that {@link #holds}. */
    void putWhole(final MutableDirectBuffer into, final int place, final long value) {
        switch (bytes) {
            case 1 -> into.putByte(place, (byte) value);
            case 2 -> into.putShort(2 * place, (short) value);
            case 4 -> into.putInt(4 * place, (int) value);
            default -> into.putLong(8 * place, value);
        }
    }

    /** Whether a whole number, as of {@link #whole}, is one of this type. */
    boolean holds(final long value) {
        return switch (this) {
            case INT8 -> value == (byte) value;
            case UINT8 -> value == (value & 0xFF);
            case INT16 -> value == (short) value;
            case UINT16 -> value == (value & 0xFFFF);
            case INT32 -> value == (int) value;
            case UINT32 -> value == (value & 0xFFFFFFFFL);
            case BOOLEAN, BOOLEAN_INT -> value == 0 || value == 1;
            default -> true;
        };
    }

    /** Reads a whole number as it is written in decimal digits. */
    long parseWhole(final String text) {
        final BigInteger number;
        try {
            number = new BigInteger(text);
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no whole number", e);
        }
        final boolean fits = this == UINT64 ? number.signum() >= 0 && number.bitLength() <= 64
            : number.bitLength() <= 63 && holds(number.longValue());
        if (!fits) {
            throw new IllegalArgumentException(text + " is no " + word);
        }
        return number.longValue();
    }
}
