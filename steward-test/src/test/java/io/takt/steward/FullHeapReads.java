package io.takt.steward;

import io.takt.steward.log.LogSteward;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Fills the heap where reads are kept: while an event reads that goes on when there is memory again, and for looks at
 * the history. All that was read must be told afterwards. To be run in a JVM of its own with a small heap.
 */
final class FullHeapReads {
    private static final int AGAIN = 500;
    /** More bytes than a block of the log has. */
    private static final int MANY = 20_000;
    private static final int EVENTS = 100;
    private static final int MOST_LEFT = 1_000;
    private static final int LARGEST = 1 << 18;
    private static final Physics PHYSICS = Physics.builder().cells(Toy.PILE).events(Browse.class).build();

    /** The last of what fills the heap. */
    private static Ballast ballast;

    /** Reads some cells again and again, and then others. */
    private record Browse(boolean fills) implements Event {
        @Override
        public void execute(final Transaction tx) {
            if (fills) {
                fill();
            }
            for (int i = 0; i < (fills ? MANY : 1); i++) {
                read(tx, i % AGAIN);
            }
            for (int i = AGAIN; fills && i < 2 * AGAIN; i++) {
                read(tx, i);
            }
        }

        private static void read(final Transaction tx, final long key) {
            try {
                tx.get(Toy.PILE, key);
            } catch (final OutOfMemoryError e) {
                ballast = null;
                tx.get(Toy.PILE, key);
            }
        }
    }

    private record Ballast(byte[] bytes, Ballast before) {
    }

    private FullHeapReads() {
    }

    /**
     * Prints what is found.
     *
     * @param args not looked at.
     */
    public static void main(final String[] args) {
        System.out.println("front: " + (browse(10) ? "all" : "WRONG"));
        System.out.println("past: " + (browse(-10) ? "all" : "WRONG"));
        System.out.println("looks: " + looks());
    }

    /** Whether all is told that an event reads in front of another one, or before it. */
    private static boolean browse(final long time) {
        final Steward steward = LogSteward.withHistory(PHYSICS);
        LongStream.range(0, 2 * AGAIN).forEach(key -> steward.cell(Toy.PILE, key));
        steward.insert(0, Id.of(0, 0), new Browse(false));
        steward.advanceTo(0);
        steward.insert(time, Id.of(0, 1), new Browse(true));
        steward.advanceTo(time);
        final List<Long> told = steward.history(time, time).get(0).reads().stream()
            .map(read -> read.cell().number()).toList();
        return ballast == null && told.equals(LongStream.range(0, 2 * AGAIN).boxed().toList());
    }

    private static String looks() {
        final Steward steward = LogSteward.withHistory(PHYSICS);
        for (int time = 0; time < EVENTS; time++) {
            steward.insert(time, Id.of(0, time), new Browse(false));
        }
        steward.advanceTo(EVENTS);
        final Random random = new Random(0);
        int failed = 0;
        for (int time = 0; time < EVENTS; time++) {
            fill();
            for (int left = random.nextInt(MOST_LEFT); left > 0; ballast = ballast.before) {
                left -= ballast.bytes.length;
            }
            try {
                steward.history(time, time);
            } catch (final OutOfMemoryError e) {
                failed++;
            }
        }
        ballast = null;
        final boolean all = steward.history(0, EVENTS).stream().allMatch(event -> event.reads().size() == 1);
        return failed < EVENTS / 10 ? "too few failed" : all ? "all" : "WRONG";
    }

    private static void fill() {
        for (int size = LARGEST; size > 0; size /= 16) {
            try {
                while (true) {
                    ballast = new Ballast(new byte[size], ballast);
                }
            } catch (final OutOfMemoryError e) {
                // With smaller ones.
            }
        }
    }
}
