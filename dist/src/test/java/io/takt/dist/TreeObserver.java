package io.takt.dist;

import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.clock.ClockObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.status.CountersReader;

/**
 * Reads the clocks of all hubs of a tree on one host, and judges the bounds between each child and its parent, between
 * the members of each hub, and between the root and an asset far below. It finds its counters anew when one of them was
 * given back, as after a reset, or when a hub has made its memory anew.
 */
final class TreeObserver implements AutoCloseable {
    private static final long RESOLVE_EVERY_NS = 50_000_000L;

    private final List<Edge> edges = new ArrayList<>();
    private final List<Members> members = new ArrayList<>();
    private final List<Way> ways = new ArrayList<>();
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
        private final Path base;
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
            this.base = base;
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
            if (wrong != null && !isAttached()) {
                unmap();
                resolveAtNs = System.nanoTime() + RESOLVE_EVERY_NS;
                return null;
            }
            return wrong == null || !isCurrent() || !areInPlace() ? null : child + " below " + parent + ": " + wrong;
        }

        /**
         * One that is killed, or away, shows the time of its parent's run before when that has been reset meanwhile.
         * Asked before the counters are looked at once more: they are others when it is back.
         */
        private boolean isAttached() {
            final HubStatus status = TaktProcess.status(base, child);
            return status != null && status.parent() != null && status.parent().attached();
        }
    }

    /** A hub, by the rules among its own clocks. */
    private static final class Members {
        private final Path path;
        private final String hub;
        private final long maxDelayNs;
        private Object key;
        private ClockFile file;
        private ClockObserver observer;
        private long looks;
        private long mapAtNs = System.nanoTime();

        private Members(final Path base, final String hub, final long maxDelayNs) {
            this.path = base.resolve(hub).resolve("cnc.dat");
            this.hub = hub;
            this.maxDelayNs = maxDelayNs;
        }

        /** Null when all is well. */
        private String look() {
            if (observer == null || ++looks % 1_000 == 0 && !isInPlace()) {
                map();
                return null;
            }
            final long before = observer.violations();
            observer.observe();
            return observer.violations() == before || !isInPlace() ? null : hub + ": " + observer.firstViolation();
        }

        private boolean isInPlace() {
            return key != null && key.equals(Edge.key(path));
        }

        private void map() {
            if (System.nanoTime() - mapAtNs < 0) {
                return;
            }
            mapAtNs = System.nanoTime() + RESOLVE_EVERY_NS;
            unmap();
            try {
                key = Edge.key(path);
                file = ClockFile.forReading(path);
                observer = new ClockObserver(file, hub, maxDelayNs);
            } catch (final TaktException | IllegalStateException e) {
                // It is not there yet, or being made.
                observer = null;
            }
        }

        private void unmap() {
            if (file != null) {
                file.close();
            }
            file = null;
            observer = null;
        }
    }

    /** From the root down to an asset of the last child: the bound of the tree, which the root keeps towards it. */
    private static final class Way {
        private final Edge top;
        private final Edge bottom;
        private final String asset;
        private final long boundNs;
        private ClockFile file;
        private Counter time;

        private Way(final Edge top, final Edge bottom, final String asset, final long boundNs) {
            this.top = top;
            this.bottom = bottom;
            this.asset = asset;
            this.boundNs = boundNs;
        }

        /** Null when all is well; T_c is read first. */
        private String look() {
            if (!top.isCurrent() || !bottom.isCurrent()) {
                return null;
            }
            if (file != bottom.ofChild || time == null || !time.isCurrent()) {
                file = bottom.ofChild;
                time = Edge.find(file, ClockLayout.ASSET_TIME_TYPE_ID,
                    ClockLayout.assetTimeLabel(bottom.child, asset));
                return null;
            }
            final long rootNs = top.parentCore.read();
            final long assetNs = time.read();
            return rootNs <= assetNs + boundNs || !top.isCurrent() || !bottom.isCurrent() || !time.isCurrent()
                || !top.areInPlace() || !bottom.areInPlace() ? null
                : asset + " below " + top.parent + ": T_root " + rootNs + " > T_i " + assetNs + " + " + boundNs;
        }
    }

    /** Adds a child that has the name of its hub in its parent; to be told before the start. */
    TreeObserver edge(final Path base, final String parent, final String child, final long parentMaxDelayNs) {
        edges.add(new Edge(base, parent, child, parentMaxDelayNs));
        return this;
    }

    /** Adds a hub, to look at its own clocks; to be told before the start. */
    TreeObserver hub(final Path base, final String hub, final long maxDelayNs) {
        members.add(new Members(base, hub, maxDelayNs));
        return this;
    }

    /** Adds an asset of the last child that was added; the parent of the first one is the root. */
    TreeObserver way(final String asset, final long boundNs) {
        ways.add(new Way(edges.get(0), edges.get(edges.size() - 1), asset, boundNs));
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
            for (final Members each : members) {
                note(each.look());
            }
            for (final Way each : ways) {
                note(each.look());
            }
            LockSupport.parkNanos(20_000);
        }
        edges.forEach(Edge::unmap);
        members.forEach(Members::unmap);
    }

    private void note(final String wrong) {
        violation = violation == null ? wrong : violation;
    }

    private void observe(final Edge edge) {
        if (edge.parentCore == null || !edge.isCurrent() || edge.isStale()) {
            if (System.nanoTime() - edge.resolveAtNs >= 0 && !edge.resolve()) {
                edge.resolveAtNs = System.nanoTime() + RESOLVE_EVERY_NS;
            }
            return;
        }
        note(edge.look());
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
