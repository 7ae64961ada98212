package io.takt.steward;

import io.takt.steward.Snapshot.Canary;
import io.takt.steward.Snapshot.Dependence;
import io.takt.steward.Snapshot.FiatEvent;
import io.takt.steward.Snapshot.PendingEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * The whole network of cells, pending predictions and fiat events as bytes, little-endian:
 *
 * <pre>
 *  magic    8 bytes  "TAKTSTW4": the version is part of it
 *  length   8 bytes  of the body
 *  digest  16 bytes  of the body and the magic
 *  body     types    count, then the id and name of each type of cells
 *           events   count, then the id and name of each type of events
 *           asked    count, then the id and name of each predictor
 *           salt     of the physics
 *           time     base time of the snapshot
 *           cells    count, then type, key and value of each, in order
 *           pending  count, then predictor, subject, instant, canaries and event of each, in order
 *           fiat     count, then instant and event of each, in order
 *           depends  count, then predictor, subject, count of cells and cells of each, in order
 * </pre>
 *
 * <p>Where the last part would be empty it is left out, and the version is "TAKTSTW3". A file of the version before
 * that, "TAKTSTW2", has no names of events and predictors either, and the digest is of the body alone; it is read, too.
 */
public final class SaveFile {
    private static final long MAGIC = 0x34575453544b4154L;
    private static final long MAGIC_WITHOUT_DEPENDENCES = 0x33575453544b4154L;
    private static final long MAGIC_WITHOUT_NAMES = 0x32575453544b4154L;
    private static final int HEADER = 32;

    private SaveFile() {
    }

    /** Where what is read goes, in this order: the time, cells, predictions, fiat events, dependences. */
    public interface Target extends Cells {
        /**
         * The base time up to which everything has happened.
         *
         * @param time in the unit of the simulation.
         */
        void time(long time);

        /**
         * The value of a cell.
         *
         * @param <V>   of its values.
         * @param cell  one of this target.
         * @param value never null.
         */
        <V> void value(Cell<V> cell, V value);

        /**
         * A prediction that is still to come up.
         *
         * @param prediction with cells of this target.
         */
        void pending(PendingEvent prediction);

        /**
         * A fiat event that is still to come up.
         *
         * @param event after the time.
         */
        void fiat(FiatEvent event);

        /**
         * The cells on which a predictor's last answer depends.
         *
         * @param dependence with cells of this target.
         */
        void dependence(Dependence dependence);
    }

    static Id digest(final Snapshot snapshot) {
        final StateOutput out = new StateOutput();
        writeState(snapshot, out);
        return out.digest();
    }

    static void write(final Snapshot snapshot, final Physics physics, final OutputStream target) throws IOException {
        final StateOutput body = new StateOutput();
        body.writeInt(physics.cellTypes().size());
        physics.cellTypes().forEach(type -> writeName(type.id(), type.toString(), body));
        body.writeInt(physics.eventTypes().size());
        physics.eventTypes().forEach(type -> writeName(type.id(), type.toString(), body));
        body.writeInt(physics.predictors().size());
        physics.predictors().forEach(predictor -> writeName(predictor.id(), Physics.name(predictor), body));
        body.writeLong(physics.salt());
        final long magic = writeState(snapshot, body) ? MAGIC : MAGIC_WITHOUT_DEPENDENCES;
        final StateOutput header = new StateOutput();
        header.writeLong(magic);
        header.writeLong(body.size());
        header.writeId(digest(body.digest(), magic));
        target.write(header.toByteArray());
        target.write(body.toByteArray());
    }

    /** One version is not to be taken for the other: one altered bit is all that is between their magics. */
    private static Id digest(final Id ofBody, final long magic) {
        return magic == MAGIC_WITHOUT_NAMES ? ofBody : Id.hash(ofBody.high(), ofBody.low(), magic);
    }

    private static void writeName(final long id, final String name, final StateOutput out) {
        out.writeLong(id);
        out.writeString(name);
    }

    /**
     * Reads what was saved. Nothing reaches the target before the whole file is known to be there and unaltered.
     *
     * @param source  read up to its end; not closed.
     * @param physics of the steward to be.
     * @param target  a steward without a history.
     * @throws IOException if {@code source} does.
     */
    public static void read(final InputStream source, final Physics physics, final Target target) throws IOException {
        final byte[] file = source.readAllBytes();
        final StateInput header = new StateInput(file, physics, target);
        final long magic = file.length < HEADER ? 0 : header.readLong();
        if (magic != MAGIC && magic != MAGIC_WITHOUT_DEPENDENCES && magic != MAGIC_WITHOUT_NAMES) {
            throw new SaveException("not a save file of this version, or the beginning of one: " + file.length
                + " bytes that do not begin with TAKTSTW4, or with 3 or 2 for the 4, and a header of " + HEADER
                + " bytes");
        }
        final long length = header.readLong();
        if (length != file.length - HEADER) {
            throw new SaveException("truncated, or something follows: the save file has " + (file.length - HEADER)
                + " bytes after its header and should have " + length);
        }
        if (!header.readId().equals(digest(StateOutput.digest(file, HEADER, file.length - HEADER), magic))) {
            throw new SaveException("altered: the save file's digest is not that of its content");
        }
        final StateInput in = new StateInput(Arrays.copyOfRange(file, HEADER, file.length), physics, target);
        readTypes(in, physics);
        if (magic != MAGIC_WITHOUT_NAMES) {
            readNames(in, in::eventName);
            readNames(in, in::predictorName);
        }
        readSalt(in, physics);
        try {
            readState(in, target);
            if (magic == MAGIC) {
                readDependences(in, target);
            }
        } catch (final SaveException e) {
            throw e;
        } catch (final RuntimeException e) {
            throw new SaveException("not a save file of this physics: " + e.getMessage(), e);
        }
        if (in.remaining() != 0) {
            throw new SaveException(
                "the codecs of this physics left " + in.remaining() + " bytes of the save file unread");
        }
    }

