package io.takt.steward;

import java.util.ArrayList;
import java.util.List;

/**
 * A physics that has a bit of everything: a ring of piles that topple onto their neighbours, at once or later, by
 * chance or not; predictions that are cancelled, made anew, dropped; values that stay the same when written; cells read
 * only because of what others hold; a set that grows. Piles are low, so changes often come to nothing.
 */
final class Toy {
    static final int SITES = 12;

    static final CellType<Pile> PILE = CellType.of(0x8a2f6c1d0e9b7354L, "pile", Codec.of(
        (pile, out) -> {
            out.writeInt(pile.height());
            out.writeInt(pile.mood());
        },
        in -> {
            final int height = in.readInt();
            return new Pile(height, in.readInt());
        }));
    static final CellType<List<Long>> TOPPLED = CellType.of(0x3b5d1c8e2f4a6079L, "toppled", Codec.of(
        (list, out) -> {
            out.writeInt(list.size());
            list.forEach(out::writeLong);
        },
        in -> {
            final List<Long> list = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                list.add(in.readLong());
            }
            return List.copyOf(list);
        }));
    static final EventType<Drop> DROP = EventType.of(0x6e0c4a2b9d8f1357L, "drop", Drop.class, Codec.of(
        (drop, out) -> {
            out.writeLong(drop.site());
            out.writeInt(drop.grains());
        },
        in -> {
            final long site = in.readLong();
            return new Drop(site, in.readInt());
        }));
    static final EventType<Topple> TOPPLE = EventType.of(0x1f9e7d3c5b8a2640L, "topple", Topple.class, Codec.of(
        (topple, out) -> out.writeLong(topple.site()), in -> new Topple(in.readLong())));
    static final EventType<Fade> FADE = EventType.of(0xc40d9a7e6b5f1283L, "fade", Fade.class, Codec.of(
        (fade, out) -> {
            out.writeLong(fade.site());
            out.writeInt(fade.seen());
        },
        in -> {
            final long site = in.readLong();
            return new Fade(site, in.readInt());
        }));

    static final Predictor<Pile> TOPPLES = new Topples();
    static final Predictor<Pile> FADES = new Fades();
    static final Physics PHYSICS = salted(0);

    private static final Pile NONE = new Pile(0, 0);

    private Toy() {
    }

    /** The same with other chance. */
    static Physics salted(final long salt) {
        return Physics.builder().cells(PILE, TOPPLED).events(DROP, TOPPLE, FADE).predictors(TOPPLES, FADES).salt(salt)
            .build();
    }

    static Pile pile(final View view, final long site) {
        final Pile pile = view.get(view.cell(PILE, wrap(site)));
        return pile == null ? NONE : pile;
    }

    static Cell<Pile> cell(final View view, final long site) {
        return view.cell(PILE, wrap(site));
    }

    private static long wrap(final long site) {
        return Math.floorMod(site, SITES);
    }

    /** The value of a site. */
    record Pile(int height, int mood) {
        Pile plus(final int grains) {
            return new Pile(Math.max(0, Math.min(7, height + grains)), mood);
        }
    }

    /** Grains come from outside. */
    record Drop(long site, int grains) implements Event {
        @Override
        public EventType<?> type() {
            return DROP;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(cell(tx, site), pile(tx, site).plus(grains));
            tx.predict(TOPPLES, cell(tx, site));
            if (grains > 2) {
                // Written without being read, and to a site that may be far away.
                tx.set(cell(tx, site + 5), new Pile(grains, grains));
                tx.predict(FADES, cell(tx, site + 5));
                tx.predict(TOPPLES, cell(tx, site + 5));
                tx.cancel(TOPPLES, cell(tx, site + 4));
            }
            if (pile(tx, site + 3).height() > 2) {
                // A prediction about a neighbour of this depends on whether it is written.
                tx.set(cell(tx, site + 6), new Pile(1, 1));
            }
            tx.predict(TOPPLES, cell(tx, site + 7));
        }
    }

    /** A pile gives grains to its neighbours. */
    record Topple(long site) implements Event {
        @Override
        public EventType<?> type() {
            return TOPPLE;
        }

        @Override
        public void execute(final Transaction tx) {
            final Pile own = pile(tx, site);
            final long side = tx.random().nextBoolean() ? site + 1 : site - 1;
            final int moved = own.height() > 4 ? 2 : 1;
            tx.set(cell(tx, site), new Pile(Math.max(0, own.height() - moved), own.mood() + moved & 3));
            tx.set(cell(tx, side), pile(tx, side).plus(moved));
            if (own.height() > 4) {
                // Which cells it writes depends on what it read.
                tx.set(cell(tx, site + 2), pile(tx, site + 2).plus(1));
            }
            if (pile(tx, side).height() == 7) {
                note(tx);
            }
            for (long near = site - 1; near <= site + 1; near++) {
                if (near == site || near == side || own.mood() == 2) {
                    tx.predict(TOPPLES, cell(tx, near));
                }
            }
            if (own.mood() == 3) {
                tx.cancel(FADES, cell(tx, side));
            } else if (own.mood() == 1) {
                tx.predict(FADES, cell(tx, side));
            }
        }

        private void note(final Transaction tx) {
            final Cell<List<Long>> cell = tx.cell(TOPPLED, Id.hash(site & 1));
            final List<Long> before = tx.get(cell);
            final List<Long> after = new ArrayList<>(before == null ? List.of() : before);
            after.add(tx.time());
            if (after.size() > 5) {
                after.remove(0);
            }
            tx.set(cell, List.copyOf(after));
        }
    }

    /** A pile loses a grain, or disappears. */
    record Fade(long site, int seen) implements Event {
        @Override
        public EventType<?> type() {
            return FADE;
        }

        @Override
        public void execute(final Transaction tx) {
            if (seen > 3) {
                tx.set(cell(tx, site), null);
            } else {
                tx.set(cell(tx, site), pile(tx, site).plus(-1));
            }
            tx.predict(TOPPLES, cell(tx, site - 1));
            tx.predict(FADES, cell(tx, site));
        }
    }

    /** A pile topples the sooner the more it is above its neighbours; at once if it is far above. */
    private static final class Topples implements Predictor<Pile> {
        @Override
        public long id() {
            return 0x5c7b3e9a1d2f4860L;
        }

        @Override
        public CellType<Pile> subject() {
            return PILE;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Pile> subject, final Forecast forecast) {
            final long site = subject.number();
            final Pile own = pile(forecast, site);
            final int left = pile(forecast, site - 1).height();
            // The cell that is read here depends on an earlier reading.
            final int right = own.mood() == 0 ? left : pile(forecast, site + 1).height();
            final int above = 2 * own.height() - left - right;
            if (above <= 1) {
                return;
            }
            final long time = forecast.time() + (above > 7 ? 0 : 9 - above);
            final Event event = new Topple(site);
            if (own.mood() == 0) {
                forecast.predict(time, event, subject);
            } else if (own.mood() == 1) {
                forecast.predict(time, event, subject, cell(forecast, site + 1));
            } else if (own.mood() == 2) {
                forecast.predict(time, event, subject, cell(forecast, site + 1), cell(forecast, site - 1));
            } else {
                forecast.predict(time, event);
            }
        }
    }

    /** A pile with neighbours fades after some time, unless it was written meanwhile. */
    private static final class Fades implements Predictor<Pile> {
        @Override
        public long id() {
            return 0x92e1d4c07a6b8f35L;
        }

        @Override
        public CellType<Pile> subject() {
            return PILE;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public boolean dropsStale() {
            return true;
        }

        @Override
        public void predict(final Cell<Pile> subject, final Forecast forecast) {
            final long site = subject.number();
            final Pile own = pile(forecast, site);
            if (own.height() > 0) {
                final int far = pile(forecast, site + own.height()).height();
                forecast.predict(forecast.time() + 3 + (far & 2), new Fade(site, far), subject);
            }
        }
    }
}
