package io.takt.federation.link;

import io.takt.federation.seal.FrameOpener;
import io.takt.federation.seal.FrameOpener.Outcome;
import io.takt.federation.seal.FrameSealer;
import io.takt.federation.seal.LinkKeys;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * One end's clocks: the frames of a {@link ClockExchange} go out as sealed datagrams, and over the TLS connection for
 * as long as none of the other end's datagrams get through. Sends by itself as soon as a frame is due.
 *
 * <p>Any thread may call; each call is short, and none blocks.
 */
public final class ClockPort {
    /** Sends what it is given, or loses it; does not block. */
    @FunctionalInterface
    public interface Out {
        /**
         * Sends.
         *
         * @param bytes of which all is to be sent.
         */
        void send(ByteBuffer bytes);
    }

    /** The fate of a clock frame. */
    public enum Taken {
        /** The other end's time is later than was known. */
        NEWS,
        /** It says nothing new. */
        OLD,
        /** The other end says a time that it cannot have come to. */
        FROM_FUTURE,
        /** Rejected: it has not the length of a clock frame. */
        MISSHAPEN,
        /** Rejected: it is of another link, or of none. */
        FOREIGN,
        /** Rejected: it came before, or is so old that this cannot be told. */
        REPLAYED,
        /** Rejected: it was not sealed by the other end, or was changed on its way. */
        FORGED;

        /** {@return whether it is none of the other end's} */
        public boolean isRejected() {
            return switch (this) {
                case NEWS, OLD, FROM_FUTURE -> false;
                case MISSHAPEN, FOREIGN, REPLAYED, FORGED -> true;
            };
        }
    }

    /** So often is the other end told, at most, while a whole D_max passes that it does not wait for. */
    private static final int QUANTA = 32;

    /**
     * After so many heartbeats the child's end tells its clock over TLS, too, which the parent's answers: so each hears
     * whether anything passes there, though datagrams do.
     */
    private static final int HEARTBEATS_WITHOUT_SPARE = 10;

    private static final long NEVER = Long.MIN_VALUE;
    private static final long NOTHING = Long.MAX_VALUE;

    /** A payload of {@link MuxFrame#CLOCK}. */
    private static final int SPARE_LENGTH = 1 + ClockFrame.LENGTH;

    private final ClockExchange exchange;
    private final ClockFrame frame = new ClockFrame();
    private final ByteBuffer payload = ByteBuffer.allocateDirect(ClockFrame.LENGTH);
    private final ByteBuffer opened = ByteBuffer.allocateDirect(FrameSealer.mostPayloadBytes() + 64);
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(2 * FrameSealer.mostPayloadBytes());
    private FrameSealer sealer;
    private FrameOpener opener;
    private LongSupplier own;
    private Out byUdp;
    private Out byTls;
    private boolean isPlaced;
    private boolean hasUdp;
    private boolean otherHasUdp;
    private boolean owesSpare;
    private final long spareAfterNs;
    private long spareSentNs;
    private boolean isChild;
    private long framesReceived;
    /** Of connections before this one. */
    private long framesBefore;
    private long learntEpoch;
    private long learntNs;
    private volatile long epoch;
    private volatile long otherNs;
    private volatile long heardAtNs = NEVER;
    private volatile long roundTripNs;
    private volatile long tellFromNs = NOTHING;

    /**
     * An end without a connection and a place.
     *
     * @param times of the link.
     */
    public ClockPort(final LinkTimes times) {
        this.exchange = new ClockExchange(1, times.heartbeatNs());
        this.spareAfterNs = HEARTBEATS_WITHOUT_SPARE * times.heartbeatNs();
    }

    /**
     * How far the parent may be ahead of the child; known before {@link #begin}.
     *
     * @param maxDelayNs D_max of the parent.
     */
    public synchronized void maxDelay(final long maxDelayNs) {
        exchange.quantum(Math.max(1, maxDelayNs / QUANTA));
    }

