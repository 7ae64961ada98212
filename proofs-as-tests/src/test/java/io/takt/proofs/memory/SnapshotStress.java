package io.takt.proofs.memory;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Redoing;
import java.util.List;
import java.util.function.LongFunction;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A snapshot says the same while the steward goes on, its past changes, and it forgets. Two cells are written at 10, 20
 * and 30; a snapshot of the time 25 is read by another thread.
 */
public class SnapshotStress {
    private static final long SEEN = 25;
    private static final long VALUE = 20;
    private static final long DUE = 1_000 + VALUE;
    private static final int LOOKS = 200;
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final Predictor<Long> LATER = Predictor.of("later", NUMBER, SnapshotStress::predict);
    private static final Physics PHYSICS =
        Physics.builder().cells(NUMBER).events(Write.class, Add.class).predictors(LATER).build();
    /** Of this a steward without a history keeps no versions: values and predictions are overwritten in place. */
    private static final Predictor<Long> REQUESTED =
        Predictor.of("requested", NUMBER, Asking.ON_REQUEST, SnapshotStress::predictWithCanaries);
    private static final Physics IN_PLACE =
        Physics.builder().cells(NUMBER).events(Write.class, Request.class).predictors(REQUESTED).build();

    record Write(long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, 0), value);
            tx.set(tx.cell(NUMBER, 1), value);
        }
    }

    record Request(long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            new Write(value).execute(tx);
            tx.predict(REQUESTED, tx.cell(NUMBER, 0));
        }
    }

    /** Depends on all that happened before. */
    record Add(long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            for (int i = 0; i < 2; i++) {
                final Long before = tx.get(tx.cell(NUMBER, i));
                tx.set(tx.cell(NUMBER, i), before == null ? value : before + value);
            }
        }
    }

    private static void predict(final Cell<Long> cell, final Forecast forecast) {
        if (cell.number() == 0) {
            forecast.predict(DUE - VALUE + forecast.get(cell), new Write(forecast.get(cell)));
        }
    }

    private static void predictWithCanaries(final Cell<Long> cell, final Forecast forecast) {
        final long value = forecast.get(cell);
        forecast.predict(DUE - VALUE + value, new Write(value), cell, forecast.cell(NUMBER, 1));
    }

    /** What all of them have: a steward, and a snapshot of it. */
    public static class Base {
        final Steward steward;
        final Snapshot snapshot;
        private final Cell<Long> one;
        private final Cell<Long> other;

        Base(final boolean history, final long last) {
            this(history ? LogSteward.withHistory(PHYSICS) : LogSteward.withoutHistory(PHYSICS), history, last,
                Write::new);
        }

        Base(final Steward steward, final boolean history, final long last, final LongFunction<Event> written) {
            this.steward = steward;
            begin();
            for (long time = 10; time <= last; time += 10) {
                steward.insert(time, Id.of(0, time), written.apply(time));
            }
            steward.advanceTo(history ? last : SEEN);
            snapshot = steward.snapshot(SEEN);
            one = steward.cell(NUMBER, 0);
            other = steward.cell(NUMBER, 1);
        }

        /** What happens before. */
        void begin() {
        }

        /** Again and again, for as long as the steward needs for its change, or until something else is there. */
        final void read(final JJ_Result result) {
            result.r1 = VALUE;
            result.r2 = VALUE;
            for (int i = 0; i < LOOKS && result.r1 == VALUE && result.r2 == VALUE; i++) {
                result.r1 = snapshot.get(one);
                result.r2 = snapshot.get(other);
            }
        }

        /** Likewise, what was predicted: one event, 1,000 after the value, whose canaries were not written since. */
        final void readPredictions(final JJ_Result result) {
            result.r1 = 1;
            result.r2 = DUE;
            for (int i = 0; i < LOOKS / 10 && result.r1 == 1 && result.r2 == DUE; i++) {
                final List<Snapshot.PendingEvent> all = snapshot.predictions();
                result.r1 = all.stream().filter(
                    event -> event.canaries().stream().allMatch(Snapshot.Canary::current)).count();
                result.r2 = all.isEmpty() ? 0 : all.get(0).at().base();
            }
        }
    }

    /** An event comes into the past, just before the time of the snapshot. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class Inserted extends Base {
        public Inserted() {
            super(true, 30);
        }

        @Actor
        public void steward() {
            steward.insert(SEEN - 1, Id.of(0, 1), new Write(1));
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** The event is taken out that the snapshot sees. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class Removed extends Base {
        public Removed() {
            super(true, 30);
        }

        @Actor
        public void steward() {
            steward.remove(20, Id.of(0, 20));
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** The event that the snapshot sees is taken out, and another one comes to its place. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class Replaced extends Base {
        public Replaced() {
            super(true, 30);
        }

        @Actor
        public void steward() {
            steward.remove(20, Id.of(0, 20));
            steward.insert(20, Id.of(0, 20), new Write(1));
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** All events depend on one that comes before them. */
    public static class Depending extends Base {
        Depending(final Redoing redoing) {
            super(LogSteward.withHistory(PHYSICS).redoing(redoing), true, 30, time -> new Add(10));
        }

        @Override
        final void begin() {
            for (long time = 2; time < 10; time++) {
                steward.insert(time, Id.of(0, time), new Add(0));
            }
        }

        final void change() {
            steward.insert(1, Id.of(0, 1), new Add(10));
            steward.advanceTo(30);
            if (steward.statistics().redone() == 0) {
                throw new AssertionError("nothing was done again");
            }
        }
    }

    /** Of these, all are undone at once. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class AllUndone extends Depending {
        public AllUndone() {
            super(Redoing.ALL);
        }

        @Actor
        public void steward() {
            change();
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** Of these, each is undone when an earlier one comes to its cells. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class SomeUndone extends Depending {
        public SomeUndone() {
            super(Redoing.SOME);
        }

        @Actor
        public void steward() {
            change();
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** New events, with a history and without one. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class WentOn extends Base {
        public WentOn() {
            super(true, 20);
        }

        @Actor
        public void steward() {
            steward.insert(SEEN + 1, Id.of(0, 1), new Write(1));
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** The same without a history, where the new values take the place of the old ones. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class WithoutHistory extends Base {
        public WithoutHistory() {
            super(false, 30);
        }

        @Actor
        public void steward() {
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** What is older than the snapshot is forgotten, while a reader comes from the newest version. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class Forgotten extends Base {
        public Forgotten() {
            super(true, 60);
        }

        @Actor
        public void steward() {
            steward.insert(50, Id.of(0, 1), new Write(1));
            steward.forgetBefore(SEEN);
            steward.forgetBefore(60);
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** What was predicted, with a history. */
    @JCStressTest
    @Outcome(id = "1, 1020", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class Predicted extends Base {
        public Predicted() {
            super(true, 30);
        }

        @Actor
        public void steward() {
            steward.insert(SEEN - 1, Id.of(0, 1), new Write(1));
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            readPredictions(result);
        }
    }

    /** New values in the places of the old ones, and no version of either. */
    @JCStressTest
    @Outcome(id = "20, 20", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class InPlace extends Base {
        public InPlace() {
            super(LogSteward.withoutHistory(IN_PLACE), false, 30, Request::new);
        }

        @Actor
        public void steward() {
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            read(result);
        }
    }

    /** A prediction in the place of another one. */
    @JCStressTest
    @Outcome(id = "1, 1020", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "The snapshot has changed.")
    @State
    public static class PredictedInPlace extends Base {
        public PredictedInPlace() {
            super(LogSteward.withoutHistory(IN_PLACE), false, 30, Request::new);
        }

        @Actor
        public void steward() {
            steward.advanceTo(30);
        }

        @Actor
        public void reader(final JJ_Result result) {
            readPredictions(result);
        }
    }
}
