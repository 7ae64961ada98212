package io.takt.dis.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.takt.dis.Pdus;
import io.takt.dis.gateway.Counters;
import io.takt.dis.pdu.PduKind;
import io.takt.wrapper.kit.WrapperException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureTest {
    private static final int INPUTS = Boolean.getBoolean("takt.slow") ? 10_000_000 : 100_000;
    private static final long NOW_NS = 1_700_000_000_123_456_789L;

    @TempDir
    private Path folder;

    private Path written(final ByteBuffer... datagrams) throws IOException {
        final Path file = folder.resolve("written.pcap");
        try (CaptureWriter writer = new CaptureWriter(file, line -> { })) {
            for (int i = 0; i < datagrams.length; i++) {
                writer.write(NOW_NS + i, new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 40_000),
                    new InetSocketAddress(InetAddress.getByName("239.1.2.3"), 3000), datagrams[i]);
            }
        }
        return file;
    }

    private static List<String> read(final Path file) throws IOException {
        return read(new CaptureReader(file));
    }

    private static List<String> read(final CaptureReader from) throws IOException {
        final List<String> read = new ArrayList<>();
        try (CaptureReader reader = from) {
            for (ByteBuffer next = reader.next(); next != null; next = reader.next()) {
                read.add(reader.timeNs() + " " + StandardCharsets.ISO_8859_1.decode(next.slice()));
            }
        }
        return read;
    }

    private static ByteBuffer text(final String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void aCaptureIsReadAsItWasWritten() throws Exception {
        assertThat(read(written(text("one"), text(""), text("three"))))
            .containsExactly(NOW_NS + " one", NOW_NS + 1 + " ", NOW_NS + 2 + " three");
        assertThat(read(written())).isEmpty();
    }

    /** Microseconds, little-endian, Ethernet with a VLAN tag; and packets of other kinds between. */
    @Test
    void capturesOfOthersAreReadAsWell() throws Exception {
        final ByteBuffer file = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0).putInt(65535).putInt(1);
        final byte[] udp = Arrays.copyOfRange(Files.readAllBytes(written(text("hello"))), 40, 40 + 33);
        final byte[] fragment = udp.clone();
        fragment[6] = 0x20;
        final byte[] tcp = udp.clone();
        tcp[9] = 6;
        for (final byte[] each : List.of(udp, fragment, tcp)) {
            // As Ethernet fills up short frames.
            file.putInt(7).putInt(5).putInt(60).putInt(60).put(new byte[12]).putInt(0x0a000081)
                .putShort((short) 0x0008).put(each).put(new byte[60 - 18 - 33]);
        }
        final Path path = folder.resolve("others.pcap");
        Files.write(path, Arrays.copyOf(file.array(), file.position()));
        assertThat(read(path)).containsExactly("7000005000 hello");
        Files.write(path, Arrays.copyOf(file.array(), file.position() - 1));
        assertThatThrownBy(() -> read(path)).isInstanceOf(WrapperException.class)
            .hasMessage(path + " is cut or damaged at packet 3");
        file.putInt(20, 147);
        Files.write(path, file.array());
        assertThatThrownBy(() -> read(path)).hasMessage(path + " has frames of link type 147; known are 0, 1, 12, 101,"
            + " 113, 228 and 276");
        Files.writeString(path, "no capture");
        assertThatThrownBy(() -> read(path)).hasMessageContaining("is no capture of the classic format of pcap");
        assertThatThrownBy(() -> read(folder.resolve("none"))).hasMessageStartingWith("there is no file ");
    }

    /** As of "tcpdump -s 45": what is there of a datagram is judged, and so counted as cut. */
    @Test
    void packetsThatTheCapturingProgramHasCutAreNotPassedOver() throws Exception {
        final byte[] whole = Files.readAllBytes(written(text("hello world")));
        final int kept = 24 + 16 + 28 + 5;
        final byte[] snapped = Arrays.copyOf(whole, kept);
        ByteBuffer.wrap(snapped).putInt(24 + 8, kept - 40);
        final Path path = folder.resolve("snapped.pcap");
        Files.write(path, snapped);
        assertThat(read(path)).containsExactly(NOW_NS + " hello");
        ByteBuffer.wrap(snapped).putInt(24 + 12, kept - 40);
        Files.write(path, snapped);
        assertThat(read(path)).as("a wrong length").isEmpty();
    }

    @Test
    void aCaptureBeginsAfterTheRunDoes() throws Exception {
        for (final int leadNs : new int[] {0, 20_000_000}) {
            try (CaptureWire wire = new CaptureWire(new CaptureReader(written(text("one"))), leadNs, 1, new Counters(),
                () -> null)) {
                assertThat(wire.nowNs()).isEqualTo(NOW_NS - Math.max(leadNs, 1_000_000));
            }
        }
        final Path empty = written();
        final AtomicBoolean isClosed = new AtomicBoolean();
        final InputStream bytes = new ByteArrayInputStream(Files.readAllBytes(empty)) {
            @Override
            public void close() {
                isClosed.set(true);
            }
        };
        final Path none = folder.resolve("none.pcap");
        assertThatThrownBy(() -> new CaptureWire(new CaptureReader(empty, bytes), 0, 1, new Counters(),
            () -> new CaptureWriter(none, line -> { }))).isInstanceOf(WrapperException.class)
            .hasMessage(empty + " has no datagrams by UDP over IPv4");
        assertThat(isClosed).isTrue();
        assertThat(none).as("a second try finds none").doesNotExist();
    }

    /** All but the last second, where the process is killed. */
    @Test
    void whatIsWrittenIsInTheFileBeforeItIsClosed() throws Exception {
        final InetSocketAddress here = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 3000);
        final Path file = folder.resolve("open.pcap");
        try (CaptureWriter writer = new CaptureWriter(file, line -> { })) {
            for (int ms = 0; ms <= 2900; ms += 100) {
                writer.write(NOW_NS + ms * 1_000_000L, here, here, text("x"));
            }
            assertThat(read(file)).hasSize(21);
            writer.flushIfDue(NOW_NS + 2_999_999_999L);
            assertThat(read(file)).hasSize(21);
            writer.flushIfDue(NOW_NS + 3_000_000_000L);
            assertThat(read(file)).hasSize(30);
        }
    }

    /** Damage anywhere is told, or passed over. */
    @Test
    void noBytesDoHarm() throws Exception {
        final byte[] good = Files.readAllBytes(written(text("one"), text("two"), text("three")));
        final Random random = new Random(3);
        int told = 0;
        for (int i = 0; i < INPUTS; i++) {
            final byte[] bytes = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int j = random.nextInt(5); j > 0 && bytes.length > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                final int datagrams = read(new CaptureReader(folder, new ByteArrayInputStream(bytes))).size();
                if (datagrams > 3) {
                    throw new AssertionError(datagrams + " datagrams");
                }
            } catch (final WrapperException e) {
                told++;
            }
        }
        assertThat(told).isGreaterThan(INPUTS / 4);
    }

    /** As when the disk is full. */
    @Test
    void aFileThatCannotBeWrittenAnyMoreIsToldOnce() throws Exception {
        final List<String> log = new ArrayList<>();
        final OutputStream full = new OutputStream() {
            private int left = 100;

            @Override
            public void write(final int value) throws IOException {
                if (left-- <= 0) {
                    throw new IOException("No space left on device");
                }
            }
        };
        final InetSocketAddress here = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 3000);
        try (CaptureWriter writer = new CaptureWriter(Path.of("x.pcap"), full, log::add)) {
            writer.write(0, here, here, text("one"));
            assertThat(log).isEmpty();
            writer.write(0, here, here, text("two"));
            writer.write(0, here, here, text("three"));
        }
        new CaptureWriter(Path.of("y.pcap"), new BufferedOutputStream(full), log::add).close();
        assertThat(log).containsExactly("the capture x.pcap is not whole, it cannot be written any more: No space left"
            + " on device", "the capture y.pcap is not whole, it cannot be written any more: No space left on device");
    }

    /** An outside judge: it knows each PDU, and finds none malformed. */
    @Test
    void tsharkDecodesWhatWeSend() throws Exception {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator)))
            .as("left out: needs tshark (Debian: tshark)")
            .anyMatch(each -> Files.isExecutable(Path.of(each, "tshark")));
        final Path file = written(
            Pdus.pdu(PduKind.ENTITY, "{'id': 3, 'type': [1, 1, 225, 1, 1, 0, 0], 'algorithm': 4, 'marking': 'TANK',"
                + " 'location': [4437182, -395338, 4549131], 'records': ['0000000100000000000000000000000a']}", 0),
            Pdus.entity(4, 5).put(0, (byte) 6), Pdus.pdu(PduKind.FIRE, "{'id': 3, 'range': 10}", 0),
            Pdus.pdu(PduKind.DETONATION, "{'id': 3, 'result': 5}", 0), Pdus.pdu(PduKind.START, "{'id': 3}", 0),
            Pdus.pdu(PduKind.STOP, "{'id': 3, 'reason': 1}", 0),
            Pdus.pdu(PduKind.ACKNOWLEDGE, "{'id': 3, 'acknowledged': 4, 'response': 1}", 0));
        final Process tshark = new ProcessBuilder("tshark", "-r", file.toString(), "-d", "udp.port==3000,dis", "-V")
            .redirectErrorStream(true).start();
        final String says = new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tshark.waitFor()).as(says).isZero();
        assertThat(says).doesNotContainIgnoringCase("malformed").contains("TANK");
        assertThat(Pattern.compile("PDU type: .*\\((\\d+)\\)").matcher(says).results().map(each -> each.group(1)))
            .containsExactly("1", "1", "2", "3", "13", "14", "15");
    }
}
