package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.concurrent.AtomicBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder with the messages of a hub's assets. It lies beside the hub's directory, which the media driver makes anew
 * with every start: messages that are under way outlive a killed hub. Owned by one thread at a time: the one that
 * starts the hub, then the one that makes files, and in the end the one that closes the hub.
 *
 * <p>Every file has the memory that it uses from the start, so a host that is full refuses to make the file,
 * and no process dies of writing to it. A log's ring may use more later, see {@link HostMemory}.
 */
public final class MessageFolder implements MessageStore, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MessageFolder.class);
    private static final String LOG_SUFFIX = ".log";
    private static final String LATEST_SUFFIX = ".latest";
    /** The end of the name of a file that is being made; a hub that was killed meanwhile leaves it behind. */
    private static final String UNFINISHED_SUFFIX = ".new";
    private static final int PIECE = 64 * 1024;

    private final Path folder;
    private final Map<String, MessageLog> logs = new HashMap<>();
    private final Map<String, LatestValue> values = new HashMap<>();
    private boolean isKept;

    /**
     * The folder of a hub, which need not exist.
     *
     * @param directory of the hub, whose lock the caller holds.
     */
    public MessageFolder(final HubDirectory directory) {
        this.folder = directory.messages();
    }

    /**
     * Removes all messages.
     *
     * @throws IOException when the file system refuses.
     */
    public void clear() throws IOException {
        logs.clear();
        values.clear();
        if (!Files.isDirectory(folder)) {
            return;
        }
        final List<Path> files;
        try (Stream<Path> entries = Files.list(folder)) {
            files = entries.filter(MessageFolder::isOwn).toList();
        }
        for (final Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(folder);
    }

    /** Another hub is to find the messages. */
    public void keep() {
        isKept = true;
    }

    /** Removes all messages, unless they are to be kept. Files that cannot be removed go when the next hub starts. */
    @Override
    public void close() {
        if (!isKept) {
            try {
                clear();
            } catch (final IOException e) {
                LOG.warn("cannot remove {}: {}", folder, e.getMessage());
            }
        }
    }

    private static boolean isOwn(final Path file) {
        final String name = file.getFileName().toString();
        return name.endsWith(LOG_SUFFIX) || name.endsWith(LATEST_SUFFIX) || name.endsWith(UNFINISHED_SUFFIX);
    }

    @Override
    public MessageLog log(final String sender, final int maxBytes) {
        final MessageLog known = logs.get(sender);
        if (known != null) {
            return known;
        }
        final Path file = Path.of(logName(sender));
        final MessageLog log = Files.exists(file) ? new MappedMessageFiles().log(file.toString())
            : make(file, LogLayout.RING_OFFSET + LogLayout.usedAtFirst(maxBytes),
                LogLayout.RING_OFFSET + LogLayout.capacityFor(maxBytes),
                buffer -> MessageLog.create(buffer, sender, LogLayout.usedAtFirst(maxBytes),
                    new HostMemory(file)));
        logs.put(sender, log);
        return log;
    }

    @Override
    public boolean hasLog(final String sender) {
        return logs.containsKey(sender) || Files.exists(Path.of(logName(sender)));
    }

    @Override
    public SortedSet<String> senders() {
        final SortedSet<String> senders = new TreeSet<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> entries = Files.list(folder)) {
                entries.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(LOG_SUFFIX))
                    .forEach(name -> senders.add(path(name.substring(0, name.length() - LOG_SUFFIX.length()))));
            } catch (final IOException | UncheckedIOException e) {
                throw new TaktException("cannot look for messages in " + folder + ": " + e.getMessage(), e);
            }
        }
        return senders;
    }

    @Override
    public String logName(final String sender) {
        return folder.resolve(fileName(sender) + LOG_SUFFIX).toString();
    }

    @Override
    public LatestValue latest(final String sender, final String channel, final int maxBytes) {
        final Path file = Path.of(latestName(sender, channel));
        return values.computeIfAbsent(file.toString(), name -> Files.exists(file)
            ? new MappedMessageFiles().latest(name)
            : make(file, LatestValue.lengthFor(maxBytes), LatestValue.lengthFor(maxBytes), LatestValue::create));
    }

    @Override
    public String latestName(final String sender, final String channel) {
        return folder.resolve(fileName(sender) + "@" + channel + LATEST_SUFFIX).toString();
    }

    /** A sender at another hub is named by a path; no name of an asset has either sign. */
    private static String fileName(final String sender) {
        return sender.replace('/', '+');
    }

    private static String path(final String fileName) {
        return fileName.replace('+', '/');
    }

    /** A file has its name when it is whole; so much of it is used, and has memory. */
    private <T> T make(final Path file, final int used, final int length, final Function<AtomicBuffer, T> creator) {
        final Path unfinished = Path.of(file + UNFINISHED_SUFFIX);
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectory(folder);
                HubDirectory.restrict(folder);
            }
            Files.deleteIfExists(unfinished);
            try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                fill(channel, used);
                extend(channel, length);
                final T made = creator.apply(MappedMessageFiles.map(channel, length));
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
                return made;
            }
        } catch (final IOException e) {
            try {
                Files.deleteIfExists(unfinished);
            } catch (final IOException second) {
                e.addSuppressed(second);
            }
            throw new TaktException("no room for messages: " + file + " needs " + used + " bytes: " + e.getMessage(),
                e);
        }
    }

    /** By its last byte alone: the bytes before it stay without memory. */
    private static void extend(final FileChannel channel, final int length) throws IOException {
        if (channel.size() < length) {
            channel.write(ByteBuffer.allocate(1), length - 1L);
        }
    }

    private static void fill(final FileChannel channel, final int length) throws IOException {
        final ByteBuffer zeros = ByteBuffer.allocateDirect(PIECE);
        for (int left = length; left > 0; left -= PIECE) {
            zeros.clear().limit(Math.min(PIECE, left));
            while (zeros.hasRemaining()) {
                channel.write(zeros);
            }
        }
    }
}
