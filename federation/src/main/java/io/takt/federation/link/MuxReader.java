package io.takt.federation.link;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Puts frames together from the bytes that a connection carries, however they are cut. Keeps no more than one frame,
 * and grows only by what has come. Owned by one thread.
 */
public final class MuxReader {
    private static final int FIRST_BYTES = 4 * 1024;

    /** Takes frames. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A frame has come.
         *
         * @param kind    of it.
         * @param payload to read before the call returns.
         * @throws IOException when it is none of those that may come now; in one line.
         */
        void onFrame(MuxFrame kind, ByteBuffer payload) throws IOException;
    }

    private final int mostBytes;
    private ByteBuffer pending = ByteBuffer.allocate(FIRST_BYTES);

    /**
     * A reader that has read nothing.
     *
     * @param mostBytes of a payload.
     */
    public MuxReader(final int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * Takes bytes.
     *
     * @param bytes    all that is left of them is taken.
     * @param listener of the frames that are complete by that.
     * @throws IOException when they are no frames, or the listener says so; in one line. The connection is then over.
     */
    public void accept(final ByteBuffer bytes, final Listener listener) throws IOException {
        while (bytes.hasRemaining()) {
            final int wanted = wanted();
            if (pending.position() + bytes.remaining() < wanted) {
                take(bytes, bytes.remaining());
                return;
            }
            take(bytes, wanted - pending.position());
            if (wanted() == pending.position()) {
                pending.flip();
                final MuxFrame kind = MuxFrame.of(pending.get());
                pending.getInt();
                try {
                    listener.onFrame(kind, pending);
                } finally {
                    pending = pending.capacity() > FIRST_BYTES ? ByteBuffer.allocate(FIRST_BYTES) : pending.clear();
                }
            }
        }
    }

    /** How many bytes there is room for. */
    int room() {
        return pending.capacity();
    }

    /** Up to which position the frame goes, as far as is known: first its header, then all of it. */
    private int wanted() throws IOException {
        if (pending.position() < MuxFrame.HEADER_LENGTH) {
            return MuxFrame.HEADER_LENGTH;
        }
        final int length = pending.getInt(1);
        if (MuxFrame.of(pending.get(0)) == null || length < 0 || length > mostBytes) {
            throw new IOException("what came is no frame of a link: kind " + pending.get(0) + " with a length of "
                + Integer.toUnsignedString(length));
        }
        return MuxFrame.HEADER_LENGTH + length;
    }

    private void take(final ByteBuffer bytes, final int length) {
        if (pending.remaining() < length) {
            final int atMost = MuxFrame.HEADER_LENGTH + mostBytes;
            final int needed = pending.position() + length;
            pending = ByteBuffer.allocate(Math.max(needed, Math.min(atMost, 2 * pending.capacity())))
                .put(pending.flip());
        }
        final int end = bytes.limit();
        pending.put(bytes.limit(bytes.position() + length));
        bytes.limit(end);
    }
}
