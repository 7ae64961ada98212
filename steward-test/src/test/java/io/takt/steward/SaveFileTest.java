package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A saved simulation goes on as if it had not been saved; a damaged file is refused, in one line, as a whole. */
class SaveFileTest {
    private final Steward steward = LogSteward.withHistory(Toy.PHYSICS);

    SaveFileTest() {
        for (int i = 0; i < 40; i++) {
            steward.insert(i * 3, Id.of(0, i), new Toy.Drop(i * 5 % Toy.SITES, 1 + i % 5));
        }
    }

    @Test
    void goingOnAfterLoadingIsGoingOn() throws IOException {
        final LogSteward loaded = LogSteward.load(in(save(60)), Toy.PHYSICS, true);
        assertThat(loaded.now()).isEqualTo(60);
        assertThat(loaded.frozenBefore()).isEqualTo(61);
        assertThat(EventRecord.firstDifference(loaded.history(61, 300), steward.history(61, 300))).isNull();
        loaded.insert(65, Id.of(1, 0), new Toy.Drop(3, 4));
        steward.insert(65, Id.of(1, 0), new Toy.Drop(3, 4));
        assertThat(loaded.digest(61, 300)).isEqualTo(steward.digest(61, 300));
        try (Snapshot here = loaded.snapshot(300); Snapshot there = steward.snapshot(300)) {
            assertThat(here.digest()).isEqualTo(there.digest());
        }
    }

    @Test
    void aTruncatedFileIsRefused() throws IOException {
        final byte[] file = save(60);
        for (int length = 0; length < file.length; length++) {
            final byte[] part = Arrays.copyOf(file, length);
            assertThatThrownBy(() -> LogSteward.load(in(part), Toy.PHYSICS, true))
                .isInstanceOf(SaveException.class).hasMessageMatching("(not a save file|truncated).*");
        }
    }

    @Test
    void anAlteredFileIsRefused() throws IOException {
        final byte[] file = save(60);
        for (int i = 0; i < file.length; i++) {
            final byte[] altered = file.clone();
            altered[i] ^= (byte) (1 << (i & 7));
            assertThatThrownBy(() -> LogSteward.load(in(altered), Toy.PHYSICS, true))
                .isInstanceOf(SaveException.class);
        }
        final byte[] longer = Arrays.copyOf(file, file.length + 1);
        assertThatThrownBy(() -> LogSteward.load(in(longer), Toy.PHYSICS, true))
            .isInstanceOf(SaveException.class).hasMessageContaining("something follows");
    }

    @Test
    void aFileOfAnotherPhysicsIsRefused() throws IOException {
        final byte[] file = save(60);
        final Physics fewer = Physics.builder().cells(Toy.PILE).events(Toy.DROP, Toy.TOPPLE, Toy.FADE)
            .predictors(Toy.TOPPLES, Toy.FADES).build();
        assertThatThrownBy(() -> LogSteward.load(in(file), fewer, true))
            .isInstanceOf(SaveException.class).hasMessageContaining("toppled");
        final Physics noFading = Physics.builder().cells(Toy.PILE, Toy.TOPPLED).events(Toy.DROP)
            .predictors(Toy.TOPPLES, Toy.FADES).build();
        assertThatThrownBy(() -> LogSteward.load(in(file), noFading, true))
            .isInstanceOf(SaveException.class)
            .hasMessageContaining("type of events").hasMessageContaining("topple (0x");
        final Physics noFades = Physics.builder().cells(Toy.PILE, Toy.TOPPLED).events(Toy.DROP, Toy.TOPPLE, Toy.FADE)
            .predictors(Toy.TOPPLES).build();
        assertThatThrownBy(() -> LogSteward.load(in(file), noFades, true))
            .isInstanceOf(SaveException.class).hasMessageContaining("predictor").hasMessageContaining("Fades (0x");
    }

    @Test
    void aFileOfTheVersionBeforeIsRead() throws IOException {
        final byte[] old = withoutNames(save(60));
        final LogSteward loaded = LogSteward.load(in(old), Toy.PHYSICS, true);
        assertThat(loaded.digest(61, 300)).isEqualTo(steward.digest(61, 300));
        final Physics noFading = Physics.builder().cells(Toy.PILE, Toy.TOPPLED).events(Toy.DROP)
            .predictors(Toy.TOPPLES, Toy.FADES).build();
        assertThatThrownBy(() -> LogSteward.load(in(old), noFading, true))
            .isInstanceOf(SaveException.class).hasMessageContaining("type of events with the id");
    }

