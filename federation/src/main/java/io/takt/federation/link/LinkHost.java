package io.takt.federation.link;

import io.takt.asset.WaitStrategy;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.host.HubDirectory;
import java.nio.channels.spi.SelectorProvider;
import java.security.SecureRandom;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The surroundings of one end of a link. A test may have others than those of this machine: then it decides which loop
 * runs next, and how and when the network acts.
 *
 * @param hub       of this process.
 * @param sockets   of the network.
 * @param loops     run what has a thread of its own.
 * @param waiting   how mirrors wait for messages.
 * @param nanoClock the wall clock.
 * @param random    of keys and numbers.
 * @param page      host and port of this hub's page, as this hub itself calls them; null for none.
 */
public record LinkHost(HubAccess hub, SelectorProvider sockets, Loops loops, WaitStrategy waiting,
    NanoClock nanoClock, SecureRandom random, String page) {
    /**
     * This machine, with a hub that has no page.
     *
     * @param hub    directory of the hub, which is or will be in this process.
     * @param random of keys and numbers.
     * @return the surroundings.
     */
    public static LinkHost of(final HubDirectory hub, final SecureRandom random) {
        return of(hub, random, null);
    }

    /**
     * This machine.
     *
     * @param hub    directory of the hub, which is or will be in this process.
     * @param random of keys and numbers.
     * @param page   host and port of the hub's page; null for none.
     * @return the surroundings.
     */
    public static LinkHost of(final HubDirectory hub, final SecureRandom random, final String page) {
        return new LinkHost(HubAccess.of(hub), SelectorProvider.provider(), Loops.ON_THREADS, WaitStrategy.ADAPTIVE,
            SystemNanoClock.INSTANCE, random, page);
    }

    /** {@return the wall clock's time, ns} */
    public long nowNs() {
        return nanoClock.nanoTime();
    }
}
