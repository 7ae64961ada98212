package io.takt.dashboards.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.dashboards.Promtool;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DashboardsCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @TempDir
    private Path shared;

    private Path base() {
        return shared.resolve("takt-of-a user");
    }

    private int run(final String... args) {
        return new CommandLine(new DashboardsCommand(base())).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
            .execute(args);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void writesAllWithHostsAndPortsFilledIn() throws Exception {
        assertThat(run("--out", folder.resolve("a b").toString(), "--prometheus", "127.0.0.1:9099", "--grafana",
            "10.0.0.1:3001", "--hub", "sim-7:9464", "--hub", "[::1]:9465", "--every", "500ms")).isZero();
        assertThat(files()).hasSize(9).allSatisfy(file -> assertThat(file).content().doesNotContain("${out")
            .doesNotContain("${hubs")
            .doesNotContain("${boards").doesNotContain("${prom").doesNotContain("${every").doesNotContain("${static"));
        final Path made = folder.resolve("a b");
        assertThat(made.resolve("prometheus/prometheus.yml")).content().contains("scrape_interval: 500ms")
            .contains("- targets: [\"sim-7:9464\", \"[::1]:9465\"]").contains("/.targets/*.json\"");
        assertThat(made.resolve("grafana/provisioning/datasources/takt.yml")).content()
            .contains("url: http://127.0.0.1:9099").contains("uid: takt-prometheus");
        assertThat(made.resolve("compose.yml")).content().contains("GF_SERVER_HTTP_PORT: \"3001\"")
            .contains("--web.listen-address=127.0.0.1:9099");
        assertThat(made.resolve("grafana/grafana.ini")).content().contains("http_port = 3001", "http_addr = 10.0.0.1",
            "data = " + made + "/grafana/data", "provisioning = " + made + "/grafana/provisioning",
            "default_home_dashboard_path = " + made + "/grafana/dashboards/overview.json");
        assertThat(out.toString()).contains("9 files are in " + made);
    }

    /** Else the container makes it, as root, and no hub of this user can start any more. */
    @Test
    void theFolderOfHubsIsThereBeforeAContainerWantsIt() throws Exception {
        assertThat(run("--out", folder.toString())).isZero();
        assertThat(base().resolve(".targets")).isEmptyDirectory();
        assertThat(Files.getPosixFilePermissions(base())).containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
        new HubDirectory(base(), "lab").prepareBase();
        assertThat(folder.resolve("compose.yml")).content().contains("source: \"" + base() + "\"");
        assertThat(Files.readAllLines(folder.resolve("compose.yml")))
            .filteredOn(line -> line.contains("bind: {create_host_path: false}")).hasSize(4);
        Files.delete(base().resolve(".targets"));
        Files.delete(base());
        Files.writeString(base(), "");
        assertThat(run("--out", folder.toString(), "--force")).isEqualTo(1);
    }

    @Test
    void prometheusTakesItsConfigurationAndItsRules() throws Exception {
        assertThat(run("--out", folder.toString(), "--hub", "sim-7:9464")).isZero();
        assertThat(Promtool.run("check", "config", folder.resolve("prometheus/prometheus.yml").toString()))
            .contains("SUCCESS");
    }

    @Test
    void filesThatAreThereAreNotWrittenOver() throws IOException {
        Files.writeString(folder.resolve("compose.yml"), "of a person");
        assertThat(run("--out", folder.toString())).isEqualTo(1);
        assertThat(files()).hasSize(1);
        assertThat(run("--out", folder.toString(), "--force")).isZero();
        assertThat(files()).hasSize(9);
    }

    @Test
    void aFolderThatIsAFileIsSaid() throws IOException {
        final Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(run("--out", file.toString())).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--prometheus=nowhere", "--grafana=:3000", "--hub=a b:1", "--hub=a:70000", "--every=1ms",
        "--every=6s", "--every=soon"})
    void aWrongOptionIsSaidInALine(final String option) throws IOException {
        assertThat(run("--out", folder.toString(), option)).isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElse("")).contains(option.substring(2, option.indexOf('=')));
        assertThat(files()).isEmpty();
    }
}
