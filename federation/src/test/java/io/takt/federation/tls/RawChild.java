package io.takt.federation.tls;

import io.takt.federation.key.Certificates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Vector;
import org.bouncycastle.tls.AbstractTlsClient;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.CertificateType;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.SignatureScheme;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsClientProtocol;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsServerCertificate;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaDefaultTlsCredentialedSigner;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCrypto;

/** The end of a child in a handshake with certificates, which believes all and shows whatever bytes it is given. */
final class RawChild extends AbstractTlsClient {
    private final TlsClientProtocol protocol = new TlsClientProtocol();
    private final byte[] shown;
    private final Certificates key;

    /**
     * An end that begins.
     *
     * @param shown message of certificates; null for none.
     * @param key   to the first of them, or not.
     */
    RawChild(final JcaTlsCrypto crypto, final byte[] shown, final Certificates key) throws IOException {
        super(crypto);
        this.shown = shown;
        this.key = key;
        protocol.connect(this);
    }

    /** Bytes for the parent. */
    ByteBuffer toSend() {
        final byte[] bytes = new byte[protocol.getAvailableOutputBytes()];
        protocol.readOutput(bytes, 0, bytes.length);
        return ByteBuffer.wrap(bytes);
    }

    void received(final TlsSession parent) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(parent.toSendBytes());
        parent.toSend(bytes);
        received(bytes.flip());
    }

    void received(final ByteBuffer bytes) throws IOException {
        protocol.offerInput(bytes.array(), 0, bytes.limit());
    }

    /** Reads a message as the other end's protocol does in its handshake; that makes an alert of any exception. */
    Certificate parse(final byte[] message, final int mostShown) throws IOException {
        try {
            final ByteArrayInputStream in = CertificateMessage.whole(new ByteArrayInputStream(message));
            final Certificate shown = Certificate.parse(new Certificate.ParseOptions()
                .setCertificateType(CertificateType.X509).setMaxChainLength(mostShown), context, in, null);
            if (in.available() > 0) {
                throw new TlsFatalAlert(AlertDescription.decode_error);
            }
            return shown;
        } catch (final RuntimeException e) {
            throw new TlsFatalAlert(AlertDescription.internal_error, e);
        }
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
    @SuppressWarnings("rawtypes") // Bouncy Castle's interface is older than generics
    protected Vector getSupportedSignatureAlgorithms() {
        return ShownCertificates.schemes();
    }

    @Override
    public TlsAuthentication getAuthentication() {
        return new TlsAuthentication() {
            @Override
            public void notifyServerCertificate(final TlsServerCertificate parent) {
                // All are believed.
            }

            @Override
            public TlsCredentials getClientCredentials(final CertificateRequest request) throws IOException {
                return shown == null ? null : new JcaDefaultTlsCredentialedSigner(new TlsCryptoParameters(context),
                    (JcaTlsCrypto) getCrypto(), key.privateKey(), new Shown(),
                    SignatureScheme.getSignatureAndHashAlgorithm(SignatureScheme.ecdsa_secp256r1_sha256));
            }
        };
    }

    /** A certificate that is not empty, so that it is sent; in its place go other bytes. */
    private final class Shown extends Certificate {
        Shown() throws IOException {
            super(TlsUtils.EMPTY_BYTES, ShownCertificates.credentials(key, context, TlsUtils.EMPTY_BYTES)
                .getCertificate().getCertificateEntryList());
        }

        @Override
        public void encode(final TlsContext of, final OutputStream message, final OutputStream hash)
            throws IOException {
            message.write(shown);
        }
    }
}
