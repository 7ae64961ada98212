package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The example of three sites, on one hub and on three. */
@Tag("long")
class ThreeSitesIT extends HubTest {
    @BeforeEach
    void copyExample() throws IOException {
        try (var files = Files.newDirectoryStream(TaktProcess.HOME.resolve("examples/three-sites"))) {
            for (final Path file : files) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void theFilesAreSound() throws Exception {
        for (final String site : List.of("site-a", "site-b")) {
            assertThat(TaktProcess.run(folder, base, "key", site, folder.resolve(site + ".key").toString()).exitCode())
                .isZero();
        }
        for (final String file : List.of("one.json", "root.json", "site-a.json", "site-b.json")) {
            final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", file);
            assertThat(check.exitCode()).as(check.err()).isZero();
            assertThat(check.out()).contains("live: ").doesNotContain("warning: ");
            if (file.equals("root.json")) {
                assertThat(check.out()).contains("waits for ever: for site-a, site-b");
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void allReceiveTheSameOnOneHubAndOnThreeThoughACableIsPulled() throws Exception {
        final TaktProcess run = TaktProcess.start(folder, base, List.of("./run.sh")).awaitEnd();
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out().lines().filter(line -> line.endsWith("  equal"))).hasSize(10);
    }
}
