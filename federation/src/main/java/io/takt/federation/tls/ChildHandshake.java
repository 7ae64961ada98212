package io.takt.federation.tls;

import io.takt.federation.seal.LinkKeys;
import java.util.Vector;
import org.bouncycastle.tls.AbstractTlsClient;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.PskKeyExchangeMode;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.crypto.TlsCrypto;

/** The child's side: it names itself and proves that it has the key, and the parent proves the same. */
final class ChildHandshake extends AbstractTlsClient implements Handshake {
    private final String child;
    private final byte[] key;
    private LinkKeys keys;

    ChildHandshake(final TlsCrypto crypto, final String child, final byte[] key) {
        super(crypto);
        this.child = child;
        this.key = key;
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
        final Vector all = new Vector();
        all.add(Suite.key(getCrypto(), child, key));
        return all;
    }

    @Override
    public short[] getPskKeyExchangeModes() {
        return new short[] {PskKeyExchangeMode.psk_dhe_ke};
    }

    @Override
    public TlsAuthentication getAuthentication() throws TlsFatalAlert {
        // A parent that does not prove to have the key would have to show a certificate, and none is trusted.
        throw new TlsFatalAlert(AlertDescription.handshake_failure);
    }

    @Override
    public void notifyHandshakeComplete() {
        keys = Suite.export(context);
    }

    @Override
    public String child() {
        return child;
    }

    @Override
    public LinkKeys keys() {
        return keys;
    }

    @Override
    public String explain(final Exception failure) {
        final short alert = failure instanceof TlsFatalAlertReceived received ? received.getAlertDescription() : -1;
        return switch (alert) {
            case AlertDescription.unknown_psk_identity ->
                "the parent knows no child '" + child + "', or has no key for it";
            case AlertDescription.decrypt_error -> "the key of '" + child + "' here is not the one that the parent has";
            case AlertDescription.protocol_version -> "the parent does not speak TLS 1.3";
            default -> keys == null ? "the other end is no hub that has the key of '" + child + "'"
                : "the connection to the parent was broken: what came was not sent by it";
        };
    }
}
