package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page about hubs on many machines, and the files that it names. */
@Tag("long")
class DeployIT extends HubTest {
    private static final Path EXAMPLE = TaktProcess.HOME.resolve("examples/two-machines");

    private TaktProcess run(final String... command) throws Exception {
        return TaktProcess.start(folder, base, List.of(command)).awaitEnd();
    }

    private Path key() throws Exception {
        final Path key = folder.resolve("site-a.key");
        assertThat(TaktProcess.run(folder, base, "key", "site-a", key.toString()).exitCode()).isZero();
        return key;
    }

    private String checked(final String text, final Path key) throws Exception {
        final Path file = Files.writeString(folder.resolve("checked.json"),
            text.replaceAll("/(etc/takt|keys)/site-a.key", key.toString()));
        final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", file.toString());
        assertThat(check.exitCode()).as(check.err()).isZero();
        assertThat(check.out()).doesNotContain("warning: ");
        return check.out();
    }

    /** A file in the manifests' map of configurations. */
    private static String inManifest(final String name) throws IOException {
        final List<String> lines = Files.readAllLines(EXAMPLE.resolve("kubernetes.yaml"));
        final int at = lines.indexOf("  " + name + ": |");
        assertThat(at).as(name).isPositive();
        return lines.subList(at + 1, lines.size()).stream().takeWhile(line -> line.startsWith("    "))
            .collect(Collectors.joining("\n"));
    }

    @Test
    void theConfigurationsAreSound() throws Exception {
        final Path key = key();
        assertThat(checked(Files.readString(EXAMPLE.resolve("root.json")), key)).contains("live: ")
            .contains("not judged: the hubs below site-a");
        assertThat(checked(Files.readString(EXAMPLE.resolve("site-a.json")), key)).contains("live: ");
        assertThat(checked(inManifest("root.json"), key)).contains("hub root: ");
        assertThat(checked(inManifest("site-a.json"), key)).contains("hub site-a: ");
    }

    @Test
    void theManifestsFitTheSchema() throws Exception {
        final Path validate = PythonTools.program("kubernetes", "kubernetes-validate", folder);
        final TaktProcess sound = run(validate.toString(), "--strict", EXAMPLE.resolve("kubernetes.yaml").toString());
        assertThat(sound.exitCode()).as(sound.out() + sound.err()).isZero();
        assertThat(sound.out() + sound.err()).contains("statefulset/takt-root", "statefulset/takt-site-a",
            "service/takt-root", "configmap/takt");
    }

    @Test
    void theServiceIsSound() throws Exception {
        assumeThat(PythonTools.isThere("systemd-analyze")).as("left out: needs systemd-analyze (Debian: systemd)")
            .isTrue();
        final Path unit = Files.writeString(folder.resolve("takt@.service"), Files.readString(
            EXAMPLE.resolve("takt@.service")).replace("/opt/takt/takt", TaktProcess.HOME.resolve("takt").toString()));
        final TaktProcess analysed = run("systemd-analyze", "verify", "--man=no", unit.toString());
        assertThat(analysed.err()).doesNotContain("takt@");
        assertThat(analysed.exitCode()).as(analysed.err()).isZero();
    }

    /** Another folder stands in for the other machine, and for ssh a program that runs there what it is told. */
    @Test
    void aParentStartsItsChildBySsh() throws Exception {
        final Path there = Files.createDirectory(folder.resolve("node7"));
        final Path programs = Files.createDirectory(folder.resolve("programs"));
        final Path ssh = Files.writeString(programs.resolve("ssh"),
            "#!/bin/sh\n[ \"$1 $2 $3\" = '-o BatchMode=yes node7' ] || exit 255\nshift 3\ncd " + there
                + " && exec \"$@\"\n");
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
        Files.copy(key(), there.resolve("site-a.key"), StandardCopyOption.COPY_ATTRIBUTES);
        final int port = Ports.free();
        final String root = patient(Docs.block(Docs.read("docs/how-to/deploy.md"), "json", "ssh"));
        Files.writeString(folder.resolve("root.json"), root.replace("0.0.0.0:7400", "127.0.0.1:" + port));
        Files.writeString(there.resolve("site-a.json"), patient(Files.readString(EXAMPLE.resolve("site-a.json")))
            .replace("root:7400", "127.0.0.1:" + port).replace("/etc/takt/", ""));

        final TaktProcess run = run("bash", "-c",
            "PATH=" + programs + ":$PATH takt run -c root.json --until 1s --json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("coreTimeNs").asLong()).isEqualTo(1_000_000_000L);
        assertThat(run.err()).contains("[site-a] STOPPED: its parent has stopped: reached 1s");
    }
}
