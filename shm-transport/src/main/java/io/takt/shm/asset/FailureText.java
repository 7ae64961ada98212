package io.takt.shm.asset;

/** What a hub is told of something that was thrown; never throws itself, whatever that does when it is asked. */
final class FailureText {
    private static final int LONGEST = 1_000;

    private FailureText() {
    }

    /** One line, not too long for a hub. */
    static String of(final Throwable thrown) {
        final String line = firstLine(thrown);
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }

    private static String firstLine(final Throwable thrown) {
        try {
            final String text = thrown.toString();
            return text == null ? nameOf(thrown) : text.lines().findFirst().orElse(nameOf(thrown));
        } catch (final Throwable e) { // user code: the message may be computed
            return nameOf(thrown);
        }
    }

    private static String nameOf(final Throwable thrown) {
        return thrown.getClass().getName();
    }
}
