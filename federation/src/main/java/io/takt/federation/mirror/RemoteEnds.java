package io.takt.federation.mirror;

import io.takt.asset.TaktException;
import io.takt.federation.link.MuxFrame;
import io.takt.shm.control.Reply;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.MessageLog;
import io.takt.shm.message.MirrorChannel;
import io.takt.shm.ring.Signaller;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The sources and mirrors of one end of a link, and the frames about them between the two ends. Frames are rows of
 * entries, big-endian; those of one direction count their logs as the parent has named them.
 *
 * <pre>
 *  RECORDS  u8 0  OPEN      i64 number of the opening, i32 logs up, i32 logs down: child first, then the same back
 *           u8 1  ORIGINAL  i32 log, i64 mark, i64 where to begin, i64 resets
 *           u8 2  BYTES     i32 log, i32 length, bytes of a MirrorEncoder, cut anywhere
 *  ACK      u8 0  GOES_ON   i32 log, i64 position, i64 resets, u8 1 if there is no sender
 *           u8 1  USED      i32 log, i64 bytes used, i64 position that the mirror has for good
 *           u8 2  TAKEN     i64 bytes taken of all logs
 * </pre>
 *
 * <p>Bytes are limited twice: by the bytes that each mirror has used, so that one without room is not sent more, and by
 * the bytes that the other end has taken, so that an ordered line is never behind more than that. Pure state but for
 * the logs; guarded by its {@link RemoteMirrors}.
 */
final class RemoteEnds {
    /** No frame opens anything. */
    static final long NOT_OPENED = Long.MIN_VALUE;

    private static final byte OPEN = 0;
    private static final byte ORIGINAL = 1;
    private static final byte BYTES = 2;
    private static final byte GOES_ON = 0;
    private static final byte USED = 1;
    private static final byte TAKEN = 2;

    private static final int OPEN_LENGTH = 1 + Long.BYTES + 2 * Integer.BYTES;
    private static final int BYTES_HEADER = 1 + 2 * Integer.BYTES;
    private static final int LONGEST_ENTRY = 1 + Integer.BYTES + 3 * Long.BYTES;

    /** Bytes of records that are on the way to the other end. */
    private static final int WINDOW = 1024 * 1024;

    private static final int ALL_CREDIT = 16 * 1024 * 1024;
    private static final int LEAST_CREDIT = 64 * 1024;

    private final RemoteSource[] sources;
    private final RemoteSink[] sinks;
    private final RandomGenerator random;
    private final EntryFrame records = new EntryFrame(MuxFrame.RECORDS);
    private final EntryFrame acks = new EntryFrame(MuxFrame.RECORDS_ACK);
    private final UnsafeBuffer incoming = new UnsafeBuffer(0, 0);
    private Consumer<ByteBuffer> out;
    private BooleanSupplier isBusy;
    private int next;
    private long sent;
    private long sentTaken;
    private long taken;
    private long toldTaken;

    RemoteEnds(final List<Reply.CrossingLog> read, final List<Reply.CrossingLog> written, final MessageFiles files,
        final Signaller signaller, final LongSupplier latestNs, final RandomGenerator random) {
        this.random = random;
        sources = read.stream().map(end -> new RemoteSource(files.log(end.log()), end.slot(),
            MirrorEnds.channels(end, files), signaller, credit(read.size()), random)).toArray(RemoteSource[]::new);
        sinks = written.stream().map(end -> sink(files.log(end.log()), MirrorEnds.channels(end, files), signaller,
            credit(written.size()), latestNs)).toArray(RemoteSink[]::new);
    }

    private static RemoteSink sink(final MessageLog log, final List<MirrorChannel> channels, final Signaller signaller,
        final int credit, final LongSupplier latestNs) {
        final String missing = channels.stream().map(MirrorChannel::name).filter(each -> log.indexOf(each) < 0)
            .findFirst().orElse(null);
        if (missing != null) {
            throw new TaktException("the mirror of asset '" + log.sender() + "' has no channel '" + missing + "'");
        }
        return new RemoteSink(log, channels, signaller, credit, latestNs);
    }

