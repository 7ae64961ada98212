package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs for Hakoniwa at a hub, by the libraries in bridges/hakoniwa/c and {@code takt import hakoniwa}. */
class HakoniwaIT extends HakoniwaTest {
    /** Each side sees in a step what the other has written in the one before. */
    @Test
    void gatedPdusAreTheSameInEveryRun() throws Exception {
        configureCart("custom.json", "--gated");
        final TaktProcess run = run("100ms");
        final List<String> plant = new ArrayList<>(List.of("0: motor 0.000, so the cart is at 0.0000"));
        final List<String> controller = new ArrayList<>();
        double position = 0;
        double motor = 0;
        for (int step = 1; step <= 10; step++) {
            controller.add(line("%d: the cart is at %.4f", step * 10_000, position));
            final double next = 20 * (1 - position);
            position += motor / 100;
            plant.add(line("%d: motor %.3f, so the cart is at %.4f", step * 10_000, motor, position));
            motor = next;
        }
        assertThat(lines(run, "Plant")).isEqualTo(plant);
        assertThat(lines(run, "Controller")).isEqualTo(controller);
    }

    /** Of latest values the motor is that of this step or the one before, the first of which is 0. */
    @Test
    void latestPdusAreAtMostOneStepOld() throws Exception {
        configureCart("custom.json", "--writes", "Plant=Cart/position", "--writes", "Controller=Cart/motor");
        final TaktProcess run = run("100ms");
        final List<String> plant = lines(run, "Plant");
        assertThat(plant).hasSize(11).element(0).isEqualTo("0: motor 0.000, so the cart is at 0.0000");
        assertThat(plant.get(1)).matches("10000: motor (0|20)\\.000, so .*");
        assertThat(plant.get(2)).matches("20000: motor 20\\.000, so .*|20000: motor 16\\.000, so .*");
        assertThat(IntStream.range(0, 11).mapToObj(i -> plant.get(i).startsWith(i * 10_000 + ": "))).containsOnly(true);
        assertThat(lines(run, "Controller")).allMatch(line -> line.contains(": the cart is at "));
    }

    @Test
    void aProgramIsToldThatTheHubGoesByOtherTimesThanItsConductor() throws Exception {
        configureCart("custom.json", "--gated", "--max-delay", "20ms");
        final TaktProcess run = run("20ms");
        assertThat(lines(run, "Plant")).contains("takt: hako_asset_register: the hub counts up by 10000 us with a max"
            + " delay of 20000 us, as its configuration says; hako_conductor_start wanted 10000 us and 10000 us");
    }

    private static void awaitLinesAfterReset(final TaktProcess run) throws IOException {
        run.await("lines after the reset", () -> {
            try {
                final List<String> lines = lines(run, "Controller");
                return lines.indexOf("put back") > 0
                    && lines.lastIndexOf("50000: the cart is at 0.5600") > lines.indexOf("put back");
            } catch (final IOException e) {
                return false;
            }
        });
    }

    /** The plant by the polling API: the lines are those of the one that waits. */
    @ParameterizedTest
    @ValueSource(strings = {"poller", "poller callbacks"})
    void aProgramThatPollsIsAnAssetLikeOthers(final String program) throws Exception {
        configureCart("custom.json", "--gated");
        final List<String> waits = lines(run("100ms"), "Plant");
        configure(List.of("Plant=10ms=env TAKT_HAKONIWA=custom.json ./" + program,
            "Controller=10ms=./controller custom.json"), "custom.json", "--gated");
        final TaktProcess polls = run("100ms");
        assertThat(lines(polls, "Plant")).isEqualTo(waits);
        assertThat(lines(polls, "Controller")).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plant custom.json", "poller", "poller callbacks"})
    void aResetCallsBackAndStartsAnew(final String plant) throws Exception {
        configure(List.of("Plant=10ms=env TAKT_HAKONIWA=custom.json ./" + plant,
            "Controller=10ms=./controller custom.json"), "custom.json", "--gated");
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr("[Controller] 50000: the cart is at ");
            TaktProcess.ask(base, "hakoniwa", Request.Pause::new);
            TaktProcess.ask(base, "hakoniwa", Request.Reset::new);
            TaktProcess.ask(base, "hakoniwa", Request.Resume::new);
            awaitLinesAfterReset(run);
            TaktProcess.stop(base, "hakoniwa");
            run.awaitEnd();
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(lines(run, "Plant")).filteredOn(line -> line.startsWith("0: ")).hasSize(2);
        }
    }

