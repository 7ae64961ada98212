package io.takt.conform;

import io.takt.shm.waiting.Doorbell;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Another asset that sends: writes its log step by step, as the page on message logs says. */
final class Sender {
    /** A message, and where its record begins in the log. */
    record Sent(String channel, long stampNs, long sequence, byte[] bytes, long position) {
    }

    private final List<Sent> sent = new ArrayList<>();
    private final Log log;
    private final LongConsumer bell;
    private long next;
    private long sequence;
    private boolean isNews;
    /** The latest stamp so far; the largest long where a process begins. */
    private long latestNs = Long.MAX_VALUE;
    private int place;

    Sender(final Log log, final LongConsumer bell) {
        this.log = log;
        this.bell = bell;
        this.next = log.load(Log.TAIL);
    }

    Log log() {
        return log;
    }

    long sequence() {
        return sequence;
    }

    /** The messages that it has sent since the last reset and that are not void. */
    List<Sent> sent() {
        return sent;
    }

    /** Writes a message that no reader sees yet; false without room. */
    boolean send(final String channel, final long stampNs, final byte[] message) {
        final long number = sequence;
        final boolean isSent = write(Log.MESSAGE, log.channels().indexOf(channel), stampNs, number, message);
        if (isSent) {
            sent.add(new Sent(channel, stampNs, number, message, next - Log.aligned(message.length)));
        }
        return isSent;
    }

    boolean send(final String channel, final long stampNs, final String message) {
        return send(channel, stampNs, message.getBytes(StandardCharsets.US_ASCII));
    }

    /** A process has taken the sender's place; messages with a later stamp do not count. */
    boolean voidAfter(final long stampNs) {
        sent.removeIf(each -> each.stampNs > stampNs);
        sequence = sent.size();
        return write(Log.VOID, 0, stampNs, 0, new byte[0]);
    }

    private boolean write(final int type, final int channel, final long stampNs, final long number,
        final byte[] message) {
        final int length = Log.aligned(message.length);
        final long room = log.lowestHead(log.load(Log.TAIL)) + log.capacity();
        final long left = log.capacity() - (next & log.capacity() - 1);
        final long end = next + (length > left ? left : 0) + length;
        if (end > room) {
            return false;
        }
        log.store(Log.RESERVED, end);
        Log.releaseFence();
        if (length > left) {
            log.buffer().putInt(log.indexOf(next), (int) left);
            log.buffer().putInt(log.indexOf(next) + 4, Log.PADDING);
            next += left;
        }
        final int at = log.indexOf(next);
        log.buffer().putInt(at, length);
        log.buffer().putShort(at + 4, (short) type);
        log.buffer().putShort(at + 6, (short) channel);
        log.buffer().putLong(at + 8, stampNs);
        log.buffer().putLong(at + 16, number);
        log.buffer().putInt(at + 24, message.length);
        log.buffer().putInt(at + 28, 0);
        log.buffer().putBytes(at + Log.HEADER, message);
        next = end;
        sequence += type == Log.MESSAGE ? 1 : 0;
        isNews = true;
        if (type == Log.VOID || stampNs < latestNs) {
            log.store(Log.EARLIER, next);
        }
        latestNs = type == Log.VOID ? Long.MAX_VALUE : latestNs == Long.MAX_VALUE ? stampNs
            : Math.max(latestNs, stampNs);
        return true;
    }

    /** Makes the written records visible, as all that there is up to a time; wakes readers that sleep for it. */
    void publish(final long timeNs) {
        showRecords();
        place ^= 1;
        log.store(Log.STEPS + 16 * place, timeNs);
        log.store(Log.STEPS + 16 * place + 8, sequence);
        log.store(Log.FRONTIER, timeNs);
        wake(timeNs);
    }

    /** Makes the written records visible; more of the same step may come. */
    void showRecords() {
        log.store(Log.TAIL, next);
    }

    /** It waits for room: readers that keep it from writing are woken. */
    void wakeInTheWay() {
        Doorbell.fence();
        for (int slot = 0; slot < log.slots(); slot++) {
            if (log.slot(slot, Log.AWAITED) != Log.AWAKE) {
                bell.accept(log.slot(slot, Log.BELL));
            }
        }
    }

    void promise(final String channel, final long timeNs) {
        log.promise(log.channels().indexOf(channel), timeNs);
        wake(timeNs);
    }

    private void wake(final long timeNs) {
        Doorbell.fence();
        if (log.load(Log.SLEEPERS) == 0) {
            return;
        }
        log.store(Log.SLEEPERS, 0);
        Doorbell.fence();
        for (int slot = 0; slot < log.slots(); slot++) {
            final long awaited = log.slot(slot, Log.AWAITED);
            if (awaited != Log.AWAKE && (awaited <= timeNs || isNews && log.slot(slot, Log.NEWS) == 1)) {
                bell.accept(log.slot(slot, Log.BELL));
            } else if (awaited != Log.AWAKE) {
                log.store(Log.SLEEPERS, 1);
            }
        }
        isNews = false;
    }

    /** The sender is put back: nothing of before counts, and the dawn is to be sent anew. */
    void reset() {
        next = log.load(Log.TAIL);
        sequence = 0;
        latestNs = Long.MAX_VALUE;
        sent.clear();
        log.store(Log.FRONTIER, -1);
        for (int channel = 0; channel < log.channels().size(); channel++) {
            log.promise(channel, 0);
        }
        for (int each = 0; each < 32; each += 8) {
            log.store(Log.STEPS + each, 0);
        }
        log.store(Log.RESET_POSITION, next);
        log.store(Log.RESETS, log.load(Log.RESETS) + 1);
    }
}
