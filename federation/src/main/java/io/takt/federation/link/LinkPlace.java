package io.takt.federation.link;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Where a child stands in its parent when a run begins or goes on.
 *
 * @param epoch    of the parent's run, from 1 on.
 * @param parentNs T_c of the parent, or an earlier value of it.
 * @param ownNs    T_i of the child there.
 */
public record LinkPlace(long epoch, long parentNs, long ownNs) {
    /**
     * Reads what {@link ControlStream#sendPlace} has written, after the number.
     *
     * @param payload to its limit.
     * @return the place.
     * @throws IOException when it is none.
     */
    public static LinkPlace read(final ByteBuffer payload) throws IOException {
        if (payload.remaining() != 3 * Long.BYTES) {
            throw new IOException("a place of " + payload.remaining() + " bytes");
        }
        final LinkPlace place = new LinkPlace(payload.getLong(), payload.getLong(), payload.getLong());
        if (place.epoch <= 0 || place.ownNs < 0 || place.parentNs < place.ownNs) {
            throw new IOException("no place: " + place);
        }
        return place;
    }
}
