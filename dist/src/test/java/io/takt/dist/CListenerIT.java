package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The listener in docs/examples, written from docs/reference/protocol.md and docs/reference/message-logs.md alone. Its
 * output is compared with the messages that the assets say they have sent and got.
 */
class CListenerIT extends HubTest {
    private static final String HUB = "c";
    private static final String WAITING = "waiting for asset";
    private static final String FREE = "";
    private static final String REALTIME = "\"pace\": {\"mode\": \"realtime\"},";
    private static final long HALF_A_SECOND_NS = 500_000_000;

    @TempDir
    private static Path programs;

    @BeforeAll
    static void compile() throws Exception {
        CPrograms.compile(programs, "listener");
    }

    /** So few messages in a second that none is ever overwritten, however late the listener reads it. */
    @Test
    void printsWhatAnAssetHasSentAndWasGiven() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", config(FREE), "--until", "1s", "--json")) {
            run.awaitStatus(base, HUB, status -> true);
            try (TaktProcess a = listen("a"); TaktProcess b = listen("b")) {
                a.awaitErr(WAITING);
                b.awaitErr(WAITING);
                final List<NotingAsset> assets = joinBoth();
                // With the end of the run the logs are gone.
                a.awaitMapped("a.log");
                b.awaitMapped("b.log");
                final NotingAsset last = joinLast();
                assets.get(0).awaitEnd();
                assets.get(1).awaitEnd();
                last.awaitEnd();
                assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
                assertThat(a.awaitEnd().exitCode()).as(a.err()).isZero();
                assertThat(b.awaitEnd().exitCode()).as(b.err()).isZero();
                assertPrinted(a, assets.get(0));
                assertPrinted(b, assets.get(1));
                assertThat(a.out()).doesNotContain("missed", "reset", "void");
            }
        }
    }

    @Test
    void printsWhereAnAssetBeginsAnew() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "hub", "-c", config(REALTIME))) {
            run.awaitStatus(base, HUB, status -> true);
            try (TaktProcess a = listen("a")) {
                a.awaitErr(WAITING);
                final List<NotingAsset> assets = joinBoth();
                final NotingAsset last = joinLast();
                a.awaitOut("sent ball #9 ");
                assertThat(TaktProcess.run(folder, base, "reset").exitCode()).isZero();
                a.awaitOut("reset\nsent ball #0 at 0 ");
                final HubStatus after = run.awaitRunning(base, HUB);
                run.awaitStatus(base, HUB, status -> status.coreTimeNs() > after.coreTimeNs() + HALF_A_SECOND_NS);
                TaktProcess.stop(base, HUB);
                assets.get(0).awaitEnd();
                assets.get(1).awaitEnd();
                last.awaitEnd();
                assertThat(a.awaitEnd().exitCode()).as(a.err()).isZero();
                assertThat(a.out().lines().filter("reset"::equals)).hasSize(1);
                final List<String> sent = sentOf(a);
                // The step that is under way when a run is stopped is not published.
                assertThat(sent).hasSizeGreaterThan(assets.get(0).sent().size() - 10)
                    .isEqualTo(noted(assets.get(0)).subList(0, sent.size()));
            }
        }
    }

    private static void assertPrinted(final TaktProcess listener, final NotingAsset asset) throws IOException {
        assertThat(sentOf(listener)).isNotEmpty().isEqualTo(noted(asset));
        assertThat(listener.out().lines().filter(line -> line.startsWith("delivered"))).isNotEmpty()
            .isEqualTo(asset.got().stream().map(line -> "delivered by input 0 " + line.replaceFirst(
                "\\S+ (#\\d+) .* (at \\d+ by \\d+)$", "$1 $2")).toList());
    }

    private static List<String> sentOf(final TaktProcess listener) throws IOException {
        return listener.out().lines().filter(line -> line.startsWith("sent")).toList();
    }

    private static List<String> noted(final NotingAsset asset) {
        return asset.sent().stream().map(line -> "sent " + line.replaceFirst("\\." + asset.name() + " ", " ")).toList();
    }

    private List<NotingAsset> joinBoth() {
        return List.of(new NotingAsset("a", List.of("ball"), List.of("ball"), List.of()).join(base, HUB),
            new NotingAsset("b", List.of("ball", "more"), List.of("ball"), List.of()).join(base, HUB));
    }

    /** The run begins when it is there, too. */
    private NotingAsset joinLast() {
        return new NotingAsset("last", List.of(), List.of(), List.of()).join(base, HUB);
    }

    private TaktProcess listen(final String asset) throws IOException {
        return TaktProcess.start(folder, base, List.of(programs.resolve("listener").toString(),
            base.resolve(HUB).resolve("control.sock").toString(), asset));
    }

    private String config(final String pace) throws IOException {
        return Files.writeString(folder.resolve("c.json"), """
            {"hub": "c", "coreStep": "10ms", "maxDelay": "40ms", %s
            "assets": [{"name": "a", "step": "10ms"}, {"name": "b", "step": "20ms"},
              {"name": "last", "step": "10ms"}],
            "channels": [
              {"name": "ball", "from": "a", "to": [{"asset": "b", "delay": "20ms", "jitter": "5ms", "loss": 0.25}]},
              {"name": "ball", "from": "b", "to": ["a"]},
              {"name": "more", "from": "b", "to": ["a"], "delivery": "latest"}]}
            """.formatted(pace)).toString();
    }
}
