package io.takt.bench.program;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.JoinedAsset;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A node of a ring around which a token goes, as in HELICS' benchmark of that name: it has nothing to do until the
 * token comes, and passes it on at once. A hop takes one nanosecond of simulation time.
 */
public final class RingAsset {
    /** The channel; each node receives that of the one before it. */
    public static final String CHANNEL = "token";

    /** Bytes of the token. */
    public static final int BYTES = 100;

    /** Hops that count as cold: the first ones. */
    public static final int COLD_HOPS = 5_000;

    /** With which the line begins that says how many nanoseconds those took. */
    public static final String COLD = "cold ";

    private RingAsset() {
    }

    /**
     * Runs until the hub stops.
     *
     * @param args {@code NAME NODES}, and {@code serve} for the one that has the token at first.
     */
    public static void main(final String[] args) throws InterruptedException {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(args[0]), new Node(Integer.parseInt(args[1]), args.length > 2));
            hub.run();
        }
    }

    private static final class Node implements Asset {
        private final int nodes;
        private final UnsafeBuffer token = new UnsafeBuffer(new byte[BYTES]);
        private JoinedAsset self;
        private Output output;
        private boolean hasToken;
        private long rounds;
        private long startNs;

        Node(final int nodes, final boolean serves) {
            this.nodes = nodes;
            this.hasToken = serves;
        }

        @Override
        public void joined(final JoinedAsset joined) {
            self = joined;
        }

        @Override
        public void connect(final Channels channels) {
            output = channels.output(CHANNEL);
            channels.subscribe(CHANNEL, message -> {
                token.putBytes(0, message.buffer(), message.index(), message.length());
                hasToken = true;
            });
        }

        @Override
        public void start(final long timeNs) {
            self.wakeAt(hasToken ? 0 : Long.MAX_VALUE);
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            if (startNs == 0) {
                startNs = System.nanoTime();
            } else if (++rounds == COLD_HOPS / nodes) {
                System.out.println(COLD + (System.nanoTime() - startNs));
            }
            if (hasToken) {
                hasToken = false;
                output.send(token, 0, BYTES);
            }
            self.wakeAt(Long.MAX_VALUE);
        }
    }
}
