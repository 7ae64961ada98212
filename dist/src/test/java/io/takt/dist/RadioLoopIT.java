package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The example of a loop that is closed over a radio: the claims of its page, over a few seconds. */
@Tag("long")
class RadioLoopIT extends HubTest {
    private static final Pattern RMS =
        Pattern.compile("\\[recorder] tilt ([0-9.]+) deg rms, .*; it stood all the time");
    private static final ObjectMapper JSON = new ObjectMapper();

    @BeforeEach
    void copyExample() throws IOException {
        copyTo(folder);
    }

    static void copyTo(final Path folder) throws IOException {
        copyExample("radio-loop", "*.{java,json}", folder);
    }

    private TaktProcess run(final String config) throws Exception {
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", config, "--until", "5s", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("violations").longValue()).isZero();
        return run;
    }

    private static List<String> digests(final TaktProcess run) throws IOException {
        final List<String> digests = new ArrayList<>();
        run.json().get("assets").forEach(asset -> digests.add(asset.get("name") + " " + asset.get("digest")));
        return digests;
    }

    private static double rmsDegrees(final TaktProcess run) throws IOException {
        final Matcher matcher = RMS.matcher(run.err());
        assertThat(matcher.find()).as(run.err()).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    /** The bound decides which asset waits for which, hence the order of all events in wall time. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aLossyLoopIsTheSameToTheLastBitInEveryRunAndWorseThanOnAWire() throws Exception {
        final TaktProcess first = run("radio.json");
        final byte[] table = Files.readAllBytes(folder.resolve("radio.csv"));
        final ObjectNode wide = (ObjectNode) JSON.readTree(folder.resolve("radio.json").toFile());
        JSON.writeValue(folder.resolve("wide.json").toFile(), wide.put("maxDelay", "210ms"));
        final TaktProcess second = run("wide.json");
        assertThat(digests(second)).isEqualTo(digests(first)).doesNotHaveDuplicates().hasSize(5);
        assertThat(folder.resolve("radio.csv")).hasBinaryContent(table);
        assertThat(new String(table).lines()).as("rows of 10 ms").hasSize(501);

        assertThat(rmsDegrees(run("wired.json"))).isLessThan(rmsDegrees(first) / 2);
    }

    @Test
    void theVariantsDifferInNothingButTheirLinks() throws Exception {
        final List<JsonNode> links = new ArrayList<>();
        final List<JsonNode> others = new ArrayList<>();
        for (final String variant : List.of("wired", "radio", "bad-radio", "ungated")) {
            final ObjectNode config = (ObjectNode) JSON.readTree(folder.resolve(variant + ".json").toFile());
            assertThat(config.remove("hub").textValue()).isEqualTo(variant);
            links.add(config.remove("channels"));
            others.add(config);
        }
        assertThat(new HashSet<>(others)).hasSize(1);
        assertThat(links).doesNotHaveDuplicates();
    }
}
