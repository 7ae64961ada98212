package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.ParentStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeCommandTest {
    private static final HubNode.Link UP = new HubNode.Link(true, 400_000, null, null);
    private static final HubNode.Link DOWN = new HubNode.Link(false, 0, "the connection was closed", null);

    private static HubNode hub(final String name, final HubNode.Child... children) {
        return new HubNode(name, HubState.RUNNING, 0, 1, 2, null, List.of(children), 0);
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

    @Test
    void aHubThatIsTiedInAnotherWayHasTheNameAlone() {
        final HubNode.Child up = child(UP, hub("site"));
        assertThat(TreeCommand.isTiedAs(up, linked("site", true))).isTrue();
        assertThat(TreeCommand.isTiedAs(up, linked("site", false))).isFalse();
        assertThat(TreeCommand.isTiedAs(child(DOWN, hub("site")), linked("site", false))).isTrue();
        assertThat(TreeCommand.isTiedAs(up, linked("other", true))).isFalse();
        assertThat(TreeCommand.isTiedAs(up, new ParentStatus("lab", null, "site", true, null, 0, null))).isFalse();
        assertThat(TreeCommand.isTiedAs(up, null)).isFalse();
    }

    private static ParentStatus linked(final String name, final boolean isAttached) {
        return new ParentStatus(null, "10.0.0.1:7400", name, isAttached, null, 0, null);
    }
}
