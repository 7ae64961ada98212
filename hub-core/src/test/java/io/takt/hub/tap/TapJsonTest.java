package io.takt.hub.tap;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.command.Json;
import io.takt.hub.tap.TapEvent.Delivered;
import io.takt.hub.tap.TapEvent.Missed;
import io.takt.hub.tap.TapEvent.Reset;
import io.takt.hub.tap.TapEvent.Sent;
import io.takt.hub.tap.TapEvent.Voided;
import org.junit.jupiter.api.Test;

class TapJsonTest {
    private static final Sent SENT = new Sent("pose", "drone", 7, 10, 3, new byte[] {0, 27, -1});

    private static String json(final TapEvent event) {
        return Json.line(TapJson.of(event));
    }

    @Test
    void everyEventIsAnObject() {
        assertThat(json(SENT)).isEqualTo("{\"event\":\"sent\",\"name\":\"pose.drone\",\"channel\":\"pose\","
            + "\"sender\":\"drone\",\"sequence\":7,\"stampNs\":10,\"size\":3,\"bytes\":\"ABv/\"}");
        assertThat(json(new Delivered("radar", "pose", "drone", 7, 15, 20, SENT))).isEqualTo("{\"event\":\"delivered\","
            + "\"name\":\"pose.drone\",\"channel\":\"pose\",\"sender\":\"drone\",\"receiver\":\"radar\","
            + "\"sequence\":7,\"stampNs\":10,\"deliveryNs\":15,\"stepEndNs\":20,\"size\":3,\"bytes\":\"ABv/\"}");
        assertThat(json(new Delivered("radar", "pose", "drone", 7, 15, 0, null))).endsWith("\"sequence\":7,"
            + "\"stampNs\":null,\"deliveryNs\":15,\"stepEndNs\":null,\"size\":null,\"bytes\":null}");
        assertThat(json(new Voided("drone", 5))).isEqualTo("{\"event\":\"void\",\"asset\":\"drone\",\"timeNs\":5}");
        assertThat(json(new Reset("drone"))).isEqualTo("{\"event\":\"reset\",\"asset\":\"drone\"}");
        assertThat(json(new Missed(null, 5))).isEqualTo("{\"event\":\"missed\",\"asset\":null,\"messages\":5}");
    }
}
