package io.takt.proofs.steps;

import io.takt.asset.Steps;
import io.takt.proofs.rule.Gate;
import io.takt.proofs.steps.ClockTree.Node;
import io.takt.rule.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Systems that are drawn, small enough for all their states to be visited, with a D_max about where it matters. */
final class AnySystem {
    private final Random random;

    AnySystem(final Random random) {
        this.random = random;
    }

    ClockTree flat() {
        final long coreStep = 1 + random.nextInt(6);
        final List<Steps> assets = assets(1 + random.nextInt(2), 4);
        return ClockTree.of(coreStep, about(coreStep + greatest(assets)), assets);
    }

    /** Of larger numbers with common divisors, that are not to be searched. */
    ClockTree related() {
        final long[] numbers = {1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15};
        final long coreStep = numbers[random.nextInt(numbers.length)];
        final List<Steps> assets = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            final long granularity = numbers[random.nextInt(numbers.length)];
            assets.add(new Steps(granularity * (1 + random.nextInt(4)), granularity, random.nextInt(4) > 0));
        }
        return ClockTree.of(coreStep, Math.max(1, coreStep + greatest(assets) - random.nextInt(25)), assets);
    }

    /** With gates at steps' starts, or of any kind. */
    ClockTree gated(final boolean atStepEnds) {
        final long coreStep = 1 + random.nextInt(4);
        final List<Steps> assets = assets(2 + random.nextInt(2), 3);
        final Gate[] gates = new Gate[1 + random.nextInt(3)];
        for (int i = 0; i < gates.length; i++) {
            final int from = random.nextInt(assets.size());
            final int to = random.nextInt(9) == 0 ? from : (from + 1 + random.nextInt(assets.size() - 1))
                % assets.size();
            gates[i] = new Gate(from, to, random.nextInt(7), atStepEnds && random.nextInt(3) > 0);
        }
        final long more = atStepEnds ? random.nextInt(5) : 0;
        return ClockTree.of(coreStep, Math.min(9, more + about(coreStep + greatest(assets))), assets, gates);
    }

    ClockTree tree() {
        final List<Node> nodes = new ArrayList<>();
        final boolean isDeep = random.nextInt(3) == 0;
        final long rootStep = 1 + random.nextInt(3);
        final long childStep = 1 + random.nextInt(3);
        final List<Steps> below = assets(random.nextInt(4) == 0 && !isDeep ? 2 : 1, 3);
        nodes.add(ClockTree.core(-1, rootStep, about(rootStep + childStep + greatest(below) + 2), Report.CORE));
        nodes.add(ClockTree.core(0, childStep, about(childStep + greatest(below) + 1), anyReport()));
        int core = 1;
        if (isDeep) {
            final long lowestStep = 1 + random.nextInt(3);
            nodes.add(ClockTree.core(1, lowestStep, about(lowestStep + greatest(below) + 1), anyReport()));
            core = 2;
        }
        for (final Steps steps : below) {
            nodes.add(ClockTree.asset(core, steps));
        }
        if (nodes.size() == 3 && random.nextInt(3) == 0) {
            nodes.add(ClockTree.asset(0, anySteps(2)));
        }
        return new ClockTree(List.copyOf(nodes), List.of());
    }

    private Report anyReport() {
        return random.nextBoolean() ? Report.SLOWEST : Report.CORE;
    }

    private List<Steps> assets(final int count, final int granules) {
        final List<Steps> assets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            assets.add(anySteps(granules));
        }
        return assets;
    }

    private Steps anySteps(final int granules) {
        final long granularity = 1 + random.nextInt(4);
        return new Steps(granularity * (1 + random.nextInt(granules)), granularity, random.nextInt(3) > 0);
    }

    private static long greatest(final List<Steps> assets) {
        return assets.stream().mapToLong(steps -> steps.isWhole() ? steps.greatestNs() : steps.granularityNs()).max()
            .getAsLong();
    }

    private long about(final long delay) {
        return Math.max(1, delay - random.nextInt(6));
    }
}
