package io.takt.hub.config;

import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Looks into key files and certificates of links before anything starts; another module has them, found by
 * {@link ServiceLoader}.
 */
public interface KeyFiles {
    /**
     * The fault that keeps a file from being the key of a link.
     *
     * @param child name of the child in its parent.
     * @param file  that can be read.
     * @return one line; null for nothing.
     */
    String problem(String child, Path file);

    /**
     * The fault that keeps files from being the certificates of a hub.
     *
     * @param plan of files that can be read.
     * @return one line; null for nothing.
     */
    String problem(CertificatePlan plan);

    /** The same by the installed module; null without one. */
    static String problemOf(final CertificatePlan plan) {
        return ServiceLoader.load(KeyFiles.class).findFirst().map(keys -> keys.problem(plan)).orElse(null);
    }

    /** The same by the installed module; null without one. */
    static String problemOf(final String child, final Path file) {
        return ServiceLoader.load(KeyFiles.class).findFirst().map(keys -> keys.problem(child, file)).orElse(null);
    }
}
