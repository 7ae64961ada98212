package io.takt.conform;

import io.takt.asset.message.Delivery;
import io.takt.conform.Rule.Needs;
import java.io.IOException;
import java.util.List;

/** Rules about how long a receiver keeps what is in the logs of its senders. */
final class KeepRules {
    private static final long GATE_NS = 10 * Scene.MS;

    private KeepRules() {
    }

    private static Scene gate() {
        return new Scene().reflecting().in("pose", "ann", Delivery.GATED, GATE_NS);
    }

    static List<Rule> all() {
        return List.of(
            new Rule("keep", "what a successor may need it does not give back: messages of its last step, and"
                + " retroactive ones that are delivered after its T_i - D_max", Needs.REFLECTS,
                () -> gate().in("news", "ann", Delivery.RETROACTIVE, Scene.MS), KeepRules::keep),
            new Rule("give-back", "what it has used it gives back, so that no sender waits for long", Needs.REFLECTS,
                KeepRules::gate, KeepRules::giveBack),
            new Rule("give-back-early", "held by a sender that waits for room, it copies and gives back",
                Needs.REFLECTS, KeepRules::gate, KeepRules::giveBackEarly));
    }

    private static String keep(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        final int slot = ann.log().slot(member.name, 0);
        for (long sent = 0; sent < 6L * trial.scene.capacity; sent += 2000) {
            final long stampNs = trial.hub.coreTimeNs() + 1;
            Trial.require(ann.send("pose", stampNs, new byte[1000]) && ann.send("news", stampNs, new byte[1000]),
                "no room in the sender's log after " + sent + " bytes", "it gives back what it has used");
            trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
            // Only later steps move it further.
            final long head = ann.log().slot(slot, Log.HEAD);
            for (final Sender.Sent each : ann.sent()) {
                final boolean isNews = each.channel().equals("news");
                final long deliveryNs = each.stampNs() + (isNews ? Scene.MS : GATE_NS);
                final long usedUpToNs = member.timeNs() - (isNews ? trial.scene.maxDelayNs : member.stepNs);
                Trial.require(each.position() >= head || deliveryNs <= usedUpToNs, "at T_i = " + member.timeNs()
                    + " ns it has given back a message on '" + each.channel() + "' that is delivered at " + deliveryNs
                    + " ns", "it keeps what is delivered after " + usedUpToNs + " ns");
            }
        }
        return MessageRules.requireDigest(trial, member);
    }

    private static String giveBack(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        final byte[] bytes = new byte[1500];
        long sent = 0;
        while (sent < 6L * trial.scene.capacity) {
            Trial.require(ann.send("pose", trial.hub.coreTimeNs() + 1, bytes), "no room in the sender's log after "
                + sent + " bytes; the asset's head is " + ann.log().slot(ann.log().slot(member.name, 0), Log.HEAD),
                "it gives back what it has used");
            sent += Log.aligned(bytes.length);
            trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
        }
        MessageRules.requireHanded(trial, member);
        return sent + " bytes through a log of " + trial.scene.capacity;
    }

    private static String giveBackEarly(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        trial.go(member, 4 * member.stepNs);
        trial.settle(member);
        // One step of ann's that sends three times what its log takes.
        final long atNs = trial.hub.coreTimeNs() + 1;
        final byte[] bytes = new byte[1000];
        final int count = 3 * trial.scene.capacity / Log.aligned(bytes.length);
        for (int i = 0; i < count; i++) {
            // Some for each step, so that the asset can say what it was handed.
            final long stampNs = atNs + i * member.stepNs / 3;
            if (!ann.send("pose", stampNs, bytes)) {
                ann.showRecords();
                ann.log().store(Log.WAITS, 1);
                final int slot = ann.log().slot(member.name, 0);
                ann.wakeInTheWay();
                trial.await(() -> ann.send("pose", stampNs, bytes), () -> "the asset's head stays "
                    + ann.log().slot(slot, Log.HEAD) + ", and the sender has no room",
                    "while the sender waits for room it copies, and gives back");
                ann.log().store(Log.WAITS, 0);
                final long head = ann.log().slot(slot, Log.HEAD);
                final long leastNs = ann.sent().stream().filter(each -> each.position() < head)
                    .mapToLong(each -> each.stampNs() + GATE_NS + member.stepNs).max().orElse(0);
                Trial.require(ann.log().slot(slot, Log.MISSED) >= Math.max(leastNs, member.timeNs() + 1),
                    "missed: time " + ann.log().slot(slot, Log.MISSED) + " at T_i = " + member.timeNs() + " ns",
                    "the time up to which a successor would miss messages, before the head: " + leastNs + " or more");
            }
        }
        trial.go(member, atNs + (count / 3 + 8) * member.stepNs);
        return "gave back what it had copied, and was handed all " + MessageRules.requireHanded(trial, member);
    }
}
