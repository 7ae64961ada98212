package io.takt.hub.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class LastingOutputTest {
    /** Prints a line for each that it reads. */
    private static final List<String> ECHO = List.of("sh", "-c", "while read line; do echo \"$line\"; done");

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private Process start(final List<String> before, final List<String> program) throws IOException {
        final List<String> command = new ArrayList<>(before);
        command.addAll(program);
        final Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    private static void tell(final Process process, final String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    private static BufferedReader reader(final InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    @Test
    void outputWithoutAHubIsForTheNextOne() throws Exception {
        final Process program = start(LastingOutput.launcher(), ECHO);
        tell(program, "one");
        assertThat(reader(program.getInputStream()).readLine()).isEqualTo("one");
        program.getInputStream().close();
        tell(program, "two");
        tell(program, "three");
        try (BufferedReader next = reader(LastingOutput.of(program.pid()))) {
            assertThat(next.readLine()).isEqualTo("two");
            assertThat(next.readLine()).isEqualTo("three");
            tell(program, "four");
            assertThat(next.readLine()).isEqualTo("four");
            assertThat(program.isAlive()).isTrue();
            program.destroyForcibly();
            assertThat(next.readLine()).as("no other process holds the printing end").isNull();
        }
    }

    @Test
    void theOutputOfOthersIsLeftAlone() throws Exception {
        final Process stranger = start(List.of(), ECHO);
        tell(stranger, "mine");
        assertThat(LastingOutput.of(stranger.pid())).isNull();
        assertThat(reader(stranger.getInputStream()).readLine()).isEqualTo("mine");
        assertThat(LastingOutput.of(Integer.MAX_VALUE)).isNull();
    }

    /** As a wrapper in another language does that closes what it does not know in its children. */
    @Test
    void aChildOfTheProgramMayBeTheAsset() throws Exception {
        final Process program = start(concat(List.of("setsid"), LastingOutput.launcher()),
            List.of("sh", "-c", "sh -c 'echo $$; while :; do echo tick; sleep 0.01; done' 7<&- & wait"));
        final long child = Long.parseLong(reader(program.getInputStream()).readLine());
        program.getInputStream().close();
        try (BufferedReader next = reader(LastingOutput.of(child))) {
            assertThat(next.readLine()).isNotNull();
            assertThat(next.readLine()).isEqualTo("tick");
        } finally {
            ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void theAssetMayPrintIntoAProgramThatPrintsForIt() throws Exception {
        final Process program = start(concat(List.of("setsid"), LastingOutput.launcher()),
            List.of("sh", "-c", "sh -c 'echo $$; while :; do echo tick; sleep 0.01; done' | sed -u 's/tick/tock/'"));
        final long child = Long.parseLong(reader(program.getInputStream()).readLine());
        program.getInputStream().close();
        try (BufferedReader next = reader(LastingOutput.of(child))) {
            assertThat(next.readLine()).isNotNull();
            assertThat(next.readLine()).isEqualTo("tock");
        } finally {
            ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static List<String> concat(final List<String> one, final List<String> two) {
        final List<String> both = new ArrayList<>(one);
        both.addAll(two);
        return both;
    }
}
