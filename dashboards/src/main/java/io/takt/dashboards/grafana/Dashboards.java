package io.takt.dashboards.grafana;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** All dashboards. */
public final class Dashboards {
    /** Identity of the overview. */
    static final String OVERVIEW = "takt-overview";

    /** Identity of the dashboard of one hub. */
    static final String HUB = "takt-hub";

    /** Identity of the dashboard of a tree of hubs. */
    static final String TREE = "takt-tree";

    private Dashboards() {
    }

    /**
     * The JSON of each, as Grafana reads it.
     *
     * @return by the name of the file.
     */
    public static Map<String, ObjectNode> all() {
        final Map<String, ObjectNode> all = new LinkedHashMap<>();
        all.put("overview.json", OverviewDashboard.make().json());
        all.put("hub.json", HubDashboard.make().json());
        all.put("tree.json", TreeDashboard.make().json());
        return all;
    }

    /** Marks resets, losses and take-overs of the chosen hubs. */
    static Dashboard marked(final Dashboard dashboard, final String hubs) {
        final String of = "{hub=~\"" + hubs + "\"}";
        return dashboard
            .annotation("reset", "blue", "increase(takt_resets_total" + of + "[10s]) > 0",
                "{{hub}}: all clocks are back at 0")
            .annotation("asset lost", "red", "increase(takt_losses_total" + of + "[10s]) > 0",
                "{{hub}} has lost an asset")
            .annotation("take-over", "orange", "takt_took_over" + of + " == 1 and on (hub, instance) time() - "
                + "takt_start_time_seconds" + of + " < 10", "{{hub}} goes on where a killed one left off");
    }
}
