package io.takt.federation.remote;

import java.io.IOException;
import java.util.Arrays;

/**
 * The key for the next try to connect. Key files are replaced while hubs run, at one end before the other: until the
 * parent has the new one, too, a session goes on by the key that it was linked with. Owned by the link's thread.
 */
final class TriedKeys {
    /** The parent changes between its keys after each refusal: so the two come to the same one. */
    private static final int REFUSALS_OF_EACH = 2;

    private final KeySource keys;
    private byte[] linked;
    private byte[] tried;
    private String whyEarlier;
    private int refusals;

    /** No key is tried yet. */
    TriedKeys(final KeySource keys) {
        this.keys = keys;
    }

    /** The key to try; throws an exception in one line when there is none. */
    byte[] next() throws IOException {
        byte[] newest = null;
        whyEarlier = null;
        try {
            newest = keys.key();
        } catch (final IOException e) {
            if (linked == null) {
                throw e;
            }
            whyEarlier = e.getMessage();
        }
        if (linked != null && refusals / REFUSALS_OF_EACH % 2 == 1 && !Arrays.equals(newest, linked)
            && whyEarlier == null) {
            whyEarlier = "the parent has not got the new one that is here; copy the file there";
        }
        tried = whyEarlier == null ? newest : linked;
        return tried.clone();
    }

    /** The parent has refused a try. */
    void refused() {
        refusals++;
    }

    /** The parent has welcomed this hub; returns why it has done so by another key than the file's, null if not. */
    String onLinked() {
        linked = tried;
        refusals = 0;
        return whyEarlier;
    }
}
