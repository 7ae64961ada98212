package io.takt.federation.tls;

import io.takt.federation.key.Certificates;
import io.takt.federation.seal.LinkKeys;
import java.io.IOException;
import java.util.Vector;
import org.bouncycastle.tls.AbstractTlsClient;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.PskKeyExchangeMode;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.TlsServerCertificate;
import org.bouncycastle.tls.crypto.TlsCrypto;

/**
 * The child's side: it names itself and proves that it has the key, and the parent proves the same; or both show
 * certificates.
 */
final class ChildHandshake extends AbstractTlsClient implements Handshake {
    private final String child;
    private final byte[] key;
    private final boolean isOfSession;
    private final Certificates own;
    private final String parent;
    private LinkKeys keys;
    private byte[] sessionKey;
    private String notBelieved;

    /**
     * A handshake that has not begun.
     *
     * @param key         that both have; null for certificates.
     * @param isOfSession whether it is of a session that goes on, and not of a file.
     * @param own         certificates; null for a key.
     * @param parent      name or address at which the parent is reached; null with a key.
     */
    ChildHandshake(final TlsCrypto crypto, final String child, final byte[] key, final boolean isOfSession,
        final Certificates own, final String parent) {
        super(crypto);
        this.child = child;
        this.key = key;
        this.isOfSession = isOfSession;
        this.own = own;
        this.parent = parent;
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
    @SuppressWarnings({"rawtypes", "unchecked"}) // Bouncy Castle's interface is older than generics
    public Vector getExternalPSKs() {
        if (key == null) {
            return null;
        }
        final Vector all = new Vector();
        all.add(Suite.key(getCrypto(), isOfSession ? child + Suite.OF_SESSION : child, key));
        return all;
    }

    @Override
    public short[] getPskKeyExchangeModes() {
        return new short[] {PskKeyExchangeMode.psk_dhe_ke};
    }

    @Override
    public TlsAuthentication getAuthentication() throws TlsFatalAlert {
        if (own == null) {
            // A parent that does not prove to have the key would have to show a certificate, and none is trusted.
            throw new TlsFatalAlert(AlertDescription.handshake_failure);
        }
        return new TlsAuthentication() {
            @Override
            public void notifyServerCertificate(final TlsServerCertificate shown) throws IOException {
                try {
                    own.believeParent(ShownCertificates.of(shown.getCertificate()), parent);
                } catch (final Certificates.NotBelievedException e) {
                    notBelieved = e.getMessage();
                    throw ShownCertificates.alert(e);
                }
            }

            @Override
            public TlsCredentials getClientCredentials(final CertificateRequest request) throws IOException {
                return ShownCertificates.credentials(own, context, request.getCertificateRequestContext());
            }
        };
    }

    @Override
    @SuppressWarnings("rawtypes") // Bouncy Castle's interface is older than generics
    protected Vector getSupportedSignatureAlgorithms() {
        return ShownCertificates.schemes();
    }

    @Override
    public void notifyHandshakeComplete() {
        keys = Suite.frames(context);
        sessionKey = own == null ? Suite.session(context) : null;
    }

    @Override
    public String child() {
        return child;
    }

    @Override
    public String knownChild() {
        return child;
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

    /** Without one, as within a host, it is all zeros. */
    private boolean hasKey() {
        for (final byte each : key) {
            if (each != 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String explain(final Exception failure) {
        if (keys != null && Handshake.isOfBytes(failure)) {
            return CHANGED_THERE;
        }
        final short alert = failure instanceof TlsFatalAlertReceived received ? received.getAlertDescription() : -1;
        return alert == AlertDescription.internal_error ? "the parent cannot prove itself now; it says there why"
            : own == null ? explainKey(alert) : explainCertificates(alert);
    }

    private String explainCertificates(final short alert) {
        return switch (alert) {
            case AlertDescription.certificate_expired -> "the certificate of '" + child + "' here is out of date for"
                + " the parent: " + own.dates();
            case AlertDescription.bad_certificate -> "the parent does not believe the certificate of '" + child
                + "' here; it says there why";
            case AlertDescription.access_denied -> "the certificate here is not of a child that the parent knows, or"
                + " it has a key file for that one";
            case AlertDescription.unknown_psk_identity -> "the parent has no certificates (certificates); it wants a"
                + " key (parent.keyFile)";
            case AlertDescription.protocol_version -> "the parent does not speak TLS 1.3";
            default -> notBelieved != null ? "the certificate of the parent " + notBelieved
                : keys == null ? "the handshake with the parent has broken off; it shows no certificate that is"
                    + " understood here, or is no hub"
                : CHANGED_HERE;
        };
    }

    private String explainKey(final short alert) {
        if (isOfSession
            && (alert == AlertDescription.unknown_psk_identity || alert == AlertDescription.decrypt_error)) {
            return "the parent has ended the session of '" + child + "'";
        }
        return switch (alert) {
            case AlertDescription.unknown_psk_identity -> "the parent knows no child '" + child + "'"
                + (hasKey() ? ", or has no key for it"
                : " that comes without a key; write parent.keyFile or certificates, as the parent has them");
            case AlertDescription.decrypt_error -> hasKey()
                ? "the key of '" + child + "' here is not the one that the parent has"
                : "the parent has a key for '" + child + "', and none is named here; write parent.keyFile";
            case AlertDescription.protocol_version -> "the parent does not speak TLS 1.3";
            default -> keys == null ? "the other end is no hub that has the key of '" + child + "'"
                : CHANGED_HERE;
        };
    }
}
