package io.takt.federation.tls;

import io.takt.federation.key.Certificates;
import java.util.function.Function;
import java.util.function.Predicate;

/** What a test gives a parent to prove itself with. */
public record OpenRing(Function<String, byte[]> keys, Certificates certificates, Predicate<String> children)
    implements KeyRing {
    @Override
    public byte[] key(final String child) {
        return keys.apply(child);
    }

    @Override
    public boolean mayShowCertificate(final String child) {
        return children.test(child);
    }
}
