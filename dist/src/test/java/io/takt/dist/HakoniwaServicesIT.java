package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services of Hakoniwa. */
class HakoniwaServicesIT extends HakoniwaTest {
    /** Each "got" is the answer to the "asks for" before. */
    private static void assertOwnAnswers(final List<String> lines) {
        final List<String> said = lines.stream().filter(line -> !line.contains("too long")).toList();
        assertThat(said).hasSizeGreaterThan(4);
        for (int i = 0; i + 1 < said.size(); i += 2) {
            assertThat(said.get(i + 1)).endsWith("got " + said.get(i).replaceFirst(".* ", ""));
        }
    }

    /** Both are "one", and have the same numbers of requests; the server has more clients than a program may have. */
    @Test
    void clientsOfOneNameInTwoProgramsGetTheirOwnAnswers() throws Exception {
        final Path services = folder.resolve("service.json");
        Files.writeString(services, Files.readString(services).replace("\"maxClients\": 2", "\"maxClients\": 1"));
        configure(List.of("Server=1ms=./adder Server none.json service.json 1",
            "Client=1ms=./adder Client none.json service.json 1",
            "Client2=1ms=./adder Client2 none.json service.json 1"), "none.json", "--services", "service.json",
            "--serves", "Server=Service/Add");
        final TaktProcess run = run("30ms");
        assertOwnAnswers(lines(run, "Client"));
        assertOwnAnswers(lines(run, "Client2"));
        assertThat(lines(run, "Client2")).anyMatch(line -> line.endsWith("got 103"));
    }

    private static String channel(final String part, final String from, final String to) {
        return "{\"name\": \"Service_Add." + part + "\", \"from\": \"" + from + "\", \"to\": [" + to
            + "], \"maxBytes\": 312}";
    }

    private void writeSite(final String site, final int more) throws IOException {
        Files.writeString(folder.resolve(site + ".json"), "{\"hub\": \"" + site + "\", \"coreStep\": \"1ms\","
            + " \"maxDelay\": \"1ms\", \"parent\": {\"hub\": \"hakoniwa\"}, \"assets\": [{\"name\": \"Client\","
            + " \"step\": \"1ms\", \"launch\": [\"env\", \"ADDER_MORE=" + more + "\", \""
            + HakoniwaPrograms.program("adder") + "\", \"Client\", \"none.json\", \"service.json\", \"1\"]}]}");
    }

    private static String federate(final String site) {
        return "{\"name\": \"" + site + "\", \"config\": \"" + site + ".json\", \"launch\": [\"takt\", \"run\", \"-c\","
            + " \"" + site + ".json\"]}";
    }

    /** All that differs is the hub at which they are. */
    @Test
    void clientsOfOneNameAtTwoHubsGetTheirOwnAnswers() throws Exception {
        writeSite("site-a", 0);
        writeSite("site-b", 1000);
        Files.writeString(folder.resolve("hub.json"), "{\"hub\": \"hakoniwa\", \"coreStep\": \"1ms\", \"maxDelay\":"
            + " \"1ms\", \"assets\": [{\"name\": \"Server\", \"step\": \"1ms\", \"launch\": [\""
            + HakoniwaPrograms.program("adder") + "\", \"Server\", \"none.json\", \"service.json\", \"1\"]}],"
            + " \"federates\": [" + federate("site-a") + ", " + federate("site-b") + "], \"channels\": ["
            + channel("requests", "site-a/Client", "\"Server\"") + ", "
            + channel("requests", "site-b/Client", "\"Server\"") + ", "
            + channel("answers", "Server", "\"site-a/Client\", \"site-b/Client\"") + "]}");
        final TaktProcess run = run("30ms");
        for (final String site : List.of("site-a", "site-b")) {
            final String before = "[" + site + "] [Client] ";
            assertOwnAnswers(run.err().lines().filter(line -> line.startsWith(before) && !line.contains("has ended"))
                .map(line -> line.substring(before.length())).toList());
        }
    }

    private void configureAdder(final String server, final String client) throws Exception {
        configure(List.of("Server=1ms=env TAKT_HAKONIWA=none.json ./adder Server none.json service.json " + server,
            "Client=1ms=env TAKT_HAKONIWA=none.json ./adder Client none.json service.json " + client), "none.json",
            "--services", "service.json", "--serves", "Server=Service/Add");
    }

