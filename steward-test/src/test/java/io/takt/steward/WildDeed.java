package io.takt.steward;

/**
 * Does this and that: writes what it does not read, reads what it does not use, asks twice, cancels, asks for what it
 * did not write, or does nothing of all that. Which, depends on what it reads.
 *
 * @param world of which it is.
 * @param seed  where its chance begins.
 * @param link  a cell that it knows; null for none.
 */
record WildDeed(WildPhysics world, long seed, Cell<?> link) implements Event {
    @Override
    public EventType<?> type() {
        return world.deed;
    }

    @Override
    public void execute(final Transaction tx) {
        final WildMind mind = new WildMind(world, tx, seed, link);
        if (world.moreCells > 0) {
            mind.heed((int) Math.floorMod(tx.time(), (long) world.moreCells));
        }
        for (int left = 2 + mind.below(8); left > 0; left--) {
            act(mind, tx);
        }
    }

    private void act(final WildMind mind, final Transaction tx) {
        final int way = mind.below(20);
        if (way < 5) {
            mind.look();
        } else if (way < 6) {
            for (int left = mind.below(8); left > 0; left--) {
                mind.level(mind.cell());
            }
        } else if (way < 10) {
            write(tx, mind.cell(), mind.below(WildPhysics.LEVELS + 1), mind.link());
        } else if (way < 11) {
            final Cell<?> cell = mind.cell();
            write(tx, cell, mind.level(cell), mind.link());
        } else if (way < 18) {
            ask(tx, world.guesses.get(mind.below(world.guesses.size())), mind);
        } else if (way < 19) {
            mind.heed(tx.random().nextInt(2));
        } else {
            mind.heed((int) Math.floorMod(tx.time(), 2L));
        }
    }

    private <V> void ask(final Transaction tx, final WildGuess<V> guess, final WildMind mind) {
        final Cell<V> subject = mind.cell(guess.subject());
        final int way = mind.below(12);
        if (way == 0) {
            tx.cancel(guess, subject);
        } else {
            tx.predict(guess, subject);
        }
        if (way == 1) {
            tx.cancel(guess, subject);
        } else if (way == 2) {
            tx.cancel(guess, subject);
            tx.predict(guess, subject);
        }
    }

    @SuppressWarnings("unchecked") // A cell of a type is of its values.
    private void write(final Transaction tx, final Cell<?> cell, final int level, final Cell<?> known) {
        if (level == WildPhysics.LEVELS) {
            tx.set(cell, null);
        } else if (cell.type() == WildPhysics.KNOT) {
            tx.set((Cell<WildPhysics.Knot>) cell, new WildPhysics.Knot(level, level == 0 ? null : known));
        } else if (cell.type() == WildPhysics.COUNT) {
            tx.set((Cell<Long>) cell, WildMind.FIRST_COUNT + level);
        } else if (cell.type() == WildPhysics.TRACE) {
            tx.set((Cell<long[]>) cell, new long[level]);
        } else {
            tx.set((Cell<WildPhysics.Blob>) cell, new WildPhysics.Blob(level));
        }
    }
}
