package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.rule.GateRule;
import io.takt.shm.ring.RingLayout;
import io.takt.shm.ring.RingReader;
import io.takt.shm.ring.Signaller;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Reads a log for its mirror at another hub. It has a slot there, and gives room back when the mirror has what was in
 * it; so a sender waits for receivers at other hubs as it does for its own.
 *
 * <pre>
 *             there is a sender                 it has gone, and all that it has sent is told
 *  GONE ─────────────────────────────► PRESENT ───────────────────────────────────────────────► GONE
 *           at once, before records       │ ⟲ records, then latest values, promises, and the frontier
 *                                         └── it is put back: at once, before records that are still to be told
 * </pre>
 *
 * <p>Changes that make readers of the mirror wait are told at once and need no room there; changes that let them go on
 * come behind the records. All that follows a reset is told when that is over: until then the sender may be put back
 * again, and would send its dawn once more to readers that have had it.
 *
 * <p>Owned by one thread.
 */
public final class MirrorSource {
    private static final long UNKNOWN = -1;
    private static final int NOT_MIRRORED = -1;

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final RingReader ring;
    private final LogRecord record;
    private final int slotOffset;
    private final int[] numbers;
    private final int[] indices;
    private final LatestCopy[] latest;
    private final long[] promisesNs;
    private final long[] toldPromisesNs;
    private long resets;
    private long toldOverOf;
    /** The number of a reset after which a part of the dawn is with neither log nor mirror. */
    private long cutAfter;
    private boolean isGone;
    private long seenVoidUntil;
    private long toldFrontierNs;
    private boolean isBlocked;
    private boolean isBehind;

    /**
     * Reads a log; {@link #begin} says from where on.
     *
     * @param log       the original.
     * @param slot      of the mirror there.
     * @param channels  that are mirrored.
     * @param freshMark a number at random, not 0, for a slot that was not read before.
     * @param signaller wakes the sender when it waits for room.
     */
    public MirrorSource(final MessageLog log, final int slot, final List<MirrorChannel> channels,
        final long freshMark, final Signaller signaller) {
        this.log = log;
        this.buffer = log.buffer();
        this.slotOffset = LogLayout.slotOffset(slot);
        this.ring = new RingReader(log.ring(), slot, 0, signaller);
        this.record = new LogRecord(log);
        this.numbers = new int[log.channels()];
        this.indices = new int[channels.size()];
        this.latest = new LatestCopy[channels.size()];
        this.promisesNs = new long[channels.size()];
        this.toldPromisesNs = new long[channels.size()];
        Arrays.fill(numbers, NOT_MIRRORED);
        for (int number = 0; number < channels.size(); number++) {
            final MirrorChannel channel = channels.get(number);
            final int index = log.indexOf(channel.name());
            if (index < 0) {
                throw new TaktException("asset '" + log.sender() + "' has no channel '" + channel.name() + "'");
            }
            indices[number] = index;
            numbers[index] = channel.hasMessages() ? number : NOT_MIRRORED;
            latest[number] = channel.latest() == null ? null : new LatestCopy(channel.latest());
        }
        if (mark() == 0) {
            buffer.putLongRelease(slotOffset + LogLayout.MARK_OFFSET, freshMark);
        }
    }

    /** {@return the mark of this log, with this slot, among all others; never 0} */
    public long mark() {
        return buffer.getLongVolatile(slotOffset + LogLayout.MARK_OFFSET);
    }

    /** {@return where a mirror without anything of this log begins: the slot's head} */
    public long start() {
        return ring.head();
    }

    /**
     * The number of resets that a mirror without anything of this log starts with: those that are over. Its readers
     * still have to hear of a reset under way.
     *
     * @return for {@link #begin}.
     */
    public long resets() {
        return log.resetsOfAll();
    }

