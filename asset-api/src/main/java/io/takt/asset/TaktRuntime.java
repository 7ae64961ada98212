package io.takt.asset;

/**
 * Connects assets to hubs, on behalf of {@link Takt}. {@code io.takt:shm-transport} brings one; simulators never
 * call it themselves. It is found with {@link java.util.ServiceLoader}, and so has a public constructor without
 * arguments.
 */
public interface TaktRuntime {
    /**
     * Connects to a hub of this user on this host.
     *
     * @param hub the hub's name.
     * @return the connection.
     * @throws HubLostException      when there is no such hub.
     * @throws IllegalStateException when the JVM lacks a flag that the runtime needs; the message names it.
     */
    HubConnection connect(String hub);

    /**
     * The hub that is meant when none is named: {@code TAKT_HUB}, or else the only one of this user.
     *
     * @return its name.
     * @throws HubLostException when there is none.
     * @throws TaktException    when there are several.
     */
    String defaultHub();
}
