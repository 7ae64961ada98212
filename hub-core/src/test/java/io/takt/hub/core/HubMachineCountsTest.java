package io.takt.hub.core;

import static io.takt.hub.core.HubLab.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts of a hub under an asset's name, over all processes that take part with it, one after the other. */
class HubMachineCountsTest {
    private final HubLab lab = Plan.of(10, 20).restarted("a", 10, 1_000_000).asset("b", 10).open();
    private long nextId = 1_000_000;

    private AssetStatus asset(final String name) {
        return lab.machine.status().assets().stream().filter(each -> each.name().equals(name)).findFirst()
            .orElse(null);
    }

    private void joinAtCoreTime(final int connection, final String name) {
        final Reply reply =
            lab.ask(connection, Request.Join.of(nextId++, name).atCoreTime(true));
        lab.assets.put(name, lab.new LabAsset(connection, reply.joined()));
        lab.assets.get(name).ready();
    }

    private void report(final LabAsset asset, final long busyNs, final List<List<Long>> steps) {
        report(lab, asset, busyNs, steps);
    }

    private void report(final HubLab in, final LabAsset asset, final long busyNs, final List<List<Long>> steps) {
        assertThat(in.ask(asset.connection, new Request.Report(nextId++,
            List.of(new Request.StepReport(asset.name, busyNs, steps)))).ok()).isTrue();
    }

    /** Both take part, and "a" has held the core for 700 ms, has done two steps and has tried five times in vain. */
    private void holdByA() {
        holdBy(lab.member("a", 0));
    }

    private void holdBy(final LabAsset a) {
        lab.member("b", 0);
        a.frozen = true;
        lab.run(5);
        lab.nowNs += 700 * MS;
        a.frozen = false;
        a.step();
        a.step();
        lab.counters.setCounterValue(a.clocks.retainCounter(), 5);
        report(a, 30, List.of(List.of(3L, 2L)));
        lab.machine.doWork();
    }

    private void assertHeldAndCounted() {
        final AssetStatus a = asset("a");
        assertThat(a.blockedCoreNs()).isEqualTo(700 * MS);
        assertThat(a.heldNs()).containsEntry(HoldReason.COMPUTING, 700L * MS);
        assertThat(a.progress()).isEqualTo(2);
        assertThat(a.retain()).isEqualTo(5);
        assertThat(a.busyNs()).isEqualTo(30);
        assertThat(a.steps()).isEqualTo(List.of(List.of(3L, 2L)));
    }

    @Test
    void anAssetThatComesBackAtTheCoresTimeGoesOnCounting() {
        holdByA();
        lab.close(lab.assets.get("a").connection);
        joinAtCoreTime(7, "a");
        assertHeldAndCounted();
        report(lab.assets.get("a"), 8, List.of(List.of(2L, 1L), List.of(3L, 1L)));
        assertThat(asset("a").busyNs()).isEqualTo(38);
        assertThat(asset("a").steps()).isEqualTo(List.of(List.of(2L, 1L), List.of(3L, 3L)));
    }

    private void reportSent(final String asset, final long messages, final Long latestNs) {
        final LabAsset of = lab.assets.get(asset);
        assertThat(lab.ask(of.connection, new Request.Report(nextId++, List.of(new Request.StepReport(asset, 0,
            List.of(), List.of(new Request.Sent("pose", messages, 10 * messages, latestNs)))))).ok()).isTrue();
    }

    @Test
    void whatAnAssetHasSentIsCountedOverItsProcesses() {
        lab.member("a", 0);
        reportSent("a", 5, 40L);
        lab.close(lab.assets.get("a").connection);
        joinAtCoreTime(7, "a");
        assertThat(asset("a").sent()).containsExactly(new Request.Sent("pose", 5, 50, 40L));
        reportSent("a", 2, null);
        assertThat(asset("a").sent()).containsExactly(new Request.Sent("pose", 7, 70, 40L));
        reportSent("a", 3, 60L);
        assertThat(asset("a").sent()).containsExactly(new Request.Sent("pose", 8, 80, 60L));
        for (final Request.Sent wrong : List.of(new Request.Sent("pose", -1, 0, null),
            new Request.Sent("pose", 1, 0, -1L))) {
            assertThat(lab.ask(7, new Request.Report(nextId++, List.of(new Request.StepReport("a", 0, List.of(),
                List.of(wrong))))).error()).contains("sent is a list of objects");
        }
    }

