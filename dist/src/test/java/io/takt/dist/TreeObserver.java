package io.takt.dist;

import io.takt.asset.TaktException;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.status.CountersReader;

/**
 * Reads the clocks of all hubs of a tree on one host, and judges the bounds between each child and its parent. It finds
 * its counters anew when one of them was given back, as after a reset, or when a hub has made its memory anew.
 */
final class TreeObserver implements AutoCloseable {
    private static final long RESOLVE_EVERY_NS = 50_000_000L;

    private final List<Edge> edges = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "takt-tree-observer");
    private volatile boolean closing;
    private volatile long observations;
    private volatile String violation;

    private static final class Counter {
        private final CountersReader counters;
        private final int id;
        private final long epoch;

        private Counter(final CountersReader counters, final int id) {
            this.counters = counters;
            this.id = id;
            this.epoch = epoch();
        }

        /** The first field of a key. */
        private long epoch() {
            return counters.metaDataBuffer().getLong(
                CountersReader.metaDataOffset(id) + CountersReader.KEY_OFFSET);
        }

        private long read() {
            return counters.getCounterValue(id);
        }

        private boolean isCurrent() {
            return counters.getCounterState(id) == CountersReader.RECORD_ALLOCATED
                && epoch() == epoch;
        }
    }

    /** A child and its parent. */
    private static final class Edge {
        private final Path parentFile;
        private final Path childFile;
        private final String parent;
        private final String child;
        private final long maxDelayNs;
        private Object keyOfParent;
        private Object keyOfChild;
        private ClockFile ofParent;
        private ClockFile ofChild;
        private Counter parentCore;
        private Counter asset;
        private Counter childCore;
        private Counter parentTime;
        private Counter report;
        private long looks;
        private long resolveAtNs = System.nanoTime();

        private Edge(final Path base, final String parent, final String child, final long maxDelayNs) {
            this.parentFile = base.resolve(parent).resolve("cnc.dat");
            this.childFile = base.resolve(child).resolve("cnc.dat");
            this.parent = parent;
            this.child = child;
            this.maxDelayNs = maxDelayNs;
        }

        private boolean resolve() {
            unmap();
            try {
                keyOfParent = key(parentFile);
                keyOfChild = key(childFile);
                ofParent = ClockFile.forReading(parentFile);
                ofChild = ClockFile.forReading(childFile);
            } catch (final TaktException | IllegalStateException e) {
                return false;
            }
            parentCore = find(ofParent, ClockLayout.CORE_TIME_TYPE_ID, ClockLayout.coreTimeLabel(parent));
            asset = find(ofParent, ClockLayout.ASSET_TIME_TYPE_ID, ClockLayout.assetTimeLabel(parent, child));
            childCore = find(ofChild, ClockLayout.CORE_TIME_TYPE_ID, ClockLayout.coreTimeLabel(child));
            parentTime = find(ofChild, ClockLayout.PARENT_TIME_TYPE_ID, "takt parent-time hub=" + child);
            report = find(ofChild, ClockLayout.REPORT_TYPE_ID, "takt report hub=" + child);
            return isCurrent();
        }

        private void unmap() {
            if (ofParent != null) {
                ofParent.close();
            }
            if (ofChild != null) {
                ofChild.close();
            }
            ofParent = null;
            ofChild = null;
            parentCore = null;
        }

        private static Counter find(final ClockFile file, final int typeId, final String label) {
            final Counter[] found = new Counter[1];
            file.counters().forEach((id, type, key, text) -> {
                if (type == typeId && text.equals(label)) {
                    found[0] = new Counter(file.counters(), id);
                }
            });
            return found[0];
        }

        /** Looked at seldom: it asks the file system. */
        private boolean isStale() {
            return ++looks % 1_000 == 0 && !areInPlace();
        }

        private boolean isCurrent() {
            return parentCore != null && asset != null && childCore != null && parentTime != null && report != null
                && parentCore.isCurrent() && asset.isCurrent() && childCore.isCurrent() && parentTime.isCurrent()
                && report.isCurrent();
        }

        /** A killed hub leaves a file whose clocks stand, until the next one puts another file in its place. */
        private boolean areInPlace() {
            return keyOfParent != null && keyOfParent.equals(key(parentFile))
                && keyOfChild != null && keyOfChild.equals(key(childFile));
        }

        private static Object key(final Path file) {
            try {
                return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            } catch (final IOException e) {
                return null;
            }
        }

        /** Null when all is well; each clock is read before those that it may not pass. */
        private String look() {
            final long firstNs = childCore.read();
            final long knownNs = parentTime.read();
            final long parentNs = parentCore.read();
            final long reportedNs = asset.read();
            final long saidNs = report.read();
            final String wrong = firstNs > knownNs ? "T_child " + firstNs + " > 7009 " + knownNs
                : knownNs > parentNs ? "7009 " + knownNs + " > T_parent " + parentNs
                : reportedNs > saidNs ? "7002 " + reportedNs + " > 7010 " + saidNs
                : parentNs > reportedNs + maxDelayNs ? "T_parent " + parentNs + " > 7002 " + reportedNs + " + D_max "
                    + maxDelayNs : null;
            return wrong == null || !isCurrent() || !areInPlace() ? null : child + " below " + parent + ": " + wrong;
        }
    }

    /** Adds a child that has the name of its hub in its parent; to be told before the start. */
    TreeObserver edge(final Path base, final String parent, final String child, final long parentMaxDelayNs) {
        edges.add(new Edge(base, parent, child, parentMaxDelayNs));
        return this;
    }

    TreeObserver start() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void watch() {
        while (!closing && violation == null) {
            for (final Edge edge : edges) {
                observe(edge);
            }
            LockSupport.parkNanos(20_000);
        }
        edges.forEach(Edge::unmap);
    }

    private void observe(final Edge edge) {
        if (edge.parentCore == null || !edge.isCurrent() || edge.isStale()) {
            if (System.nanoTime() - edge.resolveAtNs >= 0 && !edge.resolve()) {
                edge.resolveAtNs = System.nanoTime() + RESOLVE_EVERY_NS;
            }
            return;
        }
        final String wrong = edge.look();
        if (wrong != null) {
            violation = wrong;
        }
        observations++;
    }

    long observations() {
        return observations;
    }

    /** Null as long as all bounds are kept. */
    String violation() {
        return violation;
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
