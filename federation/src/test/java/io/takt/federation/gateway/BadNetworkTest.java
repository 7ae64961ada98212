package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.takt.asset.HubState;
import io.takt.asset.RunEnd;
import io.takt.federation.gateway.Relay.Deed;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.Rejections.Kind;
import io.takt.federation.link.Rejections.Why;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.Wait;
import io.takt.hub.daemon.ChildLinks.Rejected;
import io.takt.hub.daemon.HubDaemon;
import io.takt.rule.Report;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A parent and a child with a hostile network between them. */
@Tag("long")
@Timeout(180)
class BadNetworkTest {
    private static final long END_NS = 1_000_000_000L;
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final long MAX_DELAY_NS = 40_000_000L;
    private static final long ROOT_STEP_NS = 10_000_000L;
    private static final long CHILD_STEP_NS = 4_000_000L;
    private static final long ASSET_STEP_NS = 3_000_000L;
    /** So many times as long, of some dozens of frames each, some frames are lost. */
    private static final long FRAMES = 10;
    private static final long TEN_SECONDS_NS = 10_000_000_000L;
    private static final long STANDS_FOR_NS = 500_000_000L;
    private static final int TLS_HEADER_LENGTH = 5;
    private static final String HERE = "that it did not send";
    private static final String THERE = "there that this hub did not send";

    private static final boolean IS_SLOW = Boolean.getBoolean("takt.slow");
    private static final long LOST_FOR_NS = IS_SLOW ? 60_000_000_000L : 0;
    private static final int TIMES_LOST = IS_SLOW ? 1 : 3;

    /** Not so soon that an end which is slow to begin is taken for a silent one. */
    private static final LinkTimes SOON_DEAF = new LinkTimes(10_000_000L, TwoHubs.HOUR_NS, 2_000_000_000L,
        TwoHubs.HOUR_NS, TwoHubs.HOUR_NS, TwoHubs.HOUR_NS, 20_000_000L, 200_000_000L);

