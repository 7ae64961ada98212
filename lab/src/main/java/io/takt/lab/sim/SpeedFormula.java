package io.takt.lab.sim;

/**
 * The speed of a federate in three terms, of which the smallest binds: how fast the core can go by itself, how fast the
 * slowest asset can, and how fast windows follow each other when each takes a round trip.
 *
 * <p>Where no party has an interval it is an upper bound. For let the round trip R_i be the cost of the asset's step
 * and two handovers. A time that asset i has published by t + Δt_i + h belongs to a step that it began with the time
 * that the core had published by t; so T_c(t + R_i) ≤ F(T_c(t)), where F is the map of {@link Window}. F never falls,
 * so n round trips get the core no further than F does when it is applied n times. The bound is reached but where the
 * clocks' roundings mix otherwise, or where several assets hold the core in turns.
 *
 * <p>Where there are intervals it is an estimate: news wait for half an interval on average.
 *
 * @param core   ΔT_c / Δt_c.
 * @param asset  min ΔT_i / Δt_i.
 * @param window min W_i / R_i.
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

    /** A party that looks at intervals sees news half an interval later, on average. */
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
