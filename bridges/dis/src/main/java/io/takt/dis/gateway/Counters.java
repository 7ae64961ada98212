package io.takt.dis.gateway;

import io.takt.dis.pdu.Judgement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many PDUs came, went, and were dropped for which reason. For any thread. */
public final class Counters {
    /** A number that is counted. */
    public enum Count {
        /** PDUs that came from the exercise, those of the gateway itself not among them. */
        RECEIVED,
        /** PDUs that became messages. */
        DELIVERED,
        /** Those of them that came later than their step. */
        DELIVERED_LATE,
        /** PDUs that went to the exercise. */
        SENT,
        /** Orders to the gateway to pause or resume the hub, which no channel carries. */
        ORDERS,
        /** Orders to pause or resume the hub that came faster than it follows them. */
        IGNORED_ORDERS,
        /** Steps that had no time to reckon on all entities; the next step goes on with the others. */
        STEPS_RECKONED_IN_PART,
        /** Of {@link Judgement#CUT}; all from here on were dropped. */
        CUT,
        /** Of {@link Judgement#TOO_LONG}. */
        TOO_LONG,
        /** Of {@link Judgement#VERSION}. */
        VERSION,
        /** Of {@link Judgement#OTHER_EXERCISE}. */
        OTHER_EXERCISE,
        /** Of {@link Judgement#MALFORMED}. */
        MALFORMED,
        /** Came faster than they could be taken. */
        FULL,
        /** The same bytes came before. */
        DUPLICATE,
        /** States that are older than one that came before. */
        OUT_OF_ORDER,
        /** Came later than their step, where such are to be dropped. */
        LATE,
        /** Came before the simulation began, or while it stood. */
        STANDING,
        /** No channel of the asset carries them. */
        UNWANTED,
        /** Longer than a message of their channel may be. */
        OVERSIZED,
        /** Could not be sent. */
        UNSENT;

        /**
         * The name that users see.
         *
         * @return in small letters.
         */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /**
         * Whether it counts PDUs that were dropped.
         *
         * @return false for what came and went as it should.
         */
        public boolean isDrop() {
            return compareTo(CUT) >= 0;
        }
    }

    private final AtomicLongArray counts = new AtomicLongArray(Count.values().length);

    /** All are 0. */
    public Counters() {
        // Nothing else to set up.
    }

    /**
     * Counts one.
     *
     * @param what of it.
     */
    public void add(final Count what) {
        add(what, 1);
    }

    /**
     * Counts some.
     *
     * @param what   of them.
     * @param number of them, 0 or more.
     */
    public void add(final Count what, final long number) {
        counts.getAndAdd(what.ordinal(), number);
    }

    /**
     * Counts one that was refused.
     *
     * @param why it was.
     */
    public void add(final Judgement why) {
        add(Count.valueOf(why.name()));
    }

    /**
     * A number.
     *
     * @param what is counted.
     * @return as of now.
     */
    public long get(final Count what) {
        return counts.get(what.ordinal());
    }

    /**
     * All that were dropped.
     *
     * @return as of now.
     */
    public long dropped() {
        long sum = 0;
        for (final Count each : Count.values()) {
            sum += each.isDrop() ? get(each) : 0;
        }
        return sum;
    }

    /** In one line, as in {@code received 7, delivered 5, sent 30; dropped 2: 1 duplicate, 1 late}. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("received " + get(Count.RECEIVED) + ", delivered "
            + get(Count.DELIVERED) + " (" + get(Count.DELIVERED_LATE) + " late), sent " + get(Count.SENT)
            + (get(Count.ORDERS) > 0 ? ", " + get(Count.ORDERS) + " orders" : "")
            + (get(Count.IGNORED_ORDERS) > 0 ? ", ignored " + get(Count.IGNORED_ORDERS) + " orders" : "")
            + (get(Count.STEPS_RECKONED_IN_PART) > 0
                ? ", " + get(Count.STEPS_RECKONED_IN_PART) + " " + Count.STEPS_RECKONED_IN_PART.word() : "")
            + "; dropped " + dropped());
        String sign = ": ";
        for (final Count each : Count.values()) {
            if (each.isDrop() && get(each) > 0) {
                text.append(sign).append(get(each)).append(' ').append(each.word());
                sign = ", ";
            }
        }
        return text.toString();
    }
}
