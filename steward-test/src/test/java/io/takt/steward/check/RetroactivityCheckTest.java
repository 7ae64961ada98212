package io.takt.steward.check;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Transaction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A user's own data structure, a stack of cells, is found to be retroactive or not. */
class RetroactivityCheckTest {
    private static final Codec<Long> LONG = Codec.of((value, out) -> out.writeLong(value), in -> in.readLong());
    private static final CellType<Long> HEIGHT = CellType.of(0x3f61a8d02c94e75bL, "height", LONG);
    private static final CellType<Long> ITEM = CellType.of(0x8c2d05b7f1e3a694L, "item", LONG);
    private static final EventType<Change> CHANGE = EventType.of(
        0xd47f93a06b5c1e28L, "change", Change.class, Codec.of(
            (change, out) -> {
                out.writeInt(change.way.ordinal());
                out.writeLong(change.pushed);
            },
            in -> {
                final Way way = Way.values()[in.readInt()];
                return new Change(way, in.readLong());
            }));
    private static final Physics PHYSICS = Physics.builder().cells(HEIGHT, ITEM).events(CHANGE).build();
    private static final int RUNS = 40;

    private static long outside;

    private static RetroactivityCheck check(final Way way) {
        return RetroactivityCheck.of(PHYSICS, (random, time) -> change(way, random, time));
    }

    private static Event change(final Way way, final RandomGenerator random, final long time) {
        return new Change(way, random.nextInt(3) == 0 ? -1 : time);
    }

    @Test
    void aCheckOfNothingIsRefused() {
        final RetroactivityCheck check = check(Way.values()[0]);
        assertThatIllegalArgumentException().isThrownBy(() -> check.operations(0))
            .withMessage("there must be 1 or more operations in a run, not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> check.verify(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> check.unit(0));
    }

    @Test
    void aStackOfCellsIsRetroactive() {
        check(Way.RIGHT).verify(RUNS);
        check(Way.RIGHT).audited().operations(60).verify(RUNS / 4);
    }

    @Test
    void timeMayGoOnInLargeStepsAndBeginWithSomething() {
        check(Way.AFTER_BEGINNING).unit(1L << 40).beginning(1000, steward -> {
            for (int i = 0; i < 3; i++) {
                steward.insert(1000, Id.of(0, i), new Change(Way.RIGHT, i));
            }
        }).verify(RUNS);
    }

    @ParameterizedTest
    @EnumSource(names = {"COUNTS_OUTSIDE", "REMEMBERS"})
    void aPhysicsThatIsNotRetroactiveIsFoundAndMadeShort(final Way way) {
        outside = 0;
        assertThatThrownBy(() -> check(way).verify(RUNS)).isInstanceOf(AssertionError.class)
            .hasMessageFindingMatch("^not retroactive, seed \\d+: (event|at the time)")
            .hasMessageContaining("differs").hasMessageContaining("here:").hasMessageContaining("Change[way=" + way)
            .hasMessageFindingMatch("after [1-5] of \\d+ operations");
    }

    @Test
    void theFirstEventThatDiffersIsToldWithWhatItReadAndWrote() {
        outside = 0;
        assertThatThrownBy(() -> check(Way.COUNTS_OUTSIDE).verifySeed(1)).isInstanceOf(AssertionError.class)
            .hasMessageContainingAll("event 0 differs", "reads [height", "writes [item", "insert Change[way=COUNTS");
    }

    @Test
    void aFailureThatDoesNotComeAgainIsReportedAsWell() {
        outside = 0;
        assertThatThrownBy(() -> check(Way.LEARNS).verify(RUNS)).isInstanceOf(AssertionError.class)
            .hasMessageContainingAll("not retroactive", "differs", "but not when the same was done again", "LEARNS");
    }

    @Test
    void aFailureIsReported() {
        assertThatThrownBy(() -> check(Way.FRAGILE).verify(RUNS)).isInstanceOf(AssertionError.class)
            .hasMessageContainingAll("the event Change[way=FRAGILE", "failed: too high", "operations")
            .hasMessageFindingMatch("after [1-5] of \\d+ operations");
    }

    @Test
    void anAuditSaysWhy() {
        outside = 0;
        assertThatThrownBy(() -> check(Way.COUNTS_OUTSIDE).audited().verify(RUNS)).isInstanceOf(AssertionError.class)
            .hasMessageContaining("does not come out the same when it runs again");
    }

    private enum Way {
        RIGHT, AFTER_BEGINNING, FRAGILE, COUNTS_OUTSIDE, REMEMBERS, LEARNS
    }

    /** Pushes a number, or pops if it is negative; in a way that may be wrong. */
    private static final class Change implements Event {
        private final Way way;
        private final long pushed;
        private long remembered = -1;

        Change(final Way way, final long pushed) {
            this.way = way;
            this.pushed = pushed;
        }

        @Override
        public EventType<?> type() {
            return CHANGE;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Long> height = tx.cell(HEIGHT, 0);
            final Long before = tx.get(height);
            final long at = before == null ? 0 : before;
            if (way == Way.AFTER_BEGINNING && tx.get(tx.cell(ITEM, 0)) == null && at > 0) {
                throw new IllegalStateException("nothing below");
            } else if (way == Way.FRAGILE && at > 2) {
                throw new IllegalStateException("too high");
            }
            if (pushed >= 0) {
                tx.set(tx.cell(ITEM, at), value(at));
                tx.set(height, at + 1);
            } else if (at > 0) {
                tx.set(tx.cell(ITEM, at - 1), null);
                tx.set(height, at - 1);
            }
        }

        private long value(final long at) {
            if (way == Way.COUNTS_OUTSIDE) {
                return ++outside;
            } else if (way == Way.REMEMBERS) {
                remembered = remembered < 0 ? at : remembered;
                return remembered;
            } else if (way == Way.LEARNS) {
                outside = Math.max(outside, pushed);
                return outside;
            }
            return pushed;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Change && way == ((Change) other).way && pushed == ((Change) other).pushed;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(pushed);
        }

        @Override
        public String toString() {
            return "Change[way=" + way + ", pushed=" + pushed + "]";
        }
    }
}
