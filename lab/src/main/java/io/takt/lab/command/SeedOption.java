package io.takt.lab.command;

import picocli.CommandLine.Option;

/** What all experiments with chance in them have in common. */
final class SeedOption {
    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "Begins all random numbers: the same seed gives the same files (${DEFAULT-VALUE}, if left out).")
    private long seed;

    long seed() {
        return seed;
    }
}
