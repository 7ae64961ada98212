package io.takt.hub.metrics;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names under which requests may come. A foreign web page can make its own name mean this host, but neither an
 * address nor {@code localhost}.
 */
final class HostNames {
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+]");
    private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

    /** Null for this host alone. */
    private final String bind;

    private HostNames(final String bind) {
        this.bind = bind;
    }

    static HostNames of(final String bind) {
        return new HostNames(bind == null ? null : bind.toLowerCase(Locale.ROOT));
    }

    /** Whether a Host header (RFC 9110, 7.2) may be meant for this server; null for none, as in HTTP 1.0. */
    boolean mayBe(final String header) {
        if (header == null) {
            return true;
        }
        final String host = PORT.matcher(header.strip().toLowerCase(Locale.ROOT)).replaceFirst("");
        return host.equals("localhost") || host.endsWith(".localhost") || ADDRESS.matcher(host).matches()
            || host.equals(bind);
    }
}
