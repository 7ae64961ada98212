package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.RefusalCode;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.world.JoinFile;
import io.takt.hub.core.world.JoinFiles;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A join whose files are not made yet, while a test decides when they are. */
class HubMachineFileJoinsTest implements JoinFiles {
    private static final OutputSpec POSE = OutputSpec.named("pose").maxBytes(100);

    private final HubLab lab = Plan.of(10, 40).asset("clock", 10).open();
    private final Map<Long, List<JoinFile>> ordered = new LinkedHashMap<>();
    private final Set<String> there = new HashSet<>();
    private long nextId = 1_000;

    private static String name(final JoinFile file) {
        return file.channel() == null ? file.sender() : file.sender() + "@" + file.channel();
    }

    @Override
    public boolean isMade(final JoinFile file) {
        return there.contains(name(file));
    }

    @Override
    public void make(final int connection, final long order, final List<JoinFile> files) {
        ordered.put(order, files);
    }

    @BeforeEach
    void aHubRuns() {
        lab.machine.makeFilesBy(this);
        lab.member("clock", 10);
    }

    private long join(final int connection, final String asset, final InputSpec... inputs) {
        final long id = nextId++;
        lab.machine.on(new HubCommand.Ask(connection, Request.Join.of(id, asset).stepNs(10).outputs(List.of(POSE))
            .inputs(List.of(inputs)), HubLab.START_TIME));
        return id;
    }

    private long say(final int connection, final Request request) {
        lab.machine.on(new HubCommand.Ask(connection, request, 0));
        return request.id();
    }

    private void make(final int connection, final long order) {
        ordered.get(order).forEach(file -> there.add(name(file)));
        lab.machine.on(new HubCommand.FilesMade(connection, order, null));
    }

    private List<Long> answeredTo(final int connection) {
        return lab.sent.stream().filter(each -> each.connection() == connection && each.message() instanceof Reply)
            .map(each -> ((Reply) each.message()).id()).toList();
    }

    private Reply reply(final int connection, final long id) {
        return lab.replies(connection, id).get(0);
    }

    @Test
    void coreGoesOnWhileFilesAreMade() {
        lab.run(10);
        final long before = lab.coreNs();
        final long id = join(7, "drone");
        assertThat(answeredTo(7)).isEmpty();
        lab.run(10);
        assertThat(lab.coreNs()).isGreaterThan(before);

        make(7, 1);
        assertThat(reply(7, id).ok()).isTrue();
        assertThat(lab.messages().hasLog("drone")).isTrue();
        assertThat(reply(7, id).joined().clocks().timeNs()).isEqualTo(lab.coreNs());
    }

    @Test
    void filesAreThoseThatTheJoinUses() {
        join(7, "drone", InputSpec.latest("map", "chart"), InputSpec.gated("wind", "clock"),
            InputSpec.latest("pose", "drone"));
        // It is refused for channels without a sender, before anything is ordered.
        assertThat(ordered).isEmpty();

        final long id = join(7, "drone", InputSpec.latest("pose", "drone"));
        assertThat(ordered.get(1L)).containsExactly(new JoinFile("drone", null, 100),
            new JoinFile("drone", "pose", 100));
        make(7, 1);
        assertThat(reply(7, id).ok()).isTrue();
        assertThat(ordered).hasSize(1);

        final long receiver = join(8, "radar", InputSpec.gated("pose", "drone"));
        assertThat(ordered.get(2L)).containsExactly(new JoinFile("radar", null, 100));
        make(8, 2);
        assertThat(reply(8, receiver).ok()).isTrue();
    }

    @Test
    void aConnectionIsAnsweredInTheOrderInWhichItAsks() {
        final long drone = join(7, "drone");
        final long ready = say(7, new Request.Ready(nextId++, "drone"));
        final long status = say(7, new Request.Status(nextId++));
        lab.machine.on(new HubCommand.RefuseLine(7, 55, "this is no request"));
        final long radar = join(7, "radar");
        final long last = say(7, new Request.Status(nextId++));
        assertThat(answeredTo(7)).isEmpty();
        final long other = say(8, new Request.Status(nextId++));
        assertThat(answeredTo(8)).containsExactly(other);

        make(7, 1);
        assertThat(answeredTo(7)).containsExactly(drone, ready, status, 55L);
        lab.machine.on(new HubCommand.FilesMade(7, 1, null)); // of an order that is done
        assertThat(answeredTo(7)).hasSize(4);
        lab.machine.on(new HubCommand.FilesMade(7, 1, "no room"));
        assertThat(answeredTo(7)).hasSize(4);
        make(7, 2);
        assertThat(answeredTo(7)).containsExactly(drone, ready, status, 55L, radar, last);
        assertThat(lab.replies(7, ready).get(0).ok()).isTrue();
    }

