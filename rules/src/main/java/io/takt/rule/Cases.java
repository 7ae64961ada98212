package io.takt.rule;

/** How many cases may still be gone through before a verdict is given up: a second or two of them. */
final class Cases {
    private final long most;
    private long gone;

    Cases(final long most) {
        this.most = most;
    }

    /**
     * Goes through some more.
     *
     * @param more how many.
     * @return false when these are too many.
     */
    boolean isEnough(final int more) {
        gone += more;
        return gone <= most;
    }
}
