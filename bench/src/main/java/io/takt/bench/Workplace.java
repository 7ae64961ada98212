package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.IoUtil;

/**
 * Folders and processes of one run of the bench. Closing it ends the processes and removes the folders; nothing can be
 * started after that. May be used from any thread.
 */
final class Workplace implements AutoCloseable {
    private final Path files;
    private final Path shared;
    private final Path launcher;
    private final List<Program> programs = new ArrayList<>();
    private final List<Runnable> atEnd = new ArrayList<>();
    private int started;
    private boolean closed;

    private Workplace(final Path files, final Path shared, final Path launcher) {
        this.files = files;
        this.shared = shared;
        this.launcher = launcher;
    }

    /**
     * New folders: one for files, in the temporary directory, since memory file systems often refuse to execute; and
     * one for hubs, in shared memory where there is such a thing, with a path that is short enough for sockets.
     */
    static Workplace open() throws IOException {
        final String launcher = System.getProperty("takt.launcher");
        if (launcher == null) {
            throw new TaktException("the bench starts the takt command, and does not know where it is; run it as"
                + " './takt bench'");
        }
        final String prefix = "takt-bench-" + ProcessHandle.current().pid() + "-";
        final Path shm = Path.of("/dev/shm");
        final Path files = Files.createTempDirectory(prefix);
        return new Workplace(files, Files.isDirectory(shm) ? Files.createTempDirectory(shm, prefix) : files,
            Path.of(launcher));
    }

    /** A file of this run, which need not exist. */
    Path file(final String name) {
        return files.resolve(name);
    }

    /** The directory of a hub of this run. */
    HubDirectory hub(final String name) {
        return new HubDirectory(shared.resolve("h"), name);
    }

    /** A folder in shared memory, which need not exist. */
    Path inMemory(final String name) {
        return shared.resolve(name);
    }

    /** A name for a hub that no other of this run has had. */
    synchronized String newHubName() {
        return "b" + ++started;
    }

    /** Starts {@code takt}, by its launcher, in the JVM that this process runs in. */
    Program takt(final List<String> prefix, final String hub, final List<String> args) throws IOException {
        final List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(args);
        return asset(prefix, hub, command);
    }

    /** Starts any program beside the hubs, for one of them. */
    Program asset(final List<String> prefix, final String hub, final List<String> args) throws IOException {
        final List<String> command = new ArrayList<>(prefix);
        command.addAll(args);
        return start(String.join(" ", args.subList(0, Math.min(2, args.size()))), command, Map.of(
            "JAVA_HOME", System.getProperty("java.home"), "TAKT_NO_BUILD", "1",
            HubDirectory.BASE_VARIABLE, shared.resolve("h").toString(), HubDirectory.HUB_VARIABLE, hub));
    }

    /** A part of the project, beside the launcher. */
    Path part(final String name) {
        return launcher.toAbsolutePath().resolveSibling(name);
    }

    /** Starts any program. */
    synchronized Program start(final String name, final List<String> command, final Map<String, String> environment)
        throws IOException {
        if (closed) {
            throw new TaktException("the bench has ended");
        }
        final Path output = files.resolve("output-" + ++started + ".txt");
        final ProcessBuilder builder = new ProcessBuilder(command).directory(files.toFile())
            .redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        final Program program = new Program(name, builder.start(), output);
        programs.add(program);
        return program;
    }

    /** Ends programs and forgets them. */
    void end(final List<Program> some) {
        Program.end(some);
        synchronized (this) {
            programs.removeAll(some);
        }
    }

    /** Something is to be undone when all programs have ended. */
    synchronized void atEnd(final Runnable undoing) {
        atEnd.add(undoing);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            Program.end(programs);
            atEnd.forEach(Runnable::run);
            IoUtil.delete(files.toFile(), true);
            IoUtil.delete(shared.toFile(), true);
        }
    }
}
