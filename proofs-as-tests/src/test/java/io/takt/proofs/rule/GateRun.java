package io.takt.proofs.rule;

import io.takt.proofs.rule.GateSchedules.GateSchedule;
import io.takt.proofs.rule.GateSchedules.Line;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;

/**
 * A federate whose assets send each other messages, going through a schedule. A step of an asset takes several turns:
 * it begins, each of its messages is published, its time advances. Others go on in between.
 */
final class GateRun {
    /** Instead of the place of an asset: the core. */
    static final int CORE = -1;

    private final Rules rules = RulesUnderTest.get();
    private final Federate federate;
    private final List<Line> lines;
    private final List<Sender> senders;
    /** By asset, whether it is between the beginning of a step and its end. */
    private final BitSet steps = new BitSet();
    /** Where that step ends, and whether the clock stands there already. */
    private final long[] stepsTo;
    private final BitSet hasAdvanced = new BitSet();
    /** By line, which messages the receiver has got. */
    private final List<BitSet> got;
    /** By count-ups of the core: by which reading of each asset it came to where it was then. */
    private final List<long[]> knownToCore = new ArrayList<>();
    private final Staircase staircase;
    private boolean handsOut;

    GateRun(final GateSchedule schedule) {
        federate = new Federate(0, schedule.coreStep(), schedule.maxDelay());
        schedule.parties().forEach(party -> federate.place(0, party.step()));
        lines = schedule.lines();
        lines.forEach(line -> federate.gate(line.gate()));
        senders = schedule.parties().stream().map(party -> new Sender(party.step(), party.habit())).toList();
        stepsTo = new long[senders.size()];
        got = lines.stream().map(line -> new BitSet()).toList();
        knownToCore.add(new long[senders.size()]);
        staircase = new Staircase(federate);
    }

    Federate federate() {
        return federate;
    }

    /** Takes a turn. */
    void take(final Turn turn) {
        handsOut = false;
        if (turn.isCountUpOfCore(federate)) {
            countUpCore(turn);
        } else if (steps.get(turn.asset(federate))) {
            goOn(turn.asset(federate));
        } else {
            begin(turn.asset(federate), turn);
        }
    }

    boolean isBetweenSteps(final int asset) {
        return !steps.get(asset);
    }

    /** Whether the last turn was the beginning of a step that got a message. */
    boolean handsOut() {
        return handsOut;
    }

    /** The assets that may begin a step, and, as {@link #CORE}, the core, with newest readings. */
    TreeSet<Integer> allowed() {
        final TreeSet<Integer> allowed = new TreeSet<>();
        if (federate.coreMay(Federate.FRESH)) {
            allowed.add(CORE);
        }
        for (int asset = 0; asset < federate.size(); asset++) {
            if (isBetweenSteps(asset) && federate.assetMay(asset, 0)) {
                allowed.add(asset);
            }
        }
        return allowed;
    }

    /** The time of the sender of a gate by which the core came to the time that a reading of it gives. */
    long frontierKnownToCoreNs(final Gate gate, final long ageOfReading) {
        return knownToCore.get((int) Math.max(0, knownToCore.size() - 1 - ageOfReading))[gate.from()];
    }

    private void countUpCore(final Turn turn) {
        final Staircase.Entry entry = staircase.countUp(federate.core(), federate.assets(), turn);
        final long[] read = federate.assets().stream()
            .mapToLong(asset -> asset.readNs(turn.ageOf(asset.number()))).toArray();
        if (entry.ended(federate.coreCountsUp(turn::ageOf), federate)) {
            knownToCore.add(read);
        }
    }

    private void begin(final int asset, final Turn turn) {
        final Clock clock = federate.asset(asset);
        final String name = "asset " + clock.number();
        if (!federate.coreAllows(asset, turn.ageOf(Clock.CORE))
            || !federate.waitedFor(asset).stream().allMatch(gate -> opens(gate, turn))) {
            staircase.add(name + " is held at " + clock.timeNs()).ended(false, federate);
            return;
        }
        final TreeSet<String> due = new TreeSet<>();
        final TreeSet<String> handed = new TreeSet<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).gate().to() == asset) {
                handOut(i, turn, due, handed);
            }
        }
        steps.set(asset);
        stepsTo[asset] = clock.timeNs() + clock.stepNs();
        handsOut = !handed.isEmpty();
        staircase.add(name + " begins its step to " + stepsTo[asset] + ", due " + due + ", gets "
            + handed).ended(true, federate);
        require(due.equals(handed), "(G0) a step gets what is due in it and nothing else");
    }

    private boolean opens(final Gate gate, final Turn turn) {
        final long promiseNs = senders.get(gate.from()).frontier(turn.ageOf(1 + gate.from())).promiseNs();
        return federate.opens(gate, turn::ageOf)
            || rules.gateOpensByPromise(federate.wantedNs(gate), promiseNs, gate.delayNs());
    }

    /**
     * What comes by a line, as sender and number.
     *
     * @param due    is added what has to come by the plan.
     * @param handed is added what does come.
     */
    private void handOut(final int i, final Turn turn, final TreeSet<String> due, final TreeSet<String> handed) {
        final Line line = lines.get(i);
        final Gate gate = line.gate();
        final Clock receiver = federate.asset(gate.to());
        final long toNs = gate.atStepEnd() ? receiver.timeNs() + receiver.stepNs() : receiver.timeNs();
        final long afterNs = receiver.timeNs() == 0 ? -1 : toNs - receiver.stepNs();
        final Sender sender = senders.get(gate.from());
        final List<Long> stampsNs = sender.plannedNs(Math.max(toNs, federate.asset(gate.from()).timeNs() + 1));
        final int there = seen(sender, 1 + gate.from(), turn);
        for (int number = 0; number < stampsNs.size(); number++) {
            final String message = (1 + gate.from()) + "." + number + (lines.size() > 1 ? " by line " + (1 + i) : "");
            final long deliveryNs = line.deliveryNs(stampsNs.get(number), number);
            if (deliveryNs > afterNs && deliveryNs <= toNs) {
                due.add(message);
            }
            if (number < there && !got.get(i).get(number) && rules.isDue(deliveryNs, toNs)) {
                got.get(i).set(number);
                handed.add(message);
            }
        }
    }

    /** How many messages a receiver finds: some of the newest may not be seen yet that no frontier has spoken of. */
    private int seen(final Sender sender, final int number, final Turn turn) {
        final int some = (int) Math.max(0, sender.published() - (long) turn.ageOf(number + 1));
        return rules.readsFrontiersFirst()
            ? Math.max(some, sender.frontier(turn.ageOf(number)).published()) : some;
    }

    /** The next message of the step, or its end. */
    private void goOn(final int asset) {
        final Clock clock = federate.asset(asset);
        final Sender sender = senders.get(asset);
        final String name = "asset " + clock.number();
        if ((hasAdvanced.get(asset) || rules.publishesFirst()) && sender.publishesOneOf(stepsTo[asset])) {
            staircase.add(name + " publishes its message " + (sender.published() - 1)).ended(true, federate);
        } else {
            clock.countUp();
            hasAdvanced.set(asset);
            sender.advancedTo(clock.timeNs());
            staircase.add(name + " ends its step").ended(true, federate);
        }
        if (hasAdvanced.get(asset) && !sender.hasMoreIn(stepsTo[asset])) {
            steps.clear(asset);
            hasAdvanced.clear(asset);
        }
    }

    void require(final boolean holds, final String statement) {
        if (!holds) {
            throw new AssertionError(statement + " is violated:\n" + staircase);
        }
    }
}
