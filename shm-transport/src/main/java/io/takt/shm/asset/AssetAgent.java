package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.AssetFailedException;
import io.takt.asset.HubLostException;
import io.takt.asset.JoinedAsset;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.LowestTimes;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.waiting.Doorbell;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Drives the callback assets of one connection on one thread.
 *
 * <p>Remembers for which T_c each asset waits. So a duty cycle visits those that have something to do, in blocks; when
 * none has, it costs one read, however many assets there are.
 *
 * <p>A hub that sleeps is woken after the step that it sleeps for. To be sure of that takes a fence, which where there
 * are many assets would cost more than their steps; there it is passed once, at the end of the cycle.
 */
final class AssetAgent implements Agent, AssetThread.Wishes {
    /** Up to so many assets the hub is rung for after each step. */
    private static final int FEW = 16;

    private final ShmHubConnection connection;
    private final NanoClock nanoClock;
    private final LowestTimes wanted = new LowestTimes();
    private Hosted[] hosted = new Hosted[0];
    private Hosted[] withInterval = new Hosted[0];
    /** In every cycle: for some it is not a time of the core alone that counts. */
    private Hosted[] visited = new Hosted[0];
    private long lowestWantedNs = LowestTimes.NONE;
    private long coreSeenNs;
    private long membershipSeen = -1;
    private long signalsSeen = -1;
    private boolean anyGone;
    private boolean ringsLater;
    private Int2ObjectHashMap<Hosted> byNumber;

    /** A callback asset on its session. */
    static final class Hosted {
        private final AssetSession session;
        private final Asset asset;
        private final JoinedAsset handle;
        private boolean connected;
        private boolean gone;

        Hosted(final AssetSession session, final Asset asset, final JoinedAsset handle) {
            this.session = session;
            this.asset = asset;
            this.handle = handle;
        }

        AssetSession session() {
            return session;
        }
    }

    AssetAgent(final ShmHubConnection connection, final NanoClock nanoClock) {
        this.connection = connection;
        this.nanoClock = nanoClock;
    }

    @Override
    public String roleName() {
        return "takt-assets-" + connection.hub();
    }

    @Override
    public int doWork() {
        int work = 0;
        final long signals = connection.signals();
        if (signals != signalsSeen) {
            signalsSeen = signals;
            work += visitAll();
        } else {
            if (lowestWantedNs > coreSeenNs) {
                coreSeenNs = connection.coreTimeNs();
            }
            if (lowestWantedNs <= coreSeenNs) {
                work += visitThoseThatCanStep();
            }
            if (visited.length > 0) {
                work += visitThoseWithMore();
            }
        }
        if (work > 0 && ringsLater) {
            ringCore();
        }
        if (anyGone) {
            anyGone = false;
            signalsSeen--;
            membershipSeen--;
        }
        return work;
    }

    /** At first, and after something other than a time: a reset, new clocks, an end, another member. */
    private int visitAll() {
        connection.drivenByThisThread();
        if (connection.membership() != membershipSeen) {
            membershipSeen = connection.membership();
            hosted = connection.hosted();
            sortHosted();
            for (int slot = hosted.length; slot < wanted.slots(); slot++) {
                wanted.set(slot, LowestTimes.NONE);
            }
        }
        ringsLater = hosted.length > FEW;
        byNumber = null;
        coreSeenNs = connection.coreTimeNs();
        final long nowNs = withInterval.length > 0 ? nanoClock.nanoTime() : 0;
        int work = 0;
        for (int slot = 0; slot < hosted.length; slot++) {
            final Hosted each = hosted[slot];
            work += turn(each, nowNs);
            wanted.set(slot, each.gone || isVisited(each) ? LowestTimes.NONE : each.session.wantedNs());
        }
        lowestWantedNs = wanted.lowest();
        return work;
    }

    private void sortHosted() {
        final List<Hosted> haveInterval = new ArrayList<>();
        final List<Hosted> areVisited = new ArrayList<>();
        for (final Hosted each : hosted) {
            if (each.session.hasInterval()) {
                haveInterval.add(each);
            }
            if (isVisited(each)) {
                areVisited.add(each);
            }
        }
        withInterval = haveInterval.toArray(new Hosted[0]);
        visited = areVisited.toArray(new Hosted[0]);
    }

    private int visitThoseThatCanStep() {
        int work = 0;
        for (int block = 0; block < wanted.blocks(); block++) {
            if (wanted.lowestOf(block) <= coreSeenNs) {
                final int end = Math.min(hosted.length, wanted.endOf(block));
                for (int slot = block * LowestTimes.BLOCK; slot < end; slot++) {
                    if (wanted.get(slot) <= coreSeenNs) {
                        final Hosted each = hosted[slot];
                        work += turn(each, 0);
                        wanted.raise(slot, each.gone ? LowestTimes.NONE : each.session.wantedNs());
                    }
                }
                wanted.settle(block);
            }
        }
        lowestWantedNs = wanted.lowest();
        return work;
    }

