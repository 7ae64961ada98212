package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.takt.shm.host.HubDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** FMUs under {@code takt fmu}, as their page and their example have them. */
class FmuIT extends HubTest {
    private static final Path MODELS = TaktProcess.HOME.resolve("wrappers/fmu/src/test/c");

    private void requireTools() {
        assumeThat(PythonTools.isThere("cc") && PythonTools.isThere("python3")
            && System.getProperty("os.arch").equals("amd64"))
            .as("left out: FMUs need a C compiler and Python on x86-64 (Debian: gcc python3)").isTrue();
    }

    private void start(final String... command) throws Exception {
        final TaktProcess process = TaktProcess.start(folder, folder, List.of(command)).awaitEnd(PythonTools.LONG_S);
        assertThat(process.exitCode()).as(process.err()).isZero();
    }

    /** An FMU of the wrapper's own tests. */
    private void compile(final String model, final String platform) throws Exception {
        requireTools();
        final Path binaries = Files.createDirectories(folder.resolve("binaries").resolve(platform));
        start("cc", "-std=c11", "-O1", "-shared", "-fPIC", "-o", binaries.resolve(model + ".so").toString(),
            MODELS.resolve(model + ".c").toString(), "-lm");
        Files.copy(MODELS.resolve(model + ".xml"), folder.resolve("modelDescription.xml"));
        start("python3", "-m", "zipfile", "-c", model + ".fmu", "modelDescription.xml", "binaries");
    }

