package io.takt.shm.asset;

import io.takt.shm.control.Request;
import io.takt.shm.message.MessageEndpoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * How long an asset's steps take in wall time, counted by powers of two, from when that is first asked for.
 *
 * <p>Steps are not made slower by being timed: while the last that were took 10 us or more on average, each is; when
 * they are cheaper, only every 64th is, which then counts for the 63 before it as well. So the counts always add up to
 * all steps up to the last that was timed, and where cheap and expensive steps are mixed they are right on average.
 *
 * <p>{@link #begin} and {@link #end} belong to the thread that drives the asset; {@link #report} is for any other.
 */
final class StepTimes {
    /** Two looks at the clock cost less than a hundredth of it. */
    static final long CHEAP_BELOW_NS = 10_000;

    /** One of so many cheap steps is timed. */
    static final int CHEAP_ONE_IN = 64;

    private static final int AVERAGE_OVER = 8;
    private static final int ASSETS_A_REPORT = 32;
    private static final int CHANNELS_A_REPORT = 64;

    /** Null until it is asked for. */
    private volatile NanoClock nanoClock;
    private final AtomicLongArray counts = new AtomicLongArray(Long.SIZE);
    private final AtomicLong busyNs = new AtomicLong();
    private long averageNs = CHEAP_BELOW_NS;
    private int skipped;
    private boolean timing;
    private long startNs;

    /** A step begins. */
    void begin() {
        final NanoClock clock = nanoClock;
        if (clock == null) {
            return;
        }
        timing = averageNs >= CHEAP_BELOW_NS || skipped == CHEAP_ONE_IN - 1;
        if (timing) {
            startNs = clock.nanoTime();
        } else {
            skipped++;
        }
    }

    /** The step that has begun is done. */
    void end() {
        if (timing) {
            final long tookNs = Math.max(0, nanoClock.nanoTime() - startNs);
            final long weight = 1 + skipped;
            final int bucket = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, tookNs));
            counts.setOpaque(bucket, counts.getPlain(bucket) + weight);
            busyNs.setOpaque(busyNs.getPlain() + weight * tookNs);
            averageNs += (tookNs - averageNs) / AVERAGE_OVER;
            skipped = 0;
            timing = false;
        }
    }

    /**
     * The counts since this was first asked, with the messages that an endpoint has sent, null for none; a step that
     * ends meanwhile may be in one number and not yet in another.
     */
    Request.StepReport report(final String asset, final NanoClock clock, final MessageEndpoint endpoint) {
        nanoClock = clock;
        final List<List<Long>> steps = new ArrayList<>();
        for (int bucket = 0; bucket < counts.length(); bucket++) {
            final long count = counts.getOpaque(bucket);
            if (count > 0) {
                steps.add(List.of((long) bucket, count));
            }
        }
        return new Request.StepReport(asset, busyNs.getOpaque(), steps,
            endpoint == null ? List.of() : endpoint.sent());
    }

    /** Reports of many assets in pieces of some 10 KB: a hub takes no line without end. */
    static void report(final Collection<AssetSession> sessions, final NanoClock nanoClock,
        final Consumer<List<Request.StepReport>> teller) {
        final List<Request.StepReport> reports = new ArrayList<>();
        int channels = 0;
        for (final AssetSession session : sessions) {
            final Request.StepReport report = session.reportSteps(nanoClock);
            reports.add(report);
            channels += report.sent().size();
            if (reports.size() == ASSETS_A_REPORT || channels >= CHANNELS_A_REPORT) {
                teller.accept(List.copyOf(reports));
                reports.clear();
                channels = 0;
            }
        }
        if (!reports.isEmpty()) {
            teller.accept(List.copyOf(reports));
        }
    }
}
