package io.takt.federation;

import io.takt.federation.local.LocalLink;
import io.takt.federation.place.PlaceTerms;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ParentPlan;
import io.takt.hub.daemon.ParentLink;
import io.takt.hub.daemon.TreeLinks;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.util.function.Consumer;

/** Ties hubs to a tree: by shared memory on one host. */
public final class FederationLinks implements TreeLinks {
    /** Made by the service loader. */
    public FederationLinks() {
        // Nothing to set up.
    }

    @Override
    public ParentLink toParent(final HubConfig config) throws IOException {
        final ParentPlan parent = config.tree().parent();
        if (parent.hub() == null) {
            throw new IOException("parent.address: links over a network are not built in yet; a parent on this host is"
                + " named by parent.hub");
        }
        return new LocalLink(HubDirectory.of(parent.hub()), PlaceTerms.of(config));
    }

    @Override
    public AutoCloseable listen(final HubConfig config, final Consumer<String> warns) throws IOException {
        throw new IOException("listen: links over a network are not built in yet; child hubs on this host need no"
            + " address");
    }
}
