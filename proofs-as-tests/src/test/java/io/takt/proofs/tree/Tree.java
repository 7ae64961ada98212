package io.takt.proofs.tree;

import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.rule.Report;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * A tree of federates moved by the rules that ship and by nothing else. The caller decides which node counts up when,
 * and how old its readings are.
 */
final class Tree {
    /** Every reading is the newest there is. */
    static final LongSupplier FRESH = () -> 0;

    private static final int LETTERS = 26;

    /** The report of a federate, by its core time and the reports of its members. */
    @FunctionalInterface
    interface Reporting {
        /** The shipped class. */
        Reporting SHIPPED = (report, coreTimeNs, membersNs) ->
            report.timeNs(coreTimeNs, LongStream.of(membersNs).min().orElse(Report.NO_MEMBERS));

        long reportNs(Report report, long coreTimeNs, long[] membersNs);
    }

    private final Reporting reporting;
    private final long unitNs;
    private final List<Node> nodes = new ArrayList<>();
    private Consumer<Node> watcher = node -> { };
    private int appeared;

    /** All clocks stand at one time. */
    Tree(final Shape shape, final long startNs, final long unitNs, final Reporting reporting) {
        this.reporting = reporting;
        this.unitNs = unitNs;
        add(shape, null, startNs);
    }

    static Tree atZero(final Shape shape) {
        return new Tree(shape, 0, 1, Reporting.SHIPPED);
    }

    static String nameOf(final int member) {
        return Integer.toString(member);
    }

    Node root() {
        return nodes.get(0);
    }

    /** All of them, the root first and each before those below it. */
    List<Node> nodes() {
        return nodes;
    }

    /** A member joins a federate at its core time, with all that is below the member. */
    void join(final Node federate, final Shape shape) {
        add(shape, federate, federate.clock.timeNs());
    }

    /** A member leaves, with all that is below it. */
    void leave(final Node member) {
        member.parent.members.remove(member);
        nodes.removeIf(node -> node.isBelow(member));
    }

    /** Is told of every progress from now on. */
    void watchedBy(final Consumer<Node> newWatcher) {
        watcher = newWatcher;
    }

    /** All but one count up with newest readings until none of them can move; whether any has. */
    boolean runBut(final Node idle) {
        return runBut(idle, Integer.MAX_VALUE);
    }

    /** The same for so many rounds at most. */
    boolean runBut(final Node idle, final int rounds) {
        boolean ran = false;
        boolean moved = true;
        for (int i = 0; i < rounds && moved; i++) {
            moved = false;
            for (final Node node : nodes) {
                moved |= node != idle && node.countsUp(FRESH);
            }
            ran |= moved;
        }
        return ran;
    }

    private void add(final Shape shape, final Node parent, final long timeNs) {
        final Node node = new Node(shape, parent, timeNs);
        nodes.add(node);
        if (parent != null) {
            parent.members.add(node);
        }
        shape.members().forEach(member -> add(member, node, timeNs));
    }

    /** One clock: the core of a federate with its members, or an asset, which has none. */
    final class Node {
        private final Node parent;
        private final int number;
        private final Clock clock;
        private final long maxDelayNs;
        private final Report report;
        private final boolean isFederate;
        private final List<Node> members = new ArrayList<>();

        private Node(final Shape shape, final Node parent, final long timeNs) {
            this.parent = parent;
            number = appeared++;
            clock = new Clock(timeNs, shape.step() * unitNs);
            maxDelayNs = shape.maxDelay() * unitNs;
            report = shape.report();
            isFederate = !shape.members().isEmpty();
        }

        /** How many have come before it; the root is 0. */
        int number() {
            return number;
        }

        /** Its letter; in a tree of very many some share one. */
        String letter() {
            return String.valueOf((char) (number < LETTERS ? 'A' + number : 'a' + (number - LETTERS) % LETTERS));
        }

        /** Its kind and number, and those of its parent. */
        String description() {
            return letter() + (parent == null ? "" : " below " + parent.letter()) + ": ΔT = " + clock.stepNs()
                + (isFederate ? ", D_max = " + maxDelayNs + ", reports " + report : "");
        }

        Node parent() {
            return parent;
        }

        long timeNs() {
            return clock.timeNs();
        }

        boolean reportsItself() {
            return report == Report.CORE || members.isEmpty();
        }

        List<Node> members() {
            return members;
        }

        /** Whether it has or has had members. */
        boolean isFederate() {
            return isFederate;
        }

        Node member(final String name) {
            return members.get(Integer.parseInt(name));
        }

        boolean isBelow(final Node other) {
            return this == other || parent != null && parent.isBelow(other);
        }

        /** One count-up: by rule (a) towards the parent, by rule (b) towards the members. */
        boolean countsUp(final LongSupplier ages) {
            final boolean isAllowedFromAbove = parent == null
                ? !members.isEmpty()
                : AssetRule.progresses(clock.timeNs(), clock.stepNs(), parent.clock.readNs(ages.getAsLong()));
            if (!isAllowedFromAbove || !isAllowedByMembers(ages)) {
                return false;
            }
            clock.countUp();
            watcher.accept(this);
            return true;
        }

        /** The report that the parent sees, each clock in it as old as the next age says. */
        long reportNs(final LongSupplier ages) {
            final long coreTimeNs = clock.readNs(ages.getAsLong());
            final long[] membersNs = members.stream().mapToLong(member -> member.reportNs(ages)).toArray();
            return reporting.reportNs(report, coreTimeNs, membersNs);
        }

        /** Whether its core could count up if only its parent allowed it. */
        boolean isAllowedByMembers() {
            return isAllowedByMembers(FRESH);
        }

        private boolean isAllowedByMembers(final LongSupplier ages) {
            return !CoreRule.isLast(clock.timeNs(), clock.stepNs()) && members.stream().allMatch(
                member -> CoreRule.allows(clock.timeNs() + clock.stepNs(), member.reportNs(ages), maxDelayNs));
        }

        /** Whether rule (a) alone holds it back. */
        boolean isAtTheGreatestMultiple() {
            return !AssetRule.progresses(clock.timeNs(), clock.stepNs(), parent.clock.timeNs());
        }

        /**
         * How far an asset below may be behind this core: D_max, and beyond that nothing as long as the federates
         * between report their slowest, but the bound of the first that reports its core time.
         */
        BigInteger boundNs(final Node asset) {
            Node reporter = asset;
            for (Node node = asset.parent; node != this; node = node.parent) {
                if (node.report == Report.CORE) {
                    reporter = node;
                }
            }
            final BigInteger ownNs = BigInteger.valueOf(maxDelayNs);
            return reporter == asset ? ownNs : ownNs.add(reporter.boundNs(asset));
        }

        @Override
        public String toString() {
            return clock.timeNs() + (members.isEmpty() ? "" : " " + members);
        }
    }
}
