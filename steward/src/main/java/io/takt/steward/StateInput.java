package io.takt.steward;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads what a {@link StateOutput} wrote. For one thread. Reading beyond the end is a {@link SaveException}. */
public final class StateInput {
    private final ByteBuffer bytes;
    private final Physics physics;
    private final Cells cells;

    /** The writer's names for types of events and predictors, by their ids; empty if it has none. */
    private final Map<Long, String> eventNames = new HashMap<>();
    private final Map<Long, String> predictorNames = new HashMap<>();

    /**
     * Reads from bytes.
     *
     * @param bytes   what was written; not copied.
     * @param physics knows the types.
     * @param cells   whose handles are read.
     */
    public StateInput(final byte[] bytes, final Physics physics, final Cells cells) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.physics = physics;
        this.cells = cells;
    }

    /**
     * Reads 8 bytes.
     *
     * @return as written.
     */
    public long readLong() {
        try {
            return bytes.getLong();
        } catch (final BufferUnderflowException e) {
            throw ended(e);
        }
    }

    /**
     * Reads 4 bytes.
     *
     * @return as written.
     */
    public int readInt() {
        try {
            return bytes.getInt();
        } catch (final BufferUnderflowException e) {
            throw ended(e);
        }
    }

    /**
     * Reads a byte.
     *
     * @return -128 to 127.
     */
    public byte readByte() {
        try {
            return bytes.get();
        } catch (final BufferUnderflowException e) {
            throw ended(e);
        }
    }

    /**
     * Reads a byte that is 0 or 1.
     *
     * @return as written.
     */
    public boolean readBoolean() {
        return readByte() != 0;
    }

    /**
     * Reads 8 bytes.
     *
     * @return as written.
     */
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /**
     * Reads a length and as many bytes.
     *
     * @return as written.
     */
    public byte[] readBytes() {
        final int length = readInt();
        if (length < 0 || length > bytes.remaining()) {
            throw ended(null);
        }
        final byte[] value = new byte[length];
        bytes.get(value);
        return value;
    }

    /**
     * Reads a text.
     *
     * @return as written.
     */
    public String readString() {
        return new String(readBytes(), StandardCharsets.UTF_8);
    }

    /**
     * Reads 16 bytes.
     *
     * @return as written.
     */
    public Id readId() {
        final long high = readLong();
        return Id.of(high, readLong());
    }

    /**
     * Reads an instant.
     *
     * @return as written.
     */
    public ExtendedTime readTime() {
        final long base = readLong();
        final int iteration = readInt();
        return ExtendedTime.of(base, iteration, readId());
    }

    /**
     * Reads which cell it is.
     *
     * @return the handle.
     */
    public Cell<?> readCell() {
        final CellType<?> type = physics.cellType(readLong());
        return cells.cell(type, readId());
    }

    /**
     * Reads which cell it is.
     *
     * @param <V>  of its values.
     * @param type that it must have.
     * @return the handle.
     */
    public <V> Cell<V> readCell(final CellType<V> type) {
        final CellType<?> found = physics.cellType(readLong());
        if (found != type) {
            throw new SaveException("a cell of type " + found + " stands where one of type " + type + " is expected");
        }
        return cells.cell(type, readId());
    }

    /**
     * Reads an event.
     *
     * @return as written.
     */
    public Event readEvent() {
        final long id = readLong();
        if (!physics.hasEventType(id)) {
            refuseKnown(eventNames.get(id), "type of events");
        }
        return physics.eventType(id).read(this);
    }

    Predictor<?> readPredictor() {
        final long id = readLong();
        if (!physics.hasPredictor(id)) {
            refuseKnown(predictorNames.get(id), "predictor");
        }
        return physics.predictor(id);
    }

    void eventName(final String name, final long id) {
        eventNames.put(id, name);
    }

    void predictorName(final String name, final long id) {
        predictorNames.put(id, name);
    }

    private static void refuseKnown(final String name, final String what) {
        if (name != null) {
            throw new SaveException("saved with a " + what + " that this physics does not have: " + name);
        }
    }

    /**
     * How much is left.
     *
     * @return bytes.
     */
    public int remaining() {
        return bytes.remaining();
    }

    private static SaveException ended(final Throwable cause) {
        return new SaveException("it ends in the middle of a value", cause);
    }
}
