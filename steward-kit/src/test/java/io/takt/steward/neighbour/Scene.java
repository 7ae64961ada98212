package io.takt.steward.neighbour;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import io.takt.steward.View;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Bodies that change their motion when they touch, found among their neighbours or among all. */
abstract class Scene<B> {
    final CellType<B> bodies;
    final Neighbourhood<B> neighbourhood;
    final CellType<String> notes = CellType.of(7, "notes", Codec.of((text, out) -> out.writeString(text),
        in -> in.readString()));
    private final int count;
    private final boolean all;
    private final boolean merged;
    private final Touches touches = new Touches();
    private final EventType<Touch> touchType;
    private final EventType<Put> putType;
    private final EventType<Look> lookType;

    /** With all, a body is compared with every other one, and there are no crossings. */
    Scene(final int count, final boolean all, final boolean merged, final Codec<B> codec, final Space<B> space) {
        this.count = count;
        this.all = all;
        this.merged = merged;
        bodies = CellType.of(1, "bodies", codec);
        final Neighbourhood.Arrival<B> arrival = (tx, body) -> tx.predict(touches, body);
        neighbourhood = merged ? Neighbourhood.predictedByUser(2, "near", bodies, space, arrival)
            : Neighbourhood.of(2, "near", bodies, space, arrival);
        touchType = EventType.of(3, "touch", type(Touch.class), Codec.of(
            (touch, out) -> {
                out.writeCell(touch.one);
                out.writeCell(touch.other);
            },
            in -> new Touch(in.readCell(bodies), in.readCell(bodies))));
        putType = EventType.of(4, "put", type(Put.class), Codec.of(
            (put, out) -> {
                out.writeLong(put.number);
                out.writeBoolean(put.body != null);
                if (put.body != null) {
                    codec.write(put.body, out);
                }
            },
            in -> new Put(in.readLong(), in.readBoolean() ? codec.read(in) : null)));
        lookType = EventType.of(5, "look", type(Look.class), Codec.of((look, out) -> { }, in -> new Look()));
    }

    /** When two touch, the other one shifted; the greatest long if never. */
    abstract long touch(B one, B other, long[] turns, long from, long until);

    /** With the other's velocity. */
    abstract B turned(B body, B other, long time);

    /** All turns that the images of another body can have, for the comparison of all with all. */
    abstract List<long[]> images(B one, B other);

    /** Whether their boxes overlap, the other one shifted. */
    abstract boolean overlap(B one, B other, long[] turns, long time);

    @SuppressWarnings("unchecked") // The inner classes of this scene, whatever its bodies are.
    private static <E> Class<E> type(final Class<?> raw) {
        return (Class<E>) raw;
    }

    Physics physics() {
        return neighbourhood.addTo(Physics.builder().cells(bodies, notes)).events(touchType, putType, lookType)
            .predictors(touches).build();
    }

    void put(final Steward steward, final long time, final long number, final B body) {
        steward.insert(time, Id.hash(1, number, time), new Put(number, body));
    }

    void look(final Steward steward, final long time) {
        steward.insert(time, Id.hash(2, time), new Look());
    }

    /** Each body at a time, and how often two have touched. */
    String state(final Steward steward, final long time) {
        final StringBuilder text = new StringBuilder();
        try (Snapshot snapshot = steward.snapshot(time)) {
            for (int i = 0; i < count; i++) {
                text.append(snapshot.get(steward.cell(bodies, i))).append('\n');
            }
        }
        return text.toString();
    }

    /**
     * The bodies that are noted as near without being expected, or are missing: those that overlapped at this tick and
     * the one before.
     */
    String missed(final Steward steward, final long time, final long before) {
        final StringBuilder text = new StringBuilder();
        try (Snapshot snapshot = steward.snapshot(time)) {
            final String noted = snapshot.get(steward.cell(notes, time));
            for (long i = 0; i < count; i++) {
                for (long j = 0; j < count; j++) {
                    final B one = snapshot.get(steward.cell(bodies, i));
                    final B other = snapshot.get(steward.cell(bodies, j));
                    if (i != j && one != null && other != null) {
                        for (final long[] turns : images(one, other)) {
                            if (overlap(one, other, turns, time) && overlap(one, other, turns, before)
                                && !noted.contains(name(i, j, turns[0], turns[1], turns[2]))) {
                                text.append(time).append(':').append(name(i, j, turns[0], turns[1], turns[2]));
                            }
                        }
                    }
                }
            }
        }
        return text.toString();
    }

