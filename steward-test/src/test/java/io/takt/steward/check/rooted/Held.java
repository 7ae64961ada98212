package io.takt.steward.check.rooted;

/** Whose initialisation the root brings about. */
public final class Held {
    private static final long START = System.nanoTime();

    private Held() {
    }

    static long table() {
        return START;
    }
}
