package io.takt.federation.key;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;

/**
 * By what a hub is known over a network where no key file is named: its own certificates (X.509), the private key to
 * them, and the authorities whose certificates it believes. All are PEM files; {@link CertificateFiles} follows their
 * changes.
 *
 * @param own        this hub's certificate, then those of authorities between it and a trusted one.
 * @param privateKey to the first of them.
 * @param trusted    the authorities.
 */
public record Certificates(List<X509Certificate> own, PrivateKey privateKey, Set<X509Certificate> trusted) {
    private static final Pattern PRIVATE_KEY =
        Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");
    private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
    private static final String SERVER = "1.3.6.1.5.5.7.3.1";
    private static final String ANY_USE = "2.5.29.37.0";

    /** Place of keyCertSign among the bits of keyUsage. */
    private static final int SIGNS_CERTIFICATES = 5;
    private static final Pattern NOT_PLAIN = Pattern.compile("[^\\p{L}\\p{N}\\p{P}\\p{S} ]");
    private static final int LONGEST_NAME = 100;
    private static final Set<Integer> FIELD_BITS = Set.of(256, 384);
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;
    private static final int MOST_BYTES = 256 * 1024;

    /** The certificate of the other end is not believed; the message is one line that begins with "is". */
    public static final class NotBelievedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean isOutOfDate;

        NotBelievedException(final String message, final boolean isOutOfDate) {
            super(message);
            this.isOutOfDate = isOutOfDate;
        }

