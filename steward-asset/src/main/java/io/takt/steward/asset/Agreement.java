package io.takt.steward.asset;

import io.takt.asset.SimTime;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.StewardException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Compares the final histories of several copies of a world. Time is cut into strides. When the last tick e of a stride
 * becomes final, each copy tells the digest of all history up to there, with the stamp e + D_max. That has come
 * everywhere before a step begins to e + 2 D_max; then digests are compared, and the stride's history is forgotten.
 * Where one differs, the copies tell one another the events of that stride instead, and each fails with the first event
 * that is not the same.
 *
 * <p>A copy that tells nothing is not waited for: it may be gone. A copy that takes a lost one's place does not get the
 * digests again that the lost one was told, so it compares its first strides with some of the others only, or with
 * none; the others compare with it as before.
 *
 * <pre>
 *   message  kind 1 byte, stride 8 bytes, then
 *            0: the digest, 16 bytes
 *            1: a piece of the history, in order: how many bytes are in later pieces, 4 bytes; length, 4 bytes; bytes
 * </pre>
 *
 * <p>For the asset's thread.
 */
final class Agreement {
    private static final int DIGEST = 0;
    private static final int HISTORY = 1;
    private static final int PIECE_HEAD = 1 + Long.BYTES + Integer.BYTES + Integer.BYTES;
    private static final long NEVER = Long.MAX_VALUE;

    private final String asset;
    private final long strideTicks;
    private final long maxDelayTicks;
    private final Output output;
    /** The digests of strides that are still to be compared, by stride and copy. */
    private final TreeMap<Long, Map<String, Id>> told = new TreeMap<>();
    /** By copy, as far as it has come: the history of a stride that differs. By stride and copy: once it is whole. */
    private final Map<String, ByteArrayOutputStream> pieces = new TreeMap<>();
    private final Map<Long, Map<String, byte[]>> histories = new TreeMap<>();
    private World world;
    /** The stride that is not final yet, and the digest of what is. */
    private long stride;
    private Id digest;
    /** The stride to be compared next; stays at the first one that differs. */
    private long compared;
    /** The end of the step in which the events of a stride that differs were sent. */
    private long sentNs;

    /** Strides of so much simulation time, whole ticks and 1 at least. The channel goes from all copies to all. */
    Agreement(final String asset, final long strideNs, final World.Scale scale, final Output output) {
        this.asset = asset;
        this.strideTicks = Math.max(1, strideNs / scale.tickNs());
        this.maxDelayTicks = -Math.floorDiv(-scale.behindNs(), scale.tickNs());
        this.output = output;
    }

    /** A world begins, or goes on; then the first stride that is compared is one that it has from its beginning. */
    void begin(final World its) {
        world = its;
        final long next = world.committed() + 1;
        stride = next / strideTicks;
        compared = next % strideTicks == 0 ? stride : stride + 1;
        digest = world.digest();
        sentNs = NEVER;
        told.clear();
        pieces.clear();
        histories.clear();
    }

    private long lastTickOf(final long number) {
        return (number + 1) * strideTicks - 1;
    }

    /** An event is final, and is in the world's digest. */
    void isFinal(final EventRecord event) {
        endStridesBefore(event.at().base());
        digest = world.digest();
    }

    private void endStridesBefore(final long tick) {
        for (; lastTickOf(stride) < tick; stride++) {
            tell(stride, asset, digest);
            final StateOutput message = message(DIGEST, stride);
            message.writeId(digest);
            send(message, world.stampOf(lastTickOf(stride)));
        }
    }

    private void tell(final long number, final String copy, final Id its) {
        told.computeIfAbsent(number, any -> new TreeMap<>()).put(copy, its);
    }

    private static StateOutput message(final int kind, final long number) {
        final StateOutput message = new StateOutput();
        message.writeByte(kind);
        message.writeLong(number);
        return message;
    }

    private void send(final StateOutput message, final long stampNs) {
        final byte[] bytes = message.toByteArray();
        output.send(new UnsafeBuffer(bytes), 0, bytes.length, stampNs);
    }

