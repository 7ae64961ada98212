package io.takt.lab.command;

import io.takt.lab.report.Report;
import io.takt.lab.study.PublishedSettings;
import io.takt.lab.study.Tracker;
import picocli.CommandLine.Command;

/** {@code takt lab settings}. */
@Command(name = "settings", mixinStandardHelpOptions = true,
    description = "Hakoniwa's nine published sets: the published verdict, the outcome of a run, and the verdict of L2.")
final class SettingsCommand extends SeededStudy {
    @Override
    Report report(final long seed, final Tracker tracker) {
        return PublishedSettings.report(seed, tracker);
    }
}
