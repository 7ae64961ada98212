package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.core.HubStatus;
import io.takt.hub.core.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Asks a hub how it stands, again and again, over one connection and never twice at a time: a hub that is stopped finds
 * one question when it goes on, and whoever waits for the answer can do something else meanwhile.
 */
final class HubPoll implements AutoCloseable {
    private final ControlClient client;
    private final Semaphore asked = new Semaphore(0);
    private final LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
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
                final Reply reply = client.ask(Request.Status::new, answer -> { });
                answers.add(new Answer(StatusJson.read(reply.status()), null));
            }
        } catch (final TaktException e) {
            answers.add(new Answer(null, e));
        } catch (final IllegalArgumentException e) {
            answers.add(new Answer(null, new TaktException("the hub is of another version: " + e.getMessage(), e)));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
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
            asked.release();
        }
        final Answer answer = answers.poll(atMostNs, TimeUnit.NANOSECONDS);
        if (answer == null) {
            return null;
        }
        isUnderWay = false;
        if (answer.failure != null) {
            throw answer.failure;
        }
        return answer.status;
    }

    @Override
    public void close() {
        client.close();
    }
}
