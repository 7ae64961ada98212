package io.takt.federation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.takt.federation.link.ConnectionLostException.Cause;
import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WireTest {
    /** The far end is reset by its kernel, as that of a process which dies with something left to read. */
    @Test
    void aResetSaysThatTheOtherMachineAnswers() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); Selector selector = Selector.open();
            SocketChannel near = connected(listener)) {
            near.configureBlocking(false);
            final SelectionKey key = near.register(selector, SelectionKey.OP_READ);
            final Wire wire = new Wire(near, TlsSession.ofParent(name -> null, new SecureRandom()), key);
            selector.select();
            final ConnectionLostException lost = catchThrowableOfType(ConnectionLostException.class,
                () -> wire.receive((kind, payload) -> { }));
            assertThat(lost.reason()).isEqualTo(Cause.ENDED);
        }
    }

    /** The near end of a connection whose far end is gone at once. */
    private static SocketChannel connected(final ServerSocketChannel listener) throws IOException {
        try (SocketChannel far = SocketChannel.open(listener.getLocalAddress())) {
            far.setOption(StandardSocketOptions.SO_LINGER, 0);
            return listener.accept();
        }
    }

    /** A time-out has no type in Java, and its text is in the language of the user. */
    @Test
    void noTextOfTheSystemIsReadToTellADeadMachineFromADeadProcess() {
        final IOException timedOut = new IOException("Die Wartezeit für die Verbindung ist abgelaufen");
        assertThat(ConnectionLostException.ofRead(timedOut).reason()).isEqualTo(Cause.UNANSWERED);
        assertThat(ConnectionLostException.ofWrite(timedOut).reason()).isEqualTo(Cause.NOT_KNOWN);
        assertThat(ConnectionLostException.ofRead(new ClosedChannelException()).reason()).isEqualTo(Cause.ENDED);
        assertThat(ConnectionLostException.ofWrite(new ClosedChannelException()).reason()).isEqualTo(Cause.ENDED);
    }
}
