package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.JoinedAsset;
import io.takt.asset.OnHubLost;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.LiveProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Assets whose hub dies, and which attach to the one that comes back. */
@Timeout(60)
class AttachTest {
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    @TempDir
    private Path folder;
    private HubDirectory directory;
    private FakeHub hub;
    private HubConnection connection;
    private Thread thread;

    @BeforeEach
    void open() throws IOException {
        directory = new HubDirectory(folder, "h");
        hub = new FakeHub(directory);
        connection = ShmHubConnection.connect(directory);
    }

    @AfterEach
    void close() throws InterruptedException {
        connection.close();
        if (thread != null) {
            thread.join();
        }
        hub.close();
    }

    static AssetSpec spec(final String name) {
        return AssetSpec.named(name).stepNs(10).onHubLost(OnHubLost.ATTACH);
    }

    private void nextHub() throws IOException {
        hub.close();
        hub = new FakeHub(directory);
    }

    /** Polls, as its thread would, until there is another turn than this. */
    static Turn turnOtherThan(final Turn not, final PolledAsset asset) {
        final AtomicReference<Turn> turn = new AtomicReference<>();
        FakeHub.awaitThat(() -> {
            turn.set(asset.poll());
            return turn.get() != not;
        });
        return turn.get();
    }

    private void pollUntil(final PolledAsset asset, final BooleanSupplier condition) {
        FakeHub.awaitThat(() -> {
            assertThat(asset.poll()).isEqualTo(Turn.WAIT);
            return condition.getAsBoolean();
        });
    }

    private void step(final PolledAsset asset, final long toNs) {
        assertThat(turnOtherThan(Turn.WAIT, asset)).isEqualTo(Turn.STEP);
        assertThat(asset.nextNs()).isEqualTo(toNs);
        asset.commit();
    }

