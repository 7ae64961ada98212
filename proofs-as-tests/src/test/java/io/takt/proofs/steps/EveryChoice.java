package io.takt.proofs.steps;

import io.takt.asset.Steps;
import io.takt.proofs.rule.Gate;
import io.takt.proofs.steps.ClockTree.Node;
import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.rule.GateRule;
import io.takt.rule.Report;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every state that a system comes to by any order of count-ups and any choice of steps, over the shipped rules.
 *
 * <p>One that takes what it is allowed goes by any multiple of its granularity that it is allowed. One whose steps are
 * whole chooses any when it arrives, and then that one has to be allowed. The rules see differences only, so times are
 * kept as differences to the root's core; how often that has counted up is the length of the way.
 */
final class EveryChoice {
    /** Where the root's core always stands, so that no other clock is below 0. */
    private static final int BASE = 1_000;
    private static final int UNKNOWN = Integer.MAX_VALUE;

    private final ClockTree tree;
    private final int count;
    /** Of each core, its members. */
    private final List<List<Integer>> members = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<char[]> states = new ArrayList<>();
    /** By state, those after it, and after each whether the root's core has counted up. */
    private final List<List<Integer>> after = new ArrayList<>();
    private final List<Integer> rootCountUps = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();

    private EveryChoice(final ClockTree tree) {
        this.tree = tree;
        count = tree.nodes().size();
        for (int node = 0; node < count; node++) {
            members.add(tree.membersOf(node));
        }
    }

    static EveryChoice of(final ClockTree tree) {
        final EveryChoice choices = new EveryChoice(tree);
        choices.explore();
        return choices;
    }

    int states() {
        return states.size();
    }

    /** Whether some choices and some order end in a state in which no clock can count up. */
    boolean canStop() {
        return !ends.isEmpty();
    }

    /** T_c of the root at the earliest such end. */
    long firstStopNs() {
        return ends.stream().mapToInt(rootCountUps::get).min().orElseThrow() * tree.nodes().get(0).steps().greatestNs();
    }

    /** Whether all choices and orders end there. */
    boolean everyRunStopsThere() {
        final int[] waysTo = new int[states.size()];
        after.forEach(next -> next.forEach(code -> waysTo[code / 2]++));
        final int[] longest = new int[states.size()];
        final Deque<Integer> ready = new ArrayDeque<>();
        for (int state = 0; state < waysTo.length; state++) {
            if (waysTo[state] == 0) {
                ready.add(state);
            }
        }
        int left = waysTo.length;
        while (!ready.isEmpty()) {
            final int state = ready.remove();
            left--;
            for (final int code : after.get(state)) {
                longest[code / 2] = Math.max(longest[code / 2], longest[state] + code % 2);
                if (--waysTo[code / 2] == 0) {
                    ready.add(code / 2);
                }
            }
        }
        // The states that are left are on a cycle: a run that goes on for ever.
        return left == 0 && ends.stream()
            .allMatch(end -> longest[end] * tree.nodes().get(0).steps().greatestNs() == firstStopNs());
    }

    /** By how much a clock is behind the root's core at the earliest ends, one number for each of these. */
    List<Long> lagsNsAtFirstStop(final int node) {
        return ends.stream().filter(end ->
                rootCountUps.get(end) * tree.nodes().get(0).steps().greatestNs() == firstStopNs())
            .map(end -> (long) BASE - states.get(end)[node]).toList();
    }

    private void explore() {
        final char[] start = new char[2 * count];
        Arrays.fill(start, 0, count, (char) BASE);
        final Deque<Integer> queue = new ArrayDeque<>();
        final List<char[]> starts = new ArrayList<>(List.of(start));
        for (int node = 0; node < count; node++) {
            final List<char[]> before = List.copyOf(starts);
            starts.clear();
            for (final char[] each : before) {
                starts.addAll(withEveryWish(each, node));
            }
        }
        for (final char[] each : starts) {
            final int state = numberOf(each);
            rootCountUps.set(state, 0);
            queue.add(state);
        }
        final BitSet done = new BitSet();
        while (!queue.isEmpty()) {
            final int state = queue.removeFirst();
            if (!done.get(state)) {
                done.set(state);
                visit(state, queue);
            }
        }
    }

