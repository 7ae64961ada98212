package io.takt.hub.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Reads what a program prints, line by line on a thread of its own, and remembers the last of it. */
final class ProgramOutput {
    private static final int LONGEST_LINE = 4096;

    private final String asset;
    private final InputStream stream;
    private final BiConsumer<String, String> output;
    private final OutputTail lastWords = new OutputTail();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

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

    /** How the program ended, with the last that it has printed so far. */
    AssetProcesses.Ended ended(final String ending) {
        synchronized (lastWords) {
            return new AssetProcesses.Ended(asset, ending, lastWords.lines(), lastWords.thrown());
        }
    }

    private void pump() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
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
    }
}
