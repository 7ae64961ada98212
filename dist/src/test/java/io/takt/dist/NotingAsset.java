package io.takt.dist;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.host.HubDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An asset in this process that sends a few messages in every step, the same in every run, and notes the messages that
 * it has sent and got.
 */
final class NotingAsset implements Asset {
    private static final int MOST_BYTES = 60;
    private static final long TIMEOUT_S = 60;

    private final String name;
    private final List<String> channels;
    private final List<String> subscribed;
    private final List<String> retroactive;
    private final List<Output> outputs = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final List<String> got = new ArrayList<>();
    private final List<String> early = new ArrayList<>();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MOST_BYTES]);
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private long sequence;

    /** Sends and receives on these channels; of the received ones some are retroactive. */
    NotingAsset(final String name, final List<String> channels, final List<String> subscribed,
        final List<String> retroactive) {
        this.name = name;
        this.channels = channels;
        this.subscribed = subscribed;
        this.retroactive = retroactive;
    }

    String name() {
        return name;
    }

    /** Joins, and runs on a thread of its own until its hub stops. */
    NotingAsset join(final Path base, final String hub) {
        return join(base, hub, AssetSpec.named(name));
    }

    /** The same with more than a name. */
    NotingAsset join(final Path base, final String hub, final AssetSpec spec) {
        final HubConnection connection = ShmHubConnection.connect(new HubDirectory(base, hub));
        connection.join(spec, this);
        final Thread thread = new Thread(() -> {
            try (connection) {
                connection.run();
                ended.complete(null);
            } catch (final InterruptedException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        }, "noting-" + name);
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    /** Waits until its hub has stopped. */
    void awaitEnd() throws Exception {
        ended.get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    /** The messages that it sent, in lines; after its end. */
    List<String> sent() {
        return sent;
    }

    /** The messages that it got, in lines; after its end. */
    List<String> got() {
        return got;
    }

    @Override
    public void connect(final Channels assetChannels) {
        channels.forEach(channel -> outputs.add(assetChannels.output(channel)));
        subscribed.forEach(channel -> assetChannels.subscribe(channel,
            message -> (retroactive.contains(channel) ? got : early).add(line(message))));
    }

    private String line(final Message message) {
        final byte[] bytes = new byte[message.length()];
        message.buffer().getBytes(message.index(), bytes);
        return line(message.channel(), message.sender(), message.sequence(), message.stampNs(), bytes) + " to " + name
            + " at " + message.deliveryNs() + " by ";
    }

    /** A message in words. */
    static String line(final String channel, final String sender, final long sequence, final long stampNs,
        final byte[] bytes) {
        return channel + "." + sender + " #" + sequence + " at " + stampNs + " '" + HexFormat.of().formatHex(bytes)
            + "'";
    }

    @Override
    public void start(final long timeNs) {
        if (timeNs == 0) {
            send(0);
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        early.forEach(line -> got.add(line + toNs));
        early.clear();
        send(toNs);
    }

    private void send(final long stampNs) {
        for (final Output output : outputs) {
            final SplittableRandom random = new SplittableRandom(31 * sequence + name.hashCode());
            final byte[] bytes = new byte[random.nextInt(MOST_BYTES)];
            random.nextBytes(bytes);
            buffer.putBytes(0, bytes);
            output.send(buffer, 0, bytes.length);
            sent.add(line(output.channel(), name, sequence, stampNs, bytes));
            sequence++;
        }
    }

    @Override
    public void reset() {
        early.clear();
        sequence = 0;
    }
}
