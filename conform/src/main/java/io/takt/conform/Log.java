package io.takt.conform;

import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** A message log as its page lays it out: the file, and the fields that the hub writes. */
final class Log {
    static final int MESSAGE = 2;
    static final int PADDING = 1;
    static final int VOID = 3;
    static final int DELIVERED = 4;

    static final int HEADER = 32;
    static final int ALIGNMENT = 32;

    static final int TRACING = 24;
    static final int GONE = 32;
    static final int VOID_UNTIL = 40;
    static final int VOID_AFTER = 48;
    static final int TAIL = 192;
    static final int FRONTIER = 200;
    static final int RESETS = 208;
    static final int RESET_POSITION = 216;
    static final int RESERVED = 224;
    static final int EARLIER = 232;
    static final int WAITS = 256;
    static final int WAITER = 264;
    static final int CHECKED = 288;
    static final int SLEEPERS = 320;
    static final int STEPS = 384;
    static final int COUNTS = 416;
    static final int DIGESTS = 448;

    static final int HEAD = 0;
    static final int COPIED = 8;
    static final int AWAITED = 64;
    static final int BELL = 72;
    static final int HANDED = 80;
    static final int MISSED = 112;
    static final int NEWS = 120;

    /** What a reader awaits that does not sleep. */
    static final long AWAKE = -1;

    private static final int MAGIC = 0;
    private static final int CAPACITY = 8;
    private static final int CHANNELS = 16;
    private static final int SLOTS = 20;
    private static final int NAME = 64;
    private static final int RESETS_OF_ALL = 240;
    private static final int USED = 272;
    private static final int CHANNEL_TABLE = 512;
    private static final int CHANNEL_LENGTH = 192;
    private static final int SLOT_TABLE = 12800;
    private static final int SLOT_LENGTH = 256;
    private static final int RING = 81920;
    private static final long MAGIC_NUMBER = 0x32474f4c544b4154L;

    private final Path file;
    private final int capacity;
    private final UnsafeBuffer buffer;

    private Log(final Path file, final int capacity, final MappedByteBuffer mapped) {
        this.file = file;
        this.capacity = capacity;
        this.buffer = new UnsafeBuffer(mapped);
    }

    /** Makes the log of a sender that is not there. */
    static Log make(final Path folder, final String sender, final int capacity) throws IOException {
        Files.createDirectories(folder);
        final Path file = folder.resolve(sender + ".log");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            final Log log = new Log(file, capacity,
                channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) RING + capacity));
            log.buffer.putLong(CAPACITY, capacity);
            log.buffer.putLong(USED, capacity);
            log.buffer.putLong(USED + 8, capacity);
            log.text(NAME, sender);
            log.buffer.putLong(GONE, 1);
            log.buffer.putLongRelease(MAGIC, MAGIC_NUMBER);
            return log;
        }
    }

    private void text(final int offset, final String text) {
        buffer.putInt(offset, text.length());
        buffer.putBytes(offset + 4, text.getBytes(StandardCharsets.US_ASCII));
    }

    String path() {
        return file.toString();
    }

    int capacity() {
        return capacity;
    }

    long load(final int offset) {
        return buffer.getLongVolatile(offset);
    }

    void store(final int offset, final long value) {
        buffer.putLongRelease(offset, value);
    }

    /** Adds a channel, or finds it. */
    int channel(final String name, final int maxBytes) {
        final int known = channels().indexOf(name);
        if (known >= 0) {
            return known;
        }
        final int index = buffer.getInt(CHANNELS);
        text(CHANNEL_TABLE + CHANNEL_LENGTH * index, name);
        buffer.putInt(CHANNEL_TABLE + CHANNEL_LENGTH * index + 112, maxBytes);
        buffer.putIntRelease(CHANNELS, index + 1);
        return index;
    }

    List<String> channels() {
        return java.util.stream.IntStream.range(0, buffer.getIntVolatile(CHANNELS)).mapToObj(index -> {
            final int at = CHANNEL_TABLE + CHANNEL_LENGTH * index;
            return buffer.getStringWithoutLengthAscii(at + 4, buffer.getInt(at));
        }).toList();
    }

    /** A receiver wants the latest value of a channel. */
    void wantLatest(final int channel) {
        buffer.putIntRelease(CHANNEL_TABLE + CHANNEL_LENGTH * channel + 116, 1);
    }

    long promise(final int channel) {
        return load(CHANNEL_TABLE + CHANNEL_LENGTH * channel + 128);
    }

    void promise(final int channel, final long timeNs) {
        store(CHANNEL_TABLE + CHANNEL_LENGTH * channel + 128, timeNs);
    }

    /** A slot for a reader that begins at a position. */
    int slot(final String reader, final long position) {
        final int slots = buffer.getInt(SLOTS);
        for (int slot = 0; slot < slots; slot++) {
            final int at = slotAt(slot) + 132;
            if (buffer.getStringWithoutLengthAscii(at + 4, buffer.getInt(at)).equals(reader)) {
                return slot;
            }
        }
        text(slotAt(slots) + 132, reader);
        slot(slots, HEAD, position);
        slot(slots, AWAITED, AWAKE);
        slot(slots, HANDED, Long.MIN_VALUE);
        slot(slots, HANDED + 16, Long.MIN_VALUE);
        buffer.putIntRelease(slotAt(slots) + 128, 1);
        buffer.putIntRelease(SLOTS, slots + 1);
        Doorbell.fence();
        return slots;
    }

    private static int slotAt(final int slot) {
        return SLOT_TABLE + SLOT_LENGTH * slot;
    }

    long slot(final int slot, final int field) {
        return load(slotAt(slot) + field);
    }

    void slot(final int slot, final int field, final long value) {
        store(slotAt(slot) + field, value);
    }

    int slots() {
        return buffer.getIntVolatile(SLOTS);
    }

    /** The least of a position and all heads. */
    long lowestHead(final long position) {
        Doorbell.fence();
        long lowest = position;
        for (int slot = 0; slot < slots(); slot++) {
            lowest = Math.min(lowest, slot(slot, HEAD));
        }
        return lowest;
    }

    /** By the hub: a process is about to send here. */
    void expect(final long timeNs) {
        if (load(GONE) == 1 || load(FRONTIER) < timeNs) {
            store(FRONTIER, timeNs == 0 ? -1 : timeNs);
        }
        if (load(VOID_UNTIL) == Long.MAX_VALUE) {
            store(VOID_UNTIL, load(TAIL));
        }
        store(GONE, 0);
    }

    /** By the hub: the sender has gone for good. */
    void gone(final long timeNs) {
        store(VOID_AFTER, timeNs == 0 && load(FRONTIER) == -1 ? -1 : timeNs);
        store(VOID_UNTIL, Long.MAX_VALUE);
        store(GONE, 1);
    }

    /** By the hub: all assets have been put back. */
    void allAreReset() {
        store(RESETS_OF_ALL + 8, load(RESET_POSITION));
        store(RESETS_OF_ALL, load(RESETS));
    }

    // Of records: the offset of one, and its fields.

    int indexOf(final long position) {
        return RING + (int) (position & capacity - 1);
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    static int aligned(final int messageLength) {
        return HEADER + messageLength + ALIGNMENT - 1 & -ALIGNMENT;
    }

    static void releaseFence() {
        VarHandle.releaseFence();
    }
}
