package io.takt.bench;

/**
 * One row: a measurement, its counterpart, and whether the result is good enough.
 *
 * @param benchmark its name.
 * @param what      was measured.
 * @param takt      Takt's figure; null when it was not measured.
 * @param peer      what it is compared with; null for nothing.
 * @param ratio     of the two, round by round; null without a peer.
 * @param bound     for the ratio, or for Takt's figure where there is no peer; null when the row only reports.
 * @param holds     whether the bound does; null without one, or when it could not be judged.
 * @param note      what else is to be said; null for nothing.
 */
record Result(String benchmark, String what, Figure takt, Figure peer, Figure ratio, Bound bound, Boolean holds,
    String note) {

    /** Against a peer; the bound may be null. */
    static Result compared(final Benchmark benchmark, final String what, final Figure takt, final Figure peer,
        final Figure ratio, final Bound bound) {
        return new Result(benchmark.name(), what, takt, peer, ratio, bound,
            bound == null ? null : bound.holds(ratio.value()), null);
    }

    /** Against a limit. */
    static Result bounded(final Benchmark benchmark, final String what, final Figure takt, final Bound bound) {
        return new Result(benchmark.name(), what, takt, null, null, bound, bound.holds(takt.value()), null);
    }

    /** For information. */
    static Result reported(final Benchmark benchmark, final String what, final Figure takt) {
        return new Result(benchmark.name(), what, takt, null, null, null, null, null);
    }

    /** Not measured, or not compared, and why. */
    static Result skipped(final Benchmark benchmark, final String what, final Figure takt, final String why) {
        return new Result(benchmark.name(), what, takt, null, null, null, null, why);
    }

    Result withNote(final String newNote) {
        return new Result(benchmark, what, takt, peer, ratio, bound, holds, newNote);
    }

    boolean fails() {
        return Boolean.FALSE.equals(holds);
    }

    /** Which bound does not hold, in words. */
    String complaint() {
        final String judged = ratio == null ? takt.text() : ratio.of() + " is " + ratio.text();
        return benchmark + ", " + what + ": " + judged + ", and has to be " + bound.text();
    }
}
