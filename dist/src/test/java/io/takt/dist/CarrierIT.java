package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Channels that another asset carries, by the example of their page. */
class CarrierIT extends HubTest {
    private static final int BASE = 2;
    private String page;

    @BeforeEach
    void writeExample() throws Exception {
        assumeThat(PythonTools.isThere("python3")).as("left out: the example's carrier needs python3").isTrue();
        page = Docs.read("docs/how-to/carrier.md");
        write("flight.json", patient(Docs.block(page, "json", "coreStep")));
        write("drone.csv", Docs.block(page, "text", "0.1,1"));
        write("radio.py", Docs.block(page, "python", "import"));
    }

    private Path write(final String file, final String text) throws Exception {
        return Files.writeString(folder.resolve(file), text);
    }

    private JsonNode assetsOf(final TaktProcess run) throws Exception {
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json().get("assets");
    }

    /** The base is told of the drone; alone, beside the recorded carrier, it gets the same messages. */
    @Test
    @Tag("long")
    void messagesComeLateOrNeverAlikeInEveryRunAndReplay() throws Exception {
        final JsonNode assets = assetsOf(TaktProcess.run(folder, base, "record", "-c", "flight.json", "--until", "1s",
            "--out", "flown", "--json"));
        assertThat(folder.resolve("base.csv")).hasContent(Docs.block(page, "text", "0.106"));
        assertThat(Files.readAllLines(folder.resolve("car.csv"))).hasSize(6).startsWith("time_s,height");
        final TaktProcess replay =
            TaktProcess.run(folder, base, "replay", "flown", "--asset", "base", "--json");
        assertThat(replay.exitCode()).as(replay.err()).isZero();
        assertThat(folder.resolve("base.csv")).hasContent(Docs.block(page, "text", "0.106"));

        final String config = Files.readString(folder.resolve("flight.json"));
        write("flight.json", config.replace("\"maxDelay\": \"100ms\"", "\"maxDelay\": \"1s\"")
            .replace("\"name\": \"car\", \"step\": \"10ms\"", "\"name\": \"car\", \"step\": \"50ms\""));
        assertThat(assetsOf(TaktProcess.run(folder, base, "run", "-c", "flight.json", "--until", "1s", "--json"))
            .get(BASE).get("digest")).isEqualTo(assets.get(BASE).get("digest"));
    }

    /** The receiver is at a child hub, and its file knows nothing of the carrier. */
    @Test
    void aCarrierReachesReceiversAtOtherHubs() throws Exception {
        final JsonNode assets =
            assetsOf(TaktProcess.run(folder, base, "run", "-c", "flight.json", "--until", "1s", "--json"));
        final String config = Files.readString(folder.resolve("flight.json"));
        final String launched = "{ \"name\": \"base\", \"step\": \"10ms\","
            + " \"launch\": [\"takt\", \"log\", \"--out\", \"base.csv\", \"--force\"] }";
        write("flight.json", config.replace(launched + ",", "").replace("\"channels\"", "\"federates\": [{\"name\":"
            + " \"site\", \"config\": \"site.json\", \"launch\": [\"takt\", \"record\", \"-c\", \"site.json\","
            + " \"--out\", \"site\", \"--json\"]}], \"channels\"").replace("[\"base\"", "[\"site/base\""));
        write("site.json", "{\"hub\": \"site\", \"endWithin\": \"1min\", \"coreStep\": \"10ms\","
            + " \"maxDelay\": \"100ms\", \"parent\":"
            + " {\"hub\": \"flight\"}, \"assets\": [" + launched + "]}");
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "flight.json", "--until", "1s", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(folder.resolve("base.csv")).hasContent(Docs.block(page, "text", "0.106"));
        assertThat(run.err()).contains(assets.get(BASE).get("digest").textValue());
        final TaktProcess replay = TaktProcess.run(folder, base, "replay", "site", "--json");
        assertThat(replay.exitCode()).as(replay.err()).isZero();
        assertThat(folder.resolve("base.csv")).hasContent(Docs.block(page, "text", "0.106"));
    }
}
