package io.takt.hub.metrics;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names under which requests may come. A foreign web page can make its own name mean this host, but neither an
 * address nor {@code localhost}.
 */
final class HostNames {
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+]");
    private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

    private final Set<String> names = new HashSet<>();

    /**
     * Of a server.
     *
     * @param bind null for this host alone.
     * @param own  the name that this host has for itself; null when that is not known.
     * @param more by which other hosts may call it.
     */
    HostNames(final String bind, final String own, final List<String> more) {
        if (bind != null) {
            Stream.concat(Stream.of(bind, own), more.stream()).filter(Objects::nonNull)
                .forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        }
    }

    static HostNames of(final String bind, final List<String> more) {
        String own = null;
        try {
            own = bind == null ? null : InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            // Then there are the addresses, and the names that were given.
            own = null;
        }
        return new HostNames(bind, own, more);
    }

    /** Whether a Host header (RFC 9110, 7.2) may be meant for this server; null for none, as in HTTP 1.0. */
    boolean mayBe(final String header) {
        if (header == null) {
            return true;
        }
        final String host = PORT.matcher(header.strip().toLowerCase(Locale.ROOT)).replaceFirst("");
        return host.equals("localhost") || host.endsWith(".localhost") || ADDRESS.matcher(host).matches()
            || names.contains(host);
    }
}
