package io.takt.hub.daemon;

import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ParentPlan;
import java.io.IOException;
import java.util.function.Consumer;

/** The ties of a hub to others: the link to its parent, and the listening for child hubs of other hosts. */
final class TreeTies {
    private final HubConfig config;
    private final ParentLink parent;
    private final boolean inheritsSeed;
    private AutoCloseable children;

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
        this.inheritsSeed = plan == null || plan.inheritsSeed();
        this.parent = given != null || plan == null ? given : TreeLinks.of(config).toParent(config);
    }

    /** Null for a root. */
    ParentLink parent() {
        return parent;
    }

    boolean inheritsSeed() {
        return inheritsSeed;
    }

    /** The control socket is open: child hubs may come. */
    void listen(final Consumer<String> warns) throws IOException {
        if (config.tree().listen() != null) {
            children = TreeLinks.of(config).listen(config, warns);
        }
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
