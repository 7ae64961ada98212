package io.takt.dashboards.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.dashboards.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each alert fires when it is to, and none in an hour of healthy running; by Prometheus' own tester of rules. */
class RulesTest {
    private static final Pattern ALERT = Pattern.compile("alert: (\\w+)");

    @TempDir
    private Path folder;

    @Test
    void alertsFireWhenTheyAreTo() throws Exception {
        Files.writeString(folder.resolve("rules.yml"), DashboardFiles.resource("rules.yml"));
        Files.writeString(folder.resolve("rules-test.yml"), DashboardFiles.resource("rules-test.yml"));
        assertThat(Promtool.run("test", "rules", folder.resolve("rules-test.yml").toString())).contains("SUCCESS");
    }

    @Test
    void everyAlertHasACase() throws IOException {
        final String tests = DashboardFiles.resource("rules-test.yml");
        assertThat(ALERT.matcher(DashboardFiles.resource("rules.yml")).results().map(match -> match.group(1))
            .collect(Collectors.toSet())).isNotEmpty()
            .allSatisfy(alert -> assertThat(tests).contains("alertname: " + alert + "\n        exp_alerts:\n"
                + "          - exp_labels:"));
    }
}
