package io.takt.bench;

import io.takt.asset.TaktException;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * The clocks of one hub of a tree, from outside. Each is read before those that it may not pass: clocks never go back,
 * so a fault that is found then is real.
 */
final class TreeClocks implements AutoCloseable {
    private final TreeShape.Node node;
    private final ClockFile file;
    private final Map<Integer, Clock> own = new HashMap<>();
    private final Map<String, Clock> members = new HashMap<>();

    /** Of a hub whose assets and children have joined. */
    TreeClocks(final TreeShape.Node node, final Path cncFile) {
        this.node = node;
        this.file = ClockFile.forReading(cncFile);
        file.counters().forEach((counterId, typeId, key, label) -> {
            if (typeId == ClockLayout.ASSET_TIME_TYPE_ID) {
                members.put(ClockLayout.assetOf(label), file.clock(counterId));
            } else {
                own.put(typeId, file.clock(counterId));
            }
        });
    }

    private long read(final int typeId) {
        final Clock clock = own.get(typeId);
        if (clock == null) {
            throw new TaktException("hub '" + node.hub() + "' has no counter of type " + typeId);
        }
        return clock.read();
    }

    /** T_c. */
    long coreNs() {
        return read(ClockLayout.CORE_TIME_TYPE_ID);
    }

    /** Rules (a) and (b) within the hub, and how far the root was ahead; null when all is well. */
    String judgeMembers(final TreeShape shape, final long rootNs) {
        final long beforeNs = coreNs();
        long leastNs = Long.MAX_VALUE;
        long mostNs = 0;
        for (final Clock each : members.values()) {
            final long timeNs = each.read();
            leastNs = Math.min(leastNs, timeNs);
            mostNs = Math.max(mostNs, timeNs);
        }
        final long afterNs = coreNs();
        if (mostNs > afterNs) {
            return node.hub() + ": an asset at " + mostNs + ", the core at " + afterNs;
        }
        if (!members.isEmpty() && beforeNs - leastNs > shape.maxDelayNs()) {
            return node.hub() + ": the core at " + beforeNs + ", an asset at " + leastNs;
        }
        return !members.isEmpty() && rootNs - leastNs > shape.boundNs(node)
            ? node.hub() + ": the root at " + rootNs + ", an asset at " + leastNs : null;
    }

    /** The bounds between this hub and its parent; null when all is well. */
    String judgeEdge(final TreeClocks parent, final long maxDelayNs) {
        final long coreNs = coreNs();
        final long knownNs = read(ClockLayout.PARENT_TIME_TYPE_ID);
        final long parentNs = parent.coreNs();
        final long countedNs = parent.members.get(node.hub()).read();
        final long reportedNs = read(ClockLayout.REPORT_TYPE_ID);
        return coreNs <= knownNs && knownNs <= parentNs && parentNs - countedNs <= maxDelayNs
            && countedNs <= reportedNs ? null : node.hub() + ": its core at " + coreNs + ", the parent known at "
            + knownNs + " and at " + parentNs + ", the child counted at " + countedNs + " and reported at "
            + reportedNs;
    }

    /** Whether core and assets stand at a time. */
    boolean isAt(final long timeNs) {
        return coreNs() == timeNs && members.values().stream().allMatch(each -> each.read() == timeNs);
    }

    /** How they stand, for a person. */
    String text() {
        final LongSummaryStatistics times = members.values().stream().mapToLong(Clock::read).summaryStatistics();
        return node.hub() + " at " + coreNs() + (members.isEmpty() ? "" : ", its assets and children at "
            + times.getMin() + " to " + times.getMax());
    }

    @Override
    public void close() {
        file.close();
    }
}
