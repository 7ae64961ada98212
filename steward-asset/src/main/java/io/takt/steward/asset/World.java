package io.takt.steward.asset;

import io.takt.asset.SimTime;
import io.takt.asset.message.Message;
import io.takt.asset.time.Durations;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A steward that an asset's clock drives, and the commit horizon behind which its history is final.
 *
 * <p>A tick t of the physics is at t * tickNs of simulation time. When the asset's clock goes to T', all ticks up to
 * (T' - D_max) / tickNs are final, see {@link StewardAsset}; those of a {@link Part} up to T' / tickNs.
 *
 * <p>For one thread, but for the snapshots that it gives out.
 */
final class World {
    private final LogSteward steward;
    private final long tickNs;
    private final long behindNs;
    /** Null for a whole world. */
    private Part part;
    private final Map<Id, Long> certain = new HashMap<>();
    private long committed;
    private Id digest;

    private World(final LogSteward steward, final Scale scale, final long committed, final Id digest) {
        this.steward = steward;
        this.tickNs = scale.tickNs;
        this.behindNs = scale.behindNs;
        this.committed = committed;
        this.digest = digest;
    }

    /**
     * Nanoseconds of simulation time: of a tick of the physics, and by which the horizon is behind the clock: D_max, or
     * 0 for a part.
     */
    record Scale(long tickNs, long behindNs) {
        private Id emptyDigest() {
            return behindNs == 0 ? Id.of(0, 0) : Id.hash();
        }
    }

    /** A world at its beginning, with the events that it begins with; the first tick is 0. */
    static World begin(final Physics physics, final Scale scale, final Consumer<Steward> beginning) {
        final LogSteward steward = LogSteward.withHistory(physics);
        steward.advanceTo(-1);
        steward.freezeBefore(0);
        beginning.accept(steward);
        return new World(steward, scale, -1, scale.emptyDigest());
    }

    /** A world that goes on from a snapshot {@link #atHorizon}. */
    static World load(final Physics physics, final Scale scale, final byte[] snapshot, final Id digest)
        throws IOException {
        final LogSteward steward = LogSteward.load(new ByteArrayInputStream(snapshot), physics, true);
        return new World(steward, scale, steward.now(), digest);
    }

    LogSteward steward() {
        return steward;
    }

    Physics physics() {
        return steward.physics();
    }

    /** From now on it is worked by a part. */
    void isWorkedBy(final Part its) {
        part = its;
    }

    /** That of the event of a message, so that it is the same in each process and each run. */
    static Id idOf(final Message message) {
        final StateOutput out = new StateOutput();
        out.writeString(message.sender());
        out.writeString(message.channel());
        out.writeLong(message.sequence());
        return out.digest();
    }

    /** Nanoseconds of a time that must be more than 0. */
    static long positiveNs(final String what, final Duration time) {
        final long timeNs = Durations.nanos(what, time);
        if (timeNs <= 0) {
            throw new IllegalArgumentException(what + " is " + SimTime.format(timeNs) + "; it must be more than 0");
        }
        return timeNs;
    }

    /** Writes which events in an {@link #atHorizon} come from parts, and whether for certain. */
    void writeArrivals(final StateOutput out) {
        if (part != null) {
            part.arrivals((tick, id, isCertain) -> {
                out.writeLong(tick);
                out.writeId(id);
                out.writeBoolean(isCertain);
            });
        }
    }

    /** Takes out those that are not certain. */
    void readArrivals(final StateInput in) {
        while (in.remaining() > 0) {
            final long tick = in.readLong();
            final Id id = in.readId();
            if (in.readBoolean()) {
                certain.put(id, tick);
            } else {
                steward.remove(tick, id);
            }
        }
    }

    /** Gives those that were read, and are certain. */
    void certainArrivals(final Part.Taker taker) {
        certain.forEach((id, tick) -> taker.accept(tick, id, true));
    }

    /**
     * The tick at which something happens that is delivered at a time: the first one that is not before it. The
     * message of a sender that joined another hub while the run went on may be late; it happens as early as it can.
     */
    long tickOf(final long deliveryNs) {
        return Math.max(-Math.floorDiv(-deliveryNs, tickNs), committed + 1);
    }

    /** The last tick that is not after a time. */
    long tickBefore(final long timeNs) {
        return Math.floorDiv(timeNs, tickNs);
    }

    /** A time of a tick in the asset's step that makes the tick final: that of the tick plus D_max, or 0 for a part. */
    long stampOf(final long tick) {
        return tick * tickNs + behindNs;
    }

    void insert(final long tick, final Id id, final Event event) {
        steward.insert(tick, id, event);
    }

    /** Goes on to a time of the clock, and tells in order of the events that become final, each as the last so far. */
    void advance(final long toNs, final Consumer<EventRecord> isFinal) {
        final long now = tickBefore(toNs);
        if (part != null) {
            part.makeFinal(now);
        }
        steward.advanceTo(now);
        final long last = tickBefore(toNs - behindNs);
        if (last > committed) {
            steward.forEachEvent(committed + 1, last, event -> {
                digest = with(event);
                isFinal.accept(event);
            });
            committed = last;
        }
    }

    /** A part's digest is a sum, so that the digests of all parts add up to that of the whole. */
    private Id with(final EventRecord event) {
        final StateOutput out = new StateOutput();
        if (behindNs > 0) {
            out.writeId(digest);
        }
        event.write(out);
        return behindNs > 0 ? out.digest() : sum(digest, out.digest());
    }

    /** The sum of two digests as numbers of 128 bits. */
    static Id sum(final Id one, final Id other) {
        final long low = one.low() + other.low();
        final long carry = Long.compareUnsigned(low, one.low()) < 0 ? 1 : 0;
        return Id.of(one.high() + other.high() + carry, low);
    }

    /** Drops the final history before a tick; the snapshot at the horizon can still be had. */
    void forgetBefore(final long tick) {
        steward.freezeBefore(committed + 1);
        steward.forgetBefore(Math.min(tick, committed + 1));
    }

    /** The last final tick; -1 before there is one. */
    long committed() {
        return committed;
    }

    /** Of all final events, in order. */
    Id digest() {
        return digest;
    }

    /** The state after all final events, and the inserted events that are later. For any one thread. */
    Snapshot atHorizon() {
        return steward.snapshot(committed);
    }
}