    /** One bit is all that is between them. */
    @Test
    void aVersionIsNotTakenForTheOther() throws IOException {
        for (final byte[] file : new byte[][] {save(60), withoutNames(save(60))}) {
            file[7] ^= 1;
            assertThatThrownBy(() -> LogSteward.load(in(file), Toy.PHYSICS, true))
                .isInstanceOf(SaveException.class).hasMessageStartingWith("altered");
        }
    }

    @Test
    void anEventMayHaveTheIdOfAPredictor() throws IOException {
        final Physics poked = Physics.builder().cells(Toy.PILE, Toy.TOPPLED)
            .events(Toy.DROP, Toy.TOPPLE, Toy.FADE, Poke.TYPE).predictors(Toy.TOPPLES, Toy.FADES).build();
        final Steward other = LogSteward.withHistory(poked);
        other.insert(9, Id.of(0, 0), new Poke());
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot snapshot = other.snapshot(5)) {
            snapshot.save(out, poked);
        }
        assertThatThrownBy(() -> LogSteward.load(in(out.toByteArray()), Toy.PHYSICS, true))
            .isInstanceOf(SaveException.class).hasMessageContaining("type of events").hasMessageContaining("poke (0x");
    }

    /** Of a type with an id that a predictor has, too. */
    private record Poke() implements Event {
        private static final EventType<Poke> TYPE = EventType.of(Toy.FADES.id(), "poke", Poke.class,
            Codec.of((event, out) -> { }, in -> new Poke()));

        @Override
        public EventType<?> type() {
            return TYPE;
        }

        @Override
        public void execute(final Transaction tx) {
            // It only has to be there.
        }
    }

    /** As it was saved before events and predictors had names there. */
    private byte[] withoutNames(final byte[] file) {
        final StateInput in = new StateInput(file, Toy.PHYSICS, steward);
        final StateOutput body = new StateOutput();
        in.readLong();
        in.readLong();
        in.readId();
        for (int list = 0; list < 3; list++) {
            final int from = file.length - in.remaining();
            for (int left = in.readInt(); left > 0; left--) {
                in.readLong();
                in.readString();
            }
            if (list == 0) {
                write(file, from, file.length - in.remaining(), body);
            }
        }
        write(file, file.length - in.remaining(), file.length, body);
        final StateOutput header = new StateOutput();
        header.writeLong(0x32575453544b4154L);
        header.writeLong(body.size());
        header.writeId(body.digest());
        final byte[] old = Arrays.copyOf(header.toByteArray(), header.size() + body.size());
        System.arraycopy(body.toByteArray(), 0, old, header.size(), body.size());
        return old;
    }

    private static void write(final byte[] bytes, final int from, final int to, final StateOutput out) {
        for (int i = from; i < to; i++) {
            out.writeByte(bytes[i]);
        }
    }

    @Test
    void aFileOfAnotherSaltIsRefused() throws IOException {
        final byte[] file = save(60);
        assertThatThrownBy(() -> LogSteward.load(in(file), Toy.salted(7), true))
            .isInstanceOf(SaveException.class).hasMessageContaining("salt 0").hasMessageContaining("is 7");
        final Steward salted = LogSteward.withHistory(Toy.salted(7));
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot snapshot = salted.snapshot(5)) {
            snapshot.save(out, salted.physics());
        }
        assertThat(LogSteward.load(in(out.toByteArray()), Toy.salted(7), true).now()).isEqualTo(5);
        assertThatThrownBy(() -> LogSteward.load(in(out.toByteArray()), Toy.PHYSICS, true))
            .isInstanceOf(SaveException.class).hasMessageContaining("salt 7");
    }

    private byte[] save(final long time) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot snapshot = steward.snapshot(time)) {
            snapshot.save(out, Toy.PHYSICS);
        }
        return out.toByteArray();
    }

    private static ByteArrayInputStream in(final byte[] file) {
        return new ByteArrayInputStream(file);
    }
}
