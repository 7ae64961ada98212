package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.view.ParentText;
import io.takt.hub.view.WaitText;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt tree}: a hub, all hubs below it, and which of all assets holds time back. */
@Command(name = "tree", mixinStandardHelpOptions = true,
    description = "Shows the tree of hubs that a hub is part of, as far up as it is on this host, and follows the blame"
        + " from its root to the asset that holds time back.")
public final class TreeCommand implements TaktCommand {
    /** Each hub asks those below it twice a second, so it takes a while until those far below have answered. */
    private static final long MOST_NS = TimeUnit.SECONDS.toNanos(3);

    private static final long LOOK_EVERY_MS = 100;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    @Mixin
    private HubOption hub;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final HubStatus status;
        try (ControlClient root = connect(HubOption.rootOf(hub.name()))) {
            status = complete(root);
        }
        final HubNode tree = HubNode.of(status);
        if (json) {
            final Map<String, Object> object = new LinkedHashMap<>();
            object.put("hub", status.hub());
            object.put("parent", status.parent());
            object.put("waits", status.waits());
            object.put("tree", tree);
            terminal.out().println(Json.line(object));
            return ExitCode.DONE;
        }
        if (status.parent() != null) {
            terminal.out().println("parent: " + ParentText.name(status.parent()) + (status.parent().attached() ? ""
                : ", away" + (status.parent().why() == null ? "" : ": " + status.parent().why())));
        }
        TreeText.lines(tree).forEach(terminal.out()::println);
        if (!status.waits().isEmpty()) {
            terminal.out().println();
            terminal.out().println(Visible.of(WaitText.chain(status.waits())));
        }
        return ExitCode.DONE;
    }

    /**
     * The hubs of a tree that are on this host.
     *
     * @param root of the tree.
     * @return their names, parents before their children; those that are there now.
     * @throws InterruptedException when the calling thread is interrupted.
     */
    static List<String> hubsHere(final String root) throws InterruptedException {
        final HubNode tree;
        try (ControlClient client = connect(root)) {
            tree = HubNode.of(complete(client));
        }
        final Set<String> here = Set.copyOf(HubDirectory.hubsIn(HubDirectory.base(System.getenv())));
        final List<String> names = hubsHere(tree, child -> here.contains(child.hub().hub()) && isHere(child));
        names.retainAll(here);
        return names;
    }

    /** Those of a tree whose root is here; asks whether a child that has told of itself is here, too. */
    static List<String> hubsHere(final HubNode root, final Predicate<HubNode.Child> isHere) {
        final List<String> names = new ArrayList<>();
        addHubsHere(root, true, isHere, names);
        return names;
    }

    private static void addHubsHere(final HubNode node, final boolean isNodeHere,
        final Predicate<HubNode.Child> isHere, final List<String> names) {
        if (isNodeHere) {
            names.add(node.hub());
        }
        node.children().stream().filter(child -> child.hub() != null).forEach(child -> addHubsHere(child.hub(),
            (isNodeHere || child.link() != null) && isHere.test(child), isHere, names));
    }

    /** Whether the hub of that name on this host is that child. */
    private static boolean isHere(final HubNode.Child child) {
        try (ControlClient client = connect(child.hub().hub())) {
            return isSame(child.hub(), ask(client));
        } catch (final TaktException e) {
            // One with a link was killed, and has left its directory behind; one without is stopped, as a tap will say.
            return child.link() == null;
        }
    }

    /** Whether a hub of a tree is one of this host, and has not only its name. */
    static boolean isSame(final HubNode node, final HubStatus here) {
        return node.hubId() != 0 && node.hubId() == here.hubId();
    }

    private static ControlClient connect(final String name) {
        return ControlClient.connect(HubDirectory.of(name));
    }

    private static HubStatus ask(final ControlClient client) {
        return StatusJson.read(client.ask(Request.Status::new, ANSWER_WITHIN).status());
    }

    /** Until every hub that is there has told of itself, and the blame has come to an end; but not for ever. */
    private static HubStatus complete(final ControlClient root) throws InterruptedException {
        final long startNs = System.nanoTime();
        HubStatus status = ask(root);
        while (!isComplete(status) && System.nanoTime() - startNs < MOST_NS) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
            status = ask(root);
        }
        return status;
    }

    private static boolean isComplete(final HubStatus status) {
        final Set<String> there = new HashSet<>();
        status.assets().stream().filter(asset -> !asset.away() && asset.pid() != 0)
            .forEach(asset -> there.add(asset.name()));
        return status.children().stream()
            .allMatch(child -> child.hub() != null || !there.contains(child.name()));
    }
}
