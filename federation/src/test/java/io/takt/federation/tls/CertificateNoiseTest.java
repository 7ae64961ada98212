package io.takt.federation.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.federation.key.Authority;
import io.takt.federation.key.Authority.Wish;
import io.takt.federation.key.Certificates;
import io.takt.federation.link.Allocated;
import io.takt.federation.link.MuxFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateStatus;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsServerCertificate;
import org.bouncycastle.tls.TlsServerProtocol;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCrypto;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Chains of certificates that come before an end has proved anything: none but sound ones are believed. */
@Tag("long")
class CertificateNoiseTest {
    private static final boolean IS_SLOW = Boolean.getBoolean("takt.slow");
    private static final int MESSAGES = IS_SLOW ? 10_000_000 : 20_000;

    /** Each costs a key exchange and two signatures. */
    private static final int HANDSHAKES = IS_SLOW ? 100_000 : 1_000;

    private static final int MOST_SHOWN = 12;
    private static final int LENGTHS = 7;

    private final Random random = new Random(11);
    private final Allocated allocated = new Allocated();
    private final SecureRandom secrets = new SecureRandom();
    private final JcaTlsCrypto crypto = new JcaTlsCryptoProvider().create(secrets);
    private final Authority authority = new Authority("ca");
    private final Certificates lab = authority.hub(Wish.of("lab", "10.0.0.1"));
    private final Certificates site = authority.hub(Wish.of("site-a", "10.0.0.1"));
    private final List<List<byte[]>> sound = new ArrayList<>();

    CertificateNoiseTest() {
        final Authority between = new Authority(Wish.of("between"), authority);
        final Authority old = new Authority(Wish.of("old\nauthority").valid(Duration.ofDays(-2), Duration.ofDays(-1)),
            between);
        for (final Certificates each : List.of(site, between.hub(Wish.of("site-a", "10.0.0.1")),
            old.hub(Wish.of("site-a", "10.0.0.1")), authority.hub(Wish.of("site-a", "10.0.0.1").with("RSA")),
            authority.hub(Wish.of("site-a", "10.0.0.1").with("EC384")),
            authority.hub(Wish.of("site-a", "10.0.0.1").with("Ed25519")))) {
            sound.add(each.own().stream().map(CertificateNoiseTest::bytes).toList());
        }
    }