    /** Both ends count the same, so the other one knows how much may come. */
    private static int credit(final int logs) {
        return Math.min(WINDOW, Math.max(LEAST_CREDIT, ALL_CREDIT / Math.max(1, logs)));
    }

    void onConnected(final Consumer<ByteBuffer> newOut, final BooleanSupplier newIsBusy) {
        out = newOut;
        isBusy = newIsBusy;
    }

    /** Tells one end's openings from those of a process before it. */
    long newNumber() {
        return MirrorEnds.mark(random);
    }

    /** All begins anew; each end says first where it is. */
    void open() {
        close();
        Stream.of(sources).forEach(RemoteSource::open);
        Stream.of(sinks).forEach(RemoteSink::open);
    }

    void close() {
        Stream.of(sources).forEach(RemoteSource::close);
        Stream.of(sinks).forEach(RemoteSink::close);
        records.discard();
        acks.discard();
        sent = 0;
        sentTaken = 0;
        taken = 0;
        toldTaken = 0;
    }

    void sayOpen(final long number) {
        records.entry(OPEN_LENGTH, out).put(OPEN).putLong(number).putInt(sources.length).putInt(sinks.length);
    }

    /** Number of the opening with which a frame begins; it is then passed over. */
    long openedBy(final ByteBuffer payload) {
        if (payload.remaining() < OPEN_LENGTH || payload.get(payload.position()) != OPEN) {
            return NOT_OPENED;
        }
        payload.get();
        final long number = payload.getLong();
        final int itsSources = payload.getInt();
        final int itsSinks = payload.getInt();
        if (itsSources != sinks.length || itsSinks != sources.length) {
            throw new TaktException("the two ends of the link do not name the same senders");
        }
        return number;
    }

    void onRecords(final ByteBuffer payload) {
        try {
            while (payload.hasRemaining()) {
                onRecordsEntry(payload);
            }
        } catch (final BufferUnderflowException e) {
            throw new TaktException("a row of records breaks off", e);
        }
    }

    private void onRecordsEntry(final ByteBuffer payload) {
        final byte kind = payload.get();
        if (kind == ORIGINAL) {
            final RemoteSink sink = sinks[log(payload, sinks.length)];
            if (sink.isKnown()) {
                throw new TaktException("a sender is named twice");
            }
            sink.onOriginal(payload.getLong(), payload.getLong(), payload.getLong());
        } else if (kind == BYTES) {
            final RemoteSink sink = sinks[log(payload, sinks.length)];
            final int length = payload.getInt();
            if (length < 0 || length > payload.remaining() || !sink.hasBegun()) {
                throw new TaktException(sink.hasBegun() ? "a row of records breaks off"
                    : "records come of a sender whose mirror has not begun");
            }
            taken += length;
            incoming.wrap(payload);
            sink.onBytes(incoming, payload.position(), length);
            payload.position(payload.position() + length);
        } else {
            throw new TaktException("no end of a link says of records what is of kind " + kind);
        }
    }

    void onAck(final ByteBuffer payload) {
        try {
            while (payload.hasRemaining()) {
                onAckEntry(payload);
            }
        } catch (final BufferUnderflowException e) {
            throw new TaktException("a row of acknowledgements breaks off", e);
        }
    }

    private void onAckEntry(final ByteBuffer payload) {
        final byte kind = payload.get();
        if (kind == TAKEN) {
            final long itsTaken = payload.getLong();
            if (itsTaken < sentTaken || itsTaken > sent) {
                throw new TaktException(itsTaken + " bytes of records were taken, and " + sent + " were sent");
            }
            sentTaken = itsTaken;
            return;
        }
        final RemoteSource source = sources[log(payload, sources.length)];
        if (kind == GOES_ON && !source.hasBegun()) {
            source.goOn(payload.getLong(), payload.getLong(), payload.get() != 0);
        } else if (kind == USED && source.hasBegun()) {
            source.acknowledge(payload.getLong(), payload.getLong());
        } else {
            throw new TaktException("no end of a link acknowledges now what is of kind " + kind);
        }
    }

