package io.takt.lab.command;

import picocli.CommandLine.Option;

/** Where all that is random comes from. */
final class SeedOption {
    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "The same seed gives the same results (${DEFAULT-VALUE}).")
    private long seed;

    long seed() {
        return seed;
    }
}
