package io.takt.federation.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.key.Authority;
import io.takt.federation.key.Authority.Wish;
import io.takt.federation.key.Certificates;
import io.takt.federation.seal.FrameOpener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.Test;

/** Both ends of a link that show certificates. */
class CertificateSessionTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String HOST = "10.0.0.1";
    private static final byte[] KEY = new byte[32];

    private final Authority authority = new Authority("ca");
    private final Authority other = new Authority("ca");
    private final Certificates lab = authority.hub(Wish.of("lab", HOST, "lab.example.org", "2001:db8::1"));
    private final Certificates site = authority.hub(Wish.of("site-a"));

    private static TlsSession child(final Certificates own, final String host) {
        return TlsSession.ofChild("site-a", host, own, RANDOM);
    }

    private static TlsSession parent(final Certificates own) {
        return TlsSession.ofParent(new OpenRing(name -> "site-k".equals(name) ? KEY : null, own, "site-a"::equals),
            RANDOM);
    }

    /** What either end says of a handshake; null for one that is open. */
    private record Said(String ofChild, String ofParent) {
    }

    private static Said said(final TlsSession child, final TlsSession parent) {
        String ofChild = null;
        String ofParent = null;
        while (child.toSendBytes() + parent.toSendBytes() > 0) {
            ofParent = passed(child, parent, ofParent);
            ofChild = passed(parent, child, ofChild);
        }
        assertThat(parent.isOpen()).isEqualTo(ofParent == null);
        return new Said(ofChild, ofParent);
    }

    private static String passed(final TlsSession from, final TlsSession to, final String before) {
        final ByteBuffer bytes = ByteBuffer.allocate(from.toSendBytes());
        from.toSend(bytes);
        try {
            if (before == null) {
                to.received(bytes.flip());
            }
            return before;
        } catch (final TlsRefusedException e) {
            return e.getMessage() + (e.isForGood() ? "" : " (tried again)");
        }
    }

    @Test
    void bothEndsKnowEachOtherAndHaveTheSameKeysForFrames() throws Exception {
        for (final String algorithm : List.of("EC256", "EC384")) {
            final TlsSession child = child(authority.hub(Wish.of("site-a").with(algorithm)), "Lab.example.org");
            final TlsSession parent =
                parent(authority.hub(Wish.of("lab", "lab.example.org").with(algorithm)));
            assertThat(said(child, parent)).as(algorithm).isEqualTo(new Said(null, null));
            assertThat(parent.child()).isEqualTo("site-a");
            final ByteBuffer frame = ByteBuffer.allocate(100);
            child.keys().sealer(7, true).seal(ByteBuffer.wrap(new byte[] {1, 2, 3}), frame);
            assertThat(parent.keys().opener(7, false).open(frame.flip(), ByteBuffer.allocate(100)))
                .isEqualTo(FrameOpener.Outcome.OPENED);
        }
        assertThat(said(child(site, HOST), parent(lab))).isEqualTo(new Said(null, null));
        assertThat(said(child(site, "2001:db8:0::1"), parent(lab))).isEqualTo(new Said(null, null));
    }

    @Test
    void aCertificateThatIsOutOfDateIsOneClearLineOnBothSides() {
        final Wish site = Wish.of("site-a");
        for (final Wish wish : List.of(site.valid(Duration.ofDays(-2), Duration.ofSeconds(-5)),
            site.valid(Duration.ofHours(1), Duration.ofDays(2)))) {
            final Said said = said(child(authority.hub(wish), HOST), parent(lab));
            assertThat(said.ofChild).startsWith("the certificate of 'site-a' here is out of date for the parent: it is"
                + " valid from 20");
            assertThat(said.ofParent).startsWith("the certificate that it shows is out of date: it is valid from 20")
                .contains(" until 20").contains("Z, and the clock here says 20");
        }
        final Said said = said(child(this.site, HOST), parent(authority.hub(Wish.of("lab", HOST).valid(
            Duration.ofDays(-2), Duration.ofSeconds(-5)))));
        assertThat(said.ofChild).startsWith("the certificate of the parent is out of date: it is valid from 20");
        assertThat(said.ofParent).startsWith("the certificate of this hub is out of date for the child: it is valid");
    }

    @Test
    void anAuthorityThatIsNotTrustedIsOneClearLineOnBothSides() {
        assertThat(said(child(other.hub(Wish.of("site-a"), authority), HOST), parent(lab)))
            .isEqualTo(new Said("the parent does not believe the certificate of 'site-a' here; it says there why",
                "the certificate that it shows is not signed by an authority that is trusted here"));
        assertThat(said(child(site, HOST), parent(other.hub(Wish.of("lab", HOST), authority))))
            .isEqualTo(new Said("the certificate of the parent is not signed by an authority that is trusted here",
                "the child does not believe the certificate of this hub; it says there why"));
    }

    @Test
    void aParentIsTheOneAtTheAddressAndNoChildPassesForIt() {
        for (final Certificates wrong : List.of(authority.hub(Wish.of(HOST)), authority.hub(Wish.of("lab", "10.0.0.2",
            "lab")), authority.hub(Wish.of("site-b")))) {
            assertThat(said(child(site, HOST), parent(wrong)).ofChild).isEqualTo("the certificate of the parent is not"
                + " of '10.0.0.1': it does not name that in subjectAltName");
        }
        assertThat(said(child(site, HOST), parent(authority.hub(Wish.of("lab", HOST).purpose(
            KeyPurposeId.id_kp_clientAuth)))).ofChild)
            .isEqualTo("the certificate of the parent is not for servers (extendedKeyUsage)");
        assertThat(said(child(authority.hub(Wish.of("site-a").purpose(KeyPurposeId.id_kp_serverAuth)), HOST),
            parent(lab)).ofParent).isEqualTo("the certificate that it shows is not for clients (extendedKeyUsage)");
    }

    @Test
    void aChildIsTheOneThatItsCertificateNames() {
        assertThat(said(child(authority.hub(Wish.of("site-b")), HOST), parent(lab))).isEqualTo(
            new Said("the certificate here is not of a child that the parent knows, or it has a key file for that one",
                "its certificate is of 'site-b', which is no child that is configured here without a key file"));
        assertThat(said(child(authority.hub(Wish.of("O=takt")), HOST), parent(lab)).ofParent).isEqualTo("the"
            + " certificate that it shows is not of one child: its subject has no common name (CN)");
        assertThat(said(child(authority.hub(Wish.of("no name!")), HOST), parent(lab)).ofParent)
            .isEqualTo("its certificate is of no child that is configured here without a key file");
    }

    /** A certificate is no secret: it is shown to each that asks. */
    @Test
    void aCertificateOfAnotherProvesNothing() {
        final Certificates thief = authority.hub(Wish.of("thief"));
        final Said said =
            said(child(new Certificates(site.own(), thief.privateKey(), site.trusted()), HOST), parent(lab));
        assertThat(said.ofParent)
            .isEqualTo("it shows the certificate of 'site-a', and has not the private key to it");
        assertThat(said.ofChild).isNotNull();
    }

    /** A key or certificates that are being replaced: the child tries again. */
    @Test
    void aParentThatCannotReadWhatItNeedsSaysSoAndTheChildMayTryAgain() {
        final KeyRing unreadable = new KeyRing() {
            @Override
            public byte[] key(final String child) throws IOException {
                throw new IOException("keyFile: x.key is no key file");
            }

            @Override
            public Certificates certificates() throws IOException {
                throw new IOException("certificates: there is no file x.pem");
            }
        };
        final String ofChild = "the parent cannot prove itself now; it says there why (tried again)";
        assertThat(said(child(site, HOST), TlsSession.ofParent(unreadable, RANDOM))).isEqualTo(
            new Said(ofChild, "this hub cannot prove itself now: certificates: there is no file x.pem"));
        assertThat(said(TlsSession.ofChild("site-a", KEY, RANDOM), TlsSession.ofParent(unreadable, RANDOM))).isEqualTo(
            new Said(ofChild, "this hub cannot prove itself to 'site-a' now: keyFile: x.key is no key file"));
    }

    @Test
    void keysAndCertificatesAreToldApart() {
        assertThat(said(child(site, HOST), TlsSession.ofParent(name -> KEY, RANDOM))).isEqualTo(new Said("the parent"
            + " has no certificates (certificates); it wants a key (parent.keyFile)",
            "it names no key of a child, and this hub has no certificate to show it (certificates)"));
        assertThat(said(TlsSession.ofChild("site-a", KEY, RANDOM), parent(lab))).isEqualTo(new Said(
            "the parent knows no child 'site-a' that comes without a key; write parent.keyFile or certificates, as the"
            + " parent has them", "'site-a' is no child that is configured here with a key"));
        final TlsSession withKey = parent(lab);
        assertThat(said(TlsSession.ofChild("site-k", KEY, RANDOM), withKey)).isEqualTo(new Said(null, null));
        assertThat(withKey.child()).isEqualTo("site-k");
    }
}
