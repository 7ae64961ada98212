package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Processor time that processes use, as Linux accounts for it in {@code /proc} (see {@code man 5 proc}).
 *
 * <p>Where the kernel keeps {@code schedstat}, it is taken thread by thread in nanoseconds; else it comes from
 * {@code stat}, in ticks of ten milliseconds. A thread that ends between two looks takes its last time with it.
 */
final class ProcessorTime {
    private static final Path PROC = Path.of("/proc");
    private static final long TICK_NS = 10 * WallTime.MS;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int START_TIME = 19;

    /** As Linux cuts off the names of the threads with which a JVM compiles. */
    private static final String COMPILER = " CompilerThre";

    private static final String CORE = "takt-core";

    private final List<Long> pids;
    private final String threads;
    private Map<String, Long> last;

    /** Of these processes, from now on. */
    ProcessorTime(final List<Long> pids) throws IOException {
        this(pids, "");
    }

    private ProcessorTime(final List<Long> pids, final String threads) throws IOException {
        this.pids = pids;
        this.threads = threads;
        this.last = look();
    }

    /** Of the threads with which these JVMs compile, from now on; where that is not told, of all. */
    static ProcessorTime ofCompilers(final List<Long> pids) throws IOException {
        return new ProcessorTime(pids, COMPILER);
    }

    /** Of the hub's thread alone, from now on; where that is not told, of all. */
    static ProcessorTime ofCore(final long hub) throws IOException {
        return new ProcessorTime(List.of(hub), CORE);
    }

    /** Whether this machine tells. */
    static boolean isKnown() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    /** Processor time since the last call, or since this was made. */
    long usedNs() throws IOException {
        final Map<String, Long> now = look();
        long usedNs = 0;
        for (final Map.Entry<String, Long> each : now.entrySet()) {
            usedNs += each.getValue() - last.getOrDefault(each.getKey(), 0L);
        }
        last = now;
        return usedNs;
    }

    private Map<String, Long> look() throws IOException {
        final Map<String, Long> all = new HashMap<>();
        for (final long pid : pids) {
            final Path process = PROC.resolve(Long.toString(pid));
            if (!Files.isReadable(process.resolve("schedstat"))) {
                all.put(process.toString(), (statField(pid, USER_TIME) + statField(pid, SYSTEM_TIME)) * TICK_NS);
                continue;
            }
            try (Stream<Path> threads = Files.list(process.resolve("task"))) {
                for (final Path thread : threads.toList()) {
                    addThread(all, thread);
                }
            }
        }
        return all;
    }

    private void addThread(final Map<String, Long> all, final Path thread) throws IOException {
        try {
            if (!threads.isEmpty() && !Files.readString(thread.resolve("comm")).contains(threads)) {
                return;
            }
            final String text = Files.readString(thread.resolve("schedstat"));
            all.put(thread.toString(), Long.parseLong(text.substring(0, text.indexOf(' '))));
        } catch (final NoSuchFileException e) {
            // It has ended just now.
            return;
        }
    }

    /** When a process was started, in nanoseconds since the machine was, to ten milliseconds. */
    static long startedNs(final long pid) throws IOException {
        return statField(pid, START_TIME) * TICK_NS;
    }

    /** A field of {@code stat}, counted from the state, which is the first behind the name in parentheses. */
    private static long statField(final long pid, final int index) throws IOException {
        final String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[index]);
    }

    /** The processors that this process may use; 0 where nothing says which. */
    static List<Integer> allowedProcessors() throws IOException {
        final Path status = PROC.resolve("self/status");
        final String key = "Cpus_allowed_list:";
        return !Files.isReadable(status) ? List.of(0) : Files.readAllLines(status).stream()
            .filter(line -> line.startsWith(key)).findFirst()
            .map(line -> numbers(line.substring(key.length()).trim())).orElse(List.of(0));
    }

    /** Of a list such as {@code 0-2,5}. */
    static List<Integer> numbers(final String list) {
        return Stream.of(list.split(",")).map(part -> part.split("-"))
            .flatMapToInt(ends -> IntStream.rangeClosed(Integer.parseInt(ends[0]),
                Integer.parseInt(ends[ends.length - 1]))).boxed().toList();
    }
}
