package io.takt.steward.replay;

import io.takt.steward.AuditException;
import io.takt.steward.Cell;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Runs every event and every predictor three times: twice on what the codecs make of the event and of what it reads,
 * and then in earnest. All three must come out the same, and leave the event and the read values as they were. The
 * outcome is kept as long as there is a history of it, undone or not: the same event at the same instant that reads
 * the same must always do the same, and some of the past is run again at each step. For one thread.
 */
final class Auditor {
    private static final String IMPURE = "; it depends on something behind the transaction: ";

    final Ledger ledger;

    private final ReplaySteward steward;
    private final List<Trace> traces = new ArrayList<>();
    private final Map<Key, Integer> places = new HashMap<>();
    private final Map<State.Slot, Event> lastSaid = new LinkedHashMap<>();
    private long samples;

    Auditor(final ReplaySteward steward) {
        this.steward = steward;
        ledger = new Ledger(steward.physics(), steward, this::putBack);
    }

    /** Runs in earnest what is to run, if it is found to be right. */
    void run(final Actor actor, final State state, final ReplayView view) {
        final Actor copy = actor.event() == null ? actor
            : Actor.of(actor.at(), ledger.check(actor.event(), actor, " is to happen"));
        final State copies = new Copies(state::value, actor);
        final Outcome first = attempt(actor, copy, copies, state);
        final Outcome second = attempt(actor, copy, copies, state);
        requireSame(actor, " does not come out the same when it runs again" + IMPURE, first, second);
        final Outcome real = outcome(actor, view);
        requireAsBefore(actor, real);
        requireSame(actor, " does not come out the same when it and what it reads have gone through their codecs"
            + IMPURE, first, real);
        if (real.failure() != null) {
            throw real.failure();
        }
        real.writes().forEach((cell, value) -> {
            ledger.check(cell, value, actor, " wrote ");
            ledger.agree(cell, state.value(cell), value, actor);
        });
        if (real.said() != null) {
            ledger.check(real.said().event(), actor, " predicted it");
            final Event before = lastSaid.put(actor.slot(), real.said().event());
            if (before != null) {
                ledger.agree(before, real.said().event(), actor);
            }
        }
        compareWithFormer(actor, state, real);
        note(new Trace(actor, real));
    }

    /** Runs an action of the past again. An error of it is told once. */
    void sample() {
        if (!traces.isEmpty()) {
            final ExtendedTime seed = ExtendedTime.of(samples++, 0, Id.of(0, 0));
            recheck(new DeterministicRandom(seed).nextInt(traces.size()));
        }
    }

    /** Runs all of the past again. */
    void recheckAll() {
        for (int i = 0; i < traces.size(); i++) {
            recheck(i);
        }
    }

