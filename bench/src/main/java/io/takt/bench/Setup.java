package io.takt.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A hub with its assets, as a measurement wants them. */
interface Setup {
    /** ΔT_c in nanoseconds. */
    long stepNs();

    /** Of the command line of each process, to pin it for instance; usually none. */
    default List<String> prefix() {
        return List.of();
    }

    /**
     * Writes the configuration.
     *
     * @param file    to be written.
     * @param hub     the hub's name.
     * @param waiting how all are to wait; null to leave it out.
     */
    void write(Path file, String hub, String waiting) throws IOException;

    /** For each process with assets the arguments of {@code takt}, or a program's path and its arguments. */
    List<List<String>> programs();
}
