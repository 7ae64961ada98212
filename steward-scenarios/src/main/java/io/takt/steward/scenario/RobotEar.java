package io.takt.steward.scenario;

import io.takt.steward.Codec;
import io.takt.steward.collection.Keys;
import io.takt.steward.collection.OrderedMap;
import java.util.Map;

/**
 * The packets that a robot hears on a radio. The ones that it has heard are in a cell of their own, the {@link
 * RobotTally}: an event that only asks whether the channel is in use need not look again because a number there has
 * changed. Immutable.
 *
 * @param packets   those that it hears now, by their senders' numbers.
 * @param busySince since when it hears any; 0 while it hears none.
 */
record RobotEar(OrderedMap<Long, Packet> packets, long busySince) {
    static final RobotEar SILENT = new RobotEar(OrderedMap.empty(Keys.longs()), 0);

    private static final Codec<OrderedMap<Long, Packet>> PACKETS = OrderedMap.codec(Keys.longs(), Codec.of(
        (packet, out) -> {
            out.writeBoolean(packet.whole);
            out.writeBoolean(packet.clean);
        },
        in -> {
            final boolean whole = in.readBoolean();
            return new Packet(whole, in.readBoolean());
        }));

    static final Codec<RobotEar> CODEC = Codec.of(
        (ear, out) -> {
            PACKETS.write(ear.packets, out);
            out.writeLong(ear.busySince);
        },
        in -> {
            final OrderedMap<Long, Packet> packets = PACKETS.read(in);
            return new RobotEar(packets, in.readLong());
        });

    /**
     * A packet as it is heard.
     *
     * @param whole whether its sender has been in range since its start.
     * @param clean whether nothing else has been heard at the same time.
     */
    record Packet(boolean whole, boolean clean) {
    }

    boolean isSilent() {
        return packets.isEmpty();
    }

    boolean hears(final long sender) {
        return packets.contains(sender);
    }

    /** A packet begins to be heard: at its start, or because its sender comes into range. */
    RobotEar begin(final long now, final long sender, final boolean whole, final boolean sendsItself) {
        final boolean clean = packets.isEmpty() && !sendsItself;
        OrderedMap<Long, Packet> all = packets;
        for (final Map.Entry<Long, Packet> other : packets) {
            all = all.with(other.getKey(), new Packet(other.getValue().whole, false));
        }
        return new RobotEar(all.with(sender, new Packet(whole, clean)), packets.isEmpty() ? now : busySince);
    }

    /** A packet ends to be heard. */
    RobotEar end(final long sender) {
        final OrderedMap<Long, Packet> left = packets.without(sender);
        return new RobotEar(left, left.isEmpty() ? 0 : busySince);
    }
}
