package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The project of an asset, as the guide shows it, built by Maven in a folder and with a local repository that has only
 * the artifacts of this build; and the contents of these artifacts.
 */
@Tag("long")
class AssetProjectIT extends HubTest {
    private static final String VERSION = System.getProperty("takt.version", "0.1.0-SNAPSHOT");
    private static final Path MAVEN = Path.of(System.getProperty("takt.maven", "/usr/share/maven"), "bin", "mvn");
    private static final Path LIBRARIES = Path.of(
        System.getProperty("takt.repository", System.getProperty("user.home") + "/.m2/repository"));
    private static final long MAVEN_MINUTES = 10;

    private static final Pattern MODULE = Pattern.compile("<module>([\\w-]+)</module>");
    private static final Pattern MANAGED = Pattern.compile("<groupId>io\\.takt</groupId>\\s*"
        + "<artifactId>([\\w-]+)</artifactId>\\s*<version>\\$\\{project\\.version}</version>");

    private String guide;
    private Path repository;

    @BeforeEach
    void readGuide() throws IOException {
        guide = Docs.read("docs/how-to/asset-project.md");
        repository = folder.resolve("repository");
    }

    @Test
    void theProjectOfTheGuideBuildsAndRuns() throws Exception {
        final String readme = Docs.read("README.md");
        final Path sources = Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(sources.resolve("Pendulum.java"), Docs.block(readme, "java", "class Pendulum"));
        Files.writeString(folder.resolve("pom.xml"), Docs.block(guide, "xml", "<project "));
        final String pendulum = Docs.block(guide, "json", "target/pendulum.jar").strip();
        Files.writeString(folder.resolve("swing.json"), patient(Docs.block(readme, "json", "\"hub\": \"swing\""))
            .replaceFirst("\\{ \"name\": \"pendulum\".*}", Matcher.quoteReplacement(pendulum)));

        installEverything();
        assertThat(maven("package")).as("what Maven says").doesNotContain("ERROR");
        assertThat(names(folder.resolve("target/lib"))).contains("asset-api-" + VERSION + ".jar",
            "rules-" + VERSION + ".jar", "shm-transport-" + VERSION + ".jar")
            .noneMatch(name -> name.startsWith("hub-core") || name.startsWith("picocli"));

        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "swing.json", "--until", "10s");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("STOPPED: reached 10s").contains("violations 0 in");
        assertThat(run.err()).contains("[pendulum] angle at the end: ").doesNotContain("WARNING");
    }

    /** A library that goes with neither would be one that an IDE shows as decompiled bytes. */
    @Test
    void theBomNamesThePublishedModulesAndTheyHaveSources() throws IOException {
        final List<String> published = new ArrayList<>();
        for (final String module : modules()) {
            final String pom = Docs.read(module + "/pom.xml");
            if (pom.contains("<maven.javadoc.skip>false</maven.javadoc.skip>")) {
                assertThat(pom).as(module).contains("<maven.source.skip>false</maven.source.skip>");
                assertThat(artifact(module, "-sources")).exists();
                published.add(module);
            }
        }
        final String bom = Docs.read("bom/pom.xml");
        assertThat(bom).contains("<version>" + VERSION + "</version>");
        assertThat(found(MANAGED, bom)).containsExactlyInAnyOrderElementsOf(published)
            .contains("asset-api", "shm-transport");
    }

    /** In the order of phases, the pages are made after all else; the installation has to wait for them. */
    @Test
    void installedJarsHaveTheirJavadocAndSources() throws Exception {
        assumeThat(LIBRARIES.resolve("org/apache/maven/plugins/maven-javadoc-plugin"))
            .as("what makes the pages; it is there once something was installed").exists();
        final Path module = Files.createDirectories(folder.resolve("asset-api"));
        Files.copy(TaktProcess.HOME.resolve("pom.xml"), folder.resolve("pom.xml"));
        Files.copy(TaktProcess.HOME.resolve("asset-api/pom.xml"), module.resolve("pom.xml"));
        final Path home = TaktProcess.HOME.resolve("asset-api/src/main");
        try (Stream<Path> files = Files.walk(home)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final Path copy = module.resolve("src/main").resolve(home.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        maven("-f", module.toString(), "-Dcheckstyle.skip", "-Dmaven.test.skip", "install");

        final String type = "io/takt/asset/Asset";
        assertThat(installed("-sources", type + ".java"))
            .isEqualTo(Files.readString(home.resolve("java/" + type + ".java")));
        assertThat(installed("-javadoc", "io.takt.asset/" + type + ".html")).contains("A simulator, called back by");
        assertThat(installed("", "META-INF/MANIFEST.MF")).contains("Automatic-Module-Name: ");
    }

    private String installed(final String classifier, final String entry) throws IOException {
        final Path jar = repository.resolve("io/takt/asset-api").resolve(VERSION)
            .resolve("asset-api-" + VERSION + classifier + ".jar");
        assertThat(jar).exists();
        try (FileSystem within = FileSystems.newFileSystem(jar)) {
            return Files.readString(within.getPath(entry));
        }
    }

    private static List<String> modules() throws IOException {
        return found(MODULE, Docs.read("pom.xml"));
    }

    private static List<String> found(final Pattern pattern, final String text) {
        return pattern.matcher(text).results().map(result -> result.group(1)).toList();
    }

    private static Path artifact(final String module, final String classifier) {
        return TaktProcess.HOME.resolve(module).resolve("target/" + module + "-" + VERSION + classifier + ".jar");
    }

    /** As {@code mvn install} would, but for javadoc. */
    private void installEverything() throws IOException {
        install("takt", TaktProcess.HOME.resolve("pom.xml"), ".pom");
        for (final String module : modules()) {
            install(module, TaktProcess.HOME.resolve(module).resolve("pom.xml"), ".pom");
            if (Files.exists(artifact(module, ""))) {
                install(module, artifact(module, ""), ".jar");
            }
        }
    }

    private void install(final String artifact, final Path file, final String suffix) throws IOException {
        final Path to = Files.createDirectories(repository.resolve("io/takt").resolve(artifact).resolve(VERSION));
        Files.copy(file, to.resolve(artifact + "-" + VERSION + suffix));
    }

    /**
     * Runs Maven in the folder. All that is not Takt's comes from the repository that this build itself lives on, so
     * that no network is needed; no setting of the user's counts.
     */
    private String maven(final String... args) throws IOException, InterruptedException {
        final Path settings = Files.writeString(folder.resolve("settings.xml"), """
            <settings>
              <mirrors>
                <mirror>
                  <id>libraries</id>
                  <mirrorOf>*</mirrorOf>
                  <url>%s</url>
                </mirror>
              </mirrors>
            </settings>
            """.formatted(LIBRARIES.toUri()));
        final Path said = folder.resolve("maven.txt");
        final List<String> command = new ArrayList<>(List.of(MAVEN.toString(), "-B", "-q", "-s", settings.toString(),
            "-gs", settings.toString(), "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(args));
        final ProcessBuilder builder = new ProcessBuilder(command)
            .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().keySet().removeAll(List.of("MAVEN_OPTS", "MAVEN_ARGS"));
        final Process process = builder.start();
        try {
            assertThat(process.waitFor(MAVEN_MINUTES, TimeUnit.MINUTES)).as("end of Maven").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        return Files.readString(said);
    }

    private static List<String> names(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
