package io.takt.federation.gateway;

import io.takt.federation.link.Hello;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.link.MuxReader;
import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Queue;

/** The end of a child that says what a test wants it to say, whether it may or not. */
final class BareChild implements AutoCloseable {
    /** A frame of the parent. */
    record Got(MuxFrame kind, byte[] payload) {
        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }
    }

    private static final int ANSWER_WITHIN_MS = 20_000;

    private final Socket socket;
    private final TlsSession tls;
    private final MuxReader reader = new MuxReader(MuxFrame.MOST_BYTES);
    private final Queue<Got> got = new ArrayDeque<>();
    private final byte[] bytes = new byte[16 * 1024];

    BareChild(final int port, final String name, final byte[] key) throws IOException {
        this(port, TlsSession.ofChild(name, key, new SecureRandom()));
    }

    BareChild(final int port, final TlsSession tls) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_WITHIN_MS);
        this.tls = tls;
        flush();
        while (!tls.isOpen()) {
            receive();
        }
    }

    TlsSession tls() {
        return tls;
    }

    private void flush() throws IOException {
        final ByteBuffer out = ByteBuffer.allocate(tls.toSendBytes());
        tls.toSend(out);
        socket.getOutputStream().write(out.array(), 0, out.position());
    }

    private void receive() throws IOException {
        final int length = socket.getInputStream().read(bytes);
        if (length < 0) {
            throw new IOException("closed");
        }
        tls.received(ByteBuffer.wrap(bytes, 0, length));
        flush();
        final ByteBuffer plain = ByteBuffer.allocate(tls.toReadBytes());
        tls.read(plain);
        reader.accept(plain.flip(), (kind, payload) -> {
            final byte[] copy = new byte[payload.remaining()];
            payload.get(copy);
            got.add(new Got(kind, copy));
        });
    }

    /** The next frame of the parent. */
    Got next() throws IOException {
        while (got.isEmpty()) {
            receive();
        }
        return got.remove();
    }

    /** The next frame of a kind; others are passed over. */
    Got next(final MuxFrame kind) throws IOException {
        Got next = next();
        while (next.kind() != kind) {
            next = next();
        }
        return next;
    }

    void send(final MuxFrame kind, final ByteBuffer payload) throws IOException {
        tls.write(kind.with(payload));
        flush();
    }

    Hello.Welcome hello(final int version, final long session) throws IOException {
        return hello(version, session, 0);
    }

    Hello.Welcome hello(final int version, final long session, final long lines) throws IOException {
        send(MuxFrame.HELLO, new Hello(version, session, lines, null).write());
        final Got answer = next();
        return answer.kind() == MuxFrame.WELCOME ? Hello.Welcome.read(ByteBuffer.wrap(answer.payload()))
            : refused(answer);
    }

    /** Both in one piece, as a network may deliver them. */
    void helloAndClose() throws IOException {
        tls.write(MuxFrame.HELLO.with(new Hello(Hello.VERSION, 1, 0, null).write()));
        tls.close();
        flush();
    }

    private static Hello.Welcome refused(final Got answer) throws IOException {
        throw new IOException(answer.text());
    }

    void line(final long number, final String line) throws IOException {
        final byte[] text = line.getBytes(StandardCharsets.UTF_8);
        send(MuxFrame.CONTROL, ByteBuffer.allocate(Long.BYTES + text.length).putLong(number).put(text).flip());
    }

    /** Whether the parent has closed the connection; waits for that. */
    boolean isClosed() {
        try {
            while (true) {
                next();
            }
        } catch (final SocketTimeoutException e) {
            return false;
        } catch (final IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
