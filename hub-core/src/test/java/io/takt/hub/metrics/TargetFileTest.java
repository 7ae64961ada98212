package io.takt.hub.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFileTest {
    private static final long DEAD = 4711;
    private static final long ALIVE = 815;

    @TempDir
    private Path base;

    private HubDirectory hub(final String name) {
        return new HubDirectory(base, name);
    }

    private TargetFile write(final String hub, final String address) throws IOException {
        return TargetFile.write(hub(hub), address, pid -> pid == ALIVE || pid == ProcessHandle.current().pid());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(hub("any").targets())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void isThereUntilTheHubEndsInOrder() throws IOException {
        final TargetFile file = write("lab", "127.0.0.1:9464");
        assertThat(names()).containsExactly("lab.json");
        final JsonNode targets = new ObjectMapper().readTree(base.resolve(".targets/lab.json").toFile());
        assertThat(targets).hasToString("[{\"targets\":[\"127.0.0.1:9464\"],\"labels\":{\"hub\":\"lab\"}}]");
        file.close();
        assertThat(names()).isEmpty();
    }

    @Test
    void theFileOfAKilledHubGoesWithTheNextOne() throws IOException {
        for (final String name : List.of("killed", "running", "lab")) {
            write(name, "127.0.0.1:1");
            Files.writeString(hub(name).lockFile(), (name.equals("running") ? ALIVE : DEAD) + "\n");
        }
        Files.writeString(base.resolve(".targets/notes.txt"), "of a person");
        write("lab", "127.0.0.1:2");
        assertThat(names()).containsExactly("lab.json", "notes.txt", "running.json");
        assertThat(base.resolve(".targets/lab.json")).content().contains("127.0.0.1:2");
    }

    @Test
    void aFolderThatIsAFileIsSaid() throws IOException {
        Files.writeString(base.resolve(".targets"), "");
        assertThatThrownBy(() -> write("lab", "127.0.0.1:1")).isInstanceOf(IOException.class);
    }
}
