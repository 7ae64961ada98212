package io.takt.lab.sim;

import io.takt.lab.sim.Machine.Waiting;
import io.takt.lab.sim.Party.Doing;
import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.IntToLongFunction;

/**
 * Runs a federate on a machine. A party looks, and then does a step or a count-up if its rule allows, or waits.
 * Parties that want a processor stand in one queue; a party that has had one for a quantum goes to its end. A party
 * that has used up its quota gets none until its next period.
 *
 * <p>Every nanosecond of every processor is accounted for: the four sums together are processors times wall time.
 *
 * <p>Owned by one thread.
 */
public final class MachineSimulation {
    private static final long NEVER = Long.MAX_VALUE;

    private final Federate federate;
    private final Settings settings;
    private final Machine machine;
    private final IntToLongFunction workNs;
    private final Party[] parties;
    private final Deque<Party> queue = new ArrayDeque<>();
    /** By processor: the party that has it, the one that had it last, and how long it may be kept. */
    private final Party[] running;
    private final Party[] last;
    private final long[] sliceNs;
    private long wallNs;
    private long workedNs;
    private long waitedNs;
    private long overheadNs;
    private long idleNs;

    /**
     * All parties want a processor, assets first.
     *
     * @param settings of the federate; it is at rest.
     * @param machine  what it runs on.
     * @param workNs   processor time of an asset's next step, greater than 0; is asked once a step.
     */
    public MachineSimulation(final Settings settings, final Machine machine, final IntToLongFunction workNs) {
        this.settings = settings;
        this.machine = machine;
        this.workNs = workNs;
        federate = new Federate(settings);
        parties = new Party[settings.assets() + 1];
        Arrays.setAll(parties, this::party);
        running = new Party[machine.processors()];
        last = new Party[machine.processors()];
        sliceNs = new long[machine.processors()];
        queue.addAll(Arrays.asList(parties));
    }

    private Party party(final int number) {
        final boolean limited = number < machine.quotasNs().size();
        final Party party = new Party(number, limited ? machine.quotasNs().get(number) : 0,
            limited && machine.phasesNs().get(number) > 0 ? machine.phasesNs().get(number) : machine.periodNs());
        party.looks(machine.lookNs());
        return party;
    }

    /**
     * The core's time.
     *
     * @return T_c.
     */
    public long coreTime() {
        return federate.coreTime();
    }

    /**
     * Up to where the simulation has come.
     *
     * @return the end of the last run.
     */
    public long wallNs() {
        return wallNs;
    }

    /**
     * Processor time that went into steps.
     *
     * @return since the beginning, of all processors.
     */
    public long workedNs() {
        return workedNs;
    }

    /**
     * Processor time that went into spinning.
     *
     * @return since the beginning, of all processors.
     */
    public long waitedNs() {
        return waitedNs;
    }

    /**
     * Processor time that went into single looks, into switching and into waking.
     *
     * @return since the beginning, of all processors.
     */
    public long overheadNs() {
        return overheadNs;
    }

    /**
     * Processor time that was not used.
     *
     * @return since the beginning, of all processors.
     */
    public long idleNs() {
        return idleNs;
    }

    /**
     * Runs on.
     *
     * @param endNs    where to stop.
     * @param countUps sees every attempt.
     */
    public void runTo(final long endNs, final CountUps countUps) {
        while (wallNs < endNs) {
            dispatch();
            pass(Math.min(endNs - wallNs, untilNextNs()));
            refill();
            for (int processor = 0; processor < running.length; processor++) {
                final Party party = running[processor];
                if (party != null) {
                    if (party.isDone()) {
                        goOn(party, countUps);
                    }
                    release(processor, party);
                }
            }
        }
    }

    private void dispatch() {
        for (int processor = 0; processor < running.length; processor++) {
            final Party party = running[processor];
            final boolean yields = party != null && party.doing == Doing.SPINS && machine.waiting() == Waiting.YIELD;
            if (yields && !queue.isEmpty()) {
                queue.add(party);
                running[processor] = null;
            }
            if (running[processor] == null && !queue.isEmpty()) {
                running[processor] = queue.remove();
                if (running[processor].doing == Doing.SPINS && machine.waiting() == Waiting.YIELD) {
                    running[processor].looks(machine.lookNs());
                }
                sliceNs[processor] = machine.quantumNs();
                if (last[processor] != running[processor]) {
                    running[processor].overheadNs += machine.switchNs();
                    last[processor] = running[processor];
                }
            }
        }
    }

