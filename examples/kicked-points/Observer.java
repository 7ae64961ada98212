import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;

/** Sees the turns of points that are final, and counts them. */
public final class Observer implements Asset {
    private final long[] turns = new long[3];
    private long lastMs;

    public static void main(final String[] args) throws Exception {
        final Observer observer = new Observer();
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named("observer"), observer);
            hub.run();
        }
        System.out.println("point 1 turned " + observer.turns[1] + " times, point 2 " + observer.turns[2]
            + " times, the last time at " + observer.lastMs + " ms");
    }

    @Override
    public void connect(final Channels channels) {
        channels.subscribe("turned", Codec.longs(), (turn, message) -> {
            lastMs = turn[0];
            turns[(int) turn[1]]++;
        });
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        // It only listens.
    }
}