    private void copyExample() throws Exception {
        requireTools();
        try (var files = Files.newDirectoryStream(TaktProcess.HOME.resolve("examples/tanks"), "*.{c,xml,sh,json}")) {
            for (final Path file : files) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        final Path config = folder.resolve("tanks.json");
        Files.writeString(config, patient(Files.readString(config)));
        start("./build.sh");
    }

    private static double[] row(final String line) {
        return List.of(line.split(",")).stream().mapToDouble(Double::parseDouble).toArray();
    }

    @Test
    @Tag("long")
    void whatAConfigurationSaysOfAnFmuIsCheckedBeforeTheStart() throws Exception {
        copyExample();
        final String config = Files.readString(folder.resolve("tanks.json"));
        final Path fmu = folder.resolve("tank.fmu");
        for (final String[] each : new String[][] {
            {"outflow=inflow", "outflow=inflw", "1].launch: " + fmu + " has no variable 'inflw'; its inputs"},
            {"outflow=inflow", "outflow=level", "1].launch: channel 'outflow' cannot set variable 'level' of " + fmu},
            {"level0=2", "level1=2", "0].launch: " + fmu + " has no variable 'level1'"},
            {"level\", \"from\": \"upper", "lvl\", \"from\": \"upper", "0].launch: channel 'lvl' is no variable"},
            {"level\", \"from\": \"upper", "level\", \"type\": \"longs\", \"from\": \"upper",
                "0].launch: channel 'level' has the type longs, and a value of variable 'level', of Float64, may"}}) {
            Files.writeString(folder.resolve("tanks.json"), config.replace(each[0], each[1]));
            final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", "tanks.json");
            assertThat(check.exitCode()).as(check.err()).isEqualTo(2);
            assertThat(check.err()).startsWith("tanks.json: assets[" + each[2]).hasLineCount(1);
        }
        Files.writeString(fmu, "hello");
        Files.writeString(folder.resolve("tanks.json"), config);
        assertThat(TaktProcess.run(folder, base, "run", "-c", "tanks.json").err()).hasLineCount(2)
            .startsWith("tanks.json: assets[0].launch: " + fmu + " is no FMU: it is no ZIP file (");
    }

    /** The upper level falls as exp(-t/10); so the lower one is 4 (exp(-t/20) - exp(-t/10)), but for held inflows. */
    @Test
    void twoFmusThatAreCoupledEndAlikeInEveryRun() throws Exception {
        copyExample();
        assertThat(Docs.block(Docs.read("docs/how-to/fmu.md"), "json", "tanks"))
            .isEqualTo(Docs.read("examples/tanks/tanks.json"));
        final String[] command = {"run", "-c", "tanks.json", "--until", "1min", "--json"};
        final TaktProcess first = TaktProcess.run(folder, base, command);
        assertThat(first.exitCode()).as(first.err()).isZero();
        final List<String> lines = Files.readAllLines(folder.resolve("tanks.csv"));
        assertThat(lines.get(0)).isEqualTo("time_s,level.upper,level.lower");
        assertThat(lines).hasSizeGreaterThan(590);
        for (final String line : lines.subList(1, lines.size())) {
            final double[] row = row(line);
            final double upper = 2 * Math.exp(-row[0] / 10);
            assertThat(row[1]).isCloseTo(upper, Offset.offset(1e-9));
            assertThat(row[2]).isCloseTo(4 * Math.exp(-row[0] / 20) - 2 * upper, Offset.offset(0.03));
        }
        final TaktProcess second = TaktProcess.run(folder, base, command);
        for (int i = 1; i < 3; i++) {
            assertThat(second.json().get("assets").get(i).get("digest"))
                .isEqualTo(first.json().get("assets").get(i).get("digest"));
        }
        assertThat(Files.readAllLines(folder.resolve("tanks.csv"))).isEqualTo(lines);
    }

    /** The outflow of the upper tank is a tenth of its level. */
    @Test
    @Tag("long")
    void aSystemOfFmusBecomesAConfigurationThatRuns() throws Exception {
        copyExample();
        Files.createDirectories(folder.resolve("resources"));
        Files.move(folder.resolve("tank.fmu"), folder.resolve("resources/tank.fmu"));
        final String tank = """
            <ssd:Component name="%s" source="resources/tank.fmu"><ssd:Connectors>
              <ssd:Connector name="outflow" kind="output"><ssc:Real unit="m/s"/></ssd:Connector>
              <ssd:Connector name="inflow" kind="input"><ssc:Real unit="m/s"/></ssd:Connector>
            </ssd:Connectors>%s</ssd:Component>""";
        Files.writeString(folder.resolve("SystemStructure.ssd"), """
            <ssd:SystemStructureDescription xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
              xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="tanks">
            <ssd:System name="all"><ssd:Elements>%s%s</ssd:Elements><ssd:Connections>
              <ssd:Connection startElement="upper" startConnector="outflow" endElement="lower" endConnector="inflow"/>
            </ssd:Connections></ssd:System><ssd:DefaultExperiment stopTime="10"/></ssd:SystemStructureDescription>"""
            .formatted(tank.formatted("upper", """
                <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
                  <ssv:ParameterSet xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
                    version="1.0" name="start"><ssv:Parameters>
                    <ssv:Parameter name="level0"><ssv:Real value="2"/></ssv:Parameter>
                  </ssv:Parameters></ssv:ParameterSet>
                </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>"""),
                tank.formatted("lower", "")));
        start("python3", "-m", "zipfile", "-c", "tanks.ssp", "SystemStructure.ssd", "resources");
        final TaktProcess made = TaktProcess.run(folder, base, "fmu", "--ssp", "tanks.ssp", "--step", "100ms");
        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(made.out()).isEqualTo("tanks/tanks.json: 2 FMUs, with steps of 100ms\n"
            + "takt run -c tanks/tanks.json --until 10s\n");
        final Path file = folder.resolve("tanks/tanks.json");
        Files.writeString(file, patient(Files.readString(file)).replaceFirst("\\{(?= *\\R *\"name\" : \"upper\")", """
            {"name": "log", "step": "100ms", "launch": ["takt", "log", "--out", "log.csv"]}, {""")
            .replace("[ \"lower\" ]", "[\"lower\", \"log\"]"));
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "tanks/tanks.json", "--until", "10s");
        assertThat(run.exitCode()).as(run.err()).isZero();
        final List<String> lines = Files.readAllLines(folder.resolve("tanks/log.csv"));
        assertThat(lines).hasSizeGreaterThan(90);
        for (final String line : lines.subList(1, lines.size())) {
            assertThat(row(line)[1]).isCloseTo(0.2 * Math.exp(-row(line)[0] / 10), Offset.offset(1e-9));
        }
    }