    void forgetBefore(final long time) {
        traces.removeIf(trace -> trace.actor.at().base() < time);
        places.clear();
        final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < traces.size(); i++) {
            final Trace trace = traces.get(i);
            places.put(trace.key(), i);
            known.add(trace.actor.event());
            known.addAll(trace.outcome.reads().values());
            known.addAll(trace.outcome.writes().values());
        }
        steward.addPresentTo(known);
        ledger.keep(known::contains);
    }

    /** Runs a copy on copies, and sees to it that both are as before. */
    private Outcome attempt(final Actor actor, final Actor copy, final State copies, final State state) {
        final Outcome outcome = outcome(copy, copy.view(steward, copies));
        if (copy.event() != null && !Arrays.equals(ledger.bytes(actor.event()), ledger.bytes(copy.event()))) {
            throw wrong(actor + ", of type " + actor.event().type() + ", changed itself, to " + copy.event());
        }
        outcome.reads().forEach((cell, value) -> {
            final Object original = state.value(cell);
            if (!Arrays.equals(ledger.bytes(cell, original), ledger.bytesNow(cell, value, actor))) {
                throw wrong(actor + " changed in place what it read from " + cell + ", from " + original + " to "
                    + value);
            }
        });
        return outcome;
    }

    private Outcome outcome(final Actor actor, final ReplayView view) {
        EventException failure = null;
        try {
            steward.run(actor, view);
        } catch (final AuditException e) {
            throw e;
        } catch (final EventException e) {
            failure = e;
        }
        view.writtenDown.forEach((cell, then) -> {
            final Object value = view.writes.get(cell);
            if (!Arrays.equals(then, ledger.bytesNow(cell, value, actor))) {
                throw wrong(actor + " changed in place what it had written to " + cell + ", to " + value);
            }
        });
        return new Outcome(view.reads, view.writes, view.asked, view.said, failure);
    }

    private void requireAsBefore(final Actor actor, final Outcome real) {
        if (actor.event() != null) {
            ledger.check(actor.event(), actor, " has happened");
        }
        real.reads().forEach((cell, value) -> ledger.check(cell, value, actor, " has read "));
    }

    private void requireSame(final Actor actor, final String what, final Outcome first, final Outcome then) {
        final String difference = first.difference(then, ledger);
        if (difference != null) {
            throw wrong(actor + what + difference);
        }
    }

    private void compareWithFormer(final Actor actor, final State state, final Outcome real) {
        final Integer place = places.get(new Key(actor.at(), actor.slot()));
        if (place == null) {
            return;
        }
        final Trace former = traces.get(place);
        final boolean sameEvent = actor.event() == null
            || Arrays.equals(ledger.bytes(actor.event()), ledger.bytes(former.actor.event()));
        if (sameEvent && former.outcome.reads().entrySet().stream().allMatch(read -> Arrays.equals(
            ledger.bytes(read.getKey(), read.getValue()),
            ledger.bytes(read.getKey(), state.value(read.getKey()))))) {
            requireSame(actor, " does not come out as before, though it reads the same" + IMPURE, former.outcome, real);
        }
    }

    private void note(final Trace trace) {
        final Integer place = places.putIfAbsent(trace.key(), traces.size());
        if (place == null) {
            traces.add(trace);
        } else {
            traces.set(place, trace);
        }
    }

    private void recheck(final int place) {
        final Trace trace = traces.get(place);
        boolean right = false;
        try {
            steward.running(() -> recheck(trace));
            right = true;
        } finally {
            if (!right) {
                drop(place);
            }
        }
    }

    private void recheck(final Trace trace) {
        final Actor actor = trace.actor;
        requireAsBefore(actor, trace.outcome);
        trace.outcome.writes().forEach((cell, value) -> ledger.check(cell, value, actor, " has written "));
        final State copies = new Copies(trace.outcome.reads()::get, actor);
        final Outcome now = outcome(actor, actor.view(steward, copies));
        requireAsBefore(actor, trace.outcome);
        requireSame(actor, " does not come out as before when it runs again later" + IMPURE, trace.outcome, now);
    }

    private void drop(final int place) {
        places.remove(traces.get(place).key());
        final Trace last = traces.remove(traces.size() - 1);
        if (place < traces.size()) {
            traces.set(place, last);
            places.put(last.key(), place);
        }
    }

    private void putBack(final Object changed, final Object was) {
        for (int i = 0; i < traces.size(); i++) {
            traces.get(i).outcome.putBack(changed, was);
            if (traces.get(i).actor.event() == changed) {
                traces.set(i, new Trace(Actor.of(traces.get(i).actor.at(), (Event) was), traces.get(i).outcome));
            }
        }
        lastSaid.replaceAll((slot, event) -> event == changed ? (Event) was : event);
        steward.putBack(changed, was);
    }

    private static AuditException wrong(final String text) {
        return new AuditException(Ledger.line(text));
    }

    /** The actions of the present and the past at an instant: an event if there is no slot. */
    private record Key(ExtendedTime at, State.Slot slot) {
    }

    /** An action that ran, and its outcome. */
    private static final class Trace {
        private final Actor actor;
        private final Outcome outcome;

        Trace(final Actor actor, final Outcome outcome) {
            this.actor = actor;
            this.outcome = outcome;
        }

        Key key() {
            return new Key(actor.at(), actor.slot());
        }
    }

    /** The codecs' copies of values that are read, the same object each time. */
    private final class Copies extends State {
        private final Function<Cell<?>, Object> values;
        private final Map<Cell<?>, Object> copies = new HashMap<>();
        private final Actor actor;

        Copies(final Function<Cell<?>, Object> values, final Actor actor) {
            this.values = values;
            this.actor = actor;
        }

        @Override
        Object value(final Cell<?> cell) {
            if (!copies.containsKey(cell)) {
                copies.put(cell, ledger.check(cell, values.apply(cell), actor, " reads "));
            }
            return copies.get(cell);
        }
    }
}
