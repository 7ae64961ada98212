package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.rule.Report;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Example;

/** One fault at each moment of a run of two hubs, from its very beginning on; in a slow build two, near each other. */
class LinkFaultsTest {
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    private static final int MOMENTS = 160;
    private static final int APART = SLOW ? 1 : 16;
    private static final long CUT_NS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long SOON_NS = TimeUnit.SECONDS.toNanos(30);
    private static final List<Shape.HubShape> HUBS =
        List.of(new Shape.HubShape("", 1, 2, 4), new Shape.HubShape("a", 2, 3, 5));
    private static final List<Shape.AssetShape> ASSETS =
        List.of(new Shape.AssetShape("x", "", 2), new Shape.AssetShape("y", "a", 3));
    private static final Shape SHAPE = new Shape(Report.CORE, HUBS, ASSETS, List.of(), OnLost.HALT, 0);

    private interface Fault {
        void befall(World world);
    }

    private static final List<Fault> FAULTS = List.of(world -> world.network().breakOne(),
        world -> world.network().cut(CUT_NS));

    @Example
    void l3NoFaultAtAnyMomentStopsATreeForGood() {
        int faults = 0;
        for (int moment = 0; moment < MOMENTS; moment += APART) {
            for (final Fault fault : FAULTS) {
                for (int later = 1; later <= (SLOW ? MOMENTS / 4 : 1); later += 4) {
                    faults += play(fault, moment, later);
                }
            }
        }
        assertThat(faults).isGreaterThanOrEqualTo(MOMENTS / APART);
    }

    /** How many faults befell: the second one only where schedules are long; none when the run was over before. */
    private static int play(final Fault fault, final int moment, final int later) {
        final World world = new World(Choices.of(1));
        final int[] left = {moment};
        final int[] befallen = {0};
        world.judgedBy(() -> {
            if (left[0]-- == 0 || SLOW && left[0] == -later) {
                fault.befall(world);
                befallen[0]++;
            }
        });
        try {
            new Tree(world, SHAPE).runTo(40, SOON_NS);
        } catch (final BrokenProperty e) {
            throw new BrokenProperty("a fault after " + moment + " steps: " + e.getMessage(), e);
        }
        return befallen[0];
    }
}
