package io.takt.hub.launch;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** One launched program: its output, and how it ended. */
final class AssetProcess {
    private static final int SIGNALLED = 128;
    private static final int HIGHEST_SIGNAL = 64;

    private final Process process;
    private final ProgramOutput output;
    /** One for all who ask: who asks once it was told need not wait for it again. */
    private final CompletableFuture<Void> ended;

    AssetProcess(final String asset, final Process process, final BiConsumer<String, String> output) {
        this.process = process;
        this.output = new ProgramOutput(asset, process.getInputStream(), output);
        this.ended = process.onExit().thenCompose(exited -> this.output.settled());
    }

    Process process() {
        return process;
    }

    /** Completes when the program has ended and what it printed was read; children of its may hold its output open. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    boolean hasFailed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    /** How it ended, in words. */
    private String ending() {
        final int status = process.exitValue();
        return status > SIGNALLED && status <= SIGNALLED + HIGHEST_SIGNAL
            ? "was ended by signal " + (status - SIGNALLED) : "ended with exit status " + status;
    }

    /** How it ended, with what was read of its output; null while it runs. */
    AssetProcesses.Ended endSoFar() {
        return process.isAlive() ? null : howItEnded();
    }

    AssetProcesses.Ended howItEnded() {
        return output.ended(ending());
    }
}
