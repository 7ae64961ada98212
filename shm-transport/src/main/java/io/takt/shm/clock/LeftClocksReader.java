package io.takt.shm.clock;

import io.aeron.CncFileDescriptor;
import io.takt.asset.AssetState;
import io.takt.asset.name.Names;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.status.CountersReader;

/**
 * Reads the clocks out of the file that a killed hub has left. Nothing of it is believed before it was looked at, and
 * it is not mapped: a file that is cut short while it is mapped would end this process.
 */
public final class LeftClocksReader {
    private static final int RECORDS_AT_ONCE = 128;
    private static final int LONGEST_LABEL = CountersReader.MAX_LABEL_LENGTH;

    private final FileChannel file;
    private final long fileBytes;
    private final String coreLabel;
    private final String assetPrefix;
    private final String statePrefix;
    private final List<Found> found = new ArrayList<>();

    /** A counter of this hub that is in use. */
    private record Found(int typeId, String asset, ByteBuffer key, long value) {
        long epoch() {
            return key.getLong(ClockLayout.EPOCH_OFFSET);
        }

        int number() {
            return key.getInt(ClockLayout.NUMBER_OFFSET);
        }
    }

    private LeftClocksReader(final FileChannel file, final String hub) throws IOException {
        this.file = file;
        this.fileBytes = file.size();
        this.coreLabel = ClockLayout.coreTimeLabel(hub);
        this.assetPrefix = ClockLayout.assetTimeLabel(hub, "");
        this.statePrefix = ClockLayout.label("asset-state", hub, "");
    }

