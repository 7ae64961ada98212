package io.takt.proofs.links;

import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.rule.Report;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Turmoil and calm, by seeds; with the one that an error names the same happens again. */
final class Plays {
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    private static final int SLOWLY = 40;
    private static final int TURMOIL = 700;
    private static final int QUIET_OF = 50;
    private static final int MOST_HUBS = 5;
    private static final long CALM_NS = 60;
    private static final long DIGEST_NS = 120;
    private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);

    private long looksAtLinks;
    private long behind;
    private long faults;
    private long kills;
    private long parentKills;
    private long successors;
    private long resets;
    private long messages;

    /** So many, and in a slow build more. */
    static int count(final int usual) {
        return SLOW ? SLOWLY * usual : usual;
    }

    private static void each(final int count, final LongConsumer play) {
        each(LongStream.range(0, count(count)), play);
    }

    private static void each(final LongStream seeds, final LongConsumer play) {
        seeds.forEach(seed -> {
            try {
                play.accept(seed);
            } catch (final BrokenProperty e) {
                throw new BrokenProperty("with seed " + seed + ": " + e.getMessage(), e);
            } catch (final RuntimeException e) {
                throw new IllegalStateException("with seed " + seed + ": " + e, e);
            }
        });
    }

    /** Trees that are barely live. */
    Plays ofTrees(final int count, final Report report, final OnLost onLost, final Turmoil.Kind... kinds) {
        each(count, seed -> {
            final World world = new World(Choices.of(seed));
            final Tree tree = new Tree(world, Shapes.live(world.choices(), report, MOST_HUBS, onLost));
            final Turmoil turmoil = new Turmoil(tree, List.of(kinds));
            turmoil.rage(TURMOIL, QUIET_OF);
            turmoil.calm(CALM_NS);
            note(tree, turmoil);
        });
        return this;
    }

    /** Systems that send each other messages, cut into trees of 2 to 5 hubs: digests are those of one hub. */
    Plays ofCuts(final int count, final Turmoil.Kind... kinds) {
        each(count, seed -> {
            final Choices draw = Choices.of(seed);
            final Shape whole = Shapes.talking(draw);
            final Tree one = new Tree(new World(draw), whole);
            one.runTo(DIGEST_NS + whole.hub("").maxDelayNs(), LONG_NS);
            for (int hubs = 2; hubs <= MOST_HUBS; hubs++) {
                final World world = new World(draw);
                final Tree tree = new Tree(world, Shapes.cut(draw, whole, hubs));
                final Turmoil turmoil = new Turmoil(tree, List.of(kinds));
                turmoil.rage(TURMOIL, QUIET_OF);
                turmoil.calm(DIGEST_NS);
                requireDigestsOf(one, tree);
                whole.assets().forEach(each -> messages += tree.speaker(each.name()).messages());
                note(tree, turmoil);
            }
        });
        return this;
    }

    /** Such systems whose hubs are lost and come again, so that messages depend on what was lost. */
    Plays ofLosses(final int count, final OnLost onLost, final Turmoil.Kind... kinds) {
        return ofLosses(LongStream.range(0, count(count)), onLost, kinds);
    }

    /** With these seeds. */
    Plays ofLosses(final LongStream seeds, final OnLost onLost, final Turmoil.Kind... kinds) {
        each(seeds, seed -> {
            final World world = new World(Choices.of(seed));
            final Shape whole = Shapes.talking(world.choices());
            final Tree tree = new Tree(world, Shapes.losing(Shapes.cut(world.choices(), whole,
                2 + world.choices().below(MOST_HUBS - 1)), onLost));
            final Turmoil turmoil = new Turmoil(tree, List.of(kinds));
            turmoil.rage(TURMOIL, QUIET_OF);
            turmoil.calm(CALM_NS);
            whole.assets().forEach(each -> messages += tree.speaker(each.name()).messages());
            note(tree, turmoil);
        });
        return this;
    }

    /** Between any two resets it is as if there had been no reset, and one hub. */
    static void requireDigestsOf(final Tree one, final Tree tree) {
        one.shape().assets().forEach(each -> compare(one.speaker(each.name()), tree.speaker(each.name())));
    }

    private static void compare(final Speaker expected, final Speaker got) {
        final NavigableMap<Long, Long> all = expected.digests().get(0);
        for (final NavigableMap<Long, Long> some : got.digests()) {
            if (!some.isEmpty()) {
                final long lastNs = Math.min(some.lastKey(), all.lastKey());
                if (!some.headMap(lastNs, true).equals(all.headMap(lastNs, true))) {
                    throw new BrokenProperty("digests are " + some + ", and those of one hub " + all);
                }
            }
        }
    }

    private void note(final Tree tree, final Turmoil turmoil) {
        looksAtLinks += tree.judge().looksAtLinks();
        behind += tree.judge().behind();
        faults += tree.world().network().faults();
        kills += turmoil.kills();
        parentKills += turmoil.parentKills();
        successors += turmoil.successors();
        resets += turmoil.resetsAnswered();
    }

    /** With both ends in one epoch. */
    long looksAtLinks() {
        return looksAtLinks;
    }

    /** Of these, with a child that knew less of its parent than was true. */
    long behind() {
        return behind;
    }

    long faults() {
        return faults;
    }

    long kills() {
        return kills;
    }

    /** Of hubs whose children lived. */
    long parentKills() {
        return parentKills;
    }

    /** Hubs that went on where a killed one was. */
    long successors() {
        return successors;
    }

    long resets() {
        return resets;
    }

    long messages() {
        return messages;
    }
}
