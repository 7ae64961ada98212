package io.takt.recording.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.Steps;
import io.takt.asset.TaktException;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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
        final int asset = random.nextInt(RecordLayout.MOST_ASSETS);
        final int small = random.nextInt(100);
        final long one = random.nextLong();
        final long other = random.nextLong();
        final byte[] bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(2000) : random.nextInt(50)];
        random.nextBytes(bytes);
        final int kind = random.nextInt(8);
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
            new byte[] {127, 0, 0, 0, 6, 0, 0, 0}, new byte[] {8, 0, 0, 0, 3, 0, 0, 0})) {
            batches.clear();
            batches.add(bytes);
            assertThatThrownBy(this::read).isInstanceOf(TaktException.class);
        }
    }
}
