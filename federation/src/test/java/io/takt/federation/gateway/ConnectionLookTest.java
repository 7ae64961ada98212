package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.host.TcpTable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionLookTest {
    private int readings;
    private final ConnectionLook look = new ConnectionLook(() -> {
        readings++;
        return TcpTable.ofSystem();
    }, 0);

    @Test
    void allConnectionsAreReadOnceForManySilentChildrenAndNotForThoseThatAreHeard() {
        final InetSocketAddress end = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        final List<Arrival> arrivals = new ArrayList<>();
        while (arrivals.size() < 100) {
            arrivals.add(new Arrival(null, end, end, arrivals.size()));
        }
        assertThat(look.begins(ConnectionLook.EVERY_NS - 1)).isFalse();
        for (int second = 1; second <= 3; second++) {
            final long nowNs = second * ConnectionLook.EVERY_NS;
            assertThat(look.begins(nowNs)).isTrue();
            arrivals.forEach(arrival -> arrival.isMachineGone(true, look, nowNs));
            assertThat(readings).isEqualTo(second - 1);
            arrivals.forEach(arrival -> arrival.isMachineGone(false, look, nowNs));
            assertThat(readings).isEqualTo(second);
            assertThat(look.begins(nowNs)).isFalse();
        }
    }
}
