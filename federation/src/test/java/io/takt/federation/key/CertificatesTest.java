package io.takt.federation.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.takt.federation.key.Authority.Wish;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of certificates, as other programs write them. */
class CertificatesTest {
    private static final int SPOILT = 500;
    private static final BasicConstraints ANY = new BasicConstraints(true);
    private static final Duration LONG_AGO = Duration.ofDays(-3);
    private static final Duration YESTERDAY = Duration.ofDays(-1);

    private final Authority authority = new Authority("ca");
    private final Certificates hub = authority.hub(Wish.of("site-a"));

    @TempDir
    private Path folder;
    private Path own;
    private Path key;
    private Path trusted;

    @BeforeEach
    void write() throws Exception {
        own = folder.resolve("own.pem");
        key = folder.resolve("key.pem");
        trusted = folder.resolve("ca.pem");
        Authority.write(hub, own, key, trusted);
    }

    private Certificates read() throws IOException {
        return Certificates.read(own, key, trusted);
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused() {
        return assertThatThrownBy(this::read).isInstanceOf(IOException.class);
    }

    private void put(final Path file, final String... parts) throws IOException {
        Files.writeString(file, String.join("", Arrays.asList(parts)));
    }

    @Test
    void readsWhatWasWrittenAndPassesOverWhatPeopleWriteAround() throws Exception {
        assertThat(read()).isEqualTo(hub);
        put(key, "Key of site-a\n", Files.readString(key), "\n");
        final Authority second = new Authority("second");
        put(trusted, Files.readString(trusted), Authority.pem("CERTIFICATE", second.certificate().getEncoded()));
        final Certificates more = read();
        assertThat(more.privateKey()).isEqualTo(hub.privateKey());
        assertThat(more.trusted()).extracting(X509Certificate::getSubjectX500Principal).hasSize(2);
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws Exception {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        refused().hasMessage("others than its owner may read or write " + key + "; chmod 600 " + key);
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        for (final String algorithm : new String[] {"EC256", "EC384", "RSA"}) {
            put(key, Authority.pem("PRIVATE KEY", Authority.keys(algorithm).getPrivate().getEncoded()));
            refused().hasMessage(key + " is not the private key of the certificate in " + own);
        }
        put(key, Authority.pem("PRIVATE KEY", new byte[] {1, 2, 3}));
        refused().hasMessage(key + " is not the private key of the certificate in " + own);
    }

    @Test
    void anotherFormOfKeyIsRefusedWithTheCommandThatTurnsItIntoThisOne() throws Exception {
        for (final String form : new String[] {"EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY"}) {
            put(key, Authority.pem(form, new byte[] {1}));
            refused().hasMessageStartingWith(key + " is no private key in PKCS #8 without a password; 'openssl pkcs8");
        }
    }

    @Test
    void whatIsNoCertificateIsRefused() throws Exception {
        put(own, "");
        refused().hasMessage(own + " has no X.509 certificate in PEM");
        put(own, "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n");
        refused().hasMessage(own + " is no file of X.509 certificates in PEM");
        put(own, "x".repeat(300_000));
        refused().hasMessage(own + " is larger than certificates and keys are");
        for (final String algorithm : new String[] {"RSA", "Ed25519"}) {
            Authority.write(authority.hub(Wish.of("site-a").with(algorithm)), own, key, trusted);
            refused().hasMessage(own + " is of a key by which no link signs; make one of EC, P-256 or P-384; that of an"
                + " authority may be any");
        }
    }

    /** The parts of a name that stand side by side are sorted by their bytes: the shorter OU comes first. */
    @Test
    void theNameOfAChildIsItsCommonNameWhateverStandsBesideIt() throws Exception {
        for (final String subject : List.of("CN=site-a,O=b", "O=b,CN=site-a", "CN=site-a+OU=b",
            "OU=b+CN=site-a+C=DE")) {
            assertThat(hub.believeChild(authority.hub(Wish.of(subject)).own())).as(subject).isEqualTo("site-a");
        }
        for (final String subject : List.of("CN=site-a,CN=b", "CN=b+CN=site-a", "CN=site-a,CN=site-a")) {
            assertThatThrownBy(() -> hub.believeChild(authority.hub(Wish.of(subject)).own())).as(subject)
                .isInstanceOf(Certificates.NotBelievedException.class)
                .hasMessage("is not of one child: its subject has 2 common names (CN)");
        }
        assertThatThrownBy(() -> hub.believeChild(authority.hub(Wish.of("OU=b+O=c")).own()))
            .hasMessage("is not of one child: its subject has no common name (CN)");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> notBelieved(final Certificates by,
        final Certificates shown) {
        return assertThatThrownBy(() -> by.believeChild(shown.own()))
            .isInstanceOf(Certificates.NotBelievedException.class);
    }

    private static Certificates believing(final Authority... authorities) {
        return authorities[0].hub(Wish.of("lab"), authorities);
    }

    @Test
    void anAuthorityThatIsOutOfDateIsBelievedNoMore() throws Exception {
        final Authority old = new Authority(Wish.of("old").valid(LONG_AGO, YESTERDAY), ANY);
        final Authority future = new Authority(Wish.of("future").valid(Duration.ofDays(1), Duration.ofDays(2)), ANY);
        for (final Authority each : List.of(old, future)) {
            notBelieved(believing(each), each.hub(Wish.of("site-a")))
                .hasMessageMatching("is signed by 'CN=(old|future)', which is trusted here and is out of date: it is"
                    + " valid from 20.* until 20.*Z, and the clock here says 20.*Z")
                .extracting(e -> ((Certificates.NotBelievedException) e).isOutOfDate()).isEqualTo(false);
        }
        assertThat(believing(old, authority).believeChild(hub.own())).isEqualTo("site-a");
        final Authority between = new Authority(Wish.of("between").valid(LONG_AGO, YESTERDAY), authority);
        notBelieved(believing(authority), between.hub(Wish.of("site-a")))
            .hasMessageStartingWith("is signed by 'CN=between', which is out of date: it is valid from 20")
            .extracting(e -> ((Certificates.NotBelievedException) e).isOutOfDate()).isEqualTo(false);
    }

    /** The other end has not proved anything, and what is said of it goes into a log. */
    @Test
    void theNameOfAnAuthorityCannotForgeALine() {
        final Authority between = new Authority(Wish.of("old\nERROR \u001b[31m" + "x".repeat(300)).valid(LONG_AGO,
            YESTERDAY), authority);
        notBelieved(believing(authority), between.hub(Wish.of("site-a")))
            .hasMessageMatching("is signed by 'CN=\"?old\\?ERROR \\?.31mx{50,100}\\.{3}', which is out of date: .*");
    }

    @Test
    void aTrustedCertificateThatIsOfNoAuthoritySignsNothing() throws Exception {
        final Authority none = new Authority(Wish.of("none"), new BasicConstraints(false));
        notBelieved(believing(none), none.hub(Wish.of("site-a"))).hasMessage("is signed by 'CN=none', which is"
            + " trusted here and may not sign it (basicConstraints, keyUsage)");
        final Authority ofHubs = new Authority(Wish.of("ofHubs"), new BasicConstraints(0));
        assertThat(believing(ofHubs).believeChild(ofHubs.hub(Wish.of("site-a")).own())).isEqualTo("site-a");
        notBelieved(believing(ofHubs), new Authority(Wish.of("between"), ofHubs).hub(Wish.of("site-a")))
            .hasMessageContaining("may not sign it (basicConstraints");
        put(trusted, Authority.pem("CERTIFICATE", none.certificate().getEncoded()));
        refused().hasMessage(trusted + " has no certificate of an authority: none that may sign others"
            + " (basicConstraints, keyUsage)");
        put(trusted, Files.readString(trusted), Authority.pem("CERTIFICATE", authority.certificate().getEncoded()));
        assertThat(read().believeChild(hub.own())).isEqualTo("site-a");
    }

    @Test
    void authoritiesBetweenAreShownAndAnyOfThemMayBeTheTrustedOne() throws Exception {
        final Authority between = new Authority(Wish.of("between"), authority);
        final Authority lowest = new Authority(Wish.of("lowest"), between);
        final Certificates site = lowest.hub(Wish.of("site-a"));
        assertThat(site.own()).hasSize(3);
        for (final Authority each : List.of(authority, between, lowest)) {
            assertThat(believing(each).believeChild(site.own())).isEqualTo("site-a");
        }
        notBelieved(believing(authority), new Authority("ca").hub(Wish.of("site-a")))
            .hasMessage("is not signed by an authority that is trusted here");
        assertThatThrownBy(() -> hub.believeChild(List.of(authority.certificate())))
            .hasMessage("is itself that of an authority");
    }

    @Test
    void aUseOfAnyKindIsOneOfClientsAndOfServers() throws Exception {
        final Wish any = Wish.of("site-a", "10.0.0.1").purpose(KeyPurposeId.anyExtendedKeyUsage);
        assertThat(hub.believeChild(authority.hub(any).own())).isEqualTo("site-a");
        assertThatCode(() -> hub.believeParent(authority.hub(any).own(), "10.0.0.1")).doesNotThrowAnyException();
    }

    /** This comes before a child has proved anything. */
    @Test
    void aCertificateOfWhichAnythingIsChangedIsNotBelieved() throws Exception {
        final byte[] sound = hub.own().get(0).getEncoded();
        final Random random = new Random(3);
        final CertificateFactory factory = CertificateFactory.getInstance("X.509");
        assertThat(hub.believeChild(hub.own())).isEqualTo("site-a");
        for (int i = 0; i < SPOILT; i++) {
            final byte[] bytes = sound.clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
            final X509Certificate spoilt;
            try {
                spoilt = (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bytes));
            } catch (final CertificateException e) {
                continue;
            }
            assertThatThrownBy(() -> hub.believeChild(List.of(spoilt)))
                .isInstanceOf(Certificates.NotBelievedException.class);
        }
    }

    /** Of the kernel's, for which even root has no permission; of a folder, and a pipe that nothing is written to. */
    @Test
    @Timeout(60)
    void aFileThatCannotBeReadIsNamedWithTheReason() throws Exception {
        final Path locked = Path.of("/proc/sys/vm/drop_caches");
        assumeTrue(Files.exists(locked));
        final String why = locked + " cannot be read: user '" + System.getProperty("user.name")
            + "' has no permission for it";
        assertThatThrownBy(() -> Certificates.read(locked, key, trusted)).hasMessage(why);
        assertThatThrownBy(() -> Certificates.read(own, locked, trusted)).hasMessage(why);
        assertThatThrownBy(() -> Certificates.read(own, key, locked)).hasMessage(why);
        assertThatThrownBy(() -> KeyFile.read(locked)).hasMessage(why);
        Files.delete(trusted);
        Files.createDirectory(trusted);
        refused().hasMessage(trusted + " cannot be read: it is a folder, a pipe or a device");
        Files.delete(trusted);
        assertThat(new ProcessBuilder("mkfifo", trusted.toString()).start().waitFor()).isZero();
        refused().hasMessage(trusted + " cannot be read: it is a folder, a pipe or a device");
    }

    @Test
    void aFileThatIsMissingIsNamed() throws Exception {
        Files.delete(trusted);
        refused().hasMessage("there is no file " + trusted);
        Files.delete(key);
        refused().hasMessage("there is no file " + key);
    }
}
