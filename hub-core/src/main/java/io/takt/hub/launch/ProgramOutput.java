package io.takt.hub.launch;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** Reads what a program prints, line by line on a thread of its own, and remembers the last of it. */
final class ProgramOutput {
    private static final int LONGEST_LINE = 4096;

    private static final long LOOK_EVERY_MS = 20;

    /** So many looks without output: a child of the program, which is gone, holds it open without need. */
    private static final int SILENT_LOOKS = 15;

    /** So many without anything read: what was read before cannot be passed on. */
    private static final int BLOCKED_LOOKS = 50;

    private static final int MOST_LOOKS = 250;

    private final String asset;
    private final InputStream stream;
    private final BiConsumer<String, String> output;
    private final OutputTail lastWords = new OutputTail();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** Moves of the reader, of which the last one was to wait for the program if they are odd. */
    private final AtomicLong moves = new AtomicLong();

    /** Counts the moves in and out of it. */
    private final class Watched extends FilterInputStream {
        private Watched(final InputStream in) {
            super(in);
        }

        @Override
        public int read(final byte[] bytes, final int from, final int count) throws IOException {
            moves.incrementAndGet();
            try {
                return super.read(bytes, from, count);
            } finally {
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
     * open. It is waited for in looks, so time in which this process does not run does not count; for five seconds of
     * them at most, and for one where nothing more can be read.
     */
    CompletableFuture<Void> settled() {
        return settled(moves.get(), 0, 0);
    }

    private CompletableFuture<Void> settled(final long movesBefore, final int still, final int looks) {
        return ended.copy().completeOnTimeout(null, LOOK_EVERY_MS, TimeUnit.MILLISECONDS).thenCompose(looked -> {
            final long movesNow = moves.get();
            final int stillNow = movesNow == movesBefore ? still + 1 : 0;
            final int most = movesNow % 2 == 1 ? SILENT_LOOKS : BLOCKED_LOOKS;
            return ended.isDone() || stillNow >= most || looks == MOST_LOOKS
                ? CompletableFuture.completedFuture(null) : settled(movesNow, stillNow, looks + 1);
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
        moves.addAndGet(2);
    }
}
