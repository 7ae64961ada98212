package io.takt.hub.command;

import io.takt.asset.Takt;
import io.takt.asset.TaktException;
import io.takt.hub.core.status.ParentStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import picocli.CommandLine.Option;

/** Which hub a command is for, and how to ask it. */
final class HubOption {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    @Option(names = "--hub", paramLabel = "NAME",
        description = "The hub (if left out: TAKT_HUB, or else the only hub that you run, or the root of the only"
            + " tree).")
    private String hub;

    String name() {
        return hub != null ? hub : isGiven(System.getenv(HubDirectory.HUB_VARIABLE)) ? Takt.defaultHub() : onlyOne();
    }

    /** The name for a program that joins: it has to be told its place in a tree. */
    String nameToJoin() {
        return hub == null ? Takt.defaultHub() : hub;
    }

    private static boolean isGiven(final String variable) {
        return variable != null && !variable.isEmpty();
    }

    /** The runtime says it when there are several, or none. */
    private static String onlyOne() {
        final Set<String> roots = new TreeSet<>();
        for (final String each : HubDirectory.hubsIn(HubDirectory.base(System.getenv()))) {
            try {
                roots.add(rootOf(each));
            } catch (final TaktException e) {
                // One that was killed leaves its directory behind, and no answer.
            }
        }
        return roots.size() == 1 ? roots.iterator().next() : Takt.defaultHub();
    }

    /** The root, as far up as parents are on this host and answer; the hub itself has to. */
    static String rootOf(final String name) {
        final Set<String> seen = new HashSet<>();
        String root = name;
        while (seen.add(root)) {
            final String above = parentOf(root, root.equals(name));
            if (above == null) {
                break;
            }
            root = above;
        }
        return root;
    }

    private static String parentOf(final String name, final boolean mustAnswer) {
        try (ControlClient client = ControlClient.connect(HubDirectory.of(name))) {
            final ParentStatus parent =
                StatusJson.read(client.ask(Request.Status::new, ANSWER_WITHIN).status()).parent();
            return parent == null || !parent.attached() ? null : parent.hub();
        } catch (final TaktException e) {
            if (mustAnswer) {
                throw e;
            }
            return null;
        }
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
