package io.takt.steward.neighbour;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Cells;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StewardException;
import io.takt.steward.Transaction;
import io.takt.steward.View;
import java.util.Arrays;

/**
 * Bodies in a {@link Space}, and their neighbours. Its state is in cells of the steward: the members of each grid
 * cell, and the region of each body. All orders are those of the bodies' keys.
 *
 * <p>How it is used: an event that brings a body in, or gives it another trajectory, calls {@link #place} after it has
 * written the body, and asks for a prediction of what the body will touch. A predictor of that looks at
 * {@link #near}: these are all bodies whose boxes can overlap with this body's before one of the two crosses into
 * another grid cell. When one does, {@link Arrival} is called, and asks for its prediction anew. So of two bodies that
 * come to touch, the one that came last, to the grid cell that they share or to its trajectory, has seen the other.
 *
 * <p>Crossings do not write bodies: predictions that have them as canaries stay. The grid cells that a predictor has
 * read need not be canaries: a body that comes there makes its own prediction.
 *
 * <p>Distances that are longer than a body, such as the range of a radio, are a neighbourhood of their own, with a
 * coarser grid and half of the greatest distance as extent.
 *
 * <p>Immutable.
 *
 * @param <B> of the bodies.
 */
public final class Neighbourhood<B> {
    private static final int USUALLY_NEAR = 32;

    private final CellType<B> bodies;
    private final Space<B> space;
    private final Arrival<B> arrival;
    private final CellType<Region> regions;
    private final CellType<Members<B>> grid;
    private final EventType<Crossing> crossings;
    private final Crosses predictor;

    private Neighbourhood(
        final long id, final String name, final CellType<B> bodies, final Space<B> space, final Arrival<B> arrival,
        final boolean predicts) {
        this.bodies = bodies;
        this.space = space;
        this.arrival = arrival;
        regions = CellType.of(Id.hash(id, 1).low(), name + " regions", Region.codec());
        grid = CellType.of(Id.hash(id, 2).low(), name + " grid", Members.codec(bodies));
        @SuppressWarnings("unchecked") // The class of the events of this neighbourhood, whatever its bodies are.
        final Class<Crossing> type = (Class<Crossing>) (Class<?>) Crossing.class;
        crossings = EventType.of(Id.hash(id, 3).low(), name + " crossing", type, Codec.of(
            (crossing, out) -> out.writeCell(crossing.body), in -> new Crossing(in.readCell(bodies))));
        predictor = predicts ? new Crosses(Id.hash(id, 4).low()) : null;
    }

    /**
     * A neighbourhood that predicts crossings by itself.
     *
     * @param <B>     of the bodies.
     * @param id      a random number, written into the program once and never changed.
     * @param name    for messages.
     * @param bodies  the cells of the bodies.
     * @param space   where they are.
     * @param arrival called when one has come to other grid cells.
     * @return to be {@linkplain #addTo added} to a physics.
     */
    public static <B> Neighbourhood<B> of(
        final long id, final String name, final CellType<B> bodies, final Space<B> space,
        final Arrival<B> arrival) {
        return new Neighbourhood<>(id, name, bodies, space, arrival, true);
    }

    /**
     * A neighbourhood whose user predicts crossings together with all else that can happen to a body, so that there is
     * one prediction for a body and not two: the earlier of what it touches and {@link #crossingTime}, at which it
     * predicts {@link #crossing}, with the body as canary.
     *
     * @param <B>     of the bodies.
     * @param id      a random number, written into the program once and never changed.
     * @param name    for messages.
     * @param bodies  the cells of the bodies.
     * @param space   where they are.
     * @param arrival called when one has come to other grid cells; asks for a prediction.
     * @return to be {@linkplain #addTo added} to a physics.
     */
    public static <B> Neighbourhood<B> predictedByUser(
        final long id, final String name, final CellType<B> bodies, final Space<B> space,
        final Arrival<B> arrival) {
        return new Neighbourhood<>(id, name, bodies, space, arrival, false);
    }

    /**
     * Adds what it needs to a physics; the type of the bodies is the user's to add.
     *
     * @param builder of the physics.
     * @return the builder.
     */
    public Physics.Builder addTo(final Physics.Builder builder) {
        builder.cells(regions, grid).events(crossings);
        return predictor == null ? builder : builder.predictors(predictor);
    }

    /**
     * Takes notice of a body that is new, or has another trajectory, even one that begins elsewhere. To be called in
     * every event that writes a body, after it has.
     *
     * @param tx   of the event.
     * @param body holds a value.
     */
    public void place(final Transaction tx, final Cell<B> body) {
        final Cell<Region> cell = regionCell(tx, body);
        final Region before = tx.get(cell);
        final Region now = space.region(value(tx, body), tx.time());
        if (!now.equals(before)) {
            if (before != null) {
                change(tx, body, before, now, false);
            }
            change(tx, body, now, before, true);
            tx.set(cell, now);
        }
        if (predictor != null) {
            tx.predict(predictor, body);
        }
    }