    private List<List<String>> add(final int stepsOfServer) throws Exception {
        configureAdder(String.valueOf(stepsOfServer), "1");
        final TaktProcess run = run("16ms");
        return List.of(lines(run, "Server"), lines(run, "Client"));
    }

    @Test
    void aServiceAnswersAtTheSameTimeInEveryRun() throws Exception {
        final List<List<String>> said = add(1);
        assertThat(said.get(0)).startsWith("2: asked for 3", "3: answered 3");
        assertThat(said.get(1)).startsWith("1: asks for 3", "4: got 3", "5: asks for 6", "8: got 6");
        assertThat(add(1)).isEqualTo(said);
    }

    /** The first request, without reports of progress, times out; the second, with reports, is answered. */
    @Test
    void aClientThatHearsNothingCancels() throws Exception {
        final List<List<String>> said = add(6);
        assertThat(said.get(1)).containsExactly("1: asks for 3", "5: has waited too long at 0", "7: was cancelled 3",
            "8: asks for 6", "16: got 6");
        assertThat(said.get(0)).containsExactly("2: asked for 3", "6: cancelled 3", "9: asked for 6",
            "15: answered 6");
    }

    /** Programs that are no assets, and such as the polling API calls back. */
    @ParameterizedTest
    @CsvSource({"1 external, 1 called", "1 called, 1 external", "6 external, 1 external"})
    void aServiceIsOfferedAndAskedByAnyProgram(final String server, final String client) throws Exception {
        configureAdder(server, client);
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr(": asks for 9");
            TaktProcess.ask(base, "hakoniwa", id -> new Request.Stop(id, null, null, false));
            run.awaitEnd();
            assertThat(lines(run, "Client")).anyMatch(line -> line.matches(".*(got|cancelled) 3"))
                .anyMatch(line -> line.matches(".*(got|cancelled) 6"));
        }
    }

    private static String python(final Path interpreter, final Path folder, final String example) {
        return "env PYTHONUNBUFFERED=1 HAKO_BINARY_PATH=hakoniwa-ros2pdu/pdu/offset LD_LIBRARY_PATH="
            + HakoniwaPrograms.libraries() + " PYTHONPATH=" + folder + " " + interpreter + " "
            + HakoniwaPrograms.sources().resolve("examples").resolve(example);
    }

    /** As they are, as assets that sleep in other threads, and as programs that are no assets. */
    @ParameterizedTest
    @CsvSource({
        "service/custom.json, service/asset_server.py CONFIG normal, service/asset_client.py CONFIG",
        "service/custom.json, service/asset_server.py CONFIG normal external, service/asset_client.py CONFIG external",
        "external/service/pdu_config.json, external/service/ext_server.py, external/service/ext_client.py"})
    void hakoniwasOwnServicesInPythonWork(final String config, final String server, final String client)
        throws Exception {
        final Path sources = HakoniwaPrograms.sources();
        HakoniwaPrograms.compilePython(folder);
        final Path interpreter = PythonTools.program("hakoniwa", "python", folder);
        final Path examples = Files.createSymbolicLink(folder.resolve("examples"), sources.resolve("examples"));
        final Path types = Files.createSymbolicLink(folder.resolve("hakoniwa-ros2pdu"),
            sources.resolve("hakoniwa-pdu-registry"));
        final String file = "examples/" + config;
        final String before = "=env TAKT_HAKONIWA=" + file + " ";
        configure(List.of("Server=1s" + before + python(interpreter, folder, server).replace("CONFIG", file),
            "Client=1s" + before + python(interpreter, folder, client).replace("CONFIG", file)), file, "--services",
            file.replaceFirst("[^/]*$", "service.json"), "--serves", "Server=Service/Add");
        pace();
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "hub.json")) {
            run.awaitErr("[Client] Response");
            TaktProcess.ask(base, "hakoniwa", id -> new Request.Stop(id, null, null, false));
            run.awaitEnd();
            assertThat(lines(run, "Client")).filteredOn(line -> line.startsWith("Response")).hasSize(1)
                .allMatch(line -> line.endsWith(": AddTwoIntsResponse(sum=3)"));
        }
        Files.delete(examples);
        Files.delete(types);
    }
}
