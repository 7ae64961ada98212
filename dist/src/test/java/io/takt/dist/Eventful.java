package io.takt.dist;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.JoinedAsset;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An asset whose turns depend on all that it has heard, by the way of stepping that its argument names: {@code event}
 * asks to be woken at irregular times and answers what it hears at once; {@code whole} chooses how long each step is,
 * and sends two messages in it, the later stamp first; {@code fixed} sends one message a step.
 */
final class Eventful implements Asset {
    private static final long GRANULARITY_NS = 1_000_000;
    private static final int LONGEST = 10;
    private static final long MOST_PAUSE_NS = 7_000_000;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[Long.BYTES]);
    private final String way;
    private JoinedAsset session;
    private Output talk;
    private long heard;
    private boolean isAsked;
    private long nextNs;

    private Eventful(final String way) {
        this.way = way;
    }

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("eventful")), new Eventful(args[0]));
            hub.run();
        }
    }

    @Override
    public void joined(final JoinedAsset self) {
        session = self;
    }

    @Override
    public void connect(final Channels channels) {
        talk = channels.output("talk");
        channels.subscribe("talk", this::hear);
    }

    private void hear(final Message message) {
        heard = 31 * (31 * heard + message.deliveryNs()) + message.buffer().getLong(message.index());
        isAsked = true;
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        final SplittableRandom chance = new SplittableRandom(heard + fromNs);
        bytes.putLong(0, heard);
        switch (way) {
            case "event" -> {
                if (isAsked || fromNs >= nextNs) {
                    talk.send(bytes, 0, Long.BYTES);
                    isAsked = false;
                    nextNs = fromNs + 1 + chance.nextLong(MOST_PAUSE_NS);
                }
                session.wakeAt(nextNs);
            }
            case "whole" -> {
                talk.send(bytes, 0, Long.BYTES, toNs);
                talk.send(bytes, 0, Long.BYTES, fromNs + 1);
                session.chooseStep(GRANULARITY_NS * (1 + chance.nextInt(LONGEST)));
            }
            default -> talk.send(bytes, 0, Long.BYTES, fromNs + 1 + chance.nextLong(toNs - fromNs));
        }
    }
}
