package io.takt.hub.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** One launched program: reads what it prints, remembers the last of it, and knows how it ended. */
final class AssetProcess {
    private static final int LAST_LINES = 10;
    private static final int LONGEST_LINE = 4096;
    private static final long OUTPUT_WITHIN_MS = 300;
    private static final int SIGNALLED = 128;
    private static final int HIGHEST_SIGNAL = 64;

    private final String asset;
    private final Process process;
    private final BiConsumer<String, String> output;
    private final ArrayDeque<String> lastLines = new ArrayDeque<>();
    private final CompletableFuture<Void> outputEnded = new CompletableFuture<>();

    AssetProcess(final String asset, final Process process, final BiConsumer<String, String> output) {
        this.asset = asset;
        this.process = process;
        this.output = output;
        final Thread pump = new Thread(this::pump, "takt-output-" + asset);
        pump.setDaemon(true);
        pump.start();
    }

    Process process() {
        return process;
    }

    /** Completes when the program has ended and what it printed was read; children of its may hold its output open. */
    CompletableFuture<Void> ended() {
        return process.onExit().thenCompose(exited ->
            outputEnded.copy().completeOnTimeout(null, OUTPUT_WITHIN_MS, TimeUnit.MILLISECONDS));
    }

    /** How it ended, in words. */
    private String ending() {
        final int status = process.exitValue();
        return status > SIGNALLED && status <= SIGNALLED + HIGHEST_SIGNAL
            ? "was ended by signal " + (status - SIGNALLED) : "ended with exit status " + status;
    }

    AssetProcesses.Ended howItEnded() {
        synchronized (lastLines) {
            return new AssetProcesses.Ended(asset, ending(), List.copyOf(lastLines));
        }
    }

    private void pump() {
        try (BufferedReader reader =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
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
            // The stream of a program that was ended may break off; what it printed before is kept.
        } finally {
            outputEnded.complete(null);
        }
    }

    private void take(final StringBuilder line) {
        final String text = line.toString();
        line.setLength(0);
        synchronized (lastLines) {
            if (lastLines.size() == LAST_LINES) {
                lastLines.removeFirst();
            }
            lastLines.addLast(text);
        }
        output.accept(asset, text);
    }
}
