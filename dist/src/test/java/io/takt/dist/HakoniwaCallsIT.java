package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of Hakoniwa's C API: at the wrong moment, with null pointers, from several threads. */
class HakoniwaCallsIT extends HakoniwaTest {
    private Set<String> exported(final String... libraries) throws Exception {
        final Pattern name = Pattern.compile("\\bhako(niwa)?_\\w+");
        final Set<String> exported = new TreeSet<>();
        for (final String library : libraries) {
            final TaktProcess nm = TaktProcess.start(folder, base, List.of("nm", "-D", "--defined-only",
                HakoniwaPrograms.program(library))).awaitEnd();
            name.matcher(nm.out()).results().map(MatchResult::group).forEach(exported::add);
        }
        exported.remove("hako_takt_conductor_wants");
        return exported;
    }

    /** All that the libraries export, and what is in the headers alone. */
    @Test
    void theListNamesEachFunction() throws Exception {
        final Set<String> exported = exported("libassets.so.1", "libshakoc.so.1", "libconductor.so.1");
        exported.addAll(Set.of("hako_asset_start", "hako_asset_usleep"));
        final Pattern name = Pattern.compile("\\bhako(niwa)?_\\w+");
        final Set<String> named = new TreeSet<>();
        Docs.read("docs/reference/hakoniwa.md").lines().filter(line -> line.startsWith("| `"))
            .forEach(line -> name.matcher(line.split("\\|")[1]).results().map(MatchResult::group).forEach(named::add));
        assertThat(named).isEqualTo(exported);
    }

