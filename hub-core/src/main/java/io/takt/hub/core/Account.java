package io.takt.hub.core;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus.EarlierOfAsset;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counts under an asset's name, through all processes that take part with it: how long it held the core, and the
 * counts of clocks and processes that are gone. So no count falls when another process takes the place. A new
 * epoch counts from 0, beside what was counted in earlier ones. Owned by the hub's thread.
 */
final class Account {
    private static final Map<HoldReason, Long> NEVER_HELD =
        Collections.unmodifiableMap(mapOf(new long[HoldReason.values().length]));
    private static final EarlierOfAsset NOTHING_EARLIER = new EarlierOfAsset(0, 0, NEVER_HELD);

    private final long[] heldNs = new long[HoldReason.values().length];
    private final long[] earlierHeldNs = new long[heldNs.length];
    private long progress;
    private long retains;
    private long earlierProgress;
    private long earlierRetains;
    private long busyNs;
    private List<List<Long>> steps = List.of();
    private long earlierBusyNs;
    private long[] earlierSteps;
    private long missedMessages;
    private long restarts;
    private List<Request.Sent> sent = List.of();
    /** By earlier processes. */
    private Map<String, Request.Sent> earlierSent = Map.of();

    /** It held the core for so long. */
    void held(final HoldReason reason, final long forNs) {
        heldNs[reason.ordinal()] += forNs;
    }

    /** A clock counts no more for this asset, or anew; up to now it has counted so much. */
    void closed(final long clocksProgress, final long clocksRetains) {
        progress += clocksProgress;
        retains += clocksRetains;
    }

    /** Counts of the run begin at 0; all clocks are closed. */
    void beginEpoch() {
        for (int i = 0; i < heldNs.length; i++) {
            earlierHeldNs[i] += heldNs[i];
        }
        Arrays.fill(heldNs, 0);
        earlierProgress += progress;
        earlierRetains += retains;
        progress = 0;
        retains = 0;
        sent = withoutStamps(sent);
        earlierSent = byChannel(withoutStamps(earlierSent.values()));
    }

    /** Takes what a process says of its steps since it was first asked, and of what it has sent. */
    void report(final Request.StepReport report) {
        busyNs = report.busyNs();
        steps = report.steps();
        sent = report.sent();
    }

    /** From now on another process reports, and counts from 0. */
    void beginProcess() {
        if (!steps.isEmpty()) {
            earlierSteps = allSteps();
        }
        earlierBusyNs += busyNs;
        if (!sent.isEmpty()) {
            earlierSent = byChannel(sent());
        }
        busyNs = 0;
        steps = List.of();
        sent = List.of();
    }

    /** A new process takes the place of one that was lost. */
    void restarted() {
        restarts++;
    }

    long restarts() {
        return restarts;
    }

    /** Messages and bytes that all processes in all epochs have sent, by channel. */
    List<Request.Sent> sent() {
        if (earlierSent.isEmpty()) {
            return sent;
        }
        final Map<String, Request.Sent> all = new LinkedHashMap<>(earlierSent);
        sent.forEach(each -> all.merge(each.channel(), each, (before, now) -> new Request.Sent(now.channel(),
            before.messages() + now.messages(), before.bytes() + now.bytes(),
            now.latestNs() == null ? before.latestNs() : now.latestNs())));
        return List.copyOf(all.values());
    }

    private static Map<String, Request.Sent> byChannel(final List<Request.Sent> all) {
        final Map<String, Request.Sent> byChannel = new LinkedHashMap<>();
        all.forEach(each -> byChannel.put(each.channel(), each));
        return byChannel;
    }

    /** Stamps of an epoch mean nothing in another one. */
    private static List<Request.Sent> withoutStamps(final Collection<Request.Sent> all) {
        return all.stream()
            .map(each -> new Request.Sent(each.channel(), each.messages(), each.bytes(), null)).toList();
    }

    /** A process goes on without messages that went with the one before it. */
    void missed(final long messages) {
        missedMessages += messages;
    }

    /** Messages missed by all processes in all epochs. */
    long missedMessages() {
        return missedMessages;
    }

    long[] heldNs() {
        return heldNs;
    }

    static long sum(final long[] heldNs) {
        long sum = 0;
        for (final long each : heldNs) {
            sum += each;
        }
        return sum;
    }

    /** In this epoch, by clocks that are closed. */
    long progress() {
        return progress;
    }

    long retains() {
        return retains;
    }

    /** Wall time spent in steps, by all processes in all epochs. */
    long busyNs() {
        return earlierBusyNs + busyNs;
    }

    /** Steps by how long they took: pairs of b and a count of those in [2^b, 2^(b+1)) ns. */
    List<List<Long>> steps() {
        if (earlierSteps == null) {
            return steps;
        }
        final long[] counts = allSteps();
        final List<List<Long>> pairs = new ArrayList<>();
        for (int bucket = 0; bucket < counts.length; bucket++) {
            if (counts[bucket] > 0) {
                pairs.add(List.of((long) bucket, counts[bucket]));
            }
        }
        return pairs;
    }

    private long[] allSteps() {
        final long[] counts = earlierSteps == null ? new long[Long.SIZE] : earlierSteps.clone();
        steps.forEach(pair -> counts[pair.get(0).intValue()] += pair.get(1));
        return counts;
    }

    EarlierOfAsset earlier() {
        return earlierProgress == 0 && earlierRetains == 0 && sum(earlierHeldNs) == 0 ? NOTHING_EARLIER
            : new EarlierOfAsset(earlierProgress, earlierRetains, byReason(earlierHeldNs));
    }

    /** Time by reason; all assets that have never held the core share one map, so a large status has few objects. */
    static Map<HoldReason, Long> byReason(final long[] heldNs) {
        return sum(heldNs) == 0 ? NEVER_HELD : mapOf(heldNs);
    }

    private static Map<HoldReason, Long> mapOf(final long[] heldNs) {
        final Map<HoldReason, Long> held = new EnumMap<>(HoldReason.class);
        for (final HoldReason reason : HoldReason.values()) {
            held.put(reason, heldNs[reason.ordinal()]);
        }
        return held;
    }
}