    /**
     * Reads the clocks.
     *
     * @param cncFile of a hub that does not run any more.
     * @param hub     its name.
     * @return null when there is no such file, or it holds no clocks of this hub.
     */
    public static LeftClocks read(final Path cncFile, final String hub) {
        if (!Files.isRegularFile(cncFile, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try (FileChannel file = FileChannel.open(cncFile, StandardOpenOption.READ)) {
            return new LeftClocksReader(file, hub).read();
        } catch (final IOException e) {
            // It cannot be read, or ends in the middle.
            return null;
        }
    }

    private LeftClocks read() throws IOException {
        final ByteBuffer header = bytes(0, CncFileDescriptor.META_DATA_LENGTH);
        if (header.getInt(CncFileDescriptor.cncVersionOffset(0)) != CncFileDescriptor.CNC_VERSION) {
            return null;
        }
        final long descriptions = CncFileDescriptor.END_OF_METADATA_OFFSET
            + (long) header.getInt(CncFileDescriptor.toDriverBufferLengthOffset(0))
            + header.getInt(CncFileDescriptor.toClientsBufferLengthOffset(0));
        final int descriptionBytes = header.getInt(CncFileDescriptor.countersMetaDataBufferLengthOffset(0));
        final int valueBytes = header.getInt(CncFileDescriptor.countersValuesBufferLengthOffset(0));
        if (descriptions < 0 || descriptionBytes < 0 || valueBytes < 0) {
            return null;
        }
        final int records = Math.min(valueBytes / CountersReader.COUNTER_LENGTH,
            descriptionBytes / CountersReader.METADATA_LENGTH);
        scan(descriptions, descriptions + descriptionBytes, records);
        return clocks();
    }

    private void scan(final long descriptions, final long values, final int records) throws IOException {
        for (int first = 0; first < records; first += RECORDS_AT_ONCE) {
            final int count = Math.min(RECORDS_AT_ONCE, records - first);
            final ByteBuffer described = bytes(descriptions + (long) first * CountersReader.METADATA_LENGTH,
                count * CountersReader.METADATA_LENGTH);
            final ByteBuffer valued =
                bytes(values + (long) first * CountersReader.COUNTER_LENGTH, count * CountersReader.COUNTER_LENGTH);
            for (int i = 0; i < count; i++) {
                final int at = i * CountersReader.METADATA_LENGTH;
                final int state = described.getInt(at);
                if (state == CountersReader.RECORD_UNUSED) {
                    return;
                }
                if (state == CountersReader.RECORD_ALLOCATED) {
                    take(described, at, valued.getLong(i * CountersReader.COUNTER_LENGTH));
                }
            }
        }
    }

    private void take(final ByteBuffer described, final int at, final long value) {
        final int typeId = described.getInt(at + CountersReader.TYPE_ID_OFFSET);
        final int length = described.getInt(at + CountersReader.LABEL_OFFSET);
        if (length < 0 || length > LONGEST_LABEL) {
            return;
        }
        final byte[] text = new byte[length];
        described.get(at + CountersReader.LABEL_OFFSET + Integer.BYTES, text);
        final String label = new String(text, StandardCharsets.US_ASCII);
        final ByteBuffer key =
            described.slice(at + CountersReader.KEY_OFFSET, CountersReader.MAX_KEY_LENGTH).order(described.order());
        if (typeId == ClockLayout.CORE_TIME_TYPE_ID && label.equals(coreLabel)) {
            found.add(new Found(typeId, null, key, value));
        } else if (typeId == ClockLayout.ASSET_TIME_TYPE_ID && label.startsWith(assetPrefix)) {
            found.add(new Found(typeId, label.substring(assetPrefix.length()), key, value));
        } else if (typeId == ClockLayout.ASSET_STATE_TYPE_ID && label.startsWith(statePrefix)) {
            found.add(new Found(typeId, label.substring(statePrefix.length()), key, value));
        }
    }

    private LeftClocks clocks() {
        final Found core = found.stream().filter(each -> each.typeId == ClockLayout.CORE_TIME_TYPE_ID)
            .max(Comparator.comparingLong(Found::epoch)).orElse(null);
        if (core == null) {
            return null;
        }
        final Map<Integer, Long> states = new HashMap<>();
        // Of two of one name the later one counts: the hub was just giving the place of the other to it.
        final Map<String, Found> times = new HashMap<>();
        for (final Found each : found) {
            if (each.epoch() == core.epoch() && each.typeId == ClockLayout.ASSET_STATE_TYPE_ID) {
                states.put(each.number(), each.value);
            } else if (each.epoch() == core.epoch() && each.typeId == ClockLayout.ASSET_TIME_TYPE_ID
                && Names.isValid(each.asset)) {
                times.merge(each.asset, each, (one, two) -> one.number() > two.number() ? one : two);
            }
        }
        final List<LeftAsset> assets = times.values().stream()
            .filter(each -> states.getOrDefault(each.number(), 0L) != AssetState.LEFT.ordinal())
            .sorted(Comparator.comparingInt(Found::number))
            .map(each -> new LeftAsset(each.asset, each.key.getInt(ClockLayout.PID_OFFSET),
                each.key.getLong(ClockLayout.STARTED_OFFSET), each.key.getLong(ClockLayout.STEP_OFFSET),
                each.key.getLong(ClockLayout.GRANULARITY_OFFSET), each.key.getInt(ClockLayout.WHOLE_OFFSET) == 1,
                each.value, each.key.getInt(ClockLayout.MISSED_OFFSET) == 1))
            .toList();
        final boolean begun = core.value > 0 || states.containsValue((long) AssetState.RUNNING.ordinal());
        final LeftClocks left = new LeftClocks(core.epoch(), core.key.getLong(ClockLayout.DIGEST_OFFSET), begun,
            core.value, core.key.getLong(ClockLayout.MAX_DELAY_OFFSET), assets,
            core.key.getInt(ClockLayout.RESETTING_OFFSET) == 1);
        return left.isSound() ? left : null;
    }

    private ByteBuffer bytes(final long at, final int length) throws IOException {
        if (at < 0 || at + length > fileBytes) {
            throw new IOException("the file ends before " + (at + length));
        }
        final ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
        while (bytes.hasRemaining()) {
            if (file.read(bytes, at + bytes.position()) < 0) {
                throw new IOException("the file ends at " + (at + bytes.position()));
            }
        }
        return bytes.flip();
    }
}
