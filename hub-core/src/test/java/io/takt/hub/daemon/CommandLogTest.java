package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.event.HubCommand;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CommandLogTest {
    @TempDir
    private Path folder;

    @Test
    void aHubTellsItsLogEveryCommandInOrder() throws IOException, InterruptedException {
        final BlockingQueue<HubCommand> told = new LinkedBlockingQueue<>();
        final String name = "logged-" + ProcessHandle.current().pid();
        HubDirectory.of(name).lockFile().toFile().deleteOnExit();
        final Path file = Files.writeString(folder.resolve("c.json"),
            "{\"hub\": \"" + name + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"20ms\"}");
        try (HubDaemon hub = HubDaemon.start(ConfigReader.read(file, new ProgramFinder(null, "")).config(),
            new HubDaemon.Options(Long.MAX_VALUE, false, false, false, Set.of(), true, told::add, null), event -> { },
            () -> false)) {
            hub.onProgramStarted("a");
            hub.stop("enough");
        }
        // A hub that closes waits for its listener for a moment only.
        final List<HubCommand> log = new ArrayList<>();
        while (!log.contains(new HubCommand.TellStatus(1))) {
            log.add(told.take());
        }
        assertThat(log).startsWith(new HubCommand.KeepMessages()).containsSubsequence(
            new HubCommand.ProgramStarted("a"), new HubCommand.Stop("enough"), new HubCommand.TellStatus(1));
    }

    @Test
    void aCommandIsOneLineWhateverWasAsked() {
        assertThat(CommandLog.oneLine(new HubCommand.Ask(3, new Request.Fail(7, "a", "no\nfuel\u001b[2J"), 0)))
            .isEqualTo(
                "Ask[connection=3, request=Fail[id=7, asset=a, reason=no fuel [2J, damaged=false], startTime=0]");
    }
}
