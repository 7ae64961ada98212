package io.takt.hub.core.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;

/**
 * The wait of a hub at this moment: for an asset, its parent, or wall time.
 *
 * @param hub     that waits.
 * @param blocker the asset or child hub that is waited for, by its name there; null for the hub's parent.
 * @param reason  why that does not come.
 * @param detail  the same in words; null where the reason says it all.
 * @param link    the link to a child hub of another host, in words; null for all others.
 * @param forNs   wall time for which it has been waiting.
 * @param then    what the blocker waits for in the same hub, where the reason is {@link HoldReason#INPUT}; null for
 *     none that is known.
 */
public record Wait(String hub, String blocker, HoldReason reason, String detail, String link, long forNs,
    @JsonInclude(JsonInclude.Include.NON_NULL) Wait then) {
    /** It is a hub that waits. */
    public Wait {
        Objects.requireNonNull(hub, "a hub that waits has a name");
    }

    /**
     * A wait that does not go on in the same hub.
     *
     * @param hub     that waits.
     * @param blocker that is waited for; null for the hub's parent.
     * @param reason  why that does not come.
     * @param detail  the same in words; null where the reason says it all.
     * @param link    the link to a child hub, in words; null for all others.
     * @param forNs   wall time for which it has been waiting.
     */
    public Wait(final String hub, final String blocker, final HoldReason reason, final String detail,
        final String link, final long forNs) {
        this(hub, blocker, reason, detail, link, forNs, null);
    }

    /** {@return the end of the chain in the same hub} */
    public Wait end() {
        return then == null ? this : then.end();
    }
}
