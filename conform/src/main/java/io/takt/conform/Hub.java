package io.takt.conform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.AssetKey;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.CoreKey;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A hub that does only what a trial tells it: counts up by so much, answers now or later, refuses, resets, dies. It
 * keeps no rule itself; the trials do.
 */
final class Hub implements Control.Listener {
    private record Request(Control.Connection connection, Line line) {
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    final Scene scene;
    final Memory memory;
    final Control control;
    /** Those that have joined, in order. */
    final List<Member> members = new ArrayList<>();
    /** Each request, as {@code op asset}, in order. */
    final List<String> heard = new ArrayList<>();
    private final HubDirectory directory;
    private final Channels channels;
    private final Member.Finder finder;
    private final CoreDoorbell doorbell;
    private final Map<Control.Connection, ThreadClocks> threads = new HashMap<>();
    private final Set<String> held = new HashSet<>();
    private final List<Request> waiting = new ArrayList<>();
    private final Set<Integer> own = new HashSet<>();
    private long epoch;
    private Clock core;
    private int threadCount;
    private int memberCount;
    private int unknown;
    private String refusal;
    private boolean isDead;
    private String state = "WAITING";
    private long successorNs = -1;

    Hub(final HubDirectory directory, final Scene scene, final Channels channels, final long coreTimeNs,
        final long epoch, final RandomGenerator random, final Member.Finder finder) throws IOException {
        this.directory = directory;
        this.scene = scene;
        this.channels = channels;
        this.epoch = epoch;
        this.finder = finder;
        this.memory = Memory.make(directory.cncFile(), directory.hub());
        beginEpoch(coreTimeNs);
        this.doorbell = memory.clocks().allocateCoreDoorbell(epoch);
        for (final int each : doorbell.counterIds()) {
            own.add(each);
        }
        memory.remember(List.of());
        // Last: a program that can connect finds the clocks in place.
        this.control = Control.listen(directory.socket(), scene.isInPieces ? random : null);
    }

    private void beginEpoch(final long coreTimeNs) {
        core = memory.clocks().allocateCore(
            new CoreKey(epoch, (int) ProcessHandle.current().pid(), scene.coreStepNs, scene.maxDelayNs, 1), coreTimeNs);
        own.add(core.counterId());
    }

    long coreTimeNs() {
        return core.read();
    }

    long epoch() {
        return epoch;
    }

    CoreDoorbell doorbell() {
        return doorbell;
    }

    /** One look at everything. */
    void poll() throws IOException {
        if (!isDead) {
            control.poll(this);
        }
        members.forEach(member -> member.watch(core.read(), finder));
    }

    /** Looks for writes to places that are not the program's; takes longer than a look. */
    void checkMemory() {
        final String foreign = memory.foreignWrite(own);
        if (foreign != null) {
            finder.found("memory", foreign, "only the records that a reply or event has named are written");
        }
    }

    /** T_c goes to a time; threads that sleep for it are woken, if so wanted. */
    void count(final long timeNs, final boolean rings) {
        core.publish(timeNs);
        Doorbell.fence();
        for (final ThreadClocks thread : rings ? threads.values() : List.<ThreadClocks>of()) {
            final long value = thread.sleep().read();
            if (value != Doorbell.AWAKE && value <= timeNs) {
                thread.sleep().doorbell().ring(value);
            }
        }
    }

    // ---- Requests ----

    /** From now on requests of this op wait for their answers. */
    void hold(final String op) {
        held.add(op);
    }

    void release(final String op) throws IOException {
        held.remove(op);
        for (final Request each : List.copyOf(waiting)) {
            if (each.line.op().equals(op)) {
                waiting.remove(each);
                answer(each.connection, each.line);
            }
        }
    }

    boolean isWaiting(final String op) {
        return waiting.stream().anyMatch(each -> each.line.op().equals(op));
    }

    /** A doorbell on which a reader could sleep. */
    Clock allocateBell() {
        final ThreadClocks thread = memory.clocks().allocateThread(epoch, threadCount++);
        memory.remember(List.of(thread.sleep()));
        own.add(thread.activity().counterId());
        return thread.sleep();
    }

