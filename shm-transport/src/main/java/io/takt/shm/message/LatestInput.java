package io.takt.shm.message;

import io.takt.asset.message.Codec;
import io.takt.asset.message.Latest;
import io.takt.asset.message.MessageHandler;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/** The newest message of a channel, copied out of shared memory when it is asked for. */
final class LatestInput implements Latest, LatestValue.Copier {
    private final LatestValue value;
    private final Link link;
    private final Pending copy = new Pending(BitUtil.CACHE_LINE_LENGTH);
    private long seen;

    LatestInput(final LatestValue value, final Link link) {
        this.value = value;
        this.link = link;
    }

    Link link() {
        return link;
    }

    /** Hands the newest message over if it is new and there is a handler. */
    void handOver() throws Exception {
        if (link.handler() != null && isNew()) {
            read(link.handler());
        }
    }

    @Override
    public void copy(final long stampNs, final long sequence, final DirectBuffer from, final int index,
        final int length) {
        copy.set(link, stampNs, stampNs, sequence, 0);
        copy.copy(from, index, length);
    }

    @Override
    public boolean isNew() {
        final long version = value.version();
        return version != 0 && version != seen;
    }

    private boolean take() {
        final long version = value.read(this);
        seen = version;
        return version != 0;
    }

    @Override
    public boolean read(final MessageHandler handler) throws Exception {
        final boolean isThere = take();
        if (isThere) {
            handler.onMessage(copy);
        }
        return isThere;
    }

    @Override
    public <T> T read(final Codec<T> codec) {
        return take() ? codec.decode(copy.buffer(), copy.index(), copy.length()) : null;
    }
}