    private static byte[] bytes(final X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (final CertificateEncodingException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void noInputCostsMoreThanAFrame() {
        assertThat(allocated.most()).isLessThanOrEqualTo(MuxFrame.HEADER_LENGTH + MuxFrame.MOST_BYTES);
    }

    private byte[] spoilt(final byte[] bytes) {
        if (random.nextInt(16) == 0) {
            final byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return noise;
        }
        final byte[] changed = Arrays.copyOf(bytes, Math.max(0, bytes.length + Math.max(0, random.nextInt(9) - 4)
            - Math.max(0, random.nextInt(9) - 4)));
        for (int i = random.nextInt(4); i > 0 && changed.length > 0; i--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        return changed;
    }

    /** Some of a sound chain's, or more, of which some are spoilt. */
    private List<byte[]> chain() {
        final List<byte[]> chain = new ArrayList<>(sound.get(random.nextInt(sound.size())));
        while (random.nextInt(4) == 0 && chain.size() < MOST_SHOWN) {
            final List<byte[]> other = sound.get(random.nextInt(sound.size()));
            chain.add(random.nextInt(chain.size() + 1), other.get(random.nextInt(other.size())));
        }
        chain.replaceAll(each -> random.nextInt(3) == 0 ? each : spoilt(each));
        return chain;
    }

    /** As of RFC 8446, 4.4.2. */
    private static byte[] message(final List<byte[]> chain) throws IOException {
        final ByteArrayOutputStream entries = new ByteArrayOutputStream();
        for (final byte[] each : chain) {
            TlsUtils.writeOpaque24(each, entries);
            TlsUtils.writeUint16(0, entries);
        }
        final ByteArrayOutputStream message = new ByteArrayOutputStream();
        TlsUtils.writeOpaque8(TlsUtils.EMPTY_BYTES, message);
        TlsUtils.writeOpaque24(entries.toByteArray(), message);
        return message.toByteArray();
    }

    private byte[] anyMessage() throws IOException {
        final byte[] message = message(chain());
        if (random.nextInt(16) == 0) {
            // All that stands before the first certificate is one length after the other.
            message[random.nextInt(Math.min(message.length, LENGTHS))] = (byte) random.nextInt(256);
        }
        return random.nextInt(8) == 0 ? spoilt(message) : message;
    }

    private static boolean begins(final Certificate shown, final List<byte[]> chain) {
        try {
            return Arrays.equals(shown.getCertificateAt(0).getEncoded(), chain.get(0));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The message as either end's handshake gets it, once it is opened. */
    @Test
    void messagesOfCertificates() throws Exception {
        final ParentHandshake parent =
            new ParentHandshake(crypto, new OpenRing(name -> null, lab, "site-a"::equals));
        final TlsServerProtocol protocol = new TlsServerProtocol();
        protocol.accept(parent);
        final RawChild child = new RawChild(crypto, message(sound.get(0)), site);
        while (parent.keys() == null) {
            protocol.offerInput(child.toSend().array());
            final byte[] answer = new byte[protocol.getAvailableOutputBytes()];
            protocol.readOutput(answer, 0, answer.length);
            child.received(ByteBuffer.wrap(answer));
        }
        final ChildHandshake other = new ChildHandshake(crypto, "site-a", null, false, lab, "10.0.0.1");
        final TlsAuthentication parents = other.getAuthentication();
        int believed = 0;
        for (int i = 0; i < MESSAGES; i++) {
            final byte[] given = anyMessage();
            final int[] count = new int[1];
            allocated.by(() -> {
                try {
                    final Certificate shown = child.parse(given, parent.getMaxCertificateChainLength());
                    count[0] += isBelieved(parent, shown) ? 1 : 0;
                    parents.notifyServerCertificate(new Shown(shown));
                } catch (final IOException e) {
                    allocated.complain(other.explain(e));
                }
            });
            believed += count[0];
        }
        assertThat(believed).isPositive();
    }

    private boolean isBelieved(final ParentHandshake parent, final Certificate shown) throws IOException {
        try {
            parent.notifyClientCertificate(shown);
        } catch (final IOException e) {
            allocated.complain(parent.explain(e));
            return false;
        }
        assertThat(sound).as("only what an authority has signed is believed").anyMatch(each -> begins(shown, each));
        return true;
    }

    private record Shown(Certificate certificate) implements TlsServerCertificate {
        @Override
        public Certificate getCertificate() {
            return certificate;
        }

        @Override
        public CertificateStatus getCertificateStatus() {
            return null;
        }
    }

    @Test
    void wholeHandshakes() throws Exception {
        int open = 0;
        for (int i = 0; i < HANDSHAKES; i++) {
            final byte[] shown = random.nextInt(16) == 0 ? null : anyMessage();
            final TlsSession parent =
                TlsSession.ofParent(new OpenRing(name -> null, lab, "site-a"::equals), secrets);
            final RawChild child = new RawChild(crypto, shown, site);
            final boolean[] isOver = new boolean[1];
            for (int turn = 0; turn < 2; turn++) {
                final ByteBuffer bytes = child.toSend();
                allocated.by(() -> {
                    isOver[0] = true;
                    parent.received(bytes);
                    isOver[0] = false;
                });
                if (turn == 0) {
                    child.received(parent);
                }
            }
            assertThat(parent.isOpen()).as("it is over, or the child has proved itself").isNotEqualTo(isOver[0]);
            if (parent.isOpen()) {
                open++;
                assertThat(child.parse(shown, MOST_SHOWN)).matches(each -> begins(each, sound.get(0)));
            }
        }
        assertThat(open).isPositive();
    }
}
