package io.takt.shm;

import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.TaktException;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.ControlClient;
import io.takt.shm.host.HubDirectory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The entrance for simulators:
 *
 * <pre>{@code
 * try (HubConnection hub = Takt.connect()) {
 *     hub.join(AssetSpec.named("pendulum").step(Duration.ofMillis(5)), (fromNs, toNs) -> model.advance(toNs - fromNs));
 *     hub.run();
 * }
 * }</pre>
 */
public final class Takt {
    private static final long LOOK_EVERY_NS = Duration.ofMillis(20).toNanos();

    private Takt() {
    }

    /**
     * Connects to the hub that launched this program ({@code TAKT_HUB}), or else to the only hub that this user runs.
     *
     * @return the connection.
     * @throws HubLostException      when there is no such hub.
     * @throws TaktException         when there are several hubs and nothing says which.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static HubConnection connect() {
        return connect(defaultHub());
    }

    /**
     * Connects to a hub of this user on this host.
     *
     * @param hub the hub's name.
     * @return the connection.
     * @throws HubLostException      when there is no such hub.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static HubConnection connect(final String hub) {
        return ShmHubConnection.connect(HubDirectory.of(hub));
    }

    /**
     * Connects to a hub that may not have started yet.
     *
     * @param hub    the hub's name.
     * @param atMost wall time to wait for it.
     * @return the connection.
     * @throws HubLostException      when there is still no such hub.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     * @throws InterruptedException  when the thread is interrupted.
     */
    public static HubConnection connect(final String hub, final Duration atMost) throws InterruptedException {
        final long startNs = System.nanoTime();
        while (true) {
            try {
                return connect(hub);
            } catch (final HubLostException e) {
                if (System.nanoTime() - startNs >= atMost.toNanos()) {
                    throw e;
                }
            }
            LockSupport.parkNanos(LOOK_EVERY_NS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for hub '" + hub + "'");
            }
        }
    }

    /**
     * The name that the hub has launched this program under ({@code TAKT_ASSET}).
     *
     * @param otherwise the name when the program was started by hand.
     * @return the asset's name.
     */
    public static String assetName(final String otherwise) {
        final String given = System.getenv(HubDirectory.ASSET_VARIABLE);
        return given == null || given.isEmpty() ? otherwise : given;
    }

    /**
     * The hub that is meant when none is named: {@code TAKT_HUB}, or else the only one of this user.
     *
     * @return its name.
     * @throws HubLostException when there is none.
     * @throws TaktException    when there are several.
     */
    public static String defaultHub() {
        final String given = System.getenv(HubDirectory.HUB_VARIABLE);
        if (given != null && !given.isEmpty()) {
            return given;
        }
        final List<String> hubs = HubDirectory.hubsIn(HubDirectory.base(System.getenv()));
        if (hubs.isEmpty()) {
            throw new HubLostException("no hub is running (looked in " + HubDirectory.base(System.getenv()) + ")");
        }
        if (hubs.size() == 1) {
            return hubs.get(0);
        }
        final List<String> alive = hubs.stream().filter(Takt::answers).toList();
        if (alive.size() > 1) {
            throw new TaktException("there are several hubs: " + String.join(", ", alive) + "; say which with "
                + HubDirectory.HUB_VARIABLE + " or --hub");
        }
        return (alive.isEmpty() ? hubs : alive).get(0);
    }

    /** A hub that was killed leaves its socket behind; nobody answers there. */
    private static boolean answers(final String hub) {
        try (ControlClient client = ControlClient.connect(HubDirectory.of(hub))) {
            return !client.hasEnded();
        } catch (final HubLostException e) {
            return false;
        }
    }
}
