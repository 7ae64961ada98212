package io.takt.federation.mirror;

import io.takt.federation.link.MuxFrame;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Frames of one kind, each a row of entries; one buffer for all of them. Guarded by its {@link RemoteMirrors}. */
final class EntryFrame {
    /** Larger ones would be cut by TLS in any case. */
    private static final int BYTES = 64 * 1024;

    private final MuxFrame kind;
    private final ByteBuffer frame = ByteBuffer.allocate(BYTES);

    EntryFrame(final MuxFrame kind) {
        this.kind = kind;
        kind.begin(frame);
    }

    /** Makes room for an entry of so many bytes; sends the entries that stand in the way. */
    ByteBuffer entry(final int length, final Consumer<ByteBuffer> out) {
        if (frame.remaining() < length) {
            send(out);
        }
        return frame;
    }

    /** Sends the entries that there are. */
    void send(final Consumer<ByteBuffer> out) {
        if (frame.position() > MuxFrame.HEADER_LENGTH) {
            MuxFrame.end(frame);
            out.accept(frame);
            kind.begin(frame);
        }
    }

    /** The entries that there are were for a connection that is gone. */
    void discard() {
        kind.begin(frame);
    }
}
