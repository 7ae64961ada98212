package io.takt.dashboards.grafana;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A dashboard in the making. Panels fill rows from left to right. */
final class Dashboard {
    /** Grafana's identity of the data source that the provisioning file makes. */
    static final String DATASOURCE = "takt-prometheus";

    private static final int COLUMNS = 24;
    private static final int SCHEMA_VERSION = 39;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ObjectNode node = JSON.objectNode();
    private final ArrayNode panels;
    private final ArrayNode variables;
    private final ArrayNode annotations;
    private final ArrayNode links;
    private int x;
    private int y;
    private int rowHeight;

    Dashboard(final String uid, final String title, final String description) {
        node.put("uid", uid).put("title", title).put("description", description).put("schemaVersion", SCHEMA_VERSION)
            .put("editable", true).put("refresh", "5s").put("timezone", "browser").put("graphTooltip", 1)
            .putNull("id").put("version", 1);
        node.putArray("tags").add("takt");
        node.putObject("time").put("from", "now-15m").put("to", "now");
        variables = node.putObject("templating").putArray("list");
        annotations = node.putObject("annotations").putArray("list");
        links = node.putArray("links");
        panels = node.putArray("panels");
    }

    static ObjectNode datasource() {
        return JSON.objectNode().put("type", "prometheus").put("uid", DATASOURCE);
    }

    /** A choice among the values of a label. */
    Dashboard variable(final String name, final String title, final String query, final boolean many) {
        final ObjectNode variable = variables.addObject().put("type", "query").put("name", name).put("label", title)
            .put("refresh", 2).put("sort", 1).put("multi", many).put("includeAll", many);
        variable.set("datasource", datasource());
        variable.putObject("query").put("query", query).put("refId", name);
        if (many) {
            variable.put("allValue", ".*").putObject("current").put("text", "All").put("value", "$__all");
        }
        return this;
    }

    /** Marks the times at which an expression has a value. */
    Dashboard annotation(final String name, final String colour, final String expression, final String text) {
        final ObjectNode annotation = annotations.addObject().put("name", name).put("enable", true)
            .put("iconColor", colour).put("expr", expression).put("titleFormat", name).put("textFormat", text)
            .put("step", "5s");
        annotation.set("datasource", datasource());
        return this;
    }

    /** Leads to another dashboard, with the same time. */
    Dashboard link(final String title, final String uid) {
        links.addObject().put("type", "link").put("title", title).put("url", "/d/" + uid).put("keepTime", true)
            .put("includeVars", true).put("icon", "dashboard").put("targetBlank", false);
        return this;
    }

    Dashboard panel(final Panel panel) {
        if (x + panel.width() > COLUMNS) {
            x = 0;
            y += rowHeight;
            rowHeight = 0;
        }
        panels.add(panel.at(panels.size() + 1, x, y));
        x += panel.width();
        rowHeight = Math.max(rowHeight, panel.height());
        return this;
    }

    ObjectNode json() {
        return node;
    }
}
