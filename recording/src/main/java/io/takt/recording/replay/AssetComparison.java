package io.takt.recording.replay;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Compares what an asset that runs once more does with what it had done: the messages that it sends, and those that are
 * delivered to it in its steps. The first difference is the first in simulation time, so none is found before all is
 * known of both runs up to its time. After it the rest is counted only.
 *
 * <p>Owned by the thread that hears what the asset does.
 */
final class AssetComparison implements RecordedAssets.Taker {
    /** Has recorded messages told. */
    interface Reader {
        void readTo(SurveyedAsset asset, long timeNs);
    }

    private static final byte[] NOTHING = {};

    private final SurveyedAsset asset;
    private final long limitNs;
    private final boolean leaves;
    private final Reader reader;
    private final Unmatched<RecordedMessage> sends =
        new Unmatched<>(RecordedMessage.EARLIEST, RecordedMessage::stampNs);
    private final Unmatched<RecordedDelivery> deliveries =
        new Unmatched<>(RecordedDelivery.EARLIEST, RecordedDelivery::deliveryNs);
    /** Times of reported messages that are later than the compared part: they count when the asset has come so far. */
    private final Queue<Long> sentAheadNs = new PriorityQueue<>();
    private final Queue<Long> deliveredAheadNs = new ArrayDeque<>();
    private final UnsafeBuffer recordedBytes = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer heardBytes = new UnsafeBuffer(0, 0);
    private Difference sentDifference;
    private Difference deliveredDifference;
    private long sent;
    private long recordedSent;
    private long delivered;
    private long recordedDelivered;
    /** Up to when all is known that the asset does. */
    private long knownNs = -1;
    private boolean isGone;

    /**
     * A comparison at the dawn of time.
     *
     * @param asset   that runs once more.
     * @param limitNs up to when.
     * @param leaves  whether it had left then; else the run ends there.
     * @param reader  has this told all that the asset had done up to a time.
     */
    AssetComparison(final SurveyedAsset asset, final long limitNs, final boolean leaves, final Reader reader) {
        this.asset = asset;
        this.limitNs = limitNs;
        this.leaves = leaves;
        this.reader = reader;
    }

    @Override
    public void onSent(final RecordedMessage message) {
        if (message.stampNs() <= limitNs) {
            sentAheadNs.add(message.stampNs());
            if (sentDifference == null) {
                sends.recorded().add(message);
            }
        }
    }

    @Override
    public void onDelivered(final RecordedDelivery delivery) {
        if (delivery.stepEndNs() <= limitNs) {
            deliveredAheadNs.add(delivery.stepEndNs());
            if (deliveredDifference == null) {
                deliveries.recorded().add(delivery);
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
        // A recorded message that is the same has the same stamp, so it is known by then.
        readTo(stampNs);
        final RecordedMessage heard = new RecordedMessage(channel, stampNs, sequence, NOTHING);
        final RecordedMessage was = sends.recorded().ceiling(heard);
        if (was != null && isSame(was, heard, buffer, index, length)) {
            sends.recorded().remove(was);
        } else {
            final byte[] bytes = new byte[length];
            buffer.getBytes(index, bytes);
            sends.replayed().add(new RecordedMessage(channel, stampNs, sequence, bytes));
        }
    }

    private boolean isSame(final RecordedMessage was, final RecordedMessage heard, final DirectBuffer buffer,
        final int index, final int length) {
        if (RecordedMessage.EARLIEST.compare(was, heard) != 0 || was.bytes().length != length
            || !was.channel().equals(heard.channel())) {
            return false;
        }
        recordedBytes.wrap(was.bytes());
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
        if (!deliveries.recorded().remove(delivery)) {
            deliveries.replayed().add(delivery);
        }
    }

    /** All has been heard that the asset does up to a time. */
    void hearFrontier(final long timeNs) {
        knownNs = Math.max(knownNs, timeNs);
        readTo(timeNs);
        findUpTo(comparedToNs());
        recordedSent += takeUpTo(timeNs, sentAheadNs);
        recordedDelivered += takeUpTo(timeNs, deliveredAheadNs);
    }

    private static int takeUpTo(final long timeNs, final Queue<Long> times) {
        int taken = 0;
        while (!times.isEmpty() && times.peek() <= timeNs) {
            times.poll();
            taken++;
        }
        return taken;
    }

    /** The asset does nothing any more, and has not been stopped before it was done. */
    void hearEnd() {
        hearEnd(limitNs);
    }

    /**
     * The run is done, with the asset at that time. A gate may have held it there, for a sender whose next step is
     * beyond the end: the asset had gone on in the recorded run, which knew of no end.
     */
    void hearEnd(final long timeNs) {
        hearFrontier(Math.min(timeNs, limitNs));
        isGone = knownNs >= limitNs;
        hearNoMore();
    }

    /** Nothing is heard any more. So what had been done later than all is known is not missing. */
    void hearNoMore() {
        sends.recorded().removeIf(message -> message.stampNs() > knownNs && !sends.replayed().contains(message));
        deliveries.recorded().removeIf(delivery -> delivery.stepEndNs() > knownNs);
        findUpTo(Long.MAX_VALUE);
    }

    private void findUpTo(final long timeNs) {
        final RecordedMessage firstSent = sends.first(timeNs);
        if (sentDifference == null && firstSent != null) {
            sentDifference = Difference.ofSent(asset.name(), sameNumber(sends.recorded(), firstSent),
                sameNumber(sends.replayed(), firstSent));
            sends.clear();
        }
        final RecordedDelivery firstDelivered = deliveries.first(timeNs);
        if (deliveredDifference == null && firstDelivered != null) {
            deliveredDifference = Difference.ofDelivered(asset.name(), asset.steps(),
                sameTime(deliveries.recorded(), firstDelivered), sameTime(deliveries.replayed(), firstDelivered));
            deliveries.clear();
        }
    }

    /** A message with another stamp is told together with that of its number, if both may be of one step. */
    private RecordedMessage sameNumber(final Collection<RecordedMessage> messages, final RecordedMessage first) {
        return messages.stream().takeWhile(message -> message.stampNs() - first.stampNs() < asset.stepNs())
            .filter(message -> message.sequence() == first.sequence()).findFirst().orElse(null);
    }

    private static RecordedDelivery sameTime(final Collection<RecordedDelivery> deliveries,
        final RecordedDelivery first) {
        return deliveries.stream().takeWhile(delivery -> delivery.deliveryNs() == first.deliveryNs())
            .findFirst().orElse(null);
    }

    private void readTo(final long timeNs) {
        reader.readTo(asset, Math.min(timeNs, limitNs));
    }

    SurveyedAsset asset() {
        return asset;
    }

    /** Null while nothing differs. */
    Difference first() {
        return Stream.of(sentDifference, deliveredDifference).filter(each -> each != null)
            .min(Difference.EARLIEST).orElse(null);
    }

    /**
     * Up to when everything has been compared. Some events of a step are a step earlier than its end: the deliveries to
     * it, and the numbers of messages with another stamp.
     */
    long comparedToNs() {
        return isGone || !leaves && knownNs >= limitNs ? Long.MAX_VALUE : knownNs - asset.stepNs();
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
