package io.takt.proofs.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The doorbell's protocol as two step machines with a store buffer each (total store order, as x86 has it), in every
 * interleaving. The sleeper waits for one time after the other; the ringer publishes them one after the other.
 *
 * <pre>
 *  sleeper                                            ringer
 *  ANNOUNCE  doorbell := wanted                       PUBLISH  clock := next
 *  FENCE     own buffer is empty                      FENCE    own buffer is empty
 *  LOOK      clock reached? WITHDRAW : SLEEP          READ     doorbell announces a time that is reached? SWAP : next
 *  SLEEP     if doorbell = wanted, until woken        SWAP     if doorbell is as it was read, doorbell := AWAKE, WAKE
 *  PEEK      clock reached? WITHDRAW : ANNOUNCE       WAKE     a sleeper is woken; next
 *  WITHDRAW  doorbell := AWAKE, wants the next time
 * </pre>
 *
 * <p>SLEEP, SWAP and WAKE are atomic and empty the buffer of their own side, as system calls and compare-and-swap do.
 */
final class WakeUpModel {
    /** A step that is left out, or done in the wrong order. */
    enum Fault {
        NONE, NO_FENCE_AT_THE_SLEEPER, NO_FENCE_AT_THE_RINGER, NO_SECOND_LOOK, SLEEP_WITHOUT_COMPARING,
        RING_BEFORE_PUBLISHING, WAKE_BEFORE_SWAP, STORE_INSTEAD_OF_SWAP
    }

    private static final int AWAKE = -1;

    private enum Sleeper { ANNOUNCE, FENCE, LOOK, SLEEP, ASLEEP, PEEK, WITHDRAW, DONE }

    private enum Ringer { PUBLISH, FENCE, READ, SWAP, WAKE, DONE }

    private enum Place { CLOCK, DOORBELL }

    private record Store(Place place, int value) {
    }

    private record State(int clock, int doorbell, Sleeper sleeper, int wanted, List<Store> sleepersBuffer,
        Ringer ringer, int next, int read, List<Store> ringersBuffer) {

        State sleeper(final Sleeper then, final int newWanted, final List<Store> buffer) {
            return new State(clock, doorbell, then, newWanted, buffer, ringer, next, read, ringersBuffer);
        }

        State ringer(final Ringer then, final int newNext, final int newRead, final List<Store> buffer) {
            return new State(clock, doorbell, sleeper, wanted, sleepersBuffer, then, newNext, newRead, buffer);
        }

        State memory(final Store store) {
            return new State(store.place == Place.CLOCK ? store.value : clock,
                store.place == Place.DOORBELL ? store.value : doorbell, sleeper, wanted, sleepersBuffer, ringer, next,
                read, ringersBuffer);
        }

        int seen(final Place place, final List<Store> own) {
            for (int i = own.size() - 1; i >= 0; i--) {
                if (own.get(i).place == place) {
                    return own.get(i).value;
                }
            }
            return place == Place.CLOCK ? clock : doorbell;
        }
    }

    private final Fault fault;
    private final int times;
    private final Set<State> known = new HashSet<>();
    private final Deque<State> open = new ArrayDeque<>();
    private int lost;
    private int wiped;
    private int ended;

    private WakeUpModel(final Fault fault, final int times) {
        this.fault = fault;
        this.times = times;
    }

    /**
     * The findings, as numbers of states.
     *
     * @param states in all.
     * @param ended  in which both are done.
     * @param lost   in which the sleeper sleeps for ever, for a time that is reached.
     * @param wiped  in which a ring took away an announcement that it had not read.
     */
    record Found(int states, int ended, int lost, int wiped) {
    }

    static Found explore(final Fault fault, final int times) {
        final WakeUpModel model = new WakeUpModel(fault, times);
        model.reach(new State(0, AWAKE, Sleeper.ANNOUNCE, 1, List.of(), model.firstOfRing(), 1, AWAKE, List.of()));
        while (!model.open.isEmpty()) {
            model.step(model.open.pop());
        }
        return new Found(model.known.size(), model.ended, model.lost, model.wiped);
    }

    private void reach(final State state) {
        if (known.add(state)) {
            open.push(state);
        }
    }

    private void step(final State state) {
        if (!state.sleepersBuffer.isEmpty()) {
            final State stored = state.memory(state.sleepersBuffer.get(0));
            reach(stored.sleeper(stored.sleeper, stored.wanted, rest(stored.sleepersBuffer)));
        }
        if (!state.ringersBuffer.isEmpty()) {
            final State stored = state.memory(state.ringersBuffer.get(0));
            reach(stored.ringer(stored.ringer, stored.next, stored.read, rest(stored.ringersBuffer)));
        }
        sleeperSteps(state);
        ringerSteps(state);
        final boolean quiet = state.ringer == Ringer.DONE && state.sleepersBuffer.isEmpty()
            && state.ringersBuffer.isEmpty();
        if (quiet && state.sleeper == Sleeper.ASLEEP) {
            lost++;
        } else if (quiet && state.sleeper == Sleeper.DONE) {
            ended++;
        }
    }

