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
    /** Longer than a child may take to come back. */
    private static final long LONG_CUT_NS = TimeUnit.MILLISECONDS.toNanos(2_500);
    /** After so many steps the parent has lost it. */
    private static final int UNTIL_LOST = 500;
    /** So long that a child has tried another connection. */
    private static final long STANDS_NS = TimeUnit.SECONDS.toNanos(8);
    private static final long ON_NS = 30;
    private static final long ONE_NS = 600;
    private static final List<String> HUBS = List.of("", "a", "a/b");

    private final Tree one = one();

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
        (turmoil, world) -> turmoil.killAlone("a/b", false),
        (turmoil, world) -> {
            world.network().breakOne();
            world.network().cut(LONG_CUT_NS);
        },
        (turmoil, world) -> turmoil.stand("", STANDS_NS),
        (turmoil, world) -> turmoil.stand("a", STANDS_NS),
        (turmoil, world) -> {
            world.network().breakOne();
            world.network().cut(2 * LONG_CUT_NS);
            turmoil.pass(UNTIL_LOST);
            turmoil.reset("");
        });
    private static final List<Integer> KILLS = List.of(4, 5, 6, 7);

    private static final List<Shape.AssetShape> ASSETS = List.of(new Shape.AssetShape("x", "", 2),
        new Shape.AssetShape("y", "a", 3), new Shape.AssetShape("z", "a/b", 1));

    /** Between any two assets, in both directions. */
    private static final List<Shape.Sending> CHANNELS = List.of(channel("x", "z"), channel("z", "x"),
        channel("y", "z"), channel("z", "y"), channel("x", "y"), channel("y", "x"));

    private static Shape.Sending channel(final String from, final String to) {
        return new Shape.Sending(from + "-" + to, from, to, InputSpec.gated("any", "any").delayNs(12));
    }

    /** The same system at one hub, so far that no other run of a test comes further. */
    private static Tree one() {
        final Shape.HubShape hub = new Shape.HubShape("", 1, 2, 12);
        final List<Shape.AssetShape> assets = ASSETS.stream()
            .map(each -> new Shape.AssetShape(each.name(), "", each.stepNs())).toList();
        final Tree one = new Tree(new World(Choices.of(0)),
            new Shape(Report.CORE, List.of(hub), assets, CHANNELS, OnLost.RESTART, 0));
        one.runTo(ONE_NS, Long.MAX_VALUE);
        return one;
    }

    /** Assets at each hub; D_max has room for hubs that start late. */
    private static Shape chain(final Report report) {
        final List<Shape.HubShape> hubs = List.of(new Shape.HubShape("", 1, 2, 12), new Shape.HubShape("a", 2, 3, 12),
            new Shape.HubShape("a/b", 3, 2, 12));
        return new Shape(report, hubs, ASSETS, CHANNELS, OnLost.RESTART, 0);
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

    /** What its senders had sent before is told of no run. */
    @Example
    void g0AChildThatIsLostInAResetAndComesBackToTheNextOneSendsItsDawnToThat() {
        assertThat(play("", 60, 11, 46, 23)).isPositive();
        assertThat(play("", 60, 11, 74, 37)).isPositive();
    }

    /** The hub above has said that all are back, and its parent's receivers have begun the next run. */
    @Example
    void s4AChildThatIsLostWhenItIsBackIsPutBackNoMore() {
        assertThat(play("", 0, 8, 168, 162)).isEqualTo(1);
    }

    /** It has closed its mirrors when that parent goes on; their next ones come before all that it says. */
    @Example
    void s4AChildOfAParentThatIsStoppedInAResetHasThatReset() {
        assertThat(play("a", 0, 9, 136, 34) + play("", 60, 9, 16, 90)).isEqualTo(2);
    }

    /** The next reset begins at the root as soon as the first is over; the leaf is one behind its mirrors then. */
    @Example
    void s4AReceiverTwoHubsAwayLosesNoDawnWhenOneResetFollowsTheOther() {
        assertThat(play("a/b", 30, 2, 236, 4310) + play("a/b", 54, 2, 228, 7166)).isEqualTo(4);
    }

    /** Says how many resets were answered. */
    private int play(final String from, final int moment, final int blow, final int after, final int number) {
        final World world = new World(Choices.of(number));
        final boolean isKilled = number / HUBS.size() % 3 == 2 && !from.equals("a/b");
        try {
            final Tree tree = new Tree(world, chain(number % 2 == 0 ? Report.CORE : Report.SLOWEST));
            final Turmoil turmoil = new Turmoil(tree, List.of());
            turmoil.pass(moment);
            if (isKilled) {
                turmoil.killAlone("a/b", false);
                turmoil.pass(20);
            }
            turmoil.reset(from);
            turmoil.pass(after);
            BLOWS.get(blow).befall(turmoil, world);
            turmoil.pass(AFTER / 2);
            turmoil.calm(ON_NS);
            if (!isKilled && !KILLS.contains(blow)) {
                Plays.requireDigestsOf(one, tree);
            }
            return turmoil.resetsAnswered();
        } catch (final BrokenProperty e) {
            throw new BrokenProperty("a reset from '" + from + "' after " + moment + " steps, and blow " + blow + " "
                + after + " later, number " + number + ": " + e.getMessage(), e);
        }
    }
}
