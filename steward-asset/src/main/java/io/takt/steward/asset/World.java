package io.takt.steward.asset;

import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.StateOutput;
import io.takt.steward.Steward;
import io.takt.steward.graph.GraphSteward;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A steward that an asset's clock drives, and the commit horizon behind which its history is final.
 *
 * <p>A tick t of the physics is at t * tickNs of simulation time. When the asset's clock goes to T', all ticks up to
 * (T' - D_max) / tickNs are final, see {@link StewardAsset}.
 *
 * <p>For one thread, but for the snapshots that it gives out.
 */
final class World {
    private final GraphSteward steward;
    private final long tickNs;
    private final long maxDelayNs;
    private long committed;
    private Id digest;

    private World(final GraphSteward steward, final Scale scale, final long committed, final Id digest) {
        this.steward = steward;
        this.tickNs = scale.tickNs;
        this.maxDelayNs = scale.maxDelayNs;
        this.committed = committed;
        this.digest = digest;
    }

    /** Nanoseconds of simulation time: of a tick of the physics, and of D_max. */
    record Scale(long tickNs, long maxDelayNs) {
    }

    /** A world at its beginning, with the events that it begins with; the first tick is 0. */
    static World begin(final Physics physics, final Scale scale, final Consumer<Steward> beginning) {
        final GraphSteward steward = GraphSteward.withHistory(physics);
        steward.advanceTo(-1);
        steward.freezeBefore(0);
        beginning.accept(steward);
        return new World(steward, scale, -1, Id.hash());
    }

    /** A world that goes on from a snapshot {@link #atHorizon}. */
    static World load(final Physics physics, final Scale scale, final byte[] snapshot, final Id digest)
        throws IOException {
        final GraphSteward steward = GraphSteward.load(new ByteArrayInputStream(snapshot), physics, true);
        return new World(steward, scale, steward.now(), digest);
    }

    GraphSteward steward() {
        return steward;
    }

    /**
     * The tick at which something happens that is delivered at a time: the first one that is not before it. The
     * message of a sender that joined another hub while the run went on may be late; it happens as early as it can.
     */
    long tickOf(final long deliveryNs) {
        return Math.max(-Math.floorDiv(-deliveryNs, tickNs), committed + 1);
    }

    /** The time of a tick plus D_max: the asset's step that makes the tick final goes to this time or beyond. */
    long stampOf(final long tick) {
        return tick * tickNs + maxDelayNs;
    }

    void insert(final long tick, final Id id, final Event event) {
        steward.insert(tick, id, event);
    }

    /** Goes on to a time of the clock, and tells in order of the events that become final, each as the last so far. */
    void advance(final long toNs, final Consumer<EventRecord> isFinal) {
        steward.advanceTo(Math.floorDiv(toNs, tickNs));
        final long last = Math.floorDiv(toNs - maxDelayNs, tickNs);
        if (last > committed) {
            for (final EventRecord event : steward.history(committed + 1, last)) {
                digest = with(digest, event);
                isFinal.accept(event);
            }
            committed = last;
        }
    }

    private static Id with(final Id digest, final EventRecord event) {
        final StateOutput out = new StateOutput();
        out.writeId(digest);
        event.write(out);
        return out.digest();
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
