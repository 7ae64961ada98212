package io.takt.wrapper.fmu;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory through which an FMU is told, or tells, the values of some variables of one type. Values of arrays stand one
 * behind the other. Owned by the thread that drives the asset.
 */
final class ValueMemory {
    private final VariableType type;
    private final int count;
    private final int referenceCount;
    private final UnsafeBuffer references;
    private final UnsafeBuffer values;
    private final UnsafeBuffer sizes;
    /** Texts and bytes to which values point. */
    private final Memory[] pointed;

    /**
     * For variables with these references.
     *
     * @param count of their values together.
     */
    ValueMemory(final VariableType type, final int[] references, final int count) {
        this.type = type;
        this.count = count;
        this.referenceCount = references.length;
        this.references = new UnsafeBuffer(ByteBuffer.allocateDirect(4 * references.length));
        this.values = new UnsafeBuffer(ByteBuffer.allocateDirect(Math.max(1, count * type.bytes())));
        this.sizes = new UnsafeBuffer(ByteBuffer.allocateDirect(8 * (type == VariableType.BINARY ? count : 1)));
        this.pointed = new Memory[count];
        for (int i = 0; i < references.length; i++) {
            this.references.putInt(4 * i, references[i]);
        }
    }

    VariableType type() {
        return type;
    }

    int count() {
        return count;
    }

    int referenceCount() {
        return referenceCount;
    }

    long referencesAddress() {
        return references.addressOffset();
    }

    long valuesAddress() {
        return values.addressOffset();
    }

    long sizesAddress() {
        return sizes.addressOffset();
    }

    /** The values, as of {@link VariableType#real} and {@link VariableType#whole}. */
    UnsafeBuffer values() {
        return values;
    }

    /** The text, which is the FMU's, at a place; empty where it points nowhere. */
    String text(final int place) {
        final long address = values.getLong(8 * place);
        return address == 0 ? "" : new Pointer(address).getString(0, "UTF-8");
    }

    void putText(final int place, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final Memory memory = new Memory(bytes.length + 1L);
        memory.write(0, bytes, 0, bytes.length);
        memory.setByte(bytes.length, (byte) 0);
        point(place, memory);
    }

    byte[] bytes(final int place) {
        final long address = values.getLong(8 * place);
        final int size = Math.toIntExact(sizes.getLong(8 * place));
        return address == 0 || size == 0 ? new byte[0] : new Pointer(address).getByteArray(0, size);
    }

    void putBytes(final int place, final byte[] bytes) {
        final Memory memory = new Memory(Math.max(1, bytes.length));
        memory.write(0, bytes, 0, bytes.length);
        point(place, memory);
        sizes.putLong(8 * place, bytes.length);
    }

    private void point(final int place, final Memory memory) {
        pointed[place] = memory;
        values.putLong(8 * place, Pointer.nativeValue(memory));
    }
}
