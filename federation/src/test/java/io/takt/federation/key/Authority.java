package io.takt.federation.key;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** An authority that signs whatever a test wants. */
public final class Authority {
    private static final Duration LONG = Duration.ofDays(1);

    private final String name;
    private final KeyPair keys;
    private final X509Certificate certificate;
    /** Those of authorities between hubs and one that signs itself. */
    private final List<X509Certificate> chain;

    /**
     * The contents of a certificate.
     *
     * @param algorithm  such as EC256, Ed25519 or RSA.
     * @param commonName or all of the subject, such as {@code O=takt,CN=a}.
     * @param hosts      of subjectAltName: addresses and names.
     * @param purpose    null for any.
     * @param from       from now on.
     * @param until      from now on.
     */
    public record Wish(String algorithm, String commonName, List<String> hosts, KeyPurposeId purpose, Duration from,
        Duration until) {
        public static Wish of(final String commonName, final String... hosts) {
            return new Wish("EC256", commonName, List.of(hosts), null, LONG.negated(), LONG);
        }

        public Wish with(final String newAlgorithm) {
            return new Wish(newAlgorithm, commonName, hosts, purpose, from, until);
        }

        public Wish purpose(final KeyPurposeId newPurpose) {
            return new Wish(algorithm, commonName, hosts, newPurpose, from, until);
        }

        public Wish valid(final Duration newFrom, final Duration newUntil) {
            return new Wish(algorithm, commonName, hosts, purpose, newFrom, newUntil);
        }
    }

    public Authority(final String name) {
        this(Wish.of(name), new BasicConstraints(true));
    }

    /** One that signs itself, whether it may sign others or not. */
    public Authority(final Wish wish, final BasicConstraints constraints) {
        this.name = wish.commonName();
        this.keys = keys("EC256");
        this.certificate = sign(wish, keys, constraints);
        this.chain = List.of();
    }

    /** One between another and hubs. */
    public Authority(final Wish wish, final Authority above) {
        this.name = wish.commonName();
        this.keys = keys("EC256");
        this.certificate = above.sign(wish, keys, new BasicConstraints(true));
        this.chain = Stream.concat(Stream.of(certificate), above.chain.stream()).toList();
    }

    X509Certificate certificate() {
        return certificate;
    }

    /** A hub that shows a certificate of this authority, and believes those of others. */
    public Certificates hub(final Wish wish, final Authority... believed) {
        final KeyPair own = keys(wish.algorithm());
        return new Certificates(Stream.concat(Stream.of(sign(wish, own, new BasicConstraints(false))),
            chain.stream()).toList(),
            own.getPrivate(), Stream.of(believed).map(Authority::certificate).collect(Collectors.toSet()));
    }

    public Certificates hub(final Wish wish) {
        return hub(wish, this);
    }

    /** The files of such a hub. */
    public static void write(final Certificates hub, final Path own, final Path privateKey, final Path trusted)
        throws Exception {
        Files.writeString(own, pem("CERTIFICATE", hub.own().get(0).getEncoded()));
        Files.writeString(privateKey, pem("PRIVATE KEY", hub.privateKey().getEncoded()));
        Files.setPosixFilePermissions(privateKey, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(trusted, pem("CERTIFICATE", hub.trusted().iterator().next().getEncoded()));
    }

    static String pem(final String kind, final byte[] der) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
            + "\n-----END " + kind + "-----\n";
    }

    static KeyPair keys(final String algorithm) {
        try {
            final boolean isCurve = algorithm.startsWith("EC");
            final KeyPairGenerator generator = KeyPairGenerator.getInstance(isCurve ? "EC" : algorithm);
            if (isCurve) {
                generator.initialize(Integer.parseInt(algorithm.substring(2)));
            }
            return generator.generateKeyPair();
        } catch (final GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private X509Certificate sign(final Wish wish, final KeyPair subject, final BasicConstraints constraints) {
        try {
            final V3TBSCertificateGenerator body = new V3TBSCertificateGenerator();
            final AlgorithmIdentifier algorithm = algorithm();
            body.setSerialNumber(new ASN1Integer(new BigInteger(64, new SecureRandom())));
            body.setIssuer(new X500Name("CN=" + name));
            body.setSubject(new X500Name(wish.commonName().contains("=") ? wish.commonName()
                : "CN=" + wish.commonName()));
            body.setStartDate(time(wish.from()));
            body.setEndDate(time(wish.until()));
            body.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(subject.getPublic().getEncoded()));
            body.setSignature(algorithm);
            body.setExtensions(extensions(wish, constraints));
            final var unsigned = body.generateTBSCertificate();
            final Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(unsigned.getEncoded("DER"));
            final ASN1EncodableVector signed = new ASN1EncodableVector();
            signed.add(unsigned);
            signed.add(algorithm);
            signed.add(new DERBitString(signature.sign()));
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(
                new ByteArrayInputStream(new DERSequence(signed).getEncoded("DER")));
        } catch (final GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static AlgorithmIdentifier algorithm() {
        return new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
    }

    private static Time time(final Duration fromNow) {
        return new Time(Date.from(Instant.now().plus(fromNow)));
    }

    private static Extensions extensions(final Wish wish, final BasicConstraints constraints) throws IOException {
        final List<Extension> all = new ArrayList<>();
        all.add(Extension.create(Extension.basicConstraints, true, constraints));
        if (!wish.hosts().isEmpty()) {
            all.add(Extension.create(Extension.subjectAlternativeName, false,
                new GeneralNames(wish.hosts().stream().map(host -> new GeneralName(
                    host.matches("[0-9.]+|.*:.*") ? GeneralName.iPAddress : GeneralName.dNSName, host))
                    .toArray(GeneralName[]::new))));
        }
        if (wish.purpose() != null) {
            all.add(Extension.create(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(wish.purpose())));
        }
        return new Extensions(all.toArray(Extension[]::new));
    }
}
