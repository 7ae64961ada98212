package io.takt.steward.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.Consumer;

import io.takt.steward.ExtendedTime;

/**
 * The turns that are kept, in order of their instants, in blocks: a turn of the past is found by binary search, and one
 * that comes between two others moves few. Turns that were added at the end lie one after the other in arrays of their
 * block; an object is made of one only if it is asked for.
 */
final class Log {
    /** With about as many blocks, or more, not each is looked at to count turns. */
    private static final int COUNTED = 64;

    /** In order; none is empty. */
    private Block[] blocks = new Block[16];
    /** The base time of the first turn of each. */
    private long[] firsts = new long[16];
    private int count;
    /** The block that was found last: mostly the next one is there, too. */
    private int recent;
    private long bytes;
    private long events;
    private long values;
    /** Room of the next block: numbers, values and answers. */
    private int[] room = {32 * Block.USUAL, 8 * Block.USUAL, 4 * Block.USUAL};
    /** The last block, or one that becomes the last with the next turn; nothing may be left of it. */
    private Block open = new Block(0, 0, 0);
    private final Turn free = new Turn();
    private final Turn looked = new Turn();

    /** About how many bytes they take, without values and events. */
    long bytes() {
        return bytes;
    }

    /** How many of them are events. */
    long events() {
        return events;
    }

    /** How many values they have overwritten. */
    long values() {
        return values;
    }

    /** The instant of the latest turn; null if there is none. */
    ExtendedTime lastAt() {
        return count == 0 ? null : blocks[count - 1].at(blocks[count - 1].end - 1);
    }

    /**
     * A place at the end that has room for a turn, to be filled. It becomes one of the log when it is {@linkplain #add
     * added}.
     */
    Turn free(final int numbers, final int ofValues, final int answers) {
        if (open.end >= Block.USUAL || !open.hasRoom(numbers, ofValues, answers)) {
            room = open.usualRoom(room, numbers, ofValues, answers);
            open = new Block(Math.max(room[0], numbers), Math.max(room[1], ofValues), Math.max(room[2], answers));
        }
        makeRoom();
        open.lookAtEnd(free);
        return free;
    }

    /** What was filled in is a turn of the log, later than all others. Nothing is thrown. */
    void add() {
        open.append(free);
        if (count == 0 || blocks[count - 1] != open) {
            add(count, open);
        }
        count(free, 1);
    }

    private void makeRoom() {
        if (count == blocks.length) {
            final Block[] longer = Arrays.copyOf(blocks, 2 * count);
            firsts = Arrays.copyOf(firsts, 2 * count);
            blocks = longer;
        }
    }

    private void add(final int index, final Block block) {
        System.arraycopy(blocks, index, blocks, index + 1, count - index);
        System.arraycopy(firsts, index, firsts, index + 1, count - index);
        blocks[index] = block;
        firsts[index] = block.firstBase();
        count++;
    }

    /** Puts in a turn of an instant that none has. */
    void insert(final Turn turn) {
        makeRoom();
        final int index = Math.max(0, blockBefore(turn.at()));
        if (count == 0) {
            final Block only = new Block(0, 0, 0);
            only.insert(0, turn);
            add(0, only);
            count(turn, 1);
            return;
        }
        Block block = blocks[index];
        int at = index;
        if (block.end == Block.MOST && block.begin > 0) {
            block.moveToFront();
        } else if (block.end == Block.MOST) {
            add(++at, block.divide());
            if (block == open) {
                open = new Block(0, 0, 0);
            }
            if (blocks[at].at(blocks[at].begin).isBefore(turn.at())) {
                block = blocks[at];
            } else {
                at--;
            }
        }
        block.insert(block.from(turn.at()), turn);
        firsts[at] = block.firstBase();
        count(turn, 1);
    }

    /** Takes out a turn. */
    void remove(final Turn turn) {
        final int index = blockOf(turn.at());
        final Block block = blocks[index];
        count(turn, -1);
        block.remove(block.from(turn.at()));
        if (block.begin == block.end) {
            removeBlocks(index, 1);
        } else {
            firsts[index] = block.firstBase();
        }
    }

    private void removeBlocks(final int index, final int number) {
        System.arraycopy(blocks, index + number, blocks, index, count - index - number);
        System.arraycopy(firsts, index + number, firsts, index, count - index - number);
        Arrays.fill(blocks, count - number, count, null);
        count -= number;
    }

    /** Puts a turn in the place of another one of the same instant. */
    void replace(final Turn before, final Turn after) {
        final Block block = blocks[blockOf(before.at())];
        final int place = block.from(before.at());
        count(before, -1);
        block.replace(place, after);
        count(after, 1);
    }

    /** The turn of an instant; null if there is none. */
    Turn find(final ExtendedTime at) {
        final int index = blockOf(at);
        if (index == count) {
            return null;
        }
        final int place = blocks[index].from(at);
        return blocks[index].isAt(place, at) ? blocks[index].object(place) : null;
    }

    /** The instant of the last turn before another one; null if there is none. */
    ExtendedTime before(final ExtendedTime at) {
        final int index = blockBefore(at);
        return index < 0 ? null : blocks[index].at(blocks[index].from(at) - 1);
    }