    /**
     * Takes a body out.
     *
     * @param tx   of the event.
     * @param body nothing happens if it is not in.
     */
    public void remove(final Transaction tx, final Cell<B> body) {
        final Cell<Region> cell = regionCell(tx, body);
        final Region before = tx.get(cell);
        if (before != null) {
            change(tx, body, before, null, false);
            tx.set(cell, null);
            if (predictor != null) {
                tx.cancel(predictor, body);
            }
        }
    }

    /**
     * Shows all bodies that cover a grid cell which this one covers, whether their boxes overlap now or not, each once
     * for each of its images that does; itself not.
     *
     * @param view    of an event or a predictor.
     * @param body    that has been placed.
     * @param visitor is shown each, in the order of their keys, and of the images.
     */
    public void near(final View view, final Cell<B> body, final Visitor<B> visitor) {
        final Region region = placed(view, body);
        Cell<B>[] found = cells(USUALLY_NEAR);
        int count = 0;
        int cells = 0;
        for (int i = 0; i < space.count(region, 0); i++) {
            for (int j = 0; j < space.count(region, 1); j++) {
                for (int k = 0; k < space.count(region, 2); k++) {
                    final Members<B> members = view.get(gridCell(view, region, i, j, k));
                    if (count + members.size() > found.length) {
                        found = Arrays.copyOf(found, 2 * (count + members.size()));
                    }
                    count = members.copyInto(found, count);
                    cells++;
                }
            }
        }
        if (cells > 1) {
            sort(found, count);
        }
        Cell<B> last = body;
        for (int i = 0; i < count; i++) {
            final Cell<B> other = found[i];
            if (other != last && other != body) {
                images(view, region, other, visitor);
            }
            last = other;
        }
    }

