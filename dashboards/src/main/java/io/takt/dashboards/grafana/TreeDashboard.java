package io.takt.dashboards.grafana;

/**
 * A tree of hubs: how far each is behind its parent and the root, the links between them, and the asset that holds the
 * root.
 */
final class TreeDashboard {
    private static final String ROOT = "{hub=~\"$root\"}";
    private static final int HALF = 12;
    private static final int HEIGHT = 8;

    private TreeDashboard() {
    }

    static Dashboard make() {
        final Dashboard board = new Dashboard(Dashboards.TREE, "Takt: the tree",
            "Hubs below a hub: distances, links, and which asset of which hub holds the root.")
            .variable("root", "root", "label_values(takt_link_up, hub)", false)
            .link("Overview", Dashboards.OVERVIEW).link("One hub", Dashboards.HUB);
        Dashboards.marked(board, ".*");
        return board
            .panel(Panel.table("What holds the root", "The asset at the end of the blame, and its hub.", HALF, 6)
                .query("takt_tree_wait_seconds" + ROOT, "")
                .joined("hub", "root", "at", "hub", "asset", "held by", "reason", "why", "Value", "for")
                .unitColumn("for", "s").linkColumn("hub", "One hub", "/d/" + Dashboards.HUB
                    + "?var-hub=${__value.text}&${__url_time_range}"))
            .panel(Panel.table("Links", "Child hubs that take part and can be reached.", HALF, 6)
                .query("takt_link_up", "").query("takt_link_rtt_seconds", "")
                .joined("hub", "parent", "federate", "child", "Value #A", "up", "Value #B", "round trip")
                .unitColumn("round trip", "s"))
            .panel(Panel.lines("Behind the parent", "By how much each hub is behind its parent.", HALF, HEIGHT)
                .unit("s").from(0).query("takt_parent_lag_seconds", "{{hub}} behind {{parent}}"))
            .panel(Panel.lines("Behind the root", "The sum of these on the way to the root.", HALF, HEIGHT).unit("s")
                .from(0).query("takt_tree_lag_seconds" + ROOT, "{{federate}}"))
            .panel(Panel.lines("Round trips", "How long a frame takes to a child hub and back, over a network.", HALF,
                HEIGHT).unit("s").from(0).query("takt_link_rtt_seconds", "{{hub}} to {{federate}}"))
            .panel(Panel.lines("Frames lost", "Part of the clock frames of a child that did not come.", HALF, HEIGHT)
                .unit("percentunit").range(0, 1).thresholds(0.05, 0.5)
                .query("1 - rate(takt_link_frames_received_total[$__rate_interval]) "
                    + "/ rate(takt_link_frames_sent_total[$__rate_interval])", "{{federate}} to {{hub}}"))
            .panel(Panel.lines("Rejected", "Rejections per second: at the port of child hubs, and by a child hub of its"
                + " parent's.", HALF, HEIGHT)
                .unit("cps").from(0).query("rate(takt_link_rejected_total[$__rate_interval])",
                    "{{hub}}: {{federate}} {{why}}")
                .query("rate(takt_parent_rejected_total[$__rate_interval])", "{{hub}}, of {{parent}}: {{why}}"))
            .panel(Panel.lines("Places", "1 while a child hub has its place in its parent.", HALF, HEIGHT)
                .range(0, 1).query("takt_parent_up", "{{hub}} in {{parent}}"))
            .panel(Panel.lines("Clocks", "T_c of every hub.", 24, HEIGHT).unit("s")
                .query("takt_core_time_seconds", "{{hub}}"));
    }
}
