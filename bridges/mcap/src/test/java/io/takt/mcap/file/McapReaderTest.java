package io.takt.mcap.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.zstd.ZstdCompressor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McapReaderTest {
    private static final int LARGE = 1 << 19;
    private static final int INPUTS = Boolean.getBoolean("takt.slow") ? 10_000_000 : 2_000;

    @TempDir
    private Path folder;

    private Path file;

    /** Three chunks, whose times overlap. */
    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("a.mcap");
        try (McapWriter writer = new McapWriter(Files.newOutputStream(file), "")) {
            final int schema = writer.schema("s", "jsonschema", "{}");
            final int one = writer.channel(schema, "one", "json", Map.of("unit", "m"));
            final int two = writer.channel(schema, "two", "json", Map.of());
            for (final long time : new long[] {5, 1, 9, 9, 2, 0}) {
                writer.message(time == 2 ? two : one, 0, time, new byte[LARGE]);
            }
        }
    }

    private static List<String> read(final McapReader reader) throws IOException {
        final List<String> all = new ArrayList<>();
        for (McapReader.Message each = reader.next(); each != null; each = reader.next()) {
            assertThat(each.length()).isEqualTo(LARGE);
            all.add(each.topic().name() + " " + each.timeNs());
        }
        return all;
    }

    @Test
    void messagesComeInTheOrderOfTheirTimes() throws IOException {
        try (McapReader reader = new McapReader(file)) {
            assertThat(reader.topics()).containsExactly(new McapReader.Topic("one", "json", "s", Map.of("unit", "m")),
                new McapReader.Topic("two", "json", "s", Map.of()));
            assertThat(reader.isCut()).isFalse();
            assertThat(read(reader)).containsExactly("one 0", "one 1", "two 2", "one 5", "one 9", "one 9");
            reader.rewind();
            assertThat(read(reader)).hasSize(6);
        }
    }

    @Test
    void aFileThatIsCutOffIsReadAsFarAsItGoes() throws IOException {
        final byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, 5 * LARGE));
        try (McapReader reader = new McapReader(file)) {
            assertThat(reader.isCut()).isTrue();
            assertThat(read(reader)).containsExactly("one 1", "one 5", "one 9", "one 9");
        }
    }

    private void assertRefused(final byte[] bytes, final String message) throws IOException {
        Files.write(file, bytes);
        assertThatThrownBy(() -> new McapReader(file)).isInstanceOf(IOException.class).hasMessageStartingWith(file + "")
            .hasMessageContaining(message).hasMessageNotContaining("\n");
    }

    @Test
    void whatCannotBeReadIsTold() throws IOException {
        final byte[] whole = Files.readAllBytes(file);
        assertRefused("time_s,a\n".getBytes(StandardCharsets.UTF_8), "is no MCAP file: it does not begin like one");
        assertRefused(new byte[0], "is no MCAP file");
        whole[LARGE / 2] ^= 1;
        assertRefused(whole, "a chunk is not what its length and checksum say");
        assertRefused(bytes(Opcode.CHUNK, new Bytes().u64(0).u64(0).u64(3).u32(0).text("lz4").u64(7)
            .raw(new byte[7], 7)), "is damaged at byte 17: a chunk is not compressed by lz4, as it says");
        final byte[] zstd = bytes(Opcode.CHUNK, new Bytes().u64(0).u64(0).u64(3).u32(0).text("zstd").u64(1).u8(7));
        assertRefused(zstd, "is damaged");
        final byte[] frame =
            HexFormat.of().parseHex("28b52ffd2424a500006000040504040708e903020506f00050bdd6508cd9800901");
        assertRefused(bytes(Opcode.CHUNK, new Bytes().u64(0).u64(0).u64(256).u32(0).text("zstd").u64(frame.length)
            .raw(frame, frame.length)), "is damaged at byte 17: a chunk is not compressed by zstd, as it says");
        assertRefused(bytes(Opcode.CHUNK, new Bytes().u64(0).u64(0).u64(1L << 40).u32(0).text("zstd").u64(1).u8(7)),
            "a chunk has 1099511627776 bytes when unpacked; 268435456 can be read");
        assertRefused(bytes(Opcode.MESSAGE, new Bytes().u16(3).u32(0).u64(0).u64(0)),
            "is damaged at byte 8: a message is of a channel that comes later, or not");
        assertRefused(bytes(Opcode.CHANNEL, new Bytes().u16(3).u16(0).u32(1000)),
            "is damaged at byte 8: a field of 1000 bytes has only 0");
        assertThatThrownBy(() -> new McapReader(folder.resolve("none"))).hasMessage("there is no file "
            + folder.resolve("none"));
    }

    private static byte[] bytes(final int opcode, final Bytes content) {
        final Bytes all = new Bytes().raw(Opcode.MAGIC, Opcode.MAGIC.length).record(opcode, content);
        return Arrays.copyOf(all.array(), all.length());
    }

    /** Three messages in a chunk, of which only the length is checked. */
    private static byte[] chunked(final String compression) {
        final Bytes records = new Bytes().record(Opcode.SCHEMA, new Bytes().u16(1).text("s").text("e").u32(0))
            .record(Opcode.CHANNEL, new Bytes().u16(2).u16(1).text("c").text("json").map(Map.of("a", "b")));
        for (int i = 0; i < 3; i++) {
            records.record(Opcode.MESSAGE, new Bytes().u16(2).u32(i).u64(9 - i).u64(0).raw(new byte[20], 20));
        }
        final byte[] plain = Arrays.copyOf(records.array(), records.length());
        final Compressor by = "lz4".equals(compression) ? new Lz4Compressor() : new ZstdCompressor();
        final byte[] block = new byte[by.maxCompressedLength(plain.length)];
        final int length = by.compress(plain, 0, plain.length, block, 0, block.length);
        final Bytes packed = switch (compression) {
            case "" -> new Bytes().raw(plain, plain.length);
            case "zstd" -> new Bytes().raw(block, length);
            default -> new Bytes().u32(0x184D2204).u8(0x40).u8(0x40).u8(0).u32(length).raw(block, length).u32(0);
        };
        return bytes(Opcode.CHUNK, new Bytes().u64(0).u64(9).u64(plain.length).u32(0).text(compression)
            .u64(packed.length()).raw(packed.array(), packed.length()));
    }

    /** Whatever is changed in a file, it is read or refused in a line. */
    @Test
    void nothingElseComesOfWrongBytes() throws IOException {
        try (McapWriter writer = new McapWriter(Files.newOutputStream(file), "")) {
            final int channel = writer.channel(writer.schema("s", "e", "t"), "c", "json", Map.of("a", "b"));
            writer.message(channel, 0, 1, new byte[20]);
        }
        final byte[][] whole = {Files.readAllBytes(file), chunked(""), chunked("zstd"), chunked("lz4")};
        final int[] read = new int[whole.length];
        final Random random = new Random(7);
        for (int i = 0; i < INPUTS; i++) {
            final byte[] wrong = whole[i % whole.length].clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                wrong[random.nextInt(wrong.length)] = (byte) (random.nextBoolean() ? -1 : random.nextInt(256));
            }
            Files.write(file, wrong);
            try (McapReader reader = new McapReader(file)) {
                while (reader.next() != null) {
                    read[i % whole.length]++;
                }
            } catch (final IOException e) {
                assertThat(e).hasMessageStartingWith(file + " ").hasMessageNotContaining("\n");
            }
        }
        assertThat(read).doesNotContain(0);
    }
}
