package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.status.PageWay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsPlanTest {
    @ParameterizedTest
    @CsvSource({"127.0.0.1:9464, 127.0.0.1, 127.0.0.1:9464", "127.0.0.1:9464, localhost, 127.0.0.1:9464",
        "0.0.0.0:80, node7, node7:80", "[::]:80, fe80::1, [fe80::1]:80", "10.0.0.1:80, 10.0.0.9, 10.0.0.1:80",
        "node-7.lab_1.example:80, 10.0.0.9, node-7.lab_1.example:80"})
    void theWayToAPage(final String told, final String host, final String way) {
        assertThat(MetricsPlan.way(told, host)).isEqualTo(new PageWay(way, null));
    }

    @Test
    void orWhyThereIsNone() {
        assertThat(MetricsPlan.way("127.0.0.1:9464", "node7")).isEqualTo(new PageWay(null,
            "its page is for its own host alone; ssh -L 9464:127.0.0.1:9464 node7 leads to it"));
        for (final String nothing : new String[] {null, "", "javascript:alert(1)", "10.0.0.1:0", "<b>:80", "a@b:80",
            "a\u0000:80", "a".repeat(253) + ":80"}) {
            assertThat(MetricsPlan.way(nothing, "node7")).as(nothing).isEqualTo(new PageWay(null,
                "that hub serves no page; metrics.port in its configuration makes it"));
        }
    }

    @Test
    void theAddressThatAHubTells() {
        assertThat(new MetricsPlan(0, null, false).page()).as("not taken yet").isNull();
        assertThat(MetricsPlan.NONE.page()).isNull();
        assertThat(new MetricsPlan(0, null, false).served(9464).page()).isEqualTo("127.0.0.1:9464");
        assertThat(new MetricsPlan(80, "::", true).page()).isEqualTo("[::]:80");
    }

    @Test
    void aTokenThatTravelsUnencryptedIsWarnedOf() {
        assertThat(new MetricsPlan(1, "0.0.0.0", true).warning()).startsWith("metrics.control: the page is open");
        assertThat(new MetricsPlan(1, "0.0.0.0", false).warning()).isNull();
        assertThat(new MetricsPlan(1, null, true).warning()).isNull();
    }
}
