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
import io.takt.steward.StewardException;
import io.takt.steward.Transaction;
import io.takt.steward.View;

/**
 * Bodies in a {@link Space}, and their neighbours. Its state is in cells of the steward: the members of each grid
 * cell, and the region of each body. The keys of bodies are numbers.
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
    private final CellType<B> bodies;
    private final Space<B> space;
    private final Arrival<B> arrival;
    private final CellType<Region> regions;
    private final CellType<Members> grid;
    private final EventType<Crossing> crossings;
    private final Crosses predictor;

    private Neighbourhood(
        final long id, final String name, final CellType<B> bodies, final Space<B> space, final Arrival<B> arrival,
        final boolean predicts) {
        this.bodies = bodies;
        this.space = space;
        this.arrival = arrival;
        // 1 and 2 were of cells that were written otherwise.
        regions = CellType.of(Id.hash(id, 5).low(), name + " regions", Region.codec(space));
        grid = CellType.of(Id.hash(id, 6).low(), name + " grid", Members.codec(space.dimensions()));
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
     * @param body holds a value; its key is a number.
     */
    public void place(final Transaction tx, final Cell<B> body) {
        final Cell<Region> cell = tx.cell(regions, number(body));
        final Region before = tx.get(cell);
        final Region now = space.region(value(tx, body), tx.time(), before);
        if (now != before) {
            move(tx, body.number(), before, now);
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
        final Cell<Region> cell = tx.cell(regions, number(body));
        final Region before = tx.get(cell);
        if (before != null) {
            move(tx, body.number(), before, null);
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
     * @param visitor is shown each, in the order of the first grid cells that they have in common with the body, and in
     *                each of these of their numbers.
     */
    public void near(final View view, final Cell<B> body, final Visitor visitor) {
        final Region region = placed(view, body);
        for (int x = 0; x < region.countX(); x++) {
            for (int y = 0; y < region.countY(); y++) {
                for (int z = 0; z < region.countZ(); z++) {
                    near(view, body.number(), region, x, y, z, visitor);
                }
            }
        }
    }

    /** Those of a cell of a region that are in none before it, in any dimension: it is the first in common. */
    private void near(
        final View view, final long number, final Region region, final int x, final int y, final int z,
        final Visitor visitor) {
        final Members members = members(view, region, x, y, z);
        final Members beforeX = x == 0 ? null : members(view, region, x - 1, y, z);
        final Members beforeY = y == 0 ? null : members(view, region, x, y - 1, z);
        final Members beforeZ = z == 0 ? null : members(view, region, x, y, z - 1);
        final int lapX = lap(region, 0, x);
        final int lapY = lap(region, 1, y);
        final int lapZ = lap(region, 2, z);
        final int backX = x == 0 ? 0 : lapX - lap(region, 0, x - 1);
        final int backY = y == 0 ? 0 : lapY - lap(region, 1, y - 1);
        final int backZ = z == 0 ? 0 : lapZ - lap(region, 2, z - 1);
        for (int i = 0; i < members.size(); i++) {
            final long other = members.number(i);
            final int theirX = members.lap(i, 0);
            final int theirY = members.lap(i, 1);
            final int theirZ = members.lap(i, 2);
            if (other != number && !Members.has(beforeX, other, theirX - backX, theirY, theirZ)
                && !Members.has(beforeY, other, theirX, theirY - backY, theirZ)
                && !Members.has(beforeZ, other, theirX, theirY, theirZ - backZ)) {
                visitor.near(other, (long) lapX - theirX, (long) lapY - theirY, (long) lapZ - theirZ);
            }
        }
    }

    private Members members(final View view, final Region region, final int x, final int y, final int z) {
        return view.get(grid, number(region, x, y, z));
    }

    /** Of the cell that is so many after the first of a region in each dimension. */
    private long number(final Region region, final int x, final int y, final int z) {
        return space.number(region.indexX() + x, region.indexY() + y, region.indexZ() + z);
    }

    private int lap(final Region region, final int dimension, final int step) {
        return region.lap(dimension) + space.laps(region.index(dimension) + step, dimension);
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

    /** Takes a body out of the cells of one region and adds it to those of another; null for none. */
    private void move(final Transaction tx, final long number, final Region from, final Region to) {
        if (from != null) {
            put(tx, number, from, to, false);
        }
        if (to != null) {
            put(tx, number, to, from, true);
        }
    }

    /** Adds a body to the cells of a region, or takes it out, but not where another region has it, too. */
    private void put(
        final Transaction tx, final long number, final Region region, final Region but, final boolean adds) {
        for (int x = 0; x < region.countX(); x++) {
            for (int y = 0; y < region.countY(); y++) {
                for (int z = 0; z < region.countZ(); z++) {
                    if (but == null || !(has(but, region, 0, x) && has(but, region, 1, y) && has(but, region, 2, z))) {
                        final Cell<Members> cell = tx.cell(grid, number(region, x, y, z));
                        final int lapX = lap(region, 0, x);
                        final int lapY = lap(region, 1, y);
                        final int lapZ = lap(region, 2, z);
                        tx.set(cell, adds
                            ? Members.with(tx.get(cell), space.dimensions(), number, lapX, lapY, lapZ)
                            : Members.without(tx.get(cell), number, lapX, lapY, lapZ));
                    }
                }
            }
        }
    }

    /** Whether a region has the cell that is so many after another one's first. */
    private boolean has(final Region region, final Region other, final int dimension, final int step) {
        final long ahead = space.first(other, dimension) + step - space.first(region, dimension);
        return ahead >= 0 && ahead < region.count(dimension);
    }

    private Region placed(final View view, final Cell<B> body) {
        final Region region = view.get(regions, number(body));
        if (region == null) {
            throw new StewardException(body + " is not in the neighbourhood " + grid + ": place it first");
        }
        return region;
    }

    /** The key, of which a neighbourhood keeps the lower half only. */
    private static long number(final Cell<?> body) {
        if (body.key().high() != 0) {
            throw new StewardException(body + " has no number for its key, as a neighbourhood needs it");
        }
        return body.number();
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

    /** Is shown the bodies that are near. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Another body. It is near when it is shifted by so many lengths of the space; by none, if the space is not
         * periodic.
         *
         * @param other  the number that is the key of its cell.
         * @param turnsX lengths in the first dimension.
         * @param turnsY lengths in the second dimension.
         * @param turnsZ lengths in the third dimension.
         */
        void near(long other, long turnsX, long turnsY, long turnsZ);
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
            final long time = forecast.get(regions, subject.number()) == null ? Long.MAX_VALUE
                : crossingTime(forecast, subject);
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
