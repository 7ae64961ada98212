package io.takt.bench;

import java.io.IOException;
import java.util.List;

/** One thing that is measured, with the peers it is measured against. */
interface Benchmark {
    /** Its name on the command line. */
    String name();

    /** Its purpose, in one line. */
    String title();

    /**
     * Measures; all that it has started has ended when this returns.
     *
     * @param bench where to start processes, and how long to measure.
     * @return one result for each row of the table.
     */
    List<Result> run(Bench bench) throws IOException, InterruptedException;
}
