package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.Wait;
import io.takt.hub.view.WaitText;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeTextTest {
    private static final long MS = 1_000_000;

    private static HubNode hub(final String name, final HubNode.Child... children) {
        return new HubNode(name, 0, HubState.RUNNING, 4_290 * MS, 40 * MS, 2, null, List.of(children), 0);
    }

    @Test
    void eachChildIsDrawnBelowItsParent() {
        final HubNode.Link up = new HubNode.Link(true, 400_000, null, null);
        final HubNode.Link down = new HubNode.Link(false, 0, "its machine does not answer", null);
        assertThat(TreeText.lines(hub("root",
            new HubNode.Child("site-a", up, hub("site-a", new HubNode.Child("room", null, hub("kitchen")))),
            new HubNode.Child("site-b", down, hub("site-b")), new HubNode.Child("site-c", null, null))))
            .containsExactly(
                "hub                       state      time   maxDelay  assets  link",
                "root                      RUNNING    4.29s  40ms      2",
                "|- site-a                 RUNNING    4.29s  40ms      2       up, 0.4 ms",
                "|  `- room (hub kitchen)  RUNNING    4.29s  40ms      2",
                "|- site-b                 RUNNING    4.29s  40ms      2       down: its machine does not answer",
                "`- site-c                 not there");
    }

    @Test
    void theBlameIsOneSentence() {
        final Wait root = new Wait("root", "site-a", HoldReason.BELOW, null, "link up, 0.4 ms", 5);
        final Wait site =
            new Wait("site-a", "radar", HoldReason.SILENT, "its process 4711 is stopped", null, 5);
        assertThat(WaitText.chain(List.of(root, site))).isEqualTo(
            "root waits for site-a (link up, 0.4 ms) waits for radar: silent, its process 4711 is stopped");
        assertThat(WaitText.chain(List.of(new Wait("root", "site-a", HoldReason.LINK, "its machine does not answer",
            "link down", 5)))).isEqualTo("root waits for site-a (link down): its machine does not answer");
        assertThat(WaitText.chain(List.of(new Wait("site-a", null, HoldReason.PARENT, null, null, 5))))
            .isEqualTo("site-a waits for its parent");
        assertThat(WaitText.chain(List.of(new Wait("site-a", null, HoldReason.LINK, "no hub named 'root' is running",
            null, 5)))).isEqualTo("site-a waits for its parent: no hub named 'root' is running");
        assertThat(WaitText.chain(List.of(new Wait("root", "site-a", HoldReason.LINK, null, "link down",
            12_400_000_000L)))).isEqualTo("root waits for site-a (link down): link (for 12 s)");
        assertThat(WaitText.chain(List.of())).isEmpty();
    }

    @Test
    void aChainEndsWhereItIsKnownAndNeverGoesInCircles() {
        final Wait root = new Wait("root", "a", HoldReason.BELOW, null, null, 5);
        final Wait a = new Wait("a", "b", HoldReason.BELOW, null, null, 5);
        final Wait again = new Wait("root", "a", HoldReason.BELOW, null, null, 5);
        final HubNode b = new HubNode("root", 0, HubState.RUNNING, 0, 1, 0, again, List.of(), 0);
        final HubNode of =
            new HubNode("a", 0, HubState.RUNNING, 0, 1, 0, a, List.of(new HubNode.Child("b", null, b)), 0);
        assertThat(HubNode.chain(root, List.of(new HubNode.Child("a", null, of)))).containsExactly(root, a);
        assertThat(HubNode.chain(root, List.of(new HubNode.Child("a", null, null)))).containsExactly(root);
        assertThat(HubNode.chain(null, List.of())).isEmpty();
    }
}
