package io.takt.hub.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a hub listens for others: a host and a port.
 *
 * @param host a name or a number, without the brackets of IPv6.
 * @param port from 1 on.
 */
public record Address(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([^\\s:\\[\\]/]+)):(\\d{1,5})");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(?:\\.\\d{1,3}){3}|::1");
    private static final int HIGHEST_PORT = 65_535;

    /** {@return the address that a text names; null when it names none} */
    static Address parse(final String text) {
        final Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        final int port = Integer.parseInt(form.group(3));
        return port == 0 || port > HIGHEST_PORT ? null
            : new Address(form.group(1) == null ? form.group(2) : form.group(1), port);
    }

    /** {@return whether only programs of this host can come from there or go there} */
    public boolean isLoopback() {
        return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