    private void drive() {
        thread = new Thread(() -> {
            try {
                connection.run();
            } catch (final InterruptedException | RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.start();
    }

    /** Of the counters that are Takt's, as a process finds them that had mapped the file before the hub's death. */
    private static List<Long> values(final FakeHub of) {
        final List<Long> values = new ArrayList<>();
        of.file().counters().forEach((final int id, final int typeId, final DirectBuffer key, final String label) -> {
            if (typeId >= 7_001 && typeId <= 7_007) {
                values.add(of.file().counters().getCounterValue(id));
            }
        });
        assertThat(values).isNotEmpty();
        return values;
    }

    @Test
    void attachesWithItsTimeItsProcessAndADoorbellOfTheNewHubAndGoesOn() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        // No further: until it hears of the hub's death, the asset looks there.
        hub.coreTo(10);
        step(asset, 10);
        final FakeHub first = hub;
        nextHub();
        pollUntil(asset, () -> hub.heard(Request.Join.class).size() == 1);
        final List<Long> before = values(first);
        hub.coreTo(20);
        step(asset, 20);
        assertThat(asset.poll()).isEqualTo(Turn.WAIT);
        final Request.Join join = hub.join(0);
        assertThat(join.asset()).isEqualTo("p");
        assertThat(join.timeNs()).isEqualTo(10);
        assertThat(join.stepNs()).isEqualTo(10);
        assertThat(join.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(join.startTime()).isEqualTo(LiveProcesses.startTime(join.pid()));
        assertThat(hub.doorbells).containsExactly(join.doorbell());
        assertThat(hub.timeOf("p")).isEqualTo(20);
        FakeHub.awaitThat(() -> hub.heard(Request.Ready.class).size() == 1);
        assertThat(values(first)).as("the dead hub's").isEqualTo(before);
    }

    @Test
    void tellsHowLongStepsTakeWhenAsked() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        connection.join(spec("q"));
        // No further: until it hears of the hub's death, p looks there.
        hub.coreTo(10);
        assertThat(report(0)).as("none was timed before the first request")
            .extracting(Request.StepReport::asset, Request.StepReport::busyNs, Request.StepReport::steps)
            .containsExactlyInAnyOrder(tuple("p", 0L, List.of()), tuple("q", 0L, List.of()));
        step(asset, 10);
        assertOneStepWasTimed(report(1));
        nextHub();
        pollUntil(asset, () -> hub.heard(Request.Join.class).stream().anyMatch(join -> join.asset().equals("p")));
        assertOneStepWasTimed(report(0));
    }

    @Test
    void anAssetThatIsRefusedAfterAllLeavesAndSaysWhy() {
        final PolledAsset asset = connection.join(spec("p"));
        hub.tell(new Event.Refused("q", "BAD_CHANNEL", "of another connection"));
        hub.tell(new Event.Refused("p", "BAD_CHANNEL", "it receives nothing"));
        assertThatExceptionOfType(HubLostException.class)
            .isThrownBy(() -> pollUntil(asset, () -> false))
            .withMessageEndingWith("refuses asset 'p': it receives nothing");
        FakeHub.awaitThat(() -> hub.heard(Request.Leave.class).size() == 1);
        assertThat(hub.heard(Request.Leave.class).get(0).asset()).isEqualTo("p");
    }

    /** Asks, and gives the answer to what the hub has asked for so often before. */
    private List<Request.StepReport> report(final int before) {
        hub.tell(new Event.Report());
        FakeHub.awaitThat(() -> hub.heard(Request.Report.class).size() > before);
        return hub.heard(Request.Report.class).get(before).assets();
    }

    private static void assertOneStepWasTimed(final List<Request.StepReport> reports) {
        final Request.StepReport p =
            reports.stream().filter(each -> each.asset().equals("p")).findFirst().orElseThrow();
        assertThat(p.steps()).hasSize(1);
        final long bucket = p.steps().get(0).get(0);
        assertThat(p.steps().get(0).get(1)).isEqualTo(1);
        assertThat(p.busyNs()).isBetween(bucket == 0 ? 0 : 1L << bucket, (2L << bucket) - 1);
        assertThat(reports).filteredOn(each -> each.asset().equals("q")).allMatch(each -> each.steps().isEmpty());
    }

    @Test
    void sleepsAtTheNewHubAndIsWokenByIt() throws IOException, InterruptedException {
        final PolledAsset asset = connection.join(spec("p"));
        hub.coreTo(10);
        step(asset, 10);
        thread = new Thread(() -> {
            try {
                log.add(asset.await().toString());
            } catch (final InterruptedException | RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.start();
        FakeHub.awaitThat(hub::isAnyThreadAsleep);
        nextHub();
        FakeHub.awaitThat(hub::isAnyThreadAsleep);
        hub.coreTo(20);
        thread.join();
        assertThat(log).containsExactly("STEP");
    }

    @Test
    void anAssetThatWasNotReadyBeforeBecomesSo() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        nextHub();
        // A 'ready' that comes before the join is for no asset; it is said again after it.
        pollUntil(asset, () -> !hub.heard(Request.Join.class).isEmpty()
            && hub.heard.get(hub.heard.size() - 1) instanceof Request.Ready);
        assertThat(hub.join(0).timeNs()).isZero();
    }

    @Test
    void aStepUnderWayIsFinishedBeforeItAttaches() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        hub.coreTo(20);
        assertThat(turnOtherThan(Turn.WAIT, asset)).isEqualTo(Turn.STEP);
        final FakeHub first = hub;
        nextHub();
        final PolledAsset other = connectionJoin("q");
        for (int i = 0; i < 100; i++) {
            assertThat(asset.poll()).isEqualTo(Turn.STEP);
        }
        assertThat(hub.heard(Request.Join.class)).extracting(Request.Join::asset).containsExactly("q");
        final List<Long> before = values(first);
        asset.commit();
        pollUntil(asset, () -> hub.heard(Request.Join.class).size() == 2);
        assertThat(hub.join(1).timeNs()).isEqualTo(10);
        assertThat(values(first)).isEqualTo(before);
        hub.coreTo(20);
        step(asset, 20);
        assertThat(other.timeNs()).isZero();
    }

    /** Joins the hub that has come back, as soon as the connection has found it. */
    private PolledAsset connectionJoin(final String name) {
        final AtomicReference<PolledAsset> joined = new AtomicReference<>();
        FakeHub.awaitThat(() -> {
            try {
                joined.set(connection.join(spec(name)));
                return true;
            } catch (final HubLostException e) {
                return false;
            }
        });
        return joined.get();
    }

    /** Each end of a hub rings at the step's thread, which still has its doorbell at the first of them. */
    @Test
    void hubsMayComeAndGoDuringOneLongStep() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        hub.coreTo(20);
        assertThat(turnOtherThan(Turn.WAIT, asset)).isEqualTo(Turn.STEP);
        for (int i = 0; i < 4; i++) {
            nextHub();
            connectionJoin("q" + i).close();
        }
        asset.commit();
        pollUntil(asset, () -> hub.heard(Request.Join.class).size() == 2);
        assertThat(hub.join(1).timeNs()).isEqualTo(10);
        hub.coreTo(20);
        step(asset, 20);
    }

    @Test
    void aHubThatDiesBeforeItAnswersIsFollowedByAnother() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        hub.coreTo(10);
        step(asset, 10);
        nextHub();
        hub.silent = true;
        pollUntil(asset, () -> hub.heard(Request.Doorbell.class).size() == 1);
        nextHub();
        hub.coreTo(20);
        step(asset, 20);
        assertThat(hub.join(0).timeNs()).isEqualTo(10);
        assertThat(hub.heard(Request.Join.class)).hasSize(1);
    }

    @Test
    void aRefusalHasTheHubsWords() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        hub.close();
        hub = new FakeHub(directory);
        hub.refusal = "this hub has not taken over";
        assertThatExceptionOfType(HubLostException.class).isThrownBy(() -> turnOtherThan(Turn.WAIT, asset))
            .withMessage("hub 'h' was gone, and the one that came back refuses asset 'p': this hub has not taken over");
        assertThatExceptionOfType(HubLostException.class).isThrownBy(asset::poll);
    }

