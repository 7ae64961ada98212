package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.link.LinkHost;
import io.takt.federation.tls.TlsSession;
import io.takt.shm.host.HubDirectory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DialTest {
    private static final int ANSWER_WITHIN_MS = 20_000;

    @Test
    void aConnectionThatIsThereAtOnceBeginsTheHandshake() throws Exception {
        try (ServerSocket parent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Selector selector = Selector.open();
            Dial dial = new Dial(selector, (InetSocketAddress) parent.getLocalSocketAddress(),
                TlsSession.ofChild("site", new byte[32], new SecureRandom()),
                LinkHost.of(HubDirectory.of("site"), new SecureRandom()), (channel, to) -> {
                    channel.connect(to);
                    while (!channel.finishConnect()) {
                        Thread.yield();
                    }
                    return true;
                });
            Socket accepted = parent.accept()) {
            assertThat(dial.isConnected()).isTrue();
            accepted.setSoTimeout(ANSWER_WITHIN_MS);
            assertThat(accepted.getInputStream().read()).as("the first byte of a TLS handshake").isEqualTo(22);
        }
    }
}
