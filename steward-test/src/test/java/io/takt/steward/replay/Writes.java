package io.takt.steward.replay;

import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Transaction;
import java.util.Arrays;
import java.util.List;

/** Events that write values of a type of a test's own. */
final class Writes<V> {
    private final CellType<V> cells;
    private final List<V> values;
    final List<EventType<Writes<V>.Write>> types;

    @SuppressWarnings("unchecked") // The inner class, whatever the values are.
    Writes(final CellType<V> cells, final List<V> values) {
        this.cells = cells;
        this.values = values;
        final Class<Writes<V>.Write> type = (Class<Writes<V>.Write>) (Class<?>) Write.class;
        types = Arrays.asList(
            EventType.of(10, "one", type, Codec.of((write, out) -> { }, in -> new Write(0))),
            EventType.of(11, "other", type, Codec.of((write, out) -> { }, in -> new Write(1))));
    }

    final class Write implements Event {
        private final int number;

        Write(final int number) {
            this.number = number;
        }

        @Override
        public EventType<?> type() {
            return types.get(number);
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(cells, 0), values.get(number));
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Writes<?>.Write && number == ((Writes<?>.Write) other).number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return "writes " + cells;
        }
    }
}