    @Test
    void aHubWithoutRoomForADoorbellIsTold() throws IOException {
        final PolledAsset asset = connection.join(spec("p"));
        hub.close();
        hub = new FakeHub(directory, false);
        assertThatExceptionOfType(HubLostException.class).isThrownBy(() -> turnOtherThan(Turn.WAIT, asset))
            .withMessage("hub 'h' gives no doorbell: the file is full");
    }

    @Test
    void oneExitsAndTheOtherAttaches() throws IOException {
        final PolledAsset exits = connection.join(spec("e").onHubLost(OnHubLost.EXIT));
        final PolledAsset attaches = connection.join(spec("p"));
        nextHub();
        assertThatExceptionOfType(HubLostException.class).isThrownBy(() -> turnOtherThan(Turn.WAIT, exits))
            .withMessageContaining("hub 'h' is gone");
        hub.coreTo(10);
        step(attaches, 10);
        assertThat(hub.heard(Request.Join.class)).extracting(Request.Join::asset).containsExactly("p");
    }

    @Test
    void callbackAssetsGoOnAtTheNewHub() throws IOException, InterruptedException {
        final JoinedAsset a = connection.join(spec("a"), (fromNs, toNs) -> log.add("a " + toNs));
        connection.join(spec("b").stepNs(5), (fromNs, toNs) -> log.add("b " + toNs));
        drive();
        hub.coreTo(10);
        FakeHub.awaitThat(() -> hub.timeOf("a") == 10 && hub.timeOf("b") == 10);
        nextHub();
        final Request.Join one = hub.join(0);
        final Request.Join two = hub.join(1);
        assertThat(two.doorbell()).as("they share a thread").isEqualTo(one.doorbell());
        hub.coreTo(20);
        FakeHub.awaitThat(() -> hub.timeOf("a") == 20 && hub.timeOf("b") == 20);
        assertThat(a.timeNs()).isEqualTo(20);
        assertThat(log).containsExactlyInAnyOrder("a 10", "b 5", "b 10", "a 20", "b 15", "b 20");
        hub.stop();
        thread.join();
        assertThat(thrown.get()).isNull();
    }

    @Test
    void callbackAssetsOfBothKindsInOneRun() throws IOException, InterruptedException {
        connection.join(spec("e").onHubLost(OnHubLost.EXIT), (fromNs, toNs) -> log.add("e"));
        connection.join(spec("p"), (fromNs, toNs) -> log.add("p " + toNs));
        drive();
        FakeHub.awaitThat(() -> hub.heard(Request.Ready.class).size() == 2);
        nextHub();
        thread.join();
        assertThat(thrown.get()).as("for the one that does not attach").isInstanceOf(HubLostException.class);
        drive();
        assertThat(hub.join(0).asset()).isEqualTo("p");
        hub.coreTo(10);
        FakeHub.awaitThat(() -> hub.timeOf("p") == 10);
        hub.stop();
        thread.join();
        assertThat(log).containsExactly("p 10");
    }

    /** Its thread was given its doorbell by the hub that is dead. */
    @Test
    void aCallbackAssetThatJoinsTheNewHubHasADoorbellThere() throws IOException {
        final JoinedAsset first = connection.join(spec("a"), (fromNs, toNs) -> log.add("a"));
        final PolledAsset keeps = connection.join(spec("p"));
        first.leave();
        nextHub();
        pollUntil(keeps, () -> hub.heard(Request.Join.class).size() == 1);
        connection.join(spec("b"), (fromNs, toNs) -> log.add("b " + toNs));
        final int doorbell = hub.join(1).doorbell();
        assertThat(hub.doorbells).hasSize(2).contains(doorbell);
        assertThat(doorbell).isNotEqualTo(hub.join(0).doorbell());
        drive();
        FakeHub.awaitThat(hub::isAnyThreadAsleep);
        hub.coreTo(10);
        FakeHub.awaitThat(() -> hub.timeOf("b") == 10);
    }

