package io.takt.dashboards.grafana;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One hub: which of its assets holds it and why, how fast it goes, and the traffic between its assets. */
final class HubDashboard {
    private static final String HUB = "{hub=~\"$hub\"}";
    private static final String ASSETS = "{hub=~\"$hub\", asset=~\"$asset\"}";
    private static final String CHANNELS = "{hub=~\"$hub\", asset=~\"$asset\", channel=~\"$channel\"}";
    private static final int THIRD = 8;
    private static final int HALF = 12;
    private static final int HEIGHT = 8;

    /** With the colour of each; the number of each is its place, from 1. */
    private static final Map<String, String> PROCESSES = inOrder("running", "green", "sleeping", "light-green",
        "unknown", "text", "stopped", "orange", "traced", "yellow", "ended", "red");
    private static final Map<String, String> STATES = inOrder("JOINED", "blue", "READY", "light-green", "RUNNING",
        "green", "LEFT", "text", "LOST", "red");

    private HubDashboard() {
    }

    static Dashboard make() {
        final Dashboard board = new Dashboard(Dashboards.HUB, "Takt: one hub",
            "Which asset holds the hub back, and why; how fast it goes; the traffic between its assets.")
            .variable("hub", "hub", "label_values(takt_core_time_seconds, hub)", false)
            .variable("asset", "asset", "label_values(takt_asset_lag_seconds{hub=~\"$hub\"}, asset)", true)
            .variable("channel", "channel", "label_values(takt_channel_messages_total{hub=~\"$hub\"}, channel)", true)
            .link("Overview", Dashboards.OVERVIEW).link("The tree", Dashboards.TREE);
        Dashboards.marked(board, "$hub");
        numbers(board);
        blame(board);
        speed(board);
        messages(board);
        life(board);
        return board;
    }

