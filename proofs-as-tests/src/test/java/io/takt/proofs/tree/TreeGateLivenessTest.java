package io.takt.proofs.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import io.takt.rule.Federate;
import io.takt.rule.GateLiveness;
import io.takt.rule.GateLiveness.Link;
import io.takt.rule.GateVerdict;
import io.takt.rule.Liveness;
import io.takt.rule.Report;
import io.takt.rule.TreeGateLiveness;
import io.takt.rule.TreeGateVerdict;
import io.takt.rule.TreeGateVerdict.Fix;
import io.takt.rule.TreeLiveness;
import io.takt.rule.TreeVerdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** G3 for trees: the verdict on random trees with gates, against runs of them and against the verdicts it extends. */
class TreeGateLivenessTest {
    private static final String SEED = "11";
    private static final int TRIES = 500;
    private static final double OFTEN = 20.0;
    private static final int TURNS = 3_000;
    /** Each clock that may move is tried with more than even odds in a turn, so this many without a move are a rest. */
    private static final int STILL = 60;

    /** A tree of up to three levels; returns the paths of its assets. */
    private static Federate random(final Random random, final String path, final int levels, final boolean varies,
        final List<String> paths) {
        final List<Liveness.Member> assets = new ArrayList<>();
        final String prefix = path.isEmpty() ? "" : path + "/";
        for (int i = random.nextInt(3); i >= 0; i--) {
            final int stepNs = 1 + random.nextInt(12);
            assets.add(new Liveness.Member("a" + i, varies && random.nextBoolean()
                ? new Steps(stepNs * (1L + random.nextInt(3)), stepNs, random.nextBoolean()) : Steps.fixedNs(stepNs)));
            paths.add(prefix + "a" + i);
        }
        final List<Federate> children = new ArrayList<>();
        for (int i = levels == 0 ? 0 : random.nextInt(3); i > 0; i--) {
            children.add(random(random, prefix + "h" + i, levels - 1, varies, paths));
        }
        return new Federate(path.isEmpty() ? "root" : path.substring(path.lastIndexOf('/') + 1),
            1 + random.nextInt(6), 4 + random.nextInt(30),
            random.nextBoolean() ? Report.CORE : Report.SLOWEST, assets, children);
    }