    /** One receives what the other sends, in the same process. */
    @Test
    @Tag("long")
    void severalInstancesInAProcessAreAssetsOfTheirOwn() throws Exception {
        copyExample();
        Files.writeString(folder.resolve("one.json"), """
            {"hub": "one", "endWithin": "1min", "coreStep": "100ms", "maxDelay": "1s", "assets": [
              {"name": "upper", "step": "100ms", "launch": ["takt", "fmu", "tank.fmu", "--also", "lower", "--set",
                "upper:level0=2", "--set", "lower:k=0.05", "--in", "lower:outflow=inflow"]},
              {"name": "lower", "step": "100ms", "required": true},
              {"name": "log", "step": "1s", "launch": ["takt", "log", "--out", "one.csv"]}],
             "channels": [{"name": "outflow", "from": "upper", "to": ["lower"]},
              {"name": "level", "from": "upper", "to": ["log"]},
              {"name": "level", "from": "lower", "to": ["log"]}]}""");
        for (final String each : List.of("one", "tanks")) {
            final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", each + ".json", "--until", "1min");
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        assertThat(Files.readAllLines(folder.resolve("one.csv")))
            .isEqualTo(Files.readAllLines(folder.resolve("tanks.csv")));
    }

    private TaktProcess runWithFault(final int fault, final String... more) throws Exception {
        Files.writeString(folder.resolve("tank.json"), """
            {"hub": "tank", "endWithin": "1min", "coreStep": "100ms", "maxDelay": "1s", "assets": [
              {"name": "tank", "step": "100ms", "launch": ["takt", "fmu", "linear2.fmu", "--set", "fault=%d"]},
              {"name": "log", "step": "100ms", "launch": ["takt", "log", "--out", "log.csv", "--force"]}],
             "channels": [{"name": "x", "from": "tank", "to": ["log"]}]}""".formatted(fault));
        // Without an end of its own: the hub goes on until it has heard what the FMU wants.
        return TaktProcess.run(folder, base, Stream.concat(Stream.of("run", "-c", "tank.json", "--json"),
            Stream.of(more)).toArray(String[]::new));
    }

    /** The faults begin at 1 s. */
    @Test
    void anFmuThatFailsOrCrashesIsALostAsset() throws Exception {
        compile("linear2", "linux64");
        final TaktProcess error = runWithFault(1);
        assertThat(error.exitCode()).as(error.err()).isEqualTo(3);
        assertThat(error.err()).contains("asset 'tank' failed at 1s: fmi2DoStep returned error; the FMU says: the tank"
            + " is empty");
        assertThat(error.json().get("end").textValue()).isEqualTo("ASSET_LOST");
        final TaktProcess fatal = runWithFault(2);
        assertThat(fatal.err()).contains("asset 'tank' failed at 1s: fmi2DoStep returned fatal");
        final TaktProcess crash = runWithFault(4);
        assertThat(crash.exitCode()).as(crash.err()).isEqualTo(3);
        assertThat(crash.err()).contains("asset 'tank' was lost at 1s", "; it last printed: SIGSEGV (0xb) in C"
            + " [linear2.so+0x", "] fmi2DoStep+0x").doesNotContain("Java Runtime", "# ");
        assertThat(folder).isDirectoryNotContaining("glob:**hs_err*");
        final TaktProcess end = runWithFault(6);
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(end.json().get("reason").textValue()).contains("linear2.fmu ends the simulation at 1.05s");
    }

    @Test
    @Tag("long")
    void anFmuThatFailsOrCrashesAtItsEndFailsTheRun() throws Exception {
        compile("linear2", "linux64");
        for (final String[] each : new String[][] {
            {"10", "was ended by signal 6; it last printed: SIGSEGV (0xb) in C [linear2.so+0x"},
            {"11", "ended with exit status 1; it last printed: takt: asset 'tank' failed at 2s: fmi2Terminate"}}) {
            final TaktProcess run = runWithFault(Integer.parseInt(each[0]), "--until", "2s");
            assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.json().get("state").textValue() + run.json().get("end").textValue())
                .isEqualTo("FAILEDASSET_LOST");
            assertThat(run.json().get("reason").textValue()).contains("2s", ", and after that asset 'tank' failed; its"
                + " program " + each[1]);
            assertThat(run.err()).contains("and after that asset 'tank' failed");
        }
    }