    private void visit(final int state, final Deque<Integer> queue) {
        final List<Integer> next = after.get(state);
        for (int node = 0; node < count; node++) {
            addCountUps(states.get(state), node, next);
        }
        if (next.isEmpty()) {
            ends.add(state);
        }
        for (final int code : next) {
            final int countUps = rootCountUps.get(state) + code % 2;
            if (countUps < rootCountUps.get(code / 2)) {
                rootCountUps.set(code / 2, countUps);
                if (code % 2 == 0) {
                    queue.addFirst(code / 2);
                } else {
                    queue.addLast(code / 2);
                }
            }
        }
    }

    private int numberOf(final char[] state) {
        return numbers.computeIfAbsent(new String(state), key -> {
            states.add(state);
            after.add(new ArrayList<>());
            rootCountUps.add(UNKNOWN);
            return states.size() - 1;
        });
    }

    private void addCountUps(final char[] state, final int node, final List<Integer> next) {
        final Steps steps = tree.nodes().get(node).steps();
        final int granules = (int) (steps.greatestNs() / steps.granularityNs());
        final int wish = state[count + node];
        for (int granule = wish == 0 ? 1 : wish; granule <= (wish == 0 ? granules : wish); granule++) {
            final long stepNs = granule * steps.granularityNs();
            if (isAllowed(state, node, stepNs)) {
                for (final char[] each : withEveryWish(moved(state, node, stepNs), node)) {
                    next.add(2 * numberOf(each) + (node == 0 ? 1 : 0));
                }
            }
        }
    }

    private static char[] moved(final char[] state, final int node, final long stepNs) {
        final char[] moved = Arrays.copyOf(state, state.length);
        if (node > 0) {
            moved[node] += (char) stepNs;
            return moved;
        }
        for (int other = 1; other < state.length / 2; other++) {
            moved[other] -= (char) stepNs;
        }
        return moved;
    }

    /** All choices of a clock with whole steps when it arrives; for others the state as it is. */
    private List<char[]> withEveryWish(final char[] state, final int node) {
        final Steps steps = tree.nodes().get(node).steps();
        if (!steps.isWhole()) {
            return List.of(state);
        }
        final List<char[]> all = new ArrayList<>();
        for (int granule = 1; granule <= steps.greatestNs() / steps.granularityNs(); granule++) {
            final char[] each = Arrays.copyOf(state, state.length);
            each[count + node] = (char) granule;
            all.add(each);
        }
        return all;
    }

    private boolean isAllowed(final char[] state, final int node, final long stepNs) {
        final Node clock = tree.nodes().get(node);
        final long timeNs = state[node];
        if (clock.parent() >= 0 && !AssetRule.progresses(timeNs, stepNs, state[clock.parent()])) {
            return false;
        }
        for (final int member : members.get(node)) {
            if (!CoreRule.allows(timeNs + stepNs, reportNs(state, member), clock.maxDelayNs())) {
                return false;
            }
        }
        for (final Gate gate : tree.gates()) {
            if (gate.to() == node && !GateRule.opens(
                gate.atStepEnd() ? timeNs + stepNs : timeNs, state[gate.from()], gate.delayNs())) {
                return false;
            }
        }
        return true;
    }

    private long reportNs(final char[] state, final int node) {
        long earliestNs = Report.NO_MEMBERS;
        for (final int member : members.get(node)) {
            earliestNs = Math.min(earliestNs, reportNs(state, member));
        }
        return tree.nodes().get(node).report().timeNs(state[node], earliestNs);
    }
}
