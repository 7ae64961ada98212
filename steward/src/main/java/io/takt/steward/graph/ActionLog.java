package io.takt.steward.graph;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * All actions that are kept, in the order in which they were first done: that of time, but for those that a change in
 * the past brought. In blocks that know their earliest and latest base time, so that what is of no interest is passed
 * over.
 */
final class ActionLog {
    private static final int BLOCK = 64;

    private final ArrayDeque<Block> blocks = new ArrayDeque<>();

    void add(final Action action) {
        Block block = blocks.peekLast();
        if (block == null || block.end == BLOCK) {
            block = new Block();
            blocks.addLast(block);
        }
        block.add(action);
    }

    /** Gives out all executions from one base time to another, in no order. */
    void executions(final long from, final long to, final Consumer<Execution> taker) {
        for (final Block block : blocks) {
            if (block.earliest > to || block.latest < from) {
                continue;
            }
            for (int i = block.begin; i < block.end; i++) {
                final Action action = block.actions[i];
                if (action instanceof Execution && !action.dead && action.at.base() >= from
                    && action.at.base() <= to) {
                    taker.accept((Execution) action);
                }
            }
        }
    }

    /**
     * Takes out the oldest actions, up to the first that is not before a base time. What came late into the log is
     * taken out late.
     */
    void takeBefore(final long time, final Consumer<Action> taker) {
        while (!blocks.isEmpty()) {
            final Block block = blocks.peekFirst();
            while (block.begin < block.end && block.actions[block.begin].at.base() < time) {
                taker.accept(block.actions[block.begin]);
                block.actions[block.begin++] = null;
            }
            if (block.begin < block.end || block.end < BLOCK) {
                return;
            }
            blocks.removeFirst();
        }
    }

    private static final class Block {
        private final Action[] actions = new Action[BLOCK];
        private int begin;
        private int end;
        private long earliest = Long.MAX_VALUE;
        private long latest = Long.MIN_VALUE;

        void add(final Action action) {
            actions[end++] = action;
            earliest = Math.min(earliest, action.at.base());
            latest = Math.max(latest, action.at.base());
        }
    }
}
