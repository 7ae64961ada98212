package io.takt.recording.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;

/** Keeps records as lines of text. */
public final class RecordLog implements Records {
    private final List<String> lines = new ArrayList<>();

    public List<String> lines() {
        return lines;
    }

    @Override
    public void onAsset(final int asset, final AssetEntry entry) {
        lines.add(asset + " is " + entry);
    }

    @Override
    public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
        final DirectBuffer buffer, final int index, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(index, bytes);
        lines.add(asset + " sent " + channel + " at " + stampNs + " as " + sequence + ": " + length + " bytes #"
            + Arrays.hashCode(bytes));
    }

    @Override
    public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
        final long stepEndNs) {
        lines.add(asset + " got " + sequence + " by " + input + " at " + deliveryNs + " in " + stepEndNs);
    }

    @Override
    public void onVoid(final int asset, final long stampNs) {
        lines.add(asset + " void after " + stampNs);
    }

    @Override
    public void onReset(final int asset) {
        lines.add(asset + " reset");
    }

    @Override
    public void onFrontier(final int asset, final long timeNs) {
        lines.add(asset + " known to " + timeNs);
    }

    @Override
    public void onGone(final int asset, final long timeNs, final boolean isLost) {
        lines.add(asset + " gone at " + timeNs + (isLost ? " lost" : ""));
    }
}
