package io.takt.steward.scenario.lockstep;

import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.graph.GraphSteward;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.World;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * One copy of a simulation. What is before the settled times of all copies cannot change any more: there it is frozen,
 * and the digest of each stride of it is told to the others. History is kept until all others have told the same
 * digest, so that the first event that differs can be named. For one thread.
 */
final class Copy {
    private final int number;
    private final World world;
    private final long stride;
    private final Steward steward;
    private final Peer[] peers;

    /** Digests of strides that others have not all told yet. */
    private final TreeMap<Integer, Id> own = new TreeMap<>();
    private final List<Input> made = new ArrayList<>();
    private final List<Message.StrideDigest> untold = new ArrayList<>();

    private Id digest = Id.hash();
    private int strides;
    private int sent;
    private long now;
    private long latest;
    private String difference;

    Copy(final int number, final int copies, final World world, final long stride) {
        this.number = number;
        this.world = world;
        this.stride = stride;
        steward = GraphSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        peers = new Peer[copies];
        for (int i = 0; i < copies; i++) {
            peers[i] = new Peer();
        }
    }

    /** Goes on, whatever has come of the others. */
    void advanceTo(final long time) {
        now = time;
        steward.advanceTo(time);
    }

    /** Something happens here and now, and takes effect at once. */
    Input make(final int body, final int which) {
        final Input input = world.change(now, body, which);
        input.insertInto(steward);
        made.add(input);
        return input;
    }

    void receive(final Message message) {
        final StateInput in = new StateInput(message.inputs(), steward.physics(), steward);
        while (in.remaining() > 0) {
            final Input input = Input.read(in);
            latest = Math.max(latest, now - input.time());
            input.insertInto(steward);
        }
        final Peer peer = peers[message.from()];
        peer.heard(message.number(), message.settled());
        message.digests().forEach(told -> peer.digests.put(told.stride(), told.digest()));
        if (message.history() != null && difference == null) {
            final int at = message.history().stride();
            difference = "copy " + number + " and copy " + message.from() + ", stride " + at + ": "
                + EventRecord.firstDifference(history(at), message.history().events());
        }
    }

    /** Freezes what is settled, compares digests, and drops what is the same everywhere. */
    void settle() {
        long settled = now;
        for (int i = 0; i < peers.length; i++) {
            if (i != number) {
                settled = Math.min(settled, peers[i].settled());
            }
        }
        if (settled > steward.frozenBefore()) {
            steward.freezeBefore(settled);
        }
        while ((strides + 1) * stride <= steward.frozenBefore()) {
            final Id of = steward.digest(first(strides), last(strides));
            own.put(strides, of);
            untold.add(new Message.StrideDigest(strides, of));
            digest = Id.hash(digest.high(), digest.low(), of.high(), of.low());
            strides++;
        }
        int agreed = strides;
        for (int i = 0; i < peers.length; i++) {
            if (i != number) {
                compare(peers[i]);
                agreed = Math.min(agreed, peers[i].agreed);
            }
        }
        own.headMap(agreed).clear();
        if (agreed > 0 && agreed * stride > steward.forgottenBefore()) {
            steward.forgetBefore(agreed * stride);
        }
    }

    private void compare(final Peer peer) {
        while (!peer.differs && own.containsKey(peer.agreed) && peer.digests.containsKey(peer.agreed)) {
            if (own.get(peer.agreed).equals(peer.digests.remove(peer.agreed))) {
                peer.agreed++;
            } else {
                peer.differs = true;
                peer.disagreed = peer.agreed;
            }
        }
    }

    /** For each other copy. */
    Message message(final int to) {
        Message.StrideHistory history = null;
        if (peers[to].disagreed >= 0) {
            history = new Message.StrideHistory(peers[to].disagreed, history(peers[to].disagreed));
            peers[to].disagreed = -1;
        }
        final StateOutput inputs = new StateOutput();
        made.forEach(input -> input.write(inputs));
        return new Message(number, sent, inputs.toByteArray(), now, List.copyOf(untold), history);
    }

    /** Messages have been made for all. */
    void allSent() {
        sent++;
        made.clear();
        untold.clear();
    }

    private List<EventRecord> history(final int at) {
        return steward.history(first(at), last(at));
    }

    private long first(final int at) {
        return at == 0 ? Long.MIN_VALUE : at * stride;
    }

    private long last(final int at) {
        return (at + 1) * stride - 1;
    }

    /** How many strides cannot change any more. */
    int strides() {
        return strides;
    }

    /** Of all strides that cannot change any more. */
    Id digest() {
        return digest;
    }

    /** In which event this copy and another one part first; null if in none that was compared. */
    String difference() {
        return difference;
    }

    /** By how many ticks an input came too late, at most. */
    long latest() {
        return latest;
    }

    Statistics statistics() {
        return steward.statistics();
    }
}
