package io.takt.dashboards.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.dashboards.grafana.Dashboards;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The content of all files, by their path in the folder that is to be written. Pure. */
final class DashboardFiles {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private DashboardFiles() {
    }

    /**
     * The facts about this host that the files hold.
     *
     * @param out        the folder; absolute.
     * @param base       the folder of this user's hubs; absolute.
     * @param prometheus where Prometheus is to be.
     * @param grafana    where Grafana is to be.
     * @param hubs       hubs elsewhere, with their ports.
     * @param every      how often metrics are scraped, as Prometheus writes it.
     * @param uid        number of this user.
     */
    record Place(Path out, Path base, HostAndPort prometheus, HostAndPort grafana, List<HostAndPort> hubs,
        String every, int uid) {
    }

    static Map<String, String> of(final Place place) {
        final Map<String, String> values = new LinkedHashMap<>();
        values.put("out", place.out().toString());
        values.put("hubs", quoted(place.base().toString()));
        values.put("outPrometheus", quoted(place.out().resolve("prometheus").toString()));
        values.put("provisioning", quoted(place.out().resolve("grafana/provisioning").toString()));
        values.put("rules", quoted(place.out().resolve("prometheus/rules.yml").toString()));
        values.put("targets", quoted(place.base().resolve(".targets/*.json").toString()));
        values.put("boards", quoted(place.out().resolve("grafana/dashboards").toString()));
        values.put("prometheus", place.prometheus().toString());
        values.put("grafanaHost", place.grafana().host());
        values.put("grafanaPort", Integer.toString(place.grafana().port()));
        values.put("every", place.every());
        values.put("uid", Integer.toString(place.uid()));
        values.put("static", place.hubs().isEmpty() ? "" : "    static_configs:\n      - targets: ["
            + place.hubs().stream().map(hub -> quoted(hub.toString())).collect(Collectors.joining(", ")) + "]\n");
        final Map<String, String> files = new LinkedHashMap<>();
        files.put("prometheus/prometheus.yml", filled("prometheus.yml", values));
        files.put("prometheus/rules.yml", resource("rules.yml"));
        files.put("grafana/provisioning/datasources/takt.yml", filled("datasource.yml", values));
        files.put("grafana/provisioning/dashboards/takt.yml", filled("dashboards.yml", values));
        Dashboards.all().forEach((name, board) -> files.put("grafana/dashboards/" + name, text(board)));
        files.put("grafana/grafana.ini", filled("grafana.ini", values));
        files.put("compose.yml", filled("compose.yml", values));
        return files;
    }

    /** In YAML's double quotes, whatever the path has in it. */
    private static String quoted(final String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String text(final ObjectNode board) {
        try {
            return JSON.writeValueAsString(board) + "\n";
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("a dashboard cannot be written", e);
        }
    }

    private static String filled(final String name, final Map<String, String> values) {
        String text = resource(name);
        for (final Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("${" + value.getKey() + "}", value.getValue());
        }
        return text.stripTrailing() + "\n";
    }

    static String resource(final String name) {
        try (InputStream in = DashboardFiles.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