    private void sleeperSteps(final State state) {
        final List<Store> own = state.sleepersBuffer;
        switch (state.sleeper) {
            case ANNOUNCE -> reach(state.sleeper(Sleeper.FENCE, state.wanted,
                with(own, new Store(Place.DOORBELL, state.wanted))));
            case FENCE -> {
                if (own.isEmpty() || fault == Fault.NO_FENCE_AT_THE_SLEEPER) {
                    reach(state.sleeper(fault == Fault.NO_SECOND_LOOK ? Sleeper.SLEEP : Sleeper.LOOK, state.wanted,
                        own));
                }
            }
            case LOOK -> look(state, Sleeper.SLEEP);
            case SLEEP -> {
                if (own.isEmpty()) {
                    final boolean sleeps = state.doorbell == state.wanted || fault == Fault.SLEEP_WITHOUT_COMPARING;
                    reach(state.sleeper(sleeps ? Sleeper.ASLEEP : Sleeper.PEEK, state.wanted, own));
                }
            }
            case PEEK -> look(state, Sleeper.ANNOUNCE);
            case WITHDRAW -> reach(state.sleeper(state.wanted == times ? Sleeper.DONE : Sleeper.PEEK,
                Math.min(times, state.wanted + 1), with(own, new Store(Place.DOORBELL, AWAKE))));
            default -> {
                // Asleep until it is woken, or done.
            }
        }
    }

    private void look(final State state, final Sleeper otherwise) {
        final boolean reached = state.seen(Place.CLOCK, state.sleepersBuffer) >= state.wanted;
        reach(state.sleeper(reached ? Sleeper.WITHDRAW : otherwise, state.wanted, state.sleepersBuffer));
    }

    private Ringer firstOfRing() {
        return fault == Fault.RING_BEFORE_PUBLISHING ? Ringer.FENCE : Ringer.PUBLISH;
    }

    private void ringerSteps(final State state) {
        final List<Store> own = state.ringersBuffer;
        switch (state.ringer) {
            case PUBLISH -> {
                final State published = state.ringer(Ringer.FENCE, state.next, AWAKE,
                    with(own, new Store(Place.CLOCK, state.next)));
                reach(fault == Fault.RING_BEFORE_PUBLISHING ? nextTime(published) : published);
            }
            case FENCE -> {
                if (own.isEmpty() || fault == Fault.NO_FENCE_AT_THE_RINGER) {
                    reach(state.ringer(Ringer.READ, state.next, AWAKE, own));
                }
            }
            case READ -> {
                final int read = state.seen(Place.DOORBELL, own);
                final boolean rings = read != AWAKE && read <= state.next;
                final State after = state.ringer(fault == Fault.WAKE_BEFORE_SWAP ? Ringer.WAKE : Ringer.SWAP,
                    state.next, read, own);
                reach(rings ? after : rung(state));
            }
            case SWAP -> {
                if (own.isEmpty()) {
                    swap(state);
                }
            }
            case WAKE -> {
                if (own.isEmpty()) {
                    final State woken = state.sleeper != Sleeper.ASLEEP ? state
                        : state.sleeper(Sleeper.PEEK, state.wanted, state.sleepersBuffer);
                    reach(fault == Fault.WAKE_BEFORE_SWAP ? woken.ringer(Ringer.SWAP, state.next, state.read, own)
                        : rung(woken));
                }
            }
            default -> {
                // Done.
            }
        }
    }

    private void swap(final State state) {
        final boolean same = state.doorbell == state.read;
        if (!same && fault != Fault.STORE_INSTEAD_OF_SWAP) {
            reach(rung(state));
            return;
        }
        if (!same && state.doorbell != AWAKE) {
            wiped++;
        }
        final State swapped = state.memory(new Store(Place.DOORBELL, AWAKE));
        reach(fault == Fault.WAKE_BEFORE_SWAP ? rung(swapped)
            : swapped.ringer(Ringer.WAKE, state.next, state.read, state.ringersBuffer));
    }

    private State rung(final State state) {
        return fault == Fault.RING_BEFORE_PUBLISHING
            ? state.ringer(Ringer.PUBLISH, state.next, AWAKE, state.ringersBuffer) : nextTime(state);
    }

    private State nextTime(final State state) {
        return state.next == times ? state.ringer(Ringer.DONE, times, AWAKE, state.ringersBuffer)
            : state.ringer(firstOfRing(), state.next + 1, AWAKE, state.ringersBuffer);
    }

    private static List<Store> with(final List<Store> buffer, final Store store) {
        final List<Store> longer = new ArrayList<>(buffer);
        longer.add(store);
        return List.copyOf(longer);
    }

    private static List<Store> rest(final List<Store> buffer) {
        return List.copyOf(buffer.subList(1, buffer.size()));
    }
}
