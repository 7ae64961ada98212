package io.takt.steward.graph;

import java.util.Arrays;

/**
 * The cells that actions at the front have read, as numbers, packed into bytes: the actions look at newest values, not
 * at versions. The versions are looked up by the action's instant when they are asked for: by work in the past, or for
 * a look at the history.
 *
 * <p>Blocks of bytes are shared by actions, and live as long as one of these is kept. Each read is the difference
 * to the one before, a 0 ends those of an action, and a cell may be there more than once.
 */
final class ReadLog {
    private static final int BLOCK = 1 << 14;
    /** Of a number that is written: five bytes of 7 bits, and the end. */
    private static final int MOST_BYTES = 6;
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private byte[] block = new byte[BLOCK];
    private int start;
    private int end;
    private int last;
    private Version[] found = new Version[64];

    /** The next action begins; what was logged of the last one is dropped unless that has been given it. */
    void begin() {
        end = start;
        last = 0;
    }

    void add(final int cell) {
        final long step = (long) cell - last;
        if (step == 0 && end > start) {
            return;
        }
        if (end + MOST_BYTES > block.length) {
            makeRoom();
        }
        last = cell;
        final long number = (step << 1 ^ step >> Long.SIZE - 1) + 1;
        if (number < MORE) {
            block[end++] = (byte) number;
        } else {
            write(number);
        }
    }

    private void write(final long number) {
        long left = number;
        while (left >= MORE) {
            block[end++] = (byte) (left | MORE);
            left >>>= BITS;
        }
        block[end++] = (byte) left;
    }

    /** How many bytes the running action's reads take so far. */
    int length() {
        return end - start;
    }

    /** Makes what was logged that of an action. */
    void giveTo(final Action action) {
        if (end > start) {
            block[end++] = 0;
            action.logged = block;
            action.loggedAt = start;
            start = end;
        }
    }

    /** How many bytes an action's reads take; 0 if they are not logged. */
    static int length(final Action action) {
        int length = 0;
        while (action.logged != null && action.logged[action.loggedAt + length] != 0) {
            length++;
        }
        return length;
    }

    /**
     * The versions that an action has read, each once, in the order in which they were first read. The action stays as
     * it is.
     *
     * @param serial a number that was never a mark of versions before.
     */
    Version[] find(final Action action, final Handles handles, final long serial) {
        final byte[] bytes = action.logged;
        int count = 0;
        int cell = 0;
        int place = action.loggedAt;
        while (bytes[place] != 0) {
            long step = 0;
            int shift = 0;
            byte next;
            do {
                next = bytes[place++];
                step |= (long) (next & MORE - 1) << shift;
                shift += BITS;
            } while (next < 0);
            step--;
            cell += (int) (step >>> 1 ^ -(step & 1));
            final Version version = handles.coded(cell).seek(action.at, action.seesOwnInstant());
            if (version.readBy != serial) {
                version.readBy = serial;
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                found[count++] = version;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private void makeRoom() {
        final int length = end - start;
        final byte[] next = new byte[Math.max(BLOCK, 2 * length)];
        System.arraycopy(block, start, next, 0, length);
        block = next;
        start = 0;
        end = length;
    }
}