    private long untilNextNs() {
        long untilNs = NEVER;
        for (int processor = 0; processor < running.length; processor++) {
            final Party party = running[processor];
            if (party != null) {
                untilNs = Math.min(untilNs, Math.min(Math.min(sliceNs[processor], party.quotaLeftNs),
                    party.untilDoneNs()));
            }
        }
        for (final Party party : parties) {
            if (party.refillNs != NEVER) {
                untilNs = Math.min(untilNs, party.refillNs - wallNs);
            }
        }
        return untilNs;
    }

    private void pass(final long ns) {
        wallNs += ns;
        for (int processor = 0; processor < running.length; processor++) {
            final Party party = running[processor];
            if (party == null) {
                idleNs += ns;
            } else {
                if (party.overheadNs > 0 || party.doing == Doing.LOOKS) {
                    overheadNs += ns;
                } else if (party.doing == Doing.WORKS) {
                    workedNs += ns;
                } else {
                    waitedNs += ns;
                }
                party.use(ns);
                sliceNs[processor] -= ns;
            }
        }
    }

    private void refill() {
        for (final Party party : parties) {
            if (party.refillNs == wallNs) {
                final boolean waits = party.isThrottled() && party.doing != Doing.SLEEPS && !isRunning(party);
                party.quotaLeftNs = party.quotaNs;
                party.refillNs += machine.periodNs();
                if (waits) {
                    queue.add(party);
                }
            }
        }
    }

    private boolean isRunning(final Party party) {
        for (final Party each : running) {
            if (each == party) {
                return true;
            }
        }
        return false;
    }

    private void release(final int processor, final Party party) {
        if (party.doing == Doing.SLEEPS || party.isThrottled()) {
            running[processor] = null;
        } else if (sliceNs[processor] == 0) {
            if (queue.isEmpty()) {
                sliceNs[processor] = machine.quantumNs();
            } else {
                running[processor] = null;
                queue.add(party);
            }
        }
    }

    /** A look or a step is done. */
    private void goOn(final Party party, final CountUps countUps) {
        final boolean isCore = party.number == settings.assets();
        if (party.doing == Doing.WORKS) {
            countUps.countedUp(wallNs, party.number, stepped(party.number), true);
            party.looks(machine.lookNs());
            tellWhoWaits();
        } else if (isCore && federate.countUpCore(federate::assetTime)) {
            countUps.countedUp(wallNs, party.number, federate.coreTime(), true);
            party.looks(machine.lookNs());
            tellWhoWaits();
        } else if (!isCore && may(party)) {
            party.doing = Doing.WORKS;
            party.leftNs = workNs.applyAsLong(party.number);
        } else {
            countUps.countedUp(wallNs, party.number,
                isCore ? federate.coreTime() : federate.assetTime(party.number), false);
            party.doing = machine.waiting() == Waiting.SLEEP ? Doing.SLEEPS : Doing.SPINS;
        }
    }

    private long stepped(final int asset) {
        if (!federate.countUpAsset(asset, federate.coreTime())) {
            throw new IllegalStateException("asset " + asset + " may not do the step that it has done");
        }
        return federate.assetTime(asset);
    }

    /** A party whose awaited clock has got far enough looks again. */
    private void tellWhoWaits() {
        for (final Party party : parties) {
            final boolean sleeps = party.doing == Doing.SLEEPS;
            if ((sleeps || party.doing == Doing.SPINS) && may(party)) {
                party.looks(machine.lookNs());
                if (sleeps) {
                    party.overheadNs += machine.wakeNs();
                    if (!party.isThrottled()) {
                        queue.add(party);
                    }
                }
            }
        }
    }

    /** For the core: whether the asset that held it last lets it go on. */
    private boolean may(final Party party) {
        return party.number == settings.assets()
            ? CoreRule.allows(federate.coreTime() + settings.coreStep(), federate.assetTime(federate.blocker()),
                settings.maxDelay())
            : AssetRule.progresses(federate.assetTime(party.number), settings.assetSteps().get(party.number),
                federate.coreTime());
    }
}
