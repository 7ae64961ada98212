package io.takt.hub.command;

import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.Loss;
import io.takt.hub.core.event.Sequel;
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

/**
 * One line for every asset that was lost: its name, the time, how its process ended, and its last output. For a loss
 * with which the run goes on it is told as soon as the process has ended; the last one is the reason of the run's end.
 * None waits long for output that cannot be printed: it then quotes what was read.
 */
final class LossReport {
    /** A simulator that failed may take a moment to end, or never do so. */
    private static final Duration END_WITHIN = Duration.ofMillis(1500);

    private final AssetProcesses processes;
    private final Consumer<String> teller;
    private final List<CompletableFuture<?>> untold = new ArrayList<>();
    /** Null where the run has not ended by a loss. */
    private String last;
    private EndReason reason;

    LossReport(final AssetProcesses processes, final Consumer<String> teller) {
        this.processes = processes;
        this.teller = teller;
    }

    /** Takes a loss; does not block. */
    synchronized void onLost(final Loss loss, final Sequel sequel) {
        if (sequel.kind() == Sequel.Kind.RUN_ENDS) {
            last = loss.asset();
            return;
        }
        final CompletableFuture<Ended> ended = processes.endOf(loss.asset(), END_WITHIN);
        if (ended == null) {
            teller.accept(loss.text() + "; " + sequel.text());
            return;
        }
        untold.removeIf(CompletableFuture::isDone);
        untold.add(ended.thenAccept(end -> teller.accept(LossText.of(loss, end).atOnce() + "; " + sequel.text())));
    }

    /** Takes a change of the hub's state; the last one says why the run has ended. */
    synchronized void onState(final HubEvent.StateChanged change) {
        reason = change.reason();
    }

    /**
     * The reason of the run's end with what the process that was lost last has to say; tells first what is untold. To
     * be asked when the listener has been told of the end.
     */
    LossText complete(final Duration atMost) throws InterruptedException {
        final String asset;
        final CompletableFuture<Void> told;
        final EndReason why;
        synchronized (this) {
            asset = last;
            told = CompletableFuture.allOf(untold.toArray(CompletableFuture[]::new));
            why = reason;
        }
        final long startNs = System.nanoTime();
        await(told, atMost);
        final CompletableFuture<Ended> ended =
            asset == null ? null : processes.endOf(asset, atMost.minusNanos(System.nanoTime() - startNs));
        return LossText.of(why, ended == null ? null : ended.join());
    }

    private static <T> T await(final CompletableFuture<T> future, final Duration atMost) throws InterruptedException {
        try {
            return future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (final TimeoutException | ExecutionException e) {
            return null;
        }
    }
}
