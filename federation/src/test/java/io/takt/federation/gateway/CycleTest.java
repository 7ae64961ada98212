package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.OwnHub;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.Rejections.Kind;
import io.takt.federation.link.Rejections.Why;
import io.takt.federation.local.LocalLink;
import io.takt.federation.place.PlaceTerms;
import io.takt.federation.remote.ParentAddress;
import io.takt.federation.remote.RemoteLink;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.host.HubDirectory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hubs in this JVM each of which is its own ancestor. None has a place, so each would wait for the others for ever. */
@Timeout(60)
class CycleTest {
    private static final long STEP_NS = 5_000_000;
    private static final long MAX_DELAY_NS = 20_000_000;

    @TempDir
    private Path folder;
    private final List<Gateway> gateways = new ArrayList<>();
    private final List<HubDaemon> hubs = new ArrayList<>();
    private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();

    @AfterEach
    void close() throws Exception {
        for (final Gateway gateway : gateways) {
            gateway.close();
        }
        for (final HubDaemon hub : hubs) {
            hub.close();
        }
    }

    private static String name(final int hub) {
        return OwnHub.named("cycle-" + hub);
    }

    private static PlaceTerms terms(final int hub) {
        return new PlaceTerms(name(hub), name(hub), STEP_NS, MAX_DELAY_NS, Report.CORE, null, Long.MAX_VALUE);
    }

    /** Before its hub, for which others look at its port. */
    private void listen(final int hub) throws Exception {
        gateways.add(Gateway.listen(LinkHost.of(HubDirectory.of(name(hub)), new SecureRandom()),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), (child, isLoopback) -> TwoHubs.KEY.clone(),
            child -> Long.MAX_VALUE, TwoHubs.PATIENT, line -> { }));
    }

    private ParentLink link(final int hub, final int parent) {
        return new RemoteLink(new ParentAddress("127.0.0.1", gateways.get(parent).port()), terms(hub),
            TwoHubs.KEY::clone, TwoHubs.PATIENT, new SecureRandom(), line -> { });
    }

    /** With a child that is the one whose parent it is; it waits for it, or does not. */
    private void start(final int hub, final int child, final boolean waits, final ParentLink parent) throws Exception {
        final Path file = Files.writeString(folder.resolve("c.json"), "{\"hub\": \"" + name(hub)
            + "\", \"coreStep\": \"5ms\", \"maxDelay\": \"20ms\", \"federates\": [{\"name\": \"" + name(child)
            + "\", \"step\": \"5ms\", \"required\": " + waits + "}]}");
        final ConfigReader.Result read = ConfigReader.read(file, new ProgramFinder(null, ""));
        assertThat(read.problems()).isEmpty();
        hubs.add(HubDaemon.start(read.config(),
            new HubDaemon.Options(Long.MAX_VALUE, false, false, true, Set.of(), false, null, parent), event -> {
                if (event instanceof HubEvent.Warning warning) {
                    warnings.add(warning.text());
                }
            }, () -> false));
    }

    /** The one that ends first says why, and so does its parent, in the words that name all of the cycle. */
    private void assertFound(final int... cycle) throws Exception {
        // Others end because that one has, and may be seen to end before it.
        final CompletableFuture<HubStatus> refused = new CompletableFuture<>();
        hubs.forEach(hub -> hub.ended().thenAccept(status -> {
            if (status.reason().contains("ancestor")) {
                refused.complete(status);
            }
        }));
        final HubStatus first = refused.get();
        assertThat(first.end()).isEqualTo(End.PARENT_FAILED);
        final int at = Integer.parseInt(first.hub().split("-")[1]);
        final StringBuilder path = new StringBuilder(first.hub());
        for (int i = 1; i <= cycle.length; i++) {
            path.append(" below ").append(name(cycle[(at + i) % cycle.length]));
        }
        final String line = "it would be its own ancestor: " + path
            + "; a tree has no cycles, so change parent in one of their files";
        assertThat(first.reason()).isEqualTo("its parent does not take it: " + line);
        String told = warnings.take();
        while (!told.equals("child hub '" + first.hub() + "' is refused: " + line)) {
            told = warnings.take();
        }
    }

    private long refused() {
        long refused = 0;
        for (final Gateway gateway : gateways) {
            for (final HubDaemon hub : hubs) {
                refused += gateway.rejections().count(new Kind(hub.cncFile().getParent().getFileName().toString(),
                    Why.CYCLE));
            }
        }
        return refused;
    }

    /** They need not have an asset for that. */
    @Test
    void twoHubsThatAreEachOthersParentAreToldSo() throws Exception {
        listen(0);
        listen(1);
        start(0, 1, true, link(0, 1));
        start(1, 0, true, link(1, 0));
        assertFound(0, 1);
        assertThat(refused()).isPositive();
    }

    @Test
    void soAreThree() throws Exception {
        listen(0);
        listen(1);
        listen(2);
        start(0, 2, true, link(0, 1));
        start(1, 0, true, link(1, 2));
        start(2, 1, true, link(2, 0));
        assertFound(0, 1, 2);
    }

    @Test
    void soAreThoseOfWhichSomeAreOnOneHost() throws Exception {
        listen(0);
        start(1, 0, false, link(1, 0));
        start(0, 1, false, new LocalLink(HubDirectory.of(name(1)), terms(0)));
        assertFound(0, 1);
    }
}
