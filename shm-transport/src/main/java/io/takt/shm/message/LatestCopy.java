package io.takt.shm.message;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Follows a latest value, for a mirror. Owned by one thread. */
final class LatestCopy implements LatestValue.Copier {
    private final LatestValue value;
    private final ExpandableArrayBuffer copy = new ExpandableArrayBuffer();
    private long stampNs;
    private long sequence;
    private int length;
    private long seen;

    LatestCopy(final LatestValue value) {
        this.value = value;
    }

    @Override
    public void copy(final long itsStampNs, final long itsSequence, final DirectBuffer from, final int index,
        final int itsLength) {
        stampNs = itsStampNs;
        sequence = itsSequence;
        length = itsLength;
        copy.putBytes(0, from, index, itsLength);
    }

    boolean isNew() {
        final long version = value.version();
        return version != 0 && version != seen;
    }

    /** Tells the newest one, if that is new. */
    boolean tell(final MirrorListener listener, final int channel) {
        if (!isNew()) {
            return false;
        }
        final long version = value.read(this);
        if (version == 0) {
            return false;
        }
        seen = version;
        listener.onLatest(channel, stampNs, sequence, copy, 0, length);
        return true;
    }
}
