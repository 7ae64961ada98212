package io.takt.hub.config;

import io.takt.rule.Report;
import java.nio.file.Path;

/**
 * The parent of a hub, and the place of the hub in it. Either {@code hub} or {@code address} is null.
 *
 * @param hub          name of a parent on the same host.
 * @param address      where a parent on any host listens.
 * @param name         of this hub in its parent.
 * @param report       what this hub reports to it.
 * @param keyFile      what both prove themselves with; null on the same host.
 * @param lostAfterNs  wall time without a connection after which the run fails; {@link Long#MAX_VALUE} for never.
 * @param inheritsSeed whether the scenario's seed is that of the parent.
 */
public record ParentPlan(String hub, Address address, String name, Report report, Path keyFile, long lostAfterNs,
    boolean inheritsSeed) {
}
