package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of a run, also where it is not read. */
@EnabledOnOs(OS.LINUX)
@Tag("long")
class OutputIT extends HubTest {
    private static final String HUB = "printing";

    /** Far more than a start and an end take, even on a busy host, and nothing against a run that does not end. */
    private static final long ENDS_WITHIN_S = 240;

    private void configure(final String script) throws IOException {
        Files.writeString(folder.resolve("program.sh"), script);
        Files.writeString(folder.resolve("printing.json"), """
            {"hub": "printing", "coreStep": "10ms", "maxDelay": "20ms", "pace": {"mode": "realtime"}, "assets": [
            {"name": "a", "step": "10ms", "launch": ["sh", "program.sh"]}]}
            """);
    }

    /** A run with a full pipe as its standard error, of a program that prints without end. */
    private TaktProcess runIntoFullPipe(final String more) throws IOException {
        configure("echo begins; yes & exec takt metronome");
        return TaktProcess.start(folder, base, List.of("sh", "-c", "mkfifo full && exec 3<> full"
            + " && { dd if=/dev/zero of=full bs=4096 oflag=nonblock 2> dd.txt; exec takt run -c printing.json --json "
            + more + " 2>&3 3>&-; }"));
    }

    private void awaitOrderlyEnd(final TaktProcess run) throws Exception {
        assertThat(run.process().waitFor(ENDS_WITHIN_S, TimeUnit.SECONDS)).as("ends").isTrue();
        assertThat(run.json().get("state").textValue()).isEqualTo("STOPPED");
        assertThat(base.resolve(HUB)).doesNotExist();
    }

    @Test
    void aSignalEndsARunWhoseErrorsAreNotRead() throws Exception {
        try (TaktProcess run = runIntoFullPipe("")) {
            run.awaitRunning(base, HUB);
            TaktProcess.signal(run.process().toHandle(), "TERM");
            awaitOrderlyEnd(run);
            assertThat(run.exitCode()).isEqualTo(143);
        }
    }

    @Test
    void aRunWhoseErrorsAreNotReadEndsByItself() throws Exception {
        try (TaktProcess run = runIntoFullPipe("--until 100ms")) {
            awaitOrderlyEnd(run);
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    void aLostAssetIsQuotedInShort() throws Exception {
        configure("head -c 9000 /dev/zero | tr '\\0' x; echo; printf '\\033[2Jend\\n'; exit 7");
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "printing.json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        final String quoted = "it last printed: " + "x".repeat(200) + "\u2026 | ^[[2Jend\n";
        assertThat(run.err()).contains("takt: asset 'a': its program ended with").contains(quoted)
            .as("what a program reads is left as it is").contains("[a] \u001b[2Jend\n");
        assertThat(run.out()).contains("FAILED: asset 'a': its program ended with exit status 7 before the run started;"
            + " standard error says more\n");
    }

    /** Of an exception the program's own stack trace tells all; the hub and the summary refer to it. */
    @ParameterizedTest
    @ValueSource(strings = {"callback", "polled"})
    void anExceptionIsToldOnce(final String kind) throws Exception {
        Files.writeString(folder.resolve("Failing.java"), """
            import io.takt.asset.AssetSpec;
            import io.takt.asset.HubConnection;
            import io.takt.asset.PolledAsset;
            import io.takt.asset.Takt;

            public class Failing {
                static void advance(long toNs) {
                    if (toNs > 30_000_000) {
                        throw new IllegalStateException("no fuel");
                    }
                }

                public static void main(String[] args) throws Exception {
                    AssetSpec spec = AssetSpec.named("a");
                    try (HubConnection hub = Takt.connect()) {
                        if (args[0].equals("callback")) {
                            hub.join(spec, (fromNs, toNs) -> advance(toNs));
                            hub.run();
                        }
                        PolledAsset asset = hub.join(spec);
                        while (asset.await() != PolledAsset.Turn.STOP) {
                            advance(asset.nextNs());
                            asset.commit();
                        }
                    }
                }
            }
            """);
        configure("exec takt java Failing.java " + kind);
        final Path config = folder.resolve("printing.json");
        Files.writeString(config, patient(Files.readString(config)));
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "printing.json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat((run.out() + run.err()).split("no fuel", -1)).as(run.err()).hasSize(2);
        assertThat(run.err())
            .contains("java.lang.IllegalStateException: no fuel\n[a] \tat Failing.advance(Failing.java:9)")
            .containsPattern("takt: asset 'a' was lost at 30ms: its simulator failed(: [^;]*)?; its program ended with"
                + " exit status 1; see what it printed above\n");
        assertThat(run.out()).startsWith("FAILED: asset 'a' was lost at 30ms: its simulator failed; its program ended"
            + " with exit status 1; standard error says more\n");
        final TaktProcess json = TaktProcess.run(folder, base, "run", "-c", "printing.json", "--json");
        assertThat(json.json().get("reason").textValue()).contains("java.lang.IllegalStateException: no fuel");
    }

    @Test
    void outputAndReportsOfLossesComeBeforeTheSummary() throws Exception {
        configure("seq 2000; exit 7");
        final TaktProcess run = TaktProcess.start(folder, base, List.of("sh", "-c",
            "exec takt run -c printing.json --json 2>&1")).awaitEnd();
        final List<String> lines = run.out().lines().filter(line -> !line.contains(" ERROR hub=printing ")).toList();
        assertThat(lines).hasSize(2002);
        assertThat(lines.get(1999)).isEqualTo("[a] 2000");
        assertThat(lines.get(2000)).startsWith("takt: asset 'a': its program ended with exit status 7");
        assertThat(run.json().get("state").textValue()).isEqualTo("FAILED");
    }

    @Test
    void ofStepsThatVaryTheLongestIsShownAndGranularitiesAreCounted() throws Exception {
        Files.writeString(folder.resolve("varying.json"), """
            {"hub": "printing", "coreStep": "10ms", "maxDelay": "20ms", "assets": [
            {"name": "a", "maxStep": "20ms", "granularity": "1ms", "launch": ["takt", "metronome"]},
            {"name": "b", "step": "10ms", "launch": ["takt", "metronome"]}]}
            """);
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "varying.json", "--until", "100ms");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("\na .* <=20ms +100ms +[0-9.]+[mu]?s +100 ")
            .containsPattern("\nb .* 10ms +100ms +[0-9.]+[mu]?s +10 ");
    }

    @Test
    void aSummaryThatCannotBeWrittenIsTold() throws Exception {
        configure("exec takt metronome");
        final Path config = folder.resolve("printing.json");
        Files.writeString(config, patient(Files.readString(config)));
        final TaktProcess run = TaktProcess.start(folder, base, List.of("sh", "-c",
            "exec takt run -c printing.json --until 20ms > /dev/full")).awaitEnd();
        assertThat(run.err()).isEqualTo("takt: the summary could not be written to standard output\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }
}
