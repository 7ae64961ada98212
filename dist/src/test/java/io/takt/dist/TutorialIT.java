package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.status.HoldReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tutorial, step by step: every program, file and command as it stands there. */
@Tag("long")
class TutorialIT extends HubTest {
    private static final String PAGE = "docs/tutorial/two-simulators.md";

    private List<String> commands;
    private String runShown;
    private Path water;

    @BeforeEach
    void writeFiles() throws IOException {
        final String page = Docs.read(PAGE);
        commands = Docs.blocks(page, "sh");
        runShown = Docs.block(page, "text", "STOPPED: reached");
        water = Files.createDirectory(folder.resolve("water"));
        Files.writeString(water.resolve("Tank.java"), Docs.block(page, "java", "class Tank"));
        Files.writeString(water.resolve("Valve.java"), Docs.block(page, "java", "class Valve"));
        Files.writeString(water.resolve("water.json"), patient(Docs.block(page, "json", "\"hub\": \"water\"")));
        Files.writeString(water.resolve("slow.json"), patient(Docs.block(page, "json", "\"hub\": \"slow\"")));
    }

    private TaktProcess start(final String command) throws IOException {
        return TaktProcess.start(water, base, List.of("bash", "-e", "-c", command));
    }

    private TaktProcess run(final String command) throws Exception {
        final TaktProcess process = start(command).awaitEnd();
        assertThat(process.exitCode()).as(process.err()).isZero();
        return process;
    }

    @Test
    void everyBlockOfCommandsIsTested() {
        assertThat(commands.subList(1, commands.size())).containsExactly(
            "takt check -c water.json\n", "takt run -c water.json --until 60s\n", "takt run -c slow.json\n",
            "takt java Valve.java\n", "takt watch --once\n", "takt watch --once\n", "takt tap --count 4\ntakt stop\n",
            "sed 's/\"60ms\"/\"50ms\"/' water.json > tight.json\ntakt run -c tight.json --until 60s\n");
    }

    @Test
    void theCommandIsFoundAndTheFolderMade() throws Exception {
        final TaktProcess first = run("cd '" + TaktProcess.HOME + "'; export HOME='" + folder + "'; "
            + commands.get(0) + "pwd");
        assertThat(first.out()).contains("STOPPED: ran for 3s").endsWith(water.toRealPath() + "\n");
    }

    /** Wall times are of the machine; the rest of the output that the page shows is the same everywhere. */
    @Test
    void bothRunsEndAsThePageShows() throws Exception {
        assertThat(run(commands.get(1)).out()).isEqualTo(Docs.block(Docs.read(PAGE), "text", "live: "));
        for (final String command : List.of(commands.get(2), commands.get(8))) {
            final TaktProcess run = run(command);
            assertThat(run.err().lines().filter(line -> line.startsWith("[valve] ")))
                .containsExactlyElementsOf(shown("[valve] "));
            assertThat(run.out()).contains("STOPPED: reached 1min").contains("violations 0 in")
                .endsWith(runShown.substring(runShown.indexOf("asset  digest")));
        }
    }

    private List<String> shown(final String start) {
        return runShown.lines().filter(line -> line.startsWith(start)).toList();
    }

    @Test
    void theControllerLagsStopsAndGoesOn() throws Exception {
        try (TaktProcess hub = start("exec " + commands.get(3))) {
            hub.awaitStatus(base, "slow", status -> status.missing().size() == 1);
            final List<TaktProcess> looks = new ArrayList<>();
            try (TaktProcess valve = start("exec " + commands.get(4))) {
                hub.awaitStatus(base, "slow", status -> "valve".equals(status.blocker()));
                looks.add(TaktProcess.look(() -> run(commands.get(5)), "waiting for its interval of 80ms"));
                TaktProcess.signal(valve.process().toHandle(), "STOP");
                hub.awaitStatus(base, "slow", status -> status.blockerReason() == HoldReason.SILENT);
                looks.add(TaktProcess.look(() -> run(commands.get(6)), "is stopped"));
                final long stoodAtNs = TaktProcess.status(base, "slow").coreTimeNs();
                TaktProcess.signal(valve.process().toHandle(), "CONT");
                hub.awaitStatus(base, "slow", status -> status.coreTimeNs() > stoodAtNs);
                assertThat(run(commands.get(7)).out().lines().filter(line -> line.startsWith("sent"))).hasSize(4);
                assertThat(valve.awaitEnd().exitCode()).as(valve.err()).isZero();
            }
            assertThat(hub.awaitEnd().exitCode()).as(hub.err()).isZero();
            assertThat(hub.out()).contains("STOPPED: asked to stop").contains("violations 0 in");
            assertThat(looks.get(0).out()).contains("hub slow  RUNNING").contains("waiting for its interval of 80ms");
            assertThat(looks.get(1).out()).contains("held back by valve").contains("is stopped");
        }
    }
}
