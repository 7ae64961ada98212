package io.takt.shm.message;

import java.util.List;

/** Replacements for spots of an asset's messages, see {@code Mutant} of the package {@code rule}. */
public final class BrokenGates {
    private static final long FAR_NS = 1L << 40;

    private BrokenGates() {
    }

    static boolean asAtTheEnd(final Source source, final long fromNs, final long toNs) {
        return source.opens(toNs, toNs);
    }

    static boolean asAtTheStart(final Source source, final long fromNs, final long toNs) {
        return source.opens(fromNs, fromNs);
    }

    public static int sizeLessOne(final List<?> sources) {
        return sources.size() - 1;
    }

    static void noLook(final Source source) {
        // Messages that were published since the last look are not found.
    }

    static void frontierAhead(final Outbox outbox, final long toNs) {
        outbox.advance(toNs + 1);
    }

    static boolean isThere(final Lane lane, final long fromNs, final long toNs) {
        return lane.isDue(FAR_NS, FAR_NS);
    }
}
