package io.takt.federation.remote;

import io.takt.federation.key.KeyFile;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.link.MuxReader;
import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Queue;

/** A connection of the child, which has said hello, at a parent that says what a test wants it to say. */
final class BareParent implements AutoCloseable {
    static final byte[] KEY = new byte[KeyFile.KEY_LENGTH];
    private static final int MOST_BYTES = 16 * 1024;
    private static final int ANSWER_WITHIN_MS = 20_000;

    private final Socket socket;
    private final TlsSession tls = TlsSession.ofParent(name -> KEY, new SecureRandom());
    private final MuxReader reader = new MuxReader(MuxFrame.MOST_BYTES);
    private final byte[] bytes = new byte[MOST_BYTES];
    private final Queue<String> lines = new ArrayDeque<>();
    private boolean hasHello;

    BareParent(final ServerSocket listener) throws IOException {
        socket = listener.accept();
        socket.setSoTimeout(ANSWER_WITHIN_MS);
        while (!hasHello) {
            read();
        }
    }

    private void read() throws IOException {
        final int length = socket.getInputStream().read(bytes);
        tls.received(ByteBuffer.wrap(bytes, 0, length));
        flush();
        final ByteBuffer plain = ByteBuffer.allocate(tls.toReadBytes());
        tls.read(plain);
        reader.accept(plain.flip(), this::take);
    }

    private void take(final MuxFrame kind, final ByteBuffer payload) {
        hasHello |= kind == MuxFrame.HELLO;
        if (kind == MuxFrame.CONTROL) {
            payload.getLong();
            lines.add(StandardCharsets.UTF_8.decode(payload).toString());
        }
    }

    /** The child's next line; waits for it. */
    String line() throws IOException {
        while (lines.isEmpty()) {
            read();
        }
        return lines.remove();
    }

    /** Says a line of the control protocol. */
    void say(final long number, final String line) throws IOException {
        final byte[] text = line.getBytes(StandardCharsets.UTF_8);
        say(MuxFrame.CONTROL, ByteBuffer.allocate(Long.BYTES + text.length).putLong(number).put(text).flip());
    }

    /** Says that the child is to begin at 0. */
    void place(final long number) throws IOException {
        say(MuxFrame.PLACE,
            ByteBuffer.allocate(4 * Long.BYTES).putLong(number).putLong(1).putLong(0).putLong(0).flip());
    }

    private void flush() throws IOException {
        final ByteBuffer out = ByteBuffer.allocate(tls.toSendBytes());
        tls.toSend(out);
        socket.getOutputStream().write(out.array(), 0, out.position());
    }

    void say(final MuxFrame kind, final ByteBuffer payload) throws IOException {
        tls.write(kind.with(payload));
        flush();
    }

    void refuse(final boolean isForGood, final String why) throws IOException {
        final byte[] text = why.getBytes(StandardCharsets.UTF_8);
        say(MuxFrame.REFUSED,
            ByteBuffer.allocate(1 + text.length).put((byte) (isForGood ? 1 : 0)).put(text).flip());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
