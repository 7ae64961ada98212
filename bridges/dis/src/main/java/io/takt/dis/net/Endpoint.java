package io.takt.dis.net;

import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an exercise is: where PDUs go to, and where they come in. On the loopback interface unless another one is
 * named.
 *
 * @param to     of all PDUs: a multicast group, a broadcast address, or one machine.
 * @param listen where PDUs come in: the group; the port at any address, for broadcasts; or an address of this machine.
 * @param own    address of the interface.
 * @param by     the interface.
 */
public record Endpoint(InetSocketAddress to, InetSocketAddress listen, InetAddress own, NetworkInterface by) {
    private static final Pattern ADDRESS = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){3}):(\\d{1,5})");
    private static final int MOST = 65535;

    /**
     * Reads what a command line says.
     *
     * @param to            as in {@code 239.1.2.3:3000}.
     * @param listen        of one machine: where it listens; null for the interface's address and the port of
     *                      {@code to}.
     * @param interfaceName null for loopback.
     * @return the endpoint.
     * @throws IOException when it is none, in one line.
     */
    public static Endpoint of(final String to, final String listen, final String interfaceName) throws IOException {
        final InetSocketAddress target = address("--to", to);
        final NetworkInterface by = find(interfaceName);
        final InetAddress own = by.inetAddresses().filter(Inet4Address.class::isInstance).findFirst()
            .orElseThrow(() -> new WrapperException("interface '" + by.getName() + "' has no address of IPv4"));
        final boolean isBroadcast = isBroadcast(target.getAddress(), by);
        final boolean isShared = isBroadcast || target.getAddress().isMulticastAddress();
        if (interfaceName == null && !target.getAddress().isMulticastAddress()
            && !target.getAddress().isLoopbackAddress()) {
            throw new WrapperException(to + " is not on this host: name the interface, as in --interface eth0, to let"
                + " PDUs leave it");
        }
        if (isShared && listen != null) {
            throw new WrapperException("--listen is for PDUs to one machine; PDUs to " + to + " come in there, too");
        }
        final InetSocketAddress in = isBroadcast ? new InetSocketAddress(target.getPort())
            : isShared ? target
            : listen == null ? new InetSocketAddress(own, target.getPort()) : address("--listen", listen);
        if (interfaceName == null && !isShared && !in.getAddress().isLoopbackAddress()) {
            throw new WrapperException("--listen: " + listen + " is not of this host alone: name the interface, as in"
                + " --interface eth0");
        }
        if (!isShared && in.equals(target)) {
            throw new WrapperException("PDUs to " + to + " would come back in: name another port by --listen");
        }
        return new Endpoint(target, in, own, by);
    }

    /**
     * Whether several programs of this host may listen here.
     *
     * @return false for one machine.
     */
    boolean isShared() {
        return listen.equals(to) || listen.getAddress().isAnyLocalAddress();
    }

    /**
     * Whether a datagram came by the interface. Broadcasts alone need the question.
     *
     * @param from its sender.
     * @return false for senders beyond the interface's networks.
     */
    boolean isNear(final InetAddress from) {
        return !listen.getAddress().isAnyLocalAddress() || by.getInterfaceAddresses().stream().anyMatch(each ->
            each.getAddress() instanceof Inet4Address && from instanceof Inet4Address
                && (bits(each.getAddress()) ^ bits(from)) >>> 32 - each.getNetworkPrefixLength() == 0);
    }

    private static long bits(final InetAddress address) {
        return ByteBuffer.wrap(address.getAddress()).getInt() & 0xffff_ffffL;
    }

    private static NetworkInterface find(final String name) throws IOException {
        final NetworkInterface found = name == null ? NetworkInterface.getByInetAddress(InetAddress.getByAddress(
            new byte[] {127, 0, 0, 1})) : NetworkInterface.getByName(name);
        if (found == null) {
            throw new WrapperException("there is no interface '" + name + "'; there are " + String.join(", ",
                NetworkInterface.networkInterfaces().map(NetworkInterface::getName).sorted().toList()));
        }
        return found;
    }

    private static boolean isBroadcast(final InetAddress address, final NetworkInterface by) {
        final byte[] bytes = address.getAddress();
        return Arrays.equals(bytes, new byte[] {-1, -1, -1, -1}) || Arrays.equals(bytes, new byte[] {127, -1, -1, -1})
            || by.getInterfaceAddresses().stream().map(InterfaceAddress::getBroadcast).anyMatch(address::equals);
    }

    private static InetSocketAddress address(final String option, final String text) throws IOException {
        final Matcher parts = ADDRESS.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > MOST || "0".equals(parts.group(2))
            || Arrays.stream(parts.group(1).split("\\.")).mapToInt(Integer::parseInt).anyMatch(each -> each > 255)) {
            throw new WrapperException(option + ": '" + text + "' is no ADDRESS:PORT, such as 239.1.2.3:3000");
        }
        return new InetSocketAddress(InetAddress.getByName(parts.group(1)), Integer.parseInt(parts.group(2)));
    }
}
