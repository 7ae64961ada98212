package io.takt.asset.message;

/**
 * The names of the two channels of a service: one on which its clients ask, and one on which it answers all of them.
 * These names may stand in a hub's configuration as well.
 */
public final class CallChannels {
    private CallChannels() {
    }

    /**
     * The channel that each client of a service sends.
     *
     * @param service its name.
     * @return {@code <service>.requests}.
     */
    public static String requests(final String service) {
        return service + ".requests";
    }

    /**
     * The channel that the service sends.
     *
     * @param service its name.
     * @return {@code <service>.answers}.
     */
    public static String answers(final String service) {
        return service + ".answers";
    }
}
