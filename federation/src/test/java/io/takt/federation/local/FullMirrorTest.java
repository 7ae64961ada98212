package io.takt.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubState;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import io.takt.federation.OwnHub;
import io.takt.federation.place.PlaceTerms;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More is sent in one step than a mirror takes, and its receiver, which is held by that, does not look for long. */
@Timeout(60)
class FullMirrorTest {
    private static final String ROOT = OwnHub.named("full-root");
    private static final String SITE = OwnHub.named("full-site");
    private static final long UNTIL_NS = 40_000_000L;
    private static final int MEGABYTE = 1_000_000;
    private static final int MESSAGES = 24;

    /** A run that is to end does so in a few turns of its hubs. */
    private static final int MANY_QUESTIONS = 1_000;

    @TempDir
    private Path folder;
    private int received;

    @Test
    void theEndWaitsForWhatDoesNotFitIntoTheMirrorAtTheParent() throws Exception {
        run(SITE, ROOT);
    }

    @Test
    void orIntoTheMirrorAtTheChild() throws Exception {
        run(ROOT, SITE);
    }

    private void run(final String from, final String to) throws Exception {
        final String channel = ", \"channels\": [{\"name\": \"x\", \"from\": \"" + below(from) + "a\", \"maxBytes\": "
            + MEGABYTE + ", \"to\": [{\"asset\": \"" + below(to) + "b\"}]}]";
        try (HubDaemon root = start(ROOT, from, ", \"federates\": [{\"name\": \"" + SITE + "\", \"step\": \"10ms\"}]"
            + channel, UNTIL_NS, null);
            HubDaemon site = start(SITE, from, "", Long.MAX_VALUE, new LocalLink(HubDirectory.of(ROOT),
                new PlaceTerms(SITE, SITE, 10_000_000, UNTIL_NS, Report.CORE, null, Long.MAX_VALUE)));
            HubConnection sends = Takt.connect(from);
            HubConnection receives = Takt.connect(to)) {
            final CountDownLatch mayBegin = new CountDownLatch(1);
            final Thread sender = new Thread(() -> drive(sends, mayBegin), "sender");
            sender.start();
            final PolledAsset b = receives.join(AssetSpec.named("b"));
            b.channels().subscribe("x", message -> received++);
            assertThat(b.await()).isEqualTo(Turn.STEP);
            b.commit();
            mayBegin.countDown();
            final HubDaemon ofSender = from.equals(ROOT) ? root : site;
            for (int left = MANY_QUESTIONS; left > 0; left -= isAtTheEnd(ofSender) ? 1 : 0) {
                assertThat(root.status().state()).as("b has steps to do").isNotEqualTo(HubState.STOPPED);
                assertThat(Thread.currentThread().isInterrupted()).as("its time is up").isFalse();
                Thread.yield();
            }
            for (Turn turn = b.await(); turn == Turn.STEP; turn = b.await()) {
                b.commit();
            }
            assertThat(b.timeNs()).isEqualTo(UNTIL_NS);
            assertThat(received).isEqualTo(MESSAGES);
            sender.join();
        }
    }

    private static boolean isAtTheEnd(final HubDaemon hub) {
        return hub.status().assets().stream().anyMatch(each -> each.name().equals("a") && each.timeNs() == UNTIL_NS);
    }

    private static String below(final String hub) {
        return hub.equals(ROOT) ? "" : SITE + "/";
    }

    private HubDaemon start(final String hub, final String from, final String more, final long untilNs,
        final ParentLink link) throws IOException {
        final Path file = Files.writeString(folder.resolve(hub + ".json"), "{\"hub\": \"" + hub
            + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"40ms\", \"assets\": [{\"name\": \""
            + (hub.equals(from) ? "a" : "b") + "\", \"step\": \"10ms\"}]" + more + "}");
        final ConfigReader.Result read = ConfigReader.read(file, new ProgramFinder(null, ""));
        assertThat(read.problems()).isEmpty();
        return HubDaemon.start(read.config(),
            new HubDaemon.Options(untilNs, false, false, true, Set.of(), false, null, link), event -> { }, () -> false);
    }

    /** Sends all of it in its first step, when it may. */
    private static void drive(final HubConnection connection, final CountDownLatch mayBegin) {
        try {
            connection.join(AssetSpec.named("a"), new Asset() {
                private Output output;

                @Override
                public void connect(final Channels with) {
                    output = with.output("x");
                }

                @Override
                public void step(final long fromNs, final long toNs) {
                    if (fromNs == 0) {
                        send(output, mayBegin);
                    }
                }
            });
            connection.run();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void send(final Output output, final CountDownLatch mayBegin) {
        try {
            mayBegin.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
        final UnsafeBuffer message = new UnsafeBuffer(new byte[MEGABYTE]);
        for (int i = 0; i < MESSAGES; i++) {
            output.send(message, 0, MEGABYTE);
        }
    }
}