    /**
     * The mirror is there, and goes on.
     *
     * @param position before which it has all.
     * @param itsResets resets of this log that it has had.
     * @param itsGone  whether it says that there is no sender.
     * @throws TaktException when it has more than there is.
     */
    public void begin(final long position, final long itsResets, final boolean itsGone) {
        requireTold(position, log.tail());
        resets = itsResets;
        toldOverOf = 0;
        // It was told early, for want of room, to a mirror that was put back since or is about to be.
        final long kept = itsResets < log.resets() ? 0 : position;
        cutAfter = log.isInReset() && ring.head() > Math.max(log.resetPosition(), kept) ? log.resets() : 0;
        isGone = itsGone;
        toldFrontierNs = Long.MIN_VALUE;
        Arrays.fill(toldPromisesNs, UNKNOWN);
        ring.goTo(Math.max(position, ring.head()));
        // The mirror may not know that records from before its sender's last departure are void.
        seenVoidUntil = log.voidUntil() == 0 || ring.cursor() > log.voidUntil() ? log.voidUntil() : UNKNOWN;
    }

    /**
     * Tells what is new.
     *
     * @param listener the mirror.
     * @param limit    most records at once.
     * @return whether anything was; then it is to be asked again.
     * @throws TaktException when the log is damaged, or a part of the dawn is lost.
     */
    public boolean poll(final MirrorListener listener, final int limit) {
        // In the order in which a receiver reads: a promise before the records that it covers.
        final boolean isGoneNow = log.isGone();
        final long frontierNs = log.toldFrontierNs();
        final long voidUntil = log.voidUntil();
        final long voidAfterNs = log.voidAfterNs();
        for (int i = 0; i < indices.length; i++) {
            promisesNs[i] = log.promiseNs(indices[i]);
        }
        final long tail = log.tail();
        final long resetsNow = log.resets();
        isBlocked = false;
        isBehind = false;
        if (log.isGone() != isGoneNow || log.voidUntil() != voidUntil) {
            // Of which sender are the last records?
            return true;
        }
        if (isResetOver()) {
            if (resets == cutAfter) {
                throw new TaktException("asset '" + log.sender() + "' has sent more at the dawn of time than its log"
                    + " takes, and a part of it to a run that was over before it began; start its hub anew");
            }
            // Before it is told of the next one.
            toldOverOf = resets;
            listener.onResetOver();
            return true;
        }
        if (resetsNow != resets) {
            return beginAnew(listener, resetsNow, tail);
        }
        if (isHeld()) {
            return false;
        }
        if (ring.cursor() < log.resetPosition()) {
            // The mirror had this reset before the original: messages until then are of the epoch before.
            ring.goTo(log.resetPosition());
            listener.onPosition(ring.cursor());
        }
        final boolean hasGone = isGoneNow && !isGone || voidUntil != seenVoidUntil;
        final boolean isTold = tell(listener, hasGone && !isGoneNow ? Math.min(tail, voidUntil) : tail, limit);
        if (isBlocked || isBehind) {
            finish(listener, isTold);
            return isTold;
        }
        if (hasGone) {
            listener.onGone(voidUntil == Long.MAX_VALUE || !isGoneNow ? voidAfterNs : Long.MAX_VALUE);
            isGone = true;
            seenVoidUntil = voidUntil;
        }
        final boolean isBack = isGone && !isGoneNow;
        if (isBack) {
            listener.onPresent(frontierNs);
            isGone = false;
            seenVoidUntil = voidUntil;
            toldFrontierNs = Long.MIN_VALUE;
        } else if (ring.cursor() == tail) {
            final boolean isMore = tellTimes(listener, isGoneNow ? toldFrontierNs : frontierNs);
            finish(listener, isTold || isMore || hasGone);
            return isTold || isMore || hasGone;
        }
        finish(listener, true);
        return true;
    }

    /** Whether the run after the last told reset has begun, and the mirror may not know. */
    private boolean isResetOver() {
        return resets != toldOverOf && log.resetsOfAll() == resets;
    }

    /** Not where the sender cannot end its dawn without room: the reset would wait for that. */
    private boolean isHeld() {
        return log.isInReset() && !log.ring().isRoomWanted();
    }

    private static void finish(final MirrorListener listener, final boolean isTold) {
        if (isTold) {
            listener.onTold();
        }
    }

