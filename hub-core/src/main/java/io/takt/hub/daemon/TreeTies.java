package io.takt.hub.daemon;

import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ParentPlan;
import io.takt.hub.core.plan.ParentPlace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The ties of a hub to others: the link to its parent, and the listening for child hubs of other hosts. */
final class TreeTies {
    private final HubConfig config;
    private final ParentLink parent;
    private volatile ChildLinks children;

    /**
     * Nothing is open yet.
     *
     * @param config of the hub.
     * @param given  the link to the parent; null for what the configuration says.
     * @throws IOException when there can be none; in one line.
     */
    TreeTies(final HubConfig config, final ParentLink given) throws IOException {
        final ParentPlan plan = config.tree().parent();
        this.config = config;
        this.parent = given != null || plan == null ? given : TreeLinks.of(config).toParent(config);
    }

    /** By how much the deadlines of a shutdown are later, for child hubs or for what the configuration says. */
    Duration shutdownGrace() {
        final Duration own = Duration.ofNanos(config.endWithinNs()).minus(ShutdownDeadlines.BY_THEMSELVES);
        final Duration usual = config.tree().federates().stream().allMatch(each -> each.asset().launch().isEmpty())
            ? Duration.ZERO : ShutdownDeadlines.FOR_CHILD_HUBS;
        return own.compareTo(usual) > 0 ? own : usual;
    }

    /** Child hubs of other machines that may come back to the hub of a killed one; each has its time for that. */
    void expect(final List<String> children, final Consumer<String> loses) {
        config.tree().federates().stream().filter(each -> children.contains(each.asset().name())
            && each.lostAfterNs() != Long.MAX_VALUE).forEach(each ->
                CompletableFuture.delayedExecutor(each.lostAfterNs(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(() -> loses.accept(each.asset().name())));
    }

    /** Null for a root. */
    ParentLink parent() {
        return parent;
    }

    /** This hub's place in its parent; with a link that the configuration does not name, not all is known. */
    ParentPlace place() {
        final ParentPlan plan = config.tree().parent();
        return plan == null ? new ParentPlace(null, null, config.hub(), true) : new ParentPlace(plan.hub(),
            plan.address() == null ? null : plan.address().toString(), plan.name(), plan.inheritsSeed());
    }

    /** The control socket is open: child hubs may come. */
    void listen(final Consumer<String> warns, final Consumer<ChildLinks> attaches) throws IOException {
        if (config.tree().listen() != null) {
            children = TreeLinks.of(config).listen(config, warns);
            attaches.accept(children);
        }
    }

    /** Counts of the links to other hosts; from any thread. */
    ChildLinks.Counts counts() {
        final ChildLinks links = children;
        final ChildLinks.Counts below = links == null ? ChildLinks.Counts.NONE : links.counts();
        return parent == null ? below
            : new ChildLinks.Counts(below.rejected(), below.frames(), parent.rejected());
    }

    void closeToChildren(final Consumer<String> warns) {
        try {
            if (children != null) {
                children.close();
            }
        } catch (final Exception e) {
            warns.accept("the links to child hubs were not closed in order: " + e);
        }
    }
}
