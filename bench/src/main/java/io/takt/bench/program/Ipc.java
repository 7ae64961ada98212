package io.takt.bench.program;

import io.aeron.ExclusivePublication;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** The common part of all programs that use Aeron alone. */
final class Ipc {
    /** Terms of 4 MiB, which a processor's cache holds, were faster than smaller ones and the usual ones of 64 MiB. */
    static final String CHANNEL = "aeron:ipc?term-length=4m";

    private static final int SPINS = 100;

    private Ipc() {
    }

    /** Spins, then yields. */
    static IdleStrategy idle() {
        return new BackoffIdleStrategy(SPINS, Long.MAX_VALUE, 1, 1);
    }

    static void awaitConnected(final ExclusivePublication publication) {
        while (!publication.isConnected()) {
            Thread.yield();
        }
    }

    /** Sends a message as soon as there is room. */
    static void offer(final ExclusivePublication publication, final DirectBuffer message, final IdleStrategy idle) {
        while (publication.offer(message, 0, message.capacity()) < 0 && !publication.isClosed()) {
            idle.idle();
        }
        idle.reset();
    }
}
