package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.gateway.Relay.Deed;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.local.CutScenario;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A scenario whose hubs are tied by networks has the same digests as on one hub. */
@Tag("long")
@Timeout(120)
class NetworkCutTest {
    private static final long UNTIL_NS = 600_000_000L;
    private static final long FAR_NS = 1_000_000_000_000_000L;
    private static final int LARGE = 60_000;
    private static final int MEGABYTE = 1_000_000;
    private static final int MEGABYTES_OF_A_LOG = 16;
    private static final Map<String, String> WHOLE = Map.of("a", "", "b", "", "c", "", "d", "");
    private static final Map<String, String> TWO_BELOW = Map.of("a", "s", "b", "tt", "c", "", "d", "s");
    private static final Map<String, String> THREE_LEVELS = Map.of("a", "s/g", "b", "tt", "c", "", "d", "s");

    private static Map<String, String> whole;

    @TempDir
    private Path folder;

    @BeforeAll
    static void runOnOneHub(@TempDir final Path folder) throws Exception {
        try (CutScenario.Run run =
            CutScenario.usual().start(folder, WHOLE, UNTIL_NS, CutScenario.Ties.LOCAL)) {
            whole = run.digests();
        }
        assertThat(whole.values()).noneMatch(digest -> digest.endsWith("0000000000000000"));
    }

    private Map<String, String> digests(final CutScenario scenario, final Map<String, String> cut,
        final NetworkTies ties) throws Exception {
        try (ties; CutScenario.Run run = scenario.start(folder, cut, UNTIL_NS, ties)) {
            return run.digests();
        }
    }

    private static Consumer<Relay.Weather> fair() {
        return weather -> { };
    }

    @Test
    void digestsAreEqualHoweverAScenarioIsCut() throws Exception {
        for (final Map<String, String> cut : List.of(TWO_BELOW, THREE_LEVELS)) {
            final NetworkTies ties = new NetworkTies(fair());
            assertThat(digests(CutScenario.usual(), cut, ties)).isEqualTo(whole);
            assertThat(ties.warnings()).isEmpty();
        }
    }

    @Test
    void datagramsThatAreLostDelayedDoubledAndChangedChangeNothing() throws Exception {
        final NetworkTies ties = new NetworkTies(weather -> {
            weather.lossPercent = 20;
            weather.doubledPercent = 10;
            weather.corruptPercent = 10;
            weather.delayNs = 200_000;
            weather.jitterNs = 1_000_000;
        });
        assertThat(digests(CutScenario.usual(), THREE_LEVELS, ties)).isEqualTo(whole);
        for (final Deed each : List.of(Deed.LOST, Deed.DOUBLED, Deed.CHANGED, Deed.DELAYED, Deed.REORDERED)) {
            assertThat(ties.count(each)).as(each.toString()).isPositive();
        }
    }

    @Test
    void connectionsThatBreakWhileMessagesAreUnderWayChangeNothing() throws Exception {
        final NetworkTies ties = new NetworkTies(fair());
        assertThat(digests(disturbed(whole.keySet(), ties::breakConnections), THREE_LEVELS, ties)).isEqualTo(whole);
        assertThat(ties.count(Deed.TCP_BROKEN)).isGreaterThan(10);
    }

    /** Not so often that each try to make a connection again fails by it, too. */
    @Test
    void bytesOfTcpThatAreChangedWhileMessagesAreUnderWayChangeNothing() throws Exception {
        final NetworkTies ties = new NetworkTies(fair());
        assertThat(digests(disturbed(Set.of("c"), ties::changeTcp), THREE_LEVELS, ties)).isEqualTo(whole);
        assertThat(ties.count(Deed.TCP_CHANGED)).isGreaterThan(10);
        assertThat(ties.warnings()).anyMatch(line -> line.contains("bytes came"));
    }

