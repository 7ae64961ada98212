package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.LiveProcesses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HubDaemonStatusTest {
    @TempDir
    private Path folder;

    private static String process(final HubStatus status) {
        return status.assets().get(0).process();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aGlanceLooksAtNoProcess() throws Exception {
        final long own = ProcessHandle.current().pid();
        final String name = "seen-" + own;
        final Path file = Files.writeString(folder.resolve("c.json"), "{\"hub\": \"" + name
            + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"20ms\", \"assets\": ["
            + "{\"name\": \"a\", \"step\": \"10ms\"}, {\"name\": \"b\", \"step\": \"10ms\"}]}");
        try (HubDaemon hub = HubDaemon.start(ConfigReader.read(file, new ProgramFinder(null, "")).config(),
            new HubDaemon.Options(Long.MAX_VALUE, false, false, false, Set.of(), false, null, null), event -> { },
            () -> false); ControlClient client = ControlClient.connect(HubDirectory.of(name))) {
            assertThat(client.ask(id -> Request.Join.of(id, "a").process(own, LiveProcesses.startTime(own)),
                reply -> { }).ok()).isTrue();
            assertThat(process(hub.glance())).isEqualTo("unknown");
            assertThat(process(hub.status())).isNotEqualTo("unknown");
        }
    }
}
