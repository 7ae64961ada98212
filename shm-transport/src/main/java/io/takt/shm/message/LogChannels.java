package io.takt.shm.message;

import org.agrona.concurrent.AtomicBuffer;

/** The channels of a log, as the hub makes them known. Owned by the hub's thread. */
public final class LogChannels {
    private LogChannels() {
    }

    /**
     * Makes a channel known, or its largest message.
     *
     * @param log      of the sender.
     * @param name     of the channel.
     * @param maxBytes most bytes in a message.
     * @return its index; -1 when there is no room for it.
     */
    public static int add(final MessageLog log, final String name, final int maxBytes) {
        final AtomicBuffer buffer = log.buffer();
        final int known = log.indexOf(name);
        final int channel = known >= 0 ? known : log.channels();
        if (channel == LogLayout.MOST_CHANNELS) {
            return -1;
        }
        buffer.putInt(LogLayout.channelOffset(channel) + LogLayout.MAX_BYTES_OFFSET, maxBytes);
        if (known < 0) {
            LogLayout.putText(buffer, LogLayout.channelOffset(channel), name);
            buffer.putIntRelease(LogLayout.CHANNELS_OFFSET, channel + 1);
        }
        return channel;
    }

    /**
     * From now on the sender keeps a channel's latest value.
     *
     * @param log     of the sender.
     * @param channel its index.
     */
    public static void wantLatest(final MessageLog log, final int channel) {
        latest(log, channel, 1);
    }

    private static void latest(final MessageLog log, final int channel, final int wanted) {
        log.buffer().putIntRelease(LogLayout.channelOffset(channel) + LogLayout.LATEST_OFFSET, wanted);
    }

    /**
     * Remembers what channels there are.
     *
     * @param log of a sender.
     * @return brings them back as they are now, for an asset that is refused before it has been told of others.
     */
    public static Runnable undo(final MessageLog log) {
        final int count = log.channels();
        final int[] maxBytes = new int[count];
        final boolean[] areLatestWanted = new boolean[count];
        for (int channel = 0; channel < count; channel++) {
            maxBytes[channel] = log.maxBytes(channel);
            areLatestWanted[channel] = log.isLatestWanted(channel);
        }
        return () -> {
            for (int channel = 0; channel < log.channels(); channel++) {
                final boolean isWanted = channel < count && areLatestWanted[channel];
                latest(log, channel, isWanted ? 1 : 0);
                log.buffer().putInt(LogLayout.channelOffset(channel) + LogLayout.MAX_BYTES_OFFSET,
                    channel < count ? maxBytes[channel] : 0);
            }
            log.buffer().putIntRelease(LogLayout.CHANNELS_OFFSET, count);
        };
    }
}
