package io.takt.lab.command;

import io.takt.lab.report.Report;
import io.takt.lab.study.Delay;
import io.takt.lab.study.Tracker;
import picocli.CommandLine.Command;

/** {@code takt lab delay}. */
@Command(name = "delay", mixinStandardHelpOptions = true,
    description = "Delay and loss of news between core and assets: speed, and that safety is untouched.")
final class DelayCommand extends SeededStudy {
    @Override
    Report report(final long seed, final Tracker tracker) {
        return Delay.report(seed, tracker);
    }
}
