package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.takt.asset.HubState;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.Request;
import io.takt.shm.host.LiveProcesses;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlHandlerTest {
    private final List<HubCommand> commands = new ArrayList<>();
    private final List<String> other = new ArrayList<>();
    private final ControlHandler handler = new ControlHandler(commands::add, () -> other.add("look"), other::add,
        cause -> other.add(cause.getMessage()));

    @Test
    void joinsCarryTheStartsOfTheirProcesses() {
        final long own = ProcessHandle.current().pid();
        final Request.Join join = Request.Join.of(1, "a").process(own, 0);
        final Request.Join child = Request.Join.of(2, "b").process(ProcessHandle.of(own).orElseThrow().parent()
            .orElseThrow().pid(), 0);
        handler.onRead();
        handler.onRequest(3, join);
        handler.onRequest(3, child);
        handler.onRead();
        handler.onRequest(4, join);
        final long ownStart = LiveProcesses.startTime(own);
        assertThat(commands).containsExactly(new HubCommand.Ask(3, join, ownStart),
            new HubCommand.Ask(3, child, LiveProcesses.startTime(child.pid())), new HubCommand.Ask(4, join, ownStart));
        assertThat(ownStart).isPositive();
        assertThat(other).isEmpty();
    }

    @Test
    void aStatusShowsProcessesAsTheyAre() {
        handler.onRequest(3, new Request.Status(1));
        assertThat(other).containsExactly("look");
        assertThat(commands).containsExactly(new HubCommand.Ask(3, new Request.Status(1), 0));
    }

    /** It may be as long as a line, and the hub's thread is to find it read. */
    @Test
    void aSubtreeIsReadHere() {
        final HubNode node = new HubNode("site", 0, HubState.RUNNING, 0, 20, 1, null, List.of(), 0);
        handler.onRequest(3, new Request.Subtree(5, "site", StatusJson.of(new HubNode.Link(true, 7, null, null)),
            StatusJson.of(node)));
        final Request.Subtree told = (Request.Subtree) ((HubCommand.Ask) commands.get(0)).request();
        assertThat(StatusJson.readNode(told.hub())).isEqualTo(node).isSameAs(StatusJson.readNode(told.hub()));
        assertThat(StatusJson.readLink(told.link())).isSameAs(StatusJson.readLink(told.link()));
        handler.onRequest(3, new Request.Subtree(6, "site", null, new TextNode("?")));
        assertThat(commands.get(1)).isInstanceOfSatisfying(HubCommand.RefuseLine.class, line -> assertThat(line.error())
            .startsWith("not a hub and those below it: "));
    }

    @Test
    void allElseIsPassedOn() {
        handler.onMalformed(3, 4, "no JSON");
        handler.onClosed(3);
        handler.onTrouble("too many files");
        handler.onFailed(new IllegalStateException("broken"));
        assertThat(commands).containsExactly(new HubCommand.RefuseLine(3, 4, "no JSON"),
            new HubCommand.ConnectionClosed(3));
        assertThat(other).containsExactly("too many files", "broken");
    }
}
