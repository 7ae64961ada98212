package io.takt.proofs.rule;

import io.takt.rule.GateLiveness;
import io.takt.rule.GateLiveness.Link;
import io.takt.rule.GateVerdict;
import io.takt.rule.LateJoiners;
import io.takt.rule.Liveness.Member;
import io.takt.rule.LivenessVerdict.AssetFacts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** The parameters of a system with gates. */
public record GatedParameters(Parameters clocks, List<Gate> gates) {
    private static final int MOST_ASSETS = 4;
    private static final int MOST_GATES = 5;
    private static final long GREATEST_DELAY = 20;
    private static final long GREATEST_MAX_DELAY = 60;
    private static final long PARTS = 8;
    /** The greatest least common multiple of the steps of a system that is run. */
    private static final long LONGEST_PERIOD = 2_600;

    /**
     * Systems small enough to be run, with steps of many common divisors. D_max is between the least that L2 asks for,
     * or a little less, and one that is sufficient.
     */
    static Arbitrary<GatedParameters> small(final Arbitrary<Boolean> atStepEnd) {
        final Arbitrary<Long> steps = Arbitraries.of(1L, 2L, 3L, 4L, 5L, 6L, 8L, 9L, 10L, 12L, 15L, 16L, 18L, 20L);
        final Arbitrary<Parameters> clocks = Combinators.combine(
                steps, any(1, GREATEST_MAX_DELAY), steps.list().ofMinSize(1).ofMaxSize(MOST_ASSETS)
                    .withSizeDistribution(RandomDistribution.uniform()))
            .as(Parameters::new)
            .filter(parameters -> parameters.leastCommonMultiple() <= LONGEST_PERIOD);
        return clocks
            .flatMap(parameters -> gates(parameters.stepsNs().size(), atStepEnd)
                .map(gates -> new GatedParameters(parameters, gates)))
            .flatMap(parameters -> any(-1, PARTS + 1).map(parameters::withPartOfWhatIsSufficient));
    }

    private static Arbitrary<List<Gate>> gates(final int assets, final Arbitrary<Boolean> atStepEnd) {
        final Arbitrary<Integer> froms = Arbitraries.integers().between(0, assets - 1);
        // An asset may be a receiver of its own, but seldom is.
        final Arbitrary<Integer> distances = Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.just(0)),
            Tuple.of(20, Arbitraries.integers().between(Math.min(1, assets - 1), assets - 1)));
        final Arbitrary<Long> delays = Arbitraries.oneOf(Arbitraries.just(0L), any(0, GREATEST_DELAY));
        return Combinators.combine(froms, distances, delays, atStepEnd)
            .as((from, distance, delayNs, atEnd) -> new Gate(from, (from + distance) % assets, delayNs, atEnd))
            .list().ofMinSize(1).ofMaxSize(MOST_GATES).withSizeDistribution(RandomDistribution.uniform())
            // Of so many parts there are more edge cases than tries, and to find them takes longer than all tries.
            .withoutEdgeCases();
    }

    private static Arbitrary<Long> any(final long least, final long greatest) {
        return Arbitraries.longs().between(least, greatest).withDistribution(RandomDistribution.uniform());
    }

    /** If nothing is, D_max remains as it is. */
    private GatedParameters withPartOfWhatIsSufficient(final long part) {
        final BigInteger sufficient = sufficientMaxDelayNs();
        if (sufficient == null) {
            return this;
        }
        final long required = clocks.judge().assets().stream()
            .map(AssetFacts::requiredMaxDelayNs).reduce(BigInteger.ONE, BigInteger::max).longValueExact();
        return withMaxDelay(Math.max(1, required + (sufficient.longValueExact() - required) * part / PARTS));
    }

    public GateVerdict judge() {
        return GateLiveness.judge(clocks.coreStepNs(), clocks.maxDelayNs(), members(), links());
    }

    /** By the sufficient condition; null when there is none. */
    BigInteger sufficientMaxDelayNs() {
        return LateJoiners.sufficientMaxDelayNs(clocks.coreStepNs(), members(), links());
    }

    private List<Member> members() {
        return IntStream.range(0, clocks.stepsNs().size())
            .mapToObj(i -> new Member(Parameters.nameOf(i), clocks.stepsNs().get(i))).toList();
    }

    private List<Link> links() {
        return gates.stream().map(Gate::link).toList();
    }

    GatedParameters withMaxDelay(final long newNs) {
        return new GatedParameters(clocks.withMaxDelay(newNs), gates);
    }

    /** With another delay of the first gate that is such a link. */
    GatedParameters withDelay(final Link link, final long newNs) {
        final List<Gate> changed = new ArrayList<>(gates);
        final int place = links().indexOf(link);
        final Gate gate = gates.get(place);
        changed.set(place, new Gate(gate.from(), gate.to(), newNs, gate.atStepEnd()));
        return new GatedParameters(clocks, changed);
    }

    /** If the core comes farther than this, nothing ever stops. */
    long far() {
        return clocks.leastCommonMultiple() + clocks.maxDelayNs();
    }

    @Override
    public String toString() {
        return clocks + gates.stream().map(gate -> " " + gate).collect(Collectors.joining());
    }
}
