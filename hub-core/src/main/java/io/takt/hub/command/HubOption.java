package io.takt.hub.command;

import io.takt.asset.Takt;
import io.takt.asset.TaktException;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongFunction;
import picocli.CommandLine.Option;

/** Which hub a command is for, and how to ask it. */
final class HubOption {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    @Option(names = "--hub", paramLabel = "NAME",
        description = "The hub (if left out: TAKT_HUB, or else the only hub that you run).")
    private String hub;

    String name() {
        return hub == null ? Takt.defaultHub() : hub;
    }

    /** Asks and returns what the hub answers at once; a refusal comes as an exception. */
    Reply ask(final LongFunction<Request> request) {
        return put(client -> client.ask(request, ANSWER_WITHIN));
    }

    /** Asks for what takes as long as the slowest asset. */
    Reply askPatiently(final LongFunction<Request> request) {
        return put(client -> client.ask(request, reply -> { }));
    }

    private Reply put(final Function<ControlClient, Reply> question) {
        final String name = name();
        try (ControlClient client = ControlClient.connect(HubDirectory.of(name))) {
            final Reply reply = question.apply(client);
            if (!reply.ok()) {
                throw new TaktException("hub '" + name + "': " + reply.error());
            }
            return reply;
        }
    }
}
