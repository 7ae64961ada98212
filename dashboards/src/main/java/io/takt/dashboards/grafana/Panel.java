package io.takt.dashboards.grafana;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * A panel of a dashboard in the making: its queries, and how it shows them. The defaults suit a line over time.
 */
final class Panel {
    /** Grafana's name of the kind. */
    enum Kind {
        TIMESERIES("timeseries"), STAT("stat"), TABLE("table"), HEATMAP("heatmap"), STATES("state-timeline");

        private final String type;

        Kind(final String type) {
            this.type = type;
        }
    }

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ObjectNode node = JSON.objectNode();
    private final Kind kind;
    private final int width;
    private final int height;
    private final ArrayNode targets;
    private final ObjectNode defaults;
    private final ObjectNode options;
    private final ArrayNode overrides;

    private Panel(final Kind kind, final String title, final String description, final int width, final int height) {
        this.kind = kind;
        this.width = width;
        this.height = height;
        node.put("type", kind.type).put("title", title).put("description", description);
        node.set("datasource", Dashboard.datasource());
        targets = node.putArray("targets");
        final ObjectNode fields = node.putObject("fieldConfig");
        defaults = fields.putObject("defaults");
        overrides = fields.putArray("overrides");
        options = node.putObject("options");
    }

    /** Lines over time. */
    static Panel lines(final String title, final String description, final int width, final int height) {
        final Panel panel = new Panel(Kind.TIMESERIES, title, description, width, height);
        panel.options.putObject("legend").put("displayMode", "list").put("placement", "bottom").put("showLegend", true);
        panel.options.putObject("tooltip").put("mode", "multi").put("sort", "desc");
        return panel;
    }

    /** One number, or some. */
    static Panel number(final String title, final String description, final int width, final int height) {
        final Panel panel = new Panel(Kind.STAT, title, description, width, height);
        panel.options.put("graphMode", "none").put("colorMode", "background").put("textMode", "auto");
        panel.options.putObject("reduceOptions").put("values", false).put("fields", "").putArray("calcs")
            .add("lastNotNull");
        return panel;
    }

    /** A row for each series, or for each hub. */
    static Panel table(final String title, final String description, final int width, final int height) {
        final Panel panel = new Panel(Kind.TABLE, title, description, width, height);
        panel.options.put("showHeader", true);
        return panel;
    }

    /** How often what took how long, over time. */
    static Panel heatmap(final String title, final String description, final int width, final int height) {
        final Panel panel = new Panel(Kind.HEATMAP, title, description, width, height);
        panel.options.put("calculate", false);
        panel.options.putObject("yAxis").put("unit", "s");
        panel.options.putObject("color").put("mode", "scheme").put("scheme", "Oranges").put("steps", 64);
        return panel;
    }

