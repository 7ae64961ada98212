package io.takt.shm;

import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.TaktException;
import java.time.Duration;

/**
 * The former place of {@link io.takt.asset.Takt}, which new programs use instead: it needs nothing but
 * {@code asset-api} to compile. Here everything is passed on to it, so that older programs go on as they are.
 */
public final class Takt {
    // Without the tag or the annotation for it: programs that are compiled with -Werror go on as they are, too.

    private Takt() {
    }

    /**
     * As {@link io.takt.asset.Takt#connect()}.
     *
     * @return the connection.
     * @throws HubLostException      when there is no such hub.
     * @throws TaktException         when there are several hubs and nothing says which.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static HubConnection connect() {
        return io.takt.asset.Takt.connect();
    }

    /**
     * As {@link io.takt.asset.Takt#connect(String)}.
     *
     * @param hub the hub's name.
     * @return the connection.
     * @throws HubLostException      when there is no such hub.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static HubConnection connect(final String hub) {
        return io.takt.asset.Takt.connect(hub);
    }

    /**
     * As {@link io.takt.asset.Takt#connect(String, Duration)}.
     *
     * @param hub    the hub's name.
     * @param atMost wall time to wait for it.
     * @return the connection.
     * @throws HubLostException      when there is still no such hub.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     * @throws InterruptedException  when the thread is interrupted.
     */
    public static HubConnection connect(final String hub, final Duration atMost) throws InterruptedException {
        return io.takt.asset.Takt.connect(hub, atMost);
    }

    /**
     * As {@link io.takt.asset.Takt#assetName(String)}.
     *
     * @param otherwise the name when the program was started by hand.
     * @return the asset's name.
     */
    public static String assetName(final String otherwise) {
        return io.takt.asset.Takt.assetName(otherwise);
    }

    /**
     * As {@link io.takt.asset.Takt#defaultHub()}.
     *
     * @return its name.
     * @throws HubLostException when there is none.
     * @throws TaktException    when there are several.
     */
    public static String defaultHub() {
        return io.takt.asset.Takt.defaultHub();
    }
}