    @Test
    void withoutRoomOneJoinIsRefusedAndAllElseGoesOn() {
        final long id = join(7, "drone");
        final long status = say(7, new Request.Status(nextId++));
        lab.machine.on(new HubCommand.FilesMade(7, 1,
            "no room for messages: drone.log needs 1 bytes: No space left on device"));
        assertThat(reply(7, id).refusal()).isEqualTo(RefusalCode.NO_ROOM);
        assertThat(reply(7, id).error()).contains("no room").doesNotContain("\n");
        assertThat(answeredTo(7)).containsExactly(id, status);

        final long before = lab.coreNs();
        lab.run(10);
        assertThat(lab.coreNs()).isGreaterThan(before);
        final long again = join(7, "drone");
        make(7, 2);
        assertThat(reply(7, again).ok()).isTrue();
    }

    @Test
    void ofAConnectionThatClosesMeanwhileOnlyItsJoinsAreDropped() {
        final LabAsset radar = lab.join(7, "radar", 10);
        radar.ready();
        join(7, "drone");
        say(7, new Request.Leave(nextId++, "radar"));
        join(7, "screen");
        lab.close(7);
        assertThat(lab.assetEvents).contains("radar LEFT").noneMatch(event -> event.startsWith("radar LOST"));

        final int events = lab.assetEvents.size();
        lab.machine.on(new HubCommand.FilesMade(7, 1, null));
        assertThat(lab.assetEvents).hasSize(events);
        assertThat(ordered).hasSize(1);
    }

    @Test
    void leaveOfAProcessThatHasEndedCounts() {
        final Reply reply = lab.ask(7, Request.Join.of(nextId++, "radar").stepNs(10).process(77, HubLab.START_TIME));
        lab.enter(7, reply).ready();
        join(7, "drone");
        say(7, new Request.Leave(nextId++, "radar"));
        lab.machine.on(new HubCommand.ProcessEnded(77, HubLab.START_TIME));
        assertThat(lab.assetEvents).contains("radar LEFT").noneMatch(event -> event.startsWith("radar LOST"));
        assertThat(lab.losses).isEmpty();
    }

    @Test
    void fileThatAnotherJoinHasOrderedServesToo() {
        join(7, "drone");
        final long second = join(8, "drone");
        lab.close(7);
        make(8, 2);
        assertThat(reply(8, second).ok()).isTrue();
    }

    @Test
    void joinIsJudgedOnceMoreWhenItsFilesAreThere() {
        final long first = join(7, "drone");
        final long second = join(8, "drone", InputSpec.latest("pose", "drone"));
        make(7, 1);
        make(8, 2);
        assertThat(reply(7, first).ok()).isTrue();
        assertThat(reply(8, second).refusal()).isEqualTo(RefusalCode.NAME_TAKEN);
    }

    @Test
    void resetComesBetween() {
        final long id = join(7, "drone");
        lab.reset(9);
        lab.machine.on(new HubCommand.FilesMade(7, 1, null));
        assertThat(answeredTo(7)).isEmpty();
        there.add("drone");
        lab.assets.get("clock").resetDone();
        assertThat(reply(7, id).ok()).isTrue();
        assertThat(lab.coreNs()).isZero();
    }

    @Test
    void endOfTheRunIsNotWaitedFor() {
        final long id = join(7, "drone");
        final long status = say(7, new Request.Status(nextId++));
        lab.stop();
        assertThat(reply(7, id).refusal()).isEqualTo(RefusalCode.ENDED);
        assertThat(answeredTo(7)).containsExactly(id, status);
        lab.machine.on(new HubCommand.FilesMade(7, 1, null));
        assertThat(answeredTo(7)).hasSize(2);
    }
}
