package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DerivedCodecTest {
    private static final CellType<All> ALL = CellType.of("all", All.class);
    private static final Physics PHYSICS = Physics.builder().cells(ALL).events(Put.class).build();

    private static All all(final Cells cells, final Map<String, List<Leaf>> map) {
        return new All(true, (byte) -3, (short) -300, '\uffff', -5, Long.MIN_VALUE, -0.0f, Double.NaN, 7L,
            "text \u00e9", Colour.RED, new Leaf(1, List.of(new Leaf(2, List.of()))), List.of(1, 2, 3), map,
            Map.of(2L, 1.5, -1L, 2.5),
            Id.of(1, 2), cells.cell(ALL, 9));
    }

    private static byte[] written(final All value) {
        final StateOutput out = new StateOutput();
        ALL.codec().write(value, out);
        return out.toByteArray();
    }

    @Test
    void allKindsOfComponentsAreReadAsWritten() {
        final Steward steward = LogSteward.withHistory(PHYSICS);
        final All value = all(steward, Map.of("b", List.of(), "a", List.of(new Leaf(4, List.of()))));
        final StateInput in = new StateInput(written(value), PHYSICS, steward);
        final All read = ALL.codec().read(in);
        assertThat(read).isEqualTo(value);
        assertThat(in.remaining()).isZero();
        assertThat(read.map().keySet()).containsExactly("a", "b");
        assertThat(read.numbers().keySet()).containsExactly(-1L, 2L);
    }

    @Test
    void mapsAreWrittenInTheOrderOfTheirKeysHoweverTheyWereMade() {
        final Steward steward = LogSteward.withHistory(PHYSICS);
        final List<String> keys = new ArrayList<>(List.of("Aa", "BB", "x", "C", "AaBB", "BBAa"));
        final TreeMap<String, List<Leaf>> sorted = new TreeMap<>();
        keys.forEach(key -> sorted.put(key, List.of()));
        final Map<String, List<Leaf>> hashed = new HashMap<>(1024);
        Collections.reverse(keys);
        keys.forEach(key -> hashed.put(key, List.of()));
        assertThat(new ArrayList<>(hashed.keySet())).isNotEqualTo(new ArrayList<>(sorted.keySet()));
        assertThat(written(all(steward, hashed))).isEqualTo(written(all(steward, sorted)));
    }

    /** The bytes of save files are for ever. */
    @Test
    void theBytesAndIdsStayTheSame() {
        final StateOutput out = new StateOutput();
        Codec.of(Few.class).write(new Few(1, Colour.GREEN, List.of("a")), out);
        assertThat(out.toByteArray()).isEqualTo(new byte[] {
            1, 0, 0, 0, 5, 0, 0, 0, 'G', 'R', 'E', 'E', 'N', 1, 0, 0, 0, 1, 0, 0, 0, 'a'});
        assertThat(CellType.of("few", Few.class)).hasToString("few (0xb4cd43aa41f1fc7)");
        assertThat(EventType.of(Few.class)).hasToString("Few (0x27cfae4431d6f346)");
        assertThat(Predictor.of("few", ALL, (cell, forecast) -> { }).id()).isEqualTo(0x9445f998ea1f0eL);
    }

    @Test
    void anotherNameOrOtherComponentsMakeAnotherId() {
        final CellType<?> few = CellType.of("few", Few.class);
        assertThat(List.of(CellType.of("more", Few.class).id(), CellType.of("few", Renamed.class).id(),
            CellType.of("few", Widened.class).id(), CellType.of("few", Long.class).id())).doesNotContain(few.id());
        assertThat(CellType.of("few", Few.class).id()).isEqualTo(few.id());
        assertThat(EventType.of(Few.class)).isSameAs(new Few(1, Colour.RED, List.of()).type());
    }

    @Test
    void aPhysicsIsSavedAndLoaded() throws IOException {
        final Steward steward = LogSteward.withHistory(PHYSICS);
        steward.insert(3, new Put(1, "x"));
        steward.insert(3, new Put(2, "y"));
        steward.insert(9, new Put(2, "z"));
        assertThatThrownBy(() -> steward.insert(3, new Put(1, "x"))).hasMessageContaining("there is an event at 3/0/");
        steward.remove(3, new Put(1, "x"));
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot now = steward.snapshot(5)) {
            now.save(out, PHYSICS);
        }
        final Steward loaded =
            LogSteward.load(new ByteArrayInputStream(out.toByteArray()), PHYSICS, true);
        assertThat(loaded.get(loaded.cell(ALL, 1), 9)).isNull();
        assertThat(loaded.get(loaded.cell(ALL, 2), 5).text()).isEqualTo("y");
        assertThat(loaded.get(loaded.cell(ALL, 2), 9).text()).isEqualTo("z");
    }

    @Test
    void whatCannotBeDerivedIsNamed() {
        assertThatThrownBy(() -> Codec.of(WithArray.class)).isInstanceOf(StewardException.class).hasMessage(
            "no codec can be derived for the component 'sizes' of the record"
                + " io.takt.steward.DerivedCodecTest$WithArray, of type double[]: use a List for it");
        assertThatThrownBy(() -> Codec.of(Outer.class)).hasMessage(
            "no codec can be derived for the component 'names' of the record io.takt.steward.DerivedCodecTest$WithSet,"
                + " of type java.util.Set<java.lang.String>: primitive types and their boxes, String, enums, records,"
                + " List, Map, Id and Cell can be; write this one's codec by hand (Codec.of)");
        assertThatThrownBy(() -> Codec.of(WithKeys.class)).hasMessageContaining("the component 'map' of the record")
            .hasMessageEndingWith(": its keys must be in an order, as numbers, texts and enums are");
        assertThatThrownBy(() -> Codec.of(WithRaw.class)).hasMessageEndingWith("say of what it is, as in List<Long>");
        assertThatThrownBy(() -> Codec.of(Object.class)).hasMessageStartingWith(
            "no codec can be derived for java.lang.Object: primitive types");
        assertThatThrownBy(() -> new NoRecord().type()).hasMessage("no type of events can be derived for"
            + " io.takt.steward.DerivedCodecTest$NoRecord: make it a record, or let its type() return an"
            + " EventType.of(id, name, class, codec)");
        assertThatThrownBy(() -> Codec.of(Few.class).write(new Few(1, null, List.of()), new StateOutput())).hasMessage(
            "the component 'colour' of Few[number=1, colour=null, names=[]] is null: a derived codec writes no null;"
                + " write the codec of io.takt.steward.DerivedCodecTest$Few by hand (Codec.of), or have another value"
                + " stand for nothing");
        assertThatThrownBy(() -> Codec.of(Few.class).write(
            new Few(1, Colour.RED, Collections.singletonList(null)), new StateOutput())).hasMessage(
            "there is a null in [null]: a derived codec writes no null");
    }

    private enum Colour { RED, GREEN { } }

    private record Leaf(int size, List<Leaf> leaves) {
    }

    private record All(
        boolean yes, byte small, short medium, char letter, int number, long big, float rough, double fine, Long box,
        String text, Colour colour, Leaf leaf, List<Integer> list, Map<String, List<Leaf>> map,
        Map<Long, Double> numbers, Id id, Cell<All> cell) {
    }

    private record Few(int number, Colour colour, List<String> names) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.time();
        }
    }

    private record Renamed(int count, Colour colour, List<String> names) {
    }

    private record Widened(long number, Colour colour, List<String> names) {
    }

    private record Put(long to, String text) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final All value = all(tx, Map.of());
            tx.set(tx.cell(ALL, to), new All(true, value.small(), value.medium(), value.letter(), value.number(),
                value.big(), value.rough(), value.fine(), value.box(), text, value.colour(), value.leaf(), value.list(),
                value.map(), value.numbers(), value.id(), value.cell()));
        }
    }

    private record WithArray(int first, double[] sizes) {
    }

    private record Outer(List<WithSet> inner) {
    }

    private record WithSet(Set<String> names) {
    }

    private record WithKeys(Map<Few, Long> map) {
    }

    @SuppressWarnings("rawtypes")
    private record WithRaw(List list) {
    }

    private static final class NoRecord implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.time();
        }
    }
}
