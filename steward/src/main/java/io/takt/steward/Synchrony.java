package io.takt.steward;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Tells whether copies of a simulation are alike, and in which event they part. History is cut into strides of time;
 * copies send one another the digest of each stride that can no longer change, and the events of the first stride that
 * differs. Nothing here sends anything: the caller does, in any order, however late.
 *
 * <pre>
 *   steward.freezeBefore(...);                         // all inputs before then are known
 *   send(synchrony.settle());                          // the digests of strides that have become frozen
 *   for each digest that came:  peer.hear(digest);
 *   if (peer.differing() &gt;= 0)  send(synchrony.history(peer.differing()));
 *   for each history that came: synchrony.difference(stride, history)
 *   steward.forgetBefore(synchrony.agreedBefore());
 * </pre>
 *
 * <p>A stride is digested on request, and again only if its history has changed since. For one thread, that of
 * the steward.
 */
public final class Synchrony {
    private final Steward steward;
    private final long origin;
    private final long stride;
    private final long beginning;
    private final TreeMap<Long, Id> digests = new TreeMap<>();
    private final List<Peer> peers = new ArrayList<>();
    private long settled;
    private Id rolling = Id.hash();
    private long digested;

    /**
     * Digests of the history of a steward.
     *
     * @param steward that keeps a history.
     * @param origin  where the stride 0 begins, in the unit of the simulation; earlier events belong to it, too. Not
     *                before {@link Steward#forgottenBefore}.
     * @param stride  how long each is, 1 or more; the same in all copies.
     */
    public Synchrony(final Steward steward, final long origin, final long stride) {
        if (stride < 1) {
            throw new StewardException("a stride must last 1 or more, not " + stride);
        }
        if (!steward.keepsHistory()) {
            throw new StewardException("strides are digests of history, and this steward keeps none");
        }
        beginning = steward.forgottenBefore();
        if (origin < beginning) {
            throw new StewardException(
                "strides cannot begin at " + origin + ": all before " + beginning + " is forgotten");
        }
        this.steward = steward;
        this.origin = origin;
        this.stride = stride;
        steward.onChange(this::changed);
    }

    /**
     * Where the stride 0 begins.
     *
     * @return in the unit of the simulation.
     */
    public long origin() {
        return origin;
    }

    /**
     * In which stride a time is.
     *
     * @param time in the unit of the simulation.
     * @return 0 or more.
     */
    public long strideOf(final long time) {
        return time < origin ? 0 : Math.floorDiv(Math.subtractExact(time, origin), stride);
    }

    /**
     * The digest of a stride; advances to its end, if need be.
     *
     * @param number 0 or more; one whose history is forgotten must have been asked for before.
     * @return the same in every copy in which the same happened.
     */
    public Id digest(final long number) {
        if (number >= settled) {
            // The events to be redone say what has changed.
            steward.advanceTo(last(number));
        }
        final Id known = digests.get(number);
        if (known != null) {
            return known;
        }
        final Id digest = steward.digest(first(number), last(number));
        digested++;
        digests.put(number, digest);
        return digest;
    }

    /**
     * Digests the strides that have become frozen, and compares them with what other copies have told.
     *
     * @return of each that none was returned of before, to be sent to all other copies.
     */
    public List<StrideDigest> settle() {
        final List<StrideDigest> news = new ArrayList<>();
        while (last(settled) < steward.frozenBefore()) {
            final Id digest = digest(settled);
            news.add(new StrideDigest(settled, digest));
            rolling = Id.hash(rolling.high(), rolling.low(), digest.high(), digest.low());
            settled++;
        }
        peers.forEach(Peer::compare);
        digests.headMap(agreed()).clear();
        return news;
    }

    /**
     * How many strides, from the first, are frozen and have been digested.
     *
     * @return 0 or more.
     */
    public long settled() {
        return settled;
    }

    /**
     * One digest of all {@link #settled} strides.
     *
     * @return the same in every copy in which as many are settled and the same happened.
     */
    public Id rolling() {
        return rolling;
    }

    /**
     * How often a stride was digested.
     *
     * @return 0 or more.
     */
    public long digested() {
        return digested;
    }

    /**
     * Adds another copy, with which this one is to be compared.
     *
     * @return that has told nothing yet.
     */
    public Peer addPeer() {
        final Peer peer = new Peer();
        peers.add(peer);
        return peer;
    }

    /**
     * Before which time all copies are known to be alike, so that the history of it is not needed any more.
     *
     * @return the smallest long if of no stride.
     */
    public long agreedBefore() {
        return agreed() == 0 ? Long.MIN_VALUE : first(agreed());
    }

    /**
     * The events of a stride, to be sent to a copy that differs in it.
     *
     * @param number of which the history is kept.
     * @return for {@link #difference}.
     */
    public byte[] history(final long number) {
        final StateOutput out = new StateOutput();
        for (final EventRecord event : steward.history(first(number), last(number))) {
            event.writeAll(out);
        }
        return out.toByteArray();
    }

    /**
     * In which event of a stride this copy and another one part.
     *
     * @param number of which the history is kept.
     * @param theirs what the other copy's {@link #history} is.
     * @return the first events that differ, here and there, with what they read and wrote; null if none does. Bytes
     *     that this copy's physics cannot read are an error.
     */
    public String difference(final long number, final byte[] theirs) {
        final StateInput in = new StateInput(theirs, steward.physics(), steward);
        final List<EventRecord> there = new ArrayList<>();
        while (in.remaining() > 0) {
            there.add(EventRecord.readAll(in));
        }
        return EventRecord.firstDifference(steward.history(first(number), last(number)), there);
    }

    private long agreed() {
        long agreed = settled;
        for (final Peer peer : peers) {
            agreed = Math.min(agreed, peer.agreed);
        }
        return agreed;
    }

    private void changed(final long time) {
        final long number = strideOf(time);
        if (number >= settled) {
            digests.remove(number);
        }
    }

    private long first(final long number) {
        return number == 0 ? beginning : origin + Math.multiplyExact(number, stride);
    }

    private long last(final long number) {
        // The stride in which time ends is never over.
        final boolean isLast = number >= (Long.MAX_VALUE - Math.max(0, origin)) / stride;
        return isLast ? Long.MAX_VALUE : origin + (number + 1) * stride - 1;
    }

    /**
     * The digest of the events of a stride of time.
     *
     * @param stride its number.
     * @param digest of all its events.
     */
    public record StrideDigest(long stride, Id digest) {
    }

    /** The state of another copy, as far as it is known. */
    public final class Peer {
        private final TreeMap<Long, Id> told = new TreeMap<>();
        private long agreed;
        private long differing = -1;

        private Peer() {
        }

        /**
         * Takes in what it tells.
         *
         * @param digest in any order; twice does no harm.
         */
        public void hear(final StrideDigest digest) {
            if (digest.stride() >= agreed) {
                told.put(digest.stride(), digest.digest());
                compare();
            }
        }

        /**
         * How many strides, from the first, are known to be alike.
         *
         * @return 0 or more.
         */
        public long agreed() {
            return agreed;
        }

        /**
         * The first stride that differs. Those after it are not compared.
         *
         * @return -1 if none is known to.
         */
        public long differing() {
            return differing;
        }

        private void compare() {
            while (differing < 0 && agreed < settled && told.containsKey(agreed)) {
                if (told.remove(agreed).equals(digest(agreed))) {
                    agreed++;
                } else {
                    differing = agreed;
                }
            }
        }
    }
}
