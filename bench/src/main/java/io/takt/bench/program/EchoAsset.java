package io.takt.bench.program;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import org.agrona.concurrent.UnsafeBuffer;

/** One of two assets that play a ball: the one that gets it plays it back in the same step. */
public final class EchoAsset {
    /** The channel. */
    public static final String CHANNEL = "ball";

    private EchoAsset() {
    }

    /**
     * Runs until the hub stops.
     *
     * @param args {@code NAME BYTES}, and {@code serve} for the one that begins.
     */
    public static void main(final String[] args) throws InterruptedException {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(args[0]), new Player(Integer.parseInt(args[1]), args.length > 2));
            hub.run();
        }
    }

    private static final class Player implements Asset {
        private final UnsafeBuffer ball;
        private Output output;
        private boolean hasBall;

        Player(final int bytes, final boolean serves) {
            this.ball = new UnsafeBuffer(new byte[bytes]);
            this.hasBall = serves;
        }

        @Override
        public void connect(final Channels channels) {
            output = channels.output(CHANNEL);
            channels.subscribe(CHANNEL, message -> {
                ball.putBytes(0, message.buffer(), message.index(), message.length());
                hasBall = true;
            });
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            if (hasBall) {
                hasBall = false;
                output.send(ball, 0, ball.capacity());
            }
        }
    }
}
