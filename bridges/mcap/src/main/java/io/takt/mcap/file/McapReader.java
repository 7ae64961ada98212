package io.takt.mcap.file;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Reads the messages of an MCAP file (https://mcap.dev/spec) in the order of their log times, those of one time in the
 * order of the file. It needs no summary, so a file that was cut short can be read as far as it goes; and memory for
 * those of its chunks that are of the same times. Exceptions name the file and what is wrong with it, in one line.
 *
 * <p>Owned by one thread.
 */
public final class McapReader implements AutoCloseable {
    private static final int RECORD_HEAD = Byte.BYTES + Long.BYTES;
    /** So many bytes of messages outside of chunks are taken together. */
    private static final int GROUP_BYTES = 1 << 20;
    private static final long MOST_CHUNK_BYTES = 1L << 28;

    private final Path path;
    private final FileChannel file;
    private final Map<Integer, String> schemas = new HashMap<>();
    private final Map<Integer, Topic> topics = new TreeMap<>();
    private final List<Part> parts = new ArrayList<>();
    private final PriorityQueue<Message> loaded =
        new PriorityQueue<>(Comparator.comparingLong(Message::timeNs).thenComparingLong(Message::order));
    private int nextPart;
    private boolean isCut;

    /**
     * A channel of the file.
     *
     * @param name       the topic.
     * @param encoding   of its messages, such as {@code json}.
     * @param schemaName of their schema, such as {@code std_msgs/msg/Float64}; empty for none.
     * @param metadata   more about it.
     */
    public record Topic(String name, String encoding, String schemaName, Map<String, String> metadata) {
    }

    /**
     * A message.
     *
     * @param timeNs log time, from any epoch; below 0 from 2^63 on.
     * @param order  place in the file.
     * @param topic  on which it is.
     * @param bytes  that hold its data.
     * @param from   of the first byte of the data.
     * @param length of the data.
     */
    public record Message(long timeNs, long order, Topic topic, byte[] bytes, int from, int length) {
    }

    /**
     * Records that are loaded together: a chunk's, or others between chunks.
     *
     * @param firstNs time of its earliest message.
     */
    private record Part(int number, long position, int length, boolean isChunk, long firstNs) {
    }

    /**
     * Opens a file, and reads all of it once, so that no damage is found later.
     *
     * @param path of it.
     * @throws IOException when it cannot be read.
     */
    public McapReader(final Path path) throws IOException {
        this.path = path;
        try {
            this.file = FileChannel.open(path);
        } catch (final NoSuchFileException e) {
            throw new WrapperException("there is no file " + path, e);
        }
        try {
            scan();
            parts.sort(Comparator.comparingLong(Part::firstNs).thenComparingInt(Part::number));
        } catch (final IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * The channels.
     *
     * @return in the order of their numbers.
     */
    public List<Topic> topics() {
        return List.copyOf(topics.values());
    }

    /**
     * Whether the file ends before its footer.
     *
     * @return true of one whose writer has ended before it was done.
     */
    public boolean isCut() {
        return isCut;
    }

    /** Begins with the first message again. */
    public void rewind() {
        nextPart = 0;
        loaded.clear();
    }

    /**
     * The next message.
     *
     * @return null behind the last.
     * @throws IOException when it cannot be read.
     */
    public Message next() throws IOException {
        while (nextPart < parts.size()
            && (loaded.isEmpty() || parts.get(nextPart).firstNs <= loaded.peek().timeNs)) {
            loaded.addAll(messages(parts.get(nextPart++)));
        }
        return loaded.poll();
    }

    /** Goes through the records of the file in their order. */
    private void scan() throws IOException {
        final byte[] magic = bytes(0, (int) Math.min(Opcode.MAGIC.length, file.size()));
        if (!Arrays.equals(magic, Opcode.MAGIC)) {
            throw new WrapperException(path + " is no MCAP file: it does not begin like one");
        }
        long position = magic.length;
        long groupAt = position;
        isCut = true;
        while (position + RECORD_HEAD <= file.size()) {
            final Cursor head = new Cursor(bytes(position, RECORD_HEAD), 0, RECORD_HEAD);
            final int opcode = head.u8();
            final long length = head.u64();
            if (opcode == Opcode.DATA_END || opcode == Opcode.FOOTER) {
                isCut = false;
                break;
            }
            if (length < 0 || length > file.size() - position - RECORD_HEAD) {
                break;
            }
            final long end = position + RECORD_HEAD + length;
            if (opcode == Opcode.CHUNK || end - groupAt > GROUP_BYTES) {
                add(groupAt, position - groupAt, false);
                groupAt = position;
            }
            if (opcode == Opcode.CHUNK) {
                add(position + RECORD_HEAD, length, true);
                groupAt = end;
            }
            position = end;
        }
        add(groupAt, position - groupAt, false);
    }

    private void add(final long position, final long length, final boolean isChunk) throws IOException {
        if (length > MOST_CHUNK_BYTES) {
            throw damaged(position, "a record has " + length + " bytes; " + MOST_CHUNK_BYTES + " can be read");
        }
        final List<Message> messages = messages(new Part(parts.size(), position, (int) length, isChunk, 0));
        if (!messages.isEmpty()) {
            parts.add(new Part(parts.size(), position, (int) length, isChunk,
                messages.stream().mapToLong(Message::timeNs).min().orElseThrow()));
        }
    }

    private List<Message> messages(final Part part) throws IOException {
        final List<Message> messages = new ArrayList<>();
        try {
            final byte[] bytes = part.isChunk ? chunk(part) : bytes(part.position, part.length);
            final Cursor records = new Cursor(bytes, 0, bytes.length);
            while (records.left() > 0) {
                final int opcode = records.u8();
                final Cursor record = records.part(records.u64());
                switch (opcode) {
                    case Opcode.SCHEMA -> schemas.putIfAbsent(record.u16(), record.text());
                    case Opcode.CHANNEL -> topics.putIfAbsent(record.u16(), topic(record));
                    case Opcode.MESSAGE -> {
                        final Topic topic = topics.get(record.u16());
                        record.u32();
                        final long timeNs = record.u64();
                        record.u64();
                        if (topic == null) {
                            throw new IllegalArgumentException("a message is of a channel that comes later, or not");
                        }
                        messages.add(new Message(timeNs, (long) part.number << Integer.SIZE | messages.size(), topic,
                            bytes, record.at(), record.left()));
                    }
                    default -> {
                        // Nothing that messages need.
                    }
                }
            }
        } catch (final IllegalArgumentException | MalformedInputException e) {
            throw damaged(part.position, e.getMessage());
        }
        return messages;
    }

    private Topic topic(final Cursor record) {
        final int schema = record.u16();
        final String name = record.text();
        final String encoding = record.text();
        return new Topic(name, encoding, schemas.getOrDefault(schema, ""), record.map());
    }

    /** The records of a chunk. */
    private byte[] chunk(final Part part) throws IOException {
        final byte[] bytes = bytes(part.position, part.length);
        final Cursor head = new Cursor(bytes, 0, bytes.length);
        head.u64();
        head.u64();
        final long size = head.u64();
        final long crc = head.u32();
        final String compression = head.text();
        final Cursor packed = head.part(head.u64());
        if (size < 0 || size > MOST_CHUNK_BYTES) {
            throw new IllegalArgumentException("a chunk has " + Long.toUnsignedString(size) + " bytes when unpacked; "
                + MOST_CHUNK_BYTES + " can be read");
        }
        final byte[] unpacked = switch (compression) {
            case "" -> Arrays.copyOfRange(bytes, packed.at(), packed.at() + packed.left());
            case "zstd" -> unzstd(bytes, packed, (int) size);
            case "lz4" -> Lz4Frame.unpack(bytes, packed, (int) size);
            default -> throw new IllegalArgumentException("a chunk is compressed neither by zstd nor by lz4");
        };
        final CRC32 sum = new CRC32();
        sum.update(unpacked);
        if (unpacked.length != size || crc != 0 && crc != sum.getValue()) {
            throw new IllegalArgumentException("a chunk is not what its length and checksum say");
        }
        return unpacked;
    }

    private static byte[] unzstd(final byte[] bytes, final Cursor packed, final int size) {
        final byte[] into = new byte[size];
        try {
            return Arrays.copyOf(into, new ZstdDecompressor().decompress(bytes, packed.at(), packed.left(), into, 0,
                size));
        } catch (final IndexOutOfBoundsException e) {
            // Not all that is wrong in a chunk is an exception of the library's own.
            throw new IllegalArgumentException("a chunk is not compressed by zstd, as it says", e);
        }
    }

    private byte[] bytes(final long position, final int count) throws IOException {
        final ByteBuffer into = ByteBuffer.allocate(count);
        while (into.hasRemaining()) {
            if (file.read(into, position + into.position()) < 0) {
                throw damaged(position, "it has become shorter");
            }
        }
        return into.array();
    }

    private WrapperException damaged(final long position, final String what) {
        return new WrapperException(path + " is damaged at byte " + position + ": " + what);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
