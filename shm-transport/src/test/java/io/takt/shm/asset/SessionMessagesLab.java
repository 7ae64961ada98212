package io.takt.shm.asset;

import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.AssetKey;
import io.takt.shm.control.Reply;
import io.takt.shm.message.EndpointClocks;
import io.takt.shm.message.LogChannels;
import io.takt.shm.message.MemoryMessages;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.message.MessageLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** Sessions of assets that send and receive, each with a clock of its own, at one hub. */
final class SessionMessagesLab {
    static final OutputSpec POSE = OutputSpec.named("pose");
    static final long MAX_DELAY_NS = 100;

    final SessionLab hub = new SessionLab(0);
    final MemoryMessages messages = new MemoryMessages();
    /** Happens when a sender or a reader rings. */
    Runnable onRing = () -> { };
    private final Map<String, AssetClocks> clocks = new HashMap<>();

    /** A session on a thread that drives others as well. */
    AssetSession session(final AssetThread thread, final String name, final Steps steps, final long startNs,
        final List<OutputSpec> outputs, final InputSpec... inputs) {
        final MessageEndpoint endpoint = new MessageEndpoint(name, steps, MAX_DELAY_NS, startNs,
            told(name, startNs, outputs, inputs), messages,
            counterId -> onRing.run(), thread);
        final int number = clocks.size() + 1;
        clocks.put(name, hub.hub.allocateAsset(new AssetKey(1, number, 0, steps, 0), name, startNs, AssetState.JOINED));
        final AssetSession session = new AssetSession(AssetSpec.named(name).steps(steps), thread, endpoint,
            clocks(name, startNs), 0);
        thread.add(session);
        return session;
    }

    /** A session on a thread of its own, from the start. */
    AssetSession session(final String name, final Steps steps, final List<OutputSpec> outputs,
        final InputSpec... inputs) {
        final AssetSession session = session(new AssetThread(hub.threadCounters), name, steps, 0, outputs, inputs);
        session.life().endDawn();
        return session;
    }

    /** The answer of a hub to a join. */
    Reply.Messages told(final String name, final long startNs, final List<OutputSpec> outputs,
        final InputSpec... inputs) {
        final MessageLog own = messages.log(name, POSE.maxBytes());
        own.expect(startNs);
        return new Reply.Messages(0, name, -1,
            outputs.stream().map(output -> new Reply.MessageOutput(output.channel(),
                LogChannels.add(own, output.channel(), output.maxBytes()), output.maxBytes(), -1, null,
                output.values())).toList(),
            List.of(inputs).stream().map(input -> new Reply.MessageInput(input.channel(), input.sender(),
                input.delivery(), input.delayNs(), 0, 0, 0, input.sender(),
                messages.log(input.sender(), POSE.maxBytes()).slots().take(name), null, input.values())).toList());
    }

    /** The clocks that an asset has, for a session that is given them anew. */
    SessionClocks clocks(final String name, final long startNs) {
        final AssetClocks own = clocks.get(name);
        return new SessionClocks(clocks.size(), hub.core, own.time(), own.retain(), own.next(), startNs,
            hub.threadCounters, new EndpointClocks(null, Map.of()));
    }

    /** The counter of T_i. */
    int timeCounter(final String name) {
        return clocks.get(name).time().counterId();
    }

    /** T_i as others see it. */
    long timeNs(final String name) {
        return clocks.get(name).time().read();
    }

    static void onPose(final AssetSession session, final MessageHandler handler) {
        session.channels().subscribe("pose", handler);
    }

    static void send(final AssetSession session, final int bytes, final long stampNs) {
        session.channels().output("pose").send(new UnsafeBuffer(new byte[bytes]), 0, bytes, stampNs);
    }

    /** A step in which the asset sends a message at its end. */
    static void stepAndSend(final AssetSession session) throws Exception {
        begin(session);
        send(session, 1, session.nextNs());
        commit(session);
    }

    static void begin(final AssetSession session) throws Exception {
        final Turn turn = session.poll(0);
        if (turn != Turn.STEP) {
            throw new IllegalStateException("asset '" + session.name() + "' has the turn " + turn);
        }
    }

    static void commit(final AssetSession session) {
        session.commitStep(0);
        session.wake();
    }
}