    /** How many turns are at an instant or later; about so many if those are in many blocks. */
    long countFrom(final ExtendedTime at) {
        final int index = blockOf(at);
        if (index == count) {
            return 0;
        }
        // Each block stands for those that follow it up to the next one that is looked at.
        final int each = 1 + (count - index) / COUNTED;
        long found = blocks[index].end - blocks[index].from(at);
        for (int i = index + 1; i < count; i += each) {
            found += (long) Math.min(each, count - i) * (blocks[i].end - blocks[i].begin);
        }
        return found;
    }

    /** All turns from one instant, inclusive, to another one, inclusive, in order. */
    ArrayList<Turn> between(final ExtendedTime from, final ExtendedTime to) {
        final ArrayList<Turn> found = new ArrayList<>();
        for (int index = blockOf(from); index < count; index++) {
            final Block block = blocks[index];
            for (int i = block.from(from); i < block.end; i++) {
                if (to.isBefore(block.at(i))) {
                    return found;
                }
                found.add(block.object(i));
            }
        }
        return found;
    }

    /**
     * Takes out all turns of base times before one.
     *
     * @param taker is given each before, in order, in an object that this uses again; throws nothing.
     */
    void dropBefore(final long base, final Consumer<Turn> taker) {
        int whole = 0;
        while (whole < count && dropBefore(base, blocks[whole], taker)) {
            whole++;
        }
        removeBlocks(0, whole);
        if (count > 0) {
            firsts[0] = blocks[0].firstBase();
        }
    }

    /** Returns true if nothing is left of a block. */
    private boolean dropBefore(final long base, final Block block, final Consumer<Turn> taker) {
        while (block.begin < block.end && block.firstBase() < base) {
            block.look(block.begin, looked);
            taker.accept(looked);
            count(looked, -1);
            block.removeFirst(looked);
        }
        return block.begin == block.end;
    }

    /**
     * The base time before which so many events lie, the earliest ones; some more if they are of one time.
     *
     * @param wanted    1 or more.
     * @param otherwise given back if no turn comes after those.
     */
    long timeAfter(final long wanted, final long otherwise) {
        long left = wanted;
        long last = 0;
        for (int index = 0; index < count; index++) {
            for (int i = blocks[index].begin; i < blocks[index].end; i++) {
                blocks[index].look(i, looked);
                if (left <= 0 && looked.base() > last) {
                    return looked.base();
                }
                last = looked.base();
                left -= looked.event() != null ? 1 : 0;
            }
        }
        return otherwise;
    }

    /** The first block that has a turn at an instant or later; the count of blocks if none has. */
    private int blockOf(final ExtendedTime at) {
        final int before = blockBefore(at);
        return before < 0 ? 0 : blocks[before].endsBefore(at) ? before + 1 : before;
    }

    /** The last block that has a turn before an instant; -1 if none has. */
    private int blockBefore(final ExtendedTime at) {
        int low = 0;
        int high = count;
        if (recent < count) {
            if (beginsBefore(recent, at)) {
                low = recent + 1;
                high = low == count || !beginsBefore(low, at) ? low : count;
            } else {
                high = recent;
            }
        }
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (beginsBefore(middle, at)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        recent = Math.max(0, low - 1);
        return low - 1;
    }

    private boolean beginsBefore(final int block, final ExtendedTime at) {
        return firsts[block] != at.base() ? firsts[block] < at.base()
            : blocks[block].at(blocks[block].begin).isBefore(at);
    }

    private void count(final Turn turn, final int by) {
        bytes += by * turn.bytes();
        values += by * turn.cells();
        events += turn.event() == null ? 0 : by;
    }

    /** A place in the log from which it is gone through in order, or back. */
    final class Cursor {
        private final Turn here = new Turn();
        private int block;
        private int place;

        private Cursor() {
        }

        /** Goes before the first turn at an instant or later. */
        void moveTo(final ExtendedTime at) {
            block = blockOf(at);
            place = block == count ? 0 : blocks[block].from(at);
        }

        void moveToEnd() {
            block = count;
            place = 0;
        }

        /** The turn behind this place, in an object that this uses again; null at the end. */
        Turn next() {
            if (block == count) {
                return null;
            }
            blocks[block].look(place, here);
            return here;
        }

        /** The turn behind this place, in an object of its own; there must be one. */
        Turn keep() {
            return blocks[block].object(place);
        }

        /** Goes behind the next turn. */
        void skip() {
            if (++place == blocks[block].end) {
                block++;
                place = block == count ? 0 : blocks[block].begin;
            }
        }

        /** Goes before the turn before this place, and gives it, likewise; null at the beginning. */
        Turn back() {
            if (block == count || place == blocks[block].begin) {
                if (block == 0) {
                    return null;
                }
                block--;
                place = blocks[block].end;
            }
            place--;
            blocks[block].look(place, here);
            return here;
        }
    }

    /** A cursor behind the last turn. */
    Cursor cursor() {
        final Cursor cursor = new Cursor();
        cursor.moveToEnd();
        return cursor;
    }
}
