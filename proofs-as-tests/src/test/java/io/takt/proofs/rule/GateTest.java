package io.takt.proofs.rule;

import io.takt.proofs.rule.GateSchedules.GateSchedule;
import io.takt.proofs.rule.GateSchedules.Line;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.statistics.Statistics;

/**
 * G0, the purpose of gates, the parts of G1 to G3 that hold at every moment, and P1, for any order of turns and
 * readings of any age.
 */
@Domain(GateSchedules.class)
@PropertyDefaults(shrinking = ShrinkingMode.FULL)
class GateTest {
    private static final String SEED = "11";
    private static final double OFTEN = 25.0;
    private static final double SOMETIMES = 5.0;

    /** The plan says which messages are due, so they are the same in every schedule. */
    @Property(seed = SEED)
    void g0EveryStepGetsWhatIsDueInItAndNothingElse(@ForAll final GateSchedule schedule) {
        schedule.each(GateRun::take);
    }

    /** For readings of the core of any age, if the frontier is not older than the reading by which the core moved. */
    @Property(seed = SEED)
    void g1WithADelayOfTheMaxDelayNoGateHoldsAnAsset(@ForAll final GateSchedule schedule) {
        schedule.withDelaysOfMaxDelay().each((run, turn) -> {
            final Federate federate = run.federate();
            final boolean ofAsset = turn.isCountUpOfAsset(federate);
            final int asset = ofAsset ? turn.asset(federate) : 0;
            final boolean mayStep = ofAsset && run.isBetweenSteps(asset)
                && run.doesCoreAllow(asset, turn.ageOf(CounterMemory.CORE));
            run.take(ofAsset ? turn.withNewestFrontiers() : turn);
            run.require(!mayStep || !run.isBetweenSteps(asset) || run.gatesOf(asset).stream()
                    .anyMatch(line -> line.gate().delayNs() < federate.maxDelayNs()),
                "(G1) with δ ≥ D_max a gate holds no asset that the core allows to step");
        });
    }

    @Property(seed = SEED)
    void g2TheSlowestAssetIsHeldByNoStartGate(@ForAll final GateSchedule schedule) {
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final boolean ofAsset = turn.isCountUpOfAsset(federate);
            final int asset = ofAsset ? turn.asset(federate) : 0;
            final boolean mayStep = ofAsset && run.isBetweenSteps(asset) && run.doesCoreAllow(asset, 0)
                && federate.assets().stream().allMatch(other -> other.timeNs() >= federate.asset(asset).timeNs())
                && run.gatesOf(asset).stream().noneMatch(line -> line.gate().atStepEnd());
            run.take(mayStep ? turn.fresh() : turn);
            run.require(!mayStep || !run.isBetweenSteps(asset),
                "(G2) the slowest asset is held by no gate at a step's start");
        });
    }

    /** Of every schedule its last turn; whether a step is allowed is tried, by all in the same state. */
    @Property(seed = SEED)
    void g3AnAllowedStepStaysAllowedUntilItIsTaken(@ForAll final GateSchedule schedule) {
        final int last = schedule.turns().size() - 1;
        final int mover = mover(schedule.turns().get(last), schedule.run(last).federate());
        for (int party = GateRun.CORE; party < schedule.parties().size(); party++) {
            if (party != mover && schedule.run(last).moves(party)) {
                final GateRun after = schedule.run(last + 1);
                after.require(after.moves(party), "(G3) a step that is allowed stays allowed until it is taken");
            }
        }
    }

    private static int mover(final Turn turn, final Federate federate) {
        return turn.isCountUpOfCore(federate) ? GateRun.CORE : turn.asset(federate);
    }

    /** A sender may still correct all that is after its clock, unless it has promised to be silent. */
    @Property(seed = SEED)
    void p1NoReceiverHasPassedWhatASenderMayStillCorrect(@ForAll final GateSchedule schedule) {
        schedule.each((run, turn) -> {
            run.take(turn);
            run.require(schedule.lines().stream().map(Line::gate).noneMatch(gate -> gate.atStepEnd()
                    && !schedule.parties().get(gate.from()).habit().promises()
                    && run.reachedNs(gate.to()) > run.federate().asset(gate.from()).timeNs() + gate.delayNs()),
                "(P1) no receiver has passed the delivery of what a sender may still correct");
        });
    }

    @Property(seed = SEED)
    void schedulesWithGatesHaveAllThatCanHappenInThem(@ForAll final GateSchedule schedule) {
        final boolean[] seen = new boolean[6];
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final boolean ofAsset = turn.isCountUpOfAsset(federate);
            final int asset = ofAsset ? turn.asset(federate) : 0;
            final boolean waits = ofAsset && run.isBetweenSteps(asset) && run.doesCoreAllow(asset, 0);
            final boolean mayNow = waits && run.doFrontiersOpen(asset);
            run.take(turn);
            final boolean begins = waits && !run.isBetweenSteps(asset);
            seen[0] |= run.handsOut();
            seen[1] |= run.handsOut() && federate.asset(asset).timeNs() > 0;
            seen[2] |= waits && !begins && !mayNow;
            seen[3] |= waits && !begins && mayNow;
            seen[4] |= begins && !mayNow;
            seen[5] |= federate.assets().stream().allMatch(each -> each.timeNs() >= 2 * each.stepNs());
        });
        check("a step gets messages", seen[0], OFTEN);
        check("a later one does", seen[1], OFTEN);
        check("a gate holds an asset", seen[2], OFTEN);
        check("an old reading holds an asset", seen[3], OFTEN);
        check("a promise opens a gate", seen[4], SOMETIMES);
        check("all step twice", seen[5], OFTEN);
        final boolean anyAtStepEnd = schedule.lines().stream().map(Line::gate).anyMatch(Gate::atStepEnd);
        check("some gate is at a step's end", anyAtStepEnd, OFTEN);
    }

    private static void check(final String what, final boolean happens, final double percentage) {
        Statistics.label(what).collect(happens)
            .coverage(coverage -> coverage.check(true).percentage(of -> of > percentage));
    }
}