    /** Records from before the reset do not count any more. A mirror may have had the reset before the original. */
    private boolean beginAnew(final MirrorListener listener, final long resetsNow, final long tail) {
        if (resetsNow < resets) {
            final boolean isAny = ring.cursor() != tail;
            ring.goTo(tail);
            listener.onPosition(tail);
            return isAny;
        }
        final long position = Math.max(ring.cursor(), log.resetPosition());
        ring.goTo(position);
        listener.onReset(position);
        resets++;
        toldFrontierNs = GateRule.NOTHING_PUBLISHED;
        Arrays.fill(toldPromisesNs, 0);
        listener.onTold();
        return true;
    }

    /** Tells records up to a position. */
    private boolean tell(final MirrorListener listener, final long upTo, final int limit) {
        final long from = ring.cursor();
        record.look();
        for (int left = limit; ring.cursor() < upTo && !isBlocked && !isBehind; left--) {
            if (left == 0) {
                isBehind = true;
            } else {
                tellRecord(listener, upTo);
            }
        }
        if (ring.cursor() == from) {
            return false;
        }
        listener.onPosition(ring.cursor());
        return true;
    }

    private void tellRecord(final MirrorListener listener, final long upTo) {
        record.read(ring.cursor());
        final int from = record.messageIndex();
        if (!record.fits(upTo) || !record.isWhole(buffer, from)) {
            throw record.damage();
        }
        if (record.type() == LogLayout.MESSAGE) {
            final int number = record.tag() < numbers.length ? numbers[record.tag()] : NOT_MIRRORED;
            isBlocked = number != NOT_MIRRORED && !listener.onMessage(number, record.stampNs(), record.sequence(),
                buffer, from, record.messageLength());
        } else if (record.type() == LogLayout.VOID) {
            isBlocked = !listener.onVoid(record.stampNs());
        }
        if (!isBlocked) {
            ring.pass(record.length());
        }
    }

    private boolean tellTimes(final MirrorListener listener, final long frontierNs) {
        boolean isTold = false;
        for (int i = 0; i < indices.length; i++) {
            if (latest[i] != null) {
                isTold |= latest[i].tell(listener, i);
            }
            if (promisesNs[i] != toldPromisesNs[i]) {
                toldPromisesNs[i] = promisesNs[i];
                listener.onPromise(i, promisesNs[i]);
                isTold = true;
            }
        }
        if (frontierNs != toldFrontierNs) {
            toldFrontierNs = frontierNs;
            listener.onFrontier(frontierNs);
            isTold = true;
        }
        return isTold;
    }

    /** {@return whether the mirror had no room for the next record at the last {@link #poll}} */
    public boolean isBlocked() {
        return isBlocked;
    }

    /**
     * The mirror has all before a position, for good.
     *
     * @param position not beyond what was told.
     * @throws TaktException when it is.
     */
    public void acknowledge(final long position) {
        requireTold(position, ring.cursor());
        ring.giveBack(position);
    }

    private void requireTold(final long position, final long most) {
        if (position > most || position < 0) {
            throw new TaktException("the mirror of asset '" + log.sender() + "' has come to position " + position
                + ", and only " + most + " was told");
        }
    }

    /**
     * The thread is about to sleep; it must {@linkplain #hasNews look} again before it does.
     *
     * @param doorbell number of the counter on which it sleeps.
     */
    public void announce(final long doorbell) {
        ring.announce(isBlocked || toldFrontierNs == Long.MAX_VALUE ? RingLayout.NO_LEVEL
            : Math.max(0, toldFrontierNs + 1), !isBlocked, doorbell);
    }

    /** The thread is awake. */
    public void withdraw() {
        ring.withdraw();
    }

    /** {@return whether {@link #poll} may have something to tell, apart from records for which there is no room} */
    public boolean hasNews() {
        if (isResetOver()) {
            return true;
        }
        if (log.resets() != resets) {
            return log.resets() > resets || log.tail() != ring.cursor();
        }
        if (isBlocked || isHeld()) {
            return false;
        }
        if (log.tail() != ring.cursor() || log.isGone() != isGone || log.voidUntil() != seenVoidUntil
            || !isGone && log.toldFrontierNs() != toldFrontierNs) {
            return true;
        }
        for (int i = 0; i < indices.length; i++) {
            if (log.promiseNs(indices[i]) != toldPromisesNs[i] || latest[i] != null && latest[i].isNew()) {
                return true;
            }
        }
        return false;
    }
}
