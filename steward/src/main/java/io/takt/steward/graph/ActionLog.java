package io.takt.steward.graph;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * All actions that are kept, in the order in which they were first done: that of time, but for those that a change in
 * the past brought. In blocks that know their earliest and latest base time, so that blocks of no interest are passed
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
            for (int i = 0; i < block.end; i++) {
                final Action action = block.actions[i];
                if (action instanceof Execution && !action.dead && action.at.base() >= from
                    && action.at.base() <= to) {
                    taker.accept((Execution) action);
                }
            }
        }
    }

    /** Takes out all actions before a base time, those that came late into the log, too. */
    void takeBefore(final long time, final Consumer<Action> taker) {
        blocks.forEach(block -> block.takeBefore(time, taker));
        blocks.removeIf(block -> block.end == BLOCK && block.earliest > block.latest);
    }

    private static final class Block {
        private final Action[] actions = new Action[BLOCK];
        private int end;
        private long earliest = Long.MAX_VALUE;
        private long latest = Long.MIN_VALUE;

        void add(final Action action) {
            actions[end++] = action;
            note(action);
        }

        void takeBefore(final long time, final Consumer<Action> taker) {
            if (earliest >= time) {
                return;
            }
            earliest = Long.MAX_VALUE;
            latest = Long.MIN_VALUE;
            for (int i = 0; i < end; i++) {
                final Action action = actions[i];
                if (action != null && action.at.base() < time) {
                    actions[i] = null;
                    taker.accept(action);
                } else if (action != null) {
                    note(action);
                }
            }
        }

        private void note(final Action action) {
            earliest = Math.min(earliest, action.at.base());
            latest = Math.max(latest, action.at.base());
        }
    }
}
