package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs in docs/examples, written from docs/reference/protocol.md alone, beside the takt that was built. */
@Tag("long")
class CAssetIT extends HubTest {
    private static final String MAX_DELAY_NS = "40000000";
    private static final String FREE = "";
    private static final String REALTIME = "\"pace\": {\"mode\": \"realtime\"},";

    @TempDir
    private static Path programs;

    @BeforeAll
    static void compile() throws Exception {
        CPrograms.compile(programs, "asset", "observer");
    }

    @Test
    void keepsTimeBesideAMetronome() throws Exception {
        try (TaktProcess observer = startObserver();
            TaktProcess run = start("run", "-c", config(FREE), "--until", "100s", "--json")) {
            final JsonNode summary = run.awaitEnd().json();

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(summary.get("state").textValue()).isEqualTo("STOPPED");
            assertThat(summary.get("coreTimeNs").longValue()).isEqualTo(100_000_000_000L);
            assertThat(summary.get("violations").longValue()).isZero();
            assertThat(summary.get("assets")).hasSize(2).allSatisfy(asset ->
                assertThat(asset.get("timeNs").longValue()).isEqualTo(100_000_000_000L));
            assertThat(run.err()).contains(
                "[drone] drone: stopped: reached 100s; at 100000000000 ns after 20000 steps, ");
            assertThatItSawNoViolation(observer);
        }
    }

    @Test
    void startsAnewAfterAReset() throws Exception {
        try (TaktProcess observer = startObserver();
            TaktProcess run = start("run", "-c", config(REALTIME), "--json")) {
            final HubStatus before = run.awaitStatus(base, "c", CAssetIT::hasDroneMoved);
            assertThat(TaktProcess.run(folder, base, "reset").exitCode()).isZero();
            final HubStatus after = run.awaitStatus(base, "c", CAssetIT::hasDroneMoved);
            assertThat(after.epoch()).isGreaterThan(before.epoch());
            TaktProcess.stop(base, "c");

            final JsonNode summary = run.awaitEnd().json();
            final JsonNode drone = summary.get("assets").get(0);
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(summary.get("violations").longValue()).isZero();
            assertThat(drone.get("timeNs").longValue()).isEqualTo(drone.get("progress").longValue() * 5_000_000);
            assertThat(run.err()).containsPattern("\\[drone] drone: stopped: asked to stop; at .* retained, 1 resets");
            assertThatItSawNoViolation(observer);
        }
    }

    @Test
    void isNamedWhenItIsKilled() throws Exception {
        try (TaktProcess run = start("run", "-c", config(REALTIME))) {
            run.awaitStatus(base, "c", CAssetIT::hasDroneMoved);

            assertThat(run.launched("drone").destroyForcibly()).isTrue();

            assertThat(run.awaitEnd().exitCode()).as(run.err()).isEqualTo(3);
            assertThat(run.err()).contains("takt: asset 'drone' was lost at ").contains("was ended by signal 9");
        }
    }

    @Test
    void leavesInOrderAndNoticesTheDeathOfItsHub() throws Exception {
        try (TaktProcess hub = start("hub", "-c", emptyConfig())) {
            hub.awaitStatus(base, "c", status -> true);
            try (TaktProcess leaving = startAsset("leaving"); TaktProcess staying = startAsset("staying")) {
                hub.awaitStatus(base, "c", status -> status.assets().size() == 2);

                leaving.process().destroy();
                assertThat(leaving.awaitEnd().exitCode()).as(leaving.err()).isZero();
                assertThat(leaving.out()).startsWith("leaving: left; at ").hasLineCount(1);
                hub.awaitStatus(base, "c", status -> status.assets().size() == 1);

                hub.process().destroyForcibly();
                assertThat(staying.awaitEnd().exitCode()).isEqualTo(1);
                assertThat(staying.err()).startsWith("staying: the hub is gone; at ").hasLineCount(1);
            }
        }
    }

    @Test
    void saysWhyItIsRefused() throws Exception {
        try (TaktProcess hub = start("hub", "-c", emptyConfig())) {
            hub.awaitStatus(base, "c", status -> true);
            try (TaktProcess refused = startAsset("no name").awaitEnd()) {
                assertThat(refused.exitCode()).isEqualTo(2);
                assertThat(refused.err()).startsWith("no name: the hub refuses: 'no name' is not a name; ")
                    .hasLineCount(1);
            }
        }
    }

    private static boolean hasDroneMoved(final HubStatus status) {
        return status.assets().stream().anyMatch(asset -> asset.name().equals("drone") && asset.timeNs() > 0);
    }

    private static void assertThatItSawNoViolation(final TaktProcess observer) throws Exception {
        assertThat(observer.awaitEnd().out())
            .matches("passes [1-9][0-9]*, violations 0, largest lag [1-9][0-9]* ns\n");
        assertThat(observer.exitCode()).isZero();
    }

    private TaktProcess start(final String... args) throws IOException {
        return TaktProcess.start(folder, base, args);
    }

    private TaktProcess startAsset(final String name) throws IOException {
        return TaktProcess.start(folder, base,
            List.of(programs.resolve("asset").toString(), "c", name, "5000000"));
    }

    /** Watches the hub that is started next, until it is gone. */
    private TaktProcess startObserver() throws IOException {
        return TaktProcess.start(folder, base, List.of(programs.resolve("observer").toString(),
            base.resolve("c/cnc.dat").toString(), "c", MAX_DELAY_NS, "80"));
    }

    private String config(final String pace) throws IOException {
        return Files.writeString(folder.resolve("c.json"), """
            {"hub": "c", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "%sns", %s "assets": [
            {"name": "drone", "step": "5ms", "launch": ["%s"]},
            {"name": "metronome", "step": "20ms", "launch": ["takt", "metronome"]}]}
            """.formatted(MAX_DELAY_NS, pace, programs.resolve("asset"))).toString();
    }

    private String emptyConfig() throws IOException {
        return Files.writeString(folder.resolve("c.json"), """
            {"hub": "c", "coreStep": "10ms", "maxDelay": "%sns", "pace": {"mode": "realtime"}}
            """.formatted(MAX_DELAY_NS)).toString();
    }
}
