package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A parent and a child that are linked by a network, each a process of its own, killed and started again. */
@Tag("long")
class LinkLifeIT extends HubTest {
    private static final long MAX_DELAY_NS = 40_000_000L;

    private final int port = Ports.free();

    private void file(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name), text.replace('\'', '"'));
    }

    private void files(final String ofFederate, final String ofDrone) throws IOException {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms', 'listen': '127.0.0.1:" + port
            + "', 'federates': [{'name': 'site-a', 'config': 'a.json'" + ofFederate + "}]}");
        file("a.json", "{'hub': 'site-a', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'address': '127.0.0.1:"
            + port + "', 'name': 'site-a'}, 'assets': [{'name': 'drone', 'step': '5ms'" + ofDrone + "}]}");
    }

    private TaktProcess start(final Path ofHubs, final String... args) throws IOException {
        return TaktProcess.start(folder, ofHubs, args);
    }

    /** Fails with what the child has printed, too. */
    private long awaitProgress(final TaktProcess root, final TaktProcess child, final long fromNs)
        throws IOException {
        try {
            return awaitProgress(root, fromNs);
        } catch (final AssertionError e) {
            throw new AssertionError(e.getMessage() + "; the child has printed: " + child.err(), e);
        }
    }

    private long awaitProgress(final TaktProcess root, final long fromNs) throws IOException {
        return root.awaitStatus(base, "root", status -> status.state() == HubState.RUNNING
            && status.coreTimeNs() > fromNs + 10 * MAX_DELAY_NS).coreTimeNs();
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aParentThatIsKilledGoesOnWithTheChildrenOfOtherMachines() throws Exception {
        files("", ", 'launch': ['takt', 'metronome']");
        try (TreeObserver observer = new TreeObserver().edge(base, "root", "site-a", MAX_DELAY_NS).start();
            TaktProcess child = start(base, "run", "-c", "a.json")) {
            long atNs = 0;
            for (int kill = 0; kill < 2; kill++) {
                try (TaktProcess root = start(base, "hub", "-c", "root.json")) {
                    atNs = awaitProgress(root, child, atNs);
                    if (kill > 0) {
                        assertThat(root.err()).contains("takes over from a killed hub at ")
                            .contains("waiting for site-a to attach again");
                    }
                }
                child.awaitStatus(base, "site-a", status -> status.parent() != null && !status.parent().attached());
            }
            assertThat(TaktProcess.status(base, "site-a").state()).isEqualTo(HubState.RUNNING);
            assertThat(observer.violation()).isNull();
            assertThat(observer.observations()).isPositive();
        }
    }

    @Test
    void aChildThatDoesNotComeBackToAParentThatWasKilledIsLost() throws Exception {
        files(", 'lostAfter': '300ms'", ", 'launch': ['takt', 'metronome']");
        try (TaktProcess child = start(base, "run", "-c", "a.json")) {
            try (TaktProcess root = start(base, "hub", "-c", "root.json")) {
                awaitProgress(root, child, 0);
            }
            child.process().destroyForcibly().waitFor();
            try (TaktProcess root = start(base, "hub", "-c", "root.json")) {
                assertThat(root.awaitEnd().exitCode()).as(root.err()).isEqualTo(3);
                assertThat(root.err()).contains("site-a")
                    .contains("nothing has come from it since the hub before this one was killed");
            }
        }
    }

    @Test
    void aChildThatIsKilledBeyondANetworkTakesItsPlaceAgain() throws Exception {
        files(", 'onLost': 'restart'", ", 'onHubLost': 'attach'");
        try (TreeObserver observer = new TreeObserver().edge(base, "root", "site-a", MAX_DELAY_NS).start();
            TaktProcess root = start(base, "hub", "-c", "root.json")) {
            root.awaitStatus(base, "root", status -> true);
            TaktProcess child = start(base, "hub", "-c", "a.json");
            child.awaitStatus(base, "site-a", status -> true);
            try (TaktProcess drone = start(base, "metronome", "--hub", "site-a", "drone")) {
                long atNs = 0;
                for (int kill = 0; kill < 2; kill++) {
                    atNs = awaitProgress(root, child, atNs);
                    child.close();
                    child = start(base, "hub", "-c", "a.json");
                    child.awaitErr("takes over from a killed hub");
                }
                awaitProgress(root, child, atNs);
                assertThat(TaktProcess.run(folder, base, "stop", "--hub", "site-a").exitCode()).isZero();
                assertThat(root.awaitEnd().exitCode()).as(root.err()).isZero();
                assertThat(child.awaitEnd().exitCode()).as(child.err()).isZero();
                assertThat(drone.awaitEnd().exitCode()).as(drone.err()).isZero();
                assertThat(observer.violation()).isNull();
            } finally {
                child.close();
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void bothEndsThatAreKilledAtOnceGoOnWhereTheyWere() throws Exception {
        files(", 'onLost': 'restart'", ", 'onHubLost': 'attach'");
        try (TreeObserver observer = new TreeObserver().edge(base, "root", "site-a", MAX_DELAY_NS).start();
            TaktProcess root = start(base, "hub", "-c", "root.json");
            TaktProcess child = start(base, "hub", "-c", "a.json")) {
            child.awaitStatus(base, "site-a", status -> true);
            try (TaktProcess drone = start(base, "metronome", "--hub", "site-a", "drone")) {
                final long atNs = awaitProgress(root, child, 0);
                root.process().destroyForcibly();
                child.process().destroyForcibly();
                root.process().waitFor();
                child.process().waitFor();
                try (TaktProcess nextChild = start(base, "hub", "-c", "a.json");
                    TaktProcess nextRoot = start(base, "hub", "-c", "root.json")) {
                    nextRoot.awaitStatus(base, "root", status -> true);
                    awaitProgress(nextRoot, nextChild, atNs);
                    assertThat(nextRoot.err()).contains("takes over from a killed hub at ");
                    assertThat(nextChild.err()).contains("takes over from a killed hub at ");
                    assertThat(TaktProcess.run(folder, base, "stop", "--hub", "root").exitCode()).isZero();
                    assertThat(nextRoot.awaitEnd().exitCode()).as(nextRoot.err()).isZero();
                    assertThat(nextChild.awaitEnd().exitCode()).as(nextChild.err()).isZero();
                    assertThat(drone.awaitEnd().exitCode()).as(drone.err()).isZero();
                }
                assertThat(observer.violation()).isNull();
            }
        }
    }
}
