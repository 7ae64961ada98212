package io.takt.federation.remote;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.LinkPlace;
import io.takt.hub.core.world.ParentClock;
import io.takt.rule.Report;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/**
 * The parent's clock as frames have told of it. Owned by the hub's thread, but for what is said to be for any thread.
 *
 * <p>While the hub's thread waits awake it takes the frames from the network by itself, so that a step in lock-step
 * passes through no other thread of this process.
 */
final class RemoteParentClock implements ParentClock {
    /** Takes frames from the network. */
    interface Network {
        /** By the hub's thread: takes those that are there, without waiting. */
        void look();

        /** By the hub's thread: it looks no more before it is woken. */
        void rest();
    }

    private static final long NOTHING = Long.MAX_VALUE;

    private final ClockPort port;
    private final long stepNs;
    private final Report report;
    private final Network network;
    private final NanoClock nanoClock;
    private volatile LinkPlace staged;
    /** Of the run that has begun here; the next has another object. */
    private volatile AtomicLong reported = new AtomicLong();
    private long startNs;
    private long toldAwaitedNs = NOTHING;

    RemoteParentClock(final ClockPort port, final long stepNs, final Report report, final Network network,
        final NanoClock nanoClock) {
        this.port = port;
        this.stepNs = stepNs;
        this.report = report;
        this.network = network;
        this.nanoClock = nanoClock;
    }

    /** From any thread: the next {@link #begin} takes this place. */
    void stage(final LinkPlace place) {
        staged = place;
    }

    /** From any thread: whether there is a place to {@link #begin} at. */
    boolean isStaged() {
        return staged != null;
    }

    /**
     * From any thread: the next {@link #begin} takes the place as it is now, after a time without a link. Returns the
     * time of this hub in it.
     */
    long stageAgain() {
        if (staged.epoch() == port.epoch()) {
            staged = new LinkPlace(staged.epoch(), port.otherNs(), reported.get());
        }
        return staged.ownNs();
    }

    /** From any thread: the last report. */
    long reportedNs() {
        return reported.get();
    }

    @Override
    public void begin() {
        final LinkPlace place = staged;
        final AtomicLong fresh = new AtomicLong(place.ownNs());
        reported = fresh;
        startNs = place.ownNs();
        toldAwaitedNs = NOTHING;
        port.begin(place.epoch(), fresh::get, place.parentNs(), nanoClock.nanoTime());
    }

    /** Asked only when the core cannot go on by what it was told before. */
    @Override
    public long timeNs() {
        network.look();
        final long parentNs = port.otherNs();
        final long nextNs = nextAfter(parentNs);
        if (toldAwaitedNs != nextNs) {
            tell(nextNs);
        }
        return parentNs;
    }

    /** The first of the core's times that the parent does not allow yet; {@link Long#MAX_VALUE} when there is none. */
    private long nextAfter(final long parentNs) {
        final long steps = Math.floorDiv(parentNs - startNs, stepNs);
        final long lastNs = startNs + steps * stepNs;
        return lastNs > Long.MAX_VALUE - stepNs ? NOTHING : lastNs + stepNs;
    }

    /** The slowest asset's time, which may be the report, is on another grid than the core's. */
    @Override
    public void countsFrom(final long coreTimeNs) {
        startNs = coreTimeNs;
    }

    private void tell(final long awaitedNs) {
        toldAwaitedNs = awaitedNs;
        port.tell(awaitedNs, nanoClock.nanoTime());
    }

    /** Where the core's time is reported this says, too, whether the core can go on. */
    @Override
    public void report(final long timeNs) {
        // Seen before the next line looks: else neither this thread nor another one might tell of it.
        reported.set(timeNs);
        if (timeNs >= port.tellFromNs()) {
            final long parentNs = port.otherNs();
            tell(report != Report.CORE ? toldAwaitedNs : timeNs > parentNs - stepNs ? nextAfter(parentNs) : NOTHING);
        }
    }

    @Override
    public void await(final long timeNs) {
        if (staged != null && timeNs != toldAwaitedNs) {
            tell(timeNs);
        }
    }

    @Override
    public long rest() {
        network.rest();
        return port.pump(nanoClock.nanoTime());
    }
}