    /** All that a step to a time makes final is so. */
    void endStep(final long toNs) {
        endStridesBefore(world.committed() + 1);
        if (sentNs < toNs) {
            requireNoOther();
        }
        while (sentNs == NEVER && lastTickOf(compared) + maxDelayTicks <= world.committed()) {
            final Map<String, Id> digests = told.getOrDefault(compared, Map.of());
            final Id here = digests.get(asset);
            if (digests.values().stream().allMatch(here::equals)) {
                told.headMap(compared, true).clear();
                compared++;
            } else {
                sendHistory(toNs);
                sentNs = toNs;
            }
        }
    }

    private void sendHistory(final long toNs) {
        final StateOutput all = new StateOutput();
        history().forEach(event -> event.writeAll(all));
        final byte[] bytes = all.toByteArray();
        final int most = output.maxBytes() - PIECE_HEAD;
        int from = 0;
        do {
            final int to = Math.min(bytes.length, from + most);
            final StateOutput piece = message(HISTORY, compared);
            piece.writeInt(bytes.length - to);
            piece.writeBytes(Arrays.copyOfRange(bytes, from, to));
            send(piece, toNs);
            from = to;
        } while (from < bytes.length);
    }

    private List<EventRecord> history() {
        return world.steward().history(compared * strideTicks, lastTickOf(compared));
    }

    /** In a step after the one that has told the others, which tell theirs within D_max. */
    private void requireNoOther() {
        for (final Map.Entry<String, byte[]> theirs : histories.getOrDefault(compared, Map.of()).entrySet()) {
            final StateInput in = new StateInput(theirs.getValue(), world.steward().physics(), world.steward());
            final List<EventRecord> there = new ArrayList<>();
            while (in.remaining() > 0) {
                there.add(EventRecord.readAll(in));
            }
            final String difference = EventRecord.firstDifference(history(), there);
            if (difference != null) {
                throw differs(theirs.getKey(), difference.replace("\n  ", "; "));
            }
        }
        if (lastTickOf(compared) + 3 * maxDelayTicks <= world.committed()) {
            final Map<String, Id> digests = told.get(compared);
            digests.values().removeIf(digests.get(asset)::equals);
            throw differs(String.join("' and '", digests.keySet()), "there are other digests, and no events that differ"
                + " in these ticks: they differ before, or were not told");
        }
    }

    private StewardException differs(final String copy, final String how) {
        return new StewardException("the world of asset '" + asset + "' is another one than that of asset '" + copy
            + "' from the ticks " + compared * strideTicks + " to " + lastTickOf(compared) + " on: " + how);
    }

    /** The first tick whose history is still needed. */
    long neededFrom() {
        return compared * strideTicks;
    }

    /** Another copy, or this one, has told something. */
    void hear(final Message message) {
        final byte[] bytes = new byte[message.length()];
        message.buffer().getBytes(message.index(), bytes);
        final StateInput in = new StateInput(bytes, world.steward().physics(), world.steward());
        final String copy = message.sender();
        final int kind = in.readByte();
        final long number = in.readLong();
        if (copy.equals(asset)) {
            return;
        }
        if (kind == DIGEST && message.stampNs() != world.stampOf(lastTickOf(number))) {
            throw new StewardException("the worlds of asset '" + asset + "' and asset '" + copy + "' cannot be"
                + " compared: stride " + number + " is final at "
                + SimTime.format(world.stampOf(lastTickOf(number))) + " here"
                + " and at " + SimTime.format(message.stampNs()) + " there; their ticks, their strides and the"
                + " maxDelay of their hubs must be the same");
        }
        if (number < compared) {
            return;
        }
        if (kind == DIGEST) {
            tell(number, copy, in.readId());
            return;
        }
        final int left = in.readInt();
        pieces.computeIfAbsent(copy, any -> new ByteArrayOutputStream()).writeBytes(in.readBytes());
        if (left == 0) {
            final byte[] whole = pieces.remove(copy).toByteArray();
            histories.computeIfAbsent(number, any -> new TreeMap<>()).put(copy, whole);
        }
    }
}
