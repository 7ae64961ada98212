package io.takt.shm.message;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** The events of a tap, in words; of a long message its first bytes and its length. */
class Told implements LogTap.Listener {
    private static final int LONGEST = 20;
    private static final int FIRST = 4;

    final List<String> lines = new ArrayList<>();
    long missed;

    @Override
    public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
        final DirectBuffer buffer, final int index, final int length) {
        lines.add("sent " + channel + " at " + stampNs + " #" + sequence + " "
            + (length <= LONGEST ? buffer.getStringWithoutLengthAscii(index, length)
            : buffer.getStringWithoutLengthAscii(index, FIRST) + " and so on, " + length + " B"));
    }

    @Override
    public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
        final long stepEndNs) {
        lines.add("delivered " + input + " at " + deliveryNs + " #" + sequence + " to " + stepEndNs);
    }

    @Override
    public void onVoid(final int asset, final long stampNs) {
        lines.add("void after " + stampNs);
    }

    @Override
    public void onReset(final int asset) {
        lines.add("reset");
    }

    @Override
    public void onMissed(final int asset, final long messages) {
        missed += messages;
        lines.add("missed " + messages);
    }

    /** The events since the last call. */
    List<String> take() {
        final List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