    /**
     * There is a new connection.
     *
     * @param keys     of it.
     * @param linkId   number of it.
     * @param ofChild  whether this is the child's end.
     * @param newByUdp takes datagrams.
     * @param newByTls takes payloads of {@link MuxFrame#CLOCK}, which are its own.
     */
    public synchronized void connect(final LinkKeys keys, final long linkId, final boolean ofChild, final Out newByUdp,
        final Out newByTls) {
        closeCount();
        isChild = ofChild;
        sealer = keys.sealer(linkId, isChild);
        opener = keys.opener(linkId, isChild);
        byUdp = newByUdp;
        byTls = newByTls;
        hasUdp = false;
        otherHasUdp = false;
        owesSpare = false;
        exchange.connect();
        tellFromNs = isPlaced ? exchange.tellFromNs() : NOTHING;
    }

    /** The connection is gone. */
    public synchronized void disconnect() {
        closeCount();
        sealer = null;
        byUdp = null;
        byTls = null;
        tellFromNs = NOTHING;
    }

    private void closeCount() {
        framesBefore += opener == null ? 0 : opener.greatest();
        opener = null;
    }

    /** {@return how many datagrams the other end has sent at least, as those that came are numbered} */
    public synchronized long framesSent() {
        return framesBefore + (opener == null ? 0 : opener.greatest());
    }

    /** {@return how many of them have come} */
    public synchronized long framesReceived() {
        return framesReceived;
    }

    /**
     * A run begins or goes on. Within an epoch what was known of the other end stays known.
     *
     * @param newEpoch of the parent's run.
     * @param newOwn   time of this end in it; asked from any thread that calls, and not after {@link #end}.
     * @param newOther time of the other.
     * @param nowNs    wall time.
     */
    public synchronized void begin(final long newEpoch, final LongSupplier newOwn, final long newOther,
        final long nowNs) {
        own = newOwn;
        final long knownNs = Math.max(newOther, Math.max(newEpoch == epoch ? otherNs : 0,
            newEpoch == learntEpoch ? learntNs : 0));
        exchange.begin(newEpoch, own.getAsLong(), knownNs);
        otherNs = knownNs;
        epoch = newEpoch;
        isPlaced = true;
        pump(nowNs);
    }

    /** Nothing is said of clocks until the next {@link #begin}, but that this end is there. */
    public synchronized void end() {
        isPlaced = false;
        tellFromNs = NOTHING;
        exchange.begin(ClockExchange.NO_RUN, 0, 0);
    }

    /**
     * The own time has moved, or the time that is waited for has changed.
     *
     * @param awaitedNs time of the other for which this end waits; one that has come, or {@link Long#MAX_VALUE}, is
     *                  none.
     * @param nowNs     wall time.
     * @return wall time for which there is nothing to send.
     */
    public synchronized long tell(final long awaitedNs, final long nowNs) {
        exchange.await(awaitedNs);
        return pump(nowNs);
    }

    /**
     * Sends what is due.
     *
     * @param nowNs wall time.
     * @return wall time for which there is nothing to send; {@link Long#MAX_VALUE} without a connection.
     */
    public synchronized long pump(final long nowNs) {
        if (sealer == null) {
            tellFromNs = NOTHING;
            return NOTHING;
        }
        final long dueNs = sendIfDue(nowNs);
        // The own time may have passed that mark before its thread could see it.
        return isPlaced && own.getAsLong() >= tellFromNs ? sendIfDue(nowNs) : dueNs;
    }

    private long sendIfDue(final long nowNs) {
        if (isPlaced) {
            exchange.onOwnTime(own.getAsLong(), nowNs);
        }
        long dueNs = exchange.dueInNs(nowNs);
        if (dueNs <= 0) {
            exchange.fill(frame, nowNs);
            send(nowNs);
            dueNs = exchange.dueInNs(nowNs);
        }
        tellFromNs = isPlaced ? exchange.tellFromNs() : NOTHING;
        return dueNs;
    }

    private void send(final long nowNs) {
        if (!hasUdp || !otherHasUdp || owesSpare || isChild && nowNs - spareSentNs >= spareAfterNs) {
            final ByteBuffer spare = ByteBuffer.allocate(SPARE_LENGTH).put((byte) (hasUdp ? 1 : 0));
            frame.write(spare);
            byTls.send(spare.flip());
            owesSpare = false;
            spareSentNs = nowNs;
        }
        frame.write(payload.clear());
        sealer.seal(payload.flip(), datagram.clear());
        byUdp.send(datagram.flip());
        // While the frame is on its way, so that the next ones are not delayed.
        sealer.prepare();
        opener.prepare();
    }