    /** So that the clocks that go over TCP do not fill a record which is said to be too long before the test ends. */
    private static LinkTimes seldomByTcp(final long deafNs) {
        return new LinkTimes(100_000_000L, TwoHubs.HOUR_NS, deafNs, TwoHubs.HOUR_NS, TwoHubs.HOUR_NS, TwoHubs.HOUR_NS,
            20_000_000L, 200_000_000L);
    }

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
    private void runsToTheEndIn(final long endNs, final Consumer<Relay.Weather> bad, final Deed... deeds)
        throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, endNs); Relay relay = new Relay(hubs.gateway().port())) {
            bad.accept(relay.weather());
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            final CompletableFuture<RunEnd> assets = hubs.runAssets();
            final HubStatus ofRoot = hubs.root().ended().get();
            final HubStatus ofSite = hubs.site().ended().get();
            assets.get();
            assertThat(ofRoot.end()).as(ofRoot.reason()).isEqualTo(End.REACHED);
            assertThat(ofSite.end()).as(ofSite.reason()).isEqualTo(End.WITH_PARENT);
            assertThat(ofSite.coreTimeNs()).isEqualTo(endNs);
            assertThat(ofSite.assets().get(0).timeNs()).isEqualTo(endNs / ASSET_STEP_NS * ASSET_STEP_NS);
            for (final Deed each : deeds) {
                assertThat(relay.count(each)).as(each.toString()).isPositive();
            }
        }
    }

    @Test
    void datagramsThatAreLostDelayedDoubledReorderedAndChangedDoNoHarm() throws Exception {
        runsToTheEndIn(END_NS, weather -> {
            weather.lossPercent = 20;
            weather.doubledPercent = 10;
            weather.corruptPercent = 10;
            weather.delayNs = 500_000;
            weather.jitterNs = 2_000_000;
        }, Deed.LOST, Deed.DOUBLED, Deed.CHANGED, Deed.DELAYED, Deed.REORDERED);
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
            until(() -> relay.count(Deed.LOST) > 0);
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
            until(() -> String.valueOf(hubs.gateway().links().get(0).why()).startsWith("nothing comes from it"));
            until(() -> hubs.root().status().waits().stream()
                .anyMatch(wait -> wait.reason() == HoldReason.LINK && "link down".equals(wait.link())));
            until(() -> !hubs.site().status().parent().attached()
                && hubs.site().status().parent().why().contains("does not answer"));
            // Datagrams that were under way at the cut may come long after it.
            final Standing root = new Standing(hubs.root());
            final Standing site = new Standing(hubs.site());
            until(() -> root.isSeen() & site.isSeen() && root.now.coreTimeNs() > known(root.now, hubs.siteName())
                + MAX_DELAY_NS - ROOT_STEP_NS && site.now.parent().timeNs() < site.now.coreTimeNs() + CHILD_STEP_NS);
            assertThat(known(root.now, hubs.siteName())).isLessThanOrEqualTo(site.now.coreTimeNs());
            assertThat(site.now.coreTimeNs()).isLessThanOrEqualTo(site.now.parent().timeNs());
            assertThat(site.now.parent().timeNs()).isLessThanOrEqualTo(hubs.root().status().coreTimeNs());
            assertThat(root.now.coreTimeNs()).as("as far as it may go, and no further")
                .isLessThanOrEqualTo(known(root.now, hubs.siteName()) + MAX_DELAY_NS);
            final long siteNs = site.now.coreTimeNs();
            until(() -> relay.count(Deed.LOST) > 0);
            relay.mend();
            until(() -> hubs.site().status().parent().attached());
            until(() -> hubs.site().status().coreTimeNs() > siteNs + 2 * MAX_DELAY_NS);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
        }
    }

    /** How far a parent knows its child to be. */
    private static long known(final HubStatus parent, final String child) {
        return parent.assets().stream().filter(each -> each.name().equals(child)).findAny().orElseThrow().timeNs();
    }

    /** Whether a hub waits for its link at one time for so long that a clock which does not stand would have moved. */
    private static final class Standing {
        private final HubDaemon hub;
        private HubStatus since;
        private HubStatus now;

        Standing(final HubDaemon hub) {
            this.hub = hub;
            since = hub.status();
        }

        boolean isSeen() {
            now = hub.status();
            if (waitNs(since) < 0 || since.coreTimeNs() != now.coreTimeNs()) {
                since = now;
            }
            return waitNs(now) - waitNs(since) > STANDS_FOR_NS;
        }

        /** Negative where it waits for no link. */
        private static long waitNs(final HubStatus status) {
            final List<Wait> waits = status.waits();
            return waits.isEmpty() || waits.get(0).reason() != HoldReason.LINK ? -1 : waits.get(0).forNs();
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
                final int connections = relay.connections();
                relay.breakConnections();
                // Datagrams take the core further than that before either end knows that the connection is gone.
                until(() -> relay.connections() > connections);
            }
            final long brokenNs = hubs.site().status().coreTimeNs();
            until(() -> hubs.site().status().coreTimeNs() > brokenNs + 2 * MAX_DELAY_NS);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
            assertThat(hubs.site().status().state()).isEqualTo(HubState.RUNNING);
            assertThat(relay.count(Deed.TCP_BROKEN)).as("two ends of each").isGreaterThanOrEqualTo(2 * 5);
        }
    }

    /** In a record, or in the length of one: then more is waited for than will come. */
    @ParameterizedTest
    @CsvSource({"true, 9", "false, 9", "true, 3", "false, 3"})
    void aByteOfTcpThatIsChangedOnTheWayEndsTheConnectionAndItIsMadeAgain(final boolean isUp, final int index)
        throws Exception {
        final boolean isSeen = index > TLS_HEADER_LENGTH;
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS, seldomByTcp(isSeen ? TwoHubs.HOUR_NS : 1_500_000_000L));
            Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS && hubs.gateway().links().get(0).byUdp());
            final int connections = relay.connections();
            // Else the next one may come before the parent has heard why the child has closed this one.
            relay.weather().isOneByOne = isSeen;
            relay.changeTcp(isUp, index);
            // Another connection may come about for another reason.
            until(() -> relay.count(Deed.TCP_CHANGED) > 0);
            until(() -> relay.connections() > connections && hubs.gateway().links().get(0).isUp());
            assertThat(relay.count(Deed.TCP_CHANGED)).isOne();
            if (isSeen) {
                // The other end may be quicker to make the next connection than this one to tell of the last.
                until(() -> !hubs.warnings().isEmpty());
                assertThat(hubs.warnings()).containsExactly("the connection of child '" + hubs.siteName()
                    + "' is closed: bytes came " + (isUp ? HERE : THERE));
                until(() -> !hubs.siteWarnings().isEmpty());
                assertThat(hubs.siteWarnings()).containsExactly("the connection to the parent is closed, and made"
                    + " again: bytes came " + (isUp ? THERE : HERE));
                assertThat(hubs.gateway().rejections().count(new Kind(hubs.siteName(), Why.PROTOCOL))).isOne();
                assertThat(hubs.site().linkCounts().ofParent()).containsEntry("protocol", 1L);
            }
            hubs.pause();
            until(() -> hubs.site().status().state() == HubState.PAUSED);
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
            assertThat(relay.count(Deed.TCP_BROKEN)).isPositive();
        }
    }

    @Test
    void onePercentOfLossDoesNoHarm() throws Exception {
        runsToTheEndIn(FRAMES * END_NS, weather -> weather.lossPercent = 1, Deed.LOST);
    }

    /** Neither end is told, and no datagram gets through: only another connection helps. */
    @Test
    void aConnectionThatIsForgottenOnTheWayIsMadeAgain() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS, TwoHubs.HASTY);
            Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS);
            final int connections = relay.connections();
            relay.weather().hasNoUdp = true;
            relay.forgetConnections();
            final long siteNs = hubs.site().status().coreTimeNs();
            until(() -> hubs.site().status().coreTimeNs() > siteNs + 2 * MAX_DELAY_NS);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.RUNNING);
            assertThat(relay.connections()).isGreaterThan(connections);
            until(() -> relay.count(Deed.TCP_SWALLOWED) > 0);
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
            final int connections = relay.connections();
            relay.forgetConnections();
            hubs.pause();
            until(() -> hubs.site().status().state() == HubState.PAUSED);
            assertThat(hubs.root().status().state()).isEqualTo(HubState.PAUSED);
            assertThat(relay.connections()).isGreaterThan(connections);
            until(() -> relay.count(Deed.TCP_SWALLOWED) > 0);
        }
    }

    /** With the profile "slow", for a minute. */
    @Test
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
            assertThat(relay.count(Deed.LOST)).isGreaterThanOrEqualTo(TIMES_LOST);
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
            until(() -> hubs.site().linkCounts().ofParent().containsKey("replayed"));
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

    /** With the number of a frame that is still to come, so that it is none which came before. */
    private static byte[] forged(final List<byte[]> seen) {
        final byte[] newest = seen.get(seen.size() - 1).clone();
        final ByteBuffer fields = ByteBuffer.wrap(newest);
        return fields.putLong(Long.BYTES, fields.getLong(Long.BYTES) + 1_000_000).array();
    }

    private static byte[] tooLong(final List<byte[]> seen) {
        return Arrays.copyOf(seen.get(seen.size() - 1), 1_400);
    }

    private static byte[] foreign(final List<byte[]> seen) {
        final byte[] newest = seen.get(seen.size() - 1).clone();
        newest[0] ^= 1;
        return newest;
    }

    @Test
    void eachEndCountsWhatIsForgedMisshapenForeignOrReplayed() throws Exception {
        try (TwoHubs hubs = new TwoHubs(folder, FAR_NS); Relay relay = new Relay(hubs.gateway().port())) {
            hubs.startSite(Report.CORE, relay.port(), TwoHubs.KEY);
            hubs.runAssets();
            until(() -> hubs.site().status().coreTimeNs() > MAX_DELAY_NS && hubs.gateway().links().get(0).byUdp());
            assertThat(hubs.site().linkCounts().ofParent()).isEmpty();
            assertThat(hubs.gateway().counts().rejected()).isEmpty();
            final List<byte[]> up = relay.seenUp();
            final List<byte[]> down = relay.seenDown();
            relay.injectUp(List.of(forged(up), tooLong(up), new byte[20], foreign(up), up.get(up.size() - 1)));
            relay.injectDown(List.of(forged(down), tooLong(down), foreign(down), down.get(down.size() - 1)));
            final String name = hubs.siteName();
            until(() -> hubs.gateway().counts().rejected().values().stream().mapToLong(count -> count).sum() == 5);
            assertThat(hubs.gateway().counts().rejected()).containsOnly(entry(new Rejected(name, "forged"), 1L),
                entry(new Rejected(name, "misshapen"), 1L), entry(new Rejected("", "misshapen"), 1L),
                entry(new Rejected("", "foreign"), 1L), entry(new Rejected(name, "replayed"), 1L));
            until(() -> hubs.site().linkCounts().ofParent().values().stream().mapToLong(count -> count).sum() == 4);
            assertThat(hubs.site().linkCounts().ofParent()).containsOnly(entry("forged", 1L), entry("misshapen", 1L),
                entry("foreign", 1L), entry("replayed", 1L));
            final long siteNs = hubs.site().status().coreTimeNs();
            until(() -> hubs.site().status().coreTimeNs() > siteNs + MAX_DELAY_NS);
            assertThat(hubs.warnings()).isEmpty();
        }
    }

    @Test
    void aScannerAndNoiseAtThePortAreCountedAndHarmNothing() throws Exception {
        final long startNs = System.nanoTime();
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
            until(() -> !hubs.warnings().isEmpty());
            assertThat(hubs.warnings()).as("one line for all of them in ten seconds")
                .hasSizeBetween(1, 1 + (int) ((System.nanoTime() - startNs) / TEN_SECONDS_NS));
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
            final HubStatus ofSite = hubs.site().ended().get();
            assertThat(ofSite.reason()).contains("the key of '" + hubs.siteName()
                + "' here is not the one that the parent has");
            until(() -> hubs.warnings().size() == 2);
            assertThat(hubs.warnings().get(1)).contains("the key of '" + hubs.siteName()
                + "' there is not the one that is here");
        }
    }
}
