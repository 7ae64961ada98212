package io.takt.proofs.links;

import io.aeron.CncFileDescriptor;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocksReader;
import io.takt.shm.waiting.Kernel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** The counters of one process of a hub, with the kernel under them; and the clocks among them, as an observer sees. */
final class Counters implements Kernel {
    private static final int RECORDS = 512;
    private static final int ALIGNMENT = 64;
    private static final long REUSED_AFTER_MS = 1_000;

    private final World world;
    private final String hub;
    private final ByteBuffer valueBytes =
        BufferUtil.allocateDirectAligned(RECORDS * CountersReader.COUNTER_LENGTH, ALIGNMENT);
    private final UnsafeBuffer values = new UnsafeBuffer(valueBytes);
    private final ByteBuffer metaBytes =
        BufferUtil.allocateDirectAligned(RECORDS * CountersReader.METADATA_LENGTH, ALIGNMENT);
    private final UnsafeBuffer metaData = new UnsafeBuffer(metaBytes) {
        @Override
        public void putIntRelease(final int index, final int value) {
            super.putIntRelease(index, value);
            isChanged = true;
        }
    };
    private final CountersManager manager;
    private boolean isChanged = true;
    private Clocks clocks;

    /**
     * The clocks that there are, by the numbers of their counters; -1 for none.
     *
     * @param epoch  of this hub's run.
     * @param core   T_c.
     * @param parent T_parent, as it is known here.
     * @param report to the parent.
     * @param assets T_i.
     */
    record Clocks(long epoch, int core, int parent, int report, Map<String, Integer> assets) {
    }

    Counters(final World world, final String hub) {
        this.world = world;
        this.hub = hub;
        this.manager = new CountersManager(metaData, values, StandardCharsets.UTF_8,
            () -> TimeUnit.NANOSECONDS.toMillis(world.nowNs()), REUSED_AFTER_MS);
    }

    HubClocks hubClocks() {
        return new HubClocks(manager, hub, this);
    }

    ClockFile file() {
        return ClockFile.over(metaData, values, this);
    }

    /** Where the clocks stood, as the next hub of the name reads it in the file; null where it finds none. */
    LeftClocks left() {
        final UnsafeBuffer header =
            new UnsafeBuffer(ByteBuffer.allocate(CncFileDescriptor.END_OF_METADATA_OFFSET));
        header.putInt(CncFileDescriptor.cncVersionOffset(0), CncFileDescriptor.CNC_VERSION);
        header.putInt(CncFileDescriptor.countersMetaDataBufferLengthOffset(0), metaBytes.capacity());
        header.putInt(CncFileDescriptor.countersValuesBufferLengthOffset(0), valueBytes.capacity());
        try {
            final Path file = Files.createTempFile("left", ".cnc");
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
                write(out, header.byteBuffer());
                write(out, metaBytes.duplicate());
                write(out, valueBytes.duplicate());
                return LeftClocksReader.read(file, hub);
            } finally {
                Files.delete(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(final FileChannel out, final ByteBuffer all) throws IOException {
        all.clear();
        while (all.hasRemaining()) {
            out.write(all);
        }
    }

    long read(final int counter) {
        return values.getLongVolatile(CountersReader.counterOffset(counter));
    }

    Clocks clocks() {
        if (isChanged) {
            isChanged = false;
            clocks = find();
        }
        return clocks;
    }

    private Clocks find() {
        final Map<String, Integer> assets = new HashMap<>();
        final int[] single = {-1, -1, -1};
        final long[] epoch = {0};
        manager.forEach((counter, type, key, label) -> {
            if (type == ClockLayout.CORE_TIME_TYPE_ID) {
                single[0] = counter;
                epoch[0] = key.getLong(0);
            } else if (type == ClockLayout.PARENT_TIME_TYPE_ID) {
                single[1] = counter;
            } else if (type == ClockLayout.REPORT_TYPE_ID) {
                single[2] = counter;
            } else if (type == ClockLayout.ASSET_TIME_TYPE_ID) {
                assets.put(ClockLayout.assetOf(label), counter);
            }
        });
        return new Clocks(epoch[0], single[0], single[1], single[2], assets);
    }

    @Override
    public void await(final long address, final int expected, final long mostNs) {
        if (new UnsafeBuffer(address, Integer.BYTES).getInt(0) == expected) {
            world.sleeps(new Word(address), mostNs);
        }
    }

    @Override
    public void wake(final long address) {
        world.wake(address);
    }
}