    /**
     * From which own time on there may be something to send; before that the time need not be told of.
     *
     * @return ns of simulation time; {@link Long#MAX_VALUE} when the other end cannot be told.
     */
    public long tellFromNs() {
        return tellFromNs;
    }

    /**
     * A datagram has come.
     *
     * @param bytes  all that is left of it.
     * @param mostNs the latest time that the other end can have come to.
     * @param nowNs  wall time.
     * @return what became of it.
     */
    public synchronized Taken onDatagram(final ByteBuffer bytes, final long mostNs, final long nowNs) {
        final Outcome outcome = opener == null ? Outcome.FOREIGN : opener.open(bytes, opened.clear());
        framesReceived += outcome == Outcome.OPENED ? 1 : 0;
        if (outcome != Outcome.OPENED) {
            return Taken.valueOf(outcome.name());
        }
        if (!frame.read(opened.flip())) {
            return Taken.MISSHAPEN;
        }
        if (!hasUdp) {
            hasUdp = true;
            owesSpare = true;
            exchange.hurry();
        }
        return take(mostNs, nowNs);
    }

    /**
     * A clock has come over the TLS connection.
     *
     * @param bytes  the payload.
     * @param mostNs the latest time that the other end can have come to.
     * @param nowNs  wall time.
     * @return what became of it.
     */
    public synchronized Taken onSpare(final ByteBuffer bytes, final long mostNs, final long nowNs) {
        if (bytes.remaining() != SPARE_LENGTH) {
            return Taken.MISSHAPEN;
        }
        otherHasUdp = bytes.get() != 0;
        owesSpare |= !isChild;
        if (!frame.read(bytes)) {
            return Taken.MISSHAPEN;
        }
        return take(mostNs, nowNs);
    }

    private Taken take(final long mostNs, final long nowNs) {
        heardAtNs = nowNs;
        if (!isPlaced) {
            exchange.onFrame(frame, nowNs);
            roundTripNs = exchange.roundTripNs();
            return Taken.OLD;
        }
        if (frame.epoch() == epoch && frame.timeNs() > mostNs) {
            return Taken.FROM_FUTURE;
        }
        final boolean isNews = exchange.onFrame(frame, nowNs);
        otherNs = exchange.otherNs();
        roundTripNs = exchange.roundTripNs();
        pump(nowNs);
        return isNews ? Taken.NEWS : Taken.OLD;
    }

    /**
     * The other end's time has come in order with what is said ({@link MuxFrame#TIME}), perhaps before the run that it
     * is of has begun here.
     *
     * @param bytes  epoch and time.
     * @param mostNs the latest time that the other end can have come to.
     * @return what became of it.
     */
    public synchronized Taken onTime(final ByteBuffer bytes, final long mostNs) {
        if (bytes.remaining() != 2 * Long.BYTES) {
            return Taken.MISSHAPEN;
        }
        learntEpoch = bytes.getLong();
        learntNs = bytes.getLong();
        if (learntEpoch != epoch || !isPlaced) {
            return Taken.OLD;
        }
        if (learntNs > mostNs) {
            return Taken.FROM_FUTURE;
        }
        final boolean isNews = exchange.onTime(learntNs);
        otherNs = exchange.otherNs();
        return isNews ? Taken.NEWS : Taken.OLD;
    }

    /** {@return the epoch of the run that has begun here; 0 before the first} */
    public long epoch() {
        return epoch;
    }

    /** {@return whether datagrams get through in both directions} */
    public synchronized boolean isByUdp() {
        return hasUdp && otherHasUdp;
    }

    /** {@return the newest time of the other end that is known here} */
    public long otherNs() {
        return otherNs;
    }

    /**
     * Whether an authentic frame has come lately.
     *
     * @param withinNs wall time.
     * @param nowNs    wall time.
     * @return false before the first.
     */
    public boolean isHeard(final long withinNs, final long nowNs) {
        final long atNs = heardAtNs;
        return atNs != NEVER && nowNs - atNs < withinNs;
    }

    /** {@return smoothed, in ns of wall time; 0 before it was measured} */
    public long roundTripNs() {
        return roundTripNs;
    }
}
