package io.takt.hub.view;

/** Says in words that a hub does not answer, and what would help. */
public final class UnansweredText {
    private UnansweredText() {
    }

    /**
     * Of a hub that is there.
     *
     * @param pid     its process.
     * @param forTime for how long it has not answered, such as {@code 2.300 s}.
     * @return the sentence.
     */
    public static String sentence(final long pid, final String forTime) {
        return "the hub has not answered for " + forTime + "; its process " + pid + " may be stopped";
    }

    /**
     * The remedy.
     *
     * @param pid the hub's process.
     * @return the advice.
     */
    public static String advice(final long pid) {
        return "kill -CONT " + pid + " lets its process go on, if it is stopped";
    }
}
