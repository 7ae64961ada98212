package io.takt.federation.gateway;

import io.takt.federation.key.Certificates;
import io.takt.federation.tls.KeyRing;
import java.io.IOException;
import java.util.function.Consumer;

/** The keys by which one connection may be proved, and the one by which it was. Owned by the gateway's thread. */
final class ArrivalKeys implements KeyRing {
    private final ChildKeys keys;
    private final LinkedKeys linked;
    private final boolean isLoopback;
    private byte[] given;
    private boolean isEarlier;
    private String unreadable;

    ArrivalKeys(final ChildKeys keys, final LinkedKeys linked, final boolean isLoopback) {
        this.keys = keys;
        this.linked = linked;
        this.isLoopback = isLoopback;
    }

    @Override
    public byte[] key(final String child) throws IOException {
        byte[] earlier = null;
        try {
            given = keys.key(child, isLoopback);
            earlier = given == null ? null : linked.earlier(child, given);
        } catch (final IOException e) {
            earlier = linked.earlier(child, null);
            if (earlier == null) {
                throw e;
            }
            unreadable = e.getMessage();
        }
        isEarlier = earlier != null;
        given = isEarlier ? earlier : given;
        return given == null ? null : given.clone();
    }

    @Override
    public Certificates certificates() throws IOException {
        return keys.certificates();
    }

    @Override
    public boolean mayShowCertificate(final String child) {
        return keys.mayShowCertificate(child);
    }

    /** Whether the key is not the child's newest one, but that by which its session was linked before. */
    boolean isEarlier() {
        return isEarlier;
    }

    /** Whether the newest one could be read. */
    boolean isKnown() {
        return unreadable == null;
    }

    /** Why a child may not begin a session by the earlier key, in one line. */
    String refusal(final String child) {
        return isKnown() ? "the key of '" + child + "' there is not the one that is here"
            : "this hub cannot prove itself to '" + child + "' now: " + unreadable;
    }

    /** The child has proved itself, and is linked. */
    void onLinked(final String child, final Consumer<String> warns) {
        linked.onLinked(child, given);
        if (isEarlier) {
            warns.accept("the link to child '" + child + "' goes on by the key from before: "
                + (isKnown() ? "it has not got the new one that is here; copy the file there" : unreadable));
        }
    }
}
