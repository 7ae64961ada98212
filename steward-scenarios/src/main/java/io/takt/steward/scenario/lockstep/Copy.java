package io.takt.steward.scenario.lockstep;

import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.Synchrony;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.World;
import java.util.ArrayList;
import java.util.List;

/**
 * One copy of a simulation. History before the settled times of all copies cannot change any more: there it is frozen,
 * and the digest of each stride of it is told to the others. History is kept until all others have told the same
 * digest, so that the first event that differs can be named. For one thread.
 */
final class Copy {
    private final int number;
    private final World world;
    private final Steward steward;
    private final Synchrony synchrony;
    private final Peer[] peers;

    private final List<Input> made = new ArrayList<>();
    private final List<Synchrony.StrideDigest> untold = new ArrayList<>();

    private int sent;
    private long now;
    private long latest;
    private String difference;

    Copy(final int number, final int copies, final World world, final long stride) {
        this.number = number;
        this.world = world;
        steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        synchrony = new Synchrony(steward, 0, stride);
        peers = new Peer[copies];
        for (int i = 0; i < copies; i++) {
            if (i != number) {
                peers[i] = new Peer(synchrony.addPeer());
            }
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
        message.digests().forEach(peer.likeness()::hear);
        if (message.history() != null && difference == null) {
            final long at = message.history().stride();
            difference = "copy " + number + " and copy " + message.from() + ", stride " + at + ": "
                + synchrony.difference(at, message.history().events());
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
        untold.addAll(synchrony.settle());
        if (synchrony.agreedBefore() > steward.forgottenBefore()) {
            steward.forgetBefore(synchrony.agreedBefore());
        }
    }

    /** For each other copy. */
    Message message(final int to) {
        final long disagreed = peers[to].takeDisagreed();
        final Message.StrideHistory history =
            disagreed < 0 ? null : new Message.StrideHistory(disagreed, synchrony.history(disagreed));
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

    /** How many strides cannot change any more. */
    long strides() {
        return synchrony.settled();
    }

    /** Of all strides that cannot change any more. */
    Id digest() {
        return synchrony.rolling();
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
