package io.takt.federation.gateway;

import io.takt.federation.link.ClockPort;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.place.PlaceInParent;
import java.nio.ByteBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * The clocks of one child in its parent's memory, and the frames between the two about them. For the hub's thread
 * and the gateway's.
 */
final class ChildClock {
    private static final long NEVER = Long.MAX_VALUE;

    private final ClockPort port;
    private final NanoClock nanoClock;
    private long coreStepNs;
    private long maxDelayNs;
    /** Guarded by the port, like all that touches the counters: they are gone after {@link #end}. */
    private PlaceInParent place;

    /** A clock that is nowhere yet. */
    ChildClock(final LinkTimes times, final NanoClock nanoClock) {
        this.port = new ClockPort(times);
        this.nanoClock = nanoClock;
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
            port.begin(told.epoch(), newPlace.coreTime()::read, told.ownNs(), now());
        }
    }

    /** The counters may not be touched any more. */
    void end() {
        synchronized (port) {
            place = null;
            port.end();
        }
    }

    private long now() {
        return nanoClock.nanoTime();
    }

    /** T_c has moved; tells the child if that is of interest to it. */
    void tell() {
        if (mostNs() >= port.tellFromNs()) {
            pump(now());
        }
    }

    /** Tells the child what is due; from any thread. Returns the wall time for which nothing is. */
    long pump(final long nowNs) {
        synchronized (port) {
            if (place == null) {
                return port.pump(nowNs);
            }
            final long timeNs = place.coreTime().read();
            final long neededNs = timeNs + coreStepNs - maxDelayNs;
            return port.tell(neededNs > port.otherNs() ? neededNs : NEVER, nowNs);
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
}
