package io.takt.federation.remote;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.LinkPlace;
import io.takt.hub.core.world.ParentClock;
import io.takt.rule.Report;
import org.agrona.concurrent.NanoClock;

/**
 * The parent's clock as frames have told of it. Owned by the hub's thread, but for what is said to be for any thread.
 *
 * <p>While the hub's thread waits awake it takes the frames from the network by itself, so that a step in lock-step
 * passes through no other thread of this process.
 */
final class RemoteParentClock implements ParentClock {
    /** What takes frames from the network. */
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
    private volatile long reportedNs;
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
        reportedNs = place.ownNs();
    }

    /** From any thread: the next {@link #begin} takes the place as it is now, after a time without a link. */
    void stageAgain() {
        staged = new LinkPlace(staged.epoch(), port.otherNs(), reportedNs);
    }

    /** From any thread: what was reported last. */
    long reportedNs() {
        return reportedNs;
    }

    @Override
    public void begin() {
        final LinkPlace place = staged;
        startNs = place.ownNs();
        toldAwaitedNs = NOTHING;
        port.begin(place.epoch(), place.ownNs(), place.parentNs(), nanoClock.nanoTime());
    }

    /** Asked only when the core cannot go on by what it was told before. */
    @Override
    public long timeNs() {
        network.look();
        final long parentNs = port.otherNs();
        final long nextNs = nextAfter(parentNs);
        if (toldAwaitedNs != nextNs) {
            toldAwaitedNs = nextNs;
            port.await(nextNs, nanoClock.nanoTime());
        }
        return parentNs;
    }

    /** The first of the core's times that the parent does not allow yet; {@link Long#MAX_VALUE} when there is none. */
    private long nextAfter(final long parentNs) {
        final long steps = (parentNs - startNs) / stepNs;
        final long lastNs = startNs + steps * stepNs;
        return lastNs > Long.MAX_VALUE - stepNs ? NOTHING : lastNs + stepNs;
    }

    /** Where the core's time is reported this says, too, whether the core can go on. */
    @Override
    public void report(final long timeNs) {
        reportedNs = timeNs;
        if (report == Report.CORE) {
            final long parentNs = port.otherNs();
            toldAwaitedNs = timeNs > parentNs - stepNs ? nextAfter(parentNs) : NOTHING;
        }
        port.tell(timeNs, toldAwaitedNs, nanoClock.nanoTime());
    }

    @Override
    public void await(final long timeNs) {
        if (staged == null) {
            return;
        }
        if (timeNs != toldAwaitedNs) {
            toldAwaitedNs = timeNs;
            port.await(timeNs, nanoClock.nanoTime());
        }
        network.rest();
    }
}
