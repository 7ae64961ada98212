package io.takt.steward.scenario;

import io.takt.steward.Codec;

/**
 * The count of what a robot has heard on a radio. Immutable.
 *
 * @param received  how many packets it has received.
 * @param collided  how many it has not, because they overlapped others or what it sent itself.
 * @param cut       how many it has not, because the sender was not in range from start to end.
 * @param busyTicks how long the radio was in use, up to when it was last silent.
 */
record RobotTally(int received, int collided, int cut, long busyTicks) {
    static final RobotTally NOTHING = new RobotTally(0, 0, 0, 0);

    static final Codec<RobotTally> CODEC = Codec.of(
        (tally, out) -> {
            out.writeInt(tally.received);
            out.writeInt(tally.collided);
            out.writeInt(tally.cut);
            out.writeLong(tally.busyTicks);
        },
        in -> {
            final int received = in.readInt();
            final int collided = in.readInt();
            final int cut = in.readInt();
            return new RobotTally(received, collided, cut, in.readLong());
        });

    /** An ear is about to hear the end of a packet: the packet's own, or its sender leaves the range. */
    RobotTally end(final RobotEar ear, final long now, final long sender, final boolean atItsEnd) {
        final RobotEar.Packet packet = ear.packets().get(sender);
        final boolean all = packet.whole() && atItsEnd;
        return new RobotTally(received + (packet.clean() && all ? 1 : 0), collided + (packet.clean() ? 0 : 1),
            cut + (packet.clean() && !all ? 1 : 0),
            ear.packets().size() == 1 ? busyTicks + now - ear.busySince() : busyTicks);
    }
}
