package io.takt.steward.scenario;

import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;

/**
 * The state of a robot's radio. Immutable.
 *
 * @param sends whether it sends a packet now.
 * @param until when it ends that, or begins the next one.
 */
record RobotRadio(boolean sends, long until) {
    /** How many radios each robot has, from the one that reaches farthest and is slowest to the opposite. */
    static final int KINDS = 3;

    private static final long METRE = Robots.METRE;
    private static final long[] RANGE = {300 * METRE, 120 * METRE, 40 * METRE};
    private static final long[] PACKET = {Robots.SECOND / 2, Robots.SECOND / 20, Robots.SECOND / 1000};
    private static final long[] PAUSE = {8 * Robots.SECOND, 2 * Robots.SECOND, Robots.SECOND / 2};

    /** How far the radio of a kind reaches, in units of length. */
    static long range(final int kind) {
        return RANGE[kind];
    }

    /** How long its packets are, in ticks. */
    static long packet(final int kind) {
        return PACKET[kind];
    }

    /** How long it pauses on average, in ticks. */
    static long pause(final int kind) {
        return PAUSE[kind];
    }

    void write(final StateOutput out) {
        out.writeBoolean(sends);
        out.writeLong(until);
    }

    static RobotRadio read(final StateInput in) {
        final boolean sends = in.readBoolean();
        return new RobotRadio(sends, in.readLong());
    }
}
