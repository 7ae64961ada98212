package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.AssetSpec;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The output of {@code takt tap}, compared with the messages that the assets say they sent and got. */
@Tag("long")
class TapIT extends HubTest {
    private static final int NICEST = 19;
    private static final String HUB = "talk";
    private static final String NO_ASSET_YET = "has no asset yet that sends or receives messages";
    private static final long S = 1_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private Path file(final String pace) throws IOException {
        return Files.writeString(folder.resolve("talk.json"), """
            {"hub": "talk", "coreStep": "10ms", "maxDelay": "40ms", "seed": 42, %s
            "assets": [{"name": "a", "step": "10ms", "onHubLost": "attach"},
              {"name": "b", "step": "20ms", "onHubLost": "attach"},
              {"name": "c", "step": "10ms", "onHubLost": "attach"},
              {"name": "last", "step": "10ms", "onHubLost": "attach"}],
            "channels": [
              {"name": "ball", "from": "a", "to": [{"asset": "b", "delay": "20ms", "jitter": "5ms", "loss": 0.25}]},
              {"name": "past", "from": "a", "to": ["c"], "delivery": "retroactive"},
              {"name": "ball", "from": "b", "to": ["a"]},
              {"name": "now", "from": "b", "to": ["a"], "delivery": "latest"}]}
            """.formatted(pace));
    }

    /** The run does not begin before these taps hear all assets: with its end the logs are gone. */
    private List<NotingAsset> joinAll(final TaktProcess... taps) throws IOException {
        final List<NotingAsset> assets = new ArrayList<>(List.of(
            new NotingAsset("a", List.of("ball", "past"), List.of("ball"), List.of()).join(base, HUB),
            new NotingAsset("b", List.of("ball", "now"), List.of("ball"), List.of()).join(base, HUB),
            new NotingAsset("c", List.of(), List.of("past"), List.of("past")).join(base, HUB)));
        for (final TaktProcess tap : taps) {
            tap.awaitMapped("a.log", "b.log", "c.log");
        }
        assets.add(new NotingAsset("last", List.of(), List.of(), List.of()).join(base, HUB));
        return assets;
    }

    private static void awaitEnd(final List<NotingAsset> assets) throws Exception {
        for (final NotingAsset asset : assets) {
            asset.awaitEnd();
        }
    }

