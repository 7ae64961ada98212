package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class TriedKeysTest {
    private static final String WRONG = "the key of 'site' here is not the one that the parent has";

    private boolean isThere = true;
    private final TriedKeys keys = new TriedKeys("site", () -> {
        if (!isThere) {
            throw new IOException("there is no file");
        }
        return new byte[32];
    }, new SecureRandom());

    private TlsSession next(final boolean isOfSession) throws IOException {
        final TlsSession next = keys.next();
        assertThat(next.isOfSession()).isEqualTo(isOfSession);
        return next;
    }

    /** A session that has begun; its connection has made a key. */
    private void begin() throws IOException {
        final TlsSession parent = TlsSession.ofParent(child -> new byte[32], new SecureRandom());
        final TlsSession child = next(false);
        while (!child.isOpen() || !parent.isOpen()) {
            pass(child, parent);
            pass(parent, child);
        }
        assertThat(keys.onLinked(child, true)).isNull();
    }

    private static void pass(final TlsSession from, final TlsSession to) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(from.toSendBytes());
        from.toSend(bytes);
        to.received(bytes.flip());
    }

    @Test
    void theKeyOfTheFileIsTriedAndInTurnsThatOfTheSession() throws Exception {
        begin();
        for (int i = 0; i < 3; i++) {
            keys.refused(next(false), WRONG, false);
            keys.refused(next(true), "not now", false);
        }
    }

    @Test
    void thatASessionGoesOnByItsOwnKeyIsSaid() throws Exception {
        begin();
        keys.refused(next(false), WRONG, false);
        assertThat(keys.onLinked(next(true), false)).isEqualTo(WRONG);
        assertThat(keys.onLinked(next(false), false)).as("the next connection").isNull();
    }

    @Test
    void aFileThatCannotBeReadHoldsUpTheFirstTryAlone() throws Exception {
        isThere = false;
        assertThatThrownBy(keys::next).isInstanceOf(IOException.class).hasMessage("there is no file");
        isThere = true;
        begin();
        isThere = false;
        assertThat(keys.onLinked(next(true), false)).isEqualTo("there is no file");
    }

    @Test
    void thatItGoesOnSoIsSaidOnce() throws Exception {
        begin();
        for (final String said : new String[] {WRONG, null, null}) {
            keys.refused(next(false), WRONG, false);
            assertThat(keys.onLinked(next(true), false)).isEqualTo(said);
        }
    }

    /** Another process of the parent knows no session, and then the file is what matters. */
    @Test
    void aSessionThatIsOverIsTriedOnce() throws Exception {
        begin();
        isThere = false;
        keys.refused(next(true), "the parent has ended the session of 'site'", true);
        assertThatThrownBy(keys::next).hasMessage("there is no file");
    }

    @Test
    void withoutASessionThereIsNoOther() throws Exception {
        keys.refused(next(false), WRONG, false);
        next(false);
    }
}
