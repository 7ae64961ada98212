package io.takt.steward.scenario;

import io.takt.steward.Codec;
import io.takt.steward.collection.Keys;
import io.takt.steward.collection.OrderedMap;
import java.util.Map;

/**
 * What a robot hears on a radio, and has heard. Immutable.
 *
 * @param packets   those that it hears now, by their senders' numbers.
 * @param received  how many it has received.
 * @param collided  how many it has not, because they overlapped others or what it sent itself.
 * @param cut       how many it has not, because the sender was not in range from start to end.
 * @param busyTicks how long the radio was in use, up to when it was last silent.
 * @param busySince when it was last silent; means nothing while it hears no packet.
 */
record RobotEar(
    OrderedMap<Long, Packet> packets, int received, int collided, int cut, long busyTicks, long busySince) {
    static final RobotEar SILENT = new RobotEar(OrderedMap.empty(Keys.longs()), 0, 0, 0, 0, 0);

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
            out.writeInt(ear.received);
            out.writeInt(ear.collided);
            out.writeInt(ear.cut);
            out.writeLong(ear.busyTicks);
            out.writeLong(ear.busySince);
        },
        in -> {
            final OrderedMap<Long, Packet> packets = PACKETS.read(in);
            final int received = in.readInt();
            final int collided = in.readInt();
            final int cut = in.readInt();
            final long busyTicks = in.readLong();
            return new RobotEar(packets, received, collided, cut, busyTicks, in.readLong());
        });

    /**
     * A packet as it is heard.
     *
     * @param whole whether its sender has been in range since its start.
     * @param clean whether nothing else has been heard at the same time.
     */
    record Packet(boolean whole, boolean clean) {
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
        return new RobotEar(all.with(sender, new Packet(whole, clean)), received, collided, cut, busyTicks,
            packets.isEmpty() ? now : busySince);
    }

    /** A packet ends to be heard: at its end, or because its sender leaves the range. */
    RobotEar end(final long now, final long sender, final boolean atItsEnd) {
        final Packet packet = packets.get(sender);
        final OrderedMap<Long, Packet> left = packets.without(sender);
        final boolean all = packet.whole && atItsEnd;
        return new RobotEar(left, received + (packet.clean && all ? 1 : 0), collided + (packet.clean ? 0 : 1),
            cut + (packet.clean && !all ? 1 : 0), left.isEmpty() ? busyTicks + now - busySince : busyTicks, busySince);
    }
}
