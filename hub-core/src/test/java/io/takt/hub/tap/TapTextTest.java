package io.takt.hub.tap;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.tap.TapEvent.Delivered;
import io.takt.hub.tap.TapEvent.Missed;
import io.takt.hub.tap.TapEvent.Reset;
import io.takt.hub.tap.TapEvent.Sent;
import io.takt.hub.tap.TapEvent.Voided;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TapTextTest {
    private static final long MS = 1_000_000;

    private final TapText text = new TapText();

    private static Sent sent(final byte... bytes) {
        return new Sent("pose", "drone", 1234, 1250 * MS, bytes.length, bytes);
    }

    private static Sent sent(final String bytes) {
        return sent(bytes.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes of a message as they are shown. */
    private String shown(final Sent message) {
        final String line = text.line(message);
        return line.substring(line.indexOf("1.250s") + "1.250s".length()).strip().replaceFirst("^\\d+ *", "");
    }

    @Test
    void columnsStandUnderTheirHeader() {
        assertThat(text.header()).isEqualTo(
            "event      channel.sender    to          number        sent   delivered  in step to   size  bytes");
        assertThat(text.line(sent("on"))).isEqualTo(
            "sent       pose.drone                     #1234      1.250s                              2  \"on\"");
        final Delivered delivered = new Delivered("radar", "pose", "drone", 1234, 1270 * MS, 1280 * MS, sent("on"));
        assertThat(text.line(delivered)).isEqualTo(
            "delivered  pose.drone        radar        #1234      1.250s      1.270s      1.280s      2  \"on\"");
    }

    @Test
    void anUnknownValueIsAQuestionMark() {
        assertThat(text.line(new Delivered("radar", "pose", "drone", 1234, 1270 * MS, 1280 * MS, null))).isEqualTo(
            "delivered  pose.drone        radar        #1234           ?      1.270s      1.280s      ?  ?");
    }

    @Test
    void aRetroactiveDeliveryBelongsToNoStep() {
        assertThat(text.line(new Delivered("radar", "pose", "drone", 1234, 1270 * MS, 0, sent()))).isEqualTo(
            "delivered  pose.drone        radar        #1234      1.250s      1.270s                  0");
    }

    @Test
    void columnsGrowWithLongNamesUpToALimit() {
        final String longName = "n".repeat(100);
        assertThat(text.line(new Sent(longName, "drone", 0, 0, 0, new byte[0])))
            .startsWith("sent       " + longName + ".drone  ");
        assertThat(text.header()).startsWith("event      channel.sender" + " ".repeat(40 - 14 + 2) + "to");
    }

    @ParameterizedTest
    @CsvSource({"0, 0.000s", "1, 0.000000001s", "1000, 0.000001s", "20000000, 0.020s", "1000000000, 1.000s",
        "61001000000, 61.001s", "1000001000, 1.000001s", "9223372036854775807, 9223372036.854775807s"})
    void timesAreExact(final long timeNs, final String expected) {
        assertThat(TapText.seconds(timeNs)).isEqualTo(expected);
    }

    @Test
    void bytesAreTextWhereAllOfThemArePrintable() {
        assertThat(shown(sent("lat=12 ~\"x\""))).isEqualTo("\"lat=12 ~\"x\"\"");
        assertThat(shown(sent("x".repeat(40)))).isEqualTo("\"" + "x".repeat(40) + "\"");
        assertThat(shown(sent("x".repeat(41)))).isEqualTo("\"" + "x".repeat(40) + "\"\u2026");
    }

    @Test
    void otherBytesAreInHexadecimal() {
        assertThat(shown(sent((byte) 0, (byte) 0x7f, (byte) 0xff, (byte) 0x1b, (byte) 0xa0)))
            .isEqualTo("007fff1b a0");
        assertThat(shown(sent(new byte[16]))).isEqualTo("00000000 00000000 00000000 00000000");
        assertThat(shown(sent(new byte[17]))).isEqualTo("00000000 00000000 00000000 00000000\u2026");
    }

    @Test
    void controlCharactersAreNeverPrinted() {
        for (int each = 0; each < 256; each++) {
            final byte[] bytes = {'a', (byte) each, 'b'};
            assertThat(text.line(sent(bytes)).chars()).as("byte %d", each).allMatch(c -> c >= ' ' && c <= '~');
        }
        assertThat(shown(sent("\u001b[2J"))).isEqualTo("1b5b324a");
        assertThat(shown(sent("gr\u00fc\u00df"))).isEqualTo("6772c3bc c39f");
    }

    @Test
    void onlyTheFirstBytesNeedBeKnown() {
        final byte[] first = "x".repeat(TapText.MOST_BYTES).getBytes(StandardCharsets.US_ASCII);
        assertThat(shown(new Sent("pose", "drone", 0, 1250 * MS, 1_000_000, first)))
            .isEqualTo("\"" + "x".repeat(TapText.MOST_BYTES) + "\"\u2026");
    }

    @Test
    void anEventWithoutAMessageIsASentence() {
        assertThat(text.line(new Reset("drone"))).isEqualTo("reset      drone: back at its start");
        assertThat(text.line(new Voided("drone", 1250 * MS))).isEqualTo("void       drone: another process begins at"
            + " 1.250s; later messages of the one before are void");
        assertThat(text.line(new Voided("drone", -1))).startsWith("void       drone: another process begins anew;");
        assertThat(text.line(new Missed("drone", 1)))
            .isEqualTo("missed     1 message of drone, which was faster than they were read");
        assertThat(text.line(new Missed(null, 2)))
            .isEqualTo("missed     2 messages, for the output is slower than the run");
    }
}
