package io.takt.proofs.rule;

import io.takt.proofs.rule.GateSchedules.GateSchedule;
import io.takt.proofs.rule.GateSchedules.Line;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.statistics.Statistics;

/**
 * G0, what gates are for, and what of G1 to G3 is true at every moment, whatever the order of turns and however old the
 * readings.
 */
@Domain(GateSchedules.class)
@PropertyDefaults(shrinking = ShrinkingMode.OFF)
class GateTest {
    private static final String SEED = "11";
    private static final double OFTEN = 25.0;
    private static final double SOMETIMES = 5.0;

    /** What is due is said by the plan, so it is the same in every schedule. */
    @Property(seed = SEED)
    void g0EveryStepGetsWhatIsDueInItAndNothingElse(@ForAll final GateSchedule schedule) {
        schedule.each(GateRun::take);
    }

    /** However old the reading of the core is, if the frontier is not older than what the core went by. */
    @Property(seed = SEED)
    void g1WithADelayOfTheMaxDelayNobodyIsHeldByAGate(@ForAll final GateSchedule schedule) {
        schedule.withDelaysOfMaxDelay().each((run, turn) -> {
            run.take(turn);
            final Federate federate = run.federate();
            for (final Gate gate : federate.gates()) {
                final long age = turn.ageOf(Clock.CORE);
                run.require(gate.delayNs() < federate.maxDelayNs() || !run.isBetweenSteps(gate.to())
                        || !federate.coreAllows(gate.to(), age)
                        || federate.opens(gate, run.frontierKnownToCoreNs(gate, age)),
                    "(G1) with δ ≥ D_max a gate holds nobody whom the core allows to step");
            }
        });
    }

    @Property(seed = SEED)
    void g2TheSlowestAssetIsHeldByNoStartGate(@ForAll final GateSchedule schedule) {
        schedule.each((run, turn) -> {
            run.take(turn);
            final Federate federate = run.federate();
            final int slowest = IntStream.range(0, federate.size()).boxed()
                .min(Comparator.comparing(asset -> federate.asset(asset).timeNs())).orElseThrow();
            run.require(federate.waitedFor(slowest).stream()
                    .allMatch(gate -> gate.atStepEnd() || federate.opens(gate, Federate.FRESH)),
                "(G2) the slowest asset is held by no gate at a step's start");
        });
    }

    @Property(seed = SEED)
    void g3AnAllowedStepStaysAllowedUntilItIsTaken(@ForAll final GateSchedule schedule) {
        schedule.each((run, turn) -> {
            final SortedSet<Integer> lost = new TreeSet<>(run.allowed());
            final int mover = turn.isCountUpOfCore(run.federate()) ? GateRun.CORE : turn.asset(run.federate());
            run.take(turn);
            lost.remove(mover);
            lost.removeAll(run.allowed());
            run.require(lost.isEmpty(), "(G3) a step that is allowed stays allowed until it is taken");
        });
    }

    @Property(seed = SEED)
    void schedulesWithGatesHaveAllThatCanHappenInThem(@ForAll final GateSchedule schedule) {
        final boolean[] seen = new boolean[6];
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final boolean ofAsset = turn.isCountUpOfAsset(federate);
            final int asset = ofAsset ? turn.asset(federate) : 0;
            final boolean waits = ofAsset && run.isBetweenSteps(asset) && federate.coreAllows(asset, 0);
            final boolean mayNow = waits && federate.assetMay(asset, 0);
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
        check("everybody steps twice", seen[5], OFTEN);
        final boolean anyAtStepEnd = schedule.lines().stream().map(Line::gate).anyMatch(Gate::atStepEnd);
        check("some gate is at a step's end", anyAtStepEnd, OFTEN);
    }

    private static void check(final String what, final boolean happens, final double percentage) {
        Statistics.label(what).collect(happens)
            .coverage(coverage -> coverage.check(true).percentage(of -> of > percentage));
    }
}
