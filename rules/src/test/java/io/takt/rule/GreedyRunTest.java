package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.rule.GateLiveness.Link;
import io.takt.rule.GatedSystem.Gate;
import io.takt.rule.GreedyRun.End;
import io.takt.rule.Liveness.Member;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GreedyRunTest {
    private static final long MAX = Long.MAX_VALUE;
    private static final long ENOUGH = 1_000_000;

    @Test
    void endsAsARunByTheRulesStepByStep() {
        final Random random = new Random(5);
        int rests = 0;
        for (int i = 0; i < 3_000; i++) {
            // Times of all units are the same but for the unit; delays need not be multiples of it.
            final long unit = 1 + random.nextInt(3);
            final GatedSystem system = anySystem(random, unit);
            final WaitGraph graph = graphOf(system);
            final long period = graph.periodNs().longValueExact();
            final long[] times = new long[graph.nodes()];
            final boolean isLive = runsBeyond(period, system, times);
            final GreedyRun run = new GreedyRun(graph, new Cases(ENOUGH));
            assertThat(run.run(null)).as("%s", system).isEqualTo(isLive ? End.LIVE : End.REST);
            if (!isLive) {
                rests++;
                for (int node = 0; node < times.length; node++) {
                    assertThat(run.timeNs(node)).as("%d of %s", node, system).isEqualTo(times[node]);
                    assertHolds(graph, times, node, run.holdingEdge(node));
                }
                assertThat(new GreedyRun(graph, new Cases(ENOUGH)).run(big(times[0]))).isEqualTo(End.REST);
                assertThat(new GreedyRun(graph, new Cases(ENOUGH)).run(big(times[0] - 1)))
                    .isEqualTo(times[0] == 0 ? End.REST : End.PASSED);
            }
        }
        assertThat(rests).isBetween(1_000, 2_500);
    }

    @Test
    void isGivenUpWhenThereIsTooMuchToBeLookedAt() {
        final WaitGraph graph = graphOf(system(1, 1_000, new long[] {999, 997}, end(0, 1, 500)));
        assertThat(new GreedyRun(graph, new Cases(ENOUGH)).run(null)).isEqualTo(End.REST);
        final long cases = casesOf(graph);
        assertThat(cases).isEqualTo(16);
        assertThat(new GreedyRun(graph, new Cases(cases - 1)).run(null)).isEqualTo(End.GIVEN_UP);
    }

    /** Waiting for one of a thousand costs nothing for the others. */
    @Test
    void aWaitingNodeIsLookedAtWhenThatHelps() {
        final long[] steps = new long[1_000];
        Arrays.fill(steps, 10);
        final Gate[] gates = new Gate[999];
        Arrays.setAll(gates, i -> end(i + 1, i, 0));
        // All step once; that is six looks for each asset, though each in turn sets the next one free.
        final long cases = casesOf(graphOf(system(1, 10, steps, gates)));
        assertThat(cases).isEqualTo(5_997);
    }

    @Test
    void atTheEndOfTimeItIsNotKnownHowItGoesOn() {
        final WaitGraph atOnce = graphOf(system(1, MAX, new long[] {3, 1L << 61}, end(0, 1, 0)));
        assertThat(new GreedyRun(atOnce, new Cases(ENOUGH)).run(null)).isEqualTo(End.GIVEN_UP);
        final WaitGraph stopped = graphOf(system(1, MAX, new long[] {2, 2}, end(0, 1, 0), end(1, 0, 0)));
        final GreedyRun run = new GreedyRun(stopped, new Cases(ENOUGH));
        assertThat(run.run(null)).isEqualTo(End.GIVEN_UP);
        assertThat(run.timeNs(0)).isEqualTo(MAX);
        final WaitGraph live = graphOf(system(1, MAX, new long[] {2, 2}, end(0, 1, 0), end(1, 0, MAX)));
        assertThat(new GreedyRun(live, new Cases(ENOUGH)).run(null)).isEqualTo(End.LIVE);
        final WaitGraph rare = graphOf(system(1, MAX - 10, new long[] {(1L << 61) + 1}));
        final GreedyRun far = new GreedyRun(rare, new Cases(ENOUGH));
        assertThat(far.run(null)).isEqualTo(End.GIVEN_UP);
        assertThat(far.timeNs(0)).isEqualTo(MAX);
        final WaitGraph huge = graphOf(system(MAX - 1, MAX, new long[] {MAX}, end(0, 0, MAX)));
        assertThat(new GreedyRun(huge, new Cases(ENOUGH)).run(BigInteger.TEN.pow(30))).isEqualTo(End.GIVEN_UP);
    }

    /** The fewest with which it is not given up. */
    private static long casesOf(final WaitGraph graph) {
        long tooFew = 0;
        long enough = ENOUGH;
        while (enough - tooFew > 1) {
            final long cases = tooFew + (enough - tooFew) / 2;
            if (new GreedyRun(graph, new Cases(cases)).run(null) == End.GIVEN_UP) {
                tooFew = cases;
            } else {
                enough = cases;
            }
        }
        return enough;
    }

    private static GatedSystem anySystem(final Random random, final long unit) {
        final long[] steps = random.longs(1 + random.nextInt(4), 1, 9).map(step -> step * unit).toArray();
        final Gate[] gates = new Gate[random.nextInt(5)];
        Arrays.setAll(gates, i -> {
            final int from = random.nextInt(steps.length);
            final int to = random.nextInt(steps.length);
            final long delay = random.nextInt(12);
            return random.nextBoolean() ? end(from, to, delay) : start(from, to, delay);
        });
        final long coreStep = unit * (1 + random.nextInt(8));
        return system(coreStep, coreStep + random.nextInt(30), steps, gates);
    }

    /** Whether all clocks come to a time; if not, the times are those at which they stop. */
    private static boolean runsBeyond(final long goal, final GatedSystem system, final long[] times) {
        boolean moves = true;
        while (moves && Arrays.stream(times).anyMatch(time -> time < goal)) {
            final long nextNs = times[0] + system.coreStepNs();
            moves = Arrays.stream(times, 1, times.length)
                .allMatch(time -> CoreRule.allows(nextNs, time, system.maxDelayNs()));
            times[0] += moves ? system.coreStepNs() : 0;
            for (int asset = 0; asset < times.length - 1; asset++) {
                if (mayStep(system, times, asset)) {
                    times[asset + 1] += system.stepNs(asset);
                    moves = true;
                }
            }
        }
        return moves;
    }

    private static boolean mayStep(final GatedSystem system, final long[] times, final int asset) {
        final long time = times[asset + 1];
        final long step = system.stepNs(asset);
        return AssetRule.progresses(time, step, times[0])
            && system.gates().stream().filter(gate -> gate.receiver() == asset).allMatch(gate -> GateRule.opens(
                gate.link().atStepEnd() ? time + step : time, times[gate.sender() + 1], gate.link().delayNs()));
    }

    /** The first of an asset's, that to the first of the slowest for the core. */
    private static void assertHolds(
        final WaitGraph graph, final long[] times, final int node, final int edge) {
        assertThat(edge).isBetween(graph.firstEdge(node), graph.endOfEdges(node) - 1);
        final long next = times[node] + graph.stepNs(node);
        assertThat(next).isGreaterThan(times[graph.awaited(edge)] + graph.leewayNs(edge));
        for (int i = graph.firstEdge(node); i < graph.endOfEdges(node); i++) {
            final long time = times[graph.awaited(i)];
            if (node == WaitGraph.CORE) {
                assertThat(time).isGreaterThanOrEqualTo(times[graph.awaited(edge)] + (i < edge ? 1 : 0));
            } else if (i < edge) {
                assertThat(next).isLessThanOrEqualTo(time + graph.leewayNs(i));
            }
        }
    }

    private static WaitGraph graphOf(final GatedSystem system) {
        final BitSet all = new BitSet();
        all.set(0, system.assets().size());
        return new WaitGraph(system, all, system.gatesByReceiver());
    }

    private static GatedSystem system(
        final long coreStep, final long maxDelay, final long[] steps, final Gate... gates) {
        final List<Member> assets = new ArrayList<>();
        for (final long step : steps) {
            assets.add(new Member("a" + assets.size(), step));
        }
        return new GatedSystem(coreStep, maxDelay, assets, List.of(gates));
    }

    private static Gate start(final int from, final int to, final long delay) {
        return new Gate(from, to, new Link("start", "a" + from, "a" + to, delay, false));
    }

    private static Gate end(final int from, final int to, final long delay) {
        return new Gate(from, to, new Link("end", "a" + from, "a" + to, delay, true));
    }

    private static BigInteger big(final long value) {
        return BigInteger.valueOf(value);
    }
}
