package io.takt.mcap.file;

/**
 * Unpacks a frame of LZ4 (https://github.com/lz4/lz4/tree/dev/doc), whose blocks may go on from each other. Its
 * checksums are passed over: a chunk of MCAP has one of its own. Each method throws an IllegalArgumentException, in one
 * line, for what is no such frame. Owned by one thread.
 */
final class Lz4Frame {
    private static final long MAGIC = 0x184D2204;
    private static final int VERSION = 1;
    private static final int HAS_BLOCK_SUMS = 1 << 4;
    private static final int HAS_SIZE = 1 << 3;
    private static final int HAS_DICTIONARY = 1;
    private static final long IS_PLAIN = 1L << 31;
    /** A length of this in four bits goes on in the next bytes. */
    private static final int GOES_ON = 15;
    private static final int LEAST_MATCH = 4;

    private final byte[] from;
    private final byte[] into;
    private int at;
    private int end;
    private int filled;

    private Lz4Frame(final byte[] from, final int size) {
        this.from = from;
        this.into = new byte[size];
    }

    /** The content, which is that long. */
    static byte[] unpack(final byte[] bytes, final Cursor packed, final int size) {
        final Lz4Frame frame = new Lz4Frame(bytes, size);
        frame.unpack(packed);
        if (frame.filled < size) {
            throw wrong();
        }
        return frame.into;
    }

    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException("a chunk is not compressed by lz4, as it says");
    }

    private void unpack(final Cursor packed) {
        final long magic = packed.u32();
        final int flags = packed.u8();
        if (magic != MAGIC || flags >> 6 != VERSION || (flags & HAS_DICTIONARY) != 0) {
            throw wrong();
        }
        packed.part(Byte.BYTES + ((flags & HAS_SIZE) == 0 ? 0 : Long.BYTES) + Byte.BYTES);
        for (long head = packed.u32(); head != 0; head = packed.u32()) {
            final Cursor block = packed.part(head & ~IS_PLAIN);
            at = block.at();
            end = at + block.left();
            if ((head & IS_PLAIN) != 0) {
                copy(block.left());
            } else {
                unpackBlock();
            }
            if ((flags & HAS_BLOCK_SUMS) != 0) {
                packed.u32();
            }
        }
    }

    /** Pairs of literals and a repetition of what was there before; the last pair has no repetition. */
    private void unpackBlock() {
        while (true) {
            final int token = next();
            copy(length(token >> 4));
            if (at == end) {
                return;
            }
            final int back = next() | next() << 8;
            repeat(back, length(token & GOES_ON) + LEAST_MATCH);
        }
    }

    private int next() {
        if (at >= end) {
            throw wrong();
        }
        return from[at++] & 0xff;
    }

    private int length(final int first) {
        int length = first;
        if (first == GOES_ON) {
            int more;
            do {
                more = next();
                length += more;
            } while (more == 0xff && length <= into.length);
        }
        return length;
    }

    private void copy(final int count) {
        if (count > end - at || count > into.length - filled) {
            throw wrong();
        }
        System.arraycopy(from, at, into, filled, count);
        at += count;
        filled += count;
    }

    private void repeat(final int back, final int count) {
        if (back == 0 || back > filled || count > into.length - filled) {
            throw wrong();
        }
        // One by one: what is repeated may begin in what is just written.
        for (final int to = filled + count; filled < to; filled++) {
            into[filled] = into[filled - back];
        }
    }
}
