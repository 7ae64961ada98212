package io.takt.bench.program;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.JoinedAsset;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A logical process of PHOLD, with the parameters of HELICS' benchmark: 16 events at first, each makes another one when
 * it is due, a tenth of them for another process, after 1 ns and an exponential time of 9 ns in the mean.
 */
public final class PholdAsset {
    /** The prefix of channels: each process has one to every other. */
    public static final String CHANNEL = "event-";

    /** With which the line begins that says how many events there were, and how many nanoseconds they took. */
    public static final String DONE = "done ";

    /** Simulated nanoseconds that are measured. */
    public static final long UNTIL_NS = 10_000;

    private static final int EVENTS_AT_FIRST = 16;
    private static final double REMOTE = 0.1;
    private static final double MEAN_NS = 9;

    private PholdAsset() {
    }

    /**
     * Runs until the hub stops.
     *
     * @param args {@code PREFIX INDEX PROCESSES}: the asset's name is the prefix and the index.
     */
    public static void main(final String[] args) throws InterruptedException {
        final int index = Integer.parseInt(args[1]);
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(args[0] + index), new Process(index, Integer.parseInt(args[2])));
            hub.run();
        }
    }

    private static final class Process implements Asset {
        private final int index;
        private final Output[] outputs;
        private final SplittableRandom random;
        private final PriorityQueue<Long> due = new PriorityQueue<>();
        private final UnsafeBuffer event = new UnsafeBuffer(new byte[Long.BYTES]);
        private JoinedAsset self;
        private long events;
        private long startNs;
        private boolean isTold;

        Process(final int index, final int processes) {
            this.index = index;
            this.outputs = new Output[processes];
            this.random = new SplittableRandom(index);
        }

        @Override
        public void joined(final JoinedAsset joined) {
            self = joined;
        }

        @Override
        public void connect(final Channels channels) {
            for (int other = 0; other < outputs.length; other++) {
                outputs[other] = other == index ? null : channels.output(CHANNEL + other);
            }
            if (outputs.length > 1) {
                channels.subscribe(CHANNEL + index, message -> due.add(message.buffer().getLong(message.index())));
            }
        }

        @Override
        public void start(final long timeNs) {
            for (int i = 0; i < EVENTS_AT_FIRST; i++) {
                due.add(after(0));
            }
            self.wakeAt(0);
        }

        private long after(final long timeNs) {
            return timeNs + 1 + Math.round(-MEAN_NS * Math.log(1 - random.nextDouble()));
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            if (startNs == 0) {
                startNs = System.nanoTime();
            }
            if (fromNs >= UNTIL_NS && !isTold) {
                isTold = true;
                System.out.println(DONE + events + ' ' + (System.nanoTime() - startNs));
            }
            while (!due.isEmpty() && due.peek() <= fromNs) {
                due.poll();
                events++;
                happens(fromNs);
            }
            self.wakeAt(due.isEmpty() ? Long.MAX_VALUE : due.peek());
        }

        /** Another one for this process or, after a nanosecond on its way, for another. */
        private void happens(final long atNs) {
            final long nextNs = after(atNs);
            if (outputs.length == 1 || random.nextDouble() >= REMOTE) {
                due.add(nextNs);
            } else {
                final int other = random.nextInt(outputs.length - 1);
                event.putLong(0, nextNs);
                outputs[other < index ? other : other + 1].send(event, 0, Long.BYTES);
            }
        }
    }
}
