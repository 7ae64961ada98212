package io.takt.bench.program;

/**
 * PHOLD as a program would be written that is nothing else: all jobs in one heap in place, by the times when they are
 * due. The same load as {@link io.takt.steward.scenario.Phold}, with other random numbers. For one thread.
 */
final class PlainPhold implements Load {
    private static final int JOBS_PER_PROCESS = 4;
    private static final long SECOND = 1L << 32;
    private static final long LOOKAHEAD = SECOND / 10;
    private static final double MEAN = 0.9 * SECOND;
    private static final double REMOTE = 0.25;
    private static final int CHILDREN = 4;

    private final int processes;
    private final long slice;
    private final long[] due;
    private final int[] process;
    /** How many jobs each process has done. */
    private final long[] done;
    private long first = 0x9e3779b97f4a7c15L;
    private long second = 0xbf58476d1ce4e5b9L;
    private long now;
    private long events;

    /**
     * Sets them up.
     *
     * @param processes how many.
     * @param slice     ticks by which {@link #advance} advances.
     */
    PlainPhold(final int processes, final long slice) {
        this.processes = processes;
        this.slice = slice;
        due = new long[JOBS_PER_PROCESS * processes];
        process = new int[due.length];
        done = new long[processes];
        for (int i = due.length - 1; i >= 0; i--) {
            sift(i, time(), i / JOBS_PER_PROCESS);
        }
    }

    @Override
    public void advance() {
        final long until = now + slice;
        while (due[0] <= until) {
            now = due[0];
            final int from = process[0];
            done[from]++;
            events++;
            final int to = number() < REMOTE ? (int) (number() * processes) : from;
            sift(0, time(), to);
        }
        now = until;
    }

    @Override
    public long events() {
        return events;
    }

    @Override
    public long stale() {
        return 0;
    }

    /** Jobs that were done by all processes. */
    long done() {
        long sum = 0;
        for (final long each : done) {
            sum += each;
        }
        return sum;
    }

    private long time() {
        return now + LOOKAHEAD + (long) (-MEAN * Math.log(1 - number()));
    }

    /** From 0 to 1, by xoroshiro128++. */
    private double number() {
        final long result = Long.rotateLeft(first + second, 17) + first;
        second ^= first;
        first = Long.rotateLeft(first, 49) ^ second ^ (second << 21);
        second = Long.rotateLeft(second, 28);
        return (result >>> 11) * 0x1.0p-53;
    }

    /** Puts a job where the heap has a hole, or below. */
    private void sift(final int where, final long time, final int of) {
        int hole = where;
        for (int begin = hole * CHILDREN + 1; begin < due.length; begin = hole * CHILDREN + 1) {
            int least = begin;
            for (int child = begin + 1; child < Math.min(begin + CHILDREN, due.length); child++) {
                if (due[child] < due[least]) {
                    least = child;
                }
            }
            if (time <= due[least]) {
                break;
            }
            due[hole] = due[least];
            process[hole] = process[least];
            hole = least;
        }
        due[hole] = time;
        process[hole] = of;
    }
}
