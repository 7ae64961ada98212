package io.takt.asset.message;

/** When the receiver of a link sees its messages. */
public enum Delivery {
    /**
     * As soon as it is there; only the newest is kept. Which one a step finds depends on how the processes are
     * scheduled, but it is never older than D_max and the sender's step.
     */
    LATEST,
    /**
     * In the step that starts at or after the delivery time: a step waits until every message that it is to get is
     * known. The same in every run.
     */
    GATED,
    /** In the step that ends at or after the delivery time; where the delay is short, steps wait for the sender's. */
    GATED_UNTIL_END,
    /**
     * As soon as it is there, with its delivery time, even if that lies in the receiver's past, by D_max at most: for a
     * receiver whose past can be changed.
     */
    RETROACTIVE;

    /** {@return whether steps wait for messages: both kinds of gates} */
    public boolean isGated() {
        return this == GATED || this == GATED_UNTIL_END;
    }
}
