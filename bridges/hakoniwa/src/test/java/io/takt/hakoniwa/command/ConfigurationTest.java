package io.takt.hakoniwa.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.hakoniwa.read.Pdu;
import io.takt.hakoniwa.read.Service;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The configuration that is made of PDUs and services. */
class ConfigurationTest {
    private static final Pdu MOTOR = new Pdu("Cart", "motor", 0, 8, "Cart.motor");
    private static final Service ADD = new Service("Add", 320, 312, "Add.requests", "Add.answers");

    private static Configuration configuration(final boolean isGated, final long... stepsMs) {
        final Map<String, Long> stepsNs = new LinkedHashMap<>();
        for (int i = 0; i < stepsMs.length; i++) {
            stepsNs.put("abc".substring(i, i + 1), stepsMs[i] * 1_000_000);
        }
        return new Configuration("h", stepsNs, isGated);
    }

    @Test
    void anyAssetMayWriteAPduThatHasNoWriter() {
        final Configuration made = configuration(false, 1, 1);
        made.add(MOTOR, null);
        made.launch("b", List.of("./b", "x"));
        made.times(null, null);
        assertThat(made.text()).isEqualTo("""
            {
              "hub": "h",
              "coreStep": "1ms",
              "maxDelay": "1ms",
              "assets": [
                {"name":"a","step":"1ms"},
                {"name":"b","step":"1ms","launch":["./b","x"]}
              ],
              "channels": [
                {"name":"Cart.motor","from":"a","to":["b"],"delivery":"latest","maxBytes":8},
                {"name":"Cart.motor","from":"b","to":["a"],"delivery":"latest","maxBytes":8}
              ]
            }
            """);
    }

    @Test
    void aServerIsAskedByAllOthers() {
        final Configuration made = configuration(true, 4, 6, 4);
        made.add(MOTOR, Set.of("c"));
        made.add(ADD, Set.of("a"));
        made.times(null, null);
        assertThat(made.text()).contains("""
              "coreStep": "4ms",
              "maxDelay": "8ms",
            """, """
              "channels": [
                {"name":"Cart.motor","from":"c","to":["a","b"],"delivery":"gated","maxBytes":8},
                {"name":"Add.requests","from":"b","to":["a"],"delivery":"gated","maxBytes":320},
                {"name":"Add.requests","from":"c","to":["a"],"delivery":"gated","maxBytes":320},
                {"name":"Add.answers","from":"a","to":["b","c"],"delivery":"gated","maxBytes":312}
              ]
            """);
    }

    @Test
    void aMaxDelayThatStopsTheRunIsRefused() {
        assertThatThrownBy(() -> configuration(false, 4, 6).times(null, 7_000_000L))
            .hasMessage("--max-delay 7ms would stop the run for good; the least is 8ms");
    }

    @Test
    void tooManyChannelsAreRefused() {
        final Configuration made = configuration(false, 1, 1);
        assertThatThrownBy(() -> {
            for (int i = 0; i < 65; i++) {
                made.add(MOTOR, null);
            }
        }).hasMessageStartingWith("'a' would send more than 64 channels");
    }
}
