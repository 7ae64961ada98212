package io.takt.hakoniwa.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of Hakoniwa, whole and broken. */
class FilesTest {
    private static final int INPUTS = Boolean.getBoolean("takt.slow") ? 10_000_000 : 5_000;
    private static final String SERVICE = """
        {"pduMetaDataSize": 24, "services": [{"name": "Service/Add", "type": "t", "maxClients": 1,
          "pduSize": {"server": {"baseSize": 296, "heapSize": 8}, "client": {"baseSize": 288, "heapSize": 0}}}]}
        """;

    @TempDir
    private Path folder;

    private Path write(final String name, final String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String entry(final String key, final String name, final Object id, final Object bytes) {
        return "{\"type\": \"t\", \"" + key + "\": \"" + name + "\", \"channel_id\": " + id + ", \"pdu_size\": "
            + bytes + "}";
    }

    @Test
    void theFullFormNamesEachPduOnce() throws IOException {
        final Path file = write("full.json", "{\"robots\": [{\"name\": \"a/b\", \"shm_pdu_readers\": ["
            + entry("org_name", "x", 0, 8) + "], \"rpc_pdu_writers\": [" + entry("org_name", "y", 1, 4) + ", "
            + entry("org_name", "x", 0, 8) + "]}, {\"name\": \"c\"}]}");
        assertThat(PduFile.read(file)).containsExactly(new Pdu("a/b", "y", 1, 4, "a_b.y"),
            new Pdu("a/b", "x", 0, 8, "a_b.x"));
    }

    /** As in Hakoniwa's own drone_pdu_config.json. */
    @Test
    void ofPdusWithOneIdTheFirstWriterCounts() throws IOException {
        final Path file = write("sizes.json", "{\"robots\": [{\"name\": \"a\", \"shm_pdu_readers\": ["
            + entry("org_name", "x", 0, 16) + "], \"shm_pdu_writers\": [" + entry("org_name", "x", 0, 8) + ", "
            + entry("org_name", "y", 0, 4) + "]}, {\"name\": \"b\", \"shm_pdu_readers\": ["
            + entry("org_name", "x", 0, 4) + "]}]}");
        assertThat(PduFile.read(file)).containsExactly(new Pdu("a", "x", 0, 8, "a.x"), new Pdu("b", "x", 0, 4, "b.x"));
    }

    @Test
    void theCompactFormNamesFilesBesideIt() throws IOException {
        write("types.json", "[" + entry("name", "x", 0, 8) + "]");
        final Path file = write("compact.json", "{\"paths\": [{\"id\": \"t\", \"path\": \"types.json\"}], \"robots\":"
            + " [{\"name\": \"a\", \"pdutypes_id\": \"t\"}, {\"name\": \"b\", \"pdutypes_id\": \"t\"}]}");
        assertThat(PduFile.read(file)).extracting(Pdu::channel).containsExactly("a.x", "b.x");
        write("types.json", "[" + entry("name", "x", 0, 0) + "]");
        assertThatThrownBy(() -> PduFile.read(file)).hasMessageEndingWith("types.json: PDU 'a/x' has a field"
            + " \"pdu_size\" that is no whole number from 1 to 67108864");
        Files.delete(folder.resolve("types.json"));
        assertThatThrownBy(() -> PduFile.read(file)).hasMessageEndingWith("types.json does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{|is not JSON: line 1, column 2: the text ends",
        "[]|: the file has no field \"robots\"",
        "{\"assets\": []}|: the file is one of Hakoniwa's launcher; name the file with the robots, and give what the",
        "{\"services\": []}|: the file has services, and no robots; name it by --services, and the one with the",
        "{\"robots\": 7}|: the file has a field \"robots\" that is no list",
        "{\"robots\": [{}]}|: a robot has no field \"name\"",
        "{\"robots\": [{\"name\": 1}]}|: a robot has a field \"name\" that is no text",
        "{\"robots\": [{\"name\": \"r\", \"shm_pdu_writers\": 1}]}|: robot 'r' has a field \"shm_pdu_writers\"",
        "{\"paths\": [], \"robots\": [{\"name\": \"r\", \"pdutypes_id\": \"t\"}]}|: robot 'r' has the pdutypes_id",
        "{\"robots\": [{\"name\": \"_\", \"shm_pdu_writers\": [X]}]}|: PDU '_/x' makes the name '_.x' of a channel",
        "{\"robots\": [{\"name\": \"r\", \"shm_pdu_writers\": [Z, W]}]}|: PDU 'r/a_b' with the channel_id 2 makes"})
    void aBrokenFileIsOneLine(final String text, final String line) throws IOException {
        final Path file = write("broken.json", text.replace("X", entry("org_name", "x", 0, 8))
            .replace("Z", entry("org_name", "a/b", 1, 8))
            .replace("W", entry("org_name", "a_b", 2, 8)));
        assertThatThrownBy(() -> PduFile.read(file)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(file.toString()).hasMessageContaining(line).hasMessageNotContaining("\n");
    }

    @Test
    void servicesAreReadWithTheirSizes() throws IOException {
        assertThat(ServiceFile.read(write("service.json", SERVICE))).containsExactly(
            new Service("Service/Add", 328, 312, "Service_Add.requests", "Service_Add.answers"));
    }

    /** Whatever is changed in a file, it is read or refused in a line. */
    @Test
    @Tag("long")
    void nothingElseComesOfWrongBytes() throws IOException {
        final String robots = "{\"robots\": [{\"name\": \"a\", \"shm_pdu_readers\": ["
            + entry("org_name", "x", 0, 8) + ", " + entry("org_name", "y", 1, 8) + "]}]}";
        final Random random = new Random(9);
        final Path file = folder.resolve("wrong.json");
        int read = 0;
        for (int i = 0; i < INPUTS; i++) {
            final boolean isService = random.nextBoolean();
            final byte[] bytes = (isService ? SERVICE : robots).getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = random.nextBoolean() ? bytes[random.nextInt(bytes.length)]
                    : (byte) random.nextInt();
            }
            Files.write(file, bytes);
            try {
                read += isService ? ServiceFile.read(file).size() : PduFile.read(file).size();
            } catch (final IllegalArgumentException e) {
                assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            }
        }
        assertThat(read).isGreaterThan(INPUTS / 4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "\"pduMetaDataSize\": 24|\"pduMetaDataSize\": 4|the file has a field \"pduMetaDataSize\" that is no whole",
        "\"maxClients\": 1|\"maxClients\": 0|service 'Service/Add' has a field \"maxClients\" that is no whole number",
        "296|2|service 'Service/Add' has packets that are too small for a header of 296 bytes",
        "\"server\"|\"server2\"|service 'Service/Add', pduSize of the server, has no field \"baseSize\""})
    void aBrokenServiceIsOneLine(final String text, final String instead, final String line) throws IOException {
        final Path file = write("broken.json", SERVICE.replace(text, instead));
        assertThatThrownBy(() -> ServiceFile.read(file)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(file + ": " + line).hasMessageNotContaining("\n");
    }
}