    private static List<Link> links(final Random random, final List<String> paths) {
        final List<Link> links = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            links.add(new Link("c" + i, paths.get(random.nextInt(paths.size())),
                paths.get(random.nextInt(paths.size())), random.nextInt(25), random.nextBoolean()));
        }
        return links;
    }

    @Property(seed = SEED, tries = TRIES)
    void g3WithoutGatesTheVerdictOnATreeIsThatOfL4(@ForAll final long seed) {
        final Federate tree = random(new Random(seed), "", 2, true, new ArrayList<>());
        final TreeVerdict rules = TreeLiveness.judge(tree);
        final TreeGateVerdict verdict = TreeGateLiveness.judge(tree, List.of());
        assertThat(verdict.live()).isEqualTo(rules.live());
        assertThat(verdict.stopsAtNs()).isEqualTo(rules.stopsAtNs());
    }

    @Property(seed = SEED, tries = TRIES)
    void g3TheVerdictOnATreeOfOneHubIsThatOnTheHub(@ForAll final long seed) {
        final Random random = new Random(seed);
        final List<String> paths = new ArrayList<>();
        final Federate hub = random(random, "", 0, true, paths);
        final List<Link> links = links(random, paths);
        final GateVerdict one = GateLiveness.judge(hub.coreStepNs(), hub.maxDelayNs(), hub.assets(), links);
        final TreeGateVerdict verdict = TreeGateLiveness.judge(hub, links);
        assertThat(verdict.live()).isEqualTo(one.live());
        assertThat(verdict.certain()).as("%s", one).isEqualTo(one.certain());
        assertThat(verdict.stopsAtNs()).isEqualTo(one.stopsAtNs());
    }

    /** Clocks of a tree, counted up in any order by the rules as the seeds state them, and by nothing else. */
    private static final class Clocks {
        private final Map<String, Long> cores = new HashMap<>();
        private final Map<String, Long> assets = new HashMap<>();
        private final List<Link> links;
        private final Random random;

        Clocks(final Federate root, final List<Link> links, final Random random) {
            this.links = links;
            this.random = random;
            zero(root, "");
        }

        private void zero(final Federate at, final String prefix) {
            cores.put(prefix, 0L);
            at.assets().forEach(asset -> assets.put(prefix + asset.name(), 0L));
            at.children().forEach(child -> zero(child, prefix + child.name() + "/"));
        }

        private long slowest(final Federate at, final String prefix) {
            long least = Report.NO_MEMBERS;
            for (final Liveness.Member asset : at.assets()) {
                least = Math.min(least, assets.get(prefix + asset.name()));
            }
            for (final Federate child : at.children()) {
                final String below = prefix + child.name() + "/";
                least = Math.min(least, child.report().timeNs(cores.get(below), slowest(child, below)));
            }
            return least;
        }

        /** Tries all once; true when any has moved. */
        boolean turn(final Federate at, final String prefix, final long aboveNs) {
            boolean hasMoved = false;
            for (final Federate child : at.children()) {
                hasMoved |= random.nextInt(4) > 0 && turn(child, prefix + child.name() + "/", cores.get(prefix));
            }
            for (final Liveness.Member asset : at.assets()) {
                final String path = prefix + asset.name();
                final long nextNs = assets.get(path) + asset.stepNs();
                if (nextNs <= cores.get(prefix) && links.stream().allMatch(link -> !link.to().equals(path)
                    || (link.atStepEnd() ? nextNs : assets.get(path)) <= assets.get(link.from()) + link.delayNs())) {
                    assets.put(path, nextNs);
                    hasMoved = true;
                }
            }
            final long nextNs = cores.get(prefix) + at.coreStepNs();
            final long slowestNs = slowest(at, prefix);
            if (nextNs <= aboveNs && (slowestNs == Report.NO_MEMBERS || nextNs - slowestNs <= at.maxDelayNs())) {
                cores.put(prefix, nextNs);
                hasMoved = true;
            }
            return hasMoved;
        }
    }

    @Property(seed = SEED, tries = TRIES)
    void g3EveryFairRunOfATreeWithGatesEndsAsJudged(@ForAll final long seed) {
        final Random random = new Random(seed);
        final List<String> paths = new ArrayList<>();
        final Federate tree = random(random, "", 2, false, paths);
        final List<Link> links = links(random, paths);
        final TreeGateVerdict verdict = TreeGateLiveness.judge(tree, links);
        final Clocks clocks = new Clocks(tree, links, random);
        int still = 0;
        for (int turn = 0; turn < TURNS && still < STILL; turn++) {
            still = clocks.turn(tree, "", Long.MAX_VALUE) ? 0 : still + 1;
        }
        final BigInteger rootNs = BigInteger.valueOf(clocks.cores.get(""));
        Statistics.label("stops").collect(still == STILL).coverage(coverage -> {
            coverage.check(true).percentage(percentage -> percentage > OFTEN);
            coverage.check(false).percentage(percentage -> percentage > OFTEN);
        });
        if (still == STILL) {
            assertThat(verdict.live()).isFalse();
            assertThat(verdict.stopsAtNs()).isEqualTo(rootNs);
        } else {
            assertThat(verdict.live() || verdict.stopsAtNs().compareTo(rootNs) >= 0).isTrue();
        }
    }

    @Property(seed = SEED, tries = TRIES)
    void g3TheFixesOfATreeAreTheSmallest(@ForAll final long seed) {
        final Random random = new Random(seed);
        final List<String> paths = new ArrayList<>();
        final Federate tree = random(random, "", 1, true, paths);
        final List<Link> links = links(random, paths);
        for (final Fix fix : TreeGateLiveness.judge(tree, links).fixes()) {
            assertThat(with(tree, links, fix, fix.toNs())).as("%s", fix).isTrue();
            assertThat(with(tree, links, fix, fix.toNs() - 1)).as("less than %s", fix).isFalse();
        }
    }

    private static boolean with(final Federate tree, final List<Link> links, final Fix fix, final long toNs) {
        if (fix.link() == null) {
            return TreeGateLiveness.judge(withMaxDelay(tree, "", fix.hub(), toNs), links).live();
        }
        return TreeGateLiveness.judge(tree, links.stream().map(link -> link != fix.link() ? link
            : new Link(link.channel(), link.from(), link.to(), toNs, link.atStepEnd())).toList()).live();
    }

    private static Federate withMaxDelay(final Federate at, final String path, final String hub, final long toNs) {
        return new Federate(at.name(), at.coreStepNs(), path.equals(hub) ? toNs : at.maxDelayNs(), at.report(),
            at.assets(), at.children().stream().map(child -> withMaxDelay(child,
                path.isEmpty() ? child.name() : path + "/" + child.name(), hub, toNs)).toList());
    }
}
