package io.takt.steward;

/**
 * Predicts whatever comes into its mind from what it sees: nothing, or something for the very instant or later, with up
 * to six canaries, some of them twice, or never written, or not looked at.
 *
 * @param <V> of the values of the cells that it is about.
 */
final class WildGuess<V> implements Predictor<V> {
    /** Nothing is predicted for the very instant after as many rounds. */
    private static final int MOST_ITERATIONS = 4;
    private static final int MOST_CANARIES = 6;

    private final WildPhysics world;
    private final CellType<V> subject;
    private final long id;
    private final boolean dropsStale;

    private final Asking asking;

    WildGuess(
        final WildPhysics world, final CellType<V> subject, final long id, final Asking asking,
        final boolean dropsStale) {
        this.world = world;
        this.subject = subject;
        this.id = id;
        this.asking = asking;
        this.dropsStale = dropsStale;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public CellType<V> subject() {
        return subject;
    }

    @Override
    public Asking asking() {
        return asking;
    }

    @Override
    public boolean dropsStale() {
        return dropsStale;
    }

    @Override
    public void predict(final Cell<V> cell, final Forecast forecast) {
        final WildMind mind =
            new WildMind(world, forecast, Id.hash(id, cell.key().high(), cell.key().low()).low(), cell);
        if (mind.below(2) == 0) {
            mind.heed(mind.level(cell));
        }
        for (int left = mind.below(4); left > 0; left--) {
            mind.look();
        }
        if (mind.below(6) == 0) {
            return;
        }
        final boolean atOnce = mind.below(8) == 0 && forecast.now().iteration() < MOST_ITERATIONS;
        final long time = forecast.time() + (atOnce ? 0 : 1 + mind.below(20));
        final WildDeed deed = new WildDeed(world, mind.below(4), mind.below(3) == 0 ? mind.link() : null);
        final Event event = world.comparable || mind.below(4) > 0 ? deed : new WildPhysics.Whim(deed);
        final Cell<?>[] canaries = new Cell<?>[mind.below(MOST_CANARIES + 1)];
        for (int i = 0; i < canaries.length; i++) {
            canaries[i] = i > 0 && mind.below(6) == 0 ? canaries[i - 1] : mind.cell();
        }
        if (canaries.length == 0) {
            forecast.predict(time, event);
        } else if (canaries.length == 1) {
            forecast.predict(time, event, canaries[0]);
        } else if (canaries.length == 2) {
            forecast.predict(time, event, canaries[0], canaries[1]);
        } else {
            forecast.predict(time, event, canaries);
        }
    }

    /** Its id. */
    @Override
    public String toString() {
        return Physics.name(this);
    }
}
