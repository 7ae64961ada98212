package io.takt.hub.daemon;

import io.takt.hub.core.world.ProcessReading;
import io.takt.hub.core.world.ProcessReading.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Looks at a process: in {@code /proc} on Linux; elsewhere the JVM at least knows the processor time. */
final class ProcessReader {
    /** Clock ticks of {@code /proc} are hundredths of a second for every program, whatever the kernel counts in. */
    private static final long TICK_NS = 10_000_000L;

    /** Fields of {@code /proc/<pid>/stat} behind the program's name, which may hold blanks and brackets itself. */
    private static final int STATE = 0;
    private static final int UTIME = 11;
    private static final int STIME = 12;

    private final Path proc;

    ProcessReader(final Path proc) {
        this.proc = proc;
    }

    static ProcessReader ofSystem() {
        return new ProcessReader(Path.of("/proc"));
    }

    /** A reading of a process now; {@link ProcessReading#NONE} of one that is not there. */
    ProcessReading read(final long pid, final long nowNs) {
        final Path stat = proc.resolve(Long.toString(pid)).resolve("stat");
        try {
            return parse(Files.readString(stat, StandardCharsets.ISO_8859_1), nowNs);
        } catch (final IOException e) {
            final long cpuNs = ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toNanos).orElse(ProcessReading.NOT_KNOWN);
            return new ProcessReading(State.UNKNOWN, cpuNs, nowNs);
        }
    }

    static ProcessReading parse(final String stat, final long nowNs) {
        final String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= STIME) {
            return new ProcessReading(State.UNKNOWN, ProcessReading.NOT_KNOWN, nowNs);
        }
        final long ticks;
        try {
            ticks = Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]);
        } catch (final NumberFormatException e) {
            return new ProcessReading(State.UNKNOWN, ProcessReading.NOT_KNOWN, nowNs);
        }
        final State state = switch (fields[STATE]) {
            case "R", "D" -> State.RUNNING;
            case "S", "I" -> State.SLEEPING;
            case "T" -> State.STOPPED;
            case "t" -> State.TRACED;
            // A zombie's first thread has ended; the others, of which this says nothing, may be alive.
            default -> State.UNKNOWN;
        };
        return new ProcessReading(state, ticks * TICK_NS, nowNs);
    }
}
