package io.takt.proofs.tree;

import io.takt.rule.Federate;
import io.takt.rule.Liveness.Member;
import io.takt.rule.Report;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * A tree: a federate with its members, or an asset, which is one without members.
 *
 * @param step     of its clock, in units.
 * @param maxDelay D_max of a federate, in units; of no account for an asset.
 * @param report   of a federate: its kind.
 * @param members  federates and assets in any order.
 */
record Shape(long step, long maxDelay, Report report, List<Shape> members) {
    private static final int MOST_MEMBERS = 3;

    static Shape asset(final long step) {
        return new Shape(step, 1, Report.CORE, List.of());
    }

    static Shape federate(final long step, final long maxDelay, final Report report, final Shape... members) {
        return new Shape(step, maxDelay, report, List.of(members));
    }

    /** So many levels of federates, each with so many members, all alike, and all clocks of step 1. */
    static Shape full(final int levels, final int fanOut, final long maxDelay, final Report report) {
        Shape member = asset(1);
        for (int i = 0; i < levels; i++) {
            final Shape each = member;
            member = federate(1, maxDelay, report, Stream.generate(() -> each).limit(fanOut).toArray(Shape[]::new));
        }
        return member;
    }

    /** Trees of any shape with at most so many levels of federates. */
    static Arbitrary<Shape> trees(
        final int levels,
        final Arbitrary<Long> steps,
        final Arbitrary<Long> delays,
        final Arbitrary<Report> reports) {
        final Arbitrary<Shape> asset = steps.map(Shape::asset);
        final Arbitrary<Shape> member = levels == 1
            ? asset
            : Arbitraries.frequencyOf(
                Tuple.of(1, asset), Tuple.of(2, trees(levels - 1, steps, delays, reports)));
        return Combinators.combine(steps, delays, reports, member.list().ofMinSize(1).ofMaxSize(MOST_MEMBERS))
            .as(Shape::new);
    }

    /** Levels of federates. */
    int levels() {
        return members.isEmpty() ? 0 : 1 + members.stream().mapToInt(Shape::levels).max().getAsInt();
    }

    /** The same for the verdict; names are the numbers of the members. */
    Federate federate(final String name) {
        final List<Member> assets = new ArrayList<>();
        final List<Federate> children = new ArrayList<>();
        IntStream.range(0, members.size()).forEach(i -> {
            final Shape member = members.get(i);
            if (member.members.isEmpty()) {
                assets.add(new Member(Tree.nameOf(i), member.step));
            } else {
                children.add(member.federate(Tree.nameOf(i)));
            }
        });
        return new Federate(name, step, maxDelay, report, assets, children);
    }

    Shape withMaxDelay(final long newMaxDelay) {
        return new Shape(step, newMaxDelay, report, members);
    }

    /** The same with the D_max of one federate changed, which the names lead to from here. */
    Shape withMaxDelay(final List<String> path, final long newMaxDelay) {
        if (path.isEmpty()) {
            return withMaxDelay(newMaxDelay);
        }
        final List<Shape> changed = new ArrayList<>(members);
        final int member = Integer.parseInt(path.get(0));
        changed.set(member, members.get(member).withMaxDelay(path.subList(1, path.size()), newMaxDelay));
        return new Shape(step, maxDelay, report, changed);
    }

    /** After this long all clocks are as they were at 0, if nothing has stopped them. */
    BigInteger leastCommonMultiple() {
        BigInteger multiple = BigInteger.valueOf(step);
        for (final Shape member : members) {
            final BigInteger below = member.leastCommonMultiple();
            multiple = multiple.divide(multiple.gcd(below)).multiply(below);
        }
        return multiple;
    }

    long sumOfMaxDelays() {
        return members.isEmpty() ? 0 : maxDelay + members.stream().mapToLong(Shape::sumOfMaxDelays).sum();
    }

    @Override
    public String toString() {
        return members.isEmpty()
            ? "asset of step " + step
            : report + " of step " + step + " within " + maxDelay + " " + members;
    }
}