    /** So few messages that none is ever overwritten, however late the tap reads it. */
    private TaktProcess runOfASecond() throws IOException {
        final TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file("").toString(), "--until", "1s",
            "--json");
        run.awaitStatus(base, HUB, status -> true);
        return run;
    }

    private TaktProcess tap(final String... args) throws IOException {
        final List<String> all = new ArrayList<>(List.of("tap", "--hub", HUB));
        all.addAll(List.of(args));
        return TaktProcess.start(folder, base, all.toArray(String[]::new));
    }

    /** Whole lines only; the last may be under way. */
    private static List<JsonNode> events(final TaktProcess tap) throws IOException {
        final String out = tap.out();
        final List<JsonNode> events = new ArrayList<>();
        for (final String line : out.substring(0, out.lastIndexOf('\n') + 1).lines().toList()) {
            events.add(JSON.readTree(line));
        }
        return events;
    }

    private static String text(final JsonNode event, final String field) {
        return event.path(field).asText();
    }

    private static Predicate<JsonNode> is(final String event, final String field, final String name) {
        return each -> text(each, "event").equals(event) && text(each, field).equals(name);
    }

    /** The tap's events of some messages, in the words of {@link NotingAsset}. */
    private static List<String> lines(final List<JsonNode> events, final Predicate<JsonNode> which) throws IOException {
        final List<String> lines = new ArrayList<>();
        for (final JsonNode event : events) {
            if (which.test(event)) {
                assertThat(event.get("bytes").binaryValue()).as("%s", event).hasSize(event.get("size").intValue());
                assertThat(text(event, "name")).isEqualTo(text(event, "channel") + "." + text(event, "sender"));
                final String sent = NotingAsset.line(text(event, "channel"), text(event, "sender"),
                    event.get("sequence").longValue(), event.get("stampNs").longValue(),
                    event.get("bytes").binaryValue());
                lines.add(event.has("receiver") ? sent + " to " + text(event, "receiver") + " at "
                    + event.get("deliveryNs").longValue() + " by "
                    + (event.get("stepEndNs").isNull() ? "" : event.get("stepEndNs").longValue()) : sent);
            }
        }
        return lines;
    }

    private static List<String> only(final List<String> lines, final String channel) {
        return lines.stream().filter(line -> line.startsWith(channel)).toList();
    }

    private static void assertTold(final TaktProcess tap, final List<NotingAsset> assets) throws IOException {
        final List<JsonNode> events = events(tap);
        assertThat(events).noneMatch(event -> text(event, "event").equals("missed"));
        for (final NotingAsset asset : assets) {
            assertThat(lines(events, is("sent", "sender", asset.name()))).isEqualTo(asset.sent());
            final List<String> told = lines(events, is("delivered", "receiver", asset.name()));
            assertThat(only(told, "ball")).isEqualTo(only(asset.got(), "ball"));
            // The last ones come after the last step, with which nothing is published any more.
            final List<String> past = only(told, "past");
            assertThat(past).isEqualTo(only(asset.got(), "past").subList(0, past.size()));
        }
    }

    @Test
    void linesAreWhatAssetsHaveSentAndWereGivenAndChangeNothing() throws Exception {
        final JsonNode tapped;
        try (TaktProcess run = runOfASecond(); TaktProcess tap = tap("--json");
            TaktProcess some = tap("--json", "--delivered", "--asset", "b", "--channel", "ball.a,none")) {
            tap.awaitErr(NO_ASSET_YET);
            some.awaitErr(NO_ASSET_YET);
            if (Files.exists(stat(tap.process()))) {
                assertThat(niceness(tap.process())).as("computing ones go first")
                    .isEqualTo(Math.min(NICEST, niceness(run.process()) + 10));
            }
            final List<NotingAsset> assets = joinAll(tap, some);
            awaitEnd(assets);
            assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
            tapped = run.json();
            assertThat(tap.awaitEnd().exitCode()).as(tap.err()).isZero();
            assertThat(tap.err()).endsWith("takt: hub 'talk' STOPPED: reached 1s\n");
            assertTold(tap, assets);
            assertThat(lines(events(tap), is("delivered", "receiver", "c"))).isNotEmpty();
            assertThat(lines(events(some.awaitEnd()), event -> true))
                .isEqualTo(lines(events(tap), is("delivered", "receiver", "b")));
        }
        try (TaktProcess run = runOfASecond()) {
            joinAll();
            run.awaitEnd();
            for (int i = 0; i < 2; i++) {
                assertThat(run.json().get("assets").get(i).get("digest")).isNotNull()
                    .isEqualTo(tapped.get("assets").get(i).get("digest"));
            }
        }
    }

    private static Path stat(final Process process) {
        return Path.of("/proc", Long.toString(process.pid()), "stat");
    }

    /** As proc(5) has it: field 19, of which the second is a name in parentheses. */
    private static int niceness(final Process process) throws IOException {
        final String stat = Files.readString(stat(process));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
    }

    @Test
    void textIsForPeopleAndEndsWhenAsked() throws Exception {
        try (TaktProcess run = runOfASecond();
            TaktProcess tap = tap("--count", "3", "--channel", "none,ball", "--asset", "b")) {
            tap.awaitErr(NO_ASSET_YET);
            joinAll(tap);
            assertThat(tap.awaitEnd().exitCode()).as(tap.err()).isZero();
            assertThat(tap.out().lines()).hasSize(3)
                .allMatch(line -> line.matches("(sent +ball\\.b|delivered +ball\\.a +b) .*"));
            run.awaitEnd();
        }
        assertThat(tap().awaitEnd().exitCode()).isEqualTo(1);
        assertThat(tap().awaitEnd().err()).hasLineCount(1).startsWith("takt: no hub named 'talk' is running");
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aTapThatIsStoppedHoldsUpNoAsset() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "hub", "-c", file("").toString());
            TaktProcess tap = tap(run)) {
            final List<NotingAsset> assets = joinAll();
            tap.awaitOut("\"delivered\"");
            TaktProcess.signal(tap.process().toHandle(), "STOP");
            final long stoppedNs = run.awaitStatus(base, HUB, status -> true).coreTimeNs();
            run.awaitStatus(base, HUB, status -> status.coreTimeNs() > stoppedNs + 30 * S);
            TaktProcess.signal(tap.process().toHandle(), "CONT");
            tap.awaitOut("\"missed\"");
            TaktProcess.stop(base, HUB);
            awaitEnd(assets);
            assertThat(tap.awaitEnd().exitCode()).as(tap.err()).isZero();
            final List<JsonNode> events = events(tap);
            assertThat(events).filteredOn(is("missed", "asset", "a"))
                .anyMatch(event -> event.get("messages").longValue() > 1_000);
            assertThat(assets.get(0).sent()).as("nothing was told that was not so")
                .containsAll(lines(events, is("sent", "sender", "a")));
        }
    }

    private TaktProcess tap(final TaktProcess run) throws IOException {
        run.awaitStatus(base, HUB, status -> true);
        final TaktProcess tap = tap("--json");
        tap.awaitErr(NO_ASSET_YET);
        return tap;
    }

    @Test
    void aTapWhoseOutputIsNotReadHoldsUpNoAsset() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "hub", "-c", file("").toString())) {
            run.awaitStatus(base, HUB, status -> true);
            try (TaktProcess tap = TaktProcess.start(folder, base, List.of("sh", "-c",
                "mkfifo full && exec 3<> full && exec takt tap --json --hub talk >&3"))) {
                tap.awaitErr(NO_ASSET_YET);
                final List<NotingAsset> assets = joinAll();
                run.awaitStatus(base, HUB, status -> status.coreTimeNs() > 30 * S);
                TaktProcess.stop(base, HUB);
                awaitEnd(assets);
                assertThat(run.awaitEnd().exitCode()).as(run.err()).isZero();
                assertThat(tap.process().isAlive()).as("it still has much to say").isTrue();
            }
        }
    }

    @Test
    void aLaterAssetIsHeardFromItsStartAndResetsAreTold() throws Exception {
        final Path file = file("\"pace\": {\"mode\": \"realtime\"},");
        try (TaktProcess run = TaktProcess.start(folder, base, "hub", "-c", file.toString());
            TaktProcess tap = tap(run)) {
            final List<NotingAsset> assets = joinAll();
            run.awaitRunning(base, HUB);
            final NotingAsset late = new NotingAsset("d", List.of("late"), List.of("ball"), List.of()).join(base, HUB,
                AssetSpec.named("d").step(Duration.ofMillis(10)).sends(OutputSpec.named("late"))
                .receives(InputSpec.gated("ball", "a")));
            tap.awaitOut("\"sender\":\"a\",\"receiver\":\"d\"");
            tap.awaitOut("{\"event\":\"sent\",\"name\":\"late.d\"");
            assertThat(TaktProcess.run(folder, base, "reset").exitCode()).isZero();
            for (final String asset : List.of("a", "b", "c", "d")) {
                tap.awaitOut("{\"event\":\"reset\",\"asset\":\"" + asset + "\"}");
            }
            final HubStatus afterReset = run.awaitRunning(base, HUB);
            run.awaitStatus(base, HUB, status -> status.coreTimeNs() > afterReset.coreTimeNs() + S / 2);
            TaktProcess.stop(base, HUB);
            awaitEnd(assets);
            late.awaitEnd();
            assertThat(tap.awaitEnd().exitCode()).as(tap.err()).isZero();
            assertThat(run.awaitEnd().exitCode()).isZero();
            assertToldUntilStopped(tap, assets);
            assertToldUntilStopped(tap, List.of(late));
            assertThat(events(tap)).filteredOn(event -> text(event, "event").equals("reset")).hasSize(4);
        }
    }

    /** The last step of a run that is stopped may be under way, and is not published then. */
    private static void assertToldUntilStopped(final TaktProcess tap, final List<NotingAsset> assets)
        throws IOException {
        final List<JsonNode> events = events(tap);
        assertThat(events).noneMatch(event -> text(event, "event").equals("missed"));
        for (final NotingAsset asset : assets) {
            final List<String> sent = lines(events, is("sent", "sender", asset.name()));
            assertThat(sent).hasSizeGreaterThan(asset.sent().size() - 10)
                .isEqualTo(asset.sent().subList(0, sent.size()));
        }
    }

    @Test
    void endsWithAHubThatWasKilled() throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "hub", "-c", file("").toString());
            TaktProcess tap = tap(run)) {
            TaktProcess.signal(run.process().toHandle(), "KILL");
            assertThat(tap.awaitEnd().exitCode()).isEqualTo(1);
            assertThat(tap.err()).endsWith("takt: hub 'talk' is gone: it was killed, or has crashed\n");
        }
    }
}