    private static boolean isVisited(final Hosted asset) {
        return asset.session.hasInterval() || asset.session.endpoint() != null;
    }

    private int visitThoseWithMore() {
        final long nowNs = withInterval.length > 0 ? nanoClock.nanoTime() : 0;
        int work = 0;
        for (final Hosted each : visited) {
            work += turn(each, nowNs);
        }
        return work;
    }

    /** Wakes the hub if it sleeps for any of these. */
    private void ringCore() {
        final AssetThread thread = hosted[0].session.thread();
        final long awaited = thread.awaitedByCore();
        if (awaited != Doorbell.AWAKE && awaited != CoreDoorbell.NOBODY) {
            if (byNumber == null) {
                byNumber = new Int2ObjectHashMap<>();
                for (final Hosted each : hosted) {
                    byNumber.put(each.session.number(), each);
                }
            }
            final Hosted asset = byNumber.get((int) awaited);
            if (asset != null) {
                asset.session.ringCoreIfSeen();
            }
        }
    }

    /** Whether there is nothing left to drive: the hub has stopped or all assets have left. */
    boolean isDone() {
        return hosted.length == 0 && membershipSeen == connection.membership();
    }

    @Override
    public long wantedNs() {
        long wantedNs = lowestWantedNs;
        if (visited.length > 0) {
            final long nowNs = withInterval.length > 0 ? nanoClock.nanoTime() : 0;
            for (final Hosted each : visited) {
                if (each.session.dueInNs(nowNs) == 0) {
                    wantedNs = Math.min(wantedNs, each.session.wantedNs());
                }
            }
        }
        return wantedNs;
    }

    @Override
    public long dueInNs() {
        long dueInNs = 0;
        if (withInterval.length > 0) {
            final long nowNs = nanoClock.nanoTime();
            for (final Hosted each : withInterval) {
                final long itsNs = each.session.dueInNs(nowNs);
                if (itsNs > 0) {
                    dueInNs = dueInNs == 0 ? itsNs : Math.min(dueInNs, itsNs);
                }
            }
        }
        return dueInNs;
    }

    @Override
    public long leftNs() {
        return Long.MAX_VALUE;
    }

    private int turn(final Hosted each, final long nowNs) {
        try {
            return takeTurn(each, nowNs);
        } catch (final AssetFailedException | HubLostException e) {
            throw e;
        } catch (final Throwable e) { // thrown by the runtime itself, for want of memory perhaps
            throw failed(each, e);
        }
    }

    private int takeTurn(final Hosted each, final long nowNs) {
        final AssetSession session = each.session;
        if (!each.connected && session.ended() == null) {
            connect(each);
            return 1;
        }
        switch (session.poll(nowNs)) {
            case STEP -> {
                step(each);
                session.commitStep(nowNs);
                if (ringsLater && session.endpoint() == null) {
                    session.ringCoreIfSeen();
                } else {
                    session.wake();
                }
                if (!session.hasInterval() && session.nextNs() > coreSeenNs) {
                    session.retain(nowNs);
                }
                return 1;
            }
            case RESET -> {
                call(each, each.asset::reset);
                call(each, () -> each.asset.start(0));
                connection.commitReset(session);
                return 1;
            }
            case STOP -> {
                end(each);
                return 1;
            }
            default -> {
                return handArrived(each) + (session.hasPassed() ? 1 : 0);
            }
        }
    }

    /** Before anything else of the asset; its hub may start only after that. */
    private void connect(final Hosted each) {
        each.connected = true;
        call(each, () -> each.asset.joined(each.handle));
        call(each, () -> each.asset.connect(each.session.channels()));
        call(each, () -> each.asset.start(each.session.timeNs()));
        each.session.endDawn();
        connection.ready(each.session);
    }

    private int handArrived(final Hosted each) {
        final MessageEndpoint endpoint = each.session.endpoint();
        if (endpoint == null || !endpoint.hasArrived()) {
            return 0;
        }
        call(each, endpoint::handArrived);
        return 1;
    }

    private void step(final Hosted each) {
        try {
            each.session.beginStep();
            each.asset.step(each.session.timeNs(), each.session.nextNs());
        } catch (final Throwable e) {
            throw failed(each, e);
        }
    }

    private interface Callback {
        void call() throws Exception;
    }

    private void call(final Hosted each, final Callback callback) {
        try {
            callback.call();
        } catch (final Throwable e) {
            throw failed(each, e);
        }
    }

    private AssetFailedException failed(final Hosted each, final Throwable thrown) {
        final AssetFailedException failure = connection.departures().failed(each.session, thrown);
        remove(each);
        return failure;
    }

    private void end(final Hosted each) {
        remove(each);
        if (each.session.ended() == AssetSession.End.LOST) {
            throw connection.lost(each.session);
        }
        if (each.session.ended() == AssetSession.End.STOPPED) {
            call(each, () -> each.asset.stop(connection.endOf(each.session)));
        }
    }

    private void remove(final Hosted gone) {
        gone.gone = true;
        gone.session.thread().remove(gone.session);
        anyGone = true;
        connection.forget(gone);
    }
}
