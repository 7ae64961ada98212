import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes the cart's states into a table, named after the hub, and says in the end how well the rod stood.
 *
 * <pre>
 *  receives  state  of the cart
 * </pre>
 */
public final class Recorder implements Asset {
    private static final double LYING = Math.PI / 2;
    private static final long ROW_EVERY_NS = 10_000_000;

    private final Path file;
    private BufferedWriter table;
    private double squares;
    private double largest;
    private long states;
    private long fellNs;

    private Recorder(final Path file) {
        this.file = file;
    }

    public static void main(final String[] args) throws Exception {
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named(Takt.assetName("recorder")), new Recorder(Path.of(hub.hub() + ".csv")));
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        channels.subscribe("state", Codec.doubles(), this::record);
    }

    @Override
    public void start(final long timeNs) throws IOException {
        close();
        table = Files.newBufferedWriter(file);
        table.write("timeNs,position,speed,tilt,rate,commandAge\n");
        squares = 0;
        largest = 0;
        states = 0;
        fellNs = 0;
    }

    private void record(final double[] state, final Message message) throws IOException {
        if (message.stampNs() % ROW_EVERY_NS == 0) {
            table.write(Long.toString(message.stampNs()));
            for (final double value : state) {
                table.write("," + value);
            }
            table.write('\n');
        }
        if (fellNs == 0) {
            final double tilt = Math.abs(state[2]);
            squares += tilt * tilt;
            largest = Math.max(largest, tilt);
            states++;
            fellNs = tilt < LYING ? 0 : message.stampNs();
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        // The work is done where the states come in.
    }

    @Override
    public void stop() throws IOException {
        close();
        System.out.printf(Locale.ROOT, "tilt %.2f deg rms, %.1f at most; %s%n",
            Math.toDegrees(Math.sqrt(squares / states)), Math.toDegrees(largest),
            fellNs == 0 ? "it stood all the time" : String.format(Locale.ROOT, "it fell at %.3f s", fellNs / 1e9));
    }

    private void close() throws IOException {
        if (table != null) {
            table.close();
        }
    }
}
