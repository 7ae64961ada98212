package io.takt.hub.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Signals to processes and to whole groups of them, by the system's {@code kill} command: Java itself knows neither
 * groups nor SIGCONT, without which a stopped process does not even see that it is to end.
 */
final class Signals {
    private static final long WITHIN_MS = 500;

    /** To {@code kill}, -1 is every process of the user and 0 the own group; 1 is who has started everything. */
    private static final long LOWEST = 2;

    private Signals() {
    }

    /**
     * Sends a signal; who is gone already is no error. Numbers that are nobody's own are passed over.
     *
     * @param signal    such as {@code TERM}.
     * @param groups    numbers of process groups.
     * @param processes numbers of processes.
     */
    static void send(final String signal, final Collection<Long> groups, final Collection<Long> processes) {
        final List<String> targets = targets(groups, processes);
        if (targets.isEmpty()) {
            return;
        }
        final List<String> command = new ArrayList<>(List.of("kill", "-" + signal, "--"));
        command.addAll(targets);
        try {
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor(WITHIN_MS, TimeUnit.MILLISECONDS);
        } catch (final IOException e) {
            // There is no kill command; the processes themselves are ended all the same.
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static List<String> targets(final Collection<Long> groups, final Collection<Long> processes) {
        final List<String> targets = new ArrayList<>();
        groups.stream().filter(group -> group >= LOWEST).forEach(group -> targets.add("-" + group));
        processes.stream().filter(process -> process >= LOWEST).forEach(each -> targets.add(Long.toString(each)));
        return targets;
    }
}
