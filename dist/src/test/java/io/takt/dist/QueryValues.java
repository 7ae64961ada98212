package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

/**
 * The values that queries of dashboards and recording rules may give in {@link DashboardsIT} at any moment, and which
 * value one of their series reaches once at least. Bounds are what the clocks' rules and the scenario say, so they hold
 * on any machine; the shares of rates have some room, since Prometheus extrapolates, and are too great for a while when
 * a scrape was late: Prometheus stamps it too early.
 */
final class QueryValues {
    /** In seconds; no part of the test takes longer. */
    private static final double LONG = 1_800;
    private static final double MAX_DELAY = 0.040_000_1;
    private static final double SHARE = 1.5;
    private static final double MANY = 1e6;

    /** The least and the most at any moment; the most of all moments is no less than the third. */
    private record Bounds(double least, double most, double reached) {
    }

    private final Map<String, Bounds> bounds = new TreeMap<>();
    private final Map<String, Double> reached = new TreeMap<>();

    QueryValues() {
        hubs();
        messages();
        overview();
        tree();
        rules();
    }

    private void hubs() {
        put("State: {{state}}", 1, 1, 1);
        put("Speed A", 0, 100, 0.05);
        put("Speed: speed", 0, 100, 0.05);
        put("Speed: to be kept", 1, 1, 1);
        put("T_c A", 0, LONG, 1);
        put("maxDelay A", 0.04, 0.04, 0.04);
        put("Held by: {{asset}}: {{reason}}", 0, LONG, 17);
        put("Violations A", 0, 0, 0);
        put("Missing A", 0, 5, 1);
        put("Lag: {{asset}}", 0, MAX_DELAY, 0.02);
        put("Lag: maxDelay", 0.04, 0.04, 0.04);
        put("Lag: mean of all assets", 0, MAX_DELAY, 0.001);
        put("Blame: {{asset}}: {{reason}}", 0, SHARE, 0.5);
        put("Blame: assets without series of their own", 0, SHARE, 0);
        put("Silent: {{asset}}: {{process}}", 0, LONG, 17);
        put("Waiting for input: {{asset}}", 0, SHARE, 0.8);
        put("Waits now for A", 1, 1, 1);
        put("Count-ups of the core: progressed", 0, MANY, 10);
        put("Count-ups of the core: retained", 0, MANY, 0);
        put("Steps: {{asset}}", 0, MANY, 10);
        put("How long steps take: {{le}}", 0, MANY, 10);
        put("Slow steps: {{asset}}", 0, LONG, 0.000_001);
        put("Losses and restarts: lost", 0, 10, 0.9);
        put("Losses and restarts: {{asset}} started again", 0, 10, 0.9);
        put("Losses and restarts: messages that {{asset}} misses", 0, MANY, 0);
        put("Assets: {{state}}", 1, 5, 4);
        put("Processes A", 1, 1, 1);
        put("Processes B", 1, 1, 1);
        put("Processes over time: {{asset}}", 1, 6, 4);
        put("Assets over time: {{asset}}", 1, 5, 3);
    }

    private void messages() {
        put("Messages: {{asset}}: {{channel}}", 0, MANY, 5);
        put("Bytes: {{asset}}: {{channel}}", 0, MANY, 5);
        put("Fill of logs: {{asset}}", 0, 1, 0);
    }

    /** The root has five assets with its child, and the child one. */
    private void overview() {
        put("overview.json Hubs that run: running", 0, 2, 2);
        put("overview.json Hubs that do not answer: silent", 0, 2, 1);
        put("overview.json Violations: violations", 0, 0, 0);
        put("overview.json Missing assets: missing", 0, 6, 1);
        put("overview.json Assets: assets", 0, 6, 6);
        put("Hubs A", 1, 1, 1);
        put("Hubs B", 0, 100, 0.05);
        put("Hubs C", 0, 1.000_01, 0.5);
        put("Hubs D", 0, LONG, 17);
        put("Hubs E", 0, 0, 0);
        put("Hubs F", 0, 6, 1);
        put("overview.json Speed: {{hub}}", 0, 100, 0.05);
        put("overview.json Lag of the slowest asset: {{hub}}", 0, 1.000_01, 0.5);
        put("overview.json Blame: {{hub}}: {{asset}}, {{reason}}", 0, SHARE, 0.5);
    }

    private void tree() {
        put("What holds the root A", 0, LONG, 17);
        put("Links A", 0, 1, 1);
        put("Links B", 0, LONG, 0.000_001);
        put("tree.json Behind the parent: {{hub}} behind {{parent}}", 0, MAX_DELAY, 0);
        put("tree.json Behind the root: {{federate}}", 0, MAX_DELAY, 0);
        put("tree.json Round trips: {{hub}} to {{federate}}", 0, LONG, 0.000_001);
        put("tree.json Frames lost: {{federate}} to {{hub}}", -0.5, 1, 0.1);
        put("tree.json Rejected: {{hub}}: {{federate}} {{why}}", 0, MANY, 0);
        put("tree.json Rejected: {{hub}}, of {{parent}}: {{why}}", 0, MANY, 0);
        put("tree.json Places: {{hub}} in {{parent}}", 0, 1, 1);
        put("tree.json Clocks: {{hub}}", 0, LONG, 1);
    }

    private void rules() {
        put("takt:blame:share1m", 0, SHARE, 0.5);
        put("takt:blame_of_rest:share1m", -SHARE, SHARE, -SHARE);
        put("takt:lag:ratio", 0, 1.000_01, 0.5);
        put("takt:steps:rate1m", 0, MANY, 10);
    }

    private void put(final String query, final double least, final double most, final double once) {
        bounds.put(query, new Bounds(least, most, once));
    }

    /** Checks one that has bounds; false for a share that a late scrape may have made too great. */
    boolean see(final String query, final PrometheusServer.Sample sample) {
        final Bounds of = bounds.get(query);
        if (of != null) {
            if (of.most == SHARE && Math.abs(sample.value()) > SHARE) {
                return false;
            }
            assertThat(sample.value()).as(query + " " + sample.labels()).isBetween(of.least, of.most);
            reached.merge(query, sample.value(), Math::max);
        }
        return true;
    }

    boolean knows(final String query) {
        return bounds.containsKey(query);
    }

    /** After all moments; of queries that gave nothing another check says so. */
    void assertReached() {
        reached.forEach((query, most) ->
            assertThat(most).as("the most of " + query).isGreaterThanOrEqualTo(bounds.get(query).reached));
    }
}
