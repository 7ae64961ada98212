package io.takt.rule;

import java.math.BigInteger;

/**
 * Clocks as nodes, and as edges what they look at before they count up: x may go to T_x + ΔT_x when that is at most
 * T_y + leeway for every edge from x to a y. {@link GateLiveness} says which leeways there are. Node 0 is the core that
 * bounds all others.
 */
interface ClockGraph {
    int CORE = 0;

    int nodes();

    int edges();

    int firstEdge(int node);

    /** One more than the last. */
    int endOfEdges(int node);

    int awaited(int edge);

    long leewayNs(int edge);

    long stepNs(int node);

    /** H, the least common multiple of all steps. */
    default BigInteger periodNs() {
        BigInteger period = BigInteger.ONE;
        for (int node = 0; node < nodes(); node++) {
            final BigInteger step = BigInteger.valueOf(stepNs(node));
            period = period.divide(period.gcd(step)).multiply(step);
        }
        return period;
    }

    /** The greatest common divisor of all steps. */
    default long unitNs() {
        long unit = 0;
        for (int node = 0; node < nodes(); node++) {
            unit = Divisors.gcd(stepNs(node), unit);
        }
        return unit;
    }
}
