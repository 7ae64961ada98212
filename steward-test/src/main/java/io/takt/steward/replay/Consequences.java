package io.takt.steward.replay;

import io.takt.steward.Asking;
import io.takt.steward.AuditException;
import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The consequences of writing a cell for the predictions that depend on it. Looks through all of them. */
final class Consequences {
    private final Physics physics;

    Consequences(final Physics physics) {
        this.physics = physics;
    }

    /** Whether it must be known what predictions of a slot have read. */
    static boolean counts(final State.Slot slot) {
        return slot.predictor().asking() != Asking.ON_REQUEST;
    }

    /** The cells that a run of a predictor has read. */
    static Set<Cell<?>> read(final ReplayView forecast) {
        final Set<Cell<?>> read = new HashSet<>(forecast.reads.keySet());
        if (forecast.said != null) {
            read.addAll(forecast.said.canaries());
        }
        return read;
    }

    /** The slots whose last answers depend on any of some cells, in the order in which they are asked. */
    Collection<State.Slot> of(
        final Set<Cell<?>> written, final State state, final Set<State.Slot> but, final Asking asking) {
        if (!physics.has(asking)) {
            return List.of();
        }
        final Set<State.Slot> found = new TreeSet<>();
        for (final Cell<?> cell : written) {
            physics.predictors(cell.type(), asking).forEach(predictor -> found.add(new State.Slot(predictor, cell)));
        }
        state.known.forEach((slot, read) -> {
            if (slot.predictor().asking() == asking && !Collections.disjoint(read, written)) {
                found.add(slot);
            }
        });
        found.removeIf(but::contains);
        return found;
    }

    /**
     * That an event was right not to ask for a prediction: the one that stands is as good as one made afresh.
     *
     * @param asked what is predicted at an instant if nothing changes until then.
     */
    static void requireAsGood(
        final State.Slot slot, final State state, final State.Pending fresh,
        final Function<ExtendedTime, State.Pending> asked, final ExtendedTime at, final Event event,
        final Set<Cell<?>> written) {
        final State.Pending standing = state.pending.get(slot);
        final boolean inTime = isAsGood(slot, state, standing, fresh);
        // One that is stale is made anew when it comes up: it is to come out the same then.
        final State.Pending anew = inTime && fresh != null && !state.isCurrent(standing)
            ? asked.apply(standing.at()) : fresh;
        if (inTime && same(anew, fresh)) {
            return;
        }
        final Set<Cell<?>> known = state.known.getOrDefault(slot, Set.of());
        final Cell<?> cell = written.stream().filter(one -> one == slot.subject() || known.contains(one))
            .findFirst().orElseThrow();
        final String name = Physics.name(slot.predictor());
        throw new AuditException(Ledger.line("the event " + event + " at " + at + " wrote " + cell
            + " and did not ask the predictor " + name + " about " + slot.subject() + ", which depends on it: "
            + told(standing) + (standing != null && !state.isCurrent(standing) ? ", stale," : "")
            + " stands" + (inTime ? ", which would be made anew as " + told(anew) : "") + ", made afresh it is "
            + told(fresh)
            + "; call tx.predict for it in the event, or let the predictor's asking() be AUTOMATIC"));
    }

    private static boolean isAsGood(
        final State.Slot slot, final State state, final State.Pending standing, final State.Pending fresh) {
        if (standing == null) {
            return fresh == null;
        }
        if (!state.isCurrent(standing)) {
            // It is made anew when it comes up, if it is not too late then.
            return fresh == null
                || !slot.predictor().dropsStale() && standing.at().base() <= fresh.at().base();
        }
        return same(standing, fresh);
    }

    private static boolean same(final State.Pending one, final State.Pending other) {
        return one == null || other == null ? one == other
            : one.at().base() == other.at().base() && one.event().equals(other.event());
    }

    private static String told(final State.Pending prediction) {
        return prediction == null ? "nothing" : prediction.event() + " for " + prediction.at();
    }
}