    /** A process before the reset and one in place of it have sent; stamps begin anew, and counts go on. */
    @Test
    void theLatestStampIsOfTheEpoch() {
        lab.member("a", 0);
        reportSent("a", 5, 40L);
        lab.close(lab.assets.get("a").connection);
        joinAtCoreTime(7, "a");
        reportSent("a", 2, 60L);
        lab.reset(9);
        lab.assets.get("a").resetDone();
        assertThat(asset("a").sent()).containsExactly(new Request.Sent("pose", 7, 70, null));
        reportSent("a", 3, 10L);
        assertThat(asset("a").sent()).containsExactly(new Request.Sent("pose", 8, 80, 10L));
    }

    @Test
    void resetsLossesAndRestartsAreCounted() {
        final HubLab run = Plan.of(10, 20).restarted("a", 10, 3).asset("b", 10).open();
        run.member("a", 10);
        run.member("b", 10);
        run.run(3);
        assertThat(run.machine.status().totals()).isEqualTo(new HubStatus.Totals(0, 0, false, 0));
        run.close(run.assets.get("a").connection);
        run.join(7, "a", 10).ready();
        run.reset(90);
        run.assets.values().forEach(LabAsset::resetDone);
        assertThat(run.machine.status().totals()).isEqualTo(new HubStatus.Totals(1, 1, false, 0));
        assertThat(run.machine.status().assets()).extracting(AssetStatus::restarts).containsExactly(1L, 0L);
    }

    @Test
    void aSuccessorGoesOnCounting() {
        holdByA();
        lab.close(lab.assets.get("a").connection);
        lab.join(7, "a", 0).ready();
        assertHeldAndCounted();
    }

    /** A child of its process, of which the hub knows nothing, may still write those from before. */
    @Test
    void anAssetThatIsGivenOtherClocksGoesOnCounting() {
        final LabAsset a = lab.enter(7, lab.ask(7, Request.Join.of(nextId++, "a").process(480, 0)));
        a.ready();
        holdBy(a);
        lab.on(new HubCommand.ProcessEnded(480, HubLab.START_TIME));
        assertHeldAndCounted();
        final Reply.AssetCounters others = lab.join(8, "a", 0).clocks;
        assertThat(others.retainCounter()).isNotEqualTo(a.clocks.retainCounter());
        assertHeldAndCounted();
    }

    @Test
    void anAssetThatHasComeBackIsShownOnce() {
        final HubLab run = Plan.of(10, 20).endsWhenAllLeft().open();
        run.member("stays", 10);
        run.member("back", 10).leave();
        run.member("back", 10);
        assertThat(run.machine.status().assets()).extracting(AssetStatus::name).containsExactly("stays", "back");
    }

    @Test
    void anAssetThatLeavesAndJoinsAgainGoesOnCounting() {
        holdByA();
        lab.assets.get("a").leave();
        assertThat(asset("a")).isNull();
        lab.member("a", 0);
        assertHeldAndCounted();
    }

    @Test
    void aResetCountsFromZeroAndKeepsWhatWasBefore() {
        holdByA();
        lab.machine.doWork();
        final HubStatus before = lab.machine.status();
        lab.reset(90);
        lab.assets.values().forEach(LabAsset::resetDone);
        final HubStatus after = lab.machine.status();
        assertThat(after.coreProgress()).isZero();
        assertThat(after.coreRetain()).isZero();
        assertThat(after.wallNs()).isZero();
        assertThat(after.earlier())
            .isEqualTo(new HubStatus.Earlier(before.coreProgress(), before.coreRetain(), before.wallNs()));
        assertThat(before.coreProgress()).isPositive();
        assertThat(before.wallNs()).isPositive();
        final AssetStatus a = asset("a");
        assertThat(a.blockedCoreNs()).isZero();
        assertThat(a.progress()).isZero();
        assertThat(a.retain()).isZero();
        assertThat(a.earlier().progress()).isEqualTo(2);
        assertThat(a.earlier().retain()).isEqualTo(5);
        assertThat(a.earlier().heldNs()).containsEntry(HoldReason.COMPUTING, 700L * MS);
        assertThat(a.busyNs()).as("its process counts on").isEqualTo(30);
        List.copyOf(lab.assets.values()).forEach(LabAsset::leave);
        lab.member("a", 0);
        assertThat(asset("a").earlier()).isEqualTo(a.earlier());
    }

    @Test
    void anAssetThatLeftBeforeAResetIsNotOfTheRunThatFollows() {
        final HubLab run = Plan.of(10, 20).endsWhenAllLeft().open();
        final LabAsset gone = run.member("gone", 10);
        run.member("stays", 10);
        run.machine.doWork();
        gone.step();
        gone.leave();
        assertThat(run.machine.status().assets()).extracting(AssetStatus::name).contains("gone");
        run.reset(90);
        run.assets.get("stays").resetDone();
        assertThat(run.machine.status().assets()).extracting(AssetStatus::name).containsExactly("stays");
    }