    @Test
    void aConnectionThatIsClosedMeanwhileSeeksNoHub() throws IOException, InterruptedException {
        final PolledAsset asset = connection.join(spec("p"));
        hub.close();
        FakeHub.awaitThat(() -> attachers() == 1);
        connection.close();
        assertThat(asset.poll()).isEqualTo(Turn.STOP);
        hub = new FakeHub(directory);
        FakeHub.awaitThat(() -> attachers() == 0);
        assertThat(hub.heard).isEmpty();
    }

    private long attachers() {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().equals("takt-attach-h"))
            .count();
    }

    /** Otherwise the hub would wait for ever for an asset that is not driven. */
    @Test
    void anAssetThatLeavesWhileItAttachesDoesNotJoinAfterThat() throws IOException {
        final List<PolledAsset> assets = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            assets.add(connection.join(spec("p" + i)));
        }
        final PolledAsset keeps = connection.join(spec("keeps"));
        nextHub();
        pollUntil(keeps, () -> hub.heard(Request.Join.class).size() == 1);
        for (final PolledAsset asset : assets) {
            final int joins = hub.heard(Request.Join.class).size();
            asset.poll();
            FakeHub.awaitThat(() -> hub.heard(Request.Join.class).size() > joins || Math.random() < 0.02);
            asset.leave();
        }
        connection.join(spec("last"));
        for (int i = 0; i < assets.size(); i++) {
            final String name = "p" + i;
            final int joined = indexOfLast(request -> request instanceof Request.Join join
                && name.equals(join.asset()));
            final int left = indexOfLast(request -> request instanceof Request.Leave leave
                && name.equals(leave.asset()));
            assertThat(left).as(name).isGreaterThan(joined);
        }
    }

    private int indexOfLast(final Predicate<Request> wanted) {
        int last = -1;
        for (int i = 0; i < hub.heard.size(); i++) {
            last = wanted.test(hub.heard.get(i)) ? i : last;
        }
        return last;
    }

    @Test
    void assetsThatComeAndGoUseTheSameDoorbell() {
        for (int i = 0; i < 20; i++) {
            final PolledAsset asset = connection.join(spec("a" + i));
            pollUntil(asset, () -> true);
            asset.leave();
            assertThat(asset.poll()).isEqualTo(Turn.STOP);
        }
        assertThat(hub.doorbells).hasSize(1);
        try (PolledAsset one = connection.join(spec("one")); PolledAsset other = connection.join(spec("other"))) {
            assertThat(hub.doorbells).hasSize(2);
            assertThat(List.of(one.name(), other.name())).containsExactly("one", "other");
        }
    }

    @Test
    void refusedJoinsUseTheSameDoorbell() {
        hub.refusal = "not now";
        for (int i = 0; i < 20; i++) {
            assertThatExceptionOfType(JoinRefusedException.class).isThrownBy(() -> connection.join(spec("a")));
        }
        assertThat(hub.doorbells).hasSize(1);
    }

    @Test
    void aConnectionWhoseThreadIsOverMayBeClosedByAnother() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            final PolledAsset asset = connection.join(spec("a" + i));
            thread = new Thread(() -> {
                try {
                    asset.await(Duration.ofMillis(5));
                } catch (final InterruptedException e) {
                    thrown.set(e);
                }
            });
            thread.start();
            thread.join();
            asset.close();
        }
        assertThat(thrown.get()).isNull();
        assertThat(hub.doorbells).hasSize(1);
    }

    @Test
    void anAssetClosedByAnotherThreadGivesItsDoorbellBackWhenItHasNoticed() throws InterruptedException {
        final PolledAsset asset = connection.join(spec("a"));
        final AtomicReference<Turn> turn = new AtomicReference<>();
        thread = new Thread(() -> {
            try {
                turn.set(asset.await());
            } catch (final InterruptedException | RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.start();
        FakeHub.awaitThat(hub::isAnyThreadAsleep);
        asset.close();
        thread.join();
        assertThat(thrown.get()).isNull();
        assertThat(turn.get()).isEqualTo(Turn.STOP);
        connection.join(spec("b")).close();
        assertThat(hub.doorbells).hasSize(1);
    }
}