    /** By keys; a few, of which neighbouring ones are mostly in order, are soonest sorted one by one. */
    private static <B> void sort(final Cell<B>[] bodies, final int count) {
        if (count > USUALLY_NEAR) {
            Arrays.sort(bodies, 0, count, (one, other) -> one.key().compareTo(other.key()));
            return;
        }
        for (int i = 1; i < count; i++) {
            final Cell<B> body = bodies[i];
            int at = i;
            while (at > 0 && bodies[at - 1].key().compareTo(body.key()) > 0) {
                bodies[at] = bodies[at - 1];
                at--;
            }
            bodies[at] = body;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of generic types cannot be made otherwise.
    private static <B> Cell<B>[] cells(final int count) {
        return new Cell[count];
    }

    private void images(final View view, final Region region, final Cell<B> other, final Visitor<B> visitor) {
        if (!space.periodic()) {
            visitor.near(other, 0, 0, 0);
            return;
        }
        final Region theirs = placed(view, other);
        for (long x = least(region, theirs, 0); x <= most(region, theirs, 0); x++) {
            for (long y = least(region, theirs, 1); y <= most(region, theirs, 1); y++) {
                for (long z = least(region, theirs, 2); z <= most(region, theirs, 2); z++) {
                    visitor.near(other, x, y, z);
                }
            }
        }
    }

    /** The least number of turns after which the other's last index is at least this one's first. */
    private long least(final Region region, final Region other, final int dimension) {
        return dimension >= space.dimensions() ? 0
            : -turns(other.last(dimension) - region.first(dimension), space.cells(dimension));
    }

    private long most(final Region region, final Region other, final int dimension) {
        return dimension >= space.dimensions() ? 0
            : turns(region.last(dimension) - other.first(dimension), space.cells(dimension));
    }

    /** Mostly 0, for which there is no need to divide. */
    private static long turns(final long distance, final long length) {
        return distance >= 0 && distance < length ? 0 : Math.floorDiv(distance, length);
    }

    /**
     * When a body comes to other grid cells, if it goes on as it does.
     *
     * @param view of an event or a predictor.
     * @param body that has been placed.
     * @return the greatest long if never.
     */
    public long crossingTime(final View view, final Cell<B> body) {
        return space.crossing(value(view, body), placed(view, body), view.time());
    }

    /**
     * The event of that time.
     *
     * @param body that has been placed.
     * @return an event.
     */
    public Event crossing(final Cell<B> body) {
        return new Crossing(body);
    }

    /**
     * The grid cells that a body covers.
     *
     * @param view of an event or a predictor.
     * @param body any.
     * @return null if it is not in.
     */
    public Region region(final View view, final Cell<B> body) {
        return view.get(regionCell(view, body));
    }

    /** Adds a body to the cells of a region, or takes it out, but not where another region has it, too. */
    private void change(
        final Transaction tx, final Cell<B> body, final Region region, final Region but, final boolean adds) {
        for (int i = 0; i < space.count(region, 0); i++) {
            for (int j = 0; j < space.count(region, 1); j++) {
                for (int k = 0; k < space.count(region, 2); k++) {
                    if (but == null || !(has(but, region, 0, i) && has(but, region, 1, j) && has(but, region, 2, k))) {
                        final Cell<Members<B>> cell = gridCell(tx, region, i, j, k);
                        final Members<B> members = tx.get(cell);
                        tx.set(cell, adds ? Members.with(members, body) : Members.without(members, body));
                    }
                }
            }
        }
    }

    /** Whether a region has the cell that another's index names, wrapped around if need be. */
    private boolean has(final Region region, final Region other, final int dimension, final int step) {
        if (dimension >= space.dimensions()) {
            return true;
        }
        final long ahead = other.first(dimension) + step - region.first(dimension);
        return (space.periodic() ? Math.floorMod(ahead, space.cells(dimension)) : ahead)
            <= region.last(dimension) - region.first(dimension) && (space.periodic() || ahead >= 0);
    }

    private Cell<Members<B>> gridCell(
        final Cells cells, final Region region, final int i, final int j, final int k) {
        return cells.cell(grid, space.number(
            region.first(0) + i, space.dimensions() > 1 ? region.first(1) + j : 0,
            space.dimensions() > 2 ? region.first(2) + k : 0));
    }

    private Cell<Region> regionCell(final Cells cells, final Cell<B> body) {
        final Id key = body.key();
        return key.high() == 0 ? cells.cell(regions, key.low()) : cells.cell(regions, key);
    }

    private Region placed(final View view, final Cell<B> body) {
        final Region region = region(view, body);
        if (region == null) {
            throw new StewardException(body + " is not in the neighbourhood " + grid + ": place it first");
        }
        return region;
    }

    private static <B> B value(final View view, final Cell<B> body) {
        final B value = view.get(body);
        if (value == null) {
            throw new StewardException(body + " holds nothing that could be placed");
        }
        return value;
    }

    /**
     * Does what is to be done when a body has come to other grid cells: asks for predictions.
     *
     * @param <B> of the bodies.
     */
    @FunctionalInterface
    public interface Arrival<B> {
        /**
         * A body has come to other grid cells.
         *
         * @param tx   of the event.
         * @param body which.
         */
        void arrived(Transaction tx, Cell<B> body);
    }

    /**
     * Is shown the bodies that are near.
     *
     * @param <B> of the bodies.
     */
    @FunctionalInterface
    public interface Visitor<B> {
        /**
         * Another body. It is near when it is shifted by so many lengths of the space; by none, if the space is not
         * periodic.
         *
         * @param other  the other one.
         * @param turnsX lengths in the first dimension.
         * @param turnsY lengths in the second dimension.
         * @param turnsZ lengths in the third dimension.
         */
        void near(Cell<B> other, long turnsX, long turnsY, long turnsZ);
    }

    /** A body comes to other grid cells. */
    private final class Crossing implements Event {
        private final Cell<B> body;

        private Crossing(final Cell<B> body) {
            this.body = body;
        }

        @Override
        public EventType<?> type() {
            return crossings;
        }

        @Override
        public void execute(final Transaction tx) {
            place(tx, body);
            arrival.arrived(tx, body);
        }

        @Override
        @SuppressWarnings("unchecked") // Only what all crossings have is looked at.
        public boolean equals(final Object other) {
            return other instanceof Neighbourhood.Crossing && body == ((Neighbourhood<B>.Crossing) other).body;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(body.key().low());
        }

        @Override
        public String toString() {
            return "crossing of " + body;
        }
    }

    /** Predicts when a body comes to other grid cells. */
    private final class Crosses implements Predictor<B> {
        private final long id;

        private Crosses(final long id) {
            this.id = id;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public CellType<B> subject() {
            return bodies;
        }

        @Override
        public Asking asking() {
            return Asking.BY_EVENTS;
        }

        @Override
        public void predict(final Cell<B> subject, final Forecast forecast) {
            final long time = region(forecast, subject) == null ? Long.MAX_VALUE : crossingTime(forecast, subject);
            if (time != Long.MAX_VALUE) {
                forecast.predict(time, new Crossing(subject), subject);
            }
        }

        /** An event that writes the body places it, which makes the prediction anew. */
        @Override
        public boolean dropsStale() {
            return true;
        }
    }
}
