package io.takt.dashboards.page;

import io.takt.hub.view.HubView;
import io.takt.hub.view.HubView.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** The last ten minutes, second by second: speed, the largest lag, and which assets held time back. */
final class History {
    static final int SECONDS = 600;

    private static final int MOST_BLAMED = 5;
    private static final double LEAST_SHARE = 0.005;

    private final Deque<Second> seconds = new ArrayDeque<>();

    /**
     * A second.
     *
     * @param wallMs when it was, since 1970.
     * @param speed  simulated time per wall time.
     * @param lag    the largest, as a part of D_max; -1 without assets.
     * @param blamed the assets that held time back most.
     * @param rest   the part of the time for which all others together did.
     */
    record Second(long wallMs, double speed, double lag, List<Blamed> blamed, double rest) {
    }

    /** An asset, and the part of the time for which it held the core. */
    record Blamed(String asset, double share) {
    }

    synchronized void add(final HubView view, final long wallMs) {
        seconds.add(second(view, wallMs));
        if (seconds.size() > SECONDS) {
            seconds.removeFirst();
        }
    }

    static Second second(final HubView view, final long wallMs) {
        double lag = -1;
        for (final Row row : view.rows()) {
            lag = Math.max(lag, (double) row.status().lagNs() / view.status().maxDelayNs());
        }
        // The rows begin with the one that holds the core now, whatever its share.
        final List<Blamed> blamed = view.rows().stream().filter(row -> row.share() > LEAST_SHARE)
            .sorted(Comparator.comparingDouble(Row::share).reversed()).limit(MOST_BLAMED)
            .map(row -> new Blamed(row.status().name(), row.share())).toList();
        final double all = view.rows().stream().mapToDouble(Row::share).sum();
        return new Second(wallMs, view.speed(), lag, blamed,
            Math.max(0, Math.min(1, all) - blamed.stream().mapToDouble(Blamed::share).sum()));
    }

    synchronized List<Second> all() {
        return new ArrayList<>(seconds);
    }
}
