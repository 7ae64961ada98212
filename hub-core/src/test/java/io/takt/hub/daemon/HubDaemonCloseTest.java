package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.TaktException;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HubDaemonCloseTest {
    @TempDir
    private Path folder;

    /** Its doorbell lies in memory that is given back when it closes: to ring there would end this JVM. */
    @Test
    void aClosedHubMayStillBeToldThatAProgramHasEnded() throws IOException {
        final HubDaemon hub = HubDaemon.start(config(),
            new HubDaemon.Options(Long.MAX_VALUE, false, false, false, Set.of(), false, null, null), event -> { },
            () -> false);
        final Path file = hub.cncFile();
        hub.close();
        for (int i = 0; i < 100; i++) {
            hub.onProgramEnded("a", "ended with exit status 0");
            hub.fail("it cannot be launched");
            hub.stop("enough");
        }
        assertThat(file).doesNotExist();
    }

    /** A late scrape is not to wait for an answer that cannot come. */
    @Test
    void aClosedHubSaysSoAtOnce() throws IOException {
        final HubDaemon hub = HubDaemon.start(config(),
            new HubDaemon.Options(Long.MAX_VALUE, false, false, false, Set.of(), false, null, null), event -> { },
            () -> false);
        hub.close();
        assertThatThrownBy(hub::scraped).isInstanceOf(TaktException.class).hasMessage("the hub is closed");
    }

    private HubConfig config() throws IOException {
        final String name = "closing-" + ProcessHandle.current().pid();
        HubDirectory.of(name).lockFile().toFile().deleteOnExit();
        final Path file = Files.writeString(folder.resolve("c.json"),
            "{\"hub\": \"" + name + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"20ms\"}");
        return ConfigReader.read(file, new ProgramFinder(null, "")).config();
    }
}