    private static String name(final long one, final long other, final long x, final long y, final long z) {
        return " " + one + "-" + other + "@" + x + "," + y + "," + z + ";";
    }

    private void eachOther(final View view, final Cell<B> body, final Neighbourhood.Visitor visitor) {
        if (!all) {
            neighbourhood.near(view, body, visitor);
            return;
        }
        for (int i = 0; i < count; i++) {
            final Cell<B> other = view.cell(bodies, i);
            if (other != body && view.get(other) != null) {
                for (final long[] turns : images(view.get(body), view.get(other))) {
                    visitor.near(i, turns[0], turns[1], turns[2]);
                }
            }
        }
    }

    private void moved(final Transaction tx, final Cell<B> body) {
        if (!all) {
            neighbourhood.place(tx, body);
        }
        tx.predict(touches, body);
    }

    /** The next touch of a body. */
    private final class Touches implements Predictor<B> {
        @Override
        public long id() {
            return 6;
        }

        @Override
        public CellType<B> subject() {
            return bodies;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<B> subject, final Forecast forecast) {
            final B body = forecast.get(subject);
            if (body == null) {
                return;
            }
            final long crossing = merged && !all ? neighbourhood.crossingTime(forecast, subject) : Long.MAX_VALUE;
            final long[] best = {crossing};
            final List<Cell<B>> with = new ArrayList<>();
            eachOther(forecast, subject, (other, x, y, z) -> {
                final long time = touch(
                    body, forecast.get(bodies, other), new long[] {x, y, z}, forecast.time(), best[0]);
                if (time < best[0]) {
                    best[0] = time;
                    with.clear();
                    with.add(forecast.cell(bodies, other));
                }
            });
            if (!with.isEmpty()) {
                forecast.predict(best[0], new Touch(subject, with.get(0)), subject, with.get(0));
            } else if (crossing != Long.MAX_VALUE) {
                forecast.predict(crossing, neighbourhood.crossing(subject), subject);
            }
        }
    }

    /** Two touch. */
    private final class Touch implements Event {
        private final Cell<B> one;
        private final Cell<B> other;

        private Touch(final Cell<B> one, final Cell<B> other) {
            this.one = one;
            this.other = other;
        }

        @Override
        public EventType<?> type() {
            return touchType;
        }

        @Override
        public void execute(final Transaction tx) {
            final B first = tx.get(one);
            final B second = tx.get(other);
            tx.set(one, turned(first, second, tx.time()));
            tx.set(other, turned(second, first, tx.time()));
            moved(tx, one);
            moved(tx, other);
        }

        @Override
        @SuppressWarnings("unchecked")
        public boolean equals(final Object object) {
            return object instanceof Scene.Touch && one == ((Scene<B>.Touch) object).one
                && other == ((Scene<B>.Touch) object).other;
        }

        @Override
        public int hashCode() {
            return (int) (one.number() * 31 + other.number());
        }
    }

    /** A body comes, changes its motion, or goes. */
    private final class Put implements Event {
        private final long number;
        private final B body;

        private Put(final long number, final B body) {
            this.number = number;
            this.body = body;
        }

        @Override
        public EventType<?> type() {
            return putType;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<B> cell = tx.cell(bodies, number);
            tx.set(cell, body);
            if (body != null) {
                moved(tx, cell);
            } else {
                tx.cancel(touches, cell);
                neighbourhood.remove(tx, cell);
            }
        }
    }

    /** Notes the neighbours of each body. */
    private final class Look implements Event {
        @Override
        public EventType<?> type() {
            return lookType;
        }

        @Override
        public void execute(final Transaction tx) {
            final StringBuilder text = new StringBuilder();
            for (int i = 0; i < count; i++) {
                final Cell<B> body = tx.cell(bodies, i);
                if (tx.get(body) != null) {
                    final TreeSet<String> shown = new TreeSet<>();
                    neighbourhood.near(tx, body, (other, x, y, z) -> {
                        final String name = name(body.number(), other, x, y, z);
                        text.append(shown.add(name) ? name : "twice");
                    });
                }
            }
            tx.set(tx.cell(notes, tx.time()), text.toString());
        }
    }
}
