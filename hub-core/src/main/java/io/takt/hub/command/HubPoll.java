package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.control.Silence;
import io.takt.shm.host.HubDirectory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Asks a hub how it stands, again and again, over one connection and never twice at a time: a hub that is stopped finds
 * one question when it goes on, and the thread that waits for the answer can do something else meanwhile.
 */
final class HubPoll implements AutoCloseable {
    private final ControlClient client;
    private final Semaphore asked = new Semaphore(0);
    private final LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final Silence silence = new Silence(SystemNanoClock.INSTANCE);
    private boolean isUnderWay;

    /** A status, or why there will be none any more. */
    private record Answer(HubStatus status, TaktException failure) {
    }

    HubPoll(final String hub) {
        client = ControlClient.connect(HubDirectory.of(hub));
        final Thread thread = new Thread(this::ask, "takt-poll");
        thread.setDaemon(true);
        thread.start();
    }

    private void ask() {
        try {
            while (true) {
                asked.acquire();
                // Read on the connection's thread, which until then is not seen waiting for the hub.
                client.ask(Request.Status::new, reply -> answers.add(read(reply)));
            }
        } catch (final TaktException e) {
            answers.add(new Answer(null, e));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Answer read(final Reply reply) {
        try {
            return new Answer(StatusJson.read(reply.status()), null);
        } catch (final IllegalArgumentException e) {
            return new Answer(null, new TaktException("the hub is of another version: " + e.getMessage(), e));
        }
    }

    /**
     * The hub's status; null when it does not answer in time, in which case the question stays under way.
     *
     * @throws TaktException when the hub is gone.
     */
    HubStatus status(final long atMostNs) throws InterruptedException {
        if (!isUnderWay) {
            isUnderWay = true;
            silence.restart();
            asked.release();
        }
        final long startNs = System.nanoTime();
        Answer answer = null;
        while (answer == null) {
            final long leftNs = atMostNs - (System.nanoTime() - startNs);
            if (leftNs <= 0) {
                return null;
            }
            answer = answers.poll(Math.min(leftNs, Silence.LOOK_EVERY_NS), TimeUnit.NANOSECONDS);
            silence.look(client.isUpToHub());
        }
        silence.restart();
        isUnderWay = false;
        if (answer.failure != null) {
            throw answer.failure;
        }
        return answer.status;
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
