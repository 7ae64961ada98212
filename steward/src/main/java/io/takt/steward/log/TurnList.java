package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.ExtendedTime;

/**
 * Turns in order of time. They lie in an array with a gap, which is moved to where turns come and go: a change in the
 * past does that from early to late, so all that it does here together moves no more turns than there are.
 */
final class TurnList {
    static final TurnList EMPTY = new TurnList();

    /** Null where no turn of the list is. */
    Turn[] turns = new Turn[4];
    /** Turns are from here to the gap, and from where that ends to the end of the array. */
    private int begin;
    private int gap;
    private int gapEnd = turns.length;
    /** The place that was found last: mostly the next one is there, or beside it. */
    private int recent;

    /** The place of the first turn after an instant, counted from 0. */
    int after(final ExtendedTime at) {
        int low = 0;
        int high = count();
        if (recent > 0 && recent < high) {
            if (get(recent).isAfter(at)) {
                high = recent;
                low = get(recent - 1).isAfter(at) ? 0 : recent;
            } else {
                low = recent + 1;
                high = low == high || get(low).isAfter(at) ? low : high;
            }
        }
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (get(middle).isAfter(at)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        recent = low;
        return low;
    }

    /** The place of the first turn at an instant or after. */
    int from(final ExtendedTime at) {
        final int after = after(at);
        return after > 0 && get(after - 1).isAt(at) ? after - 1 : after;
    }

    /** The turn at a place; null at the end. */
    Turn get(final int place) {
        if (place < gap - begin) {
            return turns[begin + place];
        }
        final int behind = gapEnd + place - (gap - begin);
        return behind < turns.length ? turns[behind] : null;
    }

    int count() {
        return gap - begin + turns.length - gapEnd;
    }

    /** Adds a turn, unless it is there already. */
    void add(final Turn turn) {
        final int count = count();
        final int place = count == 0 || get(count - 1).compareTo(turn) < 0 ? count : after(turn.at());
        if (place == 0 || get(place - 1).compareTo(turn) != 0) {
            makeRoom();
            moveGap(place);
            turns[gap++] = turn;
        }
    }

    /** Takes out the turn of the same instant, if there is one. */
    void remove(final Turn turn) {
        final int place = from(turn.at());
        final Turn found = get(place);
        if (found != null && found.compareTo(turn) == 0) {
            if (place == 0 && begin < gap) {
                turns[begin++] = null;
            } else {
                moveGap(place);
                turns[gapEnd++] = null;
            }
        }
    }

    private void makeRoom() {
        if (gap < gapEnd) {
            return;
        }
        final boolean enough = begin > turns.length / 2;
        final Turn[] more = enough ? turns : new Turn[2 * turns.length];
        final int behind = turns.length - gapEnd;
        System.arraycopy(turns, gapEnd, more, more.length - behind, behind);
        System.arraycopy(turns, begin, more, 0, gap - begin);
        gap -= begin;
        begin = 0;
        gapEnd = more.length - behind;
        turns = more;
        Arrays.fill(turns, gap, gapEnd, null);
    }

    /** Has the gap be before the turn at a place. */
    private void moveGap(final int place) {
        final int to = begin + place;
        final int by = Math.abs(to - gap);
        if (to < gap) {
            gapEnd -= by;
            System.arraycopy(turns, to, turns, gapEnd, by);
            Arrays.fill(turns, to, Math.min(gap, gapEnd), null);
        } else {
            System.arraycopy(turns, gapEnd, turns, gap, by);
            Arrays.fill(turns, Math.max(gapEnd, gap + by), gapEnd + by, null);
            gapEnd += by;
        }
        gap = to;
    }
}
