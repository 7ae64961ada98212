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

    private Signals() {
    }

    /**
     * Sends a signal; who is gone already is no error.
     *
     * @param signal    such as {@code TERM}.
     * @param groups    numbers of process groups.
     * @param processes numbers of processes.
     */
    static void send(final String signal, final Collection<Long> groups, final Collection<Long> processes) {
        if (groups.isEmpty() && processes.isEmpty()) {
            return;
        }
        final List<String> command = new ArrayList<>(List.of("kill", "-" + signal, "--"));
        groups.forEach(group -> command.add("-" + group));
        processes.forEach(process -> command.add(Long.toString(process)));
        try {
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor(WITHIN_MS, TimeUnit.MILLISECONDS);
        } catch (final IOException e) {
            // There is no kill command; the processes themselves are ended all the same.
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
