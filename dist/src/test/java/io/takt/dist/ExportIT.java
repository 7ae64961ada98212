package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code takt export}: a recording in the eyes of two readers that others wrote. */
@Tag("long")
class ExportIT extends HubTest {
    private static final String ROWS = """
        time_s,angle,name,row,count
        0.1,1.5,a,"[1.5, 2.5]",7
        0.2,NaN,b,[],-7
        0.3,2.5,c,[3.5],8
        """;
    private static final String HUB = """
        { "hub": "bag", "coreStep": "10ms", "maxDelay": "100ms",
          "assets": [
            { "name": "player", "step": "100ms", "launch": ["takt", "play", "rows.csv"] },
            { "name": "log", "step": "100ms", "launch": ["takt", "log", "--out", "log.csv"] } ],
          "channels": [
            { "name": "angle", "from": "player", "to": ["log"], "type": "double", "unit": "deg" },
            { "name": "name", "from": "player", "to": ["log"], "type": "text" },
            { "name": "row", "from": "player", "to": ["log"], "type": "doubles" },
            { "name": "count", "from": "player", "to": ["log"], "type": "long" } ] }
        """;

    private TaktProcess takt(final String... command) throws Exception {
        return TaktProcess.start(folder, base, command).awaitEnd();
    }

    private void record() throws Exception {
        Files.writeString(folder.resolve("rows.csv"), ROWS);
        Files.writeString(folder.resolve("hub.json"), HUB);
        final TaktProcess recorded = takt("record", "-c", "hub.json", "--out", "rec", "--until", "1s");
        assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    }

    @Test
    void othersReadWhatWasSent() throws Exception {
        record();
        assertThat(takt("export", "rec", "--mcap", "json.mcap").out())
            .isEqualTo("12 messages of 4 channels are in json.mcap\n");
        assertThat(takt("export", "rec", "--ros2", "--mcap", "ros2.mcap").exitCode()).isZero();
        final TaktProcess again = takt("export", "rec", "--mcap", "json.mcap");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).isEqualTo("takt: json.mcap is there already; --force writes over it\n");
        final JsonNode found = read("json.mcap", "ros2.mcap");
        assertThat(found.get("messages").intValue()).isEqualTo(12);
        assertThat(found.get("unindexed").intValue()).isEqualTo(12);
        assertThat(found.get("json").get(0).toString()).isEqualTo("[\"player/angle\",100000000,0,{\"value\":1.5}]");
        assertThat(found.get("json").get(11).toString()).isEqualTo("[\"player/count\",300000000,11,{\"value\":8}]");
        assertThat(found.get("units").get("player/angle").textValue()).isEqualTo("deg");
        assertThat(found.get("from").toString()).isEqualTo("[300000000,300000000,300000000,300000000]");
        assertThat(found.get("ros2").toString()).isEqualTo("["
            + "[\"/player/angle\",\"std_msgs/msg/Float64\",100000000,1.5],"
            + "[\"/player/name\",\"std_msgs/msg/String\",100000000,\"a\"],"
            + "[\"/player/row\",\"std_msgs/msg/Float64MultiArray\",100000000,[1.5,2.5]],"
            + "[\"/player/count\",\"std_msgs/msg/Int64\",100000000,7],"
            + "[\"/player/angle\",\"std_msgs/msg/Float64\",200000000,\"NaN\"],"
            + "[\"/player/name\",\"std_msgs/msg/String\",200000000,\"b\"],"
            + "[\"/player/row\",\"std_msgs/msg/Float64MultiArray\",200000000,[]],"
            + "[\"/player/count\",\"std_msgs/msg/Int64\",200000000,-7],"
            + "[\"/player/angle\",\"std_msgs/msg/Float64\",300000000,2.5],"
            + "[\"/player/name\",\"std_msgs/msg/String\",300000000,\"c\"],"
            + "[\"/player/row\",\"std_msgs/msg/Float64MultiArray\",300000000,[3.5]],"
            + "[\"/player/count\",\"std_msgs/msg/Int64\",300000000,8]]");
    }

    private JsonNode read(final String json, final String ros2) throws Exception {
        final Path python = PythonTools.program("ros2", "python", folder);
        final TaktProcess reader = TaktProcess.start(folder, base, List.of(python.toString(),
            TaktProcess.HOME.resolve("dist/src/test/python/mcap_contents.py").toString(), json, ros2))
            .awaitEnd(PythonTools.LONG_S);
        assertThat(reader.exitCode()).as(reader.err()).isZero();
        return JsonMapper.builder().build().readTree(reader.out());
    }

    @Test
    void nothingStaysOfAnExportThatFails() throws Exception {
        record();
        final Path copy = folder.resolve("rec/configuration.json");
        Files.writeString(copy, "{");
        final TaktProcess untyped = takt("export", "rec", "--mcap", "x.mcap");
        assertThat(untyped.exitCode()).isEqualTo(2);
        assertThat(untyped.err()).contains("types and units of channels are not known")
            .contains("message 0 of asset 'player' on channel 'angle' cannot be read: a message of 8 bytes is no JSON;"
                + " name the type of the channel's values; --as angle=TYPE does");
        assertThat(folder.resolve("x.mcap")).doesNotExist();
        assertThat(folder.resolve("x.mcap.draft")).doesNotExist();
        final TaktProcess typed = takt("export", "rec", "--mcap", "x.mcap", "--as",
            "angle=double,name=text,row=doubles,count=long,speed=double");
        assertThat(typed.exitCode()).as(typed.err()).isZero();
        assertThat(typed.err()).endsWith("takt: --as names channel 'speed', which has no message\n");
        assertThat(takt("export", "rec", "--mcap", "no/y.mcap").err())
            .isEqualTo("takt: there is no folder " + folder.resolve("no") + " for y.mcap\n");
        assertThat(takt("export", "nowhere", "--mcap", "y.mcap").err())
            .isEqualTo("takt: nowhere is no recording: it has no file recording.json\n");
    }
}
