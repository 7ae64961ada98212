package io.takt.steward.log;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** For each cell, the slots whose answers have read it, and whose predictors are asked when it is written. */
final class Dependents {
    private static final int[] NOTHING = {};

    private final Tables tables;
    /** By number of the cell: slots in no order. */
    private int[][] slots = {};
    private int[] counts = {};

    Dependents(final Tables tables) {
        this.tables = tables;
    }

    /** Gives out the slots that depend on a cell, in no order. */
    void forEach(final int cell, final IntConsumer taker) {
        for (int i = cell < counts.length ? counts[cell] - 1 : -1; i >= 0; i--) {
            taker.accept(slots[cell][i]);
        }
    }

    /** Whether one of the slots that depend on a cell is of some kind. */
    boolean anyOf(final int cell, final IntPredicate kind) {
        for (int i = cell < counts.length ? counts[cell] - 1 : -1; i >= 0; i--) {
            if (kind.test(slots[cell][i])) {
                return true;
            }
        }
        return false;
    }

    /** Takes memory for some more answers with these reads. */
    void makeRoom(final int[] reads, final int answers) {
        if (counts.length < tables.values.length) {
            final int before = counts.length;
            slots = Arrays.copyOf(slots, tables.values.length);
            counts = Arrays.copyOf(counts, tables.values.length);
            Arrays.fill(slots, before, slots.length, NOTHING);
        }
        for (final int cell : reads) {
            if (slots[cell].length < counts[cell] + answers) {
                slots[cell] = Arrays.copyOf(slots[cell], Math.max(2 * counts[cell], counts[cell] + answers));
            }
        }
    }

    /** A slot's answer has other reads now, for which there is room, or which it had before. */
    void change(final int slot, final int[] before, final int[] after) {
        if (Arrays.equals(before, after)) {
            return;
        }
        for (final int cell : before) {
            remove(cell, slot);
        }
        for (final int cell : after) {
            if (slots[cell].length == counts[cell]) {
                makeRoom(after, 1);
            }
            slots[cell][counts[cell]++] = slot;
        }
    }

    private void remove(final int cell, final int slot) {
        final int[] all = slots[cell];
        int place = 0;
        while (all[place] != slot) {
            place++;
        }
        all[place] = all[--counts[cell]];
    }
}
