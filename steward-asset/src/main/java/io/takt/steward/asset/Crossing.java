package io.takt.steward.asset;

import io.takt.asset.message.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.StateOutput;
import java.util.Arrays;
import java.util.function.Function;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A channel on which events cross borders, see {@link Borders#crosses}. */
record Crossing<M>(String channel, Codec<M> codec, Function<EventRecord, M> mapping, Function<M, Event> arrival) {
    /** What an event has to say on the other side of a border; null for nothing. */
    byte[] bytesOf(final EventRecord event) {
        final M value = mapping.apply(event);
        if (value == null) {
            return null;
        }
        final ExpandableArrayBuffer into = new ExpandableArrayBuffer();
        final int length = codec.encode(value, into);
        return Arrays.copyOf(into.byteArray(), length);
    }

    /** What that becomes there; null in a part to which it does not belong. */
    Event eventOf(final byte[] bytes) {
        return arrival.apply(codec.decode(new UnsafeBuffer(bytes), 0, bytes.length));
    }

    /** The same in each part and each run, however often the event is redone. */
    Id idOf(final EventRecord event) {
        final StateOutput out = new StateOutput();
        out.writeString(channel);
        out.writeTime(event.at());
        return out.digest();
    }
}
