package io.takt.shm.message;

import io.takt.shm.ring.DamageException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A record as a reader finds it: its header, read once, and whether it is what {@link LogWriter} has written. All
 * readers of logs read records by this class.
 *
 * <p>Owned by one thread.
 */
final class LogRecord {
    private static final long NOWHERE = -1;
    private static final int NO_CHANNEL = Integer.MAX_VALUE;
    private static final int CHANNEL_MASK = 0xffff;

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final LogExtent extent;
    private final RecordCheck check;
    private long position = NOWHERE;
    private int index;
    private long head;
    private long stampNs;
    private boolean hasMessage;
    private long sequence;
    private int messageLength;
    private int word;
    /** The message's part of a digest, once it {@link #isSummedUp}. */
    private long contents;
    private boolean isSummedUp;

    LogRecord(final MessageLog log) {
        this(log, new LogExtent(log), new RecordCheck(log.buffer()));
    }

    /** One of several that share a look, and the means to compute sums. */
    LogRecord(final MessageLog log, final LogExtent extent, final RecordCheck check) {
        this.log = log;
        this.buffer = log.buffer();
        this.extent = extent;
        this.check = check;
    }

    /** See {@link LogExtent#look}. */
    void look() {
        extent.look();
    }

    /** Reads the header of the record at a position, whether it can be one or not. */
    LogRecord read(final long itsPosition) {
        position = itsPosition;
        index = log.indexOf(itsPosition);
        head = buffer.getLong(index);
        stampNs = buffer.getLong(index + LogLayout.STAMP_FIELD);
        hasMessage = type() == LogLayout.MESSAGE || type() == LogLayout.DELIVERED;
        sequence = hasMessage ? buffer.getLong(index + LogLayout.SEQUENCE_FIELD) : 0;
        messageLength = hasMessage ? buffer.getInt(index + LogLayout.MESSAGE_LENGTH_FIELD) : 0;
        word = buffer.getInt(index + LogLayout.CHECK_FIELD);
        isSummedUp = false;
        return this;
    }

    /** Reads a record before a tail that was read. Throws {@link DamageException} when no sender has written it. */
    LogRecord readWhole(final long itsPosition, final long tail) {
        read(itsPosition);
        if (!fits(tail) || !isHeaderWhole()) {
            position = NOWHERE;
            throw log.damage(" at position " + itsPosition);
        }
        return this;
    }

    /** Whether there can be such a record between its position and another one. */
    boolean fits(final long until) {
        final int length = length();
        final int offset = index - LogLayout.RING_OFFSET;
        return length >= LogLayout.HEADER_LENGTH && (length & LogLayout.ALIGNMENT - 1) == 0
            && length <= until - position
            && (type() == LogLayout.PADDING ? length == log.capacity() - offset : length <= extent.used() - offset)
            && messageLength >= (type() == LogLayout.DELIVERED ? Long.BYTES : 0)
            && messageLength <= length - LogLayout.HEADER_LENGTH;
    }

    /** Whether the header is as it was written, as far as the sender has made that known. */
    private boolean isHeaderWhole() {
        return !isChecked() || RecordCheck.ofHeader(word) == checkOfHeader();
    }

    /** Whether header and message are as they were written; the message is in a buffer from an index on. */
    boolean isWhole(final DirectBuffer bytes, final int from) {
        return !isChecked() || word == RecordCheck.word(checkOfHeader(),
            hasMessage ? RecordCheck.ofCrc(check.crc(bytes, from, messageLength)) : 0);
    }

    private boolean isChecked() {
        return extent.isChecked(position) && type() != LogLayout.PADDING;
    }

    private int checkOfHeader() {
        return RecordCheck.ofHeader(head, stampNs, sequence, messageLength);
    }

    /**
     * The part of {@link DeliveryDigest#contents} that the message has in the digest of each receiver; summed up once.
     * Throws {@link DamageException} when it is not the message that was sent.
     */
    long contents() {
        if (!isSummedUp) {
            sumUp();
        }
        return contents;
    }

    private void sumUp() {
        final long crc = check.crc(buffer, messageIndex(), messageLength);
        if (isChecked() && RecordCheck.ofBytes(word) != RecordCheck.ofCrc(crc)) {
            throw log.damage(": message " + sequence + " on channel '" + log.channel(tag())
                + "' is not what was sent");
        }
        contents = DeliveryDigest.contents(stampNs, sequence, crc);
        isSummedUp = true;
    }

    /** For a record that no sender has written. */
    DamageException damage() {
        return log.damage(" at position " + position);
    }

    long position() {
        return position;
    }

    int length() {
        return LogLayout.length(head);
    }

    short type() {
        return LogLayout.type(head);
    }

    /** The index of the channel of a message that was sent, or of the link of one that was delivered. */
    int tag() {
        return LogLayout.tag(head);
    }

    /** The index of the channel of a message that was sent; of other records one that no channel has. */
    int channel() {
        return type() == LogLayout.MESSAGE ? tag() & CHANNEL_MASK : NO_CHANNEL;
    }

    long stampNs() {
        return stampNs;
    }

    /** Whether bytes of a message follow, sent or delivered. */
    boolean hasMessage() {
        return hasMessage;
    }

    long sequence() {
        return sequence;
    }

    /** Where the message begins in the log's buffer. */
    int messageIndex() {
        return index + LogLayout.HEADER_LENGTH;
    }

    int messageLength() {
        return messageLength;
    }
}
