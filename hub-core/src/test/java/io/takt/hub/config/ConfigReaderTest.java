package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.name.Names;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
    private static final String FORM_OF_ASSET = "{\"name\": \"drone\", \"step\": \"5ms\"}";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NOT_A_TIME = "is not a time; write a number with a unit, such as 10ms or 1.5s";
    private static final String NO_TEXT = "is not a time; write a text with a unit, such as \"10ms\"";

    @TempDir
    private Path folder;

    @Test
    void readsEveryField() throws IOException {
        final Path program = program("drone");
        final HubConfig config = config("""
            {"hub": "lab", "coreStep": "10ms", "coreInterval": "2ms", "maxDelay": "20ms", "seed": -42,
             "pace": {"mode": "realtime", "speed": 2.5}, "waiting": "sleep", "metrics": {"port": 0},
             "assets": [
               {"name": "drone", "step": "5ms", "interval": "3ms", "required": false, "onLost": "drop",
                "waiting": "spin", "onHubLost": "attach",
                "launch": ["./drone", "-v", "x"]},
               {"name": "radar", "step": "10ms"},
               {"name": "gps", "step": "10ms", "onLost": "restart", "restart": {"limit": 3, "pause": "20ms",
                "onMissed": "halt"}}]}""");
        assertThat(config).isEqualTo(new HubConfig(folder.toAbsolutePath(), "lab", 10_000_000, 2_000_000, 20_000_000,
            2.5, WaitStrategy.SLEEP, -42, List.of(
                new PlannedAsset("drone", Steps.fixedNs(5_000_000), 3_000_000, false, OnLost.DROP,
                    WaitStrategy.SPIN, OnHubLost.ATTACH, Restart.USUAL, List.of("./drone", "-v", "x")),
                new PlannedAsset("radar", Steps.fixedNs(10_000_000), 0, true, OnLost.HALT, WaitStrategy.SLEEP,
                    OnHubLost.EXIT, Restart.USUAL, List.of()),
                new PlannedAsset("gps", Steps.fixedNs(10_000_000), 0, true, OnLost.RESTART, WaitStrategy.SLEEP,
                    OnHubLost.EXIT, new Restart(3, 20_000_000, true), List.of())),
            new MessagePlan(-42, Map.of(), Map.of(), false), new MetricsPlan(0, null, false)));
        assertThat(program).isExecutable();
    }

    @Test
    void aFieldThatIsLeftOutHasItsDefault() throws IOException {
        final HubConfig expected = new HubConfig(folder.toAbsolutePath(), "takt", 10, 0, 20, Double.POSITIVE_INFINITY,
            WaitStrategy.ADAPTIVE, 0, List.of(), MessagePlan.NONE, null);
        assertThat(config("{\"coreStep\": \"10ns\", \"maxDelay\": \"20ns\"}")).isEqualTo(expected);
        assertThat(config("\ufeff{\"coreStep\": \"10ns\", \"maxDelay\": \"20ns\", \"pace\": {}}")).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("wrongFields")
    void aWrongFieldGivesOneLineWithItsPathItsValueAndWhatWouldBeRight(final Wrong wrong) throws IOException {
        final String line = wrong.path + " = " + wrong.value + ": " + wrong.message;
        assertThat(lines(wrong.json)).containsExactly(line);
    }

    @Test
    void stepsThatVaryAreRead() throws IOException {
        assertThat(config(withSteps("\"maxStep\": \"10ms\", \"granularity\": \"1ms\"")).assets().get(0).steps())
            .isEqualTo(new Steps(10_000_000, 1_000_000, false));
        assertThat(config(withSteps("\"maxStep\": \"10ms\", \"granularity\": \"1ms\", \"wholeSteps\": true"))
            .assets().get(0).steps()).isEqualTo(new Steps(10_000_000, 1_000_000, true));
        assertThat(config(withSteps("\"maxStep\": \"5ms\", \"granularity\": \"5ms\", \"wholeSteps\": true"))
            .assets().get(0).steps()).isEqualTo(Steps.fixedNs(5_000_000));
    }

    @ParameterizedTest
    @MethodSource("wrongSteps")
    void mistakesInStepsAreReported(final String steps, final List<String> told) throws IOException {
        assertThat(lines(withSteps(steps))).containsExactlyElementsOf(
            told.stream().map(line -> "assets[0]." + line).toList());
    }

    static Stream<Arguments> wrongSteps() {
        final String lonely = ": goes with maxStep only; ";
        final String addMaxStep = "write maxStep, the longest step, beside it";
        final String eitherOr = "leave it out, or write maxStep and granularity instead of step";
        return Stream.of(
            Arguments.of("'step': '5ms', 'maxStep': '10ms', 'granularity': '1ms'", List.of("step = \"5ms\": does not go"
                + " with maxStep; leave out step for steps that vary, or maxStep for a fixed one")),
            Arguments.of("'maxStep': '10ms'", List.of("granularity: is missing; write the time that all steps are"
                + " multiples of, such as \"1ms\"")),
            Arguments.of("'granularity': '1ms'", List.of("granularity = \"1ms\"" + lonely + addMaxStep)),
            Arguments.of("'wholeSteps': true", List.of("wholeSteps = true" + lonely + addMaxStep)),
            Arguments.of("'step': '5ms', 'granularity': '1ms'",
                List.of("granularity = \"1ms\"" + lonely + eitherOr)),
            Arguments.of("'step': '5ms', 'wholeSteps': false", List.of("wholeSteps = false" + lonely + eitherOr)),
            Arguments.of("'maxStep': '10ms', 'granularity': '3ms'", List.of("maxStep = \"10ms\": is not a multiple of"
                + " granularity (3ms); write 9ms, or another granularity")),
            Arguments.of("'maxStep': '2ms', 'granularity': '3ms'", List.of("maxStep = \"2ms\": is not a multiple of"
                + " granularity (3ms); write 3ms, or another granularity")),
            Arguments.of("'maxStep': '0ms', 'granularity': '1'", List.of(
                "maxStep = \"0ms\": is zero; write a time greater than 0",
                "granularity = \"1\": has no unit; write ns, us, ms, s, min or h after the number")),
            Arguments.of("'maxStep': '10ms', 'granularity': '1ms', 'wholeSteps': 'yes'",
                List.of("wholeSteps = \"yes\": is neither true nor false")),
            Arguments.of("'maxStep': '30ms', 'granularity': '1ms', 'wholeSteps': true", List.of("maxStep = \"30ms\": is"
                + " beyond maxDelay (20ms), so the simulation may stop for good; make it smaller, or maxDelay"
                + " larger")),
            Arguments.of("'maxStep': '60ms', 'granularity': '30ms'", List.of("granularity = \"30ms\": is beyond"
                + " maxDelay (20ms), so the simulation would stop for good; make it smaller, or maxDelay larger")));
    }

    private static String withSteps(final String steps) {
        return json("10ms", "20ms", "\"assets\": [{\"name\": \"a\", " + steps.replace('\'', '"') + "}]");
    }

    @Test
    void mistakesInARestartAreReported() throws IOException {
        assertThat(lines("""
            {"coreStep": "10ms", "maxDelay": "20ms", "assets": [
            {"name": "a", "step": "5ms", "onLost": "restart", "restart": {"limit": 0, "pause": "0s", "x": 1,
             "onMissed": "drop"}}]}"""))
            .containsExactlyInAnyOrder(
                "assets[0].restart.x = 1: is no field of Takt; known here are limit, pause, onMissed",
                "assets[0].restart.onMissed = \"drop\": is none of warn, halt",
                "assets[0].restart.limit = 0: is not a number of tries, 1 or more",
                "assets[0].restart.pause = \"0s\": is zero; write a time greater than 0");
        assertThat(lines("""
            {"coreStep": "10ms", "maxDelay": "20ms", "assets": [
            {"name": "a", "step": "5ms", "onLost": "restart", "restart": {"pause": "-1s"}}]}"""))
            .containsExactly("assets[0].restart.pause = \"-1s\": is negative; a time is never less than 0");
    }

    private record Wrong(String json, String path, String value, String message) {
    }

    static Stream<Wrong> wrongFields() {
        final List<Wrong> wrong = new ArrayList<>();
        for (final String field : new String[] {"coreStep", "maxDelay", "coreInterval", "assets[1].step",
            "assets[0].interval"}) {
            wrong.add(wrong(field, "\"0ms\"", "is zero; write a time greater than 0"));
            wrong.add(wrong(field, "\"-1ms\"", "is negative; a time is never less than 0"));
            wrong.add(wrong(field, "\"10\"", "has no unit; write ns, us, ms, s, min or h after the number"));
            wrong.add(wrong(field, "\"1mm\"", "has the unknown unit 'mm'; units are ns, us, ms, s, min and h"));
            wrong.add(wrong(field, "\"0.5ns\"",
                "is not a whole number of nanoseconds; 1ns is the smallest time"));
            wrong.add(wrong(field, "\"9223372036854775808ns\"",
                "is too large; the largest time is 9223372036854775807ns (about 2562047h)"));
            wrong.add(wrong(field, "\"\"", NOT_A_TIME));
            wrong.add(wrong(field, "\"soon\"", NOT_A_TIME));
            for (final String value : new String[] {"10", "1.5", "true", "{}", "[]", "[\"1ms\"]"}) {
                wrong.add(wrong(field, value, NO_TEXT));
            }
        }
        for (final String field : new String[] {"coreStep", "maxDelay"}) {
            wrong.add(wrong(field, "null", "is missing; write a time with its unit, such as \"10ms\""));
        }
        for (final String field : new String[] {"hub", "assets[1].name"}) {
            for (final String value : new String[] {"\"a b\"", "\"\"", "\"..\"", "3", "true", "{}", "[]"}) {
                wrong.add(wrong(field, value, "is not a name; " + Names.rule()));
            }
        }
        wrong.add(wrong("assets[0].step", "null", "is no value; write one, or leave the field out"));
        wrong.add(wrong("assets[1].name", "null", "is missing; " + Names.rule()));
        wrong.add(wrong("assets[1].name", "\"a\"", "is the name of assets[0] as well; names are unique"));
        for (final String value : new String[] {"1.5", "\"1\"", "true", "9223372036854775808", "{}", "1.0"}) {
            wrong.add(wrong("seed", value, "is not a whole number of at most 64 bits"));
        }
        for (final String value : new String[] {"1e400", "-1e400", "1e-400", "0.10", "100.0", "1e999999999",
            "12345678901234567890.5"}) {
            wrong.add(new Wrong(json("10ms", "20ms", "\"seed\": " + value), "seed", value,
                "is not a whole number of at most 64 bits"));
        }
        for (final String value : new String[] {"\"true\"", "1", "{}", "[]"}) {
            wrong.add(wrong("assets[0].required", value, "is neither true nor false"));
        }
        for (final String value : new String[] {"\"again\"", "\"Halt\"", "\"\"", "1", "{}", "false"}) {
            wrong.add(wrong("assets[0].onLost", value, "is none of halt, drop, restart"));
        }
        wrong.add(wrong("assets[0].restart", "{}", "goes with onLost \"restart\" only; leave it out"));
        wrong.add(wrong("assets[0].restart", "5", "is not an object; write {\"limit\": 5}"));
        wrong.add(wrong("checks", "1", "is neither true nor false"));
        for (final String value : new String[] {"\"./drone\"", "[]", "[\"\"]", "[1]", "[\"sh\",null]", "{}",
            "{\"a\":\"sh\"}", "3"}) {
            wrong.add(wrong("assets[0].launch", value,
                "is not a list of texts; write program and arguments, such as [\"./drone\", \"-v\"]"));
        }
        wrong.add(wrong("pace", "\"free\"", "is not an object; write {\"mode\": \"realtime\"}"));
        wrong.add(wrong("pace", "[]", "is not an object; write {\"mode\": \"realtime\"}"));
        wrong.add(wrong("pace.mode", "\"fast\"", "is none of free, realtime"));
        wrong.add(wrong("pace.mode", "1", "is none of free, realtime"));
        wrong.add(wrong("assets", "{}", "is not a list; write [" + FORM_OF_ASSET + "]"));
        wrong.add(wrong("assets", "\"a\"", "is not a list; write [" + FORM_OF_ASSET + "]"));
        wrong.add(new Wrong(json("10ms", "20ms", "\"assets\": [{\"name\": \"a\", \"step\": \"5ms\"}, 3]"), "assets[1]",
            "3", "is not an object; write " + FORM_OF_ASSET));
        wrong.add(new Wrong(json("10ms", "20ms", "\"assets\": [null]"), "assets[0]", "null",
            "is not an object; write " + FORM_OF_ASSET));
        for (final String value : new String[] {"0", "-1", "\"2\"", "true", "{}"}) {
            wrong.add(new Wrong(json("10ms", "20ms", "\"pace\": {\"mode\": \"realtime\", \"speed\": " + value + "}"),
                "pace.speed", value, "is not a number greater than 0"));
        }
        wrong.add(new Wrong(json("10ms", "20ms", "\"pace\": {\"speed\": 2}"), "pace.speed", "2",
            "goes with mode \"realtime\" only; leave it out"));
        final String known = "hub, coreStep, coreInterval, maxDelay, pace, waiting, seed, assets, channels,"
            + " checks, metrics, parent, federates, listen, certificates, endWithin";
        wrong.add(unknown("nope", "3", known));
        wrong.add(unknown("CoreStep", "\"1ms\"", known));
        wrong.add(wrong("metrics", "9464", "is not an object; write {\"port\": 9464}"));
        wrong.add(wrong("endWithin", "\"799999999ns\"", "is less than the 800ms that programs always have; write a"
            + " longer time, or leave it out"));
        wrong.add(unknown("pace.modus", "[1]", "mode, speed"));
        wrong.add(unknown("assets[0].period", "null",
            "name, step, maxStep, granularity, wholeSteps, interval, required, onLost, restart, waiting, "
                + "onHubLost, launch"));
        return wrong.stream();
    }

    private static Wrong unknown(final String path, final String value, final String known) {
        return wrong(path, value, "is no field of Takt; known here are " + known);
    }

    /** A configuration that is right but for one field. */
    private static Wrong wrong(final String path, final String value, final String message) {
        final ObjectNode root;
        try {
            root = (ObjectNode) JSON.readTree(json("10ms", "20ms", "\"coreInterval\": \"1ms\", \"seed\": 1, \"pace\":"
                + " {\"mode\": \"free\"}, \"assets\": [{\"name\": \"a\", \"step\": \"5ms\", \"interval\": \"1ms\"},"
                + " {\"name\": \"b\", \"step\": \"5ms\"}]"));
            ObjectNode parent = root;
            final String[] parts = path.split("\\.");
            if (parts.length == 2) {
                parent = (ObjectNode) ("pace".equals(parts[0]) ? root.get("pace")
                    : root.get("assets").get(parts[0].charAt("assets[".length()) - '0'));
            }
            parent.set(parts[parts.length - 1], JSON.readTree(value));
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
        return new Wrong(root.toString(), path, value, message);
    }

    @Test
    void aPortIsAPort() throws IOException {
        assertThat(lines(json("10ms", "20ms", "\"metrics\": {}"))).containsExactly(
            "metrics.port: is missing; write a port, such as 9464, or 0 for any that is free");
        for (final String value : new String[] {"-1", "65536", "\"9464\"", "1.5", "true", "9223372036854775808"}) {
            assertThat(lines(json("10ms", "20ms", "\"metrics\": {\"port\": " + value + "}"))).containsExactly(
                "metrics.port = " + value + ": is no port; write a number from 0, for any that is free, to 65535");
        }
        assertThat(config(json("10ms", "20ms", "\"metrics\": {\"port\": 65535}")).metrics().port()).isEqualTo(65_535);
    }

    @Test
    void otherHostsSeeMetricsOnlyWhereThatIsSaidTwice() throws IOException {
        assertThat(lines(json("10ms", "20ms", "\"metrics\": {\"port\": 1, \"bind\": \"0.0.0.0\"}")))
            .singleElement().asString().startsWith("metrics.bind = \"0.0.0.0\": lets other hosts read metrics");
        assertThat(config(json("10ms", "20ms", "\"metrics\": {\"port\": 1, \"bind\": \"0.0.0.0\", \"open\": true,"
            + " \"control\": true}")).metrics()).isEqualTo(new MetricsPlan(1, "0.0.0.0", true));
        assertThat(config(json("10ms", "20ms", "\"metrics\": {\"port\": 1, \"bind\": \"0.0.0.0\", \"open\": true,"
            + " \"names\": [\"sim-7\"]}")).metrics().names()).containsExactly("sim-7");
        assertThat(lines(json("10ms", "20ms", "\"metrics\": {\"port\": 1, \"names\": [\"sim-7\"]}"))).singleElement()
            .asString().startsWith("metrics.names = [\"sim-7\"]: are those by which other hosts call this one");
        assertThat(lines(json("10ms", "20ms", "\"metrics\": {\"port\": 1, \"bind\": \"::\", \"open\": true,"
            + " \"names\": \"sim-7\"}"))).singleElement().asString().contains("is not a list of names");
    }

    @Test
    void missingFieldsAreNamedWithoutAValue() throws IOException {
        assertThat(lines("{\"assets\": [{}]}")).containsExactly(
            "coreStep: is missing; write a time with its unit, such as \"10ms\"",
            "maxDelay: is missing; write a time with its unit, such as \"10ms\"",
            "assets[0].name: is missing; " + Names.rule(),
            "assets[0].step: is missing; write a time with its unit, such as \"10ms\"");
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() throws IOException {
        assertThat(lines("""
            {"hub": "a b", "coreStep": "0ms", "maxDelay": "20", "x": 1, "seed": "s",
             "pace": {"mode": "realtime", "speed": 0, "y": 2},
             "assets": [
               {"name": "a", "step": "5xs", "required": 1, "onLost": "panic", "launch": ["/no/such"]},
               {"name": "a", "step": 5, "interval": "-1s", "launch": ["nosuchprogram"]},
               7,
               {"z": {}}]}""")).containsExactlyInAnyOrder(
            "x = 1: is no field of Takt; known here are "
                + "hub, coreStep, coreInterval, maxDelay, pace, waiting, seed, assets, channels, checks, metrics,"
                + " parent, federates, listen, certificates, endWithin",
            "hub = \"a b\": is not a name; " + Names.rule(),
            "maxDelay = \"20\": has no unit; write ns, us, ms, s, min or h after the number",
            "coreStep = \"0ms\": is zero; write a time greater than 0",
            "pace.y = 2: is no field of Takt; known here are mode, speed",
            "pace.speed = 0: is not a number greater than 0",
            "seed = \"s\": is not a whole number of at most 64 bits",
            "assets[2] = 7: is not an object; write " + FORM_OF_ASSET,
            "assets[0].step = \"5xs\": has the unknown unit 'xs'; units are ns, us, ms, s, min and h",
            "assets[0].required = 1: is neither true nor false",
            "assets[0].onLost = \"panic\": is none of halt, drop, restart",
            "assets[0].launch[0] = \"/no/such\": is not there (looked for /no/such)",
            "assets[1].name = \"a\": is the name of assets[0] as well; names are unique",
            "assets[1].step = 5: " + NO_TEXT,
            "assets[1].interval = \"-1s\": is negative; a time is never less than 0",
            "assets[1].launch[0] = \"nosuchprogram\": is not on the PATH; install it, or write its path",
            "assets[3].z = {}: is no field of Takt; known here are "
                + "name, step, maxStep, granularity, wholeSteps, interval, required, onLost, restart, waiting, "
                + "onHubLost, launch",
            "assets[3].name: is missing; " + Names.rule(),
            "assets[3].step: is missing; write a time with its unit, such as \"10ms\"");
    }

    @Test
    void aStepBeyondTheMaxDelayIsToldByItsFieldAndOnlyOnce() throws IOException {
        final String beyond = "is beyond maxDelay (20ms), so the simulation would stop for good; make it smaller, or"
            + " maxDelay larger";
        assertThat(lines(json("21ms", "20ms", "\"assets\": [{\"name\": \"a\", \"step\": \"5ms\"}]")))
            .containsExactly("coreStep = \"21ms\": " + beyond);
        assertThat(lines(json("10ms", "20ms", "\"assets\": [{\"name\": \"a\", \"step\": \"21ms\"}]")))
            .containsExactly("assets[0].step = \"21ms\": " + beyond);
        assertThat(lines(json("20ms", "20ms", "\"assets\": [{\"name\": \"a\", \"step\": \"20ms\"}]"))).isEmpty();
    }

    @Test
    void theVerdictOfL2NamesTheFieldAndCanBeForced() throws IOException {
        final ConfigReader.Result result = read(json("10ms", "19ms", "\"assets\": [{\"name\": \"a\", \"step\":"
            + " \"5ms\"}, {\"name\": \"b\", \"step\": \"15ms\"}]"));
        assertThat(result.problems()).extracting(Problem::line).containsExactly("assets[1].step = \"15ms\": asset 'b'"
            + " would stop the simulation for good; with coreStep 10ms it needs a maxDelay of at least 20ms, not 19ms");
        assertThat(result.config()).isNotNull();
        assertThat(result.isUsable(false)).isFalse();
        assertThat(result.isUsable(true)).isTrue();
    }

    @Test
    void nothingElseCanBeForced() throws IOException {
        final ConfigReader.Result result = read(json("30ms", "20ms", "\"x\": 1"));
        assertThat(result.problems()).hasSize(2);
        assertThat(result.config()).isNull();
        assertThat(result.isUsable(true)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "null", "[]", "3", "\"text\"", "true"})
    void aTextThatIsNoObjectIsNoConfiguration(final String text) throws IOException {
        assertThat(lines(text)).containsExactly("holds no JSON object; a configuration starts with '{'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "}", "hello", "{\"a\":}", "{\"a\":1,}",
        "{'a':1}", "{} x", "{}{}", "{\"hub\":\"a\nb\"}",
        "<config/>", "{\"coreStep\": \"1ms\", \"coreStep\": \"2ms\"}", "{\"a\":1 /* no */}", "\u0000", "{\"a\":01}"})
    void aTextThatIsNotJsonIsReportedWithItsPlace(final String text) throws IOException {
        assertThat(lines(text)).hasSize(1).first().asString()
            .matches("is not JSON: line \\d+, column \\d+: [^\\n]+");
    }

    @Test
    void aDuplicateFieldIsNamed() throws IOException {
        assertThat(lines("{\"coreStep\": \"1ms\",\n \"coreStep\": \"2ms\"}").get(0)).startsWith("is not JSON: line 2, ")
            .contains("coreStep");
    }

    @Test
    void bytesThatAreNoTextAreNotJson() throws IOException {
        final Path file = Files.write(folder.resolve("c.json"), new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"'});
        assertThat(ConfigReader.read(file, finder()).problems()).hasSize(1);
        Files.write(file, new byte[] {0, 0, (byte) 0xfe, (byte) 0xff, (byte) 0xff, 1, 2, 3, 4, 5});
        assertThat(ConfigReader.read(file, finder()).problems()).hasSize(1);
    }

    @Test
    void aMissingFileAndAFolderAreNoConfigurations() {
        assertThat(ConfigReader.read(folder.resolve("none.json"), finder()).problems()).extracting(Problem::line)
            .containsExactly("does not exist");
        assertThat(ConfigReader.read(folder, finder()).problems()).hasSize(1).first()
            .satisfies(problem -> assertThat(problem.line()).startsWith("cannot be read: ").doesNotContain("\n"));
    }

    @Test
    void programsAreLookedForInTheFoldersOfThePathAndOfTheFile() throws IOException {
        final Path path = Files.createDirectory(folder.resolve("bin"));
        Files.move(program("onPath"), path.resolve("onPath"));
        program("here");
        Files.createFile(folder.resolve("plain"));
        final ProgramFinder finder = new ProgramFinder(folder.resolve("here"), "/nowhere:" + path);
        assertThat(launchProblems("onPath", finder)).isEmpty();
        assertThat(launchProblems("./here", finder)).isEmpty();
        assertThat(launchProblems(folder.resolve("here").toString(), finder)).isEmpty();
        assertThat(launchProblems("bin/../here", finder)).isEmpty();
        assertThat(launchProblems("takt", finder)).isEmpty();
        assertThat(launchProblems("here", finder)).containsExactly(
            "assets[0].launch[0] = \"here\": is not on the PATH; install it, or write its path");
        assertThat(launchProblems("./plain", finder)).containsExactly("assets[0].launch[0] = \"./plain\": is not"
            + " executable; run 'chmod +x " + folder.toAbsolutePath().resolve("plain") + "'");
        assertThat(launchProblems("./bin", finder)).containsExactly("assets[0].launch[0] = \"./bin\": is a folder, not"
            + " a program (looked for " + folder.toAbsolutePath().resolve("bin") + ")");
        assertThat(launchProblems("takt", new ProgramFinder(null, "/nowhere"))).hasSize(1);
    }

    @Test
    void aCopyNeedsNoProgramsAndBelongsToItsFolder() throws IOException {
        final Path copy = Files.writeString(folder.resolve("copy.json"), json("10ms", "20ms",
            "\"assets\": [{\"name\": \"a\", \"step\": \"10ms\", \"launch\": [\"gone\"]}]"));
        assertThat(ConfigReader.read(copy, finder()).problems()).hasSize(1);
        final ConfigReader.Result result = ConfigReader.readCopy(copy, Path.of("/elsewhere"));
        assertThat(result.problems()).isEmpty();
        assertThat(result.config().folder()).isEqualTo(Path.of("/elsewhere"));
        assertThat(result.config().assets().get(0).launch()).containsExactly("gone");
        Files.writeString(copy, "{}");
        assertThat(ConfigReader.readCopy(copy, folder).config()).isNull();
    }

    @Test
    void longValuesAreShortenedAndKeptInOneLine() throws IOException {
        final String line = lines(json("10ms", "20ms", "\"hub\": \"" + "x\\n".repeat(1_000) + "\"")).get(0);
        assertThat(line).hasSizeLessThan(300).doesNotContain("\n");
        assertThat(lines(json("10ms", "20ms", "\"" + "y\\n".repeat(1_000) + "\": 1")).get(0)).hasSizeLessThan(300)
            .doesNotContain("\n");
    }

    private List<String> launchProblems(final String program, final ProgramFinder finder) throws IOException {
        return ConfigReader.read(write(json("10ms", "20ms", "\"assets\": [{\"name\": \"a\", \"step\": \"5ms\","
            + " \"launch\": [\"" + program + "\"]}]")), finder).problems().stream().map(Problem::line).toList();
    }

    private Path program(final String name) throws IOException {
        final Path file = Files.createFile(folder.resolve(name));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static String json(final String coreStep, final String maxDelay, final String more) {
        return "{\"coreStep\": \"" + coreStep + "\", \"maxDelay\": \"" + maxDelay + "\", " + more + "}";
    }

    private Path write(final String text) throws IOException {
        return Files.writeString(folder.resolve("c.json"), text);
    }

    private ConfigReader.Result read(final String text) throws IOException {
        return ConfigReader.read(write(text), finder());
    }

    private HubConfig config(final String text) throws IOException {
        final ConfigReader.Result result = read(text);
        assertThat(result.problems()).isEmpty();
        assertThat(result.isUsable(false)).isTrue();
        return result.config();
    }

    private List<String> lines(final String text) throws IOException {
        return read(text).problems().stream().map(Problem::line).toList();
    }

    private static ProgramFinder finder() {
        return new ProgramFinder(null, "/usr/bin:/bin");
    }
}
