package io.takt.federation;

import io.takt.federation.gateway.ChildKeys;
import io.takt.federation.key.CertificateFiles;
import io.takt.federation.key.Certificates;
import io.takt.hub.config.FederatePlan;
import java.io.IOException;
import java.util.Map;

/**
 * By what a parent knows its children. Without a key file a child shows a certificate; where this hub has none, the
 * child comes from this host, or not at all.
 *
 * @param children that its configuration names.
 * @param files    its certificates; null for none.
 */
record KeysOfChildren(Map<String, FederatePlan> children, CertificateFiles files) implements ChildKeys {
    @Override
    public byte[] key(final String name, final boolean isLoopback) throws IOException {
        final FederatePlan child = children.get(name);
        return child == null || child.keyFile() == null && !(isLoopback && files == null) ? null
            : new LinkKey(child.asset().name(), child.keyFile(), "keyFile").read();
    }

    @Override
    public Certificates certificates() throws IOException {
        return files == null ? null : FederationLinks.newest(files);
    }

    @Override
    public boolean mayShowCertificate(final String name) {
        return children.containsKey(name) && children.get(name).keyFile() == null;
    }
}
