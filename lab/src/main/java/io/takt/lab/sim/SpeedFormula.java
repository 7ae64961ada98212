package io.takt.lab.sim;

/**
 * The speed of a federate in three terms, of which the smallest binds: how fast the core can go by itself, how fast the
 * slowest asset can, and how many windows fit into a wall time when each takes a round trip.
 *
 * <p>It is the greatest mean over the cycles of the system's event graph that go round one asset at most once. Cycles
 * that go round several, or that mix the clocks' roundings otherwise, are left out: that is where it is not exact.
 *
 * @param core   ΔT_c / Δt_c.
 * @param asset  min ΔT_i / Δt_i.
 * @param window min W_i / R_i, {@link Window} over round trip.
 */
public record SpeedFormula(double core, double asset, double window) {
    /**
     * Works it out.
     *
     * @param settings steps and D_max.
     * @param load     how much wall time is needed.
     * @return the three terms; 0 for a window of a system that stops.
     */
    public static SpeedFormula of(final Settings settings, final Workload load) {
        double asset = Double.POSITIVE_INFINITY;
        double window = Double.POSITIVE_INFINITY;
        for (int i = 0; i < settings.assets(); i++) {
            final long step = settings.assetSteps().get(i);
            final Work work = load.assets().get(i);
            asset = Math.min(asset, perWall(step, work.leastBetween()));
            window = Math.min(window, Window.of(settings.coreStep(), step, settings.maxDelay())
                / (wait(work) + wait(load.core()) + work.cost() + 2.0 * load.handover()));
        }
        return new SpeedFormula(perWall(settings.coreStep(), load.core().leastBetween()), asset, window);
    }

    /** Who looks at intervals sees what is new half of one later, on average. */
    private static double wait(final Work work) {
        return work.interval() / 2.0;
    }

    private static double perWall(final long step, final long wall) {
        return wall == 0 ? Double.POSITIVE_INFINITY : (double) step / wall;
    }

    /**
     * The speed.
     *
     * @return the smallest term.
     */
    public double speed() {
        return Math.min(core, Math.min(asset, window));
    }
}
