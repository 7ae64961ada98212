package io.takt.federation.tls;

import io.takt.federation.seal.LinkKeys;
import java.nio.charset.StandardCharsets;
import org.bouncycastle.tls.BasicTlsPSKExternal;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.PRFAlgorithm;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsPSKExternal;
import org.bouncycastle.tls.crypto.TlsCrypto;

/** The algorithms that are fixed beforehand, so that there is nothing to negotiate. */
final class Suite {
    static final ProtocolVersion[] VERSIONS = ProtocolVersion.TLSv13.only();
    static final int[] CIPHERS = {CipherSuite.TLS_AES_128_GCM_SHA256};

    static final int KEY_LENGTH = 32;

    /** Behind the name of a child that proves itself by the key of its session. No name has a slash. */
    static final String OF_SESSION = "/session";

    private static final String FRAMES = "EXPORTER-takt-frames-1";
    private static final String SESSION = "EXPORTER-takt-session-1";

    private Suite() {
    }

    static TlsPSKExternal key(final TlsCrypto crypto, final String identity, final byte[] key) {
        return new BasicTlsPSKExternal(identity.getBytes(StandardCharsets.US_ASCII), crypto.createSecret(key),
            PRFAlgorithm.tls13_hkdf_sha256);
    }

    static LinkKeys frames(final TlsContext context) {
        return new LinkKeys(context.exportKeyingMaterial(FRAMES, null, LinkKeys.LENGTH));
    }

    static byte[] session(final TlsContext context) {
        return context.exportKeyingMaterial(SESSION, null, KEY_LENGTH);
    }
}
