package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two children on machines of their own, with much under way to both: one's machine is gone, the other is stopped. */
@Tag("long")
class LinkVanishIT extends HubTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private Machines machines;

    @BeforeEach
    void makeMachines() throws Exception {
        machines = Machines.make(2);
        Assumptions.assumeTrue(machines != null, "no network namespaces here (unshare, nsenter, ip of iproute2)");
    }

    @AfterEach
    void removeMachines() {
        if (machines != null) {
            machines.close();
        }
    }

    private void file(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name), text.replace('\'', '"'));
    }

    private static String flood(final String more) {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        return "'step': '10ms', 'launch': ['takt', 'java', '-cp', '" + classPath + "', '" + Flood.class.getName() + "'"
            + more + "]";
    }

    private void files(final String ofFirst, final String ofSecond) throws Exception {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '1s', 'pace': {'mode': 'realtime'},"
            + " 'listen': '0.0.0.0:7400', 'federates': [{'name': 'site-1', 'config': '1.json', 'keyFile': 'site-1.key',"
            + ofFirst + "}, {'name': 'site-2', 'config': '2.json', 'keyFile': 'site-2.key'," + ofSecond + "}],"
            + " 'assets': [{'name': 'x', " + flood("") + "}], 'channels': [{'name': 'flood', 'from': 'x', 'to': ["
            + "'site-1/y1', 'site-2/y2']}]}");
        for (int i = 1; i <= 2; i++) {
            file(i + ".json", "{'hub': 'site-" + i + "', 'coreStep': '10ms', 'maxDelay': '1s', 'parent': {'address': '"
                + Machines.first(i) + ":7400', 'keyFile': 'site-" + i + ".key'}, 'assets': [{'name': 'y" + i + "', "
                + flood(", 'hears'") + "}]}");
            assertThat(TaktProcess.run(folder, base, "key", "site-" + i, folder.resolve("site-" + i + ".key")
                .toString()).exitCode()).isZero();
        }
    }

    private TaktProcess start(final int machine, final String file) throws IOException {
        return TaktProcess.start(folder, base, machines.enter(machine,
            new ArrayList<>(List.of(TaktProcess.HOME.resolve("takt").toString(), "run", "-c", file))));
    }

    private static boolean isThere(final HubStatus root, final String name) {
        return root.assets().stream().anyMatch(each -> each.name().equals(name) && each.state() != AssetState.LOST);
    }

    /** The stopped child would be lost first, were it lost by mistake: its time is shorter. */
    @Test
    void aMachineThatIsGoneIsLostAndAProcessThatIsStoppedIsNot() throws Exception {
        files("'onLost': 'drop', 'lostAfter': '8s'", "'onLost': 'drop', 'lostAfter': '1ms'");
        try (TaktProcess root = start(0, "root.json"); TaktProcess gone = start(1, "1.json");
            TaktProcess stopped = start(2, "2.json")) {
            root.awaitStatus(base, "root", status -> status.coreTimeNs() > SECOND_NS);
            TaktProcess.signal(stopped.process().toHandle(), "STOP");
            assertThat(machines.unplug(1)).isTrue();
            final HubStatus after = root.awaitStatus(base, "root", status -> !isThere(status, "site-1"));
            root.awaitErr("'site-1' is given up: its machine does not answer");
            assertThat(isThere(after, "site-2")).as(root.err()).isTrue();
            TaktProcess.signal(stopped.process().toHandle(), "CONT");
            root.awaitStatus(base, "root", status -> status.state() == HubState.RUNNING
                && status.coreTimeNs() > after.coreTimeNs() + 2 * SECOND_NS);
            assertThat(gone.process().isAlive()).isTrue();
        }
    }

    /** The one with {@code halt} is gone for longer, so it would be lost first. */
    @Test
    void withoutAnyWordOnItAChildToDropIsLostAndOneThatHaltsGoesOnWhenItsMachineIsBack() throws Exception {
        files("'onLost': 'halt'", "'onLost': 'drop'");
        try (TaktProcess root = start(0, "root.json"); TaktProcess halts = start(1, "1.json");
            TaktProcess dropped = start(2, "2.json")) {
            root.awaitStatus(base, "root", status -> status.coreTimeNs() > SECOND_NS);
            assertThat(machines.unplug(1)).isTrue();
            root.awaitStatus(base, "root", status -> status.waits().stream()
                .anyMatch(wait -> "site-1".equals(wait.blocker()) && wait.reason() == HoldReason.LINK));
            assertThat(machines.unplug(2)).isTrue();
            root.awaitErr("'site-2' is given up: its machine does not answer");
            final HubStatus after = root.awaitStatus(base, "root", status -> !isThere(status, "site-2"));
            assertThat(isThere(after, "site-1")).as(root.err()).isTrue();
            assertThat(after.state()).isEqualTo(HubState.RUNNING);
            assertThat(machines.plug(1)).isTrue();
            root.awaitStatus(base, "root", status -> status.coreTimeNs() > after.coreTimeNs() + 2 * SECOND_NS);
            assertThat(halts.process().isAlive() && dropped.process().isAlive()).isTrue();
        }
    }
}
