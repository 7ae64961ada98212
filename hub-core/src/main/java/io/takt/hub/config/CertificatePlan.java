package io.takt.hub.config;

import java.nio.file.Path;

/**
 * By what a hub is known over a network where no key file is named: PEM files.
 *
 * @param own        its certificate, then those of authorities between it and a trusted one.
 * @param privateKey to the first of them.
 * @param trusted    the authorities whose certificates of others it believes.
 */
public record CertificatePlan(Path own, Path privateKey, Path trusted) {
}
