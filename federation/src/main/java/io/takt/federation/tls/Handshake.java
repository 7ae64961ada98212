package io.takt.federation.tls;

import io.takt.federation.seal.LinkKeys;

/** The part of either end's handshake that a session uses. */
interface Handshake {
    /** The name that the child has proved, or claims until then; null before it has said one. */
    String child();

    /** Null before the handshake is done. */
    LinkKeys keys();

    /** Why it has failed, in one line. */
    String explain(Exception failure);
}
