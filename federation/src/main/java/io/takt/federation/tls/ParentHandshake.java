package io.takt.federation.tls;

import io.takt.asset.name.Names;
import io.takt.federation.seal.LinkKeys;
import java.nio.charset.StandardCharsets;
import java.util.Vector;
import java.util.function.Function;
import org.bouncycastle.tls.AbstractTlsServer;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.PskIdentity;
import org.bouncycastle.tls.PskKeyExchangeMode;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.TlsPSKExternal;
import org.bouncycastle.tls.crypto.TlsCrypto;

/** The parent's side: it finds the key by the child's name. */
final class ParentHandshake extends AbstractTlsServer implements Handshake {
    private final Function<String, byte[]> keysByChild;
    private String child;
    private boolean isUnknown;
    private LinkKeys keys;

    ParentHandshake(final TlsCrypto crypto, final Function<String, byte[]> keysByChild) {
        super(crypto);
        this.keysByChild = keysByChild;
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
    public TlsCredentials getCredentials() throws TlsFatalAlert {
        throw new TlsFatalAlert(AlertDescription.unknown_psk_identity);
    }

    @Override
    @SuppressWarnings("rawtypes") // Bouncy Castle's interface is older than generics
    public TlsPSKExternal getExternalPSK(final Vector identities) {
        final byte[] identity = ((PskIdentity) identities.get(0)).getIdentity();
        final String name = new String(identity, StandardCharsets.US_ASCII);
        child = Names.isValid(name) ? name : null;
        final byte[] key = child == null ? null : keysByChild.apply(child);
        isUnknown = key == null;
        return isUnknown ? null : Suite.key(getCrypto(), child, key);
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
        if (failure instanceof TlsFatalAlertReceived) {
            return "the child " + (child == null ? "" : "'" + child + "' ") + "has ended the handshake";
        }
        if (child == null) {
            return "no hub: it sends no TLS 1.3 with the name of a child";
        }
        if (isUnknown) {
            return "'" + child + "' is no child that is configured here with a key";
        }
        if (keys != null) {
            return "the connection of '" + child + "' was broken: what came was not sent by it";
        }
        return failure instanceof TlsFatalAlert alert
            && alert.getAlertDescription() == AlertDescription.decrypt_error
            ? "the key of '" + child + "' there is not the one that is here"
            : "the handshake of '" + child + "' has broken off; it gives up when this hub is slow to answer";
    }
}
