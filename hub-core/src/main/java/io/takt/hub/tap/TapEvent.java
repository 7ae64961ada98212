package io.takt.hub.tap;

/** One thing that a tap tells. Immutable. */
public sealed interface TapEvent {
    /** About what the memory of an event takes beside its bytes. */
    int OVERHEAD_BYTES = 200;

    /**
     * The asset that did it.
     *
     * @return its name; null for messages that were missed because they were not taken in time.
     */
    String asset();

    /** {@return about how many bytes of memory it takes} */
    default int footprint() {
        return OVERHEAD_BYTES;
    }

    /** {@return whether it is about one message; false for an event about many, or about none} */
    default boolean isMessage() {
        return false;
    }

    /**
     * An asset has sent a message.
     *
     * @param channel  the channel's name.
     * @param sender   the asset's name.
     * @param sequence the message's number among all that the asset has sent.
     * @param stampNs  simulation time at which it was sent.
     * @param size     how many bytes it has.
     * @param bytes    the first of them, or all; not to be changed.
     */
    record Sent(String channel, String sender, long sequence, long stampNs, int size, byte[] bytes)
        implements TapEvent {
        @Override
        public String asset() {
            return sender;
        }

        @Override
        public int footprint() {
            return OVERHEAD_BYTES + bytes.length;
        }

        @Override
        public boolean isMessage() {
            return true;
        }
    }

    /**
     * A message was delivered to an asset.
     *
     * @param receiver   the asset's name.
     * @param channel    the channel's name.
     * @param sender     name of the asset that had sent it.
     * @param sequence   its sender's number.
     * @param deliveryNs simulation time of the delivery.
     * @param stepEndNs  end of the step that got it; 0 for a retroactive one.
     * @param message    as it was sent; null when that is not known any more.
     */
    record Delivered(String receiver, String channel, String sender, long sequence, long deliveryNs, long stepEndNs,
        Sent message) implements TapEvent {
        @Override
        public String asset() {
            return receiver;
        }

        @Override
        public int footprint() {
            return OVERHEAD_BYTES + (message == null ? 0 : message.bytes.length);
        }

        @Override
        public boolean isMessage() {
            return true;
        }
    }

    /**
     * Another process has taken an asset's place, and repeats the steps that the one before had not finished: messages
     * that it had sent with later stamps, and deliveries to it in steps that end later, are void.
     *
     * @param asset  its name.
     * @param timeNs simulation time at which the new process starts; -1 when even the messages of the dawn of
     *               time are void.
     */
    record Voided(String asset, long timeNs) implements TapEvent {
    }

    /**
     * An asset is back at its start: times and numbers begin anew.
     *
     * @param asset its name.
     */
    record Reset(String asset) implements TapEvent {
    }

    /**
     * Something was missed.
     *
     * @param asset    the asset whose messages and deliveries were overwritten before they could be read; null where
     *                 events were not taken for too long.
     * @param messages how many, sent and delivered. Of an asset, those are counted, too, that a filter would leave out.
     */
    record Missed(String asset, long messages) implements TapEvent {
    }
}
