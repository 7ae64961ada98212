package io.takt.lab.tune;

import io.takt.lab.sim.Settings;
import io.takt.lab.sim.SpeedFormula;
import io.takt.lab.sim.Trial;
import io.takt.lab.sim.Work;
import io.takt.lab.sim.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The limits that keep settings from being faster: each is taken away by itself, and the speed without it is tried. */
public final class Limits {
    /** Beyond so much D_max no window is left to be felt. */
    private static final long WIDE = 64;

    private static final int MOST_ASSETS = 24;
    private static final Work FREE_CORE = new Work(0, 0);
    private static final Work FREE_ASSET = new Work(0, 1);

    private Limits() {
    }

    /** Something that costs speed. */
    public enum Kind {
        /** The wall time between an asset's steps. */
        ASSET,
        /** The wall time between the core's count-ups. */
        CORE,
        /** D_max. */
        MAX_DELAY,
        /** The time that it takes to wake a thread. */
        HANDOVER
    }

    /**
     * One of them.
     *
     * @param kind         of what.
     * @param asset        its number, or -1 when it is none.
     * @param speedWithout what the speed would be without it.
     */
    public record Limit(Kind kind, int asset, double speedWithout) {
    }

    /**
     * Finds them.
     *
     * @param settings that are live.
     * @param load     how much wall time is needed.
     * @return those without which it would be faster by itself, the greatest first; empty when only several together
     *     are what limits.
     */
    public static List<Limit> of(final Settings settings, final Workload load) {
        final double now = Trial.of(settings, load).speed();
        final List<Limit> limits = new ArrayList<>();
        final long wide = Math.min(settings.maxDelay(), Long.MAX_VALUE / WIDE / WIDE) * WIDE;
        limits.add(new Limit(Kind.MAX_DELAY, -1,
            speed(new Settings(settings.coreStep(), wide, settings.assetSteps()), load)));
        limits.add(new Limit(Kind.CORE, -1, speed(settings, new Workload(load.assets(), FREE_CORE, load.handover()))));
        if (load.handover() > 0) {
            limits.add(new Limit(Kind.HANDOVER, -1, speed(settings, new Workload(load.assets(), load.core(), 0))));
        }
        slowest(settings, load).forEach(asset -> {
            final List<Work> assets = new ArrayList<>(load.assets());
            assets.set(asset, FREE_ASSET);
            limits.add(new Limit(Kind.ASSET, asset,
                speed(settings, new Workload(assets, load.core(), load.handover()))));
        });
        limits.removeIf(limit -> limit.speedWithout() < now * (1 + 2 * Search.ALIKE));
        limits.sort(Comparator.comparingDouble(Limit::speedWithout).reversed());
        return limits;
    }

    private static double speed(final Settings settings, final Workload load) {
        return Trial.of(settings, load).speed();
    }

    /** With many assets only those are tried that the formula finds slowest. */
    private static List<Integer> slowest(final Settings settings, final Workload load) {
        return IntStream.range(0, settings.assets()).boxed().sorted(Comparator.comparingDouble(asset -> {
            final SpeedFormula alone = SpeedFormula.of(
                new Settings(settings.coreStep(), settings.maxDelay(), List.of(settings.assetSteps().get(asset))),
                new Workload(List.of(load.assets().get(asset)), load.core(), load.handover()));
            return Math.min(alone.asset(), alone.window());
        })).limit(MOST_ASSETS).toList();
    }
}
