package io.takt.wrapper.program;

import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads lines of bytes up to a length; the bytes of a line stay where they are until the next one is read. */
final class LineReader {
    private static final int FIRST_BYTES = 8 * 1024;
    private static final int LONGEST_SHOWN = 100;

    private final InputStream in;
    private final int longest;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int begin;
    private int end;
    private int next;
    private int filled;
    private long number;

    LineReader(final InputStream in, final int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Reads on to the end of a line; false at the end of all, before the first byte of a line. */
    boolean next() throws IOException {
        begin = next;
        int searched = 0;
        while (!endsFrom(begin + searched)) {
            searched = filled - begin;
            requireShort(searched);
            makeRoom();
            final int read = in.read(bytes, filled, bytes.length - filled);
            if (read < 0) {
                end = filled;
                if (searched > 0) {
                    throw new WrapperException("the program's output ended in the middle of line " + (number + 1)
                        + ", which is " + shown());
                }
                return false;
            }
            filled += read;
        }
        requireShort(length());
        number++;
        return true;
    }

    private void requireShort(final int bytesOfLine) throws WrapperException {
        if (bytesOfLine > longest) {
            throw new WrapperException("line " + (number + 1) + " of the program's output is longer than " + longest
                + " bytes; an answer is one line");
        }
    }

    private boolean endsFrom(final int index) {
        for (int i = index; i < filled; i++) {
            if (bytes[i] == '\n') {
                end = i > begin && bytes[i - 1] == '\r' ? i - 1 : i;
                next = i + 1;
                return true;
            }
        }
        return false;
    }

    private void makeRoom() {
        if (filled < bytes.length) {
            return;
        }
        final byte[] from = bytes;
        if (begin < bytes.length / 2) {
            bytes = new byte[2 * bytes.length];
        }
        System.arraycopy(from, begin, bytes, 0, filled - begin);
        filled -= begin;
        begin = 0;
    }

    /** What has come beyond the last line and need not be a whole one, for a message; null when nothing has. */
    String more() throws IOException {
        if (next == filled && in.available() > 0) {
            begin = next;
            makeRoom();
            filled += Math.max(0, in.read(bytes, filled, bytes.length - filled));
            next = begin;
        }
        return next == filled ? null : shown(next, filled);
    }

    /** Counted from 1 on. */
    long number() {
        return number;
    }

    byte[] bytes() {
        return bytes;
    }

    int begin() {
        return begin;
    }

    int length() {
        return end - begin;
    }

    /** The beginning of the line, for a message. */
    String shown() {
        return shown(begin, end);
    }

    private String shown(final int from, final int to) {
        final int shown = Math.min(to - from, LONGEST_SHOWN);
        return "'" + new String(bytes, from, shown, StandardCharsets.UTF_8) + (shown < to - from ? " ..." : "") + "'";
    }
}
