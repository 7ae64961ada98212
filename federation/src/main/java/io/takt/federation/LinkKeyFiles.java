package io.takt.federation;

import io.takt.federation.key.Certificates;
import io.takt.hub.config.CertificatePlan;
import io.takt.hub.config.KeyFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Key files and certificates as {@code takt check} sees them. */
public final class LinkKeyFiles implements KeyFiles {
    /** Made by {@link java.util.ServiceLoader}. */
    public LinkKeyFiles() {
        // Nothing to set up.
    }

    @Override
    public String problem(final String child, final Path file) {
        try {
            LinkKey.read(child, file);
            return null;
        } catch (final IOException e) {
            return e.getMessage();
        }
    }

    @Override
    public String problem(final CertificatePlan plan) {
        try {
            Certificates.read(plan.own(), plan.privateKey(), plan.trusted());
            return null;
        } catch (final IOException e) {
            return e.getMessage();
        }
    }
}
