package io.takt.hub.core.status;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** Why an asset holds the core. */
public enum HoldReason {
    /** Its simulator is at work, or was until less than a second ago. */
    @JsonProperty("computing")
    COMPUTING,

    /** Its process is stopped or traced, or for a second it has shown no sign of life. */
    @JsonProperty("silent")
    SILENT,

    /** It waits for a message of another asset. */
    @JsonProperty("input")
    INPUT,

    /** It waits for its own wall-clock interval to be over. */
    @JsonProperty("interval")
    INTERVAL,

    /** A child hub that waits for an asset of its own. */
    @JsonProperty("below")
    BELOW,

    /** The link to that child hub is down; or, of a child hub, that to its parent. */
    @JsonProperty("link")
    LINK,

    /** The parent hub has not come further. */
    @JsonProperty("parent")
    PARENT;

    /** {@return the reason as people and programs read it, in one word} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
