package io.takt.steward.scenario;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import java.util.Arrays;
import java.util.List;

/**
 * PHOLD, the usual load for engines of events (Fujimoto: Performance of Time Warp under synthetic workloads, 1990): a
 * fixed number of jobs on logical processes; when a job is due it goes on to another process, or stays, and is due
 * again after a time by chance. A process holds the times of its jobs; its prediction is of the first one. A change is
 * a job more. Beside that, a job may have something to compute.
 */
public final class Phold implements World {
    static final CellType<long[]> PROCESS = CellType.<long[]>of(0x50a3e71f9c2d864bL, "process", Codec.of(
        (times, out) -> {
            out.writeInt(times.length);
            for (final long time : times) {
                out.writeLong(time);
            }
        },
        in -> {
            final long[] times = new long[in.readInt()];
            for (int i = 0; i < times.length; i++) {
                times[i] = in.readLong();
            }
            return times;
        })).withEquality(Arrays::equals);

    static final int JOBS_PER_PROCESS = 4;
    private static final long SECOND = 1L << 32;

    /** Times are a tenth of a second and more: by chance, exponentially, nine tenths on average. */
    private static final long LOOKAHEAD = SECOND / 10;
    private static final double MEAN = 0.9 * SECOND;
    private static final double REMOTE = 0.25;
    private static final double CIRCLE = 0.9;

    private static final long[] NONE = {};

    private final EventType<Start> starts = EventType.of(0x1be64c08d7f2935aL, "start", Start.class, Codec.of(
        (event, out) -> out.writeInt(event.processes), in -> new Start(this, in.readInt())));
    private final EventType<Job> jobs = EventType.of(0xe2790bd15c8f3a64L, "job", Job.class, Codec.of(
        (event, out) -> out.writeLong(event.process), in -> new Job(this, in.readLong())));
    private final EventType<Extra> extras = EventType.of(0x8d05f2b96e1c473aL, "extra", Extra.class, Codec.of(
        (event, out) -> out.writeLong(event.process), in -> new Extra(this, in.readLong())));
    private final Predictor<long[]> next = new Next();

    private final long seed;
    private final int bodies;
    private final int work;
    private final Physics physics;

    /**
     * Sets up processes that have nothing else to do.
     *
     * @param seed   of the jobs' times.
     * @param bodies how many processes, at least 1.
     */
    public Phold(final long seed, final int bodies) {
        this(seed, bodies, 0);
    }

    /**
     * Sets up processes with jobs that have something to compute.
     *
     * @param seed   of the jobs' times.
     * @param bodies how many processes, at least 1.
     * @param work   how many random numbers a job draws before those that decide where it goes, 0 or more; each takes
     *               about a nanosecond.
     */
    public Phold(final long seed, final int bodies, final int work) {
        this.seed = seed;
        this.bodies = bodies;
        this.work = work;
        physics = Physics.builder().cells(PROCESS, CellTypes.COUNT).events(starts, jobs, extras).predictors(next)
            .salt(seed).build();
    }

    @Override
    public Physics physics() {
        return physics;
    }

    @Override
    public long second() {
        return SECOND;
    }

    @Override
    public List<Input> inputs() {
        return List.of(new Input(0, Id.hash(seed), new Start(this, bodies)));
    }

    @Override
    public List<Input> lateInputs() {
        return List.of();
    }

    @Override
    public Input change(final long time, final int body, final int number) {
        return new Input(time, Id.hash(seed, body, number), new Extra(this, body));
    }

    @Override
    public int bodies() {
        return bodies;
    }

    @Override
    public int bodyOf(final Cell<?> cell) {
        return cell.type() == PROCESS ? (int) cell.number() : -1;
    }

    @Override
    public Arena arena() {
        return new Arena(-1, -1, 2, false);
    }

    /** Processes stand in a circle; the more jobs one has, the darker it is. */
    @Override
    public Spot spot(final Steward steward, final Snapshot snapshot, final int body) {
        final double angle = 2 * StrictMath.PI * body / bodies;
        final double jobs = snapshot.get(steward.cell(PROCESS, body)).length;
        return new Spot(CIRCLE * StrictMath.sin(angle), CIRCLE * StrictMath.cos(angle),
            Math.min(0.05, 2 * CIRCLE / bodies), 0, jobs / (jobs + JOBS_PER_PROCESS));
    }

    private static long due(final long now, final DeterministicRandom random) {
        return now + LOOKAHEAD + (long) (-MEAN * StrictMath.log(1 - random.nextDouble()));
    }

    private static long[] with(final long[] times, final long time) {
        final int found = Arrays.binarySearch(times, time);
        final int at = found < 0 ? -found - 1 : found;
        final long[] more = new long[times.length + 1];
        System.arraycopy(times, 0, more, 0, at);
        more[at] = time;
        System.arraycopy(times, at, more, at + 1, times.length - at);
        return more;
    }

    private void add(final Transaction tx, final long process, final long due) {
        final Cell<long[]> cell = tx.cell(PROCESS, process);
        final long[] times = tx.get(cell);
        tx.set(cell, with(times == null ? NONE : times, due));
        tx.predict(next, cell);
    }

    /** Every process has its first jobs. */
    private record Start(Phold in, int processes) implements Event {
        @Override
        public EventType<?> type() {
            return in.starts;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(CellTypes.COUNT, 0), processes);
            for (int i = 0; i < processes; i++) {
                for (int job = 0; job < JOBS_PER_PROCESS; job++) {
                    in.add(tx, i, due(tx.time(), tx.random()));
                }
            }
        }

        @Override
        public String toString() {
            return "start of " + processes;
        }
    }

    /** A job is due: it goes on. */
    private record Job(Phold in, long process) implements Event {
        @Override
        public EventType<?> type() {
            return in.jobs;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<long[]> cell = tx.cell(PROCESS, process);
            final long[] times = tx.get(cell);
            tx.set(cell, Arrays.copyOfRange(times, 1, times.length));
            tx.predict(in.next, cell);
            final DeterministicRandom random = tx.random();
            for (int i = 0; i < in.work; i++) {
                random.nextLong();
            }
            final boolean leaves = random.nextDouble() < REMOTE;
            final long to = leaves ? random.nextInt(tx.get(tx.cell(CellTypes.COUNT, 0))) : process;
            in.add(tx, to, due(tx.time(), random));
        }

        @Override
        public String toString() {
            return "job of " + process;
        }
    }

    /** A job comes from outside, and is due as if it had come from another process. */
    private record Extra(Phold in, long process) implements Event {
        @Override
        public EventType<?> type() {
            return in.extras;
        }

        @Override
        public void execute(final Transaction tx) {
            in.add(tx, process, due(tx.time(), tx.random()));
        }

        @Override
        public String toString() {
            return "another job of " + process;
        }
    }

    /** The first job of a process is due. */
    private final class Next implements Predictor<long[]> {
        @Override
        public long id() {
            return 0x39d68f0ae5b1c247L;
        }

        @Override
        public CellType<long[]> subject() {
            return PROCESS;
        }

        @Override
        public Asking asking() {
            return Asking.BY_EVENTS;
        }

        @Override
        public void predict(final Cell<long[]> subject, final Forecast forecast) {
            final long[] times = forecast.get(subject);
            if (times.length > 0) {
                forecast.predict(times[0], new Job(Phold.this, subject.number()), subject);
            }
        }
    }
}
