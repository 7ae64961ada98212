package io.takt.hub.command;

import java.util.Objects;

/**
 * Which waits of a run are told where no line on a terminal shows them: each one that lasts, once, and the next one
 * again, such as a wrong key behind a network that was down. Owned by one thread.
 */
final class LongWait {
    /** So often a wait is seen, as long as it is the same, before it is told. */
    static final int LOOKS = 100;

    private String seen;
    private String told;
    private int looks;

    /** Whether a wait is to be told now; null for none. */
    boolean isToTell(final String wait) {
        looks = Objects.equals(wait, seen) ? looks + 1 : 1;
        seen = wait;
        if (wait == null) {
            told = null;
        }
        final boolean isNew = looks >= LOOKS && !Objects.equals(wait, told);
        told = isNew ? wait : told;
        return isNew;
    }
}
