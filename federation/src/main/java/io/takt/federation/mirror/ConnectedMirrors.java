package io.takt.federation.mirror;

import io.takt.federation.link.MuxFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The mirrors at one end of a link, while there are any, and the connection that they go over, while there is one:
 * either may come first. Owned by the link's thread, but for {@link #end}.
 */
public final class ConnectedMirrors {
    private Consumer<ByteBuffer> out;
    private BooleanSupplier isBusy;
    private volatile MirrorEnd mirrors;

    /**
     * There are to be mirrors; those from before, if any, are to be closed.
     *
     * @param opens makes them.
     * @throws io.takt.asset.TaktException when that fails; then there are none.
     */
    public void open(final Supplier<MirrorEnd> opens) {
        mirrors = opens.get();
        if (out != null) {
            mirrors.connect(out, isBusy);
        }
    }

    /**
     * There is a connection.
     *
     * @param newOut    takes frames.
     * @param newIsBusy whether it takes no more records for now.
     */
    public void connect(final Consumer<ByteBuffer> newOut, final BooleanSupplier newIsBusy) {
        out = newOut;
        isBusy = newIsBusy;
        if (mirrors != null) {
            mirrors.connect(out, isBusy);
        }
    }

    /** The connection is gone. */
    public void disconnect() {
        out = null;
        if (mirrors != null) {
            mirrors.disconnect();
        }
    }

    /**
     * A frame has come.
     *
     * @param kind    RECORDS or RECORDS_ACK.
     * @param payload of it.
     * @return false when there are no mirrors, so that it is passed over.
     * @throws IOException when no end of a link says that; in one line.
     */
    public boolean onFrame(final MuxFrame kind, final ByteBuffer payload) throws IOException {
        if (mirrors == null) {
            return false;
        }
        if (kind == MuxFrame.RECORDS) {
            mirrors.onRecords(payload);
        } else {
            mirrors.onAck(payload);
        }
        return true;
    }

    /** {@return the mirrors; null when there are none; from any thread} */
    public MirrorEnd end() {
        return mirrors;
    }

    /** There are no mirrors any more. */
    public void close() {
        if (mirrors != null) {
            mirrors.close();
            mirrors = null;
        }
    }
}
