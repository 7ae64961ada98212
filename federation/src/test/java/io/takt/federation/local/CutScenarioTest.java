package io.takt.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.ParentLink;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.message.MessageFolder;
import io.takt.shm.ring.RingLayout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A scenario that is cut into hubs has the same digests as on one. */
@Timeout(120)
class CutScenarioTest {
    private static final long UNTIL_NS = 600_000_000L;

    @TempDir
    private Path folder;

    private Map<String, String> digests(final Map<String, String> cut) throws Exception {
        final CutScenario scenario = CutScenario.usual();
        try (CutScenario.Run run = scenario.start(folder, cut, UNTIL_NS)) {
            return run.digests();
        }
    }

    @Test
    void digestsAreEqualHoweverAScenarioIsCut() throws Exception {
        final Map<String, String> whole = digests(Map.of("a", "", "b", "", "c", "", "d", ""));
        assertThat(whole.values()).noneMatch(digest -> digest.endsWith("0000000000000000"));
        assertThat(digests(Map.of("a", "", "b", "s", "c", "", "d", ""))).as("one below").isEqualTo(whole);
        assertThat(digests(Map.of("a", "s", "b", "tt", "c", "", "d", "s"))).as("two below").isEqualTo(whole);
        assertThat(digests(Map.of("a", "s/g", "b", "tt", "c", "", "d", "s"))).as("three levels").isEqualTo(whole);
        assertThat(digests(Map.of("a", "s", "b", "tt", "c", "uuu", "d", "s/g"))).as("five hubs").isEqualTo(whole);
    }

    @Test
    void afterAResetOfTheTreeDigestsAreThoseOfARunWithoutOne() throws Exception {
        final Map<String, String> cut = Map.of("a", "s/g", "b", "tt", "c", "", "d", "s");
        final Map<String, String> whole = digests(Map.of("a", "", "b", "", "c", "", "d", ""));
        final CutScenario scenario = CutScenario.usual();
        final CountDownLatch isUnderWay = new CountDownLatch(1);
        final CountDownLatch isAsked = new CountDownLatch(1);
        scenario.program("d", scenario.new Speaker("d") {
            @Override
            public void step(final long fromNs, final long toNs) {
                super.step(fromNs, toNs);
                if (fromNs == UNTIL_NS / 2) {
                    isUnderWay.countDown();
                    await(isAsked);
                }
            }
        });
        try (CutScenario.Run run = scenario.start(folder, cut, UNTIL_NS)) {
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

    /** As by a program that writes where it may not: what follows cannot be read, so neither hub goes on. */
    @Test
    void aLogThatIsDamagedEndsBothRunsWithALine() throws Exception {
        final CutScenario scenario = CutScenario.usual();
        final CompletableFuture<Path> log = new CompletableFuture<>();
        scenario.program("a", scenario.new Speaker("a") {
            @Override
            public void step(final long fromNs, final long toNs) {
                super.step(fromNs, toNs);
                if (fromNs == UNTIL_NS / 2) {
                    damage(log.join());
                }
            }
        });
        try (CutScenario.Run run = scenario.start(folder, Map.of("a", "s", "b", "", "c", "", "d", ""), UNTIL_NS)) {
            final Path directory = run.hubs.get("s").cncFile().getParent();
            log.complete(Path.of(
                new MessageFolder(HubDirectory.of(directory.getFileName().toString())).logName("a")));
            endsBothRuns(run, "channels do not cross: the log of asset 'a' (" + log.join() + ") is damaged at");
        }
    }

    /**
     * The two ends are to meet there, and cannot; neither hub would have heard any more of the other's assets. Before
     * the run has begun the parent would wait for that child, as for each asset, so it is to find out after.
     */
    @Test
    void aMirrorThatCannotBeOpenedEndsBothRunsWithALine() throws Exception {
        final CompletableFuture<Runnable> crosses = new CompletableFuture<>();
        final CutScenario.Ties ties = (hub, parent, terms) -> withoutEndsOfMirrors(
            CutScenario.Ties.LOCAL.tie(hub, parent, terms), crosses);
        try (CutScenario.Run run = CutScenario.usual().start(folder, Map.of("a", "s", "b", "", "c", "", "d", ""),
            UNTIL_NS, ties)) {
            while (run.root().status().state() != HubState.RUNNING) {
                assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
                Thread.yield();
            }
            crosses.get().run();
            endsBothRuns(run, "channels do not cross: the two ends of a link name other senders");
        }
    }

    private static void endsBothRuns(final CutScenario.Run run, final String damage) throws Exception {
        final HubStatus ofSite = run.hubs.get("s").ended().get();
        assertThat(ofSite.end()).as(ofSite.reason()).isEqualTo(End.PARENT_FAILED);
        // Its own link says so, or its parent, which has heard of it: one of them comes first.
        assertThat(ofSite.reason()).contains(damage).doesNotContain("\n");
        final HubStatus ofRoot = run.root().ended().get();
        assertThat(ofRoot.end()).as(ofRoot.reason()).isEqualTo(End.ASSET_LOST);
        assertThat(ofRoot.reason()).startsWith("asset 's' was lost").contains(damage);
    }

    /** Its mirrors are opened, without their ends, when that is run. */
    private static ParentLink withoutEndsOfMirrors(final ParentLink link, final CompletableFuture<Runnable> crosses) {
        return (ParentLink) Proxy.newProxyInstance(ParentLink.class.getClassLoader(), new Class<?>[] {ParentLink.class},
            (proxy, method, arguments) -> arguments != null && arguments[0] instanceof ToParent.Cross cross
                ? crosses.complete(() -> link.tell(new ToParent.Cross(cross.up(), List.of())))
                : method.invoke(link, arguments));
    }

    /** Of what is to be published next. */
    private static void damage(final Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.seek(RingLayout.TAIL_OFFSET);
            final long tail = Long.reverseBytes(file.readLong());
            file.seek(RingLayout.CAPACITY_OFFSET);
            file.seek(RingLayout.RING_OFFSET + (tail & Long.reverseBytes(file.readLong()) - 1));
            file.writeInt(0x07070707);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void moreThanAnyLogTakesCrossesWholly() throws Exception {
        final Map<String, String> whole = flood(Map.of("a", "", "b", "", "c", ""));
        assertThat(flood(Map.of("a", "s", "b", "tt", "c", ""))).isEqualTo(whole);
        assertThat(flood(Map.of("a", "s/g", "b", "s", "c", "tt"))).isEqualTo(whole);
    }

    private Map<String, String> flood(final Map<String, String> cut) throws Exception {
        final CutScenario scenario = new CutScenario().asset("a", 10).asset("b", 20).asset("c", 10)
            .channel("x", "a", 60_000, Map.of("b", ", \"delay\": \"80ms\"", "c", ""))
            .channel("y", "b", 60_000, Map.of("a", ", \"delay\": \"70ms\"", "c", ", \"delivery\": \"latest\""));
        try (CutScenario.Run run = scenario.start(folder, cut, UNTIL_NS)) {
            return run.digests();
        }
    }
}