    /** The next joins are refused with this code; null for none. */
    void refuseJoins(final String code) {
        refusal = code;
    }

    @Override
    public void onLine(final Control.Connection connection, final String text) throws IOException {
        final Line line = Line.of(text);
        heard.add((line.op() + " " + line.asset()).strip());
        if (line.trouble() != null) {
            finder.found("lines", line.trouble(), "a line as the protocol's page has them");
        }
        if (held.contains(line.op())) {
            waiting.add(new Request(connection, line));
        } else {
            answer(connection, line);
        }
    }

    @Override
    public void onEnd(final Control.Connection connection) {
        for (final Member member : members) {
            if (member.connection == connection && member.clocks != null) {
                member.seal("connection has ended", finder);
            }
        }
    }

    private void answer(final Control.Connection connection, final Line line) throws IOException {
        final Member member = member(line.asset());
        final ObjectNode reply = JSON.createObjectNode();
        unknownFields(reply);
        reply.put("id", line.id()).put("ok", true);
        switch (line.op()) {
            case "doorbell" -> reply.set("doorbell", doorbell(connection));
            case "join" -> {
                if (refusal != null) {
                    control.send(connection, "{\"id\":" + line.id() + ",\"ok\":false,\"code\":\"" + refusal
                        + "\",\"error\":\"the kit refuses \\\"" + line.asset() + "\\\", with a \\\\ and a \\u00fc\"}");
                    return;
                }
                reply.set("joined", join(connection, line.json()));
            }
            case "ready" -> member.readies++;
            case "reset-done" -> {
                member.resetsDone++;
                if (member.resetsDone > member.resetsAsked) {
                    finder.found("reset", "reset-done number " + member.resetsDone + " after "
                        + member.resetsAsked + (member.resetsAsked == 1 ? " event" : " events") + " reset",
                        "one reset-done for each event reset");
                }
                free(member, "reset-done");
            }
            case "leave" -> {
                free(member, "leave");
                member.hasLeft = true;
            }
            case "fail" -> {
                free(member, "fail");
                member.failure = line.json().path("reason").asText();
            }
            default -> {
            }
        }
        control.send(connection, reply.toString());
    }

