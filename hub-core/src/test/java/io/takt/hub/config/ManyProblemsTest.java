package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However much is wrong: the first problems, and how many more there are. */
class ManyProblemsTest {
    @TempDir
    private Path folder;

    private ConfigReader.Result read(final String more) throws IOException {
        return ConfigReader.read(Files.writeString(folder.resolve("c.json"),
            "{\"coreStep\": \"10ms\", \"maxDelay\": \"20ms\", " + more + "}"), new ProgramFinder(null, "/bin"));
    }

    private static String many(final int count, final String each) {
        return IntStream.range(0, count).mapToObj(i -> each.replace("#", Integer.toString(i)))
            .collect(Collectors.joining(", "));
    }

    private static void assertCapped(final ConfigReader.Result result, final int count) {
        final List<String> lines = result.problems().stream().map(Problem::line).toList();
        assertThat(lines).hasSize(Problems.MOST + 1).last().isEqualTo("and " + (count - Problems.MOST) + " more");
        assertThat(lines).allMatch(line -> line.length() < 400);
    }

    @Test
    void unknownFields() throws IOException {
        final ConfigReader.Result result = read(many(100_000, "\"x#\": 1"));
        assertCapped(result, 100_000);
        assertThat(result.config()).isNull();
        assertThat(result.isUsable(true)).isFalse();
    }

    @Test
    void elementsThatAreNoObjects() throws IOException {
        assertCapped(read("\"assets\": [" + many(100_000, "#") + "]"), 100_000);
    }

    @Test
    void assetsWithNothingRightInThem() throws IOException {
        assertCapped(read("\"assets\": [" + many(20_000, "{\"launch\": [\"nothere#\"], \"interval\": null}") + "]"),
            80_000);
    }

    /** Each of them would name all assets that there are. */
    @Test
    void channelsFromAnUnknownAsset() throws IOException {
        assertCapped(read("\"assets\": [" + many(10_000, "{\"name\": \"a#\", \"step\": \"10ms\"}")
            + "], \"channels\": [" + many(10_000, "{\"name\": \"c#\", \"from\": \"x\", \"to\": [\"a0\"]}") + "]"),
            10_000);
    }

    @Test
    void stepsWithWhichItWouldStopCanStillBeForced() throws IOException {
        final String assets = "\"assets\": [" + many(1_000, "{\"name\": \"a#\", \"step\": \"21ms\"}") + "]";
        final ConfigReader.Result result = read(assets);
        assertCapped(result, 1_000);
        assertThat(result.isUsable(false)).isFalse();
        assertThat(result.isUsable(true)).isTrue();
        assertThat(result.config().liveness().fixes()).isNotEmpty().allSatisfy(fix ->
            assertThat(VerdictText.fix(fix, result.config().liveness())).hasSizeLessThan(1_000));
        assertThat(read(assets + ", \"x\": 1").isUsable(true)).isFalse();
        assertThat(read(assets + ", \"channels\": [1]").isUsable(true)).as("found last").isFalse();
    }

    @Test
    void oneMoreThanAreTold() throws IOException {
        assertThat(read(many(20, "\"x#\": 1")).problems()).hasSize(20);
        assertThat(read(many(21, "\"x#\": 1")).problems()).last()
            .satisfies(problem -> assertThat(problem.line()).isEqualTo("and 1 more"));
    }
}