    private static CutScenario disturbed(final Set<String> by, final Runnable disturbs) throws Exception {
        final CutScenario scenario = CutScenario.usual();
        for (final String name : by) {
            scenario.program(name, scenario.new Speaker(name) {
                @Override
                public void step(final long fromNs, final long toNs) {
                    super.step(fromNs, toNs);
                    if (fromNs % 60_000_000 == 0 && fromNs < UNTIL_NS - 100_000_000) {
                        disturbs.run();
                    }
                }
            });
        }
        return scenario;
    }

    /** So long that the child tells its hub, and each mirror begins again on the same connection. */
    @Test
    void aLinkThatIsCutForLongLosesNothing() throws Exception {
        final CutScenario scenario = CutScenario.usual();
        final NetworkTies ties = new NetworkTies(fair());
        scenario.program("a", scenario.new Speaker("a") {
            @Override
            public void step(final long fromNs, final long toNs) {
                super.step(fromNs, toNs);
                if (fromNs == UNTIL_NS / 2) {
                    ties.cutUntilTried();
                }
            }
        });
        assertThat(digests(scenario, Map.of("a", "s", "b", "", "c", "", "d", "s"), ties)).isEqualTo(whole);
        assertThat(ties.hasBeenAway()).isTrue();
        assertThat(ties.count(Deed.TCP_DELAYED)).isPositive();
    }

    @Test
    void moreThanAnyLogTakesCrossesWholly() throws Exception {
        final Map<String, String> onOneHub = flood(Map.of("a", "", "b", "", "c", ""));
        assertThat(flood(Map.of("a", "s", "b", "tt", "c", ""))).isEqualTo(onOneHub);
        assertThat(flood(Map.of("a", "s/g", "b", "s", "c", "tt"))).isEqualTo(onOneHub);
    }

    /** More is under way in the end than credit allows at once; the run ends when all of it has come. */
    @Test
    void aNetworkThatIsSlowLosesNothingAtTheEnd() throws Exception {
        final Map<String, String> onOneHub = large(Map.of("a", "", "b", ""));
        assertThat(large(Map.of("a", "", "b", "s"))).as("down").isEqualTo(onOneHub);
        assertThat(large(Map.of("a", "s", "b", ""))).as("up").isEqualTo(onOneHub);
    }

    private Map<String, String> large(final Map<String, String> cut) throws Exception {
        final CutScenario scenario =
            new CutScenario().asset("a", 10).asset("b", 10).channel("x", "a", 10 * LARGE, Map.of("b", ""));
        try (NetworkTies ties = new NetworkTies(weather -> weather.tcpPauseNs = 300_000);
            CutScenario.Run run = scenario.start(folder, cut, UNTIL_NS / 10, ties)) {
            final Map<String, String> digests = run.digests();
            assertThat(ties.count(Deed.TCP_DELAYED) > 0).as("a network").isEqualTo(cut.containsValue("s"));
            return digests;
        }
    }

    private Map<String, String> flood(final Map<String, String> cut) throws Exception {
        return digests(new CutScenario().asset("a", 10).asset("b", 20).asset("c", 10)
            .channel("x", "a", LARGE, Map.of("b", ", \"delay\": \"80ms\"", "c", ""))
            .channel("y", "b", LARGE, Map.of("a", ", \"delay\": \"70ms\"", "c", ", \"delivery\": \"latest\"")), cut,
            new NetworkTies(fair()));
    }

    @Test
    void afterAResetOfTheTreeDigestsAreThoseOfARunWithoutOne() throws Exception {
        final CutScenario scenario = CutScenario.usual();
        final NetworkTies ties = new NetworkTies(fair());
        resets(scenario, ties, "d");
        assertThat(ties.warnings()).isEmpty();
    }

    /** That simulators are back at their starts is said again on the next connection, behind what their logs say. */
    @Test
    void connectionsThatBreakWhileSimulatorsArePutBackMixNoEpochs() throws Exception {
        final CutScenario scenario = CutScenario.usual();
        final NetworkTies ties = new NetworkTies(fair());
        for (final String name : List.of("a", "b", "c")) {
            scenario.program(name, scenario.new Speaker(name) {
                @Override
                public void reset() {
                    super.reset();
                    ties.breakConnections();
                }
            });
        }
        resets(scenario, ties, "d");
        assertThat(ties.count(Deed.TCP_BROKEN)).isPositive();
    }

