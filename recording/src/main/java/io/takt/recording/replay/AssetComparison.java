package io.takt.recording.replay;

import java.util.ArrayDeque;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Compares what an asset that runs once more does with what it had done: the messages that it sends, and those that are
 * delivered to it in its steps, each in their order. After the first difference the rest is counted only.
 *
 * <p>Owned by the thread that hears what the asset does.
 */
final class AssetComparison implements RecordedAssets.Taker {
    /** Has recorded messages told. */
    interface Reader {
        void readTo(SurveyedAsset asset, long timeNs);
    }

    private final SurveyedAsset asset;
    private final long limitNs;
    private final Reader reader;
    private final ArrayDeque<RecordedMessage> expectedSent = new ArrayDeque<>();
    private final ArrayDeque<RecordedDelivery> expectedDelivered = new ArrayDeque<>();
    /** Times of what was told, and is later than what was compared: it counts when the asset has come so far. */
    private final ArrayDeque<Long> sentAheadNs = new ArrayDeque<>();
    private final ArrayDeque<Long> deliveredAheadNs = new ArrayDeque<>();
    private final UnsafeBuffer recordedBytes = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer heardBytes = new UnsafeBuffer(0, 0);
    private Difference sentDifference;
    private Difference deliveredDifference;
    private long sent;
    private long recordedSent;
    private long delivered;
    private long recordedDelivered;
    private long comparedToNs = -1;

    /**
     * A comparison at the dawn of time.
     *
     * @param asset   that runs once more.
     * @param limitNs up to when.
     * @param reader  has this told all that the asset had done up to a time.
     */
    AssetComparison(final SurveyedAsset asset, final long limitNs, final Reader reader) {
        this.asset = asset;
        this.limitNs = limitNs;
        this.reader = reader;
    }

    @Override
    public void onSent(final RecordedMessage message) {
        if (message.stampNs() <= limitNs) {
            sentAheadNs.add(message.stampNs());
            if (sentDifference == null) {
                expectedSent.add(message);
            }
        }
    }

    @Override
    public void onDelivered(final RecordedDelivery delivery) {
        if (delivery.stepEndNs() <= limitNs) {
            deliveredAheadNs.add(delivery.stepEndNs());
            if (deliveredDifference == null) {
                expectedDelivered.add(delivery);
            }
        }
    }

    /** The asset sends a message. */
    void hearSent(final String channel, final long stampNs, final long sequence, final DirectBuffer buffer,
        final int index, final int length) {
        sent++;
        if (sentDifference != null) {
            return;
        }
        readTo(stampNs);
        final RecordedMessage expected = expectedSent.poll();
        if (expected == null || !isSame(expected, channel, stampNs, sequence, buffer, index, length)) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(index, bytes);
            differs(expected, new RecordedMessage(channel, stampNs, sequence, bytes));
        }
    }

    private boolean isSame(final RecordedMessage expected, final String channel, final long stampNs,
        final long sequence, final DirectBuffer buffer, final int index, final int length) {
        if (expected.stampNs() != stampNs || expected.sequence() != sequence || expected.bytes().length != length
            || !expected.channel().equals(channel)) {
            return false;
        }
        recordedBytes.wrap(expected.bytes());
        heardBytes.wrap(buffer, index, length);
        return recordedBytes.compareTo(heardBytes) == 0;
    }

    /** A message is delivered to the asset in a step. */
    void hearDelivered(final RecordedDelivery delivery) {
        delivered++;
        if (deliveredDifference != null) {
            return;
        }
        readTo(delivery.stepEndNs());
        final RecordedDelivery expected = expectedDelivered.poll();
        if (!delivery.equals(expected)) {
            differs(expected, delivery);
        }
    }

    /** All has been heard that the asset does up to a time; so what is still expected by then is missing. */
    void hearFrontier(final long timeNs) {
        comparedToNs = Math.max(comparedToNs, timeNs);
        readTo(timeNs);
        if (!expectedSent.isEmpty() && expectedSent.peek().stampNs() <= timeNs) {
            differs(expectedSent.poll(), null);
        }
        if (!expectedDelivered.isEmpty() && expectedDelivered.peek().stepEndNs() <= timeNs) {
            differs(expectedDelivered.poll(), null);
        }
        recordedSent += takeUpTo(timeNs, sentAheadNs);
        recordedDelivered += takeUpTo(timeNs, deliveredAheadNs);
    }

    private static int takeUpTo(final long timeNs, final ArrayDeque<Long> times) {
        int taken = 0;
        while (!times.isEmpty() && times.peek() <= timeNs) {
            times.poll();
            taken++;
        }
        return taken;
    }

    /** The asset does nothing any more, and has not been stopped before it was done. */
    void hearEnd() {
        hearFrontier(limitNs);
    }

    /**
     * The run is done, with the asset at that time. A gate may have held it there, for a sender whose next step is
     * beyond the end: the asset had gone on in the recorded run, which knew of no end.
     */
    void hearEnd(final long timeNs) {
        hearFrontier(Math.min(timeNs, limitNs));
    }

    private void readTo(final long timeNs) {
        reader.readTo(asset, Math.min(timeNs, limitNs));
    }

    private void differs(final RecordedMessage was, final RecordedMessage is) {
        sentDifference = Difference.ofSent(asset.name(), was, is);
        expectedSent.clear();
    }

    private void differs(final RecordedDelivery was, final RecordedDelivery is) {
        deliveredDifference = Difference.ofDelivered(asset.name(), was, is);
        expectedDelivered.clear();
    }

    SurveyedAsset asset() {
        return asset;
    }

    /** Null while nothing differs. */
    Difference first() {
        return Stream.of(sentDifference, deliveredDifference).filter(each -> each != null)
            .min(Difference.EARLIEST).orElse(null);
    }

    /** Up to when everything has been compared. */
    long comparedToNs() {
        return comparedToNs >= limitNs ? Long.MAX_VALUE : comparedToNs;
    }

    long sent() {
        return sent;
    }

    long recordedSent() {
        return recordedSent;
    }

    long delivered() {
        return delivered;
    }

    long recordedDelivered() {
        return recordedDelivered;
    }
}
