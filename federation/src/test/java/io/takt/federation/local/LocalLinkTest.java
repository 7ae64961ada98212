package io.takt.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.RunEnd;
import io.takt.asset.Takt;
import io.takt.federation.OwnHub;
import io.takt.federation.place.PlaceInParent;
import io.takt.federation.place.PlaceTerms;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.control.ControlServer;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two hubs in this JVM, each with an asset, tied to each other as two processes would be. */
@Timeout(60)
class LocalLinkTest {
    private static final String ROOT = OwnHub.named("root");
    private static final String SITE = OwnHub.named("site");

    /** No other test leaves memory of a hub with this name. */
    private static final String MOVES = OwnHub.named("moves");
    private static final String FULL = OwnHub.named("full");
    private static final String ALONE =
        "{\"hub\": \"" + MOVES + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"40ms\"}";

    @TempDir
    private Path folder;

    @Test
    void aChildGoesWithItsParentAndBothEndAtTheSameTimesInEveryRun() throws Exception {
        run(Report.CORE);
        run(Report.SLOWEST);
    }

    private void run(final Report report) throws Exception {
        try (HubDaemon root = start("{\"hub\": \"" + ROOT + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"40ms\","
            + " \"assets\": [{\"name\": \"x\", \"step\": \"10ms\"}, {\"name\": \"" + SITE + "\", \"step\": \"4ms\"}]}",
            1_000_000_000L, null);
            HubDaemon site = start("{\"hub\": \"" + SITE + "\", \"coreStep\": \"4ms\", \"maxDelay\": \"20ms\","
                + " \"assets\": [{\"name\": \"y\", \"step\": \"3ms\"}]}", Long.MAX_VALUE,
                new LocalLink(HubDirectory.of(ROOT),
                    new PlaceTerms(SITE, SITE, 4_000_000, 20_000_000, report, null, Long.MAX_VALUE)));
            HubConnection below = Takt.connect(SITE);
            HubConnection above = Takt.connect(ROOT)) {
            below.join(AssetSpec.named("y"), new Idle());
            above.join(AssetSpec.named("x"), new Idle());
            final CompletableFuture<RunEnd> belowEnds = CompletableFuture.supplyAsync(() -> run(below),
                task -> new Thread(task, "below").start());
            run(above);
            belowEnds.get();
            final HubStatus ofRoot = root.ended().get();
            final HubStatus ofSite = site.ended().get();
            assertThat(ofRoot.end()).as(ofRoot.reason()).isEqualTo(End.REACHED);
            assertThat(ofSite.end()).as(ofSite.reason()).isEqualTo(End.WITH_PARENT);
            assertThat(ofRoot.coreTimeNs()).isEqualTo(1_000_000_000L);
            assertThat(ofSite.coreTimeNs()).isEqualTo(1_000_000_000L);
            assertThat(ofSite.assets().get(0).timeNs()).as("the last multiple of 3 ms").isEqualTo(999_000_000L);
        }
    }

    @Test
    void aProgramMayJoinAllAssetsOfAChildOneAfterTheOther() throws Exception {
        try (HubDaemon root = start("{\"hub\": \"" + ROOT + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"40ms\","
            + " \"assets\": [{\"name\": \"" + SITE + "\", \"step\": \"4ms\"}]}", 1_000_000_000L, null);
            HubDaemon site = start("{\"hub\": \"" + SITE + "\", \"coreStep\": \"4ms\", \"maxDelay\": \"20ms\","
                + " \"assets\": [{\"name\": \"y\", \"step\": \"3ms\"}, {\"name\": \"z\", \"step\": \"2ms\"}]}",
                Long.MAX_VALUE, new LocalLink(HubDirectory.of(ROOT),
                    new PlaceTerms(SITE, SITE, 4_000_000, 20_000_000, Report.CORE, null, Long.MAX_VALUE)));
            HubConnection below = Takt.connect(SITE)) {
            below.join(AssetSpec.named("y"), new Idle());
            assertThat(site.status().assets()).anyMatch(asset -> "y".equals(asset.name()) && asset.timeNs() == 0);
            below.join(AssetSpec.named("z"), new Idle());
            run(below);
            final HubStatus ofSite = site.ended().get();
            assertThat(root.ended().get().end()).isEqualTo(End.REACHED);
            assertThat(ofSite.assets()).extracting(asset -> asset.timeNs()).containsExactly(999_000_000L,
                1_000_000_000L);
        }
    }

    @Test
    void aParentWithoutRoomForADoorbellSaysSoInItsOwnWords() throws Exception {
        final CompletableFuture<ControlServer> started = new CompletableFuture<>();
        final BlockingQueue<ParentNews> news = new LinkedBlockingQueue<>();
        final ParentLink link = new LocalLink(HubDirectory.of(FULL),
            new PlaceTerms(SITE, SITE, 4_000_000, 20_000_000, Report.CORE, null, Long.MAX_VALUE));
        HubDirectory.of(FULL).prepareBase();
        Files.createDirectory(HubDirectory.of(FULL).path());
        try (ControlServer server = ControlServer.start(HubDirectory.of(FULL), new Full(started))) {
            started.complete(server);
            link.open(news::add, () -> { });
            link.tell(new ToParent.Join(null));
            assertThat(news.take()).isEqualTo(new ParentNews.Refused("the file is full"));
        } finally {
            link.close();
            Files.deleteIfExists(HubDirectory.of(FULL).socket());
            Files.delete(HubDirectory.of(FULL).path());
        }
    }

