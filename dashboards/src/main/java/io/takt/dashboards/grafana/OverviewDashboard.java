package io.takt.dashboards.grafana;

/** Every hub in a row: its state and speed, how near it is to its bound, and which asset holds it. */
final class OverviewDashboard {
    private static final String HUBS = "{hub=~\"$hub\"}";

    private OverviewDashboard() {
    }

    static Dashboard make() {
        final Dashboard board = new Dashboard(Dashboards.OVERVIEW, "Takt: overview",
            "Every hub that Prometheus scrapes: which asset holds time back, since when, and why.")
            .variable("hub", "hub", "label_values(takt_core_time_seconds, hub)", true)
            .link("One hub", Dashboards.HUB).link("The tree", Dashboards.TREE);
        Dashboards.marked(board, "$hub");
        return board.panel(Panel.number("Hubs that run", "Hubs in the state RUNNING.", 4, 4).unit("short").plain()
                .query("sum(takt_hub_state{hub=~\"$hub\", state=\"RUNNING\"})", "running"))
            .panel(Panel.number("Hubs that do not answer", "Killed or stopped: there are no metrics of them.", 5, 4)
                .unit("short").redFrom(1).query("sum(up{job=\"takt\", hub=~\"$hub\"} == bool 0)", "silent"))
            .panel(Panel.number("Violations", "How often an observer saw clocks break the rules; 0 is right.", 5, 4)
                .unit("short").redFrom(1).empty("not observed")
                .query("sum(takt_violations_total" + HUBS + ")", "violations"))
            .panel(Panel.number("Missing assets", "Assets that hubs wait for.", 5, 4).unit("short").thresholds(1, 1_000)
                .query("sum(takt_missing_assets" + HUBS + ")", "missing"))
            .panel(Panel.number("Assets", "Of all hubs together.", 5, 4).unit("short").plain()
                .query("sum(takt_assets" + HUBS + ")", "assets"))
            .panel(hubs())
            .panel(Panel.lines("Speed", "Simulated seconds per wall second, over the last three seconds.", 12, 8)
                .unit("short").from(0).query("takt_speed_ratio" + HUBS, "{{hub}}"))
            .panel(Panel.lines("Lag of the slowest asset", "As a part of maxDelay: at 100 % the core waits.", 12, 8)
                .unit("percentunit").range(0, 1)
                .query("takt_assets_lag_max_seconds" + HUBS + " / takt_max_delay_seconds" + HUBS, "{{hub}}"))
            .panel(Panel.lines("Blame", "Part of the running time for which an asset held its hub.", 24, 8)
                .unit("percentunit").range(0, 1).stacked()
                .query("topk(10, sum by (hub, asset, reason) (rate(takt_blocker_seconds_total" + HUBS
                    + "[$__rate_interval])) / on (hub) group_left () sum by (hub) (rate(takt_core_running_seconds_total"
                    + HUBS + "[$__rate_interval])) > 0)", "{{hub}}: {{asset}}, {{reason}}"));
    }

    private static Panel hubs() {
        return Panel.table("Hubs", "One row for each hub.", 24, 10)
            .query("max by (hub, state) (takt_hub_state" + HUBS + " == 1)", "")
            .query("max by (hub) (takt_speed_ratio" + HUBS + ")", "")
            .query("max by (hub) (takt_assets_lag_max_seconds" + HUBS + " / takt_max_delay_seconds" + HUBS + ")", "")
            .query("max by (hub, asset, reason) (takt_blocker_held_seconds" + HUBS + ")", "")
            .query("max by (hub) (takt_violations_total" + HUBS + ")", "")
            .query("max by (hub) (takt_missing_assets" + HUBS + ")", "")
            .joined("hub", "hub", "state", "state", "Value #B", "speed", "Value #C", "lag of maxDelay", "asset",
                "held by", "reason", "why", "Value #D", "since", "Value #E", "violations", "Value #F", "missing",
                "Value #A", "is")
            .barColumn("lag of maxDelay", 1).unitColumn("since", "s").redColumn("violations", 1)
            .redColumn("missing", 1).linkColumn("hub", "One hub",
                "/d/" + Dashboards.HUB + "?var-hub=${__value.text}&${__url_time_range}");
    }
}
