package io.takt.dashboards.command;

/** Where a server listens. */
record HostAndPort(String host, int port) {
    private static final int HIGHEST_PORT = 65_535;

    /** Reads {@code HOST:PORT}; throws with one line that says what is wrong. */
    static HostAndPort of(final String text) {
        final int colon = text.lastIndexOf(':');
        final String host = colon < 0 ? "" : text.substring(0, colon);
        final boolean isHost = host.matches("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");
        int port = 0;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (final NumberFormatException e) {
            // Said below, as for any other wrong port.
        }
        if (!isHost || port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("'" + text + "' is no HOST:PORT, such as 127.0.0.1:9090");
        }
        return new HostAndPort(host, port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
