package io.takt.proofs.links;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A selector that never waits: when nothing is ready, its loop has no turn before something is, or it is woken, or the
 * time is over.
 */
final class Selection extends AbstractSelector implements Task.SleepPlace {
    private final World world;
    private final Set<SelectionKey> keys = new LinkedHashSet<>();
    private final Set<SelectionKey> selected = new LinkedHashSet<>();
    private boolean isWoken;

    /** A channel that can say from when on it is ready. */
    interface Watched {
        /** For which of these operations; 0 for none. */
        int ready(int interest, long nowNs);

        /** The next time at which that may change; {@link Long#MAX_VALUE} for none that is known. */
        long nextNs();
    }

    private final class Key extends AbstractSelectionKey {
        private final SelectableChannel channel;
        private int interest;
        private int ready;

        Key(final SelectableChannel channel, final int interest, final Object attachment) {
            this.channel = channel;
            this.interest = interest;
            attach(attachment);
        }

        private Watched watched() {
            return (Watched) channel;
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return Selection.this;
        }

        @Override
        public int interestOps() {
            return interest;
        }

        @Override
        public SelectionKey interestOps(final int ops) {
            interest = ops;
            return this;
        }

        @Override
        public int readyOps() {
            return ready;
        }
    }

    Selection(final Sockets provider) {
        super(provider);
        this.world = provider.world();
    }

    private void forgetClosed() {
        keys.removeIf(key -> !key.isValid() || !key.channel().isOpen());
    }

    @Override
    public boolean isAwake(final long nowNs) {
        forgetClosed();
        boolean isAwake = isWoken;
        for (final SelectionKey each : keys) {
            final Key key = (Key) each;
            isAwake = isAwake || key.watched().ready(key.interest, nowNs) != 0;
        }
        return isAwake;
    }

    @Override
    public long wakesAtNs(final long nowNs) {
        forgetClosed();
        long wakesAtNs = Long.MAX_VALUE;
        for (final SelectionKey each : keys) {
            final Key key = (Key) each;
            final long atNs = key.interest == 0 ? Long.MAX_VALUE : key.watched().nextNs();
            wakesAtNs = atNs > nowNs ? Math.min(wakesAtNs, atNs) : wakesAtNs;
        }
        return wakesAtNs;
    }

    @Override
    public int select(final long timeoutMs) {
        final boolean hasSlept = !isWoken && selectNow() == 0;
        if (hasSlept) {
            world.sleeps(this, TimeUnit.MILLISECONDS.toNanos(timeoutMs));
        } else {
            selectNow();
        }
        isWoken = false;
        return selected.size();
    }

    @Override
    public int select() {
        throw new UnsupportedOperationException("a link's loop sleeps for so long at most");
    }

    @Override
    public int selectNow() {
        forgetClosed();
        for (final SelectionKey each : keys) {
            final Key key = (Key) each;
            key.ready = key.watched().ready(key.interest, world.nowNs());
            if (key.ready != 0) {
                selected.add(key);
            }
        }
        return selected.size();
    }

    @Override
    public Selector wakeup() {
        isWoken = true;
        return this;
    }

    @Override
    public Set<SelectionKey> keys() {
        return keys;
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        return selected;
    }

    @Override
    protected void implCloseSelector() {
        keys.clear();
    }

    @Override
    protected SelectionKey register(final AbstractSelectableChannel channel, final int ops, final Object attachment) {
        final Key key = new Key(channel, ops, attachment);
        keys.add(key);
        return key;
    }
}
