package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.control.Silence;
import io.takt.shm.host.HubDirectory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Asks a hub how it stands, again and again, over one connection and never twice at a time: a hub that is stopped finds
 * one question when it goes on, and the thread that waits for the answer can do something else meanwhile.
 */
final class HubPoll implements AutoCloseable {
    private final ControlClient client;
    private final BlockingQueue<Reply> answers = new LinkedBlockingQueue<>();
    private final Silence silence = new Silence(SystemNanoClock.INSTANCE);
    /** The answer to the question that is under way; null when none is. */
    private Supplier<Reply> awaited;

    HubPoll(final String hub) {
        client = ControlClient.connect(HubDirectory.of(hub));
    }

    /**
     * The hub's status; null when it does not answer in time, in which case the question stays under way.
     *
     * @throws TaktException when the hub is gone.
     */
    HubStatus status(final long atMostNs) throws InterruptedException {
        if (awaited == null) {
            silence.restart();
            awaited = client.begin(Request.Status::new, answers::add);
        }
        final long startNs = System.nanoTime();
        Reply answer = null;
        while (answer == null) {
            final long leftNs = atMostNs - (System.nanoTime() - startNs);
            if (leftNs <= 0) {
                return null;
            }
            answer = answers.poll(Math.min(leftNs, Silence.LOOK_EVERY_NS), TimeUnit.NANOSECONDS);
            if (answer == null && client.hasEnded()) {
                answer = awaited.get(); // throws, unless the answer was the last that came
            }
            silence.look(client.isUpToHub());
        }
        silence.restart();
        awaited = null;
        try {
            return StatusJson.read(answer.status());
        } catch (final IllegalArgumentException e) {
            throw new TaktException("the hub is of another version: " + e.getMessage(), e);
        }
    }

    /** For how long the hub could have answered the question that is under way, and did not. */
    long silentNs() {
        return silence.ns();
    }

    @Override
    public void close() {
        client.close();
    }
}
