package io.takt.hub.command;

import io.takt.hub.core.Losses;
import io.takt.hub.launch.AssetProcesses;
import io.takt.hub.launch.AssetProcesses.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * One line for every asset that was lost: who, when, how its process ended, and the last that it printed. For a loss
 * with which the run goes on it is told as soon as the process has ended; the last one is the reason of the run's end.
 */
final class LossReport {
    /** A simulator that failed may take a moment to end, or never do so. */
    private static final Duration END_WITHIN = Duration.ofMillis(1500);

    private static final String PROGRAM = ": its program ";

    private final AssetProcesses processes;
    private final Consumer<String> teller;
    private final List<CompletableFuture<?>> untold = new ArrayList<>();
    private CompletableFuture<Ended> last;

    LossReport(final AssetProcesses processes, final Consumer<String> teller) {
        this.processes = processes;
        this.teller = teller;
    }

    /** Takes a loss; does not block. */
    synchronized void onLost(final String asset, final String how, final String sequel) {
        final CompletableFuture<Ended> ended = processes.endOf(asset);
        if (sequel == null) {
            last = ended;
            return;
        }
        final String line = "asset '" + asset + "' was lost " + how;
        if (ended == null) {
            teller.accept(line + "; " + sequel);
            return;
        }
        untold.removeIf(CompletableFuture::isDone);
        untold.add(ended.completeOnTimeout(null, END_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
            .thenAccept(end -> teller.accept(withEnd(line, end) + "; " + sequel)));
    }

    /** The reason of the run's end with what the process that was lost last has to say; tells first what is untold. */
    String complete(final String reason, final Duration atMost) throws InterruptedException {
        final CompletableFuture<Ended> ended;
        final CompletableFuture<Void> told;
        synchronized (this) {
            ended = last;
            told = CompletableFuture.allOf(untold.toArray(CompletableFuture[]::new));
        }
        final long startNs = System.nanoTime();
        await(told, atMost);
        return ended == null ? reason : withEnd(reason, await(ended, atMost.minusNanos(System.nanoTime() - startNs)));
    }

    private static <T> T await(final CompletableFuture<T> future, final Duration atMost) throws InterruptedException {
        try {
            return future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (final TimeoutException | ExecutionException e) {
            return null;
        }
    }

    /** A line on a loss with how its process ended; null when that is not known. */
    static String withEnd(final String line, final Ended ended) {
        if (ended == null) {
            return line;
        }
        final List<String> untoldLines = ended.lastLines().stream().filter(each -> !isTold(each, line)).toList();
        return line + (line.contains(PROGRAM) ? "" : "; its program " + ended.ending())
            + (ended.lastLines().isEmpty() ? "; it printed nothing" : untoldLines.isEmpty() ? ""
                : "; it last printed: "
                    + untoldLines.stream().map(Visible::quote).collect(Collectors.joining(" | ")));
    }

    /** A simulator that fails says why to the hub, and most print it as well. */
    private static boolean isTold(final String printed, final String line) {
        final int said = line.indexOf(Losses.SIMULATOR_FAILED);
        if (said < 0) {
            return false;
        }
        final String why = line.substring(said + Losses.SIMULATOR_FAILED.length()).split(Losses.AFTER_TRIES, 2)[0];
        return !why.isBlank() && printed.contains(why);
    }
}
