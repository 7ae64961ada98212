package io.takt.bench.program;

/** Prints one line: the least that a JVM is started for. */
public final class OneLine {
    private OneLine() {
    }

    /**
     * Prints it.
     *
     * @param args none.
     */
    @SuppressWarnings("checkstyle:Regexp")
    public static void main(final String[] args) {
        System.out.println("here");
    }
}
