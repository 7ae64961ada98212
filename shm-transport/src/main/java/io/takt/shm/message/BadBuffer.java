package io.takt.shm.message;

import org.agrona.DirectBuffer;

/** The fault in the buffer of a message, in words. */
final class BadBuffer {
    private BadBuffer() {
    }

    /** The exception for a buffer that is null, or has fewer bytes than the message. */
    static RuntimeException failure(final String what, final DirectBuffer message, final int from, final int length) {
        return message == null ? new NullPointerException(what + ": no buffer was given")
            : new IndexOutOfBoundsException(what + ": the buffer has " + message.capacity()
                + " bytes, and the message would be " + length + " of them from " + from + " on");
    }
}