    /** The receiver gets it at the nanosecond of the event, in the middle of a step. */
    @Test
    void anEventIsSeenAtItsTime() throws Exception {
        compile("ball3", "x86_64-linux");
        Files.writeString(folder.resolve("ball.json"), """
            {"hub": "ball", "endWithin": "1min", "coreStep": "100ms", "maxDelay": "1s", "assets": [
              {"name": "ball", "step": "100ms", "launch": ["takt", "fmu", "ball3.fmu", "--as", "bounces=long"]},
              {"name": "log", "step": "100ms", "launch": ["takt", "log", "--out", "log.csv", "--as", "bounces=long"]}],
             "channels": [{"name": "bounces", "from": "ball", "to": ["log"]}]}""");
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "ball.json", "--until", "1.1s", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("log.csv"))).contains("0.4,0", "0.451523641,1", "0.5,1",
            "0.903047282,2");
    }

    private String[] ballRun(final String pace, final String options) throws Exception {
        Files.writeString(folder.resolve("ball.json"), """
            {"hub": "ball", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "100ms", "pace": %s, "assets": [
              {"name": "ball", "step": "10ms", "onLost": "restart", "launch": ["takt", "fmu", "ball3.fmu"%s]},
              {"name": "log", "step": "10ms", "launch": ["takt", "log", "--out", "log.csv", "--force"]}],
             "channels": [{"name": "h", "from": "ball", "to": ["log"]}]}""".formatted(pace, options));
        return new String[] {"run", "-c", "ball.json", "--until", "1s", "--json"};
    }

    /** Nothing differs from a run in which no process was killed. */
    @Test
    void aProcessThatTakesTheOthersPlaceGoesOnFromItsState() throws Exception {
        compile("ball3", "x86_64-linux");
        final TaktProcess whole = TaktProcess.run(folder, base, ballRun("{}", ""));
        assertThat(whole.exitCode()).as(whole.err()).isZero();
        final List<String> lines = Files.readAllLines(folder.resolve("log.csv"));
        try (TaktProcess run = TaktProcess.start(folder, base,
            ballRun("{\"mode\": \"realtime\", \"speed\": 0.5}", ", \"--state\", \"state\""))) {
            run.awaitStatus(base, "ball", status -> status.coreTimeNs() > 200_000_000);
            run.launched("ball").destroyForcibly();
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            assertThat(run.err()).contains("asset 'ball' was lost at ").doesNotContain("begins anew");
            assertThat(run.json().get("assets").get(1).get("digest"))
                .isEqualTo(whole.json().get("assets").get(1).get("digest"));
        }
        assertThat(Files.readAllLines(folder.resolve("log.csv"))).isEqualTo(lines);
    }

    @Test
    void badInputIsToldInOneLineWithoutAHub() throws Exception {
        Files.writeString(folder.resolve("text.fmu"), "hello");
        for (final String option : List.of("--name=a", "--info")) {
            final TaktProcess wrong = TaktProcess.run(folder, base, "fmu", "text.fmu", option);
            assertThat(wrong.exitCode()).isEqualTo(1);
            assertThat(wrong.err()).startsWith("takt: text.fmu is no FMU: it is no ZIP file (").hasLineCount(1);
        }
        final TaktProcess set = TaktProcess.run(folder, base, "fmu", "text.fmu", "--name=a", "--set", "k");
        assertThat(set.exitCode()).isEqualTo(2);
        assertThat(set.err()).startsWith("takt: --set: 'k' is no VARIABLE=VALUE, such as mass=1.5");
        assertThat(HubDirectory.hubsIn(base)).isEmpty();
    }
}
