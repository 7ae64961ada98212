package io.takt.shm.asset;

import io.takt.asset.AssetFailedException;
import io.takt.asset.HubLostException;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.LowestTimes;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.waiting.Doorbell;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Drives the callback assets of one connection on one thread. Assets arrive, and are told of anything but a time, by
 * commands to that thread; see {@link SessionCommand}.
 *
 * <p>Visits only assets that have something to do: those that were told something, and those for whose time T_c has
 * come, see {@link HostedAssets}. When none has, a duty cycle costs one read of each kind, however many assets there
 * are.
 *
 * <p>A hub that sleeps is woken after the step that it sleeps for. To see that it sleeps takes a fence, which costs
 * more than a short step; where there are many assets, one fence at the end of the cycle serves all.
 *
 * <p>Owned by the thread that is in the connection's loop; between two loops it may be another.
 */
final class AssetAgent implements Agent, AssetThread.Wishes {
    /** With no more assets than this the hub is rung after each step. */
    private static final int FEW = 16;

    private final ShmHubConnection connection;
    private final NanoClock nanoClock;
    private final HostedAssets hosted = new HostedAssets();
    /** Assets that have taken a command since they were visited last, in that order. */
    private final List<Hosted> told = new ArrayList<>();
    private AssetThread thread;
    private long coreSeenNs;

    AssetAgent(final ShmHubConnection connection, final NanoClock nanoClock) {
        this.connection = connection;
        this.nanoClock = nanoClock;
    }

    /** A loop begins: requests of the assets between two loops have reached their sessions only. */
    void begin(final AssetThread drivenBy) {
        thread = drivenBy;
        hosted.addAllTo(told);
    }

    @Override
    public void onCommand(final AssetSession session, final SessionCommand command) {
        if (command instanceof SessionCommand.Host host) {
            hosted.add(new Hosted(session, host.asset(), host.handle()));
        }
        final Hosted its = hosted.of(session);
        if (its != null) {
            told.add(its);
            hosted.onCommand(command);
        }
    }

    @Override
    public String roleName() {
        return "takt-assets-" + connection.hub();
    }

    @Override
    public int doWork() {
        thread.takeCommands();
        int work = 0;
        if (!told.isEmpty()) {
            work += visitTold();
        } else {
            if (hosted.lowestWantedNs() > coreSeenNs) {
                coreSeenNs = connection.coreTimeNs();
            }
            if (hosted.lowestWantedNs() <= coreSeenNs) {
                work += visitThoseThatCanStep();
            }
            work += visitThoseWithMore();
        }
        if (work > 0 && ringsLater()) {
            ringCore();
        }
        hosted.removeGone();
        return work + told.size();
    }

    private boolean ringsLater() {
        return hosted.count() > FEW;
    }

    /** Assets that are told something while these have their turns are visited in the next cycle. */
    private int visitTold() {
        connection.drivenByThisThread();
        coreSeenNs = connection.coreTimeNs();
        final long nowNs = nowNs();
        int work = 0;
        final int count = told.size();
        for (int i = 0; i < count; i++) {
            final Hosted each = told.get(i);
            if (!each.isGone()) {
                work += turn(each, nowNs);
                hosted.settle(each);
            }
        }
        hosted.settleLowest();
        told.subList(0, count).clear();
        return work;
    }

    private int visitThoseThatCanStep() {
        int work = 0;
        for (int block = 0; block < hosted.blocks(); block++) {
            if (hosted.lowestOf(block) <= coreSeenNs) {
                final int end = hosted.endOf(block);
                for (int slot = block * LowestTimes.BLOCK; slot < end; slot++) {
                    if (hosted.wantedAt(slot) <= coreSeenNs) {
                        work += turn(hosted.at(slot), 0);
                        hosted.raise(slot);
                    }
                }
                hosted.settleBlock(block);
            }
        }
        hosted.settleLowest();
        return work;
    }

    private int visitThoseWithMore() {
        final List<Hosted> visited = hosted.visited();
        final int count = visited.size();
        if (count == 0) {
            return 0;
        }
        final long nowNs = nowNs();
        int work = 0;
        for (int i = 0; i < count; i++) {
            work += turn(visited.get(i), nowNs);
        }
        return work;
    }

