package io.takt.federation.gateway;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.place.PlaceInParent;
import io.takt.shm.waiting.Doorbell;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The clocks of one child in its parent's memory, and what the child is told and tells of them.
 *
 * <p>While the gateway's thread is awake it looks at T_c by itself. When it sleeps, a thread of this object sleeps for
 * the T_c that the child is to be told, since no thread can sleep for memory and the network at once.
 */
final class ChildClock implements AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LONGEST_CLOSE_MS = 1_000;

    private final ClockPort port;
    private final Consumer<RuntimeException> faults;
    private final Thread watcher;
    private long coreStepNs;
    private long maxDelayNs;
    /** Guarded by the port, like all that touches the counters: they are gone after {@link #end}. */
    private PlaceInParent place;
    private volatile boolean isWatched = true;
    private volatile boolean isPlaced;
    private volatile boolean closed;

    /**
     * A clock that is nowhere yet.
     *
     * @param faults hears of a fault of this program on the watcher's thread, which ends by it.
     */
    ChildClock(final String child, final LinkTimes times, final Consumer<RuntimeException> faults) {
        this.port = new ClockPort(times);
        this.faults = faults;
        watcher = new Thread(this::watch, "takt-child-" + child);
        watcher.setDaemon(true);
        watcher.start();
    }

    ClockPort port() {
        return port;
    }

    void terms(final long newCoreStepNs, final long newMaxDelayNs) {
        coreStepNs = newCoreStepNs;
        maxDelayNs = newMaxDelayNs;
        port.maxDelay(newMaxDelayNs);
    }

    void begin(final PlaceInParent newPlace, final LinkPlace told) {
        synchronized (port) {
            place = newPlace;
            isPlaced = true;
            port.begin(told.epoch(), told.parentNs(), told.ownNs(), now());
        }
        wake();
    }

    /** The counters may not be touched any more. */
    void end() {
        synchronized (port) {
            isPlaced = false;
            place = null;
            port.end();
        }
    }

    private static long now() {
        return SystemNanoClock.INSTANCE.nanoTime();
    }

    /** Tells the child what is due; from any thread. Returns the wall time for which nothing is. */
    long pump(final long nowNs) {
        synchronized (port) {
            if (place == null) {
                return port.pump(nowNs);
            }
            final long timeNs = place.coreTime().read();
            final long neededNs = timeNs + coreStepNs - maxDelayNs;
            return port.tell(timeNs, neededNs > port.otherNs() ? neededNs : NEVER, nowNs);
        }
    }

    /** A datagram of the child, or of any sender. */
    ClockPort.Taken onDatagram(final ByteBuffer bytes, final long nowNs) {
        synchronized (port) {
            return written(port.onDatagram(bytes, mostNs(), nowNs));
        }
    }

    /** A clock of the child over the TLS connection. */
    ClockPort.Taken onSpare(final ByteBuffer bytes, final long nowNs) {
        synchronized (port) {
            return written(port.onSpare(bytes, mostNs(), nowNs));
        }
    }

    /** A clock of the child in order with what it says. */
    ClockPort.Taken onTime(final ByteBuffer bytes) {
        synchronized (port) {
            return written(port.onTime(bytes, mostNs()));
        }
    }

    /** T_c, with its epoch, into what is said in order; nothing without a place. */
    void sayTime(final ControlStream stream) {
        synchronized (port) {
            if (place != null) {
                stream.sendTime(port.epoch(), place.coreTime().read());
            }
        }
    }

    /** From any thread: a child, and all below it, never pass their parent. */
    long mostNs() {
        synchronized (port) {
            return place == null ? NEVER : place.coreTime().read();
        }
    }

    private ClockPort.Taken written(final ClockPort.Taken taken) {
        if (taken == ClockPort.Taken.NEWS && place != null) {
            final long timeNs = port.otherNs();
            place.time().publish(timeNs);
            if (place.core().awaited() == place.number()) {
                place.core().ringIfSeen(place.number(), timeNs);
            }
        }
        return taken;
    }

    /** The gateway's thread sleeps, or does not; while it does the watcher looks at T_c. */
    void watched(final boolean isWanted) {
        isWatched = isWanted;
        if (isWanted) {
            wake();
        }
    }

    private void wake() {
        LockSupport.unpark(watcher);
        synchronized (port) {
            if (place != null) {
                place.sleep().ring();
            }
        }
    }

    private void watch() {
        try {
            while (!closed) {
                final Doorbell doorbell = doorbell();
                if (doorbell == null) {
                    LockSupport.parkNanos(LONGEST_SLEEP_NS);
                } else {
                    watch(doorbell);
                }
            }
        } catch (final RuntimeException e) {
            faults.accept(e);
        }
    }

    private Doorbell doorbell() {
        synchronized (port) {
            return place == null || !isWatched ? null : place.sleep();
        }
    }

    private void watch(final Doorbell doorbell) {
        final long wantedNs = port.tellFromNs();
        // An odd time could have the low word of a thread that is awake; a nanosecond early does no harm.
        final long announced = wantedNs & ~1L;
        doorbell.announce(announced);
        if (isWatched && isPlaced && port.tellFromNs() == wantedNs && !hasCome(wantedNs)) {
            doorbell.sleep(announced, LONGEST_SLEEP_NS);
        }
        doorbell.withdraw();
        if (isWatched) {
            pump(now());
        }
    }

    private boolean hasCome(final long wantedNs) {
        synchronized (port) {
            return place == null || place.coreTime().read() >= wantedNs;
        }
    }

    /** After it nothing of the parent's memory is touched: the doorbell goes with the connection. */
    @Override
    public void close() {
        closed = true;
        wake();
        end();
        try {
            watcher.join(LONGEST_CLOSE_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
