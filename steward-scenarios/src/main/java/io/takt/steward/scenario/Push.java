package io.takt.steward.scenario;

import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;

/**
 * An acceleration, in units of length for each second squared. Immutable.
 *
 * @param x any.
 * @param y any.
 */
record Push(long x, long y) {
    static final Push NONE = new Push(0, 0);

    boolean isNone() {
        return x == 0 && y == 0;
    }

    Push reversed() {
        return new Push(-x, -y);
    }

    void write(final StateOutput out) {
        out.writeLong(x);
        out.writeLong(y);
    }

    static Push read(final StateInput in) {
        final long x = in.readLong();
        return new Push(x, in.readLong());
    }
}
