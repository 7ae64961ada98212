package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import io.takt.steward.Id;
import io.takt.steward.asset.Borders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A world in four processes, which work ahead of their clocks, has the history of the same in one. */
@Tag("long")
class FourRoomsIT extends HubTest {
    private static final String EXAMPLE = "examples/four-rooms";
    private static final long SECOND = 1_000_000_000L;

    @BeforeEach
    void copyExample() throws IOException {
        try (var files = Files.newDirectoryStream(TaktProcess.HOME.resolve(EXAMPLE), "*.{java,json}")) {
            for (final Path file : files) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
    }

    private TaktProcess start(final String file) throws IOException {
        return TaktProcess.start(folder, base, "run", "-c", file, "--until", "20s", "--json");
    }

    /** The final digests, by room; they are as the example says. */
    private static Map<String, Id> digests(final TaktProcess run) throws Exception {
        assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("violations").longValue()).isZero();
        assertThat(run.json().get("missedMessages").longValue()).isZero();
        final String readme = Docs.read(EXAMPLE + "/README.md");
        final Map<String, Id> digests = new TreeMap<>();
        final List<String> lines = run.err().lines().filter(line -> line.contains("] final up to ")).toList();
        for (final String line : lines) {
            assertThat(readme).contains(line);
            final byte[] bytes = HexFormat.of().parseHex(line.substring(line.lastIndexOf(' ') + 1));
            final ByteBuffer words = ByteBuffer.wrap(bytes);
            digests.put(line.substring(1, line.indexOf(']')), Id.of(words.getLong(), words.getLong()));
        }
        return digests;
    }

    @Test
    void roomsInFourProcessesAreThoseInOneThoughTheyAreResetAndOneIsKilled() throws Exception {
        final Id whole;
        try (TaktProcess run = start("whole.json")) {
            whole = digests(run).get("all");
        }
        // Slow enough to be met in the middle of the run.
        final Path rooms = folder.resolve("rooms.json");
        Files.writeString(rooms, Files.readString(rooms).replace("\"coreStep\"",
            "\"pace\": {\"mode\": \"realtime\", \"speed\": 2}, \"coreStep\""));
        try (TaktProcess run = start("rooms.json")) {
            final HubStatus first = run.awaitStatus(base, "rooms", status -> status.coreTimeNs() > SECOND);
            TaktProcess.ask(base, "rooms", Request.Reset::new);
            run.awaitStatus(base, "rooms", status -> status.epoch() > first.epoch()
                && status.coreTimeNs() > 3 * SECOND && status.missing().isEmpty());
            run.launched("sw").destroyForcibly();
            final Map<String, Id> parts = digests(run);
            assertThat(run.err()).contains("(1 of 100)");
            assertThat(parts).hasSize(4);
            assertThat(Borders.digestOfAll(List.copyOf(parts.values()))).isEqualTo(whole);
            final String readme = Docs.read(EXAMPLE + "/README.md");
            for (final JsonNode asset : run.json().get("assets")) {
                assertThat(readme).contains("%-5s  %s".formatted(asset.get("name").textValue(),
                    asset.get("digest").textValue()));
            }
        }
    }
}
