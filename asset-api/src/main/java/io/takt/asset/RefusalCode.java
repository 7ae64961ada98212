package io.takt.asset;

/**
 * Why a hub refuses an asset, for programs; the text beside it is for people. Part of the control protocol by name:
 * constants may be added, never renamed.
 */
public enum RefusalCode {
    /** The given text is not a name. */
    BAD_NAME,
    /** An asset of that name has joined already. */
    NAME_TAKEN,
    /** The configuration does not name the asset, and it declares no step. */
    UNKNOWN_STEP,
    /** A step or an interval that cannot be, such as a negative one. */
    BAD_STEP,
    /** The step is another one than that of the configuration, or than that of the clock on which it is to go on. */
    OTHER_STEP,
    /** A child hub whose scenario has another seed than that of its parent. */
    OTHER_SEED,
    /** A child hub that would be its own ancestor. */
    CYCLE,
    /** With its step the simulation would stop for good. */
    NOT_LIVE,
    /** It cannot go on at the time at which it stands. */
    CANNOT_GO_ON,
    /** A channel that its sender does not send, a sender that is not there, or messages too large for a log. */
    BAD_CHANNEL,
    /** There is no room for another clock, channel or receiver. */
    NO_ROOM,
    /** A reset is under way that waits for this very process; to be asked again when it is done. */
    RESETTING,
    /** The run has ended. */
    ENDED,
    /** Any other reason, of a hub of another version perhaps. */
    OTHER;

    /**
     * The constant of a name.
     *
     * @param name any text, or null.
     * @return {@link #OTHER} for a code that this version does not know.
     */
    public static RefusalCode of(final String name) {
        for (final RefusalCode code : values()) {
            if (code.name().equals(name)) {
                return code;
            }
        }
        return OTHER;
    }
}