    private static void readTypes(final StateInput in, final Physics physics) {
        for (int i = in.readInt(); i > 0; i--) {
            final long id = in.readLong();
            final String name = in.readString();
            if (physics.cellTypes().stream().noneMatch(type -> type.id() == id)) {
                throw new SaveException("saved with a type of cells that this physics does not have: " + name);
            }
        }
    }

    /** Of types that may be missing, unless something is read that is of them. */
    private static void readNames(final StateInput in, final ObjLongConsumer<String> named) {
        for (int i = in.readInt(); i > 0; i--) {
            final long id = in.readLong();
            named.accept(in.readString(), id);
        }
    }

    private static void readSalt(final StateInput in, final Physics physics) {
        final long salt = in.readLong();
        if (salt != physics.salt()) {
            throw new SaveException("saved with the salt " + salt + ", but the salt of this physics is "
                + physics.salt() + ": its events would get other random numbers");
        }
    }

    /** Returns whether there are dependences. */
    private static boolean writeState(final Snapshot snapshot, final StateOutput out) {
        out.writeLong(snapshot.time());
        final List<Cell<?>> cells = snapshot.cells();
        out.writeInt(cells.size());
        for (final Cell<?> cell : cells) {
            out.writeCell(cell);
            writeValue(cell, snapshot, out);
        }
        final List<PendingEvent> pending = snapshot.predictions();
        out.writeInt(pending.size());
        for (final PendingEvent prediction : pending) {
            out.writeLong(prediction.predictor().id());
            out.writeCell(prediction.subject());
            out.writeTime(prediction.at());
            out.writeInt(prediction.canaries().size());
            for (final Canary canary : prediction.canaries()) {
                out.writeCell(canary.cell());
                out.writeBoolean(canary.current());
            }
            out.writeEvent(prediction.event());
        }
        final List<FiatEvent> fiats = snapshot.fiatEvents();
        out.writeInt(fiats.size());
        for (final FiatEvent fiat : fiats) {
            out.writeTime(fiat.at());
            out.writeEvent(fiat.event());
        }
        final List<Dependence> dependences = snapshot.dependences();
        if (!dependences.isEmpty()) {
            out.writeInt(dependences.size());
        }
        for (final Dependence dependence : dependences) {
            out.writeLong(dependence.predictor().id());
            out.writeCell(dependence.subject());
            out.writeInt(dependence.read().size());
            dependence.read().forEach(out::writeCell);
        }
        return !dependences.isEmpty();
    }

    private static <V> void writeValue(final Cell<V> cell, final Snapshot snapshot, final StateOutput out) {
        final V value = snapshot.get(cell);
        try {
            cell.type().codec().write(value, out);
        } catch (final RuntimeException e) {
            throw new StewardException("the codec of " + cell.type() + " fails to write what " + cell + " holds: "
                + EventException.reason(e), e);
        }
    }

    private static void readState(final StateInput in, final Target target) {
        target.time(in.readLong());
        for (int i = in.readInt(); i > 0; i--) {
            readValue(in.readCell(), in, target);
        }
        for (int i = in.readInt(); i > 0; i--) {
            final Predictor<?> predictor = in.readPredictor();
            final Cell<?> subject = in.readCell();
            final ExtendedTime at = in.readTime();
            final List<Canary> canaries = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                final Cell<?> cell = in.readCell();
                canaries.add(new Canary(cell, in.readBoolean()));
            }
            target.pending(new PendingEvent(predictor, subject, at, in.readEvent(), canaries));
        }
        for (int i = in.readInt(); i > 0; i--) {
            final ExtendedTime at = in.readTime();
            target.fiat(new FiatEvent(at, in.readEvent()));
        }
    }

    private static void readDependences(final StateInput in, final Target target) {
        for (int i = in.readInt(); i > 0; i--) {
            final Predictor<?> predictor = in.readPredictor();
            final Cell<?> subject = in.readCell();
            final List<Cell<?>> read = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                read.add(in.readCell());
            }
            target.dependence(new Dependence(predictor, subject, read));
        }
    }

    private static <V> void readValue(final Cell<V> cell, final StateInput in, final Target target) {
        target.value(cell, cell.type().codec().read(in));
    }
}
