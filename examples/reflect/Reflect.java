import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.JoinedAsset;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.RunEnd;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The reflecting asset of {@code takt conform}; docs/reference/conform.md says what it does. It is called back by
 * {@link HubConnection#run}, or driven by the loop below.
 */
public class Reflect implements Asset {
    private final List<String> declared;
    private final StringBuilder notes = new StringBuilder();
    private final StringBuilder orders = new StringBuilder();
    private JoinedAsset self;
    private Output echo;
    private Output bulk;
    private boolean isGone;

    Reflect(final List<String> declared) {
        this.declared = declared;
    }

    public static void main(final String[] args) throws Exception {
        final String declaration = System.getenv().getOrDefault("TAKT_REFLECT", "");
        final List<String> declared = declaration.isEmpty() ? List.of() : List.of(declaration.split(" "));
        AssetSpec spec = AssetSpec.named(Takt.assetName("reflect"));
        for (final String word : declared) {
            final String[] part = word.substring(word.indexOf('=') + 1).split(",");
            switch (word.split("=")[0]) {
                case "step" -> spec = spec.step(Duration.ofNanos(Long.parseLong(part[0])));
                case "interval" -> spec = spec.interval(Duration.ofNanos(Long.parseLong(part[0])));
                case "output" -> spec = spec.sends(new OutputSpec(part[0], Integer.parseInt(part[1])));
                case "other" -> {
                }
                default -> spec = spec.receives(InputSpec.of(part[0], part[1], Delivery.valueOf(part[2]))
                    .delayNs(Long.parseLong(part[3])).jitterNs(Long.parseLong(part[4]))
                    .loss(Double.parseDouble(part[5])));
            }
        }
        final RunEnd end;
        try (HubConnection hub = Takt.connect()) {
            final Reflect simulator = new Reflect(declared);
            if (declared.contains("other")) {
                end = simulator.loop(hub.join(spec));
            } else {
                hub.join(spec, simulator);
                end = hub.run();
            }
        }
        if (end.hasFailed()) {
            throw new IllegalStateException(end.reason());
        }
    }

    private RunEnd loop(final PolledAsset asset) throws Exception {
        joined(asset);
        connect(asset.channels());
        start(asset.timeNs());
        for (Turn turn = asset.await(); turn != Turn.STOP; turn = asset.await()) {
            if (turn == Turn.RESET) {
                start(0);
            } else {
                step(asset.timeNs(), asset.nextNs());
            }
            if (isGone) {
                break;
            }
            asset.commit();
        }
        return asset.end();
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
    }

    @Override
    public void connect(final Channels channels) {
        for (final String word : declared) {
            if (word.startsWith("output=")) {
                echo = echo == null ? channels.output("echo") : echo;
                bulk = channels.output("bulk");
            } else if (word.startsWith("input=")) {
                final String kind = word.contains(",LATEST,") ? "latest" : "got";
                channels.subscribe(word.substring(6, word.indexOf(',')), message -> note(kind, message));
            }
        }
    }

    private void note(final String kind, final Message message) {
        final byte[] bytes = new byte[message.length()];
        message.buffer().getBytes(message.index(), bytes);
        notes.append(kind + " " + message.channel() + " " + message.sender() + " " + message.deliveryNs() + " "
            + message.stampNs() + " " + message.sequence() + " x" + HexFormat.of().formatHex(bytes) + "\n");
        if (message.channel().equals("order")) {
            orders.append(new String(bytes, StandardCharsets.US_ASCII)).append('\n');
        }
    }

    @Override
    public void start(final long timeNs) {
        notes.setLength(0);
        orders.setLength(0);
        notes.append("start " + timeNs + "\n");
        if (timeNs == 0) {
            sendNotes();
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) throws Exception {
        notes.append("step " + fromNs + " " + toNs + "\n");
        for (final String order : orders.toString().split("\n")) {
            obey(order, order.split(" "));
        }
        orders.setLength(0);
        if (!isGone) {
            sendNotes();
        }
    }

    private void obey(final String order, final String[] words) throws Exception {
        switch (words[0]) {
            case "send" -> {
                final byte[] bytes = new byte[Integer.parseInt(words[2])];
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    java.util.Arrays.fill(bytes, (byte) ('a' + i % 26));
                    send(bulk, bytes, -1);
                }
            }
            case "claim" -> {
                final int size = Integer.parseInt(words[1]);
                bulk.claim(size).setMemory(0, size, (byte) 'x');
                bulk.abort();
                bulk.claim(size).setMemory(0, size, (byte) 'c');
                bulk.commit(size / 2);
            }
            case "stamp" -> send(bulk, "stamped".getBytes(StandardCharsets.US_ASCII), Long.parseLong(words[1]));
            case "promise" -> bulk.promiseNoSendBefore(Long.parseLong(words[1]));
            case "hold" -> new CountDownLatch(1).await(Long.parseLong(words[1]), TimeUnit.MILLISECONDS);
            case "stop" -> self.stopRun(order.substring(5));
            case "leave" -> {
                isGone = true;
                self.leave();
            }
            case "fail" -> throw new IllegalStateException(order.substring(5));
            default -> {
            }
        }
    }

    /** With the stamp of the step's end where none is given. */
    private void send(final Output output, final byte[] bytes, final long stampNs) {
        try {
            if (stampNs < 0) {
                output.send(new UnsafeBuffer(bytes), 0, bytes.length);
            } else {
                output.send(new UnsafeBuffer(bytes), 0, bytes.length, stampNs);
            }
        } catch (final IllegalArgumentException | IllegalStateException e) {
            notes.append("error " + e.getMessage() + "\n");
        }
    }

    private void sendNotes() {
        if (echo != null) {
            send(echo, notes.toString().getBytes(StandardCharsets.ISO_8859_1), -1);
        }
        notes.setLength(0);
    }
}