    private static Map<String, String> inOrder(final String... wordAndColour) {
        final Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < wordAndColour.length; i += 2) {
            all.put(wordAndColour[i], wordAndColour[i + 1]);
        }
        return all;
    }

    /** A series for each asset, whose value says which word its label has. */
    private static String coded(final String label, final String metric, final Map<String, String> words) {
        final List<String> parts = new ArrayList<>();
        for (final String word : words.keySet()) {
            parts.add(metric + "{hub=~\"$hub\", asset=~\"$asset\", " + label + "=\"" + word + "\"} * "
                + (parts.size() + 1));
        }
        return "max by (asset) (" + String.join(" or ", parts) + ")";
    }

    private static String rate(final String metric, final String labels) {
        return "rate(" + metric + labels + "[$__rate_interval])";
    }

    /** Sums up, or counts, the samples of as much time as a rate is taken over. */
    private static String looks(final String how, final String metric) {
        return how + "_over_time(" + metric + "[$__rate_interval])";
    }

    private static void numbers(final Dashboard board) {
        board.panel(Panel.number("State", "Where the hub is in its life.", 3, 4).plain().names()
                .query("takt_hub_state" + HUB + " == 1", "{{state}}"))
            .panel(Panel.number("Speed", "Simulated seconds per wall second, over three seconds.", 3, 4).plain()
                .query("takt_speed_ratio" + HUB, ""))
            .panel(Panel.number("T_c", "The hub's simulation time.", 3, 4).unit("s").plain()
                .query("takt_core_time_seconds" + HUB, ""))
            .panel(Panel.number("maxDelay", "By how much the core may be ahead of any asset.", 3, 4).unit("s").plain()
                .query("takt_max_delay_seconds" + HUB, ""))
            .panel(Panel.number("Held by", "The asset that holds the core now, why, and since when.", 6, 4).unit("s")
                .thresholds(1, 10).query("takt_blocker_held_seconds" + HUB, "{{asset}}: {{reason}}"))
            .panel(Panel.number("Violations", "How often an observer saw clocks break the rules; 0 is right.", 3, 4)
                .unit("short").redFrom(1).empty("not observed").query("takt_violations_total" + HUB, ""))
            .panel(Panel.number("Missing", "Assets that the hub waits for.", 3, 4).unit("short").thresholds(1, 1_000)
                .query("takt_missing_assets" + HUB, ""));
    }

    private static void blame(final Dashboard board) {
        board.panel(Panel.lines("Lag", "By how much the core is ahead of each asset; at maxDelay it waits for it.",
                HALF, HEIGHT).unit("s").from(0).bound("maxDelay")
                .query("takt_asset_lag_seconds" + ASSETS, "{{asset}}")
                .query("takt_max_delay_seconds" + HUB, "maxDelay")
                .query("takt_assets_lag_mean_seconds" + HUB, "mean of all assets"))
            .panel(Panel.lines("Blame", "Part of the running time for which each asset held the core, by reason.", HALF,
                HEIGHT).unit("percentunit").range(0, 1).stacked()
                .query("sum by (asset, reason) (" + rate("takt_blocker_seconds_total", ASSETS)
                    + ") / on () group_left () sum(" + rate("takt_core_running_seconds_total", HUB) + ") > 0",
                    "{{asset}}: {{reason}}")
                .query("(sum(" + rate("takt_assets_held_seconds_total", HUB) + ") - sum("
                    + rate("takt_blocker_seconds_total", HUB) + ")) / sum("
                    + rate("takt_core_running_seconds_total", HUB) + ") > 0.001", "assets without series of their own"))
            .panel(Panel.lines("Silent", "For how long the blocker has shown no sign of life.", THIRD, HEIGHT).unit("s")
                .from(0).query("takt_blocker_silent_seconds" + ASSETS + " > 0", "{{asset}}: {{process}}"))
            .panel(Panel.lines("Waiting for input", "Part of the looks at which a step waited for messages, or for room"
                + " to send. The blame for it is the sender's.", THIRD, HEIGHT).unit("percentunit").range(0, 1)
                .query("sum by (asset) (" + looks("sum", "takt_asset_awaits" + ASSETS) + ") / on () group_left ()"
                    + " max(" + looks("count", "takt_core_time_seconds" + HUB) + ")", "{{asset}}"))
            .panel(Panel.table("Waits now for", "Assets whose step waits for a sender, or for room to send.", THIRD,
                HEIGHT).query("takt_asset_awaits" + ASSETS, "")
                .joined("asset", "asset", "sender", "waits for", "channel", "channel"));
    }

    private static void speed(final Dashboard board) {
        board.panel(Panel.lines("Speed", "Simulated seconds per wall second; dashed: to be kept.", THIRD, HEIGHT)
                .from(0).bound("to be kept").query("takt_speed_ratio" + HUB, "speed")
                .query("takt_target_speed_ratio" + HUB + " > 0", "to be kept"))
            .panel(Panel.lines("Count-ups of the core", "Those that moved T_c, and those that did not.", THIRD, HEIGHT)
                .unit("ops").from(0).query(rate("takt_core_progress_total", HUB), "progressed")
                .query(rate("takt_core_retain_total", HUB), "retained"))
            .panel(Panel.lines("Steps", "Steps of each asset in a second.", THIRD, HEIGHT).unit("ops").from(0)
                .query(rate("takt_asset_progress_total", ASSETS), "{{asset}}"))
            .panel(Panel.heatmap("How long steps take", "Wall time of the steps of the chosen assets.", HALF, HEIGHT)
                .query("sum by (le) (" + rate("takt_asset_step_seconds_bucket", ASSETS) + ")", "{{le}}"))
            .panel(Panel.lines("Slow steps", "99 of 100 steps take less.", HALF, HEIGHT).unit("s").from(0)
                .query("histogram_quantile(0.99, sum by (le, asset) (" + rate("takt_asset_step_seconds_bucket", ASSETS)
                    + "))", "{{asset}}"));
    }

    private static void messages(final Dashboard board) {
        board.panel(Panel.lines("Messages", "Sent in a second, by channel.", THIRD, HEIGHT).unit("mps").from(0)
                .query(rate("takt_channel_messages_total", CHANNELS), "{{asset}}: {{channel}}"))
            .panel(Panel.lines("Bytes", "Sent in a second, by channel.", THIRD, HEIGHT).unit("Bps").from(0)
                .query(rate("takt_channel_bytes_total", CHANNELS), "{{asset}}: {{channel}}"))
            .panel(Panel.lines("Fill of logs", "At 100 % the sender waits for the slowest receiver.", THIRD, HEIGHT)
                .unit("percentunit").range(0, 1).query("takt_log_fill_ratio" + ASSETS, "{{asset}}"));
    }

    private static void life(final Dashboard board) {
        board.panel(Panel.lines("Losses and restarts", "Within ten minutes.", THIRD, HEIGHT).unit("short").from(0)
                .query("increase(takt_losses_total" + HUB + "[10m])", "lost")
                .query("increase(takt_asset_restarts_total" + ASSETS + "[10m]) > 0", "{{asset}} started again")
                .query("increase(takt_messages_missed_total" + ASSETS + "[10m]) > 0", "messages that {{asset}} misses"))
            .panel(Panel.lines("Assets", "Number of assets by state.", THIRD, HEIGHT).unit("short").from(0).stacked()
                .query("takt_assets" + HUB + " > 0", "{{state}}"))
            .panel(Panel.table("Processes", "The state of each asset's process, as far as it is known.", THIRD,
                HEIGHT).query("takt_asset_process" + ASSETS, "").query("takt_asset_missing" + ASSETS, "")
                .joined("asset", "asset", "process", "process", "Value #A", "there", "Value #B", "missing"))
            .panel(Panel.states("Processes over time", "What each asset's process did, and when it was lost.", 24,
                HEIGHT, PROCESSES).query(coded("process", "takt_asset_process", PROCESSES), "{{asset}}"))
            .panel(Panel.states("Assets over time", "The state of each asset.", 24, HEIGHT, STATES)
                .query(coded("state", "takt_asset_state", STATES), "{{asset}}"));
    }
}