    /** It writes and reads PDUs, and stops and starts the simulation, without any step of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"viewer", "viewer polling"})
    void aProgramThatIsNoAssetReadsAndWritesFromOutside(final String viewer) throws Exception {
        configure(List.of("Plant=10ms=./plant custom.json", "view=10ms=env TAKT_HAKONIWA=custom.json ./" + viewer),
            "custom.json", "--writes", "Plant=Cart/position", "--writes", "view=Cart/motor");
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr("[view] back");
            TaktProcess.stop(base, "hakoniwa");
            run.awaitEnd();
            assertThat(lines(run, "view")).containsExactly("at 0.5, in state 0", "back");
            assertThat(lines(run, "Plant")).anyMatch(line -> line.contains("motor 7.000"))
                .anyMatch(line -> line.contains("motor -7.000"));
        }
    }

    /** The hub would wait for Plant for ever. */
    @Test
    void aProgramThatRegistersByAnotherNameFails() throws Exception {
        configure(List.of("Plant=1ms=./counter Cart custom.json 0"), "custom.json");
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "hub.json", "--until", "20ms");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(lines(run, "Plant")).containsExactly("takt: hako_asset_register: the hub has launched the program as"
            + " asset 'Plant', and it registers as 'Cart'; give both the same name, or unset TAKT_ASSET for it");
    }

    @Test
    void aProgramThatIsKilledEndsTheRun() throws Exception {
        configureCart("custom.json");
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr("[Controller] 5");
            run.launched("Plant").destroyForcibly();
            run.awaitEnd();
            assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.out()).contains("FAILED: asset 'Plant' was lost at ").contains("ended by signal 9");
        }
    }

    /** More assets than the 16 of Hakoniwa; one is killed, and one comes late. */
    @Test
    void manyAssetsGoOnWhenOneIsKilledAndOneComesLate() throws Exception {
        final int count = 20;
        final List<String> assets = new ArrayList<>();
        final List<String> options = new ArrayList<>(List.of("all.json"));
        final List<String> pdus = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            assets.add("c" + i + "=1ms" + (i == count - 1 ? "" : "=./counter c" + i + " all.json " + i));
            options.addAll(List.of("--writes", "c" + i + "=All/c" + i));
            pdus.add("{\"type\": \"t\", \"org_name\": \"c" + i + "\", \"channel_id\": " + i + ", \"pdu_size\": 8}");
        }
        Files.writeString(folder.resolve("all.json"), "{\"robots\": [{\"name\": \"All\", \"shm_pdu_writers\": ["
            + String.join(", ", pdus) + "]}]}");
        configure(assets, options.toArray(new String[0]));
        edit("\"coreStep\"", "\"pace\": { \"mode\": \"realtime\", \"speed\": 0.1 },\n  \"coreStep\"");
        edit("\"name\":\"c1\",", "\"name\": \"c1\", \"onLost\": \"drop\",");
        edit("\"name\":\"c19\",", "\"name\": \"c19\", \"required\": false,");
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitStatus(base, "hakoniwa", status -> status.assets().stream()
                .filter(asset -> asset.state() == AssetState.RUNNING).count() == count - 1);
            run.launched("c1").destroyForcibly();
            final HubStatus lost = run.awaitStatus(base, "hakoniwa", status -> status.assets().stream()
                .anyMatch(asset -> asset.name().equals("c1") && asset.state() == AssetState.LOST));
            run.awaitStatus(base, "hakoniwa", status -> status.coreTimeNs() > lost.coreTimeNs() + 5_000_000);
            try (TaktProcess late = TaktProcess.start(folder, base,
                List.of(HakoniwaPrograms.program("counter"), "c19", "all.json", "19"))) {
                late.awaitLines("ten steps", lines -> lines.size() >= 10);
                final String[] last = late.out().lines().toList().get(9).split(" ");
                assertThat(Long.parseLong(last[0])).isGreaterThan(lost.coreTimeNs() / 1000);
                assertThat(last[1]).isEqualTo("9");
                assertThat(Long.parseLong(last[2]) * 1000).as("of PDU 0, at most a step old")
                    .isBetween(Long.parseLong(last[0]) - 2000, Long.parseLong(last[0]) + 1000);
                TaktProcess.stop(base, "hakoniwa");
                assertThat(late.awaitEnd().exitCode()).as(late.err()).isZero();
            }
            run.awaitEnd();
        }
    }

    @Test
    void aBadFileIsOneLine() throws Exception {
        Files.writeString(folder.resolve("broken.json"), "{\"robots\": [{\"name\": \"r\", \"shm_pdu_writers\": 7}]}");
        final TaktProcess failed =
            TaktProcess.run(folder, base, "import", "hakoniwa", "broken.json", "--asset", "a=1ms");
        assertThat(failed.exitCode()).isEqualTo(2);
        assertThat(failed.err().lines()).hasSize(1);
        assertThat(failed.out()).isEmpty();
    }

    @Test
    void thePageIsTrue() throws Exception {
        final String page = Docs.read("docs/how-to/hakoniwa.md");
        final String home = HakoniwaPrograms.HOME.toString();
        final String script = "set -e\n" + Docs.block(page, "sh", "make -s").replace("make -s",
            "make -s OUT=" + HakoniwaPrograms.libraries()) + Docs.block(page, "sh", "takt import");
        Files.writeString(folder.resolve("page.sh"), script
            .replace("bridges/hakoniwa/c/build", HakoniwaPrograms.libraries().toString())
            .replace("bridges/hakoniwa/c", home));
        final TaktProcess run = TaktProcess.start(folder, base, List.of("sh", "page.sh")).awaitEnd(PythonTools.LONG_S);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(folder.resolve("hub.json")).hasContent(Docs.block(page, "json", "\"hub\": \"hakoniwa\""));
        assertThat(lines(run, "Plant")).hasSize(11);
        assertThat(lines(run, "Controller")).isNotEmpty();
    }

    /** Compiled from its sources as they are, against libhako.so. */
    @Test
    void hakoniwasOwnCommandWorks() throws Exception {
        final String command = HakoniwaPrograms.compileCommand(folder).toString();
        assertThat(say(command, "status").out()).isEqualTo("ERROR: Not found hako-master on this PC\n");
        configureCart("custom.json", "--gated");
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr("[Controller] 50000: the cart is at ");
            assertThat(say(command, "status").out()).isEqualTo("status=running\n");
            assertThat(say(command, "ls").out()).isEqualTo("Plant\nController\n");
            assertThat(say(command, "stop").out()).isEqualTo("stop\n");
            assertThat(say(command, "status").out()).isEqualTo("status=stopped\n");
            assertThat(say(command, "reset").out()).isEqualTo("reset\n");
            run.awaitErr("[Controller] put back");
            assertThat(say(command, "start").out()).isEqualTo("start\n");
            assertThat(say(command, "status").out()).isEqualTo("status=running\n");
            awaitLinesAfterReset(run);
            final TaktProcess dump = say(command, "dump", "0");
            assertThat(dump.err()).isEqualTo("takt: hako-cmd: a dump or restore of a PDU is not supported by Takt;"
                + " 'takt tap' prints messages\n");
            assertThat(dump.exitCode()).isEqualTo(1);
            final TaktProcess memory = say(command, "jmeta");
            assertThat(memory.err()).startsWith("takt: hako-cmd: jmeta is not supported by Takt").hasLineCount(1);
            assertThat(memory.exitCode()).isEqualTo(1);
            TaktProcess.stop(base, "hakoniwa");
            run.awaitEnd();
        }
    }

    /** Likewise, with Hakoniwa's own example in Python. */
    @Test
    void hakoniwasOwnModuleForPythonWorks() throws Exception {
        HakoniwaPrograms.compilePython(folder);
        final Path example = HakoniwaPrograms.sources().resolve("examples/hello_world");
        configure(List.of("HelloWorld=100ms=env LD_LIBRARY_PATH=" + HakoniwaPrograms.libraries() + " PYTHONPATH="
            + folder + " python3 " + example.resolve("hello_world.py") + " HelloWorld "
            + example.resolve("custom.json") + " 100"), example.resolve("custom.json").toString());
        assertThat(lines(run("200ms"), "HelloWorld")).containsSubsequence("INFO: my_on_initialize exit",
            "INFO: on_simulation_step enter: 100000", "INFO: on_simulation_step exit",
            "INFO: on_simulation_step enter: 200000", "INFO: hako_asset_start() returns False");
    }

    /** The lines that they print with Hakoniwa itself, where those are the same in each of its runs. */
    @Test
    void hakoniwasOwnExamplesPrintTheSame() throws Exception {
        final Path examples = HakoniwaPrograms.sources().resolve("examples");
        for (final String each : List.of("pdu_communication/custom.json", "pdu_communication/pdutypes.json",
            "hello_world/custom.json", "hello_world/pdutypes.json", "service/custom.json", "service/service.json")) {
            final Path copy = folder.resolve("examples").resolve(each);
            Files.createDirectories(copy.getParent());
            Files.copy(examples.resolve(each), copy);
        }
        final List<String> sources = List.of("hello_world/src/hello_world.c", "pdu_communication/src/asset_plant.c",
            "pdu_communication/src/asset_controller.c", "service/src/asset_server.cpp", "service/src/asset_client.cpp");
        for (final String source : sources) {
            final String name = Path.of(source).getFileName().toString().replaceFirst("\\..*", "");
            HakoniwaPrograms.compileExample(source, folder.resolve(name), folder);
        }
        final String libraries = "env LD_LIBRARY_PATH=" + HakoniwaPrograms.libraries() + " ";

        configure(List.of("HelloWorld=100ms=" + libraries + folder + "/hello_world HelloWorld"
            + " examples/hello_world/custom.json 100"), "examples/hello_world/custom.json");
        assertThat(lines(run("200ms"), "HelloWorld")).containsSubsequence("INFO: on_simulation_step enter: 100000",
            "INFO: on_simulation_step exit", "INFO: on_simulation_step enter: 200000",
            "INFO: on_simulation_step exit");

        final String custom = "examples/pdu_communication/custom.json";
        configure(List.of("Writer=1ms=" + libraries + folder + "/asset_plant " + custom,
            "Reader=1ms=" + libraries + folder + "/asset_controller " + custom), custom, "--gated");
        final TaktProcess pdus = run("4ms");
        assertThat(lines(pdus, "Reader")).filteredOn(line -> line.contains("pos data")).containsExactly(
            "1000: pos data(1.000000, 2.000000, 3.000000)", "2000: pos data(2.000000, 3.000000, 4.000000)",
            "3000: pos data(3.000000, 4.000000, 5.000000)", "4000: pos data(4.000000, 5.000000, 6.000000)");
        assertThat(lines(pdus, "Writer")).filteredOn(line -> line.contains(": motor data")).containsExactly(
            "1000: motor data(1001.000000, 1002.000000, 1003.000000)",
            "2000: motor data(1002.000000, 1003.000000, 1004.000000)",
            "3000: motor data(1003.000000, 1004.000000, 1005.000000)",
            "4000: motor data(1004.000000, 1005.000000, 1006.000000)");

        final String service = "examples/service/custom.json";
        configure(List.of("Server=1s=" + libraries + folder + "/asset_server " + service + " normal",
            "Client=1s=" + libraries + folder + "/asset_client " + service), service, "--services",
            "examples/service/service.json", "--serves", "Server=Service/Add");
        final TaktProcess asked = run("4s");
        assertThat(lines(asked, "Server")).containsSubsequence("IN: a=1 b=2", "OUT: sum=3");
        assertThat(lines(asked, "Client")).containsSubsequence("INFO: APL request: a=1 b=2", "OUT: sum=3",
            "*************** FINISH SERVICE CLIENT ***************");
    }
}
