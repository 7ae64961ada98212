package io.takt.federation.tls;

import io.takt.federation.key.Certificates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateEntry;
import org.bouncycastle.tls.SignatureScheme;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaDefaultTlsCredentialedSigner;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCrypto;

/** Certificates as Bouncy Castle has them in a handshake, and as Java has them. */
final class ShownCertificates {
    /** The last is of authorities only. */
    private static final int[] SCHEMES = {SignatureScheme.ecdsa_secp256r1_sha256,
        SignatureScheme.ecdsa_secp384r1_sha384, SignatureScheme.rsa_pkcs1_sha256};
    private static final int P384_BITS = 384;

    private ShownCertificates() {
    }

    /** The signatures that are understood, of hubs and of authorities. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // Bouncy Castle's interface is older than generics
    static Vector schemes() {
        final Vector all = new Vector();
        for (final int scheme : SCHEMES) {
            all.add(SignatureScheme.getSignatureAndHashAlgorithm(scheme));
        }
        return all;
    }

    /** What the own certificates prove themselves with. */
    static TlsCredentials credentials(final Certificates own, final TlsContext context, final byte[] requestContext)
        throws IOException {
        final JcaTlsCrypto crypto = (JcaTlsCrypto) context.getCrypto();
        final CertificateEntry[] entries = new CertificateEntry[own.own().size()];
        try {
            for (int i = 0; i < entries.length; i++) {
                entries[i] = new CertificateEntry(crypto.createCertificate(own.own().get(i).getEncoded()), null);
            }
        } catch (final CertificateException e) {
            throw new IOException(e);
        }
        return new JcaDefaultTlsCredentialedSigner(new TlsCryptoParameters(context), crypto, own.privateKey(),
            new Certificate(requestContext, entries), SignatureScheme.getSignatureAndHashAlgorithm(scheme(own)));
    }

    private static int scheme(final Certificates own) {
        return ((ECKey) own.privateKey()).getParams().getCurve().getField().getFieldSize() == P384_BITS
            ? SignatureScheme.ecdsa_secp384r1_sha384 : SignatureScheme.ecdsa_secp256r1_sha256;
    }

    /** Those of the other end; it has shown that it has the key to the first only when the handshake is done. */
    static List<X509Certificate> of(final Certificate shown) throws IOException {
        final List<X509Certificate> all = new ArrayList<>();
        try {
            final CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (int i = 0; i < shown.getLength(); i++) {
                all.add((X509Certificate) factory.generateCertificate(
                    new ByteArrayInputStream(shown.getCertificateAt(i).getEncoded())));
            }
        } catch (final CertificateException e) {
            throw new TlsFatalAlert(AlertDescription.bad_certificate, e);
        }
        return all;
    }

    static TlsFatalAlert alert(final Certificates.NotBelievedException why) {
        return new TlsFatalAlert(why.isOutOfDate() ? AlertDescription.certificate_expired
            : AlertDescription.bad_certificate, why);
    }

    /** Of the request for one, which TLS 1.3 has only after the handshake. */
    static byte[] noContext() {
        return TlsUtils.EMPTY_BYTES;
    }
}
