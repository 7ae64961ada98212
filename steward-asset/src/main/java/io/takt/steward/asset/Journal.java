package io.takt.steward.asset;

import io.takt.steward.Id;
import io.takt.steward.SaveException;
import io.takt.steward.StateOutput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A file of blocks that only grows: a head, then a block for each step.
 *
 * <pre>
 *   block   length   4 bytes, little-endian, of the content
 *           content
 *           digest  16 bytes, of the digest of the block before and of the content
 * </pre>
 *
 * <p>A block is in the hands of the operating system when {@link #append} returns, so it outlives this process. It is
 * not forced to the disk: a machine that goes down takes the hub, and with it the run, along.
 *
 * <p>For one thread. Interrupts do not matter to it.
 */
final class Journal implements AutoCloseable {
    private static final int DIGEST = 16;

    private final Path file;
    private final RandomAccessFile access;
    private Id last = Id.hash();

    private Journal(final Path file, final RandomAccessFile access) {
        this.file = file;
        this.access = access;
    }

    /** A new file, or an empty one in the place of an old one. */
    static Journal create(final Path file) throws IOException {
        final Journal journal = open(file);
        journal.access.setLength(0);
        return journal;
    }

    /** A file, to be read from its beginning. */
    static Journal open(final Path file) throws IOException {
        return new Journal(file, new RandomAccessFile(file.toFile(), "rw"));
    }

    Path file() {
        return file;
    }

    void append(final byte[] content) throws IOException {
        last = following(last, content);
        final ByteBuffer block = ByteBuffer.allocate(Integer.BYTES + content.length + DIGEST)
            .order(ByteOrder.LITTLE_ENDIAN);
        block.putInt(content.length).put(content).putLong(last.high()).putLong(last.low());
        access.write(block.array());
    }

    /** Returns the next block's content; null at the end of the file. */
    byte[] next() throws IOException {
        final long at = access.getFilePointer();
        final long left = access.length() - at;
        if (left == 0) {
            return null;
        }
        final int length = left < Integer.BYTES + DIGEST ? -1 : Integer.reverseBytes(access.readInt());
        if (length < 0 || length > left - Integer.BYTES - DIGEST) {
            throw altered(at);
        }
        final byte[] content = new byte[length];
        access.readFully(content);
        final long high = Long.reverseBytes(access.readLong());
        final Id digest = Id.of(high, Long.reverseBytes(access.readLong()));
        if (!digest.equals(following(last, content))) {
            throw altered(at);
        }
        last = digest;
        return content;
    }

    private static Id following(final Id last, final byte[] content) {
        final StateOutput out = new StateOutput();
        out.writeId(last);
        out.writeBytes(content);
        return out.digest();
    }

    private SaveException altered(final long at) {
        return new SaveException(file + " is altered, or cut short, from byte " + at + " on");
    }

    /** Drops all that was not read; blocks are appended from here on. */
    void truncate() throws IOException {
        access.setLength(access.getFilePointer());
    }

    @Override
    public void close() throws IOException {
        access.close();
    }
}
