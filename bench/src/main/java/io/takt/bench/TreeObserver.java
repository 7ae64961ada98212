package io.takt.bench;

import io.takt.asset.TaktException;
import java.util.List;

/** Looks at all clocks of a running tree, again and again, and counts what breaks a bound. */
final class TreeObserver implements AutoCloseable {
    private static final long BETWEEN_LOOKS_NS = WallTime.MS;

    private final TreeShape shape;
    private final List<TreeClocks> hubs;
    private final Thread thread = new Thread(this::watch, "takt-bench-observer");
    private volatile boolean closing;
    private long looks;
    private long violations;
    private String first;

    /** The clocks are in the order of the shape's nodes; they stay the caller's. */
    TreeObserver(final TreeShape shape, final List<TreeClocks> hubs) {
        this.shape = shape;
        this.hubs = hubs;
        thread.setDaemon(true);
    }

    TreeObserver start() {
        thread.start();
        return this;
    }

    private void watch() {
        try {
            while (!closing) {
                look();
                WallTime.sleep(BETWEEN_LOOKS_NS);
            }
        } catch (final TaktException e) {
            note("the observer sees no more: " + e.getMessage());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        for (int i = 0; i < hubs.size(); i++) {
            final TreeClocks hub = hubs.get(i);
            final int parent = shape.nodes().get(i).parent();
            note(hub.judgeMembers(shape, hubs.get(0).coreNs()));
            note(parent < 0 ? null : hub.judgeEdge(hubs.get(parent), shape.maxDelayNs()));
        }
        looks++;
    }

    private void note(final String violation) {
        if (violation != null) {
            violations++;
            first = first == null ? violation : first;
        }
    }

    /** How often all clocks were read; after {@link #close}. */
    long looks() {
        return looks;
    }

    /** How often a bound was broken; after {@link #close}. */
    long violations() {
        return violations;
    }

    /** The first violation; null when there was none. */
    String first() {
        return first;
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
