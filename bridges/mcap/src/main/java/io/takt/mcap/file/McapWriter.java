package io.takt.mcap.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Writes an MCAP file (https://mcap.dev/spec): messages in chunks that are not compressed, each with its index, and a
 * summary in the end, by which a reader finds the messages of a time.
 *
 * <p>Owned by one thread.
 */
public final class McapWriter implements AutoCloseable {
    private static final int CHUNK_BYTES = 1024 * 1024;
    private static final int MOST_IDS = 0xffff;
    private static final String LIBRARY = "takt";
    private static final String NOT_COMPRESSED = "";

    private final OutputStream out;
    private final Bytes content = new Bytes();
    private final Bytes record = new Bytes();
    private final Bytes chunk = new Bytes();
    /** The entries of the chunk's index, by channel: time and offset of each message. */
    private final Map<Integer, Bytes> index = new TreeMap<>();
    private final Bytes schemas = new Bytes();
    private final Bytes channels = new Bytes();
    private final Bytes chunkIndexes = new Bytes();
    private final List<Long> messagesOfChannel = new ArrayList<>();
    private long position;
    private int schemaCount;
    private int chunkCount;
    private long messages;
    private long chunkFirstNs;
    private long chunkLastNs;
    private long firstNs;
    private long lastNs;

    /**
     * Begins a file.
     *
     * @param out     takes its bytes; closed with this writer.
     * @param profile of the file, such as {@code ros2}; empty for none.
     * @throws IOException when it takes none.
     */
    public McapWriter(final OutputStream out, final String profile) throws IOException {
        this.out = out;
        write(Opcode.MAGIC, Opcode.MAGIC.length);
        content.clear();
        put(Opcode.HEADER, content.text(profile).text(LIBRARY));
    }

    /**
     * Adds a schema.
     *
     * @param name     of it.
     * @param encoding of its text, such as {@code jsonschema}.
     * @param text     that describes messages.
     * @return its number, for channels.
     */
    public int schema(final String name, final String encoding, final String text) {
        schemaCount = next(schemaCount, "schemas");
        content.clear();
        content.u16(schemaCount).text(name).text(encoding).sized(text.getBytes(StandardCharsets.UTF_8));
        chunk.record(Opcode.SCHEMA, content);
        schemas.record(Opcode.SCHEMA, content);
        return schemaCount;
    }

    /**
     * Adds a channel.
     *
     * @param schema   number of it.
     * @param topic    name of the channel.
     * @param encoding of messages, such as {@code json}.
     * @param metadata whatever is to be known of it.
     * @return its number, for messages.
     */
    public int channel(final int schema, final String topic, final String encoding,
        final Map<String, String> metadata) {
        final int id = next(messagesOfChannel.size(), "channels");
        messagesOfChannel.add(0L);
        content.clear();
        content.u16(id).u16(schema).text(topic).text(encoding).map(metadata);
        chunk.record(Opcode.CHANNEL, content);
        channels.record(Opcode.CHANNEL, content);
        return id;
    }

    private static int next(final int before, final String what) {
        if (before == MOST_IDS) {
            throw new IllegalArgumentException("an MCAP file has " + MOST_IDS + " " + what + " at most");
        }
        return before + 1;
    }

    /**
     * Adds a message.
     *
     * @param channel  number of it.
     * @param sequence number of the message; its low 32 bits are kept.
     * @param timeNs   of the message, 0 or more.
     * @param data     bytes of the message.
     * @throws IOException when a chunk is full and cannot be written.
     */
    public void message(final int channel, final long sequence, final long timeNs, final byte[] data)
        throws IOException {
        if (index.isEmpty()) {
            chunkFirstNs = timeNs;
            chunkLastNs = timeNs;
        }
        chunkFirstNs = Math.min(chunkFirstNs, timeNs);
        chunkLastNs = Math.max(chunkLastNs, timeNs);
        firstNs = messages == 0 ? timeNs : Math.min(firstNs, timeNs);
        lastNs = Math.max(lastNs, timeNs);
        messages++;
        messagesOfChannel.set(channel - 1, messagesOfChannel.get(channel - 1) + 1);
        index.computeIfAbsent(channel, id -> new Bytes()).u64(timeNs).u64(chunk.length());
        content.clear();
        content.u16(channel).u32(sequence).u64(timeNs).u64(timeNs).raw(data, data.length);
        chunk.record(Opcode.MESSAGE, content);
        if (chunk.length() >= CHUNK_BYTES) {
            endChunk();
        }
    }

    /**
     * How many messages were added.
     *
     * @return their number.
     */
    public long messages() {
        return messages;
    }

    private void endChunk() throws IOException {
        if (index.isEmpty()) {
            // Schemas and channels alone: they are in the summary.
            return;
        }
        final CRC32 crc = new CRC32();
        crc.update(chunk.array(), 0, chunk.length());
        final long chunkAt = position;
        content.clear();
        put(Opcode.CHUNK, content.u64(chunkFirstNs).u64(chunkLastNs).u64(chunk.length()).u32(crc.getValue())
            .text(NOT_COMPRESSED).u64(chunk.length()).raw(chunk.array(), chunk.length()));
        final long chunkLength = position - chunkAt;
        final long indexAt = position;
        final Bytes offsets = new Bytes();
        for (final Map.Entry<Integer, Bytes> each : index.entrySet()) {
            offsets.u16(each.getKey()).u64(position);
            final Bytes entries = each.getValue();
            content.clear();
            put(Opcode.MESSAGE_INDEX, content.u16(each.getKey()).u32(entries.length())
                .raw(entries.array(), entries.length()));
        }
        content.clear();
        content.u64(chunkFirstNs).u64(chunkLastNs).u64(chunkAt).u64(chunkLength).u32(offsets.length())
            .raw(offsets.array(), offsets.length()).u64(position - indexAt).text(NOT_COMPRESSED)
            .u64(chunk.length()).u64(chunk.length());
        chunkIndexes.record(Opcode.CHUNK_INDEX, content);
        chunkCount++;
        chunk.clear();
        index.clear();
    }

    /**
     * Writes the rest, and ends the file.
     *
     * @throws IOException when that fails; the file is of no use then.
     */
    @Override
    public void close() throws IOException {
        try (out) {
            endChunk();
            content.clear();
            put(Opcode.DATA_END, content.u32(0));
            final long summaryAt = position;
            final Bytes offsets = new Bytes();
            group(Opcode.SCHEMA, schemas, offsets);
            group(Opcode.CHANNEL, channels, offsets);
            record.clear();
            group(Opcode.STATISTICS, record.record(Opcode.STATISTICS, statistics()), offsets);
            group(Opcode.CHUNK_INDEX, chunkIndexes, offsets);
            final long offsetsAt = position;
            write(offsets.array(), offsets.length());
            content.clear();
            put(Opcode.FOOTER, content.u64(summaryAt).u64(offsetsAt).u32(0));
            write(Opcode.MAGIC, Opcode.MAGIC.length);
        }
    }

    private Bytes statistics() {
        content.clear();
        content.u64(messages).u16(schemaCount).u32(messagesOfChannel.size()).u32(0).u32(0).u32(chunkCount).u64(firstNs)
            .u64(lastNs).u32((long) messagesOfChannel.size() * (Short.BYTES + Long.BYTES));
        for (int i = 0; i < messagesOfChannel.size(); i++) {
            content.u16(i + 1).u64(messagesOfChannel.get(i));
        }
        return content;
    }

    /** Records of one kind in the summary, and where they are. */
    private void group(final int opcode, final Bytes records, final Bytes offsets) throws IOException {
        if (records.length() > 0) {
            final Bytes offset = new Bytes();
            offsets.record(Opcode.SUMMARY_OFFSET, offset.u8(opcode).u64(position).u64(records.length()));
            write(records.array(), records.length());
        }
    }

    private void put(final int opcode, final Bytes its) throws IOException {
        record.clear();
        record.record(opcode, its);
        write(record.array(), record.length());
    }

    private void write(final byte[] bytes, final int count) throws IOException {
        out.write(bytes, 0, count);
        position += count;
    }
}
