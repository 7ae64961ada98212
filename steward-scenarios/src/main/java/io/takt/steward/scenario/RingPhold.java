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
import io.takt.steward.PropagationDelay;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import java.util.List;

/**
 * {@link Phold} in which news takes time: the logical processes stand on a ring, and a job that goes from one to
 * another is on its way for an eighth of a second at least for each process that it comes to, and is kept by itself
 * meanwhile. So an event matters to one at another process not before that time has passed, over whatever ways. A
 * change is that a job turns up elsewhere, at once.
 */
public final class RingPhold implements World {
    static final int JOBS_PER_PROCESS = 4;

    /** The jobs that were done, as a number that depends on their order. */
    private static final CellType<Long> PROCESS = CellType.of(0x7b16f0d94ea2c853L, "process", Codec.of(
        (done, out) -> out.writeLong(done), StateInput::readLong));
    private static final CellType<Way> JOB = CellType.of(0xa95ce0417d3fb628L, "job", Codec.of(
        (way, out) -> {
            out.writeInt(way.to);
            out.writeLong(way.due);
        },
        in -> {
            final int to = in.readInt();
            return new Way(to, in.readLong());
        }));

    private static final long SECOND = 1L << 32;

    /** Ticks from a process to the one beside it, at least. */
    private static final long HOP = SECOND / 8;

    /** By chance, exponentially, on average: how long a job is on its way beside that, or stays. */
    private static final double MEAN = 0.9 * SECOND;
    private static final double REMOTE = 0.25;
    private static final int FARTHEST = 3;
    private static final double CIRCLE = 0.9;
    private static final long DARKNESS = 16;

    private final EventType<Start> starts = EventType.of(0x4d1a97e0c36b82f5L, "start", Start.class, Codec.of(
        (event, out) -> out.writeInt(event.processes), in -> new Start(this, in.readInt())));
    private final EventType<Visit> visits = EventType.of(0x93f60c7be15da824L, "visit", Visit.class, Codec.of(
        (event, out) -> {
            out.writeLong(event.job);
            out.writeInt(event.process);
        },
        in -> {
            final long job = in.readLong();
            return new Visit(this, job, in.readInt());
        }));
    private final Predictor<Way> arrives = new Arrives();

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
    public RingPhold(final long seed, final int bodies) {
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
    public RingPhold(final long seed, final int bodies, final int work) {
        this.seed = seed;
        this.bodies = bodies;
        this.work = work;
        physics = Physics.builder().cells(PROCESS, JOB).events(starts, visits).predictors(arrives).salt(seed).build();
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
        return new Input(time, Id.hash(seed, body, number), new Visit(this, (long) body * JOBS_PER_PROCESS, body));
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

    /** Processes stand in a circle; their shade changes with every job. */
    @Override
    public Spot spot(final Steward steward, final Snapshot snapshot, final int body) {
        final double angle = 2 * StrictMath.PI * body / bodies;
        final long done = snapshot.get(steward.cell(PROCESS, body));
        return new Spot(CIRCLE * StrictMath.sin(angle), CIRCLE * StrictMath.cos(angle),
            Math.min(0.05, 2 * CIRCLE / bodies), 0, (double) Math.floorMod(done, DARKNESS) / DARKNESS);
    }

    /**
     * How long news takes from one event to another: as long as a job.
     *
     * @return of the events that are predicted.
     */
    public PropagationDelay delay() {
        return (cause, effect) -> {
            final int apart = Math.abs(((Visit) cause).process - ((Visit) effect).process);
            return Math.min(apart, bodies - apart) * HOP;
        };
    }

    /** A job stays, or goes to another process, either way round. */
    private void send(final Transaction tx, final long job, final int from) {
        final DeterministicRandom random = tx.random();
        final int hops = random.nextDouble() < REMOTE ? 1 + random.nextInt(FARTHEST) : 0;
        final int to = Math.floorMod(random.nextDouble() < 0.5 ? from + hops : from - hops, bodies);
        final long due = tx.time() + 1 + hops * HOP + (long) (-MEAN * StrictMath.log(1 - random.nextDouble()));
        final Cell<Way> cell = tx.cell(JOB, job);
        tx.set(cell, new Way(to, due));
        tx.predict(arrives, cell);
    }

    /** Where a job is, or is on its way to, and when it is due there. */
    private record Way(int to, long due) {
    }

    /** Every process has its first jobs. */
    private record Start(RingPhold in, int processes) implements Event {
        @Override
        public EventType<?> type() {
            return in.starts;
        }

        @Override
        public void execute(final Transaction tx) {
            for (int i = 0; i < processes; i++) {
                tx.set(tx.cell(PROCESS, i), 0L);
                for (int job = 0; job < JOBS_PER_PROCESS; job++) {
                    in.send(tx, (long) i * JOBS_PER_PROCESS + job, i);
                }
            }
        }

        @Override
        public String toString() {
            return "start of " + processes;
        }
    }

    /** A job is due: it is done, and goes on. */
    private record Visit(RingPhold in, long job, int process) implements Event {
        @Override
        public EventType<?> type() {
            return in.visits;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Long> cell = tx.cell(PROCESS, process);
            final DeterministicRandom random = tx.random();
            for (int i = 0; i < in.work; i++) {
                random.nextLong();
            }
            tx.set(cell, (tx.get(cell) + job) * 31 + (random.nextLong() & 1));
            in.send(tx, job, process);
        }

        @Override
        public String toString() {
            return "job " + job + " at " + process;
        }
    }

    /** A job is due. */
    private final class Arrives implements Predictor<Way> {
        @Override
        public long id() {
            return 0x51c8e07d2b6f93a4L;
        }

        @Override
        public CellType<Way> subject() {
            return JOB;
        }

        @Override
        public Asking asking() {
            return Asking.BY_EVENTS;
        }

        @Override
        public void predict(final Cell<Way> subject, final Forecast forecast) {
            final Way way = forecast.get(subject);
            forecast.predict(way.due, new Visit(RingPhold.this, subject.number(), way.to), subject);
        }
    }
}
