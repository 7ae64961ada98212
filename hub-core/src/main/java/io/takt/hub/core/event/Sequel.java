package io.takt.hub.core.event;

/**
 * The consequence of an asset's loss.
 *
 * @param kind  of what follows.
 * @param tries of an asset that is started again: how often it has been lost, this time included; else 0.
 * @param limit of an asset that is started again: how often that is done at most; else 0.
 */
public record Sequel(Kind kind, int tries, int limit) {
    /** The kinds of what follows. */
    public enum Kind {
        /** The run ends. */
        RUN_ENDS,
        /** The run goes on without the asset. */
        RUN_GOES_ON,
        /** The run has not begun, and may begin when the asset has come back, or without it. */
        RUN_NOT_BEGUN,
        /** The asset's program is started again. */
        STARTED_AGAIN
    }

    /**
     * A sequel without another try.
     *
     * @param kind of it.
     * @return the sequel.
     */
    public static Sequel of(final Kind kind) {
        return new Sequel(kind, 0, 0);
    }

    /**
     * In words, such as {@code the others go on without it}.
     *
     * @return one line; null when the run ends, whose reason says it.
     */
    public String text() {
        return switch (kind) {
            case RUN_ENDS -> null;
            case RUN_GOES_ON -> "the others go on without it";
            case RUN_NOT_BEGUN -> "the run has not begun";
            case STARTED_AGAIN -> "it is to be started again (" + tries + " of " + limit + ")";
        };
    }
}
