package io.takt.dis.command;

import io.takt.asset.TaktException;
import io.takt.dis.gateway.Lifecycle;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** A hub that an exercise may pause and resume, by its control socket. For one thread. */
final class ControlledHub implements Lifecycle.Hub {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final long TELL_EVERY_NS = 10_000_000_000L;

    private final String hub;
    private final Consumer<String> log;
    /** When it was told that the hub was paused, or resumed, or was not. */
    private final Map<String, Long> toldNs = new HashMap<>();

    ControlledHub(final String hub, final Consumer<String> log) {
        this.hub = hub;
        this.log = log;
    }

    @Override
    public boolean pause() {
        return ask("paused", Request.Pause::new);
    }

    @Override
    public boolean resume() {
        return ask("resumed", Request.Resume::new);
    }

    private boolean ask(final String done, final LongFunction<Request> request) {
        try (ControlClient client = ControlClient.connect(HubDirectory.of(hub))) {
            final Reply reply = client.ask(request, ANSWER_WITHIN);
            tell(done, "the exercise has " + (reply.ok() ? "" : "not ") + done + " the hub"
                + (reply.ok() ? "" : ": " + reply.error()));
            return reply.ok();
        } catch (final TaktException e) {
            tell(done, "the exercise has not " + done + " the hub: " + e.getMessage());
            return false;
        }
    }

    private void tell(final String about, final String line) {
        final long nowNs = System.nanoTime();
        final Long lastNs = toldNs.get(about);
        if (lastNs == null || nowNs - lastNs >= TELL_EVERY_NS) {
            toldNs.put(about, nowNs);
            log.accept(line);
        }
    }
}
