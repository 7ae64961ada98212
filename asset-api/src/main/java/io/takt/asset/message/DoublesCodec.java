package io.takt.asset.message;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Rows of numbers, without anything around them. Stateless. */
final class DoublesCodec implements Codec<double[]> {
    static final DoublesCodec INSTANCE = new DoublesCodec();

    private DoublesCodec() {
    }

    @Override
    public int encode(final double[] values, final MutableDirectBuffer into) {
        for (int i = 0; i < values.length; i++) {
            into.putDouble(i * Double.BYTES, values[i], ByteOrder.LITTLE_ENDIAN);
        }
        return values.length * Double.BYTES;
    }

    @Override
    public double[] decode(final DirectBuffer from, final int index, final int length) {
        if (length % Double.BYTES != 0) {
            throw new IllegalArgumentException("a message of " + length + " bytes is no row of numbers of 8 bytes");
        }
        final double[] values = new double[length / Double.BYTES];
        for (int i = 0; i < values.length; i++) {
            values[i] = from.getDouble(index + i * Double.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
        return values;
    }
}
