package io.takt.hub.core.plan;

/**
 * The place of a child hub in its parent. Either {@code hub} or {@code address} is null.
 *
 * @param hub          name of a parent on the same host.
 * @param address      where a parent on any host listens.
 * @param name         of this hub in its parent.
 * @param inheritsSeed whether the scenario's seed is that of the parent.
 */
public record ParentPlace(String hub, String address, String name, boolean inheritsSeed) {
}
