package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.WaitStrategy;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.Loops;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.host.HubDirectory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A child whose connection was closed, and that comes back slowly, at a parent whose clock the test moves. */
@Timeout(60)
class ComingBackTest {
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long GRACE_NS = LinkTimes.DEFAULT.graceNs();

    @TempDir
    private Path folder;
    private final AtomicLong clock = new AtomicLong();

    /** The parent's time has come to this, and it has looked at its children since. */
    private void at(final long timeNs, final Gateway gateway) throws Exception {
        clock.set(timeNs);
        for (int turns = 0; turns < 2; turns++) {
            new BareChild(gateway.port(), TwoHubs.OTHER, TwoHubs.KEY).close();
        }
    }

    /** As if a connection broke again and again before the child had proved itself. */
    @Test
    void aChildThatTriesIsGivenTimeButNotForEver() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS);
            Gateway gateway = Gateway.listen(new LinkHost(HubAccess.of(HubDirectory.of(hubs.rootName())),
                SelectorProvider.provider(), Loops.ON_THREADS, WaitStrategy.ADAPTIVE, clock::get, new SecureRandom(),
                null), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                (child, isLoopback) -> TwoHubs.KEY.clone(), child -> Long.MAX_VALUE, LinkTimes.DEFAULT,
                warning -> { })) {
            try (BareChild child = new BareChild(gateway.port(), hubs.siteName(), TwoHubs.KEY)) {
                child.hello(Hello.VERSION, 1);
            }
            while (gateway.links().get(0).why() == null || !gateway.links().get(0).why().contains("closed")) {
                assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
                Thread.yield();
            }
            long nowNs = 0;
            for (; nowNs < LinkTimes.DEFAULT.proofWithinNs(); nowNs += GRACE_NS * 9 / 10) {
                at(nowNs, gateway);
                assertThat(gateway.links()).as("after %d ns", nowNs).hasSize(1);
                new BareChild(gateway.port(), hubs.siteName(), TwoHubs.KEY).close();
            }
            at(nowNs, gateway);
            new BareChild(gateway.port(), hubs.siteName(), TwoHubs.KEY).close();
            at(nowNs + GRACE_NS, gateway);
            assertThat(gateway.links()).isEmpty();
        }
    }
}
