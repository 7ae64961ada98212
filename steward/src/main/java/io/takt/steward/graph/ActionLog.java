package io.takt.steward.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * All actions that are kept, in blocks in order of base time; within a block in no order. So finding those of a time
 * costs a binary search, and one that a change in the past brings goes to where its time is. A block that is full drops
 * what is dead: a history whose past is changed again and again does not grow.
 */
final class ActionLog {
    private static final int BLOCK = 64;
    /** A block in the past is divided when it has so many. */
    private static final int MOST = 2 * BLOCK;

    /** The bound of a block is where its base times begin; they end with the next bound, inclusive. */
    private final ArrayList<Block> blocks = new ArrayList<>();
    private final Consumer<Action> dropped;

    /** Each action that is dead, and was taken out for that, is given to a taker. */
    ActionLog(final Consumer<Action> dropped) {
        this.dropped = dropped;
    }

    void add(final Action action) {
        final long base = action.at.base();
        final int last = blocks.size() - 1;
        final Block newest = last < 0 ? null : blocks.get(last);
        if (newest == null || newest.end >= BLOCK && newest.latest <= base) {
            final Block block = new Block(base);
            block.append(action);
            blocks.add(block);
        } else {
            insert(action, newest.bound <= base ? last : Math.max(0, atOrBefore(base)));
        }
    }

    private void insert(final Action action, final int place) {
        final Block block = blocks.get(place);
        if (block.end == block.actions.length && block.end >= MOST) {
            block.dropDead(dropped);
            if (block.end > BLOCK) {
                final Block later = block.divide();
                if (later != null) {
                    blocks.add(place + 1, later);
                    insert(action, action.at.base() < later.bound ? place : place + 1);
                    return;
                }
            }
        }
        block.bound = Math.min(block.bound, action.at.base());
        block.append(action);
    }

    /** The last block whose bound is at a time or before; -1 if there is none. */
    private int atOrBefore(final long time) {
        int low = 0;
        int high = blocks.size() - 1;
        while (low <= high) {
            final int middle = (low + high) >>> 1;
            if (blocks.get(middle).bound <= time) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** The first block that may have actions of a base time: several may have the same bound. */
    private int firstOf(final long time) {
        // The block before them may end with that time.
        return time == Long.MIN_VALUE ? 0 : Math.max(0, atOrBefore(time - 1));
    }

    /** Gives out all executions from one base time to another, in no order. */
    void executions(final long from, final long to, final Consumer<Execution> taker) {
        for (int place = firstOf(from); place < blocks.size() && blocks.get(place).bound <= to; place++) {
            final Block block = blocks.get(place);
            for (int i = 0; i < block.end; i++) {
                final Action action = block.actions[i];
                if (action instanceof Execution && !action.dead && action.at.base() >= from
                    && action.at.base() <= to) {
                    taker.accept((Execution) action);
                }
            }
        }
    }

    /** Gives out all actions from a base time on, and some from before; those that came in order of time, in it. */
    void from(final long time, final Consumer<Action> taker) {
        for (int place = firstOf(time); place < blocks.size(); place++) {
            final Block block = blocks.get(place);
            for (int i = 0; i < block.end; i++) {
                taker.accept(block.actions[i]);
            }
        }
    }

    /** Takes out all actions before a base time. */
    void takeBefore(final long time, final Consumer<Action> taker) {
        int whole = 0;
        while (whole < blocks.size() && blocks.get(whole).bound < time) {
            final Block block = blocks.get(whole);
            block.takeBefore(time, taker);
            if (block.end > 0) {
                break;
            }
            whole++;
        }
        blocks.subList(0, whole).clear();
    }

    /** Takes out all actions from a base time on. */
    void takeFrom(final long time, final Consumer<Action> taker) {
        final int first = firstOf(time);
        for (int place = blocks.size() - 1; place >= first; place--) {
            final Block block = blocks.get(place);
            block.takeFrom(time, taker);
            if (block.end == 0) {
                blocks.remove(place);
            }
        }
    }

    /** About how many actions are of a base time or later. */
    long countFrom(final long time) {
        return (long) (blocks.size() - firstOf(time)) * BLOCK;
    }

    /**
     * The base time before which so many events lie, the earliest ones; some more if they are of one block.
     *
     * @return the smallest long if there are no more than that.
     */
    long timeAfter(final long events) {
        long left = events;
        for (int place = 0; place + 1 < blocks.size(); place++) {
            final Block block = blocks.get(place);
            for (int i = 0; i < block.end; i++) {
                left -= block.actions[i] instanceof Execution && !block.actions[i].dead ? 1 : 0;
            }
            if (left <= 0) {
                return blocks.get(place + 1).bound;
            }
        }
        return Long.MIN_VALUE;
    }

    private static final class Block {
        private Action[] actions = new Action[BLOCK];
        private int end;
        private long bound;
        private long latest = Long.MIN_VALUE;

        Block(final long bound) {
            this.bound = bound;
        }

        void append(final Action action) {
            if (end == actions.length) {
                actions = Arrays.copyOf(actions, 2 * end);
            }
            actions[end++] = action;
            latest = Math.max(latest, action.at.base());
        }

        void dropDead(final Consumer<Action> dropped) {
            keepIf(action -> !action.dead, dropped);
        }

        void takeBefore(final long time, final Consumer<Action> taker) {
            // Mostly all of it is earlier: then no action's instant is looked at.
            final boolean whole = latest < time;
            keepIf(action -> !whole && action.at.base() >= time, taker);
            bound = Math.max(bound, time);
        }

        void takeFrom(final long time, final Consumer<Action> taker) {
            keepIf(action -> action.at.base() < time, taker);
            latest = Math.min(latest, time - 1);
        }

        private void keepIf(final Predicate<Action> kept, final Consumer<Action> taker) {
            int left = 0;
            for (int i = 0; i < end; i++) {
                final Action action = actions[i];
                if (kept.test(action)) {
                    actions[left++] = action;
                } else {
                    taker.accept(action);
                }
            }
            Arrays.fill(actions, left, end, null);
            end = left;
        }

        /** Gives the later half of its actions to a new block; null if all are of one time. */
        Block divide() {
            Arrays.sort(actions, 0, end, (one, other) -> Long.compare(one.at.base(), other.at.base()));
            int middle = end / 2;
            while (middle < end && actions[middle].at.base() == actions[middle - 1].at.base()) {
                middle++;
            }
            if (middle == end) {
                middle = end / 2;
                while (middle > 0 && actions[middle].at.base() == actions[middle - 1].at.base()) {
                    middle--;
                }
            }
            if (middle == 0) {
                return null;
            }
            final Block later = new Block(actions[middle].at.base());
            for (int i = middle; i < end; i++) {
                later.append(actions[i]);
            }
            Arrays.fill(actions, middle, end, null);
            end = middle;
            latest = actions[middle - 1].at.base();
            return later;
        }
    }
}
