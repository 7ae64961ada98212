package io.takt.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** One port for TCP and UDP that forwards to another, and loses one datagram in five. */
final class LossyNetwork implements AutoCloseable {
    /** One in so many is lost. */
    static final int ONE_IN = 5;

    private static final int DATAGRAM_BYTES = 2048;

    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final Random random = new Random(1);
    private final int to;
    private final ServerSocket listener;
    private final DatagramSocket front;
    private final Map<SocketAddress, DatagramSocket> backs = new ConcurrentHashMap<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    LossyNetwork(final int to) throws IOException {
        this.to = to;
        listener = new ServerSocket(0, 0, loopback);
        front = new DatagramSocket(listener.getLocalPort(), loopback);
        start("tcp", this::accept);
        start("udp", () -> {
            while (true) {
                final DatagramPacket packet = receive(front);
                final SocketAddress from = packet.getSocketAddress();
                packet.setSocketAddress(new InetSocketAddress(loopback, to));
                forward(packet, back(from));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Sends each child a datagram that is no frame, as from its parent. */
    void disturbChildren() throws IOException {
        for (final SocketAddress child : backs.keySet()) {
            front.send(new DatagramPacket(new byte[3], 3, child));
        }
    }

    /** Work that ends when its sockets are closed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(final String name, final Work work) {
        final Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (final IOException e) {
                // The network is closed, or an end of it.
                return;
            }
        }, "lossy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static DatagramPacket receive(final DatagramSocket socket) throws IOException {
        final DatagramPacket packet = new DatagramPacket(new byte[DATAGRAM_BYTES], DATAGRAM_BYTES);
        socket.receive(packet);
        return packet;
    }

    private synchronized void forward(final DatagramPacket packet, final DatagramSocket by) throws IOException {
        if (random.nextInt(ONE_IN) > 0) {
            by.send(packet);
        }
    }

    private DatagramSocket back(final SocketAddress child) throws IOException {
        DatagramSocket back = backs.get(child);
        if (back == null) {
            final DatagramSocket fresh = new DatagramSocket(0, loopback);
            back = fresh;
            backs.put(child, fresh);
            start("back", () -> {
                while (true) {
                    final DatagramPacket packet = receive(fresh);
                    packet.setSocketAddress(child);
                    forward(packet, front);
                }
            });
        }
        return back;
    }

    private void accept() throws IOException {
        while (true) {
            final Socket child = listener.accept();
            final Socket parent = new Socket();
            open.add(child);
            open.add(parent);
            try {
                parent.connect(new InetSocketAddress(loopback, to));
            } catch (final IOException e) {
                child.close();
                continue;
            }
            start("up", () -> copy(child, parent));
            start("down", () -> copy(parent, child));
        }
    }

    private static void copy(final Socket from, final Socket into) throws IOException {
        try (from; into; InputStream in = from.getInputStream(); OutputStream out = into.getOutputStream()) {
            in.transferTo(out);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        front.close();
        backs.values().forEach(DatagramSocket::close);
        for (final Socket socket : open) {
            socket.close();
        }
    }
}
