package io.takt.federation.tls;

import io.takt.federation.key.Certificates;
import io.takt.federation.seal.LinkKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsClientProtocol;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.TlsProtocol;
import org.bouncycastle.tls.TlsServerProtocol;
import org.bouncycastle.tls.crypto.TlsCrypto;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;

/**
 * One end of a TLS 1.3 connection as a state machine: bytes of the network go in and come out, and it knows neither
 * sockets nor threads. A key that both ends have authenticates both, or certificates do, with an ephemeral key exchange
 * beside it (RFC 8446), so that recordings cannot be opened with the key later.
 *
 * <pre>
 *   network ── received ──► TlsSession ── read ──► lines of the link
 *   network ◄── toSend ──── TlsSession ◄── write ── lines of the link
 * </pre>
 *
 * <p>Owned by one thread.
 */
public final class TlsSession {
    private static final int PIECE = 16 * 1024;

    /** An end is heard by whole records: so many bytes have to come in the time after which a link is silent. */
    private static final int RECORD = 4 * 1024;

    private final TlsProtocol protocol;
    private final Handshake handshake;
    private final byte[] piece = new byte[PIECE];

    private static final class OfChild extends TlsClientProtocol {
        @Override
        protected void receive13ServerCertificate(final ByteArrayInputStream message) throws IOException {
            super.receive13ServerCertificate(CertificateMessage.whole(message));
        }
    }

    private static final class OfParent extends TlsServerProtocol {
        @Override
        protected void receive13ClientCertificate(final ByteArrayInputStream message) throws IOException {
            super.receive13ClientCertificate(CertificateMessage.whole(message));
        }
    }

    private TlsSession(final TlsProtocol protocol, final Handshake handshake) {
        this.protocol = protocol;
        this.handshake = handshake;
    }

    /**
     * The end of a child hub, which speaks first.
     *
     * @param child  its name.
     * @param key    that it shares with its parent.
     * @param random for the handshake.
     * @return the session; the bytes that it {@linkplain #toSend sends} are there at once.
     */
    public static TlsSession ofChild(final String child, final byte[] key, final SecureRandom random) {
        return ofChild(new ChildHandshake(crypto(random), child, key, false, null, null));
    }

    /**
     * The end of a child hub in a session that goes on.
     *
     * @param child  its name.
     * @param key    of {@link #sessionKey}, from the connection with which the session began.
     * @param random for the handshake.
     * @return the session; what it {@link #toSend sends} is there at once.
     */
    public static TlsSession ofSession(final String child, final byte[] key, final SecureRandom random) {
        return ofChild(new ChildHandshake(crypto(random), child, key, true, null, null));
    }

    /**
     * The end of a child hub that shows certificates.
     *
     * @param child  its name.
     * @param parent name or address at which the parent is reached, which has to stand in its certificate.
     * @param own    the child's certificates.
     * @param random for the handshake.
     * @return the session; what it {@link #toSend sends} is there at once.
     */
    public static TlsSession ofChild(final String child, final String parent, final Certificates own,
        final SecureRandom random) {
        return ofChild(new ChildHandshake(crypto(random), child, null, false, own, parent));
    }

    private static TlsSession ofChild(final ChildHandshake handshake) {
        final TlsClientProtocol protocol = new OfChild();
        try {
            protocol.connect(handshake);
        } catch (final IOException e) {
            throw new IllegalStateException("a handshake without a network cannot fail", e);
        }
        return new TlsSession(protocol, handshake);
    }

    /**
     * The end of a parent hub.
     *
     * @param keys   of its children, and its own certificates, if it has some; asked on this thread.
     * @param random for the handshake.
     * @return the session.
     */
    public static TlsSession ofParent(final KeyRing keys, final SecureRandom random) {
        final TlsServerProtocol protocol = new OfParent();
        final ParentHandshake handshake = new ParentHandshake(crypto(random), keys);
        try {
            protocol.accept(handshake);
        } catch (final IOException e) {
            throw new IllegalStateException("a handshake without a network cannot fail", e);
        }
        return new TlsSession(protocol, handshake);
    }

    private static TlsCrypto crypto(final SecureRandom random) {
        return new JcaTlsCryptoProvider().create(random);
    }

