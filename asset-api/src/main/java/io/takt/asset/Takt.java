package io.takt.asset;

import java.time.Duration;
import java.util.Iterator;
import java.util.ServiceLoader;
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
 *
 * <p>The work is done by a {@link TaktRuntime}, which has to be on the class path when the program runs, and need not
 * be there when it is compiled.
 */
public final class Takt {
    /** The environment variable with the name of a launched program's asset. */
    public static final String ASSET_VARIABLE = "TAKT_ASSET";

    private static final long LOOK_EVERY_NS = Duration.ofMillis(20).toNanos();

    private Takt() {
    }

    /**
     * Connects to the hub that launched this program ({@code TAKT_HUB}), or else to the only hub that this user runs.
     *
     * @return the connection.
     * @throws HubLostException      when there is no such hub.
     * @throws TaktException         when there are several hubs and nothing says which, or no runtime is there.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static HubConnection connect() {
        final TaktRuntime runtime = runtime();
        return runtime.connect(runtime.defaultHub());
    }

    /**
     * Connects to a hub of this user on this host.
     *
     * @param hub the hub's name.
     * @return the connection.
     * @throws HubLostException      when there is no such hub.
     * @throws TaktException         when no runtime is there.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static HubConnection connect(final String hub) {
        return runtime().connect(hub);
    }

    /**
     * Connects to a hub that may not have started yet.
     *
     * @param hub    the hub's name.
     * @param atMost wall time to wait for it.
     * @return the connection.
     * @throws HubLostException      when there is still no such hub.
     * @throws TaktException         when no runtime is there.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     * @throws InterruptedException  when the thread is interrupted.
     */
    public static HubConnection connect(final String hub, final Duration atMost) throws InterruptedException {
        final TaktRuntime runtime = runtime();
        final long startNs = System.nanoTime();
        while (true) {
            try {
                return runtime.connect(hub);
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
        final String given = System.getenv(ASSET_VARIABLE);
        return given == null || given.isEmpty() ? otherwise : given;
    }

    /**
     * The hub when none is named: {@code TAKT_HUB}, or else the only one of this user.
     *
     * @return its name.
     * @throws HubLostException when there is none.
     * @throws TaktException    when there are several, or no runtime is there.
     */
    public static String defaultHub() {
        return runtime().defaultHub();
    }

    /** Plug-in hosts load a program's jars with loaders of their own; a thread knows at most one of them. */
    private static TaktRuntime runtime() {
        return runtime(Takt.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
    }

    /**
     * The first runtime that can be found.
     *
     * @param loaders where to look; null is the system's.
     * @return the runtime.
     * @throws TaktException when there is none.
     */
    static TaktRuntime runtime(final ClassLoader... loaders) {
        for (final ClassLoader loader : loaders) {
            final Iterator<TaktRuntime> found = ServiceLoader.load(TaktRuntime.class, loader).iterator();
            if (found.hasNext()) {
                return found.next();
            }
        }
        throw new TaktException("no Takt runtime is on the class path: add the artifact io.takt:shm-transport, with"
            + " what it depends on (Maven: scope 'runtime')");
    }
}
