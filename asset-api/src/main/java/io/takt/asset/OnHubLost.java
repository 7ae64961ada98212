package io.takt.asset;

/** The reaction of an asset when its hub's process is gone. */
public enum OnHubLost {
    /** Its user is told by a {@link HubLostException}. */
    EXIT,
    /** It waits for a hub of the same name and goes on there from the time at which it stood. */
    ATTACH
}
