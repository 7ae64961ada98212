package io.takt.bench.program;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import org.agrona.concurrent.UnsafeBuffer;

/** Assets of one process: one that sends so many messages in every step, or some that receive them. */
public final class FlowAsset {
    /** The channel. */
    public static final String CHANNEL = "flow";

    private FlowAsset() {
    }

    /**
     * Runs until the hub stops.
     *
     * @param args {@code send NAME MESSAGES BYTES}, or {@code receive NAME ...}.
     */
    public static void main(final String[] args) throws InterruptedException {
        try (HubConnection hub = Takt.connect()) {
            if (args[0].equals("send")) {
                hub.join(AssetSpec.named(args[1]), new Sender(Integer.parseInt(args[2]), Integer.parseInt(args[3])));
            } else {
                final Garbage garbage = new Garbage();
                for (int i = 1; i < args.length; i++) {
                    hub.join(AssetSpec.named(args[i]), new Receiver(garbage));
                }
            }
            hub.run();
        }
    }

    private static final class Sender implements Asset {
        private final int messages;
        private final UnsafeBuffer message;
        private final Garbage garbage = new Garbage();
        private Output output;

        Sender(final int messages, final int bytes) {
            this.messages = messages;
            this.message = new UnsafeBuffer(new byte[bytes]);
        }

        @Override
        public void connect(final Channels channels) {
            output = channels.output(CHANNEL);
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            for (int i = 0; i < messages; i++) {
                message.putLong(0, toNs + i);
                output.send(message, 0, message.capacity());
            }
            garbage.after(messages);
        }
    }

    private static final class Receiver implements Asset {
        private final Garbage garbage;
        private long sum;
        private long received;

        Receiver(final Garbage garbage) {
            this.garbage = garbage;
        }

        @Override
        public void connect(final Channels channels) {
            channels.subscribe(CHANNEL, message -> {
                sum += message.buffer().getLong(message.index());
                received++;
            });
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            garbage.after(received);
            received = 0;
        }
    }
}
