package io.takt.federation.mirror;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One end of the mirrors across a link, as the link's thread sees it; all calls are that thread's. */
public interface MirrorEnd extends AutoCloseable {
    /**
     * There is a connection.
     *
     * @param out    takes frames.
     * @param isBusy whether the connection takes no more records for now.
     */
    void connect(Consumer<ByteBuffer> out, BooleanSupplier isBusy);

    /** The connection is gone. Mirrors stay as they are, and wait for the next. */
    void disconnect();

    /**
     * A frame of kind RECORDS has come.
     *
     * @param payload of it.
     * @throws IOException when no end of a link says that; in one line.
     */
    void onRecords(ByteBuffer payload) throws IOException;

    /**
     * A frame of kind RECORDS_ACK has come.
     *
     * @param payload of it.
     * @throws IOException when no end of a link says that; in one line.
     */
    void onAck(ByteBuffer payload) throws IOException;

    /** Sends what there is, as far as the other end and the connection take it. */
    void flush();

    /**
     * Called before a line about senders: sends the records that were there at the call, as far as there is room. A
     * change that makes readers wait needs none, see {@link io.takt.shm.message.MirrorSource}.
     */
    void sync();

    /**
     * Whether all that there is has come to the mirrors at the other end.
     *
     * @return false without a connection.
     */
    boolean isDone();

    /** Nothing is read or written any more. The ordered lines stay held, if they were. */
    @Override
    void close();
}