    /** The wall clock, if an asset has an interval. */
    private long nowNs() {
        return hosted.withInterval().isEmpty() ? 0 : nanoClock.nanoTime();
    }

    /** Wakes the hub if it sleeps for any of these. */
    private void ringCore() {
        final long awaited = thread.awaitedByCore();
        if (awaited != Doorbell.AWAKE && awaited != CoreDoorbell.NO_ASSET) {
            final Hosted asset = hosted.numbered((int) awaited);
            if (asset != null) {
                asset.session().ringCoreIfSeen();
            }
        }
    }

    /** Whether there is nothing left to drive: the hub has stopped or all assets have left. */
    boolean isDone() {
        return hosted.count() == 0 && told.isEmpty() && !thread.hasCommands();
    }

    /** The sessions of all assets, from the first to the last that has joined. */
    List<AssetSession> sessions() {
        thread.takeCommands();
        return hosted.sessions();
    }

    @Override
    public long wantedNs() {
        long wantedNs = hosted.lowestWantedNs();
        final List<Hosted> visited = hosted.visited();
        final long nowNs = nowNs();
        for (int i = 0; i < visited.size(); i++) {
            final AssetSession session = visited.get(i).session();
            if (session.dueInNs(nowNs) == 0) {
                wantedNs = Math.min(wantedNs, session.wantedNs());
            }
        }
        return wantedNs;
    }

    @Override
    public long dueInNs() {
        final List<Hosted> withInterval = hosted.withInterval();
        final long nowNs = nowNs();
        long dueInNs = 0;
        for (int i = 0; i < withInterval.size(); i++) {
            final long itsNs = withInterval.get(i).session().dueInNs(nowNs);
            if (itsNs > 0) {
                dueInNs = dueInNs == 0 ? itsNs : Math.min(dueInNs, itsNs);
            }
        }
        return dueInNs;
    }

    @Override
    public long leftNs() {
        return Long.MAX_VALUE;
    }

    private int turn(final Hosted each, final long nowNs) {
        if (each.isGone()) {
            return 0;
        }
        try {
            return takeTurn(each, nowNs);
        } catch (final AssetFailedException | HubLostException e) {
            throw e;
        } catch (final Throwable e) { // thrown by the runtime itself, for want of memory perhaps
            throw failed(each, e);
        }
    }

    private int takeTurn(final Hosted each, final long nowNs) {
        final AssetSession session = each.session();
        if (!each.isConnected() && session.status().ended() == null) {
            connect(each);
            // Commands that came before are obeyed by its next turn.
            told.add(each);
            return 1;
        }
        switch (poll(each, nowNs)) {
            case STEP -> {
                step(each);
                session.commitStep(nowNs);
                if (ringsLater() && !session.isHeard()) {
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
                call(each, each.asset()::reset);
                call(each, () -> each.asset().start(0));
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
        each.connects();
        call(each, () -> each.asset().joined(each.handle()));
        call(each, () -> each.asset().connect(each.session().channels()));
        call(each, () -> each.asset().start(each.session().timeNs()));
        each.session().life().endDawn();
        connection.ready(each.session());
    }

    private int handArrived(final Hosted each) {
        final MessageEndpoint endpoint = each.session().endpoint();
        if (endpoint == null || !endpoint.hasArrived()) {
            return 0;
        }
        call(each, endpoint::handArrived);
        return 1;
    }

    /** The messages of a step are handed over by it. */
    private Turn poll(final Hosted each, final long nowNs) {
        try {
            return each.session().poll(nowNs);
        } catch (final Throwable e) {
            throw failed(each, e);
        }
    }

    private void step(final Hosted each) {
        try {
            each.asset().step(each.session().timeNs(), each.session().nextNs());
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
        final AssetFailedException failure = connection.failed(each.session(), thrown);
        remove(each);
        return failure;
    }

    private void end(final Hosted each) {
        remove(each);
        if (each.session().status().ended() == AssetSession.End.LOST) {
            throw connection.lost(each.session());
        }
        if (each.session().status().ended() == AssetSession.End.STOPPED) {
            call(each, () -> each.asset().stop(connection.endOf(each.session())));
        }
    }

    private void remove(final Hosted gone) {
        thread.remove(gone.session());
        hosted.goes(gone);
    }
}
