package io.takt.hub.daemon;

import io.takt.hub.config.HubConfig;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Makes what ties hubs to a tree; another module implements it, and is found by {@link ServiceLoader}. */
public interface TreeLinks {
    /**
     * The one that is installed.
     *
     * @param config of a hub that has a parent, or listens for child hubs.
     * @return the same always.
     * @throws IOException when none is; in one line.
     */
    static TreeLinks of(final HubConfig config) throws IOException {
        return ServiceLoader.load(TreeLinks.class).findFirst().orElseThrow(() -> new IOException("hub '" + config.hub()
            + "' is part of a tree, and this installation has no module that links hubs (io.takt:federation)"));
    }

    /**
     * A link to the parent that a configuration names.
     *
     * @param config of a hub with a parent.
     * @return a link that is not open yet.
     * @throws IOException when there can be none; in one line.
     */
    ParentLink toParent(HubConfig config) throws IOException;

    /**
     * Listens for child hubs of other hosts. The hub is there: its control socket is open.
     *
     * @param config of a hub that listens.
     * @param warns  tells a person one line; from any thread.
     * @return what listens; closed before the hub's control socket.
     * @throws IOException when it cannot; in one line.
     */
    ChildLinks listen(HubConfig config, Consumer<String> warns) throws IOException;
}
