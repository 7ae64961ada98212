package io.takt.bench;

import io.takt.bench.program.Garbage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Memory that the threads of a sender and of a receiver allocate for each message, over some million of them. */
final class MessageGarbage implements Benchmark {
    private static final int BYTES = 64;
    private static final int BATCH = 100;

    @Override
    public String name() {
        return "message-garbage";
    }

    @Override
    public String title() {
        return "memory allocated per message by the threads that drive its sender and its receiver";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final Samples atSender = new Samples();
        final Samples atReceiver = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, "some million messages");
            try (LiveHub hub = LiveHub.start(bench, MessageSetup.flow(BATCH, BYTES, 1))) {
                atSender.add(bytesPerMessage(hub, 1));
                atReceiver.add(bytesPerMessage(hub, 2));
            }
        }
        final List<Result> results = new ArrayList<>();
        results.add(Result.bounded(this, "at the sender", Figure.of("Takt", "B", atSender), Bound.atMost(0)));
        results.add(Result.bounded(this, "at the receiver", Figure.of("Takt", "B", atReceiver), Bound.atMost(0)));
        return results;
    }

    private static double bytesPerMessage(final LiveHub hub, final int program)
        throws IOException, InterruptedException {
        return Double.parseDouble(hub.line(program, Garbage.BYTES_PER_MESSAGE));
    }
}
