package io.takt.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A {@code takt} that a test has started, with a folder of its own for hubs. Closing it ends the process, and with it
 * whatever it has launched.
 */
final class TaktProcess implements AutoCloseable {
    /** The folder of the launcher. */
    static final Path HOME = Path.of(System.getProperty("takt.home", "..")).toAbsolutePath().normalize();

    /**
     * Most live too short for the second compiler to pay, and a third of their processor time goes into the first,
     * which waits for more calls; those of the profile "slow" are run as users run them.
     */
    private static final String JAVA_OPTS = Boolean.getBoolean("takt.slow") ? ""
        : "-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=4";

    /** Ends what hangs; a run of three JVMs has taken more than 90 s on two processors with a load of 58. */
    private static final long TIMEOUT_S = 240;
    private static final long LOOK_EVERY_NS = Duration.ofMillis(5).toNanos();
    /** What takes longer is looked at less often: hubs and this process need the processors for other things. */
    private static final long LOOK_AT_LEAST_EVERY_NS = Duration.ofMillis(50).toNanos();
    private static final int LOOKS_IN_TIME_WAITED = 16;
    private static final int LOOKS = 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Path out;
    private final Path err;

    private TaktProcess(final Process process, final Path out, final Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts {@code takt} in a folder, with its hubs under {@code base}. */
    static TaktProcess start(final Path folder, final Path base, final String... args) throws IOException {
        final List<String> command = new ArrayList<>(List.of(HOME.resolve("takt").toString()));
        command.addAll(List.of(args));
        return start(folder, base, command);
    }

    /** Starts any program likewise. */
    static TaktProcess start(final Path folder, final Path base, final List<String> command) throws IOException {
        final Path out = Files.createTempFile(folder, "out", ".txt");
        final Path err = Files.createTempFile(folder, "err", ".txt");
        final ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
            .redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put(HubDirectory.BASE_VARIABLE, base.toString());
        builder.environment().put("TAKT_NO_BUILD", "1");
        builder.environment().put("TAKT_JAVA_OPTS", JAVA_OPTS);
        builder.environment().put("TAKT_ASSET_OPTS", JAVA_OPTS);
        builder.environment().put("PATH", HOME + ":" + System.getenv("PATH"));
        builder.environment().remove(HubDirectory.HUB_VARIABLE);
        return new TaktProcess(builder.start(), out, err);
    }

    /** A folder for hubs with a path that is short enough for sockets; only its owner may enter. */
    static Path newBase() throws IOException {
        final Path shm = Path.of("/dev/shm");
        return Files.isDirectory(shm) ? Files.createTempDirectory(shm, "takt-it")
            : Files.createTempDirectory("takt-it");
    }

    /** Runs to the end. */
    static TaktProcess run(final Path folder, final Path base, final String... args)
        throws IOException, InterruptedException {
        return start(folder, base, args).awaitEnd();
    }

    /** Runs a command, and again while it does not tell this: it may tell of a moment in which the host stood. */
    static TaktProcess look(final Callable<TaktProcess> command, final String words) throws Exception {
        return look(command, Pattern.compile(words, Pattern.LITERAL));
    }

    /** Likewise. */
    static TaktProcess look(final Callable<TaktProcess> command, final Pattern words) throws Exception {
        TaktProcess told = command.call();
        for (int left = LOOKS; left > 0 && !told.tells(words); left--) {
            told = command.call();
        }
        if (!told.tells(words)) {
            throw new AssertionError("never told '" + words + "', but ended with exit code " + told.exitCode() + ": "
                + told.out() + told.err());
        }
        return told;
    }

    private boolean tells(final Pattern words) throws IOException {
        return exitCode() == 0 && words.matcher(out()).find();
    }

    TaktProcess awaitEnd() throws IOException, InterruptedException {
        return awaitEnd(TIMEOUT_S);
    }

    TaktProcess awaitEnd(final long withinS) throws IOException, InterruptedException {
        boolean isInterrupted = false;
        try {
            if (process.waitFor(withinS, TimeUnit.SECONDS)) {
                return this;
            }
        } catch (final InterruptedException e) {
            isInterrupted = true;
        }
        printStacks();
        close();
        interruptAgain(isInterrupted);
        throw new AssertionError("takt did not end "
            + (isInterrupted ? "while its test had time" : "within " + withinS + " s") + "; it printed: " + out()
            + err());
    }

    /** So that a test whose time is up does not try again. */
    private static void interruptAgain(final boolean isInterrupted) {
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Each of its JVMs that still answers writes the stacks of its threads to where it prints. */
    private void printStacks() throws IOException {
        for (final ProcessHandle each : Stream.concat(Stream.of(process.toHandle()), process.descendants())
            .filter(each -> each.info().command().orElse("").endsWith("/java")).toList()) {
            new ProcessBuilder("kill", "-QUIT", Long.toString(each.pid())).start().onExit().join();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    Process process() {
        return process;
    }

    int exitCode() {
        return process.exitValue();
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /** The JSON object that the last line of standard output is. */
    JsonNode json() throws IOException {
        final List<String> lines = out().lines().toList();
        if (lines.isEmpty()) {
            throw new AssertionError("nothing on standard output; on standard error: " + err());
        }
        return JSON.readTree(lines.get(lines.size() - 1));
    }

    /** Asks a hub for its status until it fits; fails when this process ends before. */
    HubStatus awaitStatus(final Path base, final String hub, final Predicate<HubStatus> fits) throws IOException {
        final HubStatus[] last = new HubStatus[1];
        try {
            await("a fitting status of hub " + hub, () -> {
                last[0] = status(base, hub);
                return last[0] != null && fits.test(last[0]);
            });
        } catch (final AssertionError e) {
            throw new AssertionError(e.getMessage() + "; last status: " + last[0], e);
        }
        return last[0];
    }

    HubStatus awaitRunning(final Path base, final String hub) throws IOException {
        return awaitStatus(base, hub, status -> status.state() == HubState.RUNNING && status.coreTimeNs() > 0);
    }

    /** The status of a hub; null when it is not there, or not yet. */
    static HubStatus status(final Path base, final String hub) {
        try (ControlClient client = ControlClient.connect(new HubDirectory(base, hub))) {
            return StatusJson.read(client.ask(Request.Status::new, Duration.ofSeconds(TIMEOUT_S)).status());
        } catch (final TaktException e) {
            return null;
        }
    }

    /** Asks a hub that is there, with a number for the request; a JVM for the command takes a second or more. */
    static void ask(final Path base, final String hub, final LongFunction<Request> request) {
        try (ControlClient client = ControlClient.connect(new HubDirectory(base, hub))) {
            client.ask(request, Duration.ofSeconds(TIMEOUT_S));
        }
    }

    /** Asks a hub to stop, as {@code takt stop} does. */
    static void stop(final Path base, final String hub) {
        ask(base, hub, Request.Stop::new);
    }

    /** Waits until standard output has this in it. */
    void awaitOut(final String text) throws IOException {
        awaitText(text, "output", out);
    }

    /** Waits until the whole lines on standard output fit. */
    void awaitLines(final String what, final Predicate<List<String>> fits) throws IOException {
        await(what, () -> {
            try {
                final String text = out();
                return fits.test(text.substring(0, text.lastIndexOf('\n') + 1).lines().toList());
            } catch (final IOException e) {
                return false;
            }
        });
    }

    /** Whether standard error has this in it. */
    boolean hasSaid(final Pattern words) throws IOException {
        return words.matcher(err()).find();
    }

    /** Waits until standard error has this in it. */
    void awaitErr(final String text) throws IOException {
        awaitText(text, "error", err);
    }

    private void awaitText(final String text, final String stream, final Path file) throws IOException {
        await("'" + text + "' on standard " + stream, () -> {
            try {
                return Files.readString(file).contains(text);
            } catch (final IOException e) {
                return false;
            }
        });
    }

    /** Waits until it has mapped these files; where that cannot be seen it is taken to have. */
    void awaitMapped(final String... files) throws IOException {
        final Path maps = Path.of("/proc", Long.toString(process.pid()), "maps");
        if (Files.exists(maps)) {
            await("maps of " + String.join(", ", files), () -> {
                try {
                    final String mapped = Files.readString(maps);
                    return Stream.of(files).allMatch(file -> mapped.contains("/" + file + "\n"));
                } catch (final IOException e) {
                    return false;
                }
            });
        }
    }

    /** Waits for what has to happen; fails when this process has ended and it has still not happened. */
    void await(final String what, final BooleanSupplier condition) throws IOException {
        final long startNs = System.nanoTime();
        boolean wasAlive = process.isAlive();
        while (!condition.getAsBoolean()) {
            final boolean isInterrupted = Thread.interrupted();
            if (!wasAlive || isInterrupted || System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(TIMEOUT_S)) {
                printStacks();
                interruptAgain(isInterrupted);
                throw new AssertionError("waited in vain for " + what + "; printed: " + out() + err());
            }
            final long waitedNs = System.nanoTime() - startNs;
            LockSupport.parkNanos(
                Math.min(LOOK_AT_LEAST_EVERY_NS, Math.max(LOOK_EVERY_NS, waitedNs / LOOKS_IN_TIME_WAITED)));
            wasAlive = process.isAlive();
        }
    }

    /** The process of a launched asset, by what the hub put into its environment. */
    ProcessHandle launched(final String asset) {
        return launchedIfAny(asset).orElseThrow(() -> new AssertionError("no process for asset " + asset));
    }

    Optional<ProcessHandle> launchedIfAny(final String asset) {
        return process.descendants().filter(each -> isAsset(each, asset)).findFirst();
    }

    private static boolean isAsset(final ProcessHandle handle, final String asset) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(handle.pid()), "environ"))
                .contains(HubDirectory.ASSET_VARIABLE + "=" + asset + "\0");
        } catch (final IOException e) {
            return false;
        }
    }

    static void signal(final ProcessHandle handle, final String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(handle.pid())).start().waitFor();
    }

    @Override
    public void close() {
        final List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        all.forEach(each -> {
            each.destroyForcibly();
            each.onExit().join();
        });
    }
}
