package io.takt.bench.program;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** One of two that play a ball, like {@link EchoAsset}, but by Aeron alone. */
public final class AeronEcho {
    private AeronEcho() {
    }

    /**
     * Runs until it is killed, or the driver ends.
     *
     * @param args {@code DIRECTORY STREAM-TO-RECEIVE STREAM-TO-SEND BYTES}, and {@code serve} for the one that begins.
     */
    public static void main(final String[] args) {
        final UnsafeBuffer ball = new UnsafeBuffer(new byte[Integer.parseInt(args[3])]);
        final IdleStrategy idle = Ipc.idle();
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(args[0]))) {
            final Subscription subscription = aeron.addSubscription(Ipc.CHANNEL, Integer.parseInt(args[1]));
            final ExclusivePublication publication =
                aeron.addExclusivePublication(Ipc.CHANNEL, Integer.parseInt(args[2]));
            Ipc.awaitConnected(publication);
            if (args.length > 4) {
                Ipc.offer(publication, ball, idle);
            }
            final FragmentHandler handler = (buffer, offset, length, header) -> {
                ball.putBytes(0, buffer, offset, length);
                Ipc.offer(publication, ball, idle);
            };
            while (!subscription.isClosed()) {
                idle.idle(subscription.poll(handler, 1));
            }
        }
    }
}
