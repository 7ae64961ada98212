package io.takt.lab.tree;

import io.takt.rule.Federate;
import io.takt.rule.Liveness.Member;
import io.takt.rule.Report;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The settings of all federates of a tree.
 *
 * @param coreStep   ΔT of every core.
 * @param maxDelay   D_max of every core.
 * @param assetSteps what the steps of the assets are drawn from.
 * @param report     what every federate reports to its parent.
 */
public record TreeSettings(long coreStep, long maxDelay, List<Integer> assetSteps, Report report) {
    /**
     * Copies the steps.
     */
    public TreeSettings {
        assetSteps = List.copyOf(assetSteps);
    }

    /**
     * One path of the tree, which has the bound and the liveness of the whole since all paths are alike.
     *
     * @param depth levels of federates, 1 or more.
     * @return the root.
     */
    public Federate path(final int depth) {
        final List<Member> assets = IntStream.range(0, assetSteps.size())
            .mapToObj(i -> new Member("asset-" + i, assetSteps.get(i))).toList();
        Federate federate = new Federate("level-" + depth, coreStep, maxDelay, report, assets, List.of());
        for (int level = depth - 1; level > 0; level--) {
            federate = new Federate("level-" + level, coreStep, maxDelay, report, List.of(), List.of(federate));
        }
        return federate;
    }
}
