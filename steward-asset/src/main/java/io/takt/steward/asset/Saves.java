package io.takt.steward.asset;

import io.takt.asset.JoinedAsset;
import io.takt.asset.SimTime;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.SaveException;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files from which another process goes on where this one was killed, whenever that is.
 *
 * <pre>
 *   steps             6     7     8     9
 *   a.2.journal   ──────────┤                   events inserted up to step 7, a block for each step
 *   a.3.world               ●                   after step 7: the state at the commit horizon, and later events
 *   a.3.journal             ├────────────►      events inserted from step 8 on
 * </pre>
 *
 * <p>A block is written before its step's T' is published, so the journals have all that the steps up to T_i inserted.
 * They may have one step more, which is dropped: its messages are handed over again. A snapshot is taken on the asset's
 * thread and written by another one; the files before it are kept until it is whole and its step is published. Journal
 * 0 begins without a snapshot, at the world's beginning.
 *
 * <p>For the asset's thread.
 */
final class Saves implements AutoCloseable {
    private static final long MAGIC = 0x32445257544b4154L; // "TAKTWRD2"
    private static final String WORLD = ".world";
    private static final String JOURNAL = ".journal";
    /** Of a snapshot that is being written; a process that is killed meanwhile leaves it. */
    private static final String PART = WORLD + ".part";

    private final Path folder;
    private final long everyNs;
    private final Identity identity;
    private final Physics physics;
    private final ExecutorService writer;
    /** Since the last step. */
    private final List<Insertion> inserted = new ArrayList<>();
    private Journal journal;
    private int number;
    private long savedAtNs;
    /** The snapshot that is being written, and the end of its step; null for none. */
    private Future<?> writing;
    private long writingNs;

    private record Insertion(long tick, Id id, Event event) {
    }