    /** A thread that died without a word would leave its hub to wait. */
    @Test
    void aThreadThatCannotGoOnSaysWhy() throws Exception {
        assertThat(endOfALinkThatFailsAt(ParentNews.GivenUp.class))
            .isEqualTo("the link to its parent is broken: java.lang.StackOverflowError: of a test");
        try (HubDaemon root = start("{\"hub\": \"" + ROOT + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"40ms\","
            + " \"assets\": [{\"name\": \"" + SITE + "\", \"step\": \"4ms\"}]}", Long.MAX_VALUE, null)) {
            assertThat(endOfALinkThatFailsAt(ParentNews.Joined.class))
                .startsWith("the link to its parent is broken: ").contains("StackOverflowError: of a test");
            root.stop("all is seen");
        }
    }

    private static String endOfALinkThatFailsAt(final Class<? extends ParentNews> kind) throws InterruptedException {
        final BlockingQueue<ParentNews> news = new LinkedBlockingQueue<>();
        final ParentLink link = new LocalLink(HubDirectory.of(ROOT),
            new PlaceTerms(SITE, SITE, 4_000_000, 20_000_000, Report.CORE, null, 0));
        try {
            link.open(told -> {
                if (kind.isInstance(told)) {
                    throw new StackOverflowError("of a test");
                }
                news.add(told);
            }, () -> { });
            link.tell(new ToParent.Join(null));
            ParentNews next = news.take();
            while (!(next instanceof ParentNews.Broken)) {
                next = news.take();
            }
            return ((ParentNews.Broken) next).why();
        } finally {
            link.close();
        }
    }

    /** A hub that has no room for anything. */
    private record Full(CompletableFuture<ControlServer> server) implements ControlServer.Handler {
        @Override
        public void onRequest(final int connection, final Request request) {
            server.join().send(connection, Reply.refused(request.id(), "the file is full"));
        }

        @Override
        public void onMalformed(final int connection, final long id, final String error) {
            throw new IllegalStateException(error);
        }

        @Override
        public void onClosed(final int connection) {
            // It has given nothing.
        }

        @Override
        public void onFailed(final Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    /** The memory of a parent that is gone is given back when nothing here touches it any more. */
    @Test
    void oneParentAfterTheOtherLeavesNoMemoryBehind() throws Exception {
        final ParentFiles files = new ParentFiles();
        final Path path = HubDirectory.of(MOVES).cncFile();
        final LocalParentClock clock = new LocalParentClock();
        final ClockFile before;
        try (HubDaemon root = start(ALONE, Long.MAX_VALUE, null)) {
            before = files.newest(path);
            assertThat(files.newest(path)).as("another connection to the same parent").isSameAs(before);
            clock.stage(place(before, root), before);
            clock.begin();
        }
        try (HubDaemon root = start(ALONE, Long.MAX_VALUE, null)) {
            final ClockFile next = files.newest(path);
            files.unmapOld(clock::uses);
            clock.stage(place(next, root), next);
            files.unmapOld(clock::uses);
            assertThat(files.count()).as("the hub's thread may still look there").isEqualTo(2);
            assertThat(mappingsOfGoneFiles()).isEqualTo(1);
            clock.begin();
            files.unmapOld(clock::uses);
            assertThat(files.count()).isEqualTo(1);
            assertThat(mappingsOfGoneFiles()).isZero();
            assertThat(clock.timeNs()).isZero();
        }
    }

    private static PlaceInParent place(final ClockFile file, final HubDaemon root) {
        final Clock any = file.clock(0);
        assertThat(root.cncFile()).isEqualTo(HubDirectory.of(MOVES).cncFile());
        return new PlaceInParent(0, any, any, any.doorbell(), new CoreDoorbell(any, any));
    }

    /** Of the counters of that hub, by this process. */
    private static long mappingsOfGoneFiles() {
        try {
            return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.contains("/" + MOVES + "/cnc.dat") && line.endsWith("(deleted)")).count();
        } catch (final IOException e) {
            return 0;
        }
    }

    private static RunEnd run(final HubConnection hub) {
        try {
            return hub.run();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HubDaemon start(final String text, final long untilNs, final ParentLink parent) throws Exception {
        final Path file = Files.writeString(folder.resolve("c.json"), text);
        final ConfigReader.Result read = ConfigReader.read(file, new ProgramFinder(null, ""));
        assertThat(read.problems()).isEmpty();
        final HubConfig config = read.config();
        return HubDaemon.start(config,
            new HubDaemon.Options(untilNs, false, false, true, Set.of(), false, null, parent), event -> { },
            () -> false);
    }

    private static final class Idle implements Asset {
        @Override
        public void step(final long fromNs, final long toNs) {
            // Nothing to simulate.
        }
    }
}
