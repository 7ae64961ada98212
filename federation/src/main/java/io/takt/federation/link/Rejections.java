package io.takt.federation.link;

import io.takt.hub.daemon.ChildLinks;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/** Input that an end of links has rejected, counted by child and reason, and told now and then. From any thread. */
public final class Rejections {
    /** Why something was not taken. */
    public enum Why {
        /** Too many connections that are not authenticated. */
        CROWDED,
        /** No handshake in time. */
        SLOW,
        /** No TLS, an unknown child or a wrong key. */
        HANDSHAKE,
        /** Another version of the link's protocol. */
        VERSION,
        /** A child of that name is linked already. */
        NAME_TAKEN,
        /** A child that would be its own ancestor. */
        CYCLE,
        /** An authenticated other end sent something that it may not send, or its bytes were changed on the way. */
        PROTOCOL,
        /** A datagram that is no frame. */
        MISSHAPEN,
        /** A datagram of no link that there is. */
        FOREIGN,
        /** A datagram that came before. */
        REPLAYED,
        /** A datagram that was changed, or sealed by another. */
        FORGED,
        /** A time that the child cannot have come to. */
        FUTURE;

        /** {@return the name that metrics give it} */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A child and the reason for which its input was rejected.
     *
     * @param federate name of the child that it was, or said it was; empty where it is not known.
     * @param why      the reason.
     */
    public record Kind(String federate, Why why) {
    }

    private static final long QUIET_NS = 10_000_000_000L;

    private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<Kind, Long> toldAtNs = new ConcurrentHashMap<>();
    private final Consumer<String> warns;
    private final NanoClock nanoClock;

    /**
     * Nothing is rejected yet.
     *
     * @param warns     tells a person one line.
     * @param nanoClock the wall clock.
     */
    public Rejections(final Consumer<String> warns, final NanoClock nanoClock) {
        this.warns = warns;
        this.nanoClock = nanoClock;
    }

    /**
     * Counts, and tells a person, at most once in ten seconds for each kind.
     *
     * @param federate name of the child that it was, or said it was; empty where it is not known.
     * @param why      the reason.
     * @param line     for people.
     */
    public void reject(final String federate, final Why why, final String line) {
        count(federate, why);
        final long nowNs = nanoClock.nanoTime();
        final Kind kind = new Kind(federate, why);
        final Long toldNs = toldAtNs.get(kind);
        if (toldNs == null || nowNs - toldNs >= QUIET_NS) {
            toldAtNs.put(kind, nowNs);
            warns.accept(line);
        }
    }

    /**
     * Counts.
     *
     * @param federate name of the child that it was, or said it was; empty where it is not known.
     * @param why      the reason.
     */
    public void count(final String federate, final Why why) {
        counts.computeIfAbsent(new Kind(federate, why), kind -> new LongAdder()).increment();
    }

    /**
     * How often something was rejected.
     *
     * @param kind of what.
     * @return the number.
     */
    public long count(final Kind kind) {
        final LongAdder count = counts.get(kind);
        return count == null ? 0 : count.sum();
    }

    /**
     * Counts a frame of a clock that was rejected, and no other.
     *
     * @param federate name of the child at one end of the link.
     * @param taken    its fate.
     */
    public void count(final String federate, final ClockPort.Taken taken) {
        if (taken.isRejected()) {
            count(federate, Why.valueOf(taken.name()));
        }
    }

    /** {@return all that was rejected} */
    public Map<ChildLinks.Rejected, Long> rejected() {
        final Map<ChildLinks.Rejected, Long> all = new HashMap<>();
        counts.forEach((kind, count) -> all.put(new ChildLinks.Rejected(kind.federate(), kind.why().text()),
            count.sum()));
        return all;
    }
}
