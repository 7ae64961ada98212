package io.takt.proofs.rule;

import io.takt.asset.AssetSpec;
import io.takt.asset.OnHubLost;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.agrona.concurrent.NanoClock;

/**
 * A hub and its assets, as they ship: {@link HubUnderTest} and {@link AssetUnderTest} over {@link CounterMemory}. The
 * schedule says which of them counts up when, and how old the readings are that it is given; whether it progresses is
 * up to the shipped code.
 *
 * <p>Clocks that do not start at 0 are those of a run whose hub was killed, and that another hub and new processes go
 * on with: the one way in which what ships begins anywhere else.
 */
final class Federate {
    static final IntToLongFunction FRESH = CounterMemory.FRESH;

    private final CounterMemory memory = new CounterMemory();
    private final LogMemory messages = new LogMemory(memory);
    private final NanoClock nanoClock;
    private final ObjIntConsumer<PolledAsset> beforeReady;
    private final long maxDelayNs;
    private final HubUnderTest hub;
    private final Clock core;
    private final List<Clock> clocks = new ArrayList<>();
    private final List<AssetUnderTest> assets = new ArrayList<>();
    private int joined;

    /**
     * An asset that is there from the beginning.
     *
     * @param timeNs     T_i.
     * @param stepNs     ΔT_i.
     * @param intervalNs Δt_i in wall time; 0 for none.
     */
    record Placed(long timeNs, long stepNs, long intervalNs) {
        Placed(final long timeNs, final long stepNs) {
            this(timeNs, stepNs, 0);
        }
    }

    private Federate(final long coreTimeNs, final long coreStepNs, final long maxDelayNs, final List<Placed> placed,
        final List<PlannedAsset> planned, final MessagePlan channels, final NanoClock nanoClock,
        final ObjIntConsumer<PolledAsset> beforeReady) {
        this.maxDelayNs = maxDelayNs;
        this.beforeReady = beforeReady;
        this.nanoClock = nanoClock;
        hub = new HubUnderTest(coreStepNs, maxDelayNs, planned, channels, memory, messages,
            coreTimeNs == 0 ? null : left(coreTimeNs, maxDelayNs, placed));
        core = new Clock(memory, CounterMemory.CORE, coreStepNs);
        placed.forEach(each -> join(each.stepNs, each.intervalNs));
    }

    /** Without gates, from any clocks that are safe. */
    static Federate at(
        final long coreTimeNs, final long coreStepNs, final long maxDelayNs, final List<Placed> placed) {
        return at(coreTimeNs, coreStepNs, maxDelayNs, placed, () -> 0);
    }

    /** The same with a wall clock, for intervals. */
    static Federate at(final long coreTimeNs, final long coreStepNs, final long maxDelayNs, final List<Placed> placed,
        final NanoClock nanoClock) {
        return new Federate(
            coreTimeNs, coreStepNs, maxDelayNs, placed, List.of(), MessagePlan.NONE, nanoClock, (asset, place) -> { });
    }

    /**
     * From 0, with channels between the assets that are going to join.
     *
     * @param areRequired whether the run begins with all of them, or with the first.
     * @param beforeReady is told of each asset, by its place, when it has joined and is not ready yet.
     */
    static Federate gated(final long coreStepNs, final long maxDelayNs, final List<Long> stepsNs,
        final boolean areRequired, final MessagePlan channels, final ObjIntConsumer<PolledAsset> beforeReady) {
        return new Federate(0, coreStepNs, maxDelayNs, List.of(), IntStream.range(0, stepsNs.size())
            .mapToObj(i -> new PlannedAsset(nameOf(i), Steps.fixedNs(stepsNs.get(i)), 0, areRequired, OnLost.HALT,
                WaitStrategy.SLEEP, OnHubLost.EXIT, Restart.USUAL, List.of())).toList(), channels,
            () -> 0, beforeReady);
    }

