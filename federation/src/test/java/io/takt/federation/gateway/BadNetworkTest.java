package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.RunEnd;
import io.takt.federation.gateway.Rejections.Kind;
import io.takt.federation.gateway.Rejections.Why;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkTimes;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.rule.Report;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A parent and a child with a hostile network between them. */
@Timeout(60)
class BadNetworkTest {
    private static final long END_NS = 1_000_000_000L;
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long MAX_DELAY_NS = 40_000_000L;

    private static final boolean IS_SLOW = Boolean.getBoolean("takt.slow");
    private static final long LOST_FOR_NS = IS_SLOW ? 60_000_000_000L : 0;
    private static final int TIMES_LOST = IS_SLOW ? 1 : 3;

    /** Not so soon that an end which is slow to begin is taken for a silent one. */
    private static final LinkTimes SOON_DEAF = new LinkTimes(10_000_000L, TwoHubs.HOUR_NS, 2_000_000_000L,
        TwoHubs.HOUR_NS, TwoHubs.HOUR_NS, TwoHubs.HOUR_NS, 20_000_000L, 200_000_000L);

    @TempDir
    private Path folder;

    private static void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("it has not come about in time");
            }
            Thread.yield();
        }
    }

    /** With datagrams lost, late, doubled or changed, the end is the same as on one host. */
    private void runsToTheEndIn(final Consumer<Relay.Weather> bad) throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, END_NS); Relay relay = new Relay(hubs.gateway().port())) {
            bad.accept(relay.weather());
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            final CompletableFuture<RunEnd> assets = hubs.runAssets();
            final HubStatus ofRoot = hubs.root().ended().get(50, TimeUnit.SECONDS);
            final HubStatus ofSite = hubs.site().ended().get(5, TimeUnit.SECONDS);
            assets.get(5, TimeUnit.SECONDS);
            assertThat(ofRoot.end()).as(ofRoot.reason()).isEqualTo(End.REACHED);
            assertThat(ofSite.end()).as(ofSite.reason()).isEqualTo(End.WITH_PARENT);
            assertThat(ofSite.coreTimeNs()).isEqualTo(END_NS);
            assertThat(ofSite.assets().get(0).timeNs()).isEqualTo(999_000_000L);
        }
    }

    @Test
    void datagramsThatAreLostDelayedDoubledReorderedAndChangedDoNoHarm() throws Exception {
        runsToTheEndIn(weather -> {
            weather.lossPercent = 20;
            weather.doubledPercent = 10;
            weather.corruptPercent = 5;
            weather.delayNs = 500_000;
            weather.jitterNs = 2_000_000;
        });
    }

    @Test
    void whereNoUdpGetsThroughClocksGoOverTcp() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS, TwoHubs.HASTY);
            Relay relay = new Relay(hubs.gateway().port())) {
            relay.weather().hasNoUdp = true;
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > 10 * MAX_DELAY_NS);
            until(() -> hubs.warnings().stream().anyMatch(line -> line.contains("no UDP gets through")));
            assertThat(hubs.gateway().links().get(0).byUdp()).isFalse();
            relay.weather().hasNoUdp = false;
            until(() -> hubs.gateway().links().get(0).byUdp());
        }
    }

    @Test
    void aCutLinkStopsBothWithinTheirBoundsAndGoesOnByItself() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS, TwoHubs.HASTY);
            Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS);
            relay.cut();
            until(() -> !hubs.gateway().links().get(0).isUp());
            final long beforeNs = hubs.site().status().coreTimeNs();
            final long rootNs = hubs.root().status().coreTimeNs();
            final long siteNs = hubs.site().status().coreTimeNs();
            assertThat(beforeNs).isLessThanOrEqualTo(rootNs);
            assertThat(rootNs).isLessThanOrEqualTo(siteNs + MAX_DELAY_NS);
            assertThat(hubs.gateway().links().get(0).why()).startsWith("nothing comes from it");
            until(() -> hubs.root().status().waits().stream()
                .anyMatch(wait -> wait.reason() == HoldReason.LINK && "link down".equals(wait.link())));
            until(() -> !hubs.site().status().parent().attached());
            until(() -> hubs.site().status().waits().stream().anyMatch(wait -> wait.reason() == HoldReason.LINK));
            assertThat(hubs.site().status().parent().why()).contains("does not answer");
            relay.mend();
            until(() -> hubs.site().status().parent().attached());
            until(() -> hubs.site().status().coreTimeNs() > siteNs + 2 * MAX_DELAY_NS);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
        }
    }

    @Test
    void aChildGivesUpAfterAsLongAsItIsToWait() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS); Relay relay = new Relay(hubs.gateway().port())) {
            // From the first try that fails; none does before the relay's end, however slow this machine is.
            hubs.lostAfter(200_000_000L);
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS || hubs.site().ended().isDone());
            assertThat(hubs.site().ended()).isNotDone();
            relay.end();
            until(() -> hubs.site().ended().isDone());
            assertThat(hubs.site().ended().get().reason()).contains("gave up after 0.2 s without its parent");
        }
    }

    @Test
    void aConnectionThatIsClosedOnTheWayIsMadeAgainAndNothingIsLost() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS); Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.SLOWEST, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            for (int i = 1; i <= 5; i++) {
                final long goneNs = hubs.site().status().coreTimeNs();
                until(() -> hubs.site().status().coreTimeNs() > goneNs + MAX_DELAY_NS);
                relay.breakConnections();
            }
            final long brokenNs = hubs.site().status().coreTimeNs();
            until(() -> hubs.site().status().coreTimeNs() > brokenNs + 2 * MAX_DELAY_NS);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
            assertThat(hubs.site().status().state()).isEqualTo(HubState.RUNNING);
        }
    }

    @Test
    void aWelcomeThatIsLostOnTheWayIsNoHindrance() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS); Relay relay = new Relay(hubs.gateway().port())) {
            // Linked in the eyes of the parent, which therefore has sent a welcome.
            relay.weather().breaksBefore = () -> !hubs.gateway().links().isEmpty();
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS);
        }
    }

    @Test
    void onePercentOfLossDoesNoHarm() throws Exception {
        runsToTheEndIn(weather -> weather.lossPercent = 1);
    }

    /** Neither end is told, and no datagram gets through: only another connection helps. */
    @Test
    void aConnectionThatIsForgottenOnTheWayIsMadeAgain() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS, TwoHubs.HASTY);
            Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS);
            relay.weather().hasNoUdp = true;
            relay.forgetConnections();
            final long siteNs = hubs.site().status().coreTimeNs();
            until(() -> hubs.site().status().coreTimeNs() > siteNs + 2 * MAX_DELAY_NS);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
        }
    }

    /** A proxy keeps it open: clocks go on, and all else would be waited for in vain. */
    @Test
    void aTcpConnectionThatSwallowsAllWhileDatagramsPassIsMadeAgain() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS, SOON_DEAF);
            Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS && hubs.gateway().links().get(0).byUdp());
            relay.forgetConnections();
            hubs.pause();
            until(() -> hubs.site().status().state() == HubState.PAUSED);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.PAUSED);
        }
    }

    /** With the profile "slow", for a minute. */
    @Test
    @Timeout(180)
    void aTimeInWhichAllIsLostDoesNoHarm() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS, TwoHubs.HASTY);
            Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.SLOWEST, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS);
            for (int i = 0; i < TIMES_LOST; i++) {
                relay.weather().lossPercent = 100;
                final long cutNs = System.nanoTime();
                relay.cut();
                until(() -> !hubs.site().status().parent().attached() && System.nanoTime() - cutNs >= LOST_FOR_NS);
                final long siteNs = hubs.site().status().coreTimeNs();
                relay.weather().lossPercent = 0;
                relay.mend();
                until(() -> hubs.site().status().coreTimeNs() > siteNs + 2 * MAX_DELAY_NS);
            }
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
        }
    }

    @Test
    void oneHostileChildBehindTheSameGatewayHarmsNoOther() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS)) {
            hubs.startSite(Report.CORE, hubs.gateway().port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS);
            final Kind hostile = new Kind(TwoHubs.OTHER, Why.PROTOCOL);
            for (int i = 1; i <= 5; i++) {
                try (BareChild other = new BareChild(hubs.gateway().port(), TwoHubs.OTHER, TwoHubs.KEY)) {
                    other.hello(Hello.VERSION, i);
                    other.line(1, i % 2 == 0 ? "{\"op\":\"leave\",\"id\":1,\"asset\":\"" + hubs.siteName() + "\"}"
                        : "nonsense");
                    assertThat(other.isClosed()).isTrue();
                }
                final int times = i;
                until(() -> hubs.gateway().rejections().count(hostile) == times);
                final long siteNs = hubs.site().status().coreTimeNs();
                until(() -> hubs.site().status().coreTimeNs() > siteNs + MAX_DELAY_NS);
            }
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
        }
    }

    @Test
    void aCapturedSessionSaysNothingWhenItIsPlayedAgain() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS); Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > 4 * MAX_DELAY_NS);
            final List<byte[]> up = relay.seenUp();
            final List<byte[]> down = relay.seenDown();
            assertThat(down).isNotEmpty();
            relay.injectUp(up);
            relay.injectDown(down);
            final Kind replayed = new Kind(hubs.siteName(), Why.REPLAYED);
            until(() -> hubs.gateway().rejections().count(replayed) > 0);
            // On a connection of its own, the child's bytes are no valid handshake.
            try (Socket again = new Socket("127.0.0.1", hubs.gateway().port())) {
                for (final byte[] each : relay.tcpUp()) {
                    again.getOutputStream().write(each);
                }
                while (again.getInputStream().read() >= 0) {
                    Thread.onSpinWait();
                }
            } catch (final IOException e) {
                // Closed in the middle of what it says.
                assertThat(e).isNotNull();
            }
            final long siteNs = hubs.site().status().coreTimeNs();
            until(() -> hubs.site().status().coreTimeNs() > siteNs + MAX_DELAY_NS);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
        }
    }

    @Test
    void aScannerAndNoiseAtThePortAreCountedAndHarmNothing() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS)) {
            hubs.startSite(Report.CORE, hubs.gateway().port(), TwoHubs.KEY);
            hubs.runAssets();
            final Random random = new Random(5);
            final byte[] noise = new byte[1_200];
            try (DatagramSocket udp = new DatagramSocket()) {
                for (int i = 0; i < 200; i++) {
                    random.nextBytes(noise);
                    udp.send(new DatagramPacket(noise, random.nextInt(noise.length),
                        InetAddress.getLoopbackAddress(), hubs.gateway().port()));
                    if (i % 4 == 0) {
                        try (Socket tcp = new Socket("127.0.0.1", hubs.gateway().port())) {
                            tcp.getOutputStream().write(noise);
                        } catch (final IOException e) {
                            // Closed in the middle of what it says.
                            assertThat(e).isNotNull();
                        }
                    }
                }
            }
            until(() -> hubs.gateway().rejections().count(new Kind("", Why.FOREIGN)) > 0);
            until(() -> hubs.gateway().rejections().count(new Kind("", Why.HANDSHAKE)) > 0);
            final long siteNs = hubs.site().status().coreTimeNs();
            until(() -> hubs.site().status().coreTimeNs() > siteNs + MAX_DELAY_NS);
            assertThat(hubs.warnings()).as("one line for all of them").hasSize(1);
        }
    }

    @Test
    void aWrongKeyGivesOneLineOnBothSides() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS)) {
            final byte[] other = TwoHubs.KEY.clone();
            other[0] ^= 1;
            other[1] ^= 2;
            try (Socket stranger = new Socket("127.0.0.1", hubs.gateway().port())) {
                stranger.getOutputStream().write(new byte[100]);
                until(() -> hubs.warnings().size() == 1);
            }
            hubs.startSite(Report.CORE, hubs.gateway().port(), other);
            final HubStatus ofSite = hubs.site().ended().get(5, TimeUnit.SECONDS);
            assertThat(ofSite.reason()).contains("the key of '" + hubs.siteName()
                + "' here is not the one that the parent has");
            until(() -> hubs.warnings().size() == 2);
            assertThat(hubs.warnings().get(1)).contains("the key of '" + hubs.siteName()
                + "' there is not the one that is here");
        }
    }
}