    @Test
    void theTableNamesEachFunction() throws Exception {
        final TaktProcess names =
            TaktProcess.start(folder, base, List.of(HakoniwaPrograms.program("table"), "names", "")).awaitEnd();
        assertThat(names.out().lines()).containsExactlyInAnyOrderElementsOf(
            exported("libassets.so.1", "libshakoc.so.1", "libconductor.so.1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"asset", "polling"})
    void nullPointersFailWithOneLineEach(final String kind) throws Exception {
        configure(List.of("Plant=1ms=env TAKT_HAKONIWA=custom.json ./table " + kind + " custom.json",
            "Controller=1ms=takt metronome"), "custom.json", "--writes", "Plant=Cart/motor", "--writes",
            "Controller=Cart/position");
        pace();
        assertThat(lines(run("300ms"), "Plant")).containsExactly("all hold");
    }

    /** Until the program has called all, which is asleep in no step. */
    @Test
    void nullPointersFailWithOneLineEachInAProgramThatIsNoAsset() throws Exception {
        configure(List.of("Plant=1ms=env TAKT_HAKONIWA=custom.json ./table external custom.json",
            "Controller=1ms=takt metronome"), "custom.json", "--writes", "Plant=Cart/motor", "--writes",
            "Controller=Cart/position");
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr("[Plant] at the end");
            TaktProcess.stop(base, "hakoniwa");
            run.awaitEnd();
            assertThat(lines(run, "Plant")).containsExactly("at the end", "all hold");
        }
    }

    @Test
    void nullPointersFailWithoutAHub() throws Exception {
        final TaktProcess table =
            TaktProcess.start(folder, base, List.of(HakoniwaPrograms.program("table"), "none", "")).awaitEnd();
        assertThat(table.out()).as(table.err()).isEqualTo("all hold\n");
    }

    /** The first question after the change is answered by the hub that is there now. */
    @Test
    void inPlaceOfAHubThatIsGoneTheNextOneIsAsked() throws Exception {
        configure(List.of("Controller=1ms=takt metronome"), "none.json");
        pace();
        final List<String> command = List.of(HakoniwaPrograms.program("asker"), "1", "2");
        try (TaktProcess asker = TaktProcess.start(folder, base, command)) {
            for (int i = 1; i <= 2; i++) {
                try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
                    run.awaitStatus(base, "hakoniwa", status -> status.coreTimeNs() > 0);
                    Files.createFile(folder.resolve(String.valueOf(i)));
                    final String answers = "2\n".repeat(i);
                    asker.await("answer " + i, () -> answers.equals(read(asker)));
                    TaktProcess.stop(base, "hakoniwa");
                    run.awaitEnd();
                }
            }
            assertThat(asker.awaitEnd().err()).isEmpty();
        }
    }

    private static String read(final TaktProcess process) {
        try {
            return process.out();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compileFor(final String home) throws Exception {
        if (home.equals("./races/")) {
            HakoniwaPrograms.compileRaces(folder);
        }
    }

    /** With the sanitizer of addresses, and with that of threads. */
    @ParameterizedTest
    @CsvSource({"./, threads", "./races/, threads", "./races/, rude"})
    void anyThreadOfAnAssetMayCall(final String home, final String program) throws Exception {
        compileFor(home);
        configure(List.of("Plant=1ms=" + home + program + " custom.json service.json",
            "Server=1ms=./adder Server none.json service.json 1"), "custom.json", "--services", "service.json",
            "--writes", "Plant=Cart/motor", "--writes", "Server=Cart/position");
        assertThat(lines(run("200ms"), "Plant")).contains("all hold").allMatch(line -> line.equals("all hold")
            || line.matches("takt: hako_\\w+: .*"));
    }

    /** It would be lost, which fails the run, if it did not wait for the call to end. */
    @Test
    void aProgramThatExitsDuringACallOfAnotherThreadHasLeft() throws Exception {
        configure(List.of("Plant=1ms=./threads custom.json service.json leave",
            "Server=1ms=./adder Server none.json service.json 1"), "custom.json", "--services", "service.json",
            "--writes", "Plant=Cart/motor", "--writes", "Server=Cart/position", "--max-delay", "3ms");
        assertThat(lines(run("20ms"), "Plant")).containsExactly("all hold");
    }

    @Test
    void wrongCallsFailAndNothingElseDoes() throws Exception {
        configure(List.of("Plant=1ms=./rude custom.json service.json", "Controller=1ms=takt metronome"), "custom.json",
            "--services", "service.json", "--writes", "Plant=Cart/motor", "--writes", "Controller=Cart/position");
        final TaktProcess run = run("20ms");
        assertThat(lines(run, "Plant")).contains("all hold").allMatch(line -> line.equals("all hold")
            || line.matches("takt: hako_\\w+: .*"));
        final List<String> command = new ArrayList<>(List.of(HakoniwaPrograms.program("unit")));
        if (Boolean.getBoolean("takt.slow")) {
            command.add("10000000");
        }
        final TaktProcess unit = TaktProcess.start(folder, base, command).awaitEnd(PythonTools.LONG_S);
        assertThat(unit.exitCode()).as(unit.err()).isZero();
        assertThat(unit.out()).isEqualTo("all hold\n");
        assertThat(unit.err()).contains(" x:y with the channel_id 1 makes the channel 'r.x_y', which a PDU of robot 'r'"
            + " with the channel_id 0 makes as well; rename one of them\n");
    }

    @ParameterizedTest
    @CsvSource({"./, polling", "./, external", "./races/, polling", "./races/, external"})
    void whatIsForOtherProgramsFails(final String home, final String kind) throws Exception {
        compileFor(home);
        configure(List.of("Plant=1ms=env TAKT_HAKONIWA=custom.json " + home + "outsider " + kind + " service.json",
            "Controller=1ms=takt metronome"), "custom.json", "--services", "service.json", "--serves",
            "Plant=Service/Add", "--writes", "Plant=Cart/position", "--writes", "Controller=Cart/motor");
        edit("\"name\":\"Plant\",", "\"name\": \"Plant\", \"required\": false,");
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr(kind.equals("polling") ? "[Plant] all hold" : "a PDU of 0 bytes is none");
            TaktProcess.stop(base, "hakoniwa");
            run.awaitEnd();
            assertThat(lines(run, "Plant")).contains("all hold").allMatch(line -> line.equals("all hold")
                || line.matches("takt: hako_\\w+: .*"));
        }
    }
}