    /**
     * Bytes have come from the network.
     *
     * @param bytes all that is left of them is taken.
     * @throws TlsRefusedException when they are not of the other end, or that refuses this one. The bytes
     *      {@linkplain #toSend to be sent} still tell the other end why; the session is over.
     */
    public void received(final ByteBuffer bytes) throws TlsRefusedException {
        while (bytes.hasRemaining()) {
            final int length = Math.min(bytes.remaining(), piece.length);
            bytes.get(piece, 0, length);
            try {
                protocol.offerInput(piece, 0, length);
            } catch (final IOException | RuntimeException e) {
                throw refused(e);
            }
        }
    }

    private TlsRefusedException refused(final Exception failure) {
        final boolean isPassing = failure instanceof TlsFatalAlertReceived received
            && received.getAlertDescription() == AlertDescription.internal_error;
        final boolean isUnknown = failure instanceof TlsFatalAlertReceived received
            && received.getAlertDescription() == AlertDescription.unknown_psk_identity;
        return new TlsRefusedException(handshake.explain(failure), !isPassing, isUnknown, failure);
    }

    /**
     * Bytes for the network.
     *
     * @param bytes gets as many as there are and fit.
     */
    public void toSend(final ByteBuffer bytes) {
        int available = Math.min(protocol.getAvailableOutputBytes(), bytes.remaining());
        while (available > 0) {
            final int length = protocol.readOutput(piece, 0, Math.min(available, piece.length));
            bytes.put(piece, 0, length);
            available -= length;
        }
    }

    /** {@return how many bytes are to be sent} */
    public int toSendBytes() {
        return protocol.getAvailableOutputBytes();
    }

    /**
     * Takes bytes that the other end has written.
     *
     * @param bytes gets as much as there is and fits.
     */
    public void read(final ByteBuffer bytes) {
        int available = Math.min(protocol.getAvailableInputBytes(), bytes.remaining());
        while (available > 0) {
            final int length = protocol.readInput(piece, 0, Math.min(available, piece.length));
            bytes.put(piece, 0, length);
            available -= length;
        }
    }

    /** {@return how many bytes are there to read} */
    public int toReadBytes() {
        return protocol.getAvailableInputBytes();
    }

    /**
     * Encrypts what the other end is to read.
     *
     * @param bytes all that is left of them is taken, however much.
     * @throws TlsRefusedException   when the session is over.
     * @throws IllegalStateException before the handshake is done.
     */
    public void write(final ByteBuffer bytes) throws TlsRefusedException {
        if (!isOpen()) {
            throw new IllegalStateException("the handshake is not done");
        }
        while (bytes.hasRemaining()) {
            final int length = Math.min(bytes.remaining(), RECORD);
            bytes.get(piece, 0, length);
            try {
                protocol.writeApplicationData(piece, 0, length);
            } catch (final IOException | RuntimeException e) {
                throw refused(e);
            }
        }
    }

    /** {@return whether the handshake is done: both ends know each other} */
    public boolean isOpen() {
        return handshake.keys() != null && protocol.isConnected();
    }

    /** {@return name of the child, as the handshake has proved it; null before} */
    public String child() {
        return isOpen() ? handshake.child() : null;
    }

    /** {@return the configured child that the other end says it is, proved or not; null where it names none} */
    public String claimedChild() {
        return handshake.knownChild();
    }

    /**
     * Keys for frames beside this connection; both ends have the same.
     *
     * @return null before the handshake is done.
     */
    public LinkKeys keys() {
        return handshake.keys();
    }

    /**
     * A key by which both ends can prove themselves on later connections of the session that begins on this one. Only
     * these two processes can know it.
     *
     * @return null before the handshake is done, and with certificates.
     */
    public byte[] sessionKey() {
        return handshake.sessionKey();
    }

    /** {@return whether the child proves itself by the key of its session} */
    public boolean isOfSession() {
        return handshake.isOfSession();
    }

    /** Says goodbye; the bytes {@linkplain #toSend to be sent} tell the other end. */
    public void close() {
        try {
            protocol.close();
        } catch (final IOException e) {
            // It was over already.
            return;
        }
    }
}
