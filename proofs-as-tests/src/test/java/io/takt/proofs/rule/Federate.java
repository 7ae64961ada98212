package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * A core and its assets, moved by the {@link RulesUnderTest}, which are those that ship, and by nothing else. Who
 * counts up when, and how old the readings are that it goes by, is up to the caller.
 */
final class Federate {
    /** Every reading is the newest there is. */
    static final IntToLongFunction FRESH = number -> 0;

    private final Rules rules = RulesUnderTest.get();
    private final long maxDelayNs;
    private Clock core;
    private final List<Clock> assets = new ArrayList<>();
    private final List<Clock> departed = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();

    Federate(final long coreTimeNs, final long coreStepNs, final long maxDelayNs) {
        this.maxDelayNs = maxDelayNs;
        core = new Clock(coreTimeNs, coreStepNs);
    }

    /** An asset that is there from the beginning, wherever its clock stands. */
    void place(final long timeNs, final long stepNs) {
        assets.add(new Clock(1 + assets.size() + departed.size(), timeNs, stepNs));
    }

    /** An asset that joins late. */
    void join(final long stepNs) {
        place(rules.joinsAtNs(core.timeNs(), stepNs), stepNs);
    }

    /** From now on a receiver waits for a sender, if both are there; who has gates does not leave. */
    void gate(final Gate gate) {
        gates.add(gate);
    }

    void leave(final int asset) {
        departed.add(assets.remove(asset));
    }

    /** All clocks are put back to 0. */
    void reset() {
        core = core.reset(rules.resetBeginsEpoch());
        assets.replaceAll(asset -> asset.reset(rules.resetBeginsEpoch()));
    }

    int size() {
        return assets.size();
    }

    long maxDelayNs() {
        return maxDelayNs;
    }

    Clock core() {
        return core;
    }

    Clock asset(final int asset) {
        return assets.get(asset);
    }

    /** Those that are there. */
    List<Clock> assets() {
        return List.copyOf(assets);
    }

    /** D_i = T_c - T_i. */
    long lagNs(final int asset) {
        return core.timeNs() - assets.get(asset).timeNs();
    }

    /** One count-up of the core by rule (b), with a reading of each asset's clock of the age given for its number. */
    boolean coreCountsUp(final IntToLongFunction ageOfReading) {
        if (!coreMay(ageOfReading)) {
            return false;
        }
        core.countUp();
        return true;
    }

    /** One count-up of an asset by rule (a) and its gates, with readings that are all of the given age. */
    boolean assetCountsUp(final int asset, final long ageOfReadings) {
        return assetCountsUp(asset, number -> ageOfReadings);
    }

    /** One count-up of an asset by rule (a) and its gates, with a reading of each clock of the age for its number. */
    boolean assetCountsUp(final int asset, final IntToLongFunction ageOfReading) {
        if (!assetMay(asset, ageOfReading)) {
            return false;
        }
        assets.get(asset).countUp();
        return true;
    }

    boolean coreMay(final IntToLongFunction ageOfReading) {
        if (!rules.isAnybodyThere(assets) || rules.isLast(core.timeNs(), core.stepNs())) {
            return false;
        }
        for (final Clock asset : rules.bounding(assets, departed)) {
            final long readNs = rules.seenNs(asset.readNs(ageOfReading.applyAsLong(asset.number())));
            if (!rules.coreProgresses(core.timeNs(), core.stepNs(), readNs, maxDelayNs)) {
                return false;
            }
        }
        return true;
    }

    boolean assetMay(final int asset, final long ageOfReadings) {
        return assetMay(asset, number -> ageOfReadings);
    }

    boolean assetMay(final int asset, final IntToLongFunction ageOfReading) {
        return coreAllows(asset, ageOfReading.applyAsLong(Clock.CORE))
            && waitedFor(asset).stream().allMatch(gate -> opens(gate, ageOfReading));
    }

    /** Rule (a). */
    boolean coreAllows(final int asset, final long ageOfReading) {
        final Clock clock = assets.get(asset);
        return rules.assetProgresses(clock.timeNs(), clock.stepNs(), rules.seenNs(core.readNs(ageOfReading)));
    }

    List<Gate> gates() {
        return List.copyOf(gates);
    }

    /** The gates that an asset looks at. */
    List<Gate> waitedFor(final int asset) {
        return rules.waitedFor(gates.stream().filter(gate -> gate.to() == asset).toList());
    }

    /** Up to which time the next step of a receiver gets what is delivered. */
    long wantedNs(final Gate gate) {
        final Clock receiver = assets.get(gate.to());
        return rules.wantedNs(receiver.timeNs(), receiver.stepNs(), gate.atStepEnd());
    }

    /** Whether a gate lets its receiver begin a step now; one whose sender is not there holds nobody. */
    boolean opens(final Gate gate, final IntToLongFunction ageOfReading) {
        if (gate.from() >= assets.size()) {
            return true;
        }
        final Clock sender = rules.frontier(assets.get(gate.from()), core);
        return opens(gate, sender.readNs(ageOfReading.applyAsLong(sender.number())));
    }

    boolean opens(final Gate gate, final long frontierNs) {
        return rules.gateOpens(wantedNs(gate), frontierNs, gate.delayNs());
    }

    /** Whether nobody can move, however new the readings are. */
    boolean rests() {
        boolean rests = !coreMay(FRESH);
        for (int i = 0; i < assets.size(); i++) {
            rests &= !assetMay(i, 0);
        }
        return rests;
    }
}
