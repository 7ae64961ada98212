package io.takt.lab.command;

import io.takt.lab.report.Report;
import io.takt.lab.study.Jitter;
import io.takt.lab.study.Tracker;
import picocli.CommandLine.Command;

/** {@code takt lab jitter}. */
@Command(name = "jitter", mixinStandardHelpOptions = true,
    description = "Intervals that vary by chance: the spread of 1 to 1000 assets, and its cost.")
final class JitterCommand extends SeededStudy {
    @Override
    Report report(final long seed, final Tracker tracker) {
        return Jitter.report(seed, tracker);
    }
}
