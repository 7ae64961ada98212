package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code takt import}: MCAP files of a writer that others wrote, and of an export, as senders. */
class ImportIT extends HubTest {
    private static final String HUB = """
        { "hub": "bag", "coreStep": "10ms", "maxDelay": "100ms",
          "assets": [
            { "name": "bag", "step": "100ms", "launch": ["takt", "import", "--mcap", "%s"%s] },
            { "name": "log", "step": "100ms", "launch": ["takt", "log", "--out", "log.csv", "--force"] } ],
          "channels": [
            { "name": "speed", "from": "bag", "to": ["log"], "type": "double" },
            { "name": "pose", "from": "bag", "to": ["log"] },
            { "name": "imu", "from": "bag", "to": ["log"], "type": "bytes" } ] }
        """;
    private static final String TOPICS = ", \"--out\", \"speed=/car/speed\"";

    @BeforeEach
    void write() throws Exception {
        final Path python = PythonTools.program("ros2", "python", folder);
        final TaktProcess writer = TaktProcess.start(folder, base, List.of(python.toString(),
            TaktProcess.HOME.resolve("dist/src/test/python/mcap_written.py").toString(), folder.toString()))
            .awaitEnd(PythonTools.LONG_S);
        assertThat(writer.exitCode()).as(writer.err()).isZero();
    }

    private TaktProcess run(final String config) throws Exception {
        Files.writeString(folder.resolve("hub.json"), patient(config));
        return TaktProcess.start(folder, base, "run", "-c", "hub.json", "--until", "1s", "--json").awaitEnd();
    }

    @Test
    @Tag("long")
    void messagesComeAtTheirTimesFromAllKindsOfFiles() throws Exception {
        for (final String file : List.of("plain", "zstd", "lz4", "long-lz4", "loose", "bare", "several", "late")) {
            final TaktProcess run = run(HUB.formatted(file + ".mcap",
                TOPICS + (file.equals("late") ? ", \"--from-first\"" : "")));
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(Files.readAllLines(folder.resolve("log.csv"))).as(file).containsExactly("time_s,speed,pose,imu",
                "0,0.0,\"{\"\"x\"\":0,\"\"y\"\":[0.5]}\",AA==", "0.1,0.5,\"{\"\"x\"\":1,\"\"y\"\":[0.5]}\",AQ==",
                "0.2,1.0,\"{\"\"x\"\":2,\"\"y\"\":[0.5]}\",Ag==", "0.3,1.5,\"{\"\"x\"\":3,\"\"y\"\":[0.5]}\",Aw==",
                "0.4,2.0,\"{\"\"x\"\":4,\"\"y\"\":[0.5]}\",BA==");
        }
    }

    private void assertRefused(final String config, final String message) throws Exception {
        final TaktProcess run = run(config);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(run.err().contains("hub.json: assets[0]") ? 2 : 3);
        assertThat(run.err()).contains(message).doesNotContain("Exception");
    }

    @Test
    @Tag("long")
    void whatDoesNotFitIsTold() throws Exception {
        final String zstd = HUB.formatted("zstd.mcap", TOPICS);
        assertRefused(HUB.formatted("late.mcap", TOPICS),
            "late.mcap begins at 2023-11-14T22:13:20Z; --from-first counts from there");
        assertRefused(HUB.formatted("zstd.mcap", ""),
            "zstd.mcap has no topic 'speed'; there is /car/speed, pose, /imu; --out speed=TOPIC names one");
        assertRefused(zstd.replace(", \"type\": \"bytes\"", ""), "zstd.mcap: the messages of topic '/imu',"
            + " sensor_msgs/msg/Imu in 'cdr', are neither JSON nor of ROS 2's std_msgs; channel 'imu' carries their");
        assertRefused(zstd.replace("\"double\"", "\"long\""),
            "[bag] takt: asset 'bag' failed at 0s: zstd.mcap, topic '/car/speed' at 0s: 0.0 is not a whole");
        assertRefused(HUB.formatted("none.mcap", TOPICS), "hub.json: assets[0].launch: there is no file "
            + folder.resolve("none.mcap"));
    }

    /** With the unit that the export has written. */
    @Test
    void anExportComesBack() throws Exception {
        final String back = """
            { "hub": "bag", "coreStep": "10ms", "maxDelay": "100ms",
              "assets": [
                { "name": "bag", "step": "100ms", "launch": ["takt", "%s"] },
                { "name": "log", "step": "100ms", "launch": ["takt", "log", "--out", "log.csv", "--force"] } ],
              "channels": [
                { "name": "angle", "from": "bag", "to": ["log"], "type": "double", "unit": "%s" },
                { "name": "row", "from": "bag", "to": ["log"], "type": "doubles" } ] }
            """;
        Files.writeString(folder.resolve("rows.csv"), "time_s,angle,row\n0.1,180,\"[1.5,2.5]\"\n0.25,NaN,[]\n");
        Files.writeString(folder.resolve("rec.json"), back.formatted("play\", \"rows.csv", "deg"));
        final TaktProcess record =
            TaktProcess.run(folder, base, "record", "-c", "rec.json", "--out", "rec", "--until", "1s");
        assertThat(record.exitCode()).as(record.err()).isZero();
        for (final String[] more : new String[][] {{}, {"--ros2", "--force"}}) {
            final List<String> export = new ArrayList<>(List.of("export", "rec", "--mcap", "x.mcap"));
            export.addAll(List.of(more));
            assertThat(TaktProcess.run(folder, base, export.toArray(String[]::new)).exitCode()).isZero();
            final TaktProcess run = run(back.formatted("import\", \"--mcap\", \"x.mcap", "rad"));
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(Files.readAllLines(folder.resolve("log.csv"))).containsExactly("time_s,angle [rad],row",
                "0.1," + Math.PI + ",\"[1.5,2.5]\"", "0.25,NaN,[]");
        }
    }
}
