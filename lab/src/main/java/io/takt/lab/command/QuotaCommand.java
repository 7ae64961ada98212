package io.takt.lab.command;

import io.takt.lab.report.Report;
import io.takt.lab.study.Quota;
import io.takt.lab.study.Tracker;
import picocli.CommandLine.Command;

/** {@code takt lab quota}. */
@Command(name = "quota", mixinStandardHelpOptions = true,
    description = "More simulators than processors, and quotas: the effect of spinning and of sleeping.")
final class QuotaCommand extends SeededStudy {
    @Override
    Report report(final long seed, final Tracker tracker) {
        return Quota.report(seed, tracker);
    }
}
