package io.takt.steward.log;

import java.util.Arrays;
import java.util.function.Consumer;

import io.takt.steward.ExtendedTime;

/**
 * Which turns of the log, from some instant on, have come to a cell or a slot: lists in order of time. They are made
 * when they are first asked for; a log that is only added to has none.
 */
final class Touches {
    private static final TurnList[] NO_LISTS = {};

    private final Log log;
    private final Tables tables;
    private final Log.Cursor cursor;
    /** Null while there are no lists. */
    private ExtendedTime from;
    private TurnList[] writers = NO_LISTS;
    private TurnList[] readers = NO_LISTS;
    private TurnList[] askers = NO_LISTS;
    private TurnList[] changers = NO_LISTS;

    Touches(final Log log, final Tables tables) {
        this.log = log;
        this.tables = tables;
        cursor = log.cursor();
    }

    /** Has all turns be listed that are at an instant or later. If it fails, there are no lists. */
    void cover(final ExtendedTime since) {
        boolean done = false;
        try {
            if (from == null || since.isBefore(from)) {
                final ExtendedTime begin = from == null ? since : asManyMoreFrom(since);
                drop();
                from = begin;
                cursor.moveTo(begin);
            } else {
                goBehindListed();
            }
            for (Turn next = cursor.next(); next != null; next = cursor.next()) {
                list(cursor.keep());
                cursor.skip();
            }
            done = true;
        } finally {
            if (!done) {
                drop();
            }
        }
    }

    /** With as many turns before as there are in the lists: so all are seldom made anew, however it is gone back. */
    private ExtendedTime asManyMoreFrom(final ExtendedTime since) {
        ExtendedTime begin = since;
        cursor.moveTo(since);
        Turn before = cursor.back();
        for (long left = log.countFrom(from); left > 0 && before != null; left--) {
            begin = before.at();
            before = cursor.back();
        }
        return begin;
    }

    private void goBehindListed() {
        cursor.moveToEnd();
        Turn last = cursor.back();
        while (last != null && !last.isListed() && !last.isBefore(from)) {
            last = cursor.back();
        }
        if (last != null) {
            cursor.skip();
        }
    }

    /** Whether there are lists. */
    boolean are() {
        return from != null;
    }

    /** Has no lists any more. */
    void drop() {
        if (from != null) {
            cursor.moveTo(from);
            for (Turn turn = cursor.next(); turn != null; turn = cursor.next()) {
                turn.setListed(false);
                cursor.skip();
            }
            from = null;
            writers = NO_LISTS;
            readers = NO_LISTS;
            askers = NO_LISTS;
            changers = NO_LISTS;
        }
    }

    /** The turns that have written a cell. */
    TurnList writers(final int cell) {
        return list(writers, cell);
    }

    /** The turns that have read a cell, or that came up or not by whether it had been written. */
    TurnList readers(final int cell) {
        return list(readers, cell);
    }

    /** The turns that have replaced an answer that depends on a cell, and is asked for again when that is written. */
    TurnList askers(final int cell) {
        return list(askers, cell);
    }

    /** The turns that have changed what a slot says. */
    TurnList changers(final int slot) {
        return list(changers, slot);
    }

    private static TurnList list(final TurnList[] lists, final int number) {
        return number < lists.length && lists[number] != null ? lists[number] : TurnList.EMPTY;
    }

    /** A turn has come into the past; the log has this object of it. */
    void come(final Turn turn) {
        if (from != null && !turn.isBefore(from)) {
            list(turn);
        }
    }

    /** Lists a turn of the log, perhaps given in an object that is used again. */
    void add(final Turn turn) {
        list(log.find(turn.at()));
    }

    private void list(final Turn kept) {
        kept.setListed(true);
        makeRoom();
        forEach(kept, list -> list.add(kept));
    }

    void remove(final Turn turn) {
        if (turn.isListed()) {
            turn.setListed(false);
            forEach(turn, list -> list.remove(turn));
        }
    }

    private void makeRoom() {
        final int cells = tables.values.length;
        if (writers.length < cells) {
            writers = Arrays.copyOf(writers, cells);
            readers = Arrays.copyOf(readers, cells);
            askers = Arrays.copyOf(askers, cells);
        }
        if (changers.length < tables.answers.length) {
            changers = Arrays.copyOf(changers, tables.answers.length);
        }
    }

    private void forEach(final Turn turn, final Consumer<TurnList> taker) {
        for (int i = 0; i < turn.cells(); i++) {
            taker.accept(made(writers, turn.cell(i)));
        }
        for (int i = 0; i < turn.slots(); i++) {
            taker.accept(made(changers, turn.slot(i)));
            for (final int cell : turn.answerBefore(i).reads()) {
                taker.accept(made(askers, cell));
            }
        }
        for (int i = turn.readsBegin(-1); i < turn.readsEnd(turn.slots() - 1); i++) {
            taker.accept(made(readers, turn.read(i)));
        }
        if (!turn.isFromOutside()) {
            for (final int cell : turn.cameUp().canaries()) {
                taker.accept(made(readers, cell));
            }
        }
    }

    private static TurnList made(final TurnList[] lists, final int number) {
        if (lists[number] == null) {
            lists[number] = new TurnList();
        }
        return lists[number];
    }
}