    private static LeftClocks left(final long coreTimeNs, final long maxDelayNs, final List<Placed> placed) {
        return new LeftClocks(1, 0, true, coreTimeNs, maxDelayNs, IntStream.range(0, placed.size())
            .mapToObj(i -> new LeftAsset(nameOf(i), 0, 0, placed.get(i).stepNs, 0, false, placed.get(i).timeNs))
            .toList());
    }

    /** By the place in which it joins, from 0. */
    static String nameOf(final int place) {
        return "a" + (1 + place);
    }

    /** Of the clock of an asset. */
    static int numberOf(final String name) {
        return Integer.parseInt(name.substring(1));
    }

    /** An asset joins late. */
    void join(final long stepNs) {
        join(stepNs, 0);
    }

    private void join(final long stepNs, final long intervalNs) {
        final AssetSpec spec = AssetSpec.named(nameOf(joined)).stepNs(stepNs).intervalNs(intervalNs);
        assets.add(new AssetUnderTest(hub, memory, messages, spec, nanoClock));
        beforeReady.accept(assets.get(assets.size() - 1).polled(), joined++);
        clocks.add(new Clock(memory, joined, stepNs));
        assets.get(assets.size() - 1).becomeReady(joined, lagNs(assets.size() - 1) > 0);
    }

    void leave(final int asset) {
        clocks.remove(asset);
        assets.remove(asset).leave();
    }

    /** All clocks are put back to 0. */
    void reset() {
        hub.reset();
        assets.forEach(AssetUnderTest::reset);
    }

    /** Whether the hub has ended the run, which it does where nothing can move any more. */
    boolean hasEnded() {
        return hub.hasEnded();
    }

    int size() {
        return assets.size();
    }

    long maxDelayNs() {
        return maxDelayNs;
    }

    CounterMemory memory() {
        return memory;
    }

    Clock core() {
        return core;
    }

    Clock asset(final int asset) {
        return clocks.get(asset);
    }

    /** Those that are there. */
    List<Clock> assets() {
        return clocks;
    }

    /** D_i = T_c - T_i. */
    long lagNs(final int asset) {
        return core.timeNs() - clocks.get(asset).timeNs();
    }

    /** One count-up of the core, with a reading of each asset's clock of the age given for its number. */
    boolean coreCountsUp(final IntToLongFunction ageOfReading) {
        return hub.countUp(ageOfReading);
    }

    /** One count-up of an asset, with a reading of the core's clock that is so old. */
    boolean assetCountsUp(final int asset, final long ageOfReading) {
        return assetCountsUp(asset, number -> ageOfReading);
    }

    /** The same with a reading of each clock of the age for its number. */
    boolean assetCountsUp(final int asset, final IntToLongFunction ageOfReading) {
        return !hasEnded() && assets.get(asset).countUp(clocks.get(asset).number(), ageOfReading);
    }

    /** A look of an asset, which may be given a step; the step is not committed. */
    Turn polls(final int asset, final IntToLongFunction ageOfReading) {
        return hasEnded() ? Turn.STOP : assets.get(asset).poll(clocks.get(asset).number(), ageOfReading);
    }

    void commits(final int asset) {
        assets.get(asset).polled().commit();
    }

    /** (d.1): whether the newest reading allows an asset to progress. */
    boolean isAllowed(final int asset) {
        return clocks.get(asset).stepNs() <= lagNs(asset);
    }

    /** (d.2): whether the newest readings allow the core to progress; it retains alone, and at its last time. */
    boolean isCoreAllowed() {
        return !clocks.isEmpty() && !core.isLast() && IntStream.range(0, clocks.size())
            .allMatch(asset -> lagNs(asset) <= maxDelayNs - core.stepNs());
    }

    /** Whether nothing moves when all count up with newest readings; if something does, it has moved. */
    boolean rests() {
        boolean rests = !coreCountsUp(FRESH);
        for (int i = 0; i < assets.size(); i++) {
            rests &= !assetCountsUp(i, 0);
        }
        return rests;
    }
}
