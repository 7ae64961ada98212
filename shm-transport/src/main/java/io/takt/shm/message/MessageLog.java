package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.rule.GateRule;
import io.takt.shm.ring.Backing;
import io.takt.shm.ring.DamageException;
import io.takt.shm.ring.Ring;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The messages that one asset sends, in shared memory: a {@link Ring} of records, each of which all receivers get, and
 * the sender's time. The log belongs to the sender's name, not to a process: when the sender, a reader or the hub dies,
 * it is in order. {@link LogLayout} is the contract.
 *
 * <p>This is the file with its fields, and the hub's operations on it: channels, and the sender's frontier as long as
 * there is no sender. Those methods belong to the hub's thread, as do the {@link #slots}.
 */
public final class MessageLog {
    /** Most channels of an asset. */
    public static final int MOST_CHANNELS = LogLayout.MOST_CHANNELS;

    /** Most readers of a log, assets and listeners. */
    public static final int MOST_READERS = LogLayout.MOST_SLOTS;

    private final Ring ring;
    private final AtomicBuffer buffer;
    private final LogSlots slots;

    private MessageLog(final Ring ring) {
        this.ring = ring;
        this.buffer = ring.buffer();
        this.slots = new LogSlots(this, ring);
    }

    /**
     * Makes a log of memory that is all zeros.
     *
     * @param buffer  of a length for some size.
     * @param sender  the sender's name.
     * @param used    how much of the ring is used at first, a power of 2; only that needs memory yet.
     * @param backing of the rest.
     * @return the log, of a sender that is not there.
     */
    public static MessageLog create(final AtomicBuffer buffer, final String sender, final int used,
        final Backing backing) {
        final Ring ring = Ring.create(buffer, nameOf(sender, null), used, backing);
        LogLayout.putText(buffer, LogLayout.SENDER_OFFSET, sender);
        buffer.putLong(LogLayout.GONE_OFFSET, 1);
        buffer.putLongRelease(LogLayout.MAGIC_OFFSET, LogLayout.MAGIC);
        return new MessageLog(ring);
    }

    /**
     * A log in memory that was made before.
     *
     * @param buffer  all of it.
     * @param backing of that part of the ring which is not used yet.
     * @return the log.
     * @throws TaktException when there is none.
     */
    public static MessageLog open(final AtomicBuffer buffer, final Backing backing) {
        return open(buffer, backing, null);
    }

    /** The log in a file, which is named where the log is damaged; null for none. */
    static MessageLog open(final AtomicBuffer buffer, final Backing backing, final String file) {
        final long magic = buffer.capacity() < LogLayout.RING_OFFSET ? 0
            : buffer.getLongVolatile(LogLayout.MAGIC_OFFSET);
        if (magic != LogLayout.MAGIC) {
            throw new TaktException((file == null ? "this" : file) + LogLayout.strangerText(magic));
        }
        return new MessageLog(new Ring(buffer, nameOf(LogLayout.text(buffer, LogLayout.SENDER_OFFSET), file), backing));
    }

    private static String nameOf(final String sender, final String file) {
        return "the log of asset '" + sender + "'" + (file == null ? "" : " (" + file + ")");
    }

    /** For what no sender has written. */
    DamageException damage(final String what) {
        return new DamageException(ring.name() + " is damaged" + what);
    }

    /**
     * Whether messages of a size are for this log, however much it has grown: that is by chance.
     *
     * @param maxBytes most bytes in any message.
     * @return false when it was made for smaller ones.
     */
    public boolean isLargeEnoughFor(final int maxBytes) {
        return LogLayout.LARGEST_MESSAGES * LogLayout.recordLength(maxBytes) <= ring.usedAtFirst();
    }

    /** {@return the readers' slots; the same object always} */
    public LogSlots slots() {
        return slots;
    }

    Ring ring() {
        return ring;
    }

    AtomicBuffer buffer() {
        return buffer;
    }

    int capacity() {
        return ring.capacity();
    }

    /** How much of the ring is used. */
    int used() {
        return ring.used();
    }

    /** {@return the part of its capacity that a reader still needs: at 1 the sender waits until a reader has read} */
    public double fill() {
        final long tail = tail();
        return Math.min(1, (double) (tail - ring.lowestHead(tail)) / capacity());
    }

    /** Where in the buffer the record at a position is. */
    int indexOf(final long position) {
        return ring.indexOf(position);
    }

    /** {@return where the next record begins: bytes since the log was made} */
    public long tail() {
        return ring.tail();
    }

