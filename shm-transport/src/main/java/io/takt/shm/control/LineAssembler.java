package io.takt.shm.control;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** Cuts a stream of bytes into lines. Owned by one thread. */
public final class LineAssembler {
    private final int maxBytes;
    private byte[] partial = new byte[1024];
    private int length;

    /**
     * An empty assembler.
     *
     * @param maxBytes longest line to take.
     */
    public LineAssembler(final int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Takes what has been read.
     *
     * @param bytes all that remains in it.
     * @param lines is given each complete line, without its line feed.
     * @return false when a line is longer than allowed; the stream is then of no more use.
     */
    public boolean accept(final ByteBuffer bytes, final Consumer<String> lines) {
        while (bytes.hasRemaining()) {
            final byte b = bytes.get();
            if (b == '\n') {
                lines.accept(new String(partial, 0, length, StandardCharsets.UTF_8));
                length = 0;
            } else if (length == maxBytes) {
                return false;
            } else {
                if (length == partial.length) {
                    partial = Arrays.copyOf(partial, Math.min(maxBytes, length * 2));
                }
                partial[length++] = b;
            }
        }
        return true;
    }
}
