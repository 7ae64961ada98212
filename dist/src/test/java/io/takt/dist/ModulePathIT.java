package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The README's asset as a named module, compiled against the API alone and started as the guide says. */
class ModulePathIT extends HubTest {
    private static final List<String> API = List.of("asset-api-", "agrona-");
    private static final List<String> RUNTIME = List.of("asset-api-", "rules-", "shm-transport-", "agrona-",
        "aeron-annotations-", "aeron-client-", "aeron-driver-", "jackson-", "jna-", "slf4j-");
    private static final String OPENS = "--add-opens java.base/jdk.internal.misc=org.agrona";

    private String command;

    @BeforeEach
    void build() throws IOException {
        command = Docs.block(Docs.read("docs/how-to/asset-project.md"), "sh", "ALL-MODULE-PATH");
        copy(RUNTIME, Files.createDirectory(folder.resolve("lib")));
        copy(API, Files.createDirectory(folder.resolve("api")));
        final Path info = Files.writeString(folder.resolve("module-info.java"),
            "module my.pendulum { requires io.takt.asset; }");
        final Path program = Files.writeString(folder.resolve("Pendulum.java"), "package my.pendulum;\n"
            + Docs.block(Docs.read("README.md"), "java", "class Pendulum"));
        // Without a class path of its own javac takes that of this test.
        tool("javac", "--release", "17", "-Xlint:all,-requires-automatic,-options", "-Werror",
            "-cp", folder.toString(), "-p", folder.resolve("api").toString(),
            "-d", folder.resolve("classes").toString(), info.toString(), program.toString());
        tool("jar", "--create", "--file", folder.resolve("pendulum.jar").toString(),
            "-C", folder.resolve("classes").toString(), ".");
    }

    private static void copy(final List<String> jars, final Path to) throws IOException {
        try (Stream<Path> all = Files.list(TaktProcess.HOME.resolve("dist/target/lib"))) {
            for (final Path jar : all.toList()) {
                final String name = jar.getFileName().toString();
                if (jars.stream().anyMatch(name::startsWith)) {
                    Files.copy(jar, to.resolve(name));
                }
            }
        }
    }

    private static void tool(final String name, final String... args) {
        final StringWriter said = new StringWriter();
        final PrintWriter out = new PrintWriter(said);
        assertThat(ToolProvider.findFirst(name).orElseThrow().run(out, out, args)).as(said.toString()).isZero();
    }

    @Test
    void runsAtAHub() throws Exception {
        Files.writeString(folder.resolve("pendulum.sh"), "exec " + command);
        Files.writeString(folder.resolve("swing.json"), patient(Docs.block(Docs.read("README.md"), "json",
            "\"hub\": \"swing\"")).replace("\"takt\", \"java\", \"Pendulum.java\"", "\"bash\", \"pendulum.sh\""));
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "swing.json", "--until", "10s");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("STOPPED: reached 10s").contains("violations 0 in");
        assertThat(run.err()).contains("[pendulum] angle at the end: ").doesNotContain("WARNING");
    }

    @Test
    void saysWhichModuleHasToBeOpened() throws Exception {
        assertThat(command).contains(OPENS);
        final TaktProcess run = TaktProcess.start(folder, base,
            List.of("bash", "-c", "TAKT_HUB=swing exec " + command.replace(OPENS, ""))).awaitEnd();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("Takt needs the JVM flag " + OPENS + " (");
    }
}