    /**
     * Up to which time the sender has published everything.
     *
     * @return nanoseconds of simulation time; -1 before the dawn of time, the largest long for a sender that is not
     *     there.
     */
    public long frontierNs() {
        return isGone() ? LogLayout.NOTHING_WILL_COME : buffer.getLongVolatile(LogLayout.FRONTIER_OFFSET);
    }

    boolean isGone() {
        return buffer.getLongVolatile(LogLayout.GONE_OFFSET) == 1;
    }

    /** The frontier as the sender has told it last, whether there is one or not. */
    long toldFrontierNs() {
        return buffer.getLongVolatile(LogLayout.FRONTIER_OFFSET);
    }

    /** {@return whether there is, was or is expected a sender; a log may be made for a reader that came first} */
    public boolean hasHadSender() {
        return !isGone() || voidUntil() != 0;
    }

    /** Messages before this position with stamps after {@link #voidAfterNs} are void. */
    long voidUntil() {
        return buffer.getLongVolatile(LogLayout.VOID_UNTIL_OFFSET);
    }

    long voidAfterNs() {
        return buffer.getLongVolatile(LogLayout.VOID_AFTER_OFFSET);
    }

    long resets() {
        return buffer.getLongVolatile(LogLayout.RESETS_OFFSET);
    }

    long resetPosition() {
        return buffer.getLongVolatile(LogLayout.RESET_POSITION_OFFSET);
    }

    /** Up to which position there are messages with an earlier stamp than one before them, and ends of predecessors. */
    long earlierPosition() {
        return buffer.getLong(LogLayout.EARLIER_OFFSET);
    }

    /** {@return the name of the sender} */
    public String sender() {
        return LogLayout.text(buffer, LogLayout.SENDER_OFFSET);
    }

    /** {@return how many channels there are} */
    public int channels() {
        final int channels = buffer.getIntVolatile(LogLayout.CHANNELS_OFFSET);
        if (channels < 0 || channels > LogLayout.MOST_CHANNELS) {
            throw damage(": it counts " + channels + " channels, and has " + LogLayout.MOST_CHANNELS);
        }
        return channels;
    }

    /**
     * A channel's name.
     *
     * @param channel its index.
     * @return the name.
     */
    public String channel(final int channel) {
        return LogLayout.text(buffer, LogLayout.channelOffset(channel));
    }

    /**
     * Most bytes in a message of a channel.
     *
     * @param channel its index.
     * @return as it was declared.
     */
    public int maxBytes(final int channel) {
        return buffer.getInt(LogLayout.channelOffset(channel) + LogLayout.MAX_BYTES_OFFSET);
    }

    /**
     * Whether the sender keeps a channel's latest value.
     *
     * @param channel its index.
     * @return true once it was wanted.
     */
    public boolean isLatestWanted(final int channel) {
        return buffer.getIntVolatile(LogLayout.channelOffset(channel) + LogLayout.LATEST_OFFSET) == 1;
    }

    /**
     * Before which time the sender has promised to send nothing.
     *
     * @param channel its index.
     * @return nanoseconds of simulation time; 0 for nothing promised.
     */
    public long promiseNs(final int channel) {
        return buffer.getLongVolatile(LogLayout.channelOffset(channel) + LogLayout.PROMISE_OFFSET);
    }

    /**
     * A channel's index.
     *
     * @param name of the channel.
     * @return -1 when there is none of that name.
     */
    public int indexOf(final String name) {
        for (int channel = 0; channel < channels(); channel++) {
            if (channel(channel).equals(name)) {
                return channel;
            }
        }
        return -1;
    }

    /**
     * By the hub: whether the asset is to tell what is delivered to it.
     *
     * @param listeners how many want to know.
     */
    public void tracing(final int listeners) {
        buffer.putLongRelease(LogLayout.TRACING_OFFSET, listeners);
    }

    /** {@return whether the asset tells its deliveries, and writes messages that no receiver reads: for listeners} */
    public boolean isTraced() {
        return buffer.getLong(LogLayout.TRACING_OFFSET) > 0;
    }

    void frontier(final long timeNs) {
        buffer.putLongRelease(LogLayout.FRONTIER_OFFSET, timeNs);
    }

    /**
     * By the hub, before another process knows of its log: that may be one that writes no checks.
     *
     * @param wanted whether it is to write some, if it can.
     */
    public void askForChecks(final boolean wanted) {
        buffer.putLongRelease(LogLayout.CHECKED_OFFSET, wanted ? LogLayout.CHECKS_WANTED : 0);
    }

