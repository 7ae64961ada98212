package io.takt.hakoniwa.read;

import io.takt.asset.name.Names;
import java.nio.charset.StandardCharsets;

/** The name of a channel for a PDU or a service; the libraries in C make the same of the same. */
final class ChannelName {
    private ChannelName() {
    }

    /**
     * Both parts with a dot between; each byte that no name may have becomes a {@code _}.
     *
     * @throws IllegalArgumentException when that is no name, with what would be right, behind the parts.
     */
    static String of(final String first, final String second) {
        final StringBuilder name = new StringBuilder();
        for (final byte each : (first + "." + second).getBytes(StandardCharsets.UTF_8)) {
            final char c = (char) (each & 0xff);
            name.append(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-'
                ? c : '_');
        }
        if (!Names.isValid(name.toString())) {
            throw new IllegalArgumentException("makes the name '" + name + "' of a channel, which has to begin with a"
                + " letter or digit and have " + Names.MAX_LENGTH + " characters at most");
        }
        return name.toString();
    }
}
