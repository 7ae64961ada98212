package io.takt.federation.tls;

import java.io.ByteArrayInputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsFatalAlert;

/**
 * The message with which an end shows its certificates (RFC 8446, 4.4.2), before anything of it is believed. Bouncy
 * Castle makes as much room as its lengths say, up to 16 MiB for a message of few bytes; so these are looked at first.
 */
final class CertificateMessage {
    private CertificateMessage() {
    }

    /** The same message, which holds all that its lengths say. */
    static ByteArrayInputStream whole(final ByteArrayInputStream message) throws TlsFatalAlert {
        final ByteBuffer bytes = ByteBuffer.wrap(message.readAllBytes());
        try {
            skip(bytes, bytes.get() & 0xff);
            final int length = length24(bytes);
            skip(bytes.duplicate(), length);
            while (bytes.hasRemaining()) {
                skip(bytes, length24(bytes));
                skip(bytes, bytes.getShort() & 0xffff);
            }
        } catch (final BufferUnderflowException | IllegalArgumentException e) {
            throw new TlsFatalAlert(AlertDescription.decode_error, e);
        }
        return new ByteArrayInputStream(bytes.array());
    }

    private static int length24(final ByteBuffer bytes) {
        return (bytes.get() & 0xff) << Short.SIZE | bytes.getShort() & 0xffff;
    }

    private static void skip(final ByteBuffer bytes, final int length) {
        bytes.position(bytes.position() + length);
    }
}
