package io.takt.conform;

import io.takt.shm.clock.Clock;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * The file of the clocks, {@code cnc.dat}, of a hub that needs no media driver: header, descriptions and values as the
 * protocol's page lays them out. Records are never used twice, so any write to a freed one is seen.
 */
final class Memory {
    private static final int RECORDS = 512;
    private static final int VERSION = 0x000200;
    private static final int HEADER = 128;
    /**
     * The regions of Aeron's file before the counters, in unusual sizes, so that a program with fixed offsets is found
     * out.
     */
    private static final int FIRST = 1024;
    private static final int SECOND = 4096 + 128;
    private static final int DESCRIPTIONS = RECORDS * CountersReader.METADATA_LENGTH;
    private static final int VALUES = RECORDS * CountersReader.COUNTER_LENGTH;
    private static final int LENGTH = HEADER + FIRST + SECOND + DESCRIPTIONS + VALUES;
    private static final int NEVER_MS = Integer.MAX_VALUE;

    private final UnsafeBuffer descriptions;
    private final UnsafeBuffer values;
    private final UnsafeBuffer whole;
    private final HubClocks clocks;
    private final byte[] described = new byte[DESCRIPTIONS];
    private final Set<Integer> written = new HashSet<>();

    private Memory(final MappedByteBuffer mapped, final String hub) {
        mapped.order(ByteOrder.nativeOrder());
        whole = new UnsafeBuffer(mapped);
        descriptions = new UnsafeBuffer(whole, HEADER + FIRST + SECOND, DESCRIPTIONS);
        values = new UnsafeBuffer(whole, HEADER + FIRST + SECOND + DESCRIPTIONS, VALUES);
        clocks = new HubClocks(
            new CountersManager(descriptions, values, StandardCharsets.US_ASCII, () -> 0, NEVER_MS), hub);
    }

    /** Makes the file; it has its name when it is whole. */
    static Memory make(final Path file, final String hub) throws IOException {
        final Path unfinished = file.resolveSibling("cnc.unfinished");
        Files.deleteIfExists(unfinished);
        try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final Memory memory = new Memory(channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH), hub);
            memory.whole.putInt(4, FIRST);
            memory.whole.putInt(8, SECOND);
            memory.whole.putInt(12, DESCRIPTIONS);
            memory.whole.putInt(16, VALUES);
            memory.whole.putIntRelease(0, VERSION);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return memory;
        }
    }

    /** To allocate; {@link #remember} is to follow. */
    HubClocks clocks() {
        return clocks;
    }

    /** The descriptions as they are now are right; the program may write the values of these clocks. */
    void remember(final Iterable<Clock> ofProgram) {
        descriptions.getBytes(0, described);
        ofProgram.forEach(clock -> written.add(clock.counterId()));
    }

    /** Where the program has written that it must not; null for nowhere. {@code known} clocks are the kit's. */
    String foreignWrite(final Set<Integer> known) {
        if (whole.getInt(0) != VERSION || whole.getInt(4) != FIRST || whole.getInt(8) != SECOND
            || whole.getInt(12) != DESCRIPTIONS || whole.getInt(16) != VALUES) {
            return "the header of cnc.dat was written over";
        }
        for (int at = 0; at < DESCRIPTIONS; at++) {
            if (descriptions.getByte(at) != described[at]) {
                return "the description of record " + at / CountersReader.METADATA_LENGTH
                    + " in cnc.dat was written over";
            }
        }
        for (int record = 0; record < RECORDS; record++) {
            final long value = values.getLong(CountersReader.counterOffset(record));
            if (value != 0 && !written.contains(record) && !known.contains(record)) {
                return "record " + record + " in cnc.dat, which no reply or event named, was set to " + value;
            }
        }
        return null;
    }

    /** Wakes the thread that sleeps on a doorbell, whose number stands in shared memory; false when it is none. */
    boolean ring(final long counter) {
        if (counter < 0 || counter >= RECORDS
            || descriptions.getInt(CountersReader.metaDataOffset((int) counter)) != CountersReader.RECORD_ALLOCATED
            || descriptions.getInt(CountersReader.metaDataOffset((int) counter) + CountersReader.TYPE_ID_OFFSET)
                != 7005) {
            return false;
        }
        new Doorbell(values, CountersReader.counterOffset((int) counter)).ring();
        return true;
    }
}
