package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.LivenessVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on systems whose steps vary: that one may stop, or does, and the changes that would mend it. */
class VerdictTextTest {
    private static final String WHOLE =
        "{'name': 'fmu', 'maxStep': '10ms', 'granularity': '2ms', 'wholeSteps': true}";
    private static final String TAKER = "{'name': 'net', 'maxStep': '20ms', 'granularity': '4ms'}";

    @TempDir
    private Path folder;

    private ConfigReader.Result read(final String maxDelay, final String assets) throws IOException {
        final Path file = Files.writeString(folder.resolve("hub.json"), ("{'coreStep': '5ms', 'maxDelay': '" + maxDelay
            + "', " + assets + "}").replace('\'', '"'));
        return ConfigReader.read(file, new ProgramFinder(null, "/usr/bin:/bin"));
    }

    private static List<String> fixes(final LivenessVerdict verdict) {
        return verdict.fixes().stream().map(fix -> VerdictText.fix(fix, verdict)).toList();
    }

    @Test
    void wholeStepsMayStopIt() throws IOException {
        final ConfigReader.Result result = read("13ms", "'assets': [" + WHOLE + ", {'name': 'plant', 'step': '5ms'}]");
        assertThat(result.problems()).extracting(Problem::line).containsExactly("assets[0].maxStep = \"10ms\": asset"
            + " 'fmu' may stop the simulation for good; with coreStep 5ms and granularity 2ms it needs a maxDelay of at"
            + " least 14ms, not 13ms");
        final LivenessVerdict verdict = result.config().liveness();
        assertThat(VerdictText.stop(verdict)).isEqualTo("it may stop for good, at 15ms at the earliest, by asset"
            + " 'fmu': when it is 9ms behind and wants a whole step of 10ms, it needs the core to move on, as the core"
            + " needs it");
        assertThat(fixes(verdict)).containsExactly(
            "set maxDelay to 14ms (it is 13ms)",
            "set assets[0].maxStep to 8ms (it is 10ms)",
            "set assets[0].granularity to 2.5ms (it is 2ms)",
            "set coreStep to 4ms (it is 5ms)");
        assertThat(read("14ms", "'assets': [" + WHOLE + "]").problems()).isEmpty();
    }

    @Test
    void oneThatTakesWhatItIsAllowedIsJudgedByItsGranularity() throws IOException {
        assertThat(read("8ms", "'assets': [" + TAKER + "]").problems()).isEmpty();
        final ConfigReader.Result result = read("7ms", "'assets': [" + TAKER + "]");
        assertThat(result.problems()).extracting(Problem::line).containsExactly("assets[0].granularity = \"4ms\": asset"
            + " 'net' would stop the simulation for good; with coreStep 5ms it needs a maxDelay of at least 8ms, not"
            + " 7ms");
        final LivenessVerdict verdict = result.config().liveness();
        assertThat(VerdictText.stop(verdict)).isEqualTo("every run stops for good at 15ms, by asset 'net', which is 3ms"
            + " behind then and needs the core to move on, as the core needs it");
        assertThat(fixes(verdict)).contains("set assets[0].granularity to 5ms (it is 4ms)");
    }

    @Test
    void wholeStepsOnTooCoarseAGridStopEveryRun() throws IOException {
        final LivenessVerdict verdict = read("6ms", "'assets': [{'name': 'fmu', 'maxStep': '6ms', 'granularity': '3ms',"
            + " 'wholeSteps': true}]").config().liveness();
        assertThat(VerdictText.stop(verdict)).isEqualTo("every run stops for good at 5ms, by asset 'fmu', which is at"
            + " least 2ms behind then and needs the core to move on, as the core needs it");
        assertThat(fixes(verdict)).contains("set assets[0].maxStep to 2.5ms (it is 6ms) and set"
            + " assets[0].granularity to 2.5ms (it is 3ms)");
    }

    @Test
    void gatesMayStopWholeSteps() throws IOException {
        final String gates = "'assets': [{'name': 'a', 'step': '5ms'}, " + WHOLE + "], 'channels': [{'name': 'x',"
            + " 'from': 'a', 'to': ['fmu'], 'delivery': 'gated', 'gate': 'end', 'delay': '0ms'}, {'name': 'y', 'from':"
            + " 'fmu', 'to': ['a'], 'delivery': 'gated', 'gate': 'end', 'delay': '12ms'}]";
        final ConfigReader.Result result = read("100ms", gates);
        assertThat(result.problems()).extracting(Problem::line).singleElement().asString()
            .startsWith("channels: the gates may stop the simulation for good: the core at ");
        assertThat(GateText.stop(result.gates())).startsWith("by the steps that assets choose it may stop for good, at "
            + "100ms at the earliest: the core at 100ms waits for 'fmu'; 'fmu' at 2ms waits for channel 'x' of 'a',"
            + " which stands at 10ms and would have to be at 12ms; 'a' at 10ms waits for channel 'y' of 'fmu'");
        assertThat(result.gates().fixes()).extracting(GateText::fix).containsExactly(
            "set the delay of channel 'x' from 'a' to 'fmu' to 2ms (it is 0s)");
        assertThat(read("100ms", gates.replace("12ms", "14ms")).problems()).isEmpty();
    }
}
