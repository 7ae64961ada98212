package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.AssetFailedException;
import io.takt.asset.HubLostException;
import java.util.Arrays;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Drives the callback assets of one connection on one thread.
 *
 * <p>When T_c has not moved, no asset has progressed and none has an interval, a duty cycle costs one read, however
 * many assets there are.
 */
final class AssetAgent implements Agent {
    private final ShmHubConnection connection;
    private final NanoClock nanoClock;
    private Hosted[] hosted = new Hosted[0];
    private long coreSeenNs = -1;
    private long membershipSeen = -1;
    private long signalsSeen = -1;
    private boolean anyInterval;
    private boolean anyProgress;
    private boolean anyGone;

    /** A callback asset on its seat. */
    static final class Hosted {
        private final Seat seat;
        private final Asset asset;
        private boolean started;
        private boolean gone;

        Hosted(final Seat seat, final Asset asset) {
            this.seat = seat;
            this.asset = asset;
        }

        Seat seat() {
            return seat;
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
        final long signals = connection.signals();
        if (signals != signalsSeen) {
            onSignals();
            signalsSeen = signals;
        } else if (!anyProgress && !anyInterval && connection.coreTimeNs() == coreSeenNs) {
            return 0;
        }
        final long nowNs = anyInterval ? nanoClock.nanoTime() : 0;
        coreSeenNs = connection.coreTimeNs();
        int work = 0;
        for (final Hosted each : hosted) {
            work += turn(each, nowNs);
        }
        anyProgress = work > 0;
        if (anyGone) {
            anyGone = false;
            hosted = Arrays.stream(hosted).filter(each -> !each.gone).toArray(Hosted[]::new);
        }
        return work;
    }

    /** Whether there is nothing left to drive: the hub has stopped or all assets have left. */
    boolean isDone() {
        return hosted.length == 0 && membershipSeen == connection.membership();
    }

    private int turn(final Hosted each, final long nowNs) {
        final Seat seat = each.seat;
        switch (seat.poll(nowNs)) {
            case STEP -> {
                step(each);
                seat.commitStep(nowNs);
                return 1;
            }
            case RESET -> {
                call(each, each.asset::reset);
                each.started = false;
                connection.commitReset(seat);
                return 1;
            }
            case STOP -> {
                end(each);
                return 1;
            }
            default -> {
                return 0;
            }
        }
    }

    private void step(final Hosted each) {
        try {
            if (!each.started) {
                each.started = true;
                each.asset.start(each.seat.timeNs());
            }
            each.asset.step(each.seat.timeNs(), each.seat.nextNs());
        } catch (final Exception | Error e) {
            throw failed(each, e);
        }
    }

    private interface Callback {
        void call() throws Exception;
    }

    private void call(final Hosted each, final Callback callback) {
        try {
            callback.call();
        } catch (final Exception | Error e) {
            throw failed(each, e);
        }
    }

    private AssetFailedException failed(final Hosted each, final Throwable thrown) {
        remove(each);
        connection.fail(each.seat, thrown.toString());
        return new AssetFailedException("asset '" + each.seat.name() + "' failed at " + each.seat.timeNs() + "ns: "
            + thrown, thrown);
    }

    private void end(final Hosted each) {
        remove(each);
        if (each.seat.ended() == Seat.End.LOST) {
            throw new HubLostException("hub '" + connection.hub() + "' is gone: its control connection has ended");
        }
        if (each.seat.ended() == Seat.End.STOPPED) {
            call(each, each.asset::stop);
        }
    }

    private void remove(final Hosted gone) {
        gone.gone = true;
        anyGone = true;
        connection.forget(gone);
    }

    private void onSignals() {
        if (connection.membership() != membershipSeen) {
            membershipSeen = connection.membership();
            hosted = connection.hosted();
            anyInterval = Arrays.stream(hosted).anyMatch(each -> each.seat.hasInterval());
        }
    }
}
