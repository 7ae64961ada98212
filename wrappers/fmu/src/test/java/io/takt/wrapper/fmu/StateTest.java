package io.takt.wrapper.fmu;

import static io.takt.wrapper.fmu.Stage.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.wrapper.kit.WrapperException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that takes the place of another one. */
class StateTest {
    private static final List<String> ANEW = List.of("the FMU begins anew at 400ms");

    @TempDir
    private Path folder;

    private Stage stage(final String model, final String output) throws Exception {
        return new Stage(Fmus.make(folder, model)).sends(output).state(folder.resolve("state"))
            .set(model.equals("ball3") ? new String[] {"kickAt=0.43", "kick=2"} : new String[] {"x0=7"});
    }

    /** Steps to a time and returns all that was published. */
    private static List<String> stepTo(final Stage stage, final double toS) throws Exception {
        final List<String> lines = new ArrayList<>(stage.logged());
        while (stage.nowS() < toS - 1e-9) {
            stage.step(100 * MS);
            lines.addAll(stage.logged());
        }
        return lines;
    }

    /** The ball is kicked by an event that was told before the process ended. */
    @ParameterizedTest
    @CsvSource({"ball3, h, 400", "ball3, h, 300", "linear2, x, 400", "linear2, x, 300"})
    void goesOnWhereThatOneWas(final String model, final String output, final long fromMs) throws Exception {
        final List<String> all;
        try (Stage stage = stage(model, output).begin()) {
            all = stepTo(stage, 1);
        }
        try (Stage stage = stage(model, output).begin()) {
            stepTo(stage, 0.4);
        }
        try (Stage stage = stage(model, output).goOn(fromMs * MS, true)) {
            final List<String> rest = stepTo(stage, 1);
            assertThat(rest).isNotEmpty().isEqualTo(all.subList(all.size() - rest.size(), all.size()));
            assertThat(rest).anyMatch(line -> line.endsWith(" at " + (fromMs + 100) * MS));
        }
    }

    @Test
    void beginsAnewWithoutAStateOfThatTimeAndRun() throws Exception {
        try (Stage stage = stage("linear2", "x").begin()) {
            stepTo(stage, 0.4);
        }
        try (Stage stage = stage("linear2", "x").goOn(400 * MS, false)) {
            assertThat(stage.logged()).as("another run").isEqualTo(ANEW);
            assertThat(folder.resolve("state.0")).doesNotExist();
            assertThat(stepTo(stage, 0.5)).hasSize(1).allMatch(line -> line.startsWith("x 6.3"));
        }
        try (Stage stage = stage("linear2", "x").begin()) {
            stepTo(stage, 0.4);
        }
        for (final String each : new String[] {"state.0", "state.1"}) {
            final byte[] bytes = Files.readAllBytes(folder.resolve(each));
            bytes[bytes.length - 1]++;
            Files.write(folder.resolve(each), bytes);
        }
        try (Stage stage = stage("linear2", "x").goOn(400 * MS, true)) {
            assertThat(stage.logged()).as("damaged").isEqualTo(ANEW);
        }
        Files.writeString(folder.resolve("state.0"), "");
        try (Stage stage = stage("linear2", "x").goOn(400 * MS, true)) {
            assertThat(stage.logged()).as("cut off").isEqualTo(ANEW);
        }
    }

    @Test
    void anFmuThatCannotWriteItsStateIsTold() throws Exception {
        try (Stage stage = new Stage(Fmus.make(folder, "types3")).state(folder.resolve("state"))) {
            assertThatThrownBy(stage::open).isInstanceOf(WrapperException.class)
                .hasMessageEndingWith("types3.fmu cannot write its state, so --state cannot keep it");
        }
    }
}
