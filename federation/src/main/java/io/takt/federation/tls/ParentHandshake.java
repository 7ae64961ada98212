package io.takt.federation.tls;

import io.takt.asset.name.Names;
import io.takt.federation.key.Certificates;
import io.takt.federation.seal.LinkKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Vector;
import org.bouncycastle.tls.AbstractTlsServer;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.PskIdentity;
import org.bouncycastle.tls.PskKeyExchangeMode;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.TlsPSKExternal;
import org.bouncycastle.tls.crypto.TlsCrypto;

/** The parent's side: it finds the key by the child's name, or the name in the child's certificate. */
final class ParentHandshake extends AbstractTlsServer implements Handshake {
    private final KeyRing ring;
    private Certificates own;
    private String child;
    private boolean hasNamedKey;
    private boolean isOfSession;
    private boolean hasNoCertificate;
    private boolean isUnknown;
    private String notBelieved;
    private String unreadable;
    private LinkKeys keys;
    private byte[] sessionKey;

    /** A handshake that has not begun. */
    ParentHandshake(final TlsCrypto crypto, final KeyRing ring) {
        super(crypto);
        this.ring = ring;
    }

    @Override
    protected ProtocolVersion[] getSupportedVersions() {
        return Suite.VERSIONS;
    }

    @Override
    protected int[] getSupportedCipherSuites() {
        return Suite.CIPHERS;
    }

    @Override
    public short[] getPskKeyExchangeModes() {
        return new short[] {PskKeyExchangeMode.psk_dhe_ke};
    }

    @Override
    public TlsCredentials getCredentials() throws IOException {
        try {
            own = hasNamedKey ? null : ring.certificates();
        } catch (final IOException e) {
            unreadable = e.getMessage();
            throw new TlsFatalAlert(AlertDescription.internal_error, e);
        }
        hasNoCertificate = own == null && !hasNamedKey;
        if (own == null) {
            throw new TlsFatalAlert(AlertDescription.unknown_psk_identity);
        }
        return ShownCertificates.credentials(own, context, ShownCertificates.noContext());
    }

    @Override
    public CertificateRequest getCertificateRequest() throws IOException {
        return new CertificateRequest(ShownCertificates.noContext(), ShownCertificates.schemes(), null, null);
    }

    @Override
    public void notifyClientCertificate(final Certificate shown) throws IOException {
        try {
            if (shown == null || shown.isEmpty()) {
                throw new TlsFatalAlert(AlertDescription.certificate_required);
            }
            final String name = own.believeChild(ShownCertificates.of(shown));
            child = Names.isValid(name) ? name : null;
            isUnknown = child == null || !ring.mayShowCertificate(child);
            if (isUnknown) {
                throw new TlsFatalAlert(AlertDescription.access_denied);
            }
        } catch (final Certificates.NotBelievedException e) {
            notBelieved = e.getMessage();
            throw ShownCertificates.alert(e);
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // Bouncy Castle's interface is older than generics
    public TlsPSKExternal getExternalPSK(final Vector identities) {
        hasNamedKey = true;
        final byte[] identity = ((PskIdentity) identities.get(0)).getIdentity();
        final String said = new String(identity, StandardCharsets.US_ASCII);
        isOfSession = said.endsWith(Suite.OF_SESSION);
        final String name = isOfSession ? said.substring(0, said.length() - Suite.OF_SESSION.length()) : said;
        child = Names.isValid(name) ? name : null;
        final byte[] key = child == null ? null : key();
        isUnknown = key == null;
        return isUnknown ? null : Suite.key(getCrypto(), said, key);
    }

    private byte[] key() {
        try {
            return isOfSession ? ring.sessionKey(child) : ring.key(child);
        } catch (final IOException e) {
            unreadable = e.getMessage();
            // The child gets the alert internal_error for it.
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void notifyHandshakeComplete() {
        keys = Suite.frames(context);
        sessionKey = hasNamedKey ? Suite.session(context) : null;
    }

    @Override
    public String child() {
        return child;
    }

    @Override
    public String knownChild() {
        return isUnknown ? null : child;
    }

    @Override
    public LinkKeys keys() {
        return keys;
    }

    @Override
    public byte[] sessionKey() {
        return sessionKey;
    }

    @Override
    public boolean isOfSession() {
        return isOfSession;
    }

    @Override
    public String explain(final Exception failure) {
        if (unreadable != null) {
            return "this hub cannot prove itself " + (child == null ? "" : "to '" + child + "' ") + "now: "
                + unreadable;
        }
        if (keys != null && Handshake.isOfBytes(failure)) {
            return CHANGED_THERE;
        }
        if (failure instanceof TlsFatalAlertReceived received) {
            return explainAlert(received.getAlertDescription());
        }
        if (keys != null) {
            return CHANGED_HERE;
        }
        return own != null ? explainCertificate(failure) : hasNoCertificate
            ? "it names no key of a child, and this hub has no certificate to show it (certificates)"
            : explainKey(failure);
    }

    private String explainAlert(final short alert) {
        if (own != null && alert == AlertDescription.certificate_expired) {
            return "the certificate of this hub is out of date for the child: " + own.dates();
        }
        if (own != null && alert == AlertDescription.bad_certificate) {
            return "the child does not believe the certificate of this hub; it says there why";
        }
        return "the child " + (child == null ? "" : "'" + child + "' ") + "has ended the handshake";
    }

    private String explainCertificate(final Exception failure) {
        if (notBelieved != null) {
            return "the certificate that it shows " + notBelieved;
        }
        if (isUnknown) {
            return "its certificate is of " + (child == null ? "no child" : "'" + child + "', which is no child")
                + " that is configured here without a key file";
        }
        return child == null ? "no hub: it names no key of a child, and shows no certificate that is understood"
            : isOfProof(failure) ? "it shows the certificate of '" + child + "', and has not the private key to it"
            : hasBrokenOff();
    }

    private String explainKey(final Exception failure) {
        return child == null ? "no hub: it sends no TLS 1.3 with the name of a child"
            : isUnknown ? "'" + child + "' is " + (isOfSession ? "in no session of this hub"
            : "no child that is configured here with a key")
            : !isOfProof(failure) ? hasBrokenOff()
            : isOfSession ? "it does not know the key of the session of '" + child + "'"
            : "the key of '" + child + "' there is not the one that is here";
    }

    private static boolean isOfProof(final Exception failure) {
        return failure instanceof TlsFatalAlert alert && alert.getAlertDescription() == AlertDescription.decrypt_error;
    }

    private String hasBrokenOff() {
        return "the handshake of '" + child + "' has broken off; it gives up when this hub is slow to answer";
    }
}
