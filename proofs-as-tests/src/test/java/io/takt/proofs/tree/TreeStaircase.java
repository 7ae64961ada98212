package io.takt.proofs.tree;

import io.takt.proofs.rule.Stairs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The events in a tree up to the first progress that violates a bound, to be read by a person: a letter for every
 * clock, a line for every progress, join and departure, and below them all clocks as {@link Stairs}.
 */
final class TreeStaircase {
    private static final int MOST_TURNS = 15;

    private final Tree tree;
    private final Function<Tree, String> violation;
    private final String clocks;
    private final List<String> turns = new ArrayList<>(List.of(""));
    private final List<Map<String, Long>> timesNs = new ArrayList<>();
    private String violated;

    /** Takes the turns, in a tree at its start, as long as all holds. */
    TreeStaircase(final Tree tree, final List<TreeTurn> schedule, final Function<Tree, String> violation) {
        this.tree = tree;
        this.violation = violation;
        clocks = tree.nodes().stream().map(node -> node.description() + "\n").collect(Collectors.joining());
        addTimes();
        tree.watchedBy(this::progressed);
        for (final TreeTurn turn : schedule) {
            if (violated == null) {
                take(turn);
            }
        }
    }

    private void take(final TreeTurn turn) {
        final List<Tree.Node> before = List.copyOf(tree.nodes());
        turn.take(tree);
        tree.nodes().stream().filter(node -> !before.contains(node))
            .forEach(node -> add(node.description() + ", joins at " + Stairs.text(node.timeNs())));
        before.stream().filter(node -> !tree.nodes().contains(node))
            .forEach(node -> add(node.letter() + " leaves at " + Stairs.text(node.timeNs())));
    }

    private void progressed(final Tree.Node node) {
        if (violated == null) {
            add(node.letter() + " progresses to " + Stairs.text(node.timeNs()));
            violated = violation.apply(tree);
        }
    }

    private void add(final String turn) {
        if (violated == null) {
            turns.add(turn);
            addTimes();
        }
    }

    private void addTimes() {
        final Map<String, Long> now = new LinkedHashMap<>();
        tree.nodes().forEach(node -> now.put(node.letter(), node.timeNs()));
        timesNs.add(now);
    }

    @Override
    public String toString() {
        final int from = Math.max(0, turns.size() - 1 - MOST_TURNS);
        final StringBuilder text = new StringBuilder(violated + ":\n").append(clocks);
        if (from > 0) {
            text.append("after ").append(from).append(" turns:\n");
        }
        for (int turn = from + 1; turn < turns.size(); turn++) {
            text.append(String.format("%2d. %s%n", turn, turns.get(turn)));
        }
        return text.append('\n').append(Stairs.of(timesNs, from)).toString();
    }
}
