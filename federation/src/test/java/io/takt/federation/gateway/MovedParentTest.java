package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.federation.remote.ParentAddress;
import io.takt.rule.Report;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A parent's name means another address from one moment to the next, as after a move of its machine. */
@Timeout(60)
@EnabledOnOs(value = OS.LINUX, disabledReason = "only there all of 127.0.0.0/8 is loopback")
class MovedParentTest {
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long MAX_DELAY_NS = 40_000_000L;

    @TempDir
    private Path folder;

    private static void comesBeyond(final TwoHubs hubs, final long timeNs) {
        while (hubs.site().status().coreTimeNs() <= timeNs) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("the child stands at " + hubs.site().status());
            }
            Thread.yield();
        }
    }

    @Test
    void theChildFindsItAtItsNewAddress() throws Exception {
        final AtomicReference<InetAddress> meaning = new AtomicReference<>(InetAddress.getByName("127.0.0.2"));
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS); Relay before = new Relay(hubs.gateway().port(), meaning.get(),
            0)) {
            hubs.startSite(Report.CORE, new ParentAddress("lab.example", before.port(), host -> meaning.get()),
                TwoHubs.KEY::clone);
            hubs.runAssets();
            comesBeyond(hubs, MAX_DELAY_NS);
            before.end();
            final InetAddress after = InetAddress.getByName("127.0.0.3");
            try (Relay next = new Relay(hubs.gateway().port(), after, before.port())) {
                meaning.set(after);
                // Clocks go there, too, once datagrams are known to get through.
                do {
                    comesBeyond(hubs, hubs.site().status().coreTimeNs() + 3 * MAX_DELAY_NS);
                } while (next.seenUp().isEmpty());
                assertThat(before.count(Relay.Deed.TCP_BROKEN)).isPositive();
                assertThat(before.seenUp()).isNotEmpty();
                assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
            }
        }
    }
}
