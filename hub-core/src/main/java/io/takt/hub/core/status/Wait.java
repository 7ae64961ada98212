package io.takt.hub.core.status;

/**
 * The wait of a hub at this moment: for an asset, its parent, or wall time.
 *
 * @param hub     that waits.
 * @param blocker the asset or child hub that is waited for, by its name there; null for the hub's parent.
 * @param reason  why that does not come.
 * @param detail  the same in words; null where the reason says it all.
 * @param link    the link to a child hub of another host, in words; null for all others.
 * @param forNs   wall time for which it has been waiting.
 */
public record Wait(String hub, String blocker, HoldReason reason, String detail, String link, long forNs) {
}
