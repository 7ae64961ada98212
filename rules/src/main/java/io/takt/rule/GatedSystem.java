package io.takt.rule;

import io.takt.rule.GateLiveness.Link;
import io.takt.rule.Liveness.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * A core, its assets and the gates between them, with assets by their numbers from 0 in the given order.
 *
 * @param coreStepNs ΔT_c.
 * @param maxDelayNs D_max.
 * @param assets     all of them.
 * @param gates      all that can ever hold an asset.
 */
record GatedSystem(long coreStepNs, long maxDelayNs, List<Member> assets, List<Gate> gates) {
    /**
     * A link that its receiver waits for.
     *
     * @param sender   number of the sender.
     * @param receiver number of the receiver.
     * @param link     what was given.
     */
    record Gate(int sender, int receiver, Link link) {
        /** By how much where the receiver goes next may be ahead of the sender; less than 0 for whole steps. */
        long leewayNs(final Member to) {
            return link.atStepEnd() ? link.delayNs() - to.extraNs() : sum(link.delayNs(), to.stepNs());
        }

        /** G1: by (a) and (b) the sender of what a step gets is never farther behind than D_max. */
        private boolean isIdle(final Member to, final long maxDelayNs) {
            return sum(link.delayNs(), link.atStepEnd() ? 0 : to.insistedNs()) >= maxDelayNs;
        }

        private static long sum(final long one, final long other) {
            return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
        }
    }

    /**
     * Resolves names.
     *
     * @throws IllegalArgumentException when a number is not greater than 0, two assets have the same name, or a link is
     *                                  of an asset that is not there.
     */
    static GatedSystem of(
        final long coreStepNs, final long maxDelayNs, final List<Member> assets, final List<Link> links) {
        Liveness.requirePositive("coreStepNs", coreStepNs);
        Liveness.requirePositive("maxDelayNs", maxDelayNs);
        final Map<String, Integer> numbers = new HashMap<>();
        for (final Member asset : assets) {
            if (numbers.put(asset.name(), numbers.size()) != null) {
                throw new IllegalArgumentException("two assets are called " + asset.name());
            }
        }
        final List<Gate> gates = new ArrayList<>(links.size());
        for (final Link link : links) {
            gates.add(new Gate(numberOf(link.from(), link, numbers), numberOf(link.to(), link, numbers), link));
        }
        return new GatedSystem(coreStepNs, maxDelayNs, List.copyOf(assets), List.copyOf(gates));
    }

    private static int numberOf(final String name, final Link link, final Map<String, Integer> numbers) {
        final Integer number = numbers.get(name);
        if (number == null) {
            throw new IllegalArgumentException(
                "a link of channel " + link.channel() + " is of asset " + name + ", which is not there");
        }
        return number;
    }

    /** The unit of which an asset's times are multiples. */
    long stepNs(final int asset) {
        return assets.get(asset).stepNs();
    }

    /** Whether assets have a choice of steps. */
    boolean varies() {
        return assets.stream().anyMatch(asset -> !asset.steps().isFixed());
    }

    /**
     * The system in which no clock is ever behind where any choice of steps can take it: steps that vary are as short
     * as they can be, and are not held at the starts that a longer step would leave out.
     */
    GatedSystem withTheBestSteps() {
        return new GatedSystem(coreStepNs, maxDelayNs,
            assets.stream().map(asset -> new Member(asset.name(), asset.stepNs())).toList(),
            gates.stream().filter(gate -> gate.link().atStepEnd() || assets.get(gate.receiver()).steps().isFixed())
                .toList());
    }

    GatedSystem withMaxDelay(final long newNs) {
        return new GatedSystem(coreStepNs, newNs, assets, gates);
    }

    GatedSystem withDelay(final Gate gate, final long newNs) {
        final Link link = gate.link();
        final List<Gate> changed = new ArrayList<>(gates);
        changed.set(gates.indexOf(gate), new Gate(gate.sender(), gate.receiver(),
            new Link(link.channel(), link.from(), link.to(), newNs, link.atStepEnd())));
        return new GatedSystem(coreStepNs, maxDelayNs, assets, changed);
    }

    /** G1: without the gates that never hold an asset, since (a) and (b) together are stricter. */
    GatedSystem withoutIdleGates() {
        return new GatedSystem(coreStepNs, maxDelayNs, assets,
            gates.stream().filter(gate -> !gate.isIdle(assets.get(gate.receiver()), maxDelayNs)).toList());
    }

    List<List<Gate>> gatesByReceiver() {
        return gatesBy(Gate::receiver);
    }

    List<List<Gate>> gatesBySender() {
        return gatesBy(Gate::sender);
    }

    private List<List<Gate>> gatesBy(final ToIntFunction<Gate> end) {
        final List<List<Gate>> by = Stream.<List<Gate>>generate(ArrayList::new).limit(assets.size()).toList();
        gates.forEach(gate -> by.get(end.applyAsInt(gate)).add(gate));
        return by;
    }

    /** Those that some assets wait for, those that these wait for in turn, and so on; with the assets themselves. */
    BitSet awaitedBy(final BitSet some) {
        final List<List<Gate>> into = gatesByReceiver();
        final BitSet all = (BitSet) some.clone();
        final int[] left = Arrays.copyOf(some.stream().toArray(), assets.size());
        int size = some.cardinality();
        while (size > 0) {
            for (final Gate gate : into.get(left[--size])) {
                if (!all.get(gate.sender())) {
                    all.set(gate.sender());
                    left[size++] = gate.sender();
                }
            }
        }
        return all;
    }
}
