package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeCommandTest {
    private static final HubNode.Link UP = new HubNode.Link(true, 400_000, null, null);

    private static HubNode hub(final String name, final HubNode.Child... children) {
        return new HubNode(name, 0, HubState.RUNNING, 0, 1, 2, null, List.of(children), 0);
    }

    private static HubNode.Child child(final HubNode.Link link, final HubNode hub) {
        return new HubNode.Child(hub.hub(), link, hub);
    }

    @Test
    void hubsBelowAChildOfAnotherHostAreThereToo() {
        final HubNode root = hub("root", child(null, hub("room", child(null, hub("shelf")))),
            child(UP, hub("far", child(null, hub("cellar")), child(UP, hub("near")))), child(UP, hub("looped")),
            new HubNode.Child("missing", null, null));
        assertThat(TreeCommand.hubsHere(root, child -> !"far".equals(child.name())))
            .containsExactly("root", "room", "shelf", "near", "looped");
    }

    /** It may be tied to another tree, as this one is: by the same address, as a child of the same name. */
    @Test
    void aHubThatIsAnotherProcessHasTheNameAlone() {
        final HubStatus here = new HubStatus("site", 7, 1, HubState.RUNNING, null, null, 1, 0, 1, 1, 0, 1, 1, 0, 0,
            null, 0, null, List.of(), List.of(), null, null, List.of(), List.of(), null);
        assertThat(TreeCommand.isSame(HubNode.of(here), here)).isTrue();
        assertThat(TreeCommand.isSame(hub("site"), here)).as("it has told no number").isFalse();
        assertThat(TreeCommand.isSame(new HubNode("site", 8, HubState.RUNNING, 0, 1, 2, null, List.of(), 0), here))
            .isFalse();
    }

    @Test
    void belowAHubOfThisHostMayBeOneThatHasTheNameAlone() {
        final HubNode root = hub("root", child(null, hub("room", child(null, hub("shelf")))));
        assertThat(TreeCommand.hubsHere(root, child -> !"room".equals(child.name()))).containsExactly("root");
    }
}
