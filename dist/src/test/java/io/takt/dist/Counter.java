package io.takt.dist;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.JoinedAsset;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An asset that sends two messages a step on channel "count", with their numbers in them, and hears those of others.
 * The second has the earlier stamp.
 *
 * <p>Arguments: length of a message; simulation time in nanoseconds at which it leaves, 0 for never. A file
 * {@code slip-<asset>.txt} in its folder makes it another program: {@code byte N} changes the last byte of message N,
 * {@code skip N} does not send it, {@code more N} sends it twice, {@code late N} gives it the latest stamp, and
 * {@code from N} changes the last byte of message N and of all after it.
 */
final class Counter implements Asset {
    private static final int A_STEP = 2;

    private final String slip;
    private final long slipsAt;
    private final long leavesAtNs;
    private final UnsafeBuffer bytes;
    private JoinedAsset session;
    private Output output;
    private long number;

    private Counter(final String slip, final long slipsAt, final int length, final long leavesAtNs) {
        this.slip = slip;
        this.slipsAt = slipsAt;
        this.leavesAtNs = leavesAtNs;
        this.bytes = new UnsafeBuffer(new byte[length]);
    }

    public static void main(final String[] args) throws Exception {
        final String name = Takt.assetName("counter");
        final String[] slip = slip(Path.of("slip-" + name + ".txt")).split(" ");
        final Counter counter =
            new Counter(slip[0], Long.parseLong(slip[1]), Integer.parseInt(args[0]), Long.parseLong(args[1]));
        try (HubConnection hub = Takt.connect()) {
            counter.session = hub.join(AssetSpec.named(name), counter);
            hub.run();
        }
    }

    private static String slip(final Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file).strip() : "never -1";
    }

    @Override
    public void connect(final Channels channels) {
        output = channels.output("count");
        channels.subscribe("count", message -> { });
    }

    @Override
    public void start(final long timeNs) {
        number = 0;
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        if (leavesAtNs > 0 && fromNs >= leavesAtNs) {
            session.leave();
            return;
        }
        for (int i = 0; i < A_STEP; i++) {
            send(fromNs, toNs);
            number++;
        }
    }

    private void send(final long fromNs, final long toNs) {
        final boolean isSlip = number == slipsAt;
        bytes.putLong(0, number);
        final boolean isChanged = isSlip && "byte".equals(slip) || number >= slipsAt && "from".equals(slip);
        bytes.putByte(bytes.capacity() - 1, (byte) (isChanged ? 1 : 0));
        final long stampNs = isSlip && "late".equals(slip) ? toNs : fromNs + A_STEP - number % A_STEP;
        if (!isSlip || !"skip".equals(slip)) {
            output.send(bytes, 0, bytes.capacity(), stampNs);
        }
        if (isSlip && "more".equals(slip)) {
            output.send(bytes, 0, bytes.capacity(), stampNs);
        }
    }
}