    /**
     * By the hub, before a process that sends knows of its log: others are to wait for its messages. Messages of the
     * sender whose place it takes stay published.
     *
     * @param startNs T_i from which it starts.
     */
    public void expect(final long startNs) {
        final boolean isAnew = isGone();
        if (isAnew || buffer.getLongVolatile(LogLayout.FRONTIER_OFFSET) < startNs) {
            frontier(startNs == 0 ? GateRule.NOTHING_PUBLISHED : startNs);
        }
        if (isAnew) {
            comes();
        }
    }

    /** There is a sender. */
    void comes() {
        if (voidUntil() == Long.MAX_VALUE) {
            buffer.putLongRelease(LogLayout.VOID_UNTIL_OFFSET, tail());
        }
        buffer.putLongRelease(LogLayout.GONE_OFFSET, 0);
    }

    /** By the hub: there is no sender, and none is to be waited for. */
    public void nothingWillCome() {
        buffer.putLongRelease(LogLayout.GONE_OFFSET, 1);
    }

    /** The sender has gone, and deliveries told of it with later stamps are void. */
    void voidAndGone(final long stampNs) {
        buffer.putLongRelease(LogLayout.VOID_AFTER_OFFSET, stampNs);
        buffer.putLongRelease(LogLayout.VOID_UNTIL_OFFSET, Long.MAX_VALUE);
        nothingWillCome();
    }

    /**
     * By the hub, after a sender has gone for good: it is not to be waited for, and its messages of a step that it did
     * not end are void; so are those of a dawn of time that it did not end.
     *
     * @param timeNs T_i, the end of its last step.
     */
    public void senderHasGone(final long timeNs) {
        final boolean isInDawn = timeNs == 0 && frontierNs() == GateRule.NOTHING_PUBLISHED;
        voidAndGone(isInDawn ? GateRule.NOTHING_PUBLISHED : timeNs);
    }

    /**
     * By the hub, in the place of {@link #senderHasGone}: another sender is to come before a run begins, and receivers
     * wait for it. It sends its dawn of time anew.
     */
    public void expectAnother() {
        if (toldFrontierNs() == 0) {
            frontier(GateRule.NOTHING_PUBLISHED);
        }
        forgetPredecessor();
    }

    /** Begins anew: by the sender, or by the hub while there is none. */
    public void reset() {
        frontier(GateRule.NOTHING_PUBLISHED);
        forgetPredecessor();
        buffer.putLong(LogLayout.STEPS_OFFSET + Long.BYTES, 0);
        buffer.putLongRelease(LogLayout.RESET_POSITION_OFFSET, buffer.getLong(LogLayout.TAIL_OFFSET));
        buffer.putLongRelease(LogLayout.RESETS_OFFSET, buffer.getLong(LogLayout.RESETS_OFFSET) + 1);
    }

    /**
     * By the hub, before a sender is expected that is no successor: promises of an earlier process do not bind it,
     * deliveries to that process are not in its digest, and it has not been where that one was. Sequence numbers go on.
     */
    public void forgetPredecessor() {
        final int second = LogLayout.STEPS_OFFSET + LogLayout.STEP_LENGTH;
        final long sequence = Math.max(buffer.getLong(LogLayout.STEPS_OFFSET + Long.BYTES),
            buffer.getLong(second + Long.BYTES));
        buffer.putLong(LogLayout.STEPS_OFFSET, 0);
        buffer.putLong(LogLayout.STEPS_OFFSET + Long.BYTES, sequence);
        buffer.putLong(second, 0);
        buffer.putLong(second + Long.BYTES, 0);
        buffer.putLong(LogLayout.DIGESTS_OFFSET, 0);
        buffer.putLong(LogLayout.DIGESTS_OFFSET + Long.BYTES, 0);
        for (int channel = 0; channel < channels(); channel++) {
            buffer.putLongRelease(LogLayout.channelOffset(channel) + LogLayout.PROMISE_OFFSET, 0);
        }
    }

    /** By the hub: all assets have been put back, and none is told to do that again before it has heard of this. */
    public void allAreReset() {
        buffer.putLongRelease(LogLayout.RESET_OF_ALL_POSITION_OFFSET, resetPosition());
        buffer.putLongRelease(LogLayout.RESETS_OF_ALL_OFFSET, resets());
    }

    /** {@return whether the sender was put back in a reset that is not said to be over yet} */
    public boolean isInReset() {
        return resets() != resetsOfAll();
    }

    long resetsOfAll() {
        return buffer.getLongVolatile(LogLayout.RESETS_OF_ALL_OFFSET);
    }

    long resetOfAllPosition() {
        return buffer.getLongVolatile(LogLayout.RESET_OF_ALL_POSITION_OFFSET);
    }
}