    /** Files in a folder, and a snapshot after so much simulation time. */
    Saves(final Path folder, final long everyNs, final Identity identity, final Physics physics) {
        this.folder = folder;
        this.everyNs = everyNs;
        this.identity = identity;
        this.physics = physics;
        writer = Executors.newSingleThreadExecutor(work -> {
            final Thread thread = new Thread(work, "steward-saves-" + identity.asset());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** An event was inserted since the last step. */
    void inserted(final long tick, final Id id, final Event event) {
        inserted.add(new Insertion(tick, id, event));
    }

    /** A run begins at 0: the files of an earlier one are of no use. */
    void begin() throws IOException {
        forgetSteps();
        try {
            Files.createDirectories(folder);
            deleteAll();
            number = 0;
            savedAtNs = 0;
            newJournal(0);
        } catch (final IOException e) {
            throw cannotBeSaved(e);
        }
    }

    /** The system's own message may be a path and nothing else. */
    private IOException cannotBeSaved(final Throwable cause) {
        return new IOException("the world of asset '" + identity.asset() + "' cannot be saved in " + folder + ": "
            + cause, cause);
    }

    private void forgetSteps() throws IOException {
        inserted.clear();
        finishWriting();
        if (journal != null) {
            journal.close();
        }
    }

    private void newJournal(final long fromNs) throws IOException {
        if (journal != null) {
            journal.close();
        }
        journal = Journal.create(file(number, JOURNAL));
        final StateOutput head = new StateOutput();
        head.writeLong(MAGIC);
        identity.write(head);
        head.writeLong(fromNs);
        journal.append(head.toByteArray());
    }

    /** A step is done; its time is about to be published. */
    void commit(final long toNs, final World world) throws IOException {
        final StateOutput block = new StateOutput();
        block.writeLong(toNs);
        for (final Insertion each : inserted) {
            block.writeLong(each.tick);
            block.writeId(each.id);
            block.writeEvent(each.event);
        }
        journal.append(block.toByteArray());
        inserted.clear();
        if (writing != null && writing.isDone() && toNs > writingNs) {
            finishWriting();
            delete(files(WORLD).headMap(number, false));
            delete(files(JOURNAL).headMap(number, false));
        }
        if (writing == null && toNs - savedAtNs >= everyNs && world.committed() >= 0) {
            number++;
            newJournal(toNs);
            save(toNs, world);
            savedAtNs = toNs;
        }
    }

    private void save(final long toNs, final World world) {
        final StateOutput head = new StateOutput();
        head.writeLong(MAGIC);
        identity.write(head);
        head.writeLong(toNs);
        head.writeId(world.digest());
        world.writeArrivals(head);
        final Snapshot snapshot = world.atHorizon();
        final int its = number;
        writingNs = toNs;
        writing = writer.submit(() -> {
            final ByteArrayOutputStream state = new ByteArrayOutputStream();
            try (snapshot) {
                snapshot.save(state, physics);
            }
            final Path part = file(its, PART);
            try (Journal blocks = Journal.create(part)) {
                blocks.append(head.toByteArray());
                blocks.append(state.toByteArray());
            }
            Files.move(part, file(its, WORLD), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return null;
        });
    }

    private void finishWriting() throws IOException {
        final Future<?> begun = writing;
        writing = null;
        boolean isInterrupted = false;
        while (begun != null) {
            try {
                begun.get();
                break;
            } catch (final InterruptedException e) {
                isInterrupted = true;
            } catch (final ExecutionException e) {
                throw cannotBeSaved(e.getCause());
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Refuses an asset that begins later than at 0 and has nothing to go on from.
     *
     * @param folder of its files; null for none.
     */
    static void requireToGoOn(final Path folder, final JoinedAsset asset, final long timeNs) {
        final String begins = "asset '" + asset.name() + "' is to begin at " + SimTime.format(timeNs) + ", and ";
        if (folder == null) {
            throw new IllegalStateException(begins + "has nothing that tells how its world is then: have it saved"
                + " (savedIn), and let it be there when the run begins");
        }
        if (!asset.isSuccessor()) {
            throw new SaveException(begins + "no process of it has come so far in this run, so it does not go on from"
                + " what is saved in " + folder + "; let it be there when the run begins");
        }
    }

    /**
     * The world of a process that was lost, as it was when it had published a time; yet to be advanced to it.
     *
     * @param timeNs    T_i, more than 0.
     * @param scale     of the world.
     * @param beginning makes the world as it begins.
     * @param before    is given the world before anything happens in it.
     */
    World resume(final long timeNs, final World.Scale scale, final Supplier<World> beginning,
        final Consumer<World> before) throws IOException {
        forgetSteps();
        World world = null;
        number = 0;
        savedAtNs = 0;
        for (final Map.Entry<Integer, Path> saved : files(WORLD).descendingMap().entrySet()) {
            world = load(saved.getValue(), timeNs, scale);
            if (world != null) {
                number = saved.getKey();
                break;
            }
        }
        if (world == null) {
            world = beginning.get();
        }
        before.accept(world);
        insertFromJournals(world, timeNs);
        return world;
    }

    /** Null for the snapshot of a step that was not published. */
    private World load(final Path file, final long timeNs, final World.Scale scale) throws IOException {
        try (Journal blocks = Journal.open(file)) {
            final StateInput head = head(blocks);
            final long stepNs = head.readLong();
            if (stepNs > timeNs) {
                return null;
            }
            final Id digest = head.readId();
            final byte[] state = blocks.next();
            if (state == null) {
                throw new SaveException(file + " is cut short");
            }
            savedAtNs = stepNs;
            final World world = World.load(physics, scale, state, digest);
            world.readArrivals(head);
            return world;
        }
    }

    /** Inserts the events of all steps up to a time. Leaves the journals as they were then. */
    private void insertFromJournals(final World world, final long timeNs) throws IOException {
        openJournal(timeNs, savedAtNs);
        long reachedNs = savedAtNs;
        while (reachedNs < timeNs) {
            final byte[] block = journal.next();
            if (block == null) {
                number++;
                journal.close();
                openJournal(timeNs, reachedNs);
            } else {
                reachedNs = insert(block, world, timeNs);
            }
        }
        journal.truncate();
        delete(files(WORLD).tailMap(number, false));
        delete(files(JOURNAL).tailMap(number, false));
    }

    private void openJournal(final long timeNs, final long reachedNs) throws IOException {
        final Path file = file(number, JOURNAL);
        if (!Files.exists(file)) {
            throw new SaveException("asset '" + identity.asset() + "' is to go on from " + SimTime.format(timeNs)
                + ", but what is saved in " + folder + " ends at " + SimTime.format(reachedNs) + ": there is no "
                + file.getFileName());
        }
        journal = Journal.open(file);
        final long fromNs = head(journal).readLong();
        if (fromNs != reachedNs) {
            throw new SaveException(file + " begins at " + SimTime.format(fromNs) + ", but what is saved before it ends"
                + " at " + SimTime.format(reachedNs));
        }
    }

    /** Inserts the events of a step. Returns the step's end. */
    private long insert(final byte[] block, final World world, final long timeNs) {
        final StateInput in = new StateInput(block, physics, world.steward());
        final long stepNs = in.readLong();
        if (stepNs > timeNs) {
            throw new SaveException(journal.file() + " has no step that ends at " + SimTime.format(timeNs)
                + ", from where asset '" + identity.asset() + "' is to go on");
        }
        while (in.remaining() > 0) {
            final long tick = in.readLong();
            final Id id = in.readId();
            world.insert(tick, id, in.readEvent());
        }
        return stepNs;
    }

    /** What stands in the head of a file after the identity. */
    private StateInput head(final Journal blocks) throws IOException {
        final byte[] block = blocks.next();
        final StateInput in = new StateInput(block == null ? new byte[0] : block, physics, null);
        if (in.remaining() < Long.BYTES || in.readLong() != MAGIC) {
            throw new SaveException(blocks.file() + " is no file of a steward's asset, or of another version");
        }
        identity.require(in, blocks.file());
        return in;
    }

    private Path file(final int its, final String suffix) {
        return folder.resolve(identity.asset() + "." + its + suffix);
    }

    /** The files of this asset by their numbers. */
    private NavigableMap<Integer, Path> files(final String suffix) throws IOException {
        final NavigableMap<Integer, Path> files = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            final Pattern name = Pattern.compile(Pattern.quote(identity.asset()) + "\\.([0-9]{1,9})" + suffix);
            try (Stream<Path> all = Files.list(folder)) {
                all.forEach(file -> {
                    final Matcher matcher = name.matcher(file.getFileName().toString());
                    if (matcher.matches()) {
                        files.put(Integer.parseInt(matcher.group(1)), file);
                    }
                });
            }
        }
        return files;
    }

    private void deleteAll() throws IOException {
        delete(files(WORLD));
        delete(files(JOURNAL));
        delete(files(PART));
    }

    private static void delete(final NavigableMap<Integer, Path> files) throws IOException {
        for (final Path file : files.values()) {
            Files.delete(file);
        }
    }

    /** The run has ended, and its files are of no use: a later run must not take them for its own. */
    void end() throws IOException {
        close();
        deleteAll();
    }

    /** The files stay. */
    @Override
    public void close() throws IOException {
        writer.shutdown();
        forgetSteps();
    }
}