    private Member member(final String name) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (members.get(i).name.equals(name)) {
                return members.get(i);
            }
        }
        return new Member(name, JSON.createObjectNode(), null, null, -1, 1);
    }

    private void free(final Member member, final String why) {
        final AssetClocks clocks = member.clocks;
        member.seal(why, finder);
        if (clocks != null) {
            memory.clocks().free(clocks);
            memory.remember(List.of());
        }
    }

    /** A program that reads fields by their names passes these over; no name comes twice in a line. */
    private void unknownFields(final ObjectNode object) {
        if (scene.hasUnknown) {
            final int name = unknown++;
            object.put("later" + name, "a \"word\", a {brace and a ]").put("much" + name, -1.5e300)
                .putNull("none" + name);
            object.putArray("list" + name).addObject().put("first" + name, 99).put("second" + name, false);
        }
    }

    private ObjectNode doorbell(final Control.Connection connection) {
        final ThreadClocks thread = memory.clocks().allocateThread(epoch, threadCount++);
        threads.put(connection, thread);
        memory.remember(List.of(thread.sleep(), thread.activity()));
        final ObjectNode reply = JSON.createObjectNode();
        unknownFields(reply);
        return reply.put("sleepCounter", thread.sleep().counterId())
            .put("activityCounter", thread.activity().counterId())
            .put("coreSleepCounter", doorbell.counterIds()[0])
            .put("coreSleepForCounter", doorbell.counterIds()[1]);
    }

    private ObjectNode join(final Control.Connection connection, final JsonNode join) throws IOException {
        final long stepNs = join.path("stepNs").asLong() > 0 ? join.path("stepNs").asLong() : scene.stepNs;
        final ThreadClocks thread = threads.get(connection);
        final Member member = new Member(join.path("asset").asText(), join, connection,
            thread != null && join.path("doorbell").asInt(-1) == thread.sleep().counterId() ? thread : null,
            memberCount++, stepNs);
        members.add(member);
        final ObjectNode joined = JSON.createObjectNode();
        unknownFields(joined);
        joined.put("hub", directory.hub()).put("cncFile", directory.cncFile().toString()).put("epoch", epoch)
            .put("coreTimeCounter", core.counterId()).put("coreStepNs", scene.coreStepNs)
            .put("maxDelayNs", scene.maxDelayNs).put("stepNs", stepNs)
            .put("intervalNs", join.path("intervalNs").asLong(scene.intervalNs)).put("waiting", "ADAPTIVE")
            .put("onHubLost", scene.attaches ? "ATTACH" : "EXIT");
        joined.set("clocks", clocks(member, placeNs(join)));
        return joined.put("seed", scene.seed).put("state", state);
    }

    /** Where one that attaches stands, or where its predecessor has stood; else T_c. */
    private long placeNs(final JsonNode join) {
        // One that attaches with 0 has been put back, and is to do no step before it is reset with the others.
        return join.path("timeNs").asLong() > 0 ? join.path("timeNs").asLong()
            : successorNs >= 0 && !join.has("timeNs") ? successorNs : core.read();
    }

    /** The next process that joins takes the place of one that stood there. */
    void expectSuccessorAt(final long timeNs) {
        successorNs = timeNs;
    }

    private ObjectNode clocks(final Member member, final long timeNs) throws IOException {
        final AssetClocks clocks = memory.clocks().allocateAsset(
            new AssetKey(epoch, member.number, 0, Steps.fixedNs(member.stepNs), 0), member.name, timeNs,
            AssetState.JOINED, channels.outputs(member.join), channels.receives(member.join));
        final List<Clock> writable = new ArrayList<>(clocks.promises());
        writable.add(clocks.time());
        writable.add(clocks.retain());
        if (clocks.digest() != null) {
            writable.add(clocks.digest());
        }
        memory.remember(writable);
        own.add(clocks.state().counterId());
        member.begin(clocks, timeNs);
        final ObjectNode told = JSON.createObjectNode();
        unknownFields(told);
        told.put("asset", member.name).put("number", member.number).put("timeNs", timeNs)
            .put("timeCounter", clocks.time().counterId()).put("stateCounter", clocks.state().counterId())
            .put("retainCounter", clocks.retain().counterId());
        final ObjectNode messages = channels.messages(member.name, member.join, clocks, timeNs);
        if (messages != null) {
            told.set("messages", messages);
        }
        return told;
    }

    // ---- Events ----

    /** Tells all connections that have an asset. */
    void tell(final String event) throws IOException {
        final Set<Control.Connection> told = new HashSet<>();
        for (final Member member : members) {
            if (!member.hasLeft && told.add(member.connection)) {
                control.send(member.connection, event);
            }
        }
    }

    void state(final String name, final String reason) throws IOException {
        state = name;
        final ObjectNode event = JSON.createObjectNode().put("event", "state");
        unknownFields(event);
        event.put("state", name);
        if (reason != null) {
            event.put("reason", reason);
        }
        tell(event.toString());
    }

    /** All are to be put back; {@link #endReset} follows. */
    void beginReset() throws IOException {
        members.forEach(member -> member.resetsAsked++);
        state("RESETTING", null);
        tell("{\"event\":\"reset\"}");
    }

    /** All have been put back: a new epoch from 0, with new clocks. */
    void endReset() throws IOException {
        epoch++;
        beginEpoch(0);
        memory.remember(List.of());
        channels.allAreReset();
        for (final Member member : members) {
            if (!member.hasLeft && !member.connection.hasEnded()) {
                final ObjectNode event = JSON.createObjectNode().put("event", "clocks");
                unknownFields(event);
                event.put("epoch", epoch).put("coreTimeCounter", core.counterId());
                event.putArray("assets").add(clocks(member, 0));
                control.send(member.connection, event.toString());
            }
        }
        state("RUNNING", null);
    }

    /** As when its process is killed: no word, files stay. */
    void die() throws IOException {
        isDead = true;
        control.die();
    }

    void close() throws IOException {
        control.close();
    }
}
