package io.takt.steward.check;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;

/** Something that a run does. Where it cannot be done, as another operation has been left out, it is nothing. */
interface Operation {
    void apply(Run run);

    record Insert(long time, Id id, Event event) implements Operation {
        @Override
        public void apply(final Run run) {
            run.insert(ExtendedTime.of(time, 0, id), event);
        }

        @Override
        public String toString() {
            return "insert " + event + " at " + time + ", id " + id;
        }
    }

    record Remove(ExtendedTime at) implements Operation {
        @Override
        public void apply(final Run run) {
            run.remove(at);
        }

        @Override
        public String toString() {
            return "remove what was inserted at " + at.base() + ", id " + at.id();
        }
    }

    record Step(int steps, long until) implements Operation {
        @Override
        public void apply(final Run run) {
            run.step(steps, until);
        }

        @Override
        public String toString() {
            return steps + " steps up to " + until;
        }
    }

    record Advance(long time) implements Operation {
        @Override
        public void apply(final Run run) {
            run.advance(time);
        }

        @Override
        public String toString() {
            return "advance to " + time;
        }
    }

    record Hold(int number, long time) implements Operation {
        @Override
        public void apply(final Run run) {
            run.hold(number, time);
        }

        @Override
        public String toString() {
            return "take the snapshot " + number + ", of the time " + time;
        }
    }

    record Release(int number) implements Operation {
        @Override
        public void apply(final Run run) {
            run.release(number);
        }

        @Override
        public String toString() {
            return "look at the snapshot " + number + " and close it";
        }
    }

    record Freeze(long time) implements Operation {
        @Override
        public void apply(final Run run) {
            run.freeze(time);
        }

        @Override
        public String toString() {
            return "freeze before " + time;
        }
    }

    record Forget(long time) implements Operation {
        @Override
        public void apply(final Run run) {
            run.forget(time);
        }

        @Override
        public String toString() {
            return "forget before " + time;
        }
    }

    record SaveAndLoad(int checkpoint) implements Operation {
        @Override
        public void apply(final Run run) {
            run.saveAndLoad(checkpoint);
        }

        @Override
        public String toString() {
            return "save and load";
        }
    }

    record Compare() implements Operation {
        @Override
        public void apply(final Run run) {
            run.compare();
        }

        @Override
        public String toString() {
            return "compare";
        }
    }
}
