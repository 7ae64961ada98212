package io.takt.recording.replay;

import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where an asset that runs once more does not do what it had done. One of both sides may be null: then there is no such
 * message on that side.
 *
 * @param asset    its name.
 * @param timeNs   the earlier stamp of both, or the earlier delivery.
 * @param recorded the message that it had sent, or that had been delivered to it.
 * @param replayed the message that it sends, or that is delivered to it.
 */
record Difference(String asset, long timeNs, Side recorded, Side replayed) {
    /** The earliest first; of several at a time what is sent first, since deliveries follow from that. */
    static final Comparator<Difference> EARLIEST = Comparator.comparingLong(Difference::timeNs)
        .thenComparing(difference -> !difference.isSent()).thenComparing(Difference::asset);

    private static final int NOWHERE = -1;

    /** One side of a difference. */
    sealed interface Side {
        /** In words, without the sequence number. */
        String words();

        /** For a program. */
        Map<String, Object> json();
    }

    /** A message that was sent. */
    record Sent(RecordedMessage message) implements Side {
        @Override
        public String words() {
            return "a message of " + message.bytes().length + " bytes on channel '" + message.channel()
                + "' with stamp " + SimTime.format(message.stampNs());
        }

        @Override
        public Map<String, Object> json() {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("channel", message.channel());
            json.put("stampNs", message.stampNs());
            json.put("sequence", message.sequence());
            json.put("length", message.bytes().length);
            return json;
        }
    }

    /** A message that was delivered. */
    record Delivered(RecordedDelivery delivery, Steps steps) implements Side {
        @Override
        public String words() {
            return "message " + delivery.sequence() + " of '" + delivery.sender() + "' on channel '"
                + delivery.channel() + "' at " + SimTime.format(delivery.deliveryNs()) + " in the step "
                + (steps.isFixed() ? "to " + SimTime.format(delivery.stepEndNs())
                : "from " + SimTime.format(delivery.stepEndNs() - steps.granularityNs()));
        }

        @Override
        public Map<String, Object> json() {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("channel", delivery.channel());
            json.put("sender", delivery.sender());
            json.put("sequence", delivery.sequence());
            json.put("deliveryNs", delivery.deliveryNs());
            json.put("stepEndNs", delivery.stepEndNs());
            return json;
        }
    }

    /** Of messages that were sent; either may be null, not both. */
    static Difference ofSent(final String asset, final RecordedMessage recorded, final RecordedMessage replayed) {
        return new Difference(asset, Math.min(recorded == null ? Long.MAX_VALUE : recorded.stampNs(),
            replayed == null ? Long.MAX_VALUE : replayed.stampNs()), recorded == null ? null : new Sent(recorded),
            replayed == null ? null : new Sent(replayed));
    }

    /** Of messages that were delivered; either may be null, not both. */
    static Difference ofDelivered(final String asset, final Steps steps, final RecordedDelivery recorded,
        final RecordedDelivery replayed) {
        return new Difference(asset, Math.min(recorded == null ? Long.MAX_VALUE : recorded.deliveryNs(),
            replayed == null ? Long.MAX_VALUE : replayed.deliveryNs()),
            recorded == null ? null : new Delivered(recorded, steps),
            replayed == null ? null : new Delivered(replayed, steps));
    }

    boolean isSent() {
        return (recorded == null ? replayed : recorded) instanceof Sent;
    }

    /** The message's number; of two that are both there it may be another for deliveries only. */
    private long sequence() {
        final Side side = recorded == null ? replayed : recorded;
        return side instanceof Sent sent ? sent.message.sequence() : ((Delivered) side).delivery.sequence();
    }

    /** Where the bytes first differ of a message that is the same otherwise; below 0 when it is not. */
    int differingByte() {
        if (recorded instanceof Sent was && replayed instanceof Sent is
            && was.message.channel().equals(is.message.channel()) && was.message.stampNs() == is.message.stampNs()) {
            return Arrays.mismatch(was.message.bytes(), is.message.bytes());
        }
        return NOWHERE;
    }

    /** In one line. */
    String line() {
        final String what = "at " + SimTime.format(timeNs) + ": asset '" + asset + "' ";
        final String number = isSent() ? ", number " + sequence() : "";
        if (recorded == null) {
            return what + (isSent() ? "sends " : "is delivered ") + replayed.words() + number
                + ", which is not recorded";
        }
        if (replayed == null) {
            return what + (isSent() ? "does not send " : "is not delivered ") + recorded.words() + number
                + ", which is recorded";
        }
        final int at = differingByte();
        if (at >= 0) {
            return what + "sends message " + sequence() + " on channel '" + ((Sent) recorded).message.channel()
                + "' " + bytes(at, ((Sent) recorded).message.bytes(), ((Sent) replayed).message.bytes());
        }
        return what + (isSent() ? "sends as number " + sequence() + " " : "is delivered ") + replayed.words()
            + "; recorded is " + recorded.words();
    }

    private static String bytes(final int at, final byte[] was, final byte[] is) {
        if (at == was.length || at == is.length) {
            return "with " + is.length + " bytes; recorded are " + was.length + ", and the shorter is the beginning of"
                + " the longer";
        }
        return String.format("with other bytes: byte %d of %d is %02x, and recorded is %02x%s", at, is.length, is[at],
            was[at], is.length == was.length ? "" : " of " + was.length);
    }

    /** For a program. */
    Map<String, Object> json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("asset", asset);
        json.put("kind", isSent() ? "sent" : "delivered");
        json.put("timeNs", timeNs);
        json.put("sequence", sequence());
        json.put("byte", differingByte() < 0 ? null : differingByte());
        json.put("recorded", recorded == null ? null : recorded.json());
        json.put("replayed", replayed == null ? null : replayed.json());
        json.put("line", line());
        return json;
    }
}
