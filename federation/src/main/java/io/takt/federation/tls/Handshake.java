package io.takt.federation.tls;

import io.takt.federation.seal.LinkKeys;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsFatalAlertReceived;

/** The part of either end's handshake that a session uses. */
interface Handshake {
    /** Bytes were changed on their way to this end. */
    String CHANGED_HERE = "bytes came that it did not send";

    /** Likewise to the other end. */
    String CHANGED_THERE = "bytes came there that this hub did not send";

    /** The name that the child has proved, or claims until then; null before it has said one. */
    String child();

    /** The same of a child that is configured; else null. */
    String knownChild();

    /** Null before the handshake is done. */
    LinkKeys keys();

    /** Null before the handshake is done, and with certificates. */
    byte[] sessionKey();

    /** Whether the child proves itself by the key of its session, or tries to. */
    boolean isOfSession();

    /** Why it has failed, in one line. */
    String explain(Exception failure);

    /** Whether the other end says that bytes came which this one had not sent. */
    static boolean isOfBytes(final Exception failure) {
        return failure instanceof TlsFatalAlertReceived received && switch (received.getAlertDescription()) {
            case AlertDescription.bad_record_mac, AlertDescription.record_overflow,
                AlertDescription.unexpected_message, AlertDescription.decode_error -> true;
            default -> false;
        };
    }
}