    /** A row for each series, coloured by its value: the number of a word, from 1, by its place. */
    static Panel states(final String title, final String description, final int width, final int height,
        final Map<String, String> colours) {
        final Panel panel = new Panel(Kind.STATES, title, description, width, height);
        panel.options.put("mergeValues", true).put("showValue", "never").put("rowHeight", 0.9);
        panel.options.putObject("legend").put("displayMode", "list").put("placement", "bottom").put("showLegend", true);
        panel.options.putObject("tooltip").put("mode", "single").put("sort", "none");
        final ObjectNode words = panel.defaults.putArray("mappings").addObject().put("type", "value")
            .putObject("options");
        colours.forEach((word, colour) -> words.putObject(Integer.toString(words.size() + 1)).put("text", word)
            .put("color", colour).put("index", words.size() - 1));
        return panel;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** A query over the time that is shown; for tables and heat maps as those want it. */
    Panel query(final String expression, final String legend) {
        final ObjectNode target = targets.addObject();
        target.put("refId", Character.toString((char) ('A' + targets.size() - 1))).put("expr", expression)
            .put("legendFormat", legend).put("range", kind != Kind.TABLE).put("instant", kind == Kind.TABLE)
            .put("format", kind == Kind.TABLE ? "table" : kind == Kind.HEATMAP ? "heatmap" : "time_series");
        target.set("datasource", Dashboard.datasource());
        return this;
    }

    /** Of values: {@code s}, {@code percentunit}, {@code bytes}, {@code short} and other names of Grafana's. */
    Panel unit(final String unit) {
        defaults.put("unit", unit);
        return this;
    }

    Panel range(final double least, final double most) {
        defaults.put("min", least).put("max", most);
        return this;
    }

    Panel from(final double least) {
        defaults.put("min", least);
        return this;
    }

    /** Shown where there is no series. */
    Panel empty(final String text) {
        defaults.put("noValue", text);
        return this;
    }

    /** Green, from some value on orange, from another on red. */
    Panel thresholds(final double orangeFrom, final double redFrom) {
        final ArrayNode steps = steps();
        steps.addObject().put("color", "orange").put("value", orangeFrom);
        steps.addObject().put("color", "red").put("value", redFrom);
        return this;
    }

    /** Green, and red from some value on. */
    Panel redFrom(final double value) {
        steps().addObject().put("color", "red").put("value", value);
        return this;
    }

    private ArrayNode steps() {
        final ObjectNode thresholds = defaults.putObject("thresholds").put("mode", "absolute");
        defaults.putObject("color").put("mode", "thresholds");
        final ArrayNode steps = thresholds.putArray("steps");
        steps.addObject().put("color", "green").putNull("value");
        return steps;
    }

    /** No colour but the panel's own. */
    Panel plain() {
        options.put("colorMode", "none");
        return this;
    }

    /** Shows the series' name instead of the number. */
    Panel names() {
        options.put("textMode", "name");
        return this;
    }

    Panel stacked() {
        final ObjectNode custom = custom();
        custom.put("fillOpacity", 60).put("lineWidth", 1);
        custom.putObject("stacking").put("mode", "normal").put("group", "A");
        return this;
    }

    private ObjectNode custom() {
        return defaults.has("custom") ? (ObjectNode) defaults.get("custom") : defaults.putObject("custom");
    }

    /** Draws series of a name as a red dashed line: a bound. */
    Panel bound(final String series) {
        final ArrayNode properties = override("byName", series);
        properties.addObject().put("id", "color").putObject("value").put("mode", "fixed").put("fixedColor", "red");
        final ObjectNode style = properties.addObject().put("id", "custom.lineStyle").putObject("value");
        style.put("fill", "dash").putArray("dash").add(10).add(10);
        return this;
    }

    /** A column of a table shows its values as bars up to a most. */
    Panel barColumn(final String column, final double most) {
        final ArrayNode properties = override("byName", column);
        properties.addObject().put("id", "custom.cellOptions").putObject("value").put("type", "gauge")
            .put("mode", "gradient");
        properties.addObject().put("id", "unit").put("value", "percentunit");
        properties.addObject().put("id", "min").put("value", 0);
        properties.addObject().put("id", "max").put("value", most);
        thresholds(properties, 0.9);
        return this;
    }

    /** A column of a table has this unit. */
    Panel unitColumn(final String column, final String unit) {
        override("byName", column).addObject().put("id", "unit").put("value", unit);
        return this;
    }

    /** A column of a table is red from a value on. */
    Panel redColumn(final String column, final double from) {
        final ArrayNode properties = override("byName", column);
        properties.addObject().put("id", "custom.cellOptions").putObject("value").put("type", "color-background");
        thresholds(properties, from);
        return this;
    }

    /** A column of a table leads to another page. */
    Panel linkColumn(final String column, final String title, final String url) {
        override("byName", column).addObject().put("id", "links").putArray("value").addObject().put("title", title)
            .put("url", url);
        return this;
    }

    private static void thresholds(final ArrayNode properties, final double redFrom) {
        final ArrayNode steps = properties.addObject().put("id", "thresholds").putObject("value")
            .put("mode", "absolute").putArray("steps");
        steps.addObject().put("color", "green").putNull("value");
        steps.addObject().put("color", "red").put("value", redFrom);
    }

    private ArrayNode override(final String matcher, final String of) {
        final ObjectNode override = overrides.addObject();
        override.putObject("matcher").put("id", matcher).put("options", of);
        return override.putArray("properties");
    }

    /** Makes one row of the rows of all queries that agree in their labels, and names the columns. */
    Panel joined(final String... nameAndTitle) {
        final ArrayNode transformations = node.putArray("transformations");
        transformations.addObject().put("id", "merge").putObject("options");
        final ObjectNode organize = transformations.addObject().put("id", "organize").putObject("options");
        organize.putObject("excludeByName").put("Time", true);
        final ObjectNode titles = organize.putObject("renameByName");
        final ObjectNode order = organize.putObject("indexByName");
        for (int i = 0; i < nameAndTitle.length; i += 2) {
            titles.put(nameAndTitle[i], nameAndTitle[i + 1]);
            order.put(nameAndTitle[i], i / 2);
        }
        return this;
    }

    ObjectNode at(final int id, final int x, final int y) {
        node.put("id", id).putObject("gridPos").put("x", x).put("y", y).put("w", width).put("h", height);
        return node;
    }
}