    private static int log(final ByteBuffer payload, final int logs) {
        final int log = payload.getInt();
        if (log < 0 || log >= logs) {
            throw new TaktException("a sender is named by number " + log + ", and " + logs + " cross");
        }
        return log;
    }

    /** Sends what is due, and records as far as they may go; says whether any of those went. */
    boolean flush(final boolean isAll) {
        sayAcks();
        for (int log = 0; log < sources.length; log++) {
            if (sources[log].isOriginalDue()) {
                sources[log].sayOriginal(records.entry(LONGEST_ENTRY, out).put(ORIGINAL).putInt(log));
            }
        }
        boolean isAny = false;
        for (int idle = 0; idle < sources.length && mayGo(isAll); next = (next + 1) % sources.length) {
            final boolean isWaiting = sources[next].waiting() > 0;
            idle = isWaiting ? 0 : idle + 1;
            if (isWaiting) {
                sayBytes(next, isAll);
                isAny = true;
            }
        }
        records.send(out);
        return isAny;
    }

    private boolean mayGo(final boolean isAll) {
        return isAll || sent - sentTaken < WINDOW && !isBusy.getAsBoolean();
    }

    /** Of one log as much as fits into a frame. */
    private void sayBytes(final int log, final boolean isAll) {
        final RemoteSource source = sources[log];
        final long most = isAll ? Integer.MAX_VALUE : WINDOW - (sent - sentTaken);
        final ByteBuffer frame = records.entry(BYTES_HEADER + LONGEST_ENTRY, out);
        final int length = (int) Math.min(most, Math.min(source.waiting(), frame.remaining() - BYTES_HEADER));
        if (source.isOpen()) {
            // That is false when the connection has just failed.
            final int end = frame.limit();
            frame.put(BYTES).putInt(log).putInt(length).limit(frame.position() + length);
            source.take(frame);
            frame.limit(end);
            sent += length;
        }
    }

    private void sayAcks() {
        for (int log = 0; log < sinks.length; log++) {
            if (sinks[log].isGoesOnDue()) {
                sinks[log].sayGoesOn(acks.entry(LONGEST_ENTRY, out).put(GOES_ON).putInt(log));
            } else if (sinks[log].isUsedDue()) {
                sinks[log].sayUsed(acks.entry(LONGEST_ENTRY, out).put(USED).putInt(log));
            }
        }
        if (taken != toldTaken) {
            toldTaken = taken;
            acks.entry(LONGEST_ENTRY, out).put(TAKEN).putLong(taken);
        }
        // Records that open a log go before those that continue it.
        records.send(out);
        acks.send(out);
    }

    boolean haveBegun() {
        for (final RemoteSource each : sources) {
            if (!each.hasBegun()) {
                return false;
            }
        }
        return true;
    }

    boolean areDone() {
        for (final RemoteSource each : sources) {
            if (!each.isDone()) {
                return false;
            }
        }
        return true;
    }

    /** Takes what is new in the logs; says whether anything is. */
    boolean read(final boolean isDue) {
        boolean isAny = false;
        for (final RemoteSource each : sources) {
            isAny |= each.poll(isDue);
        }
        return isAny;
    }

    /** Goes on with mirrors that had no room; says whether there was some. */
    boolean write() {
        boolean isAny = false;
        for (final RemoteSink each : sinks) {
            isAny |= each.poll();
        }
        return isAny;
    }

    void announce(final long doorbell) {
        for (final RemoteSource each : sources) {
            each.announce(doorbell);
        }
        for (final RemoteSink each : sinks) {
            each.announce(doorbell);
        }
    }

    void withdraw() {
        for (final RemoteSource each : sources) {
            each.withdraw();
        }
    }
}
