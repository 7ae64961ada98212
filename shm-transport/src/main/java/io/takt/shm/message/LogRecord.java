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
    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final RecordCheck check = new RecordCheck();
    /** Records from there on have a check; negative where none has. */
    private long checkedFrom = -1;
    /** How much of the ring is used. */
    private int used;
    private long position;
    private int index;
    private long head;
    private long stampNs;
    private boolean hasMessage;
    private long sequence;
    private int messageLength;
    private int word;

    LogRecord(final MessageLog log) {
        this.log = log;
        this.buffer = log.buffer();
    }

    /**
     * To be called after a tail was read, for the records before it: a sender says that there are checks, and that it
     * uses more of the ring, before it publishes such records.
     */
    void look() {
        checkedFrom = buffer.getLongVolatile(LogLayout.CHECKED_OFFSET) - 1;
        used = Math.min(log.used(), log.capacity());
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
        return this;
    }

    /** Whether there can be such a record between its position and another one. */
    boolean fits(final long until) {
        final int length = length();
        final int offset = index - LogLayout.RING_OFFSET;
        return length >= LogLayout.HEADER_LENGTH && (length & LogLayout.ALIGNMENT - 1) == 0
            && length <= until - position
            && (type() == LogLayout.PADDING ? length == log.capacity() - offset : length <= used - offset)
            && messageLength >= (type() == LogLayout.DELIVERED ? Long.BYTES : 0)
            && messageLength <= length - LogLayout.HEADER_LENGTH;
    }

    /** Whether the header is as it was written, as far as the sender has made that known. */
    boolean isHeaderWhole() {
        return !isChecked() || RecordCheck.ofHeader(word) == checkOfHeader();
    }

    /** Whether header and message are as they were written; the message is in a buffer from an index on. */
    boolean isWhole(final DirectBuffer bytes, final int from) {
        return !isChecked() || word == RecordCheck.word(checkOfHeader(),
            hasMessage ? check.ofBytes(bytes, from, messageLength) : 0);
    }

    private boolean isChecked() {
        return checkedFrom >= 0 && position >= checkedFrom && type() != LogLayout.PADDING;
    }

    private int checkOfHeader() {
        return RecordCheck.ofHeader(head, stampNs, sequence, messageLength);
    }

    /** How the sender has summed up the message; {@link RecordCheck#NONE} where it has not. */
    int checkOfMessage() {
        return isChecked() ? RecordCheck.ofBytes(word) : RecordCheck.NONE;
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
