package io.takt.steward.check;

import io.takt.steward.Cell;
import io.takt.steward.Id;
import io.takt.steward.Snapshot;
import io.takt.steward.StateOutput;
import io.takt.steward.Steward;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The difference between the present states of two stewards. */
final class SnapshotDifference {
    private SnapshotDifference() {
    }

    /** Fails if anything does: cells, predictions, fiat events to come. */
    static void require(
        final Steward one, final Steward other, final long time, final String nameOfOne, final String nameOfOther) {
        try (Snapshot here = one.snapshot(time); Snapshot there = other.snapshot(time)) {
            if (!here.digest().equals(there.digest())) {
                throw new AssertionError("at the time " + time + ", " + first(here, there)
                    + "\n  (here " + nameOfOne + ", there " + nameOfOther + ")");
            }
        }
    }

    private static String first(final Snapshot here, final Snapshot there) {
        final String cells = first("cell", cells(here), cells(there));
        if (cells != null) {
            return cells;
        }
        final String predictions = first("prediction", lines(here.predictions()), lines(there.predictions()));
        final String fiats = predictions != null ? predictions
            : first("fiat event", lines(here.fiatEvents()), lines(there.fiatEvents()));
        final String dependences = fiats != null ? fiats
            : first("dependence", lines(here.dependences()), lines(there.dependences()));
        return dependences != null ? dependences : "something differs that has the same text";
    }

    private static String first(final String what, final List<Line> here, final List<Line> there) {
        for (int i = 0; i < Math.max(here.size(), there.size()); i++) {
            final Line one = i < here.size() ? here.get(i) : Line.NONE;
            final Line other = i < there.size() ? there.get(i) : Line.NONE;
            if (!one.equals(other)) {
                return what + " " + i + " differs\n  here:  " + one.text + "\n  there: " + other.text;
            }
        }
        return null;
    }

    private static List<Line> cells(final Snapshot snapshot) {
        final List<Line> lines = new ArrayList<>();
        snapshot.cells().forEach(cell -> lines.add(line(snapshot, cell)));
        return lines;
    }

    private static <V> Line line(final Snapshot snapshot, final Cell<V> cell) {
        final V value = snapshot.get(cell);
        final StateOutput out = new StateOutput();
        out.writeCell(cell);
        cell.type().codec().write(value, out);
        return new Line(cell + " = " + value, out.digest());
    }

    private static List<Line> lines(final List<?> things) {
        final Function<Object, Line> line = thing -> new Line(thing.toString(), Id.hash());
        return things.stream().map(line).toList();
    }

    /** Of a value that is written alike, the text may be another, if it is made by identity. */
    private record Line(String text, Id digest) {
        static final Line NONE = new Line("nothing more", Id.hash(0));

        @Override
        public boolean equals(final Object other) {
            return other instanceof Line && digest.equals(((Line) other).digest)
                && (!digest.equals(Id.hash()) || text.equals(((Line) other).text));
        }

        @Override
        public int hashCode() {
            return digest.hashCode();
        }
    }
}
