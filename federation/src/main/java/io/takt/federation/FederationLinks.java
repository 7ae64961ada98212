package io.takt.federation;

import io.takt.federation.gateway.Gateway;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.local.LocalLink;
import io.takt.federation.place.PlaceTerms;
import io.takt.federation.remote.ParentAddress;
import io.takt.federation.remote.RemoteLink;
import io.takt.hub.config.Address;
import io.takt.hub.config.FederatePlan;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ParentPlan;
import io.takt.hub.daemon.ChildLinks;
import io.takt.hub.daemon.ParentLink;
import io.takt.hub.daemon.TreeLinks;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Ties hubs to a tree: by shared memory on one host, by sealed links across hosts. */
public final class FederationLinks implements TreeLinks {
    /** Made by the service loader. */
    public FederationLinks() {
        // Nothing to set up.
    }

    @Override
    public ParentLink toParent(final HubConfig config) throws IOException {
        final ParentPlan parent = config.tree().parent();
        if (parent.hub() == null) {
            final LinkKey key = new LinkKey(parent.name(), parent.keyFile(), "parent.keyFile");
            // A wrong file is said before the hub starts.
            key.read();
            return new RemoteLink(new ParentAddress(parent.address().host(), parent.address().port()),
                PlaceTerms.of(config), key::read, LinkTimes.DEFAULT, new SecureRandom());
        }
        return new LocalLink(HubDirectory.of(parent.hub()), PlaceTerms.of(config));
    }

    @Override
    public ChildLinks listen(final HubConfig config, final Consumer<String> warns) throws IOException {
        final Map<String, FederatePlan> children = new HashMap<>();
        for (final FederatePlan child : config.tree().federates()) {
            children.put(child.asset().name(), child);
        }
        final Address listen = config.tree().listen();
        final InetSocketAddress at = new InetSocketAddress(listen.host(), listen.port());
        if (at.isUnresolved()) {
            throw new IOException("listen: no address of this host is named '" + listen.host() + "'");
        }
        return Gateway.listen(HubDirectory.of(config.hub()), at,
            (child, isLoopback) -> key(children.get(child), isLoopback),
            child -> children.get(child).lostAfterNs(), LinkTimes.DEFAULT, new SecureRandom(), warns);
    }

    /** Without a key file a child comes from this host, or not at all. */
    private static byte[] key(final FederatePlan child, final boolean isLoopback) throws IOException {
        return child == null || child.keyFile() == null && !isLoopback ? null
            : new LinkKey(child.asset().name(), child.keyFile(), "keyFile").read();
    }
}
