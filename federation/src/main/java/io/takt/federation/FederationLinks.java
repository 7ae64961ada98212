package io.takt.federation;

import io.takt.federation.gateway.Gateway;
import io.takt.federation.key.CertificateFiles;
import io.takt.federation.key.Certificates;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.local.LocalLink;
import io.takt.federation.place.PlaceTerms;
import io.takt.federation.remote.KeySource;
import io.takt.federation.remote.ParentAddress;
import io.takt.federation.remote.RemoteLink;
import io.takt.hub.config.Address;
import io.takt.hub.config.CertificatePlan;
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
import java.security.Security;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ties hubs to a tree: by shared memory on one host, by sealed links across hosts. */
public final class FederationLinks implements TreeLinks {
    private static final Logger LOGS = LoggerFactory.getLogger(FederationLinks.class);
    private static final String CERTIFICATES = "certificates: ";

    /** Made by the service loader. */
    public FederationLinks() {
        // Nothing to set up.
    }

    @Override
    public ParentLink toParent(final HubConfig config) throws IOException {
        final ParentPlan parent = config.tree().parent();
        if (parent.hub() == null) {
            final KeySource keys = keys(parent, files(config.tree().certificates(), LOGS::warn));
            // A wrong file is said before the hub starts.
            if (keys.certificates() == null) {
                keys.key();
            }
            forgetAddresses();
            return new RemoteLink(new ParentAddress(parent.address().host(), parent.address().port()),
                PlaceTerms.of(config), keys, LinkTimes.DEFAULT, host(config), LOGS::warn);
        }
        return new LocalLink(HubDirectory.of(parent.hub()), PlaceTerms.of(config));
    }

    private static KeySource keys(final ParentPlan parent, final CertificateFiles certificates) {
        final LinkKey key = new LinkKey(parent.name(), parent.keyFile(), "parent.keyFile");
        return parent.keyFile() != null || certificates == null ? key::read : new KeySource() {
            @Override
            public byte[] key() {
                throw new IllegalStateException("certificates are shown, and no key");
            }

            @Override
            public Certificates certificates() throws IOException {
                return newest(certificates);
            }
        };
    }

    /** Null without certificates. */
    private static CertificateFiles files(final CertificatePlan plan, final Consumer<String> warns) {
        return plan == null ? null : new CertificateFiles(plan.own(), plan.privateKey(), plan.trusted(),
            SystemNanoClock.INSTANCE, line -> warns.accept(CERTIFICATES + line));
    }

    static Certificates newest(final CertificateFiles files) throws IOException {
        try {
            return files.newest();
        } catch (final IOException e) {
            throw new IOException(CERTIFICATES + e.getMessage(), e);
        }
    }

    /**
     * The JVM remembers what a name stands for, and that there was no such name, for longer than a parent takes to come
     * back at another address. To be called before the first name is looked up.
     */
    private static void forgetAddresses() {
        Security.setProperty("networkaddress.cache.ttl", "0");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
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
        final CertificateFiles certificates = files(config.tree().certificates(), warns);
        if (certificates != null) {
            // A wrong file is said before the hub starts.
            newest(certificates);
        }
        return Gateway.listen(host(config), at, new KeysOfChildren(children, certificates),
            child -> children.get(child).lostAfterNs(), LinkTimes.DEFAULT, warns);
    }

    private static LinkHost host(final HubConfig config) {
        return LinkHost.of(HubDirectory.of(config.hub()), new SecureRandom(), config.metrics().page());
    }
}
