package io.takt.lab.study;

/** Is told how far an experiment has come. May be called often. */
@FunctionalInterface
public interface Tracker {
    /** Ignores progress. */
    Tracker NONE = (done, of) -> {
    };

    /**
     * Something is done.
     *
     * @param done how much of it.
     * @param of   how much there is, greater than 0.
     */
    void done(long done, long of);
}