    /** Child hubs, and those below, hear of it when they are back; their messages until then are of no epoch. */
    @Test
    void childHubsThatAreAwayInAResetTakePartInTheNewEpochFromItsStart() throws Exception {
        final CutScenario scenario = CutScenario.usual().withChildrenThatComeBack();
        final CountDownLatch isUnderWay = new CountDownLatch(1);
        final CountDownLatch isReset = new CountDownLatch(1);
        scenario.program("d", scenario.new Speaker("d") {
            @Override
            public void step(final long fromNs, final long toNs) {
                super.step(fromNs, toNs);
                if (fromNs == UNTIL_NS / 2) {
                    isUnderWay.countDown();
                    await(isReset);
                }
            }
        });
        final NetworkTies ties = new NetworkTies(fair(), LinkTimes.DEFAULT);
        try (ties; CutScenario.Run run = scenario.start(folder, THREE_LEVELS, UNTIL_NS, ties)) {
            await(isUnderWay);
            ties.cutOff();
            while (!run.areChildrenAway()) {
                assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
                Thread.yield();
            }
            run.reset();
            ties.mend();
            isReset.countDown();
            assertThat(run.digests()).isEqualTo(whole);
            assertThat(ties.count(Deed.TCP_BROKEN)).isPositive();
        }
    }

    /** It comes back, and is let in when the reset is over, which is over when the sender has sent all to it. */
    @Test
    void aDawnThatItsLogDoesNotTakeForAChildThatIsAwayInAResetEndsTheRunWithALine() throws Exception {
        final CutScenario scenario = new CutScenario().asset("a", 10).asset("b", 10)
            .channel("x", "a", MEGABYTE, Map.of("b", "")).withChildrenThatComeBack();
        final CountDownLatch isUnderWay = new CountDownLatch(1);
        scenario.program("a", scenario.new Speaker("a") {
            @Override
            public void start(final long timeNs) {
                for (int i = 0; i < MEGABYTES_OF_A_LOG; i++) {
                    super.start(timeNs);
                }
            }

            @Override
            public void step(final long fromNs, final long toNs) {
                isUnderWay.countDown();
            }
        });
        final NetworkTies ties = new NetworkTies(fair(), LinkTimes.DEFAULT);
        try (ties; CutScenario.Run run = scenario.start(folder, Map.of("a", "", "b", "s"), FAR_NS, ties)) {
            await(isUnderWay);
            ties.cutOff();
            while (!run.areChildrenAway()) {
                assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
                Thread.yield();
            }
            run.beginReset();
            ties.mend();
            final HubStatus ofRoot = run.root().ended().get();
            assertThat(ofRoot.end()).isEqualTo(End.NO_ROOM);
            assertThat(ofRoot.reason()).startsWith("asset 'a' sends more at the dawn of time than its log takes, and"
                + " 's', which receives it, is away");
        }
    }

    private void resets(final CutScenario scenario, final NetworkTies ties, final String name) throws Exception {
        final CountDownLatch isUnderWay = new CountDownLatch(1);
        final CountDownLatch isAsked = new CountDownLatch(1);
        scenario.program(name, scenario.new Speaker(name) {
            @Override
            public void step(final long fromNs, final long toNs) {
                super.step(fromNs, toNs);
                if (fromNs == UNTIL_NS / 2) {
                    isUnderWay.countDown();
                    await(isAsked);
                }
            }
        });
        try (ties; CutScenario.Run run = scenario.start(folder, THREE_LEVELS, UNTIL_NS, ties)) {
            await(isUnderWay);
            final CompletableFuture<Void> reset = run.beginReset();
            isAsked.countDown();
            reset.get();
            assertThat(run.digests()).isEqualTo(whole);
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
