package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.rule.Report;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Example;

/**
 * A reset at each moment of a run of three hubs in a chain, from each of them, and something else at each moment after
 * that: no side ever uses a clock of another epoch, and in the end all clocks go on. A usual build takes some of these.
 */
class LinkResetsTest {
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    private static final int MOMENTS = 60;
    private static final int AFTER = 240;
    private static final int MOMENTS_APART = SLOW ? 6 : 60;
    private static final int AFTER_APART = SLOW ? 4 : 120;
    private static final long CUT_NS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long ON_NS = 30;
    private static final List<String> HUBS = List.of("", "a", "a/b");

    private interface Blow {
        void befall(Turmoil turmoil, World world);
    }

    private static final List<Blow> BLOWS = List.of(
        (turmoil, world) -> world.network().breakOne(),
        (turmoil, world) -> world.network().cut(CUT_NS),
        (turmoil, world) -> turmoil.reset(""),
        (turmoil, world) -> turmoil.reset("a/b"),
        (turmoil, world) -> turmoil.killAlone("", true),
        (turmoil, world) -> turmoil.killAlone("a", true),
        (turmoil, world) -> turmoil.killAlone("a", false),
        (turmoil, world) -> turmoil.killAlone("a/b", false));

    /** Between any two assets, in both directions. */
    private static final List<Shape.Sending> CHANNELS = List.of(channel("x", "z"), channel("z", "x"),
        channel("y", "z"), channel("z", "y"), channel("x", "y"), channel("y", "x"));

    private static Shape.Sending channel(final String from, final String to) {
        return new Shape.Sending(from + "-" + to, from, to, InputSpec.gated("any", "any").delayNs(12));
    }

    /** Assets at each hub; D_max has room for hubs that start late. */
    private static Shape chain(final Report report) {
        final List<Shape.HubShape> hubs = List.of(new Shape.HubShape("", 1, 2, 12), new Shape.HubShape("a", 2, 3, 12),
            new Shape.HubShape("a/b", 3, 2, 12));
        final List<Shape.AssetShape> assets = List.of(new Shape.AssetShape("x", "", 2),
            new Shape.AssetShape("y", "a", 3), new Shape.AssetShape("z", "a/b", 1));
        return new Shape(report, hubs, assets, CHANNELS, OnLost.RESTART, 0);
    }

    @Example
    void s4NothingAfterAResetLeavesTwoEpochsMixedInAChain() {
        int plays = 0;
        int resets = 0;
        for (int moment = 0; moment < MOMENTS; moment += MOMENTS_APART) {
            for (int after = 0; after < AFTER; after += AFTER_APART) {
                for (int blow = 0; blow < BLOWS.size(); blow++) {
                    resets += play(HUBS.get(plays % HUBS.size()), moment, blow, after, plays);
                    plays++;
                }
            }
        }
        assertThat(resets).as("resets that came to their end").isGreaterThan(plays / 2);
    }

    /**
     * The hub in the middle is killed in a reset that ends without it, with its own sender put back already or not; its
     * child comes to the next one, and puts its sender back then.
     */
    @Example
    void s4AResetThatASenderHasAfterItsReceiversIsNoSecondOneForThem() {
        assertThat(play("", 0, 5, 8, 21) + play("", 0, 5, 44, 93)).isEqualTo(2);
    }

    /** Says how many resets were answered. */
    private static int play(final String from, final int moment, final int blow, final int after, final int number) {
        final World world = new World(Choices.of(number));
        try {
            final Tree tree = new Tree(world, chain(number % 2 == 0 ? Report.CORE : Report.SLOWEST));
            final Turmoil turmoil = new Turmoil(tree, List.of());
            turmoil.pass(moment);
            if (number / HUBS.size() % 3 == 2 && !from.equals("a/b")) {
                turmoil.killAlone("a/b", false);
                turmoil.pass(20);
            }
            turmoil.reset(from);
            turmoil.pass(after);
            BLOWS.get(blow).befall(turmoil, world);
            turmoil.pass(AFTER / 2);
            turmoil.calm(ON_NS);
            return turmoil.resetsAnswered();
        } catch (final BrokenProperty e) {
            throw new BrokenProperty("a reset from '" + from + "' after " + moment + " steps, and blow " + blow + " "
                + after + " later, number " + number + ": " + e.getMessage(), e);
        }
    }
}