    @Test
    void ofNamesOutsideTheConfigurationTheOldestAreForgotten() {
        final HubLab open = Plan.of(10, 20).asset("known", 10).open();
        final int many = 1_100;
        open.member("known", 0);
        for (int i = 0; i < many; i++) {
            final LabAsset passing = open.member("passing" + i, 10);
            report(open, passing, 7, List.of(List.of(3L, 1L)));
            passing.leave();
        }
        assertThat(busyNsOfNew(open, "passing" + (many - 1))).as("newest").isEqualTo(7);
        assertThat(busyNsOfNew(open, "passing0")).as("oldest").isZero();
    }

    @Test
    void oneThatHasComeBackIsNoneOfThem() {
        final HubLab open = Plan.of(10, 20).asset("known", 10).open();
        open.member("known", 0);
        final LabAsset back = open.member("back", 10);
        report(open, back, 7, List.of(List.of(3L, 1L)));
        back.leave();
        final LabAsset again = open.member("back", 10);
        for (int i = 0; i < 1_100; i++) {
            open.member("passing" + i, 10).leave();
        }
        again.leave();
        assertThat(busyNsOfNew(open, "back")).isEqualTo(7);
    }

    private long busyNsOfNew(final HubLab in, final String name) {
        in.member(name, 10);
        return in.machine.status().assets().stream().filter(each -> each.name().equals(name)).findFirst()
            .orElseThrow().busyNs();
    }

    /** Losses, returns of all kinds, leaves, resets and steps in any order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void noTotalEverFalls(final long seed) {
        final Random random = new Random(seed);
        lab.member("a", 0);
        lab.member("b", 0);
        final Map<String, long[]> totals = new HashMap<>();
        final Map<String, long[]> reports = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            final String name = random.nextInt(3) > 0 ? "a" : "b";
            final LabAsset asset = lab.assets.get(name);
            lab.nowNs += random.nextInt(100);
            switch (random.nextInt(12)) {
                case 0 -> goneOrBack(name, asset, random, 100 + i);
                case 1 -> {
                    lab.reset(90);
                    lab.assets.values().forEach(LabAsset::resetDone);
                }
                case 2 -> {
                    if (asset != null) {
                        final long[] report = reports.computeIfAbsent(name + asset.connection, key -> new long[2]);
                        report[0] += random.nextInt(9);
                        report[1] += 1;
                        report(asset, report[0], List.of(List.of((long) i % 63, report[1])));
                    }
                }
                case 3 -> {
                    if (asset != null) {
                        lab.counters.setCounterValue(asset.clocks.retainCounter(),
                            lab.counters.getCounterValue(asset.clocks.retainCounter()) + 1);
                    }
                }
                case 4, 5, 6, 7 -> lab.machine.doWork();
                default -> {
                    if (asset != null) {
                        asset.step();
                    }
                }
            }
            assertNoneFell(totals);
        }
        assertThat(totals.values()).hasSize(3).allSatisfy(each -> assertThat(each).doesNotContain(0));
    }

    private void goneOrBack(final String name, final LabAsset asset, final Random random, final int connection) {
        if (asset == null && random.nextBoolean()) {
            lab.join(connection, name, 0).ready();
        } else if (asset == null) {
            joinAtCoreTime(connection, name);
        } else if (name.equals("a") && random.nextBoolean()) {
            lab.close(asset.connection);
        } else {
            asset.leave();
        }
    }

    private void assertNoneFell(final Map<String, long[]> totals) {
        final HubStatus status = lab.machine.status();
        final HubStatus.Earlier earlier = status.earlier();
        assertNoneFell(totals, "the core", status.coreProgress() + earlier.coreProgress(),
            status.coreRetain() + earlier.coreRetain(), status.wallNs() + earlier.wallNs());
        for (final AssetStatus each : status.assets()) {
            assertNoneFell(totals, each.name(), each.progress() + each.earlier().progress(),
                each.retain() + each.earlier().retain(), each.blockedCoreNs() + each.earlier().heldNs().values()
                    .stream().mapToLong(ns -> ns).sum(), each.busyNs(),
                each.steps().stream().mapToLong(pair -> pair.get(1)).sum());
        }
    }

    private static void assertNoneFell(final Map<String, long[]> totals, final String of, final long... now) {
        final long[] before = totals.put(of, now);
        for (int i = 0; before != null && i < now.length; i++) {
            assertThat(now[i]).as("number %d of %s", i, of).isGreaterThanOrEqualTo(before[i]);
        }
    }
}
