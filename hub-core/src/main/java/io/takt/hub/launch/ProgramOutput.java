package io.takt.hub.launch;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** Reads what a program prints, line by line on a thread of its own, and remembers the last of it. */
final class ProgramOutput {
    private static final int LONGEST_LINE = 4096;

    /** A child of the program that prints nothing for so long holds the output open without need. */
    private static final long SILENT_MS = 300;

    /** So often the reading may stand still for so long where it is not the program that is waited for. */
    private static final int MOST_STANDSTILLS = 10;

    private final String asset;
    private final InputStream stream;
    private final BiConsumer<String, String> output;
    private final OutputTail lastWords = new OutputTail();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** Counts what was read and passed on. */
    private final AtomicLong moves = new AtomicLong();
    private volatile boolean waitsForProgram;

    /** Of which it is known whether it is waited for. */
    private final class Watched extends FilterInputStream {
        private Watched(final InputStream in) {
            super(in);
        }

        @Override
        public int read(final byte[] bytes, final int from, final int count) throws IOException {
            waitsForProgram = true;
            try {
                return super.read(bytes, from, count);
            } finally {
                waitsForProgram = false;
                moves.incrementAndGet();
            }
        }
    }

    ProgramOutput(final String asset, final InputStream stream, final BiConsumer<String, String> output) {
        this.asset = asset;
        this.stream = stream;
        this.output = output;
        final Thread pump = new Thread(this::pump, "takt-output-" + asset);
        pump.setDaemon(true);
        pump.start();
    }

    /** Completes when nothing can be printed any more; children of the program may do so after its end. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /**
     * Completes when all was read that the program has printed, which has ended; children of its may hold its output
     * open. A reader that gets no processor meanwhile is waited for.
     */
    CompletableFuture<Void> settled() {
        final CompletableFuture<Void> settled = ended.copy();
        lookAgain(settled, 0);
        return settled;
    }

    private void lookAgain(final CompletableFuture<Void> settled, final int standstills) {
        final boolean waited = waitsForProgram;
        final long before = moves.get();
        final Executor later = CompletableFuture.delayedExecutor(SILENT_MS, TimeUnit.MILLISECONDS);
        later.execute(() -> {
            final boolean stands = moves.get() == before;
            if (stands && (waited || standstills == MOST_STANDSTILLS)) {
                settled.complete(null);
            } else if (!settled.isDone()) {
                lookAgain(settled, stands ? standstills + 1 : 0);
            }
        });
    }

    /** How the program ended, with the last that it has printed so far. */
    AssetProcesses.Ended ended(final String ending) {
        synchronized (lastWords) {
            return new AssetProcesses.Ended(asset, ending, lastWords.lines(), lastWords.thrown());
        }
    }

    private void pump() {
        try (BufferedReader reader =
            new BufferedReader(new InputStreamReader(new Watched(stream), StandardCharsets.UTF_8))) {
            final StringBuilder line = new StringBuilder();
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                if (c == '\n') {
                    take(line);
                } else if (line.length() < LONGEST_LINE && c != '\r') {
                    line.append((char) c);
                }
            }
            if (!line.isEmpty()) {
                take(line);
            }
        } catch (final IOException e) {
            // The stream of a program that was ended may break off; its earlier output is kept.
        } finally {
            ended.complete(null);
        }
    }

    private void take(final StringBuilder line) {
        final String text = line.toString();
        line.setLength(0);
        final boolean isForPeople;
        synchronized (lastWords) {
            isForPeople = lastWords.take(text);
        }
        if (isForPeople) {
            output.accept(asset, text);
        }
        moves.incrementAndGet();
    }
}