        /** {@return whether nothing else is wrong than the dates of the first one, or the clock here} */
        public boolean isOutOfDate() {
            return isOutOfDate;
        }
    }

    /**
     * Reads the files. Dates are not looked at: the other end does that, and tells.
     *
     * @param own        file of this hub's certificates.
     * @param privateKey file of the key to the first of them, in PKCS #8, which only its owner may read.
     * @param trusted    file of the authorities.
     * @return what stands there.
     * @throws IOException when one cannot be read, or they do not go together; in one line.
     */
    public static Certificates read(final Path own, final Path privateKey, final Path trusted) throws IOException {
        final Matcher pem = PRIVATE_KEY.matcher(
            new String(pem(SmallFile.readPrivate(privateKey, MOST_BYTES), privateKey), StandardCharsets.ISO_8859_1));
        final List<X509Certificate> chain = certificates(own);
        final PublicKey to = chain.get(0).getPublicKey();
        if (!isUnderstood(to)) {
            throw new IOException(own + " is of a key by which no link signs; make one of EC, P-256 or P-384; that of"
                + " an authority may be any");
        }
        if (!pem.find()) {
            throw new IOException(privateKey + " is no private key in PKCS #8 without a password;"
                + " 'openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW' makes one");
        }
        try {
            final PrivateKey key = KeyFactory.getInstance(to.getAlgorithm()).generatePrivate(
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1))));
            if (goTogether(key, to)) {
                return new Certificates(chain, key, authorities(trusted));
            }
        } catch (final GeneralSecurityException | IllegalArgumentException e) {
            throw notOf(privateKey, own, e);
        }
        throw notOf(privateKey, own, null);
    }

    private static boolean isUnderstood(final PublicKey key) {
        return key instanceof ECKey ec && FIELD_BITS.contains(ec.getParams().getCurve().getField().getFieldSize());
    }

    private static IOException notOf(final Path privateKey, final Path own, final Exception cause) {
        return new IOException(privateKey + " is not the private key of the certificate in " + own, cause);
    }

    private static boolean goTogether(final PrivateKey key, final PublicKey to) throws GeneralSecurityException {
        final byte[] any = "takt".getBytes(StandardCharsets.US_ASCII);
        final Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(any);
        final byte[] signed = signature.sign();
        signature.initVerify(to);
        signature.update(any);
        return signature.verify(signed);
    }

    private static byte[] pem(final byte[] read, final Path file) throws IOException {
        if (read == null) {
            throw new IOException(file + " is larger than certificates and keys are");
        }
        return read;
    }

    private static List<X509Certificate> certificates(final Path file) throws IOException {
        final byte[] bytes = pem(SmallFile.read(file, MOST_BYTES), file);
        try (ByteArrayInputStream in = new ByteArrayInputStream(bytes)) {
            final List<X509Certificate> read = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                .map(X509Certificate.class::cast).collect(Collectors.toUnmodifiableList());
            if (!read.isEmpty()) {
                return read;
            }
        } catch (final CertificateException e) {
            throw new IOException(file + " is no file of X.509 certificates in PEM", e);
        }
        throw new IOException(file + " has no X.509 certificate in PEM");
    }

    private static Set<X509Certificate> authorities(final Path file) throws IOException {
        final Set<X509Certificate> read = Set.copyOf(certificates(file));
        if (read.stream().noneMatch(Certificates::isAuthority)) {
            throw new IOException(file + " has no certificate of an authority: none that may sign others"
                + " (basicConstraints, keyUsage)");
        }
        return read;
    }

    /**
     * Judges what a child has shown.
     *
     * @param shown its certificate first.
     * @return the child's name, which is the common name (CN) of its certificate.
     * @throws NotBelievedException when it is not believed.
     */
    public String believeChild(final List<X509Certificate> shown) throws NotBelievedException {
        believe(shown, CLIENT, "clients");
        final X500Name subject = X500Name.getInstance(shown.get(0).getSubjectX500Principal().getEncoded());
        final List<ASN1Encodable> names = Stream.of(subject.getRDNs())
            .flatMap(rdn -> Stream.of(rdn.getTypesAndValues())).filter(each -> BCStyle.CN.equals(each.getType()))
            .map(AttributeTypeAndValue::getValue).toList();
        if (names.size() == 1 && names.get(0) instanceof ASN1String name) {
            return name.getString();
        }
        throw new NotBelievedException("is not of one child: its subject has " + (names.isEmpty() ? "no common name"
            : names.size() + " common names") + " (CN)", false);
    }

    /**
     * Judges what a parent has shown.
     *
     * @param shown its certificate first.
     * @param host  name or address at which it was reached.
     * @throws NotBelievedException when it is not believed.
     */
    public void believeParent(final List<X509Certificate> shown, final String host) throws NotBelievedException {
        believe(shown, SERVER, "servers");
        try {
            final Collection<List<?>> names = shown.get(0).getSubjectAlternativeNames();
            for (final List<?> each : names == null ? List.<List<?>>of() : names) {
                if (isHost((Integer) each.get(0), each.get(1), host)) {
                    return;
                }
            }
        } catch (final CertificateParsingException e) {
            throw new NotBelievedException("is not understood: " + line(e.getMessage()), false);
        }
        throw new NotBelievedException("is not of '" + host + "': it does not name that in subjectAltName", false);
    }

    private static boolean isHost(final int kind, final Object named, final String host) {
        if (!ADDRESS.matcher(host).matches()) {
            return kind == DNS_NAME && host.equalsIgnoreCase((String) named);
        }
        try {
            // Numbers, of which no name is looked up.
            return kind == IP_ADDRESS && InetAddress.getByName((String) named).equals(InetAddress.getByName(host));
        } catch (final UnknownHostException e) {
            return false;
        }
    }

    private void believe(final List<X509Certificate> shown, final String use, final String users)
        throws NotBelievedException {
        final List<X509Certificate> path = shown.stream().takeWhile(each -> !trusted.contains(each)).toList();
        if (path.isEmpty()) {
            throw new NotBelievedException("is itself that of an authority", false);
        }
        NotBelievedException why =
            new NotBelievedException("is not signed by an authority that is trusted here", false);
        for (final X509Certificate authority : trusted) {
            try {
                judge(path, authority, use, users);
                return;
            } catch (final NotBelievedException e) {
                // One of two authorities of one name may be the newer.
                why = e;
            } catch (final CertPathValidatorException e) {
                why = isOfDates(e) ? outOfDate(path, e.getIndex()) : why;
            } catch (final GeneralSecurityException e) {
                why = new NotBelievedException("is not understood: " + line(e.getMessage()), false);
            }
        }
        throw why;
    }

    private static void judge(final List<X509Certificate> path, final X509Certificate authority, final String use,
        final String users) throws GeneralSecurityException, NotBelievedException {
        final PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX").validate(
            CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
        final String signer = subject(authority) + ", which is trusted here and ";
        if (!isAuthority(authority) || authority.getBasicConstraints() < path.size() - 1) {
            throw new NotBelievedException("is signed by " + signer + "may not sign it (basicConstraints, keyUsage)",
                false);
        }
        final Date now = new Date();
        if (now.before(authority.getNotBefore()) || now.after(authority.getNotAfter())) {
            throw new NotBelievedException("is signed by " + signer + outOfDate(authority), false);
        }
        final List<String> uses = path.get(0).getExtendedKeyUsage();
        if (uses != null && !uses.contains(use) && !uses.contains(ANY_USE)) {
            throw new NotBelievedException("is not for " + users + " (extendedKeyUsage)", false);
        }
    }

    private static boolean isAuthority(final X509Certificate certificate) {
        final boolean[] usage = certificate.getKeyUsage();
        return certificate.getBasicConstraints() >= 0 && (usage == null || usage[SIGNS_CERTIFICATES]);
    }

    private static boolean isOfDates(final CertPathValidatorException why) {
        return why.getReason() == BasicReason.EXPIRED || why.getReason() == BasicReason.NOT_YET_VALID;
    }

    private static NotBelievedException outOfDate(final List<X509Certificate> path, final int index) {
        final X509Certificate which = path.get(Math.max(0, index));
        return index <= 0 ? new NotBelievedException(outOfDate(which), true)
            : new NotBelievedException("is signed by " + subject(which) + ", which " + outOfDate(which), false);
    }

    /** The other end may have made it up, and it goes into a log. */
    private static String subject(final X509Certificate which) {
        return "'" + line(which.getSubjectX500Principal().toString()) + "'";
    }

    private static String line(final String text) {
        final String plain = NOT_PLAIN.matcher(String.valueOf(text)).replaceAll("?");
        return plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME) + "...";
    }

    private static String outOfDate(final X509Certificate which) {
        return "is out of date: " + dates(which) + ", and the clock here says "
            + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private static String dates(final X509Certificate which) {
        return "it is valid from " + which.getNotBefore().toInstant() + " until " + which.getNotAfter().toInstant();
    }

    /** {@return when the own certificate is valid, in words} */
    public String dates() {
        return dates(own.get(0));
    }
}
