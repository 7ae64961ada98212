package io.takt.federation.remote;

import io.takt.federation.link.Faults;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The answer of the name service to the question where the parent is. A fault of it is an answer, too: it may be any
 * program's that the JVM has been given. Only one of the whole machine is none.
 *
 * @param at  null when there is none.
 * @param why null when there is an address; else the reason, in one line.
 */
record NameAnswer(InetAddress at, String why) {
    /** Asks, and waits for the answer. */
    static NameAnswer to(final ParentAddress parent) {
        try {
            return new NameAnswer(parent.names().find(parent.host()), null);
        } catch (final UnknownHostException e) {
            return new NameAnswer(null, "no host is named '" + parent.host() + "'");
        } catch (final RuntimeException | Error e) {
            Faults.throwIfOfMachine(e);
            return new NameAnswer(null, "the name service fails at '" + parent.host() + "': " + e);
        }
    }
}
