package io.takt.rule;

import io.takt.rule.GatedSystem.Gate;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;

/**
 * For every asset a D_max with which it never holds the core for good, by the condition that {@link GateLiveness}
 * states: on every cycle of waits the least multiples of g beyond the leeways add up to more than the steps.
 *
 * <p>The cycles through the core and an asset are the ways from the core to the asset, and back by rule (b). So what
 * matters of the ways is the shortest, where an edge is as long as its multiple of g minus the step of the asset that
 * waits. That is found as Bellman and Ford do. Of ways of the same length it keeps the one with more edges, so that a
 * cycle of length 0, too, makes a way longer without end and is noticed.
 */
final class SufficientDelay {
    /** Ways that are shorter than minus this are not followed. */
    private static final long BEYOND = 1L << 61;

    private final GatedSystem system;
    /** A divisor of by how much the starts of clocks may be apart; 0 if all start at the same time. */
    private final long startsNs;
    /** By asset; null when there is a cycle of gates of a length not greater than 0, or a way beyond all numbers. */
    private final long[] shortestNs;

    private SufficientDelay(final GatedSystem system, final long startsNs) {
        this.system = system;
        this.startsNs = startsNs;
        shortestNs = shortestWays();
    }

    /** When all clocks start at 0. */
    static SufficientDelay fromZero(final GatedSystem system) {
        return new SufficientDelay(system, 0);
    }

    /** Whenever assets join, which they do at multiples of the core's step. */
    static SufficientDelay withLateJoiners(final GatedSystem system) {
        return new SufficientDelay(system, system.coreStepNs());
    }

    /** For all assets together; null when there is none for some, 0 without assets. */
    BigInteger ofAllNs() {
        if (shortestNs == null) {
            return null;
        }
        BigInteger all = BigInteger.ZERO;
        for (int asset = 0; asset < shortestNs.length; asset++) {
            all = all.max(ofNs(asset));
        }
        return all;
    }

    /** Those of some assets for which the system's D_max is less. */
    BitSet lacking(final BitSet some) {
        final BitSet lacking = (BitSet) some.clone();
        if (shortestNs != null) {
            final BigInteger maxDelayNs = BigInteger.valueOf(system.maxDelayNs());
            some.stream().filter(asset -> ofNs(asset).compareTo(maxDelayNs) <= 0).forEach(lacking::clear);
        }
        return lacking;
    }

    /** The least multiple k·g with (k + 1)·g + shortest - ΔT_c > 0, so that this is the multiple beyond D_max. */
    private BigInteger ofNs(final int asset) {
        final BigInteger g = BigInteger.valueOf(Divisors.gcd(system.coreStepNs(), system.stepNs(asset)));
        return BigInteger.valueOf(system.coreStepNs()).subtract(BigInteger.valueOf(shortestNs[asset]))
            .divide(g).multiply(g);
    }

    private long[] shortestWays() {
        final int count = system.assets().size();
        final List<List<Gate>> from = system.gatesBySender();
        final long[] lengths = new long[count];
        final int[] edges = new int[count];
        Arrays.fill(edges, 1);
        // By (a): the multiple beyond a leeway of 0 is g itself, and the first one beyond that in whole steps is a
        // multiple, too.
        Arrays.setAll(lengths, asset -> Divisors.gcd(system.coreStepNs(), system.stepNs(asset))
            - system.assets().get(asset).insistedNs());
        final Queue<Integer> left = new ArrayDeque<>();
        final BitSet isLeft = new BitSet(count);
        for (int asset = 0; asset < count; asset++) {
            left.add(asset);
        }
        isLeft.set(0, count);
        while (!left.isEmpty()) {
            final int sender = left.remove();
            isLeft.clear(sender);
            for (final Gate gate : from.get(sender)) {
                if (lengths[sender] < -BEYOND) {
                    return null;
                }
                final int receiver = gate.receiver();
                final long length = lengths[sender] + lengthNs(gate);
                if (length < lengths[receiver] || length == lengths[receiver] && edges[sender] >= edges[receiver]) {
                    lengths[receiver] = length;
                    edges[receiver] = edges[sender] + 1;
                    if (edges[receiver] > count) {
                        return null;
                    }
                    if (!isLeft.get(receiver)) {
                        isLeft.set(receiver);
                        left.add(receiver);
                    }
                }
            }
        }
        return lengths;
    }

    /** Limited so that no sum can overflow; a way that ends in {@link #BEYOND} still does. */
    private long lengthNs(final Gate gate) {
        final long stepNs = system.stepNs(gate.receiver());
        final long g = Divisors.gcd(Divisors.gcd(system.stepNs(gate.sender()), stepNs), startsNs);
        final long leewayNs = gate.leewayNs(system.assets().get(gate.receiver()));
        final long multipleNs = leewayNs - Math.floorMod(leewayNs, g);
        return Math.max(-BEYOND - 1, Math.min(BEYOND, multipleNs - stepNs + g));
    }
}
