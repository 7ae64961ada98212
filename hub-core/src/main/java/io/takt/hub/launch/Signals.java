package io.takt.hub.launch;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Signals to processes and to whole groups of them: Java itself knows neither groups nor SIGCONT, without which a
 * stopped process does not even see that it is to end. By kill(2) on Linux; elsewhere by the {@code kill} command,
 * which is a process to be started, and that takes long on a busy host.
 */
final class Signals {
    /** Numbers of Linux's asm/signal.h, on the machines that Java runs on. */
    private static final Map<String, Integer> NUMBERS = Map.of("KILL", 9, "TERM", 15, "CONT", 18);

    private static final boolean IS_LINKED = link();

    private static final long WITHIN_MS = 500;

    /**
     * To {@code kill}, -1 is every process of the user and 0 the own group; 1 is the process that has started
     * everything.
     */
    private static final long LOWEST = 2;

    private Signals() {
    }

    /**
     * Sends a signal; it is no error if the process is gone already. Numbers that are no process id are passed over.
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
        if (IS_LINKED) {
            targets.forEach(target -> kill(Integer.parseInt(target), NUMBERS.get(signal)));
        } else {
            sendByCommand(signal, targets);
        }
    }

    static void sendByCommand(final String signal, final List<String> targets) {
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

    private static boolean link() {
        try {
            if (Platform.isLinux()) {
                Native.register(Signals.class, "c");
                return true;
            }
        } catch (final LinkageError e) {
            // A C library that JNA cannot use; there is the command.
        }
        return false;
    }

    /** See kill(2): a negative number is a group's. */
    private static native int kill(int process, int signal);
}
