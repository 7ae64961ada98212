package io.takt.proofs.steps;

import io.takt.asset.Steps;
import io.takt.proofs.rule.Gate;
import io.takt.rule.Federate;
import io.takt.rule.GateLiveness;
import io.takt.rule.GateVerdict;
import io.takt.rule.Liveness;
import io.takt.rule.Liveness.Member;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.Report;
import io.takt.rule.TreeLiveness;
import io.takt.rule.TreeVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A core with assets, of which some have steps that vary, and possibly with cores below it.
 *
 * @param nodes the root's core first, each after its parent.
 * @param gates between nodes, by their places; only where the root's core is the only one.
 */
record ClockTree(List<Node> nodes, List<Gate> gates) {
    /**
     * One clock.
     *
     * @param parent     place of the core that it is a member of; of the root less than 0.
     * @param steps      by how much it counts up at once.
     * @param maxDelayNs D_max of a core; 0 for an asset.
     * @param report     of a core to its parent.
     */
    record Node(int parent, Steps steps, long maxDelayNs, Report report) {
        boolean isCore() {
            return maxDelayNs > 0;
        }
    }

    /** One core with assets; gates are between these, by their places from 0. */
    static ClockTree of(final long coreStepNs, final long maxDelayNs, final List<Steps> assets, final Gate... gates) {
        final Stream<Node> core = Stream.of(core(-1, coreStepNs, maxDelayNs, Report.CORE));
        return new ClockTree(
            Stream.concat(core, assets.stream().map(steps -> asset(0, steps))).toList(),
            Stream.of(gates).map(gate ->
                new Gate(gate.from() + 1, gate.to() + 1, gate.delayNs(), gate.atStepEnd())).toList());
    }

    static Node core(final int parent, final long stepNs, final long maxDelayNs, final Report report) {
        return new Node(parent, Steps.fixedNs(stepNs), maxDelayNs, report);
    }

    static Node asset(final int parent, final Steps steps) {
        return new Node(parent, steps, 0, Report.CORE);
    }

    List<Integer> membersOf(final int core) {
        return IntStream.range(0, nodes.size()).filter(node -> nodes.get(node).parent() == core).boxed().toList();
    }

    private long coreStepNs() {
        return nodes.get(0).steps().greatestNs();
    }

    private List<Member> assetsOf(final int core) {
        return membersOf(core).stream().filter(node -> !nodes.get(node).isCore())
            .map(node -> new Member(name(node), nodes.get(node).steps())).toList();
    }

    /** Its name in verdicts. */
    String name(final int node) {
        return "n" + node;
    }

    LivenessVerdict judge() {
        return Liveness.judge(coreStepNs(), nodes.get(0).maxDelayNs(), assetsOf(0));
    }

    GateVerdict judgeGates() {
        final List<GateLiveness.Link> links = gates.stream().map(gate -> new GateLiveness.Link(
            "of " + gate.from(), name(gate.from()), name(gate.to()), gate.delayNs(), gate.atStepEnd())).toList();
        return GateLiveness.judge(coreStepNs(), nodes.get(0).maxDelayNs(), assetsOf(0), links);
    }

    TreeVerdict judgeTree() {
        return TreeLiveness.judge(federate(0));
    }

    private Federate federate(final int core) {
        final Node node = nodes.get(core);
        return new Federate(name(core), node.steps().greatestNs(), node.maxDelayNs(), node.report(), assetsOf(core),
            membersOf(core).stream().filter(member -> nodes.get(member).isCore()).map(this::federate).toList());
    }

    /** Whether a gate waits at the start of steps that vary, so that longer ones leave it out. */
    boolean hasAStartGateOfStepsThatVary() {
        return gates.stream().anyMatch(gate -> !gate.atStepEnd() && !nodes.get(gate.to()).steps().isFixed());
    }

    boolean hasWholeSteps() {
        return nodes.stream().anyMatch(node -> node.steps().isWhole());
    }

    ClockTree withMaxDelay(final long newNs) {
        return with(0, core(-1, coreStepNs(), newNs, Report.CORE));
    }

    ClockTree withCoreStep(final long newNs) {
        return with(0, core(-1, newNs, nodes.get(0).maxDelayNs(), Report.CORE));
    }

    ClockTree withSteps(final int node, final Steps steps) {
        return with(node, asset(nodes.get(node).parent(), steps));
    }

    private ClockTree with(final int node, final Node other) {
        final List<Node> changed = new ArrayList<>(nodes);
        changed.set(node, other);
        return new ClockTree(List.copyOf(changed), gates);
    }

    ClockTree withDelay(final int gate, final long newNs) {
        final Gate old = gates.get(gate);
        final List<Gate> changed = new ArrayList<>(gates);
        changed.set(gate, new Gate(old.from(), old.to(), newNs, old.atStepEnd()));
        return new ClockTree(nodes, List.copyOf(changed));
    }
}
