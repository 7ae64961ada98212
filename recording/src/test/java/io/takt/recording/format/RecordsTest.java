package io.takt.recording.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.Steps;
import io.takt.asset.TaktException;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

class RecordsTest {
    private static final AssetEntry ENTRY = AssetEntry.of("radar", Steps.fixedNs(5_000_000), 0, 77,
        List.of(OutputSpec.named("echo").maxBytes(100)), List.of(InputSpec.gated("pose", "drone")
            .delay(Duration.ofMillis(20))
            .jitter(Duration.ofNanos(3)).loss(0.25)));

    private final List<byte[]> batches = new ArrayList<>();

    private RecordWriter writer(final int mostBytes) {
        return new RecordWriter(new BatchSink() {
            @Override
            public int mostBytes() {
                return mostBytes;
            }

            @Override
            public void take(final DirectBuffer batch, final int length, final long crc) {
                final byte[] bytes = new byte[length];
                batch.getBytes(0, bytes);
                batches.add(bytes);
            }
        });
    }

    private List<String> read() {
        final RecordLog log = new RecordLog();
        final RecordReader reader = new RecordReader(log);
        for (final byte[] batch : batches) {
            // Not at the beginning of its buffer, as in a frame.
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[batch.length + 32]);
            buffer.putBytes(32, batch);
            reader.read(buffer, 32, batch.length);
        }
        return log.lines();
    }

    private static void writeAny(final SplittableRandom random, final List<Records> to) {
        // Often what was there before, so that entries of all kinds follow each other in one record.
        final int asset = random.nextInt(8) == 0 ? random.nextInt(RecordLayout.MOST_ASSETS) : 5;
        final int small = random.nextInt(3);
        final long one = random.nextBoolean() ? random.nextInt(3) : random.nextLong();
        final long other = random.nextBoolean() ? random.nextInt(4) : random.nextLong();
        final byte[] bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(2000) : random.nextInt(50)];
        random.nextBytes(bytes);
        final int kind = random.nextInt(4) == 0 ? random.nextInt(6) : random.nextBoolean() ? 1 : 6;
        for (final Records records : to) {
            switch (kind) {
                case 0 -> records.onAsset(asset, ENTRY);
                case 1 -> records.onDelivered(asset, small, one, other, one / 2);
                case 2 -> records.onVoid(asset, one);
                case 3 -> records.onReset(asset);
                case 4 -> records.onFrontier(asset, one);
                case 5 -> records.onGone(asset, one, other < 0);
                default -> records.onSent(asset, small, one, other, new UnsafeBuffer(bytes), 0, bytes.length);
            }
        }
    }

    @Property(seed = "3", tries = 300)
    void writtenDataIsReadBack(@ForAll final long seed) {
        batches.clear();
        final SplittableRandom random = new SplittableRandom(seed);
        final RecordWriter writer = writer(64 + random.nextInt(1000));
        final RecordLog written = new RecordLog();
        for (int i = 0; i < 100; i++) {
            writeAny(random, List.of(writer, written));
            if (random.nextInt(10) == 0) {
                writer.flush();
            }
        }
        writer.flush();
        assertThat(read()).isEqualTo(written.lines());
    }

    @Example
    void messagesAndDeliveriesOfAStepTakeLittleMoreThanTheirBytes() {
        final RecordWriter writer = writer(65_000);
        final RecordLog written = new RecordLog();
        for (final Records records : List.of(writer, written)) {
            for (int i = 0; i < 100; i++) {
                final long stepEndNs = 1_000_000_000L + i / 10 * 1_000;
                records.onSent(3, 1, stepEndNs, 500 + i, new UnsafeBuffer(new byte[64]), 0, 64);
                records.onDelivered(3, 2, stepEndNs - 1_000, 7_000 + i, stepEndNs);
            }
        }
        writer.flush();
        assertThat(batches).singleElement().satisfies(batch -> assertThat(batch).hasSizeLessThan(100 * (64 + 3)));
        assertThat(read()).isEqualTo(written.lines());
    }

    /** As {@code RecordLayout} says, byte by byte. */
    @Example
    void entriesLieAsTheContractSays() {
        final RecordWriter writer = writer(512);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[] {101, 102, 103});
        writer.onSent(7, 0, 0, 0, message, 0, 0);
        writer.onSent(7, 3, 100, 5, message, 0, 3);
        writer.onSent(7, 3, 100, 6, message, 1, 1);
        writer.onDelivered(7, 1, 40, 0, 0);
        writer.flush();
        assertThat(batches).containsExactly(new byte[] {25, 0, 0, 0, 9, 0, 7, 0,
            0,
            2 + 4 + 8 + 16, (byte) 200, 1, 8, 6, 6, 101, 102, 103,
            16, 3, 102,
            1 + 2 + 8 + 16, 80, 2, 79,
            // The next record begins at a multiple of 8.
            0, 0, 0, 0, 0, 0, 0});
    }

    @Example
    void recordsOfFormat1AreRead() {
        final UnsafeBuffer batch = new UnsafeBuffer(new byte[80]);
        batch.putInt(0, 35, ByteOrder.LITTLE_ENDIAN);
        batch.putShort(4, RecordLayout.SENT, ByteOrder.LITTLE_ENDIAN);
        batch.putShort(6, (short) 1, ByteOrder.LITTLE_ENDIAN);
        batch.putLong(8, 1_000, ByteOrder.LITTLE_ENDIAN);
        batch.putLong(16, 17, ByteOrder.LITTLE_ENDIAN);
        batch.putInt(24, 2, ByteOrder.LITTLE_ENDIAN);
        batch.putInt(28, 3, ByteOrder.LITTLE_ENDIAN);
        batch.putBytes(32, new byte[] {7, 8, 9});
        batch.putInt(40, RecordLayout.DELIVERED_LENGTH, ByteOrder.LITTLE_ENDIAN);
        batch.putShort(44, RecordLayout.DELIVERED, ByteOrder.LITTLE_ENDIAN);
        batch.putLong(48, 2_000, ByteOrder.LITTLE_ENDIAN);
        batch.putLong(56, 18, ByteOrder.LITTLE_ENDIAN);
        batch.putLong(64, 3_000, ByteOrder.LITTLE_ENDIAN);
        batch.putInt(72, 4, ByteOrder.LITTLE_ENDIAN);
        batches.add(batch.byteArray());
        assertThat(read()).containsExactly("1 sent 2 at 1000 as 17: 3 bytes #" + Arrays.hashCode(new byte[] {7, 8, 9}),
            "0 got 18 by 4 at 2000 in 3000");
    }

    @Example
    void aBatchIsNeverLongerThanItMayBe() {
        final RecordWriter writer = writer(203);
        for (int length = 0; length < 1000; length++) {
            writer.onSent(1, 2, 3, length, new UnsafeBuffer(new byte[length]), 0, length);
        }
        assertThat(batches).allMatch(batch -> batch.length <= 203 && batch.length % 8 == 0);
        writer.flush();
        writer.flush();
        assertThat(batches).noneMatch(batch -> batch.length == 0);
        assertThat(read()).hasSize(1000);
    }

    @Example
    void anAssetMayHaveMoreLinksThanFitIntoABatch() {
        final AssetEntry hearer = AssetEntry.of("hearer", Steps.fixedNs(1), 0, 0, List.of(),
            IntStream.range(0, 1000).mapToObj(i -> InputSpec.gated("pose", "drone" + i)).toList());
        final RecordWriter writer = writer(512);
        writer.onAsset(0, hearer);
        writer.onReset(1);
        writer.flush();
        assertThat(read()).containsExactly("0 is " + hearer, "1 reset");
    }

    @Example
    void stepsThatVaryAreKeptAndFixedOnesAreWrittenAsEver() throws JsonProcessingException {
        final ObjectMapper mapper = new ObjectMapper();
        assertThat(mapper.writeValueAsString(AssetEntry.of("a", Steps.fixedNs(5), 0, 0, List.of(), List.of())))
            .isEqualTo("{\"name\":\"a\",\"stepNs\":5,\"startNs\":0,\"pid\":0,\"channels\":[],\"inputs\":[]}");
        for (final Steps steps : List.of(Steps.fixedNs(5), new Steps(10, 5, false), new Steps(10, 5, true))) {
            final AssetEntry entry = AssetEntry.of("a", steps, 0, 0, List.of(), List.of());
            final AssetEntry read = mapper.readValue(mapper.writeValueAsString(entry), AssetEntry.class);
            assertThat(read).isEqualTo(entry);
            assertThat(read.steps()).isEqualTo(steps);
        }
    }

    @Example
    void aMessageWhoseEndIsMissingIsNotTold() {
        final RecordWriter writer = writer(100);
        writer.onReset(1);
        final byte[] text = "a text that is longer than a batch of one hundred bytes with its header can hold, twice"
            .repeat(2).getBytes(StandardCharsets.US_ASCII);
        writer.onSent(1, 0, 10, 0, new UnsafeBuffer(text), 0, text.length);
        writer.flush();
        batches.remove(batches.size() - 1);
        assertThat(read()).containsExactly("1 reset");
    }

    @Example
    void bytesThatAreNoRecordsAreRefused() {
        for (final byte[] bytes : List.of(new byte[16], new byte[4], new byte[] {9, 0, 0, 0, 99, 0, 0, 0, 0},
            new byte[] {127, 0, 0, 0, 6, 0, 0, 0}, new byte[] {8, 0, 0, 0, 3, 0, 0, 0},
            // Entries: of an unknown kind; that end in a number; whose message is longer than the rest, or less than 0.
            new byte[] {9, 0, 0, 0, 9, 0, 0, 0, 32, 0}, new byte[] {10, 0, 0, 0, 9, 0, 0, 0, 2, -1},
            new byte[] {11, 0, 0, 0, 9, 0, 0, 0, 16, 6, 1}, new byte[] {11, 0, 0, 0, 9, 0, 0, 0, 16, 1, 1})) {
            batches.clear();
            batches.add(bytes);
            assertThatThrownBy(this::read).isInstanceOf(TaktException.class);
        }
    }
}
