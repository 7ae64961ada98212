package io.takt.federation.tls;

import io.takt.federation.seal.LinkKeys;

/** The part of either end's handshake that a session uses. */
interface Handshake {
    /** The name that the child has proved, or claims until then; null before it has said one. */
    String child();

    /** The same of a child that is configured; else null. */
    String knownChild();

    /** Null before the handshake is done. */
    LinkKeys keys();

    /** Why it has failed, in one line. */
    String explain(Exception failure);
}
