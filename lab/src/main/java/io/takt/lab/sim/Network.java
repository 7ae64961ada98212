package io.takt.lab.sim;

import java.util.SplittableRandom;

/**
 * How long news of a clock is under way in wall time. Each party sends its clock at each of its attempts, progressed or
 * not, so that the next news replace lost ones. News may overtake each other; a party that gets old news keeps its
 * newer knowledge.
 */
@FunctionalInterface
public interface Network {
    /** The result of {@link #delay} for news that never arrives. */
    long LOST = -1;

    /** Shared memory: a party sees the others' clocks as they are. */
    Network NONE = () -> 0;

    /**
     * For one piece of news to one receiver.
     *
     * @return wall time, 0 or more, or {@link #LOST}.
     */
    long delay();

    /**
     * Delays that vary evenly, and loss by chance.
     *
     * @param least  the least delay, 0 or more.
     * @param most   the greatest, at least {@code least}.
     * @param loss   part of the news that is lost, from 0 to less than 1.
     * @param random draws both.
     * @return the network.
     * @throws IllegalArgumentException when a number is out of range.
     */
    static Network of(final long least, final long most, final double loss, final SplittableRandom random) {
        if (least < 0 || most < least || !(loss >= 0 && loss < 1)) {
            throw new IllegalArgumentException(
                "delays from " + least + " to " + most + " with loss " + loss + " make no network");
        }
        return () -> loss > 0 && random.nextDouble() < loss ? LOST : random.nextLong(least, most + 1);
    }
}
