package io.takt.dis.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.dis.Pdus;
import io.takt.dis.gateway.Counters;
import io.takt.dis.gateway.Counters.Count;
import io.takt.dis.pdu.Header;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two programs of this host, over its loopback interface. */
@Timeout(60)
class UdpWireTest {
    private final Counters counters = new Counters();
    private final List<String> log = new ArrayList<>();

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            return socket.getLocalPort();
        }
    }

    private UdpWire wire(final String to, final String listen, final Counters counts) throws IOException {
        final UdpWire wire = new UdpWire(Endpoint.of(to, listen, null), 1, counts, () -> null, log::add);
        wire.start((from, index) -> { });
        return wire;
    }

    private static void until(final Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("it has not come about in time");
            }
            Thread.yield();
        }
    }

    private static List<Integer> entities(final UdpWire wire) throws IOException {
        final List<Integer> seen = new ArrayList<>();
        wire.poll((from, index, length, arrivalNs) -> {
            assertThat(wire.nowNs() - arrivalNs).isBetween(0L, 60_000_000_000L);
            seen.add((int) Header.entity(from, index) & 0xffff);
        });
        return seen;
    }

    /** So many, or more: a PDU counts as received before it can be taken. */
    private static List<Integer> taken(final UdpWire wire, final int count) throws Exception {
        final List<Integer> taken = new ArrayList<>();
        until(() -> {
            taken.addAll(entities(wire));
            return taken.size() >= count;
        });
        return taken;
    }

    /** Each hears the other one, and neither itself. */
    @ParameterizedTest
    @ValueSource(strings = {"239.1.2.3", "127.255.255.255"})
    void programsOfOneHostHearEachOther(final String group) throws Exception {
        final String to = group + ":" + freePort();
        final Counters others = new Counters();
        try (UdpWire one = wire(to, null, counters); UdpWire other = wire(to, null, others)) {
            for (int i = 1; i <= 3; i++) {
                one.send(Pdus.entity(i, 0));
            }
            other.send(Pdus.entity(9, 0));
            until(() -> others.get(Count.RECEIVED) == 3 && counters.get(Count.RECEIVED) == 1);
            assertThat(taken(one, 1)).containsExactly(9);
            assertThat(taken(other, 3)).containsExactly(1, 2, 3);
        }
        assertThat(log).isEmpty();
        assertThat(counters).hasToString("received 1, delivered 0 (0 late), sent 3; dropped 0");
    }

    @Test
    void twoProgramsHearEachOtherByUnicast() throws Exception {
        final int port = freePort();
        final String one = "127.0.0.1:" + port;
        final String other = "127.0.0.2:" + port;
        final Counters others = new Counters();
        try (UdpWire first = wire(other, one, counters); UdpWire second = wire(one, other, others)) {
            first.send(Pdus.entity(1, 0));
            second.send(Pdus.entity(2, 0));
            until(() -> others.get(Count.RECEIVED) == 1 && counters.get(Count.RECEIVED) == 1);
            assertThat(taken(second, 1)).containsExactly(1);
            assertThat(taken(first, 1)).containsExactly(2);
            assertThatThrownBy(() -> wire(other, one, counters)).isInstanceOf(IOException.class)
                .hasMessageMatching("cannot listen at /127.0.0.1:\\d+: Address already in use");
        }
    }

    @Test
    void whereNoCaptureCanBeWrittenThePortIsGivenBack() throws Exception {
        final int port = freePort();
        final Endpoint endpoint = Endpoint.of("127.0.0.2:" + port, "127.0.0.1:" + port, null);
        assertThatThrownBy(() -> new UdpWire(endpoint, 1, counters, () -> {
            throw new WrapperException("no capture");
        }, log::add)).hasMessage("no capture");
        assertThatThrownBy(() -> new UdpWire(endpoint, 1, counters, () -> {
            throw new OutOfMemoryError("no memory");
        }, log::add)).hasMessage("no memory");
        wire("127.0.0.2:" + port, "127.0.0.1:" + port, counters).close();
    }

    /** The asset's thread is told, and so ends the run. */
    @Test
    void whereReceptionFailsTheRunEnds() throws Exception {
        final int port = freePort();
        try (UdpWire wire = new UdpWire(Endpoint.of("127.0.0.2:" + port, "127.0.0.1:" + port, null), 1, counters,
            () -> null, log::add); DatagramSocket sender = new DatagramSocket()) {
            wire.start((from, index) -> {
                throw new StackOverflowError("broken");
            });
            sender.send(new DatagramPacket(Pdus.entity(1, 0).array(), 144, new InetSocketAddress("127.0.0.1", port)));
            assertThatThrownBy(() -> until(() -> !entities(wire).isEmpty())).isInstanceOf(WrapperException.class)
                .hasMessage("no PDU comes in any more: java.lang.StackOverflowError: broken");
        }
    }

    /** The ring fills, the rest is counted, and the memory is what it was. */
    @Test
    void aFloodIsCountedAndDropped() throws Exception {
        final int port = freePort();
        try (UdpWire wire = wire("127.0.0.2:" + port, "127.0.0.1:" + port, counters);
            DatagramChannel sender = DatagramChannel.open(StandardProtocolFamily.INET)) {
            sender.setOption(StandardSocketOptions.SO_SNDBUF, 1 << 20);
            final ByteBuffer bundle = ByteBuffer.allocate(144 * 400);
            for (int i = 0; i < 400; i++) {
                bundle.put(Pdus.entity(i, 0));
            }
            final ByteBuffer bad = ByteBuffer.allocate(5);
            long sent = 0;
            while (counters.get(Count.FULL) < 10_000) {
                sender.send(bundle.clear(), new InetSocketAddress("127.0.0.1", port));
                sender.send(bad.clear(), new InetSocketAddress("127.0.0.1", port));
                sent += 401;
            }
            assertThat(counters.get(Count.CUT)).isPositive();
            assertThat(counters.get(Count.RECEIVED)).isLessThanOrEqualTo(sent);
            int taken = 0;
            for (int more = entities(wire).size(); more > 0; more = entities(wire).size()) {
                taken += more;
            }
            assertThat(taken).isGreaterThan(10_000);
        }
    }
}
