package io.takt.conform;

/** A rule is broken: the observation, and the rule's demand, each in one line. */
class Broken extends Exception {
    private static final long serialVersionUID = 1;

    private final String seen;
    private final String expected;

    Broken(final String seen, final String expected) {
        super(seen + "; expected: " + expected);
        this.seen = seen;
        this.expected = expected;
    }

    String seen() {
        return seen;
    }

    String expected() {
        return expected;
    }
}
