package io.takt.hub.command;

import io.takt.hub.core.status.End;

/** The exit codes of {@code takt}. */
public final class ExitCode {
    /** It was done; a run has reached its end. */
    public static final int DONE = 0;

    /** It was not done, for a reason that has no code of its own. */
    public static final int FAILED = 1;

    /** The configuration or the command line is wrong, or the system that it describes would stop for good. */
    public static final int BAD_CONFIGURATION = 2;

    /** An asset was lost. */
    public static final int ASSET_LOST = 3;

    private ExitCode() {
    }

    /** The code of a run: being asked to stop is its end only when it had no other. */
    static int of(final End end, final boolean hadUntil) {
        return switch (end) {
            case REACHED, END_OF_TIME, ENDED_BY_ASSET, WITH_PARENT -> DONE;
            case ASKED, ALL_LEFT -> hadUntil ? FAILED : DONE;
            case STALLED, BROKEN, NO_ROOM, FAILED_BY_ASSET, PARENT_FAILED -> FAILED;
            case ASSET_LOST -> ASSET_LOST;
        };
    }
}
