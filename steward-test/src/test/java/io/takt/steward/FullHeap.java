package io.takt.steward;

import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Redoing;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Fills the heap again and again, each time but a little that is left by chance, and changes the past of a steward
 * until there is no memory for it. Then it frees all but the steward, and looks how that goes on: as if nothing had
 * happened, or it refuses every call and names the cause. To be run in a JVM of its own with a small heap.
 */
final class FullHeap {
    private static final int AFTER = 100;
    private static final int MOST_LEFT = 300_000;
    private static final int SMALLEST = 1 << 10;
    private static final int LARGEST = 1 << 18;
    private static final int PAST = 60;
    private static final Physics PHYSICS = Physics.builder().cells(Toy.PILE, Toy.TOPPLED)
        .events(Toy.DROP, Toy.TOPPLE, Toy.FADE).events(Hoard.class).predictors(Toy.TOPPLES, Toy.FADES).build();

    private final long seed;
    private final Steward steward;
    /** The last of what fills the heap. */
    private Ballast ballast;

    /** Needs so much memory that the heap is often full in its middle, and not in that of the steward's own work. */
    private record Hoard(long site, int bytes) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(Toy.cell(tx, site), new Toy.Pile(new byte[bytes].length & 3, 1));
        }
    }

    private record Ballast(byte[] bytes, Ballast before) {
    }

    private FullHeap(final long seed) {
        this.seed = seed;
        steward = start(seed);
    }

    /** They work off changes of the past in all ways. */
    private static Steward start(final long seed) {
        final int way = (int) Math.floorMod(seed, (long) Redoing.values().length);
        final Steward steward = LogSteward.withHistory(PHYSICS).redoing(Redoing.values()[way]);
        steward.advanceTo(PAST);
        return steward;
    }

    /**
     * Prints a line for each run.
     *
     * @param args how many.
     */
    public static void main(final String[] args) {
        // Loads all classes and links all calls, those of a failure, too: what cannot be loaded for want of memory
        // stays so, and the steward refuses where it would be as before.
        for (int seed = -Redoing.values().length; seed < 0; seed++) {
            final FullHeap first = new FullHeap(seed);
            goOn(first.steward, seed, 0, 10 * AFTER);
            first.failInAnEvent(PAST);
            first.failInAnEvent(first.steward.now() + 1);
        }
        for (int seed = 0; seed < Integer.parseInt(args[0]); seed++) {
            System.out.println(new FullHeap(seed).outcome());
        }
    }

    /** An array that has no room in the whole heap. */
    private void failInAnEvent(final long time) {
        steward.insert(time, Id.of(2, time), new Hoard(0, Integer.MAX_VALUE));
        try {
            steward.advanceTo(Math.max(time, steward.now()));
            throw new AssertionError("an event got an array larger than the heap");
        } catch (final StewardException e) {
            steward.remove(time, Id.of(2, time));
        }
    }

    private String outcome() {
        int next = 0;
        fill();
        Throwable thrown = null;
        try {
            for (; true; next++) {
                change(steward, seed, next);
            }
        } catch (final Throwable e) {
            ballast = null;
            thrown = e;
        }
        final String what = "after " + next + " changes: ";
        if (!isForWantOfMemory(thrown)) {
            return what + "WRONG: " + thrown;
        }
        return what + after(next);
    }

    private String after(final int next) {
        try {
            goOn(steward, seed, next, next + AFTER);
        } catch (final StewardException e) {
            final boolean refuses = isForWantOfMemory(e) && refuses(all -> all.advanceTo(all.now()))
                && refuses(all -> all.snapshot(all.now())) && refuses(all -> all.history(0, all.now()));
            return (refuses ? "refuses: " : "WRONG: ") + e.getMessage();
        }
        final Steward other = start(seed);
        goOn(other, seed, 0, next + AFTER);
        final String difference = EventRecord.firstDifference(steward.history(0, steward.now()),
            other.history(0, other.now()));
        return difference == null ? "as before" : "WRONG: " + difference.replace("\n", ";");
    }

    private boolean refuses(final Consumer<Steward> call) {
        try {
            call.accept(steward);
            return false;
        } catch (final StewardException e) {
            return isForWantOfMemory(e);
        }
    }

    private static boolean isForWantOfMemory(final Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            // A call that was not linked for want of memory, such as one that makes a failure's text, never is.
            if (cause instanceof OutOfMemoryError || cause instanceof BootstrapMethodError) {
                return true;
            }
        }
        return false;
    }

    private static void goOn(final Steward its, final long seed, final int from, final int to) {
        for (int i = from; i < to; i++) {
            change(its, seed, i);
        }
    }

    /** Either nothing of it happens, or all; what fails can be done again. */
    private static void change(final Steward its, final long seed, final int number) {
        final Random random = new Random(seed * 1_000_003 + number);
        if (number % 2 == 0) {
            final int site = random.nextInt(Toy.SITES);
            its.insert(PAST + number / 2 - random.nextInt(PAST), Id.of(1, number), random.nextInt(8) == 0
                ? new Hoard(site, random.nextInt(MOST_LEFT / 8)) : new Toy.Drop(site, random.nextInt(6)));
        } else {
            its.advanceTo(PAST + number / 2 + 1);
        }
    }

    private void fill() {
        final Random random = new Random(seed);
        int left = random.nextInt(MOST_LEFT);
        ballast = null;
        for (int size = LARGEST; size >= SMALLEST; size /= 4) {
            try {
                while (true) {
                    ballast = new Ballast(new byte[size], ballast);
                }
            } catch (final OutOfMemoryError e) {
                // With smaller ones.
            }
        }
        for (; left > 0; ballast = ballast.before) {
            left -= ballast.bytes.length;
        }
    }
}
