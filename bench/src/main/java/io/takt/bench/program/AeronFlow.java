package io.takt.bench.program;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import java.util.stream.IntStream;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Sends messages in batches as fast as they are taken, or takes them; like {@link FlowAsset}, but by Aeron alone. */
public final class AeronFlow {
    private static final int STREAM = 1;

    private AeronFlow() {
    }

    /**
     * Runs until it is killed, or the driver ends.
     *
     * @param args {@code send DIRECTORY MESSAGES BYTES} or {@code receive DIRECTORY MESSAGES SUBSCRIPTIONS}.
     */
    public static void main(final String[] args) {
        final int batch = Integer.parseInt(args[2]);
        final int number = Integer.parseInt(args[3]);
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(args[1]))) {
            if (args[0].equals("send")) {
                send(aeron.addExclusivePublication(Ipc.CHANNEL, STREAM), batch, new UnsafeBuffer(new byte[number]));
            } else {
                receive(IntStream.range(0, number).mapToObj(i -> aeron.addSubscription(Ipc.CHANNEL, STREAM))
                    .toArray(Subscription[]::new), batch);
            }
        }
    }

    private static void send(final ExclusivePublication publication, final int batch, final UnsafeBuffer message) {
        final IdleStrategy idle = Ipc.idle();
        Ipc.awaitConnected(publication);
        for (long step = 1; !publication.isClosed(); step++) {
            for (int i = 0; i < batch; i++) {
                message.putLong(0, step + i);
                Ipc.offer(publication, message, idle);
            }
        }
    }

    private static void receive(final Subscription[] subscriptions, final int batch) {
        final IdleStrategy idle = Ipc.idle();
        final long[] sum = new long[1];
        final FragmentHandler handler = (buffer, offset, length, header) -> sum[0] += buffer.getLong(offset);
        while (!subscriptions[0].isClosed()) {
            int fragments = 0;
            for (final Subscription each : subscriptions) {
                fragments += each.poll(handler, batch);
            }
            idle.idle(fragments);
        }
    }
}
