package io.takt.shm.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.RefusalCode;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.control.ControlLine.MalformedLineException;
import io.takt.shm.control.Reply.AssetCounters;
import io.takt.shm.control.Reply.Joined;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlLineTest {
    private static final List<OutputSpec> OUTPUTS = List.of(OutputSpec.named("pose").maxBytes(100));
    private static final List<InputSpec> INPUTS =
        List.of(InputSpec.of("fix", "gps", Delivery.GATED_UNTIL_END).delayNs(7).jitterNs(8).loss(0.25));
    private static final AssetCounters COUNTERS = new AssetCounters("drone", 8, Long.MAX_VALUE, 2, 3, 4, null, null);

    private static final List<String> LIBRARY = List.of("jackson", "fasterxml", "java.", "feature", "exception",
        "source:", "token", "(code ", "start_", "end_", "ctrl-char", "marker", "jsonnode", "io.takt", "construct");

    static Stream<Request> requests() {
        return Stream.of(
            Request.Join.of(1, "drone").stepNs(5_000_000).intervalNs(Long.MAX_VALUE),
            Request.Join.of(1, "drone").stepNs(5).intervalNs(6L).process(77, Long.MAX_VALUE).doorbell(8).timeNs(9L)
                .atCoreTime(true).outputs(OUTPUTS).inputs(INPUTS),
            Request.Join.of(1, "drone").stepNs(5).intervalNs(6L).process(77, 0).doorbell(8).timeNs(9L)
                .atCoreTime(true), Request.Join.of(1, "drone").stepNs(5).intervalNs(6L).process(77, 0).timeNs(0L),
            new Request.Doorbell(2), new Request.Ready(2, "drone"),
            new Request.ResetDone(3, "drone"), new Request.Leave(Long.MIN_VALUE, "drone"),
            new Request.Fail(5, "drone", "broke: \"\n\u20ac\ud83d\ude00"), new Request.Fail(5, "drone", "x", true),
            new Request.Status(6), new Request.Pause(7),
            new Request.Resume(8), new Request.Reset(9), new Request.Stop(10),
            new Request.Stop(11, "drone", "landed", true));
    }

    static Stream<FromHub> fromHub() {
        return Stream.of(
            Reply.done(1), Reply.refused(2, "no: \"\n\u20ac"), Reply.refused(2, RefusalCode.NOT_LIVE, "no"),
            Reply.joined(3, new Joined("lab", "/dev/shm/x/cnc.dat", 4, 1, 10, 20, 6, 2L, true, 0,
                WaitStrategy.ADAPTIVE, OnHubLost.EXIT, COUNTERS, 9, HubState.PAUSED, null, null)),
            Reply.doorbell(4, new Reply.Doorbell(5, 6, 7, 8)),
            Reply.status(4, JsonNodeFactory.instance.objectNode().put("state", "RUNNING")),
            new Event.State(HubState.RUNNING, null), new Event.State(HubState.FAILED, "why\nso"), new Event.Reset(null),
            new Event.Clocks(9, 1, List.of(COUNTERS, new AssetCounters("b", 9, 0, 5, 6, 7, null, null))),
            new Event.Clocks(9, 1, List.of()));
    }

    private static boolean isPlain(final String message) {
        final String lower = message.toLowerCase(Locale.ROOT);
        return LIBRARY.stream().noneMatch(lower::contains);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestRoundTrips(final Request request) throws MalformedLineException {
        assertThat(ControlLine.readRequest(line(request))).isEqualTo(request);
    }

    @ParameterizedTest
    @MethodSource("fromHub")
    void everyReplyAndEventRoundTrips(final FromHub message) throws MalformedLineException {
        assertThat(ControlLine.readFromHub(line(message))).isEqualTo(message);
    }

    @Test
    void linesAreAsTheProtocolSays() {
        assertThat(line(Request.Join.of(1, "drone").stepNs(5).intervalNs(6L)))
            .isEqualTo("{\"op\":\"join\",\"id\":1,\"asset\":\"drone\",\"stepNs\":5,\"intervalNs\":6}");
        assertThat(line(new Request.ResetDone(2, "a"))).isEqualTo("{\"op\":\"reset-done\",\"id\":2,\"asset\":\"a\"}");
        assertThat(line(Reply.done(3))).isEqualTo("{\"id\":3,\"ok\":true}");
        assertThat(line(new Request.Stop(4))).isEqualTo("{\"op\":\"stop\",\"id\":4}");
        assertThat(line(Reply.refused(3, RefusalCode.ENDED, "no")))
            .isEqualTo("{\"id\":3,\"ok\":false,\"code\":\"ENDED\",\"error\":\"no\"}");
        assertThat(line(Reply.refused(3, "no"))).isEqualTo("{\"id\":3,\"ok\":false,\"error\":\"no\"}");
        assertThat(line(new Event.State(HubState.PAUSED, null))).isEqualTo(
            "{\"event\":\"state\",\"state\":\"PAUSED\"}");
        assertThat(line(new Event.Reset(null))).isEqualTo("{\"event\":\"reset\"}");
        assertThat(line(new Event.Clocks(1, 2, List.of(COUNTERS)))).isEqualTo("{\"event\":\"clocks\",\"epoch\":1,"
            + "\"coreTimeCounter\":2,\"assets\":[{\"asset\":\"drone\",\"number\":8,\"timeNs\":9223372036854775807,"
            + "\"timeCounter\":2,\"stateCounter\":3,\"retainCounter\":4}]}");
    }

    @Test
    void anIntervalOfZeroIsToldApartFromNone() throws MalformedLineException {
        final Request.Join soon = Request.Join.of(1, "a").intervalNs(0L);
        assertThat(line(soon)).isEqualTo("{\"op\":\"join\",\"id\":1,\"asset\":\"a\",\"intervalNs\":0}");
        assertThat(ControlLine.readRequest(line(soon))).isEqualTo(soon).isNotEqualTo(Request.Join.of(1, "a"));
        assertThat(line(Request.Join.of(1, AssetSpec.named("a"))))
            .isEqualTo("{\"op\":\"join\",\"id\":1,\"asset\":\"a\",\"canVary\":true}");
        assertThat(Request.Join.of(1, AssetSpec.named("a").interval(Duration.ZERO)).intervalNs()).isZero();
    }

    @Test
    void channelsAreReadAsTheyAreDeclared() throws MalformedLineException {
        final Request.Join join = (Request.Join) ControlLine.readRequest("{\"op\":\"join\",\"outputs\":"
            + "[{\"channel\":\"x\"}],"
            + "\"inputs\":[{\"sender\":\"b\",\"channel\":\"y\",\"delivery\":\"GATED\",\"loss\":1}]}");
        assertThat(join.outputs()).containsExactly(OutputSpec.named("x").maxBytes(0));
        assertThat(join.inputs()).containsExactly(InputSpec.gated("y", "b").loss(1));
        assertThat(refusal("{\"op\":\"join\",\"inputs\":[{\"sender\":\"b\",\"channel\":\"y\"}]}"))
            .isEqualTo("channel 'y': the field 'delivery' is missing");
        assertThat(refusal("{\"op\":\"join\",\"inputs\":[{\"sender\":\"b\",\"channel\":\"y\",\"delivery\":\"GATED\","
            + "\"loss\":2}]}")).isEqualTo("channel 'y': the loss is 2.0; it may be 0 to 1");
        assertThat(refusal("{\"op\":\"join\",\"outputs\":[{}]}"))
            .startsWith("the name is missing; a name has 1 to 100");
        for (final String nothing : List.of("\"outputs\":[null]", "\"inputs\":[null]", "\"inputs\":[3]")) {
            assertThat(refusal("{\"op\":\"join\"," + nothing + "}")).startsWith("the value of the field '");
        }
        assertThat(ControlLine.readRequest("{\"op\":\"join\",\"outputs\":null,\"inputs\":null}"))
            .isEqualTo(Request.Join.of(0, (String) null));
    }

    @Test
    void fieldsMayComeInAnyOrderAndBeLeftOut() throws MalformedLineException {
        assertThat(ControlLine.readRequest(" { \"stepNs\" : 5, \"asset\":\"a\",\"op\":\"join\" }\r"))
            .isEqualTo(Request.Join.of(0, "a").stepNs(5));
        assertThat(ControlLine.readRequest("{\"op\":\"status\"}")).isEqualTo(new Request.Status(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "x", "{", "}", "{}", "[]", "null", "3", "\"join\"", "{\"op\":\"join\"", "{\"op\":\"join\"}}",
        "{\"op\":\"join\"}{\"op\":\"join\"}", "{\"op\":\"nope\"}", "{\"op\":null}", "{\"op\":3}", "{\"op\":{}}",
        "{\"op\":[]}", "{\"op\":\"JOIN\"}", "{\"id\":3}", "{\"op\":\"join\",\"id\":\"x\"}",
        "{\"op\":\"join\",\"id\":1.5}",
        "{\"op\":\"join\",\"id\":99999999999999999999}", "{\"op\":\"join\",\"stepNs\":true}",
        "{\"op\":\"join\",\"asset\":{}}", "{\"op\":\"join\",\"asset\":[\"a\"]}", "{\"op\":\"status\",\"asset\":\"a\"}",
        "{\"op\":\"join\",\"Asset\":\"a\"}", "{\"op\":\"join\",}", "{'op':'join'}", "{\"op\":\"join\"} trailing",
        "\u0000", "{\"op\":\"join\u0001\"}", "{\"event\":\"state\"}", "<xml/>", "GET / HTTP/1.1",
    })
    void aLineThatIsNoRequestIsReportedInOneClearLine(final String line) {
        assertThatExceptionOfType(MalformedLineException.class).isThrownBy(() -> ControlLine.readRequest(line))
            .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n", "\r", "Exception", "io.takt")
                .matches(ControlLineTest::isPlain));
    }

    /** Rounded, cut off or converted, an id would be that of another request. */
    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", "-99999999999999999999", "9223372036854775808",
        "-9223372036854775809", "1e30", "-1e30", "1e400", "1e3", "1.5", "7.0", "\"7\"", "\"\"", "true", "false", "{}",
        "{\"id\":7}", "[]", "[7]"})
    void anIdThatIsNoWholeNumberOf64BitsIsRefusedWithId0(final String id) {
        for (final String op : List.of("status", "join", "nope")) {
            assertThatExceptionOfType(MalformedLineException.class)
                .isThrownBy(() -> ControlLine.readRequest("{\"op\":\"" + op + "\",\"id\":" + id + "}"))
                .satisfies(e -> assertThat(e.id()).isZero());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 0, -1, Integer.MAX_VALUE + 1L, Long.MAX_VALUE, Long.MIN_VALUE})
    void anyWholeNumberOf64BitsIsAnId(final long id) throws MalformedLineException {
        assertThat(ControlLine.readRequest("{\"op\":\"status\",\"id\":" + id + "}"))
            .isEqualTo(new Request.Status(id));
        assertThatExceptionOfType(MalformedLineException.class)
            .isThrownBy(() -> ControlLine.readRequest("{\"op\":\"nope\",\"id\":" + id + "}"))
            .satisfies(e -> assertThat(e.id()).isEqualTo(id));
    }

    @Test
    void anIdThatIsNullIsLeftOut() throws MalformedLineException {
        assertThat(ControlLine.readRequest("{\"op\":\"status\",\"id\":null}")).isEqualTo(new Request.Status(0));
        assertThatExceptionOfType(MalformedLineException.class)
            .isThrownBy(() -> ControlLine.readRequest("{\"op\":\"nope\",\"id\":null}"))
            .satisfies(e -> assertThat(e.id()).isZero());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"stepNs\":\"5\"", "\"asset\":{}", "\"pid\":\"7\"",
        "\"doorbell\":\"7\"", "\"timeNs\":\"7\"", "\"atCoreTime\":\"true\"", "\"atCoreTime\":1"})
    void aTextThatIsNoNumberIsNotTakenForOne(final String field) {
        assertThat(refusal("{\"op\":\"join\",\"id\":1," + field + "}"))
            .isEqualTo("the value of the field '" + field.split("\"")[1] + "' is of the wrong kind or size");
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(refusal("{\"op\":\"join\",}")).isEqualTo(
            "not JSON: column 14: a comma stands before '}'; leave the comma out");
        assertThat(refusal("{\"op\":\"join\",\"inputs\":[{\"channel\":\"a\",\"sender\":\"b\","
            + "\"delivery\":\"GATED\",\"loss\":7}]}")).contains("the loss is 7");
        assertThat(refusal("{\"op\":\"join\",\"inputs\":[{\"channel\":\"a\",\"sender\":\"b\"}]}"))
            .isEqualTo("channel 'a': the field 'delivery' is missing");
        assertThat(refusal("{\"op\":\"nope\"}")).startsWith("unknown op 'nope'; known are join, doorbell, ready,");
        assertThat(refusal("{\"id\":3}")).startsWith("the field 'op' is missing; known are join, ");
        assertThat(refusal("{\"op\":\"nope\"}")).as("all that there are").contains(", settled, ").endsWith(", tap");
        assertThat(refusal("{\"op\":\"" + "x".repeat(50_000) + "\"}")).contains("xxx...'; known are join");
        assertThat(refusal("{\"op\":\"join\",\"outputs\":[{\"channel\":\"c\",\"maxBytes\":\"7\"}]}"))
            .isEqualTo("the value of the field 'outputs[0].maxBytes' is of the wrong kind or size");
        assertThat(refusal("{\"op\":\"join\",\"outputs\":[{\"channel\":\"c\",\"values\":{\"type\":\"json\"}}]}"))
            .as("the configuration alone says that").startsWith("unknown field 'values'");
        assertThat(refusal("{\"op\":\"join\",\"step\":5}")).startsWith("unknown field 'step'; known here are [")
            .contains("stepNs").contains("asset");
        assertThat(refusal("{\"op\":\"join\",\"id\":\"x\"}")).contains("'id'");
        assertThat(refusal("null")).contains("one JSON object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "[]", "3", "{\"event\":\"state\",\"state\":\"NOPE\"}",
        "{\"event\":\"clocks\",\"assets\":3}", "{\"id\":{}}"})
    void aLineThatNoHubWritesIsReportedInOneClearLine(final String line) {
        assertThatExceptionOfType(MalformedLineException.class).isThrownBy(() -> ControlLine.readFromHub(line))
            .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n", "\r", "Exception", "io.takt"));
    }

    @Test
    void aClientPassesOverWhatALaterHubSays() throws MalformedLineException {
        assertThat(ControlLine.readFromHub("{\"event\":\"nope\",\"x\":1}")).isNull();
        assertThat(ControlLine.readFromHub("{\"id\":3,\"ok\":true,\"nope\":1}")).isEqualTo(Reply.done(3));
        assertThat(ControlLine.readFromHub("{\"event\":\"reset\",\"nope\":{}}")).isEqualTo(new Event.Reset(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"op\":\"a\\nb\"}", "{\"op\":\"status\",\"a\\nb\":1}"})
    void aQuotedTextStaysInOneLine(final String line) {
        assertThat(refusal(line)).doesNotContain("\n").contains("a b");
        assertThat(refusal(line.replace("a", "a".repeat(50_000)))).hasSizeLessThan(400);
    }

    @Test
    void deepNestingIsRefusedLikeAnythingElse() {
        assertThat(refusal("[".repeat(30_000))).doesNotContain("\n");
        assertThat(refusal("{\"op\":\"join\",\"asset\":" + "[".repeat(30_000))).doesNotContain("\n");
        assertThat(refusal("{\"op\":\"join\",\"id\":" + "1".repeat(30_000) + "}")).doesNotContain("\n");
    }

    @Test
    @Tag("long")
    void noLineThrowsAnythingElse() {
        final List<String> seeds = new ArrayList<>();
        requests().forEach(each -> seeds.add(line(each)));
        fromHub().forEach(each -> seeds.add(line(each)));
        final Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            final StringBuilder line = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            for (int edits = random.nextInt(4); edits >= 0; edits--) {
                mutate(line, seeds, random);
            }
            survives(line.toString());
        }
    }

    private static void mutate(final StringBuilder line, final List<String> seeds, final Random random) {
        final int at = random.nextInt(line.length() + 1);
        final String marks = "{}[]\",:0123456789.-eEnul\\t\u0000\u20ac ";
        switch (random.nextInt(4)) {
            case 0 -> line.insert(at, marks.charAt(random.nextInt(marks.length())));
            case 1 -> line.delete(at, Math.min(line.length(), at + 1 + random.nextInt(3)));
            case 2 -> {
                if (at < line.length()) {
                    line.setCharAt(at, marks.charAt(random.nextInt(marks.length())));
                }
            }
            default -> {
                final String other = seeds.get(random.nextInt(seeds.size()));
                line.insert(at, other, 0, random.nextInt(other.length() + 1));
            }
        }
    }

    private static void survives(final String line) {
        try {
            ControlLine.readRequest(line);
        } catch (final MalformedLineException e) {
            assertThat(e.getMessage()).as(line).isNotBlank().matches(ControlLineTest::isPlain);
        } catch (final RuntimeException | Error e) {
            fail("request " + line, e);
        }
        try {
            ControlLine.readFromHub(line);
        } catch (final MalformedLineException e) {
            assertThat(e.getMessage()).as(line).isNotBlank().matches(ControlLineTest::isPlain);
        } catch (final RuntimeException | Error e) {
            fail("from hub " + line, e);
        }
    }

    @Test
    void anObjectThatIsNoMessageIsNotWritten() {
        assertThatIllegalArgumentException().isThrownBy(() -> ControlLine.write(new Object()));
    }

    private static String refusal(final String line) {
        try {
            return "taken: " + ControlLine.readRequest(line);
        } catch (final MalformedLineException e) {
            return e.getMessage();
        }
    }

    private static String line(final Object message) {
        final String text = StandardCharsets.UTF_8.decode(ControlLine.write(message)).toString();
        assertThat(text).endsWith("\n");
        assertThat(text.indexOf('\n')).as("one line feed, at the end").isEqualTo(text.length() - 1);
        return text.substring(0, text.length() - 1);
    }
}
