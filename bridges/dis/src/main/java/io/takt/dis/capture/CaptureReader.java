package io.takt.dis.capture;

import io.takt.wrapper.kit.WrapperException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads the datagrams of a file of libpcap's classic format: UDP over IPv4, in frames of Ethernet (with VLAN tags or
 * without), of Linux' "any" interface, of BSD's loopback, or in none. Other packets, fragments among them, are passed
 * over. For one thread.
 */
public final class CaptureReader implements AutoCloseable {
    private static final int MAGIC_US = 0xa1b2c3d4;
    private static final int MOST_BYTES = 262144;
    private static final int IPV4 = 0x0800;
    private static final int VLAN = 0x8100;
    private static final int SERVICE_VLAN = 0x88a8;
    private static final int UDP = 17;
    private static final int FRAGMENT = 0x3fff;

    private final Path path;
    private final InputStream file;
    private byte[] bytes = new byte[2048];
    private ByteBuffer packet = ByteBuffer.wrap(bytes);
    private final ByteBuffer header = ByteBuffer.allocate(CaptureWriter.FILE_HEADER);
    private final int nsPerFraction;
    private final int linkType;
    private long timeNs;
    private int number;

    /**
     * Opens a file.
     *
     * @param path of it.
     * @throws IOException when it is no such file, in one line.
     */
    public CaptureReader(final Path path) throws IOException {
        this(path, open(path));
    }

    private static InputStream open(final Path path) throws IOException {
        try {
            return new BufferedInputStream(Files.newInputStream(path), 1 << 16);
        } catch (final NoSuchFileException e) {
            throw new WrapperException("there is no file " + path, e);
        }
    }

    /** Owns the stream; the path is for messages. */
    CaptureReader(final Path path, final InputStream file) throws IOException {
        this.path = path;
        this.file = file;
        final boolean isWhole = file.readNBytes(header.array(), 0, header.capacity()) == header.capacity();
        int magic = header.getInt(0);
        if (magic != MAGIC_US && magic != CaptureWriter.MAGIC_NS) {
            header.order(ByteOrder.LITTLE_ENDIAN);
            magic = header.getInt(0);
        }
        if (!isWhole || magic != MAGIC_US && magic != CaptureWriter.MAGIC_NS) {
            file.close();
            throw new WrapperException(path + " is no capture of the classic format of pcap; 'editcap -F pcap' makes"
                + " one of others");
        }
        nsPerFraction = magic == MAGIC_US ? 1000 : 1;
        linkType = header.getInt(20) & 0xffff;
        if (ipIndex() < 0) {
            file.close();
            throw new WrapperException(path + " has frames of link type " + linkType + "; known are 0, 1, 12, 101,"
                + " 113, 228 and 276");
        }
    }

    Path path() {
        return path;
    }

    /** Where the packet of IP begins in a frame; -1 where the link type is not known. */
    private int ipIndex() {
        return switch (linkType) {
            case 0 -> 4;
            case 1 -> 14;
            case 12, 101, 228 -> 0;
            case 113 -> 16;
            case 276 -> 20;
            default -> -1;
        };
    }

    /**
     * Goes on to the next datagram.
     *
     * @return it, from its position to its limit, until the next call, without what the capturing program has cut off;
     *     null at the end of the file.
     * @throws IOException when the file is cut or damaged, in one line.
     */
    public ByteBuffer next() throws IOException {
        while (true) {
            final int read = file.readNBytes(header.array(), 0, CaptureWriter.PACKET_HEADER);
            if (read == 0) {
                return null;
            }
            number++;
            final int length = header.getInt(8);
            if (length > bytes.length && length <= MOST_BYTES) {
                bytes = new byte[MOST_BYTES];
                packet = ByteBuffer.wrap(bytes);
            }
            if (read < CaptureWriter.PACKET_HEADER || length < 0 || length > MOST_BYTES
                || file.readNBytes(bytes, 0, length) < length) {
                throw new WrapperException(path + " is cut or damaged at packet " + number);
            }
            timeNs = (header.getInt(0) & 0xffff_ffffL) * 1_000_000_000
                + (header.getInt(4) & 0xffff_ffffL) * nsPerFraction;
            packet.limit(length).position(0);
            if (findDatagram(length)) {
                return packet;
            }
        }
    }

    private boolean findDatagram(final int length) {
        int ip = ipIndex();
        if (linkType == 1) {
            while (ip <= length && (type(ip - 2) == VLAN || type(ip - 2) == SERVICE_VLAN)) {
                ip += 4;
            }
            if (ip > length || type(ip - 2) != IPV4) {
                return false;
            }
        }
        if (length < ip + CaptureWriter.IP_HEADER || bytes[ip] >> 4 != 4 || bytes[ip + 9] != UDP
            || (packet.getShort(ip + 6) & FRAGMENT) != 0) {
            return false;
        }
        final int udp = ip + (bytes[ip] & 0xf) * 4;
        if (udp < ip + CaptureWriter.IP_HEADER || length < udp + CaptureWriter.UDP_HEADER) {
            return false;
        }
        final int end = udp + (packet.getShort(udp + 4) & 0xffff);
        final boolean isSnapped = header.getInt(8) != header.getInt(12);
        if (end < udp + CaptureWriter.UDP_HEADER || end > length && !isSnapped) {
            return false;
        }
        packet.limit(Math.min(end, length)).position(udp + CaptureWriter.UDP_HEADER);
        return true;
    }

    private int type(final int index) {
        return packet.getShort(index) & 0xffff;
    }

    /**
     * The time of the datagram.
     *
     * @return nanoseconds since 1970.
     */
    public long timeNs() {
        return timeNs;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
