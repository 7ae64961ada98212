package io.takt.proofs.agents;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.rule.LinkFate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The messages that an asset is to be handed, computed from the scenario and from the lives of all assets. */
final class Expectation {
    private final long startNs;
    private final long stepNs;
    private final long maxDelayNs;
    private final List<Due> gated = new ArrayList<>();
    private final List<Due> retroactive = new ArrayList<>();
    private final List<Due> latest = new ArrayList<>();

    /** A message by a link, and when the step that sends it is done. */
    record Due(Delivered message, long doneNs) {
        private static final Comparator<Due> ORDER = Comparator.comparing(Due::message, Delivered.ORDER);

        /**
         * In which step of so much, of an asset that begins at a time, it is to be handed over: that which ends then;
         * 0 when it belongs before those.
         */
        long stepEndNs(final long startNs, final long stepNs) {
            final boolean isUntilEnd = message.link().delivery() == Delivery.GATED_UNTIL_END;
            final long gateNs = startNs + Math.floorDiv(message.deliveryNs() - startNs + stepNs - 1, stepNs) * stepNs;
            final long endNs = isUntilEnd ? gateNs : gateNs + stepNs;
            // At the start of the first step there is everything from the dawn on, at later ones the messages since the
            // one before.
            return startNs == 0 ? Math.max(stepNs, endNs) : endNs <= startNs ? 0 : endNs;
        }

        @Override
        public String toString() {
            return message.toString();
        }
    }

    /** Of an asset that takes part from a time on, as all the others do as they are said to. */
    Expectation(final Scenario scenario, final Lives lives, final String asset, final long startNs) {
        this.startNs = startNs;
        stepNs = scenario.plan().planned(asset).steps().greatestNs();
        maxDelayNs = scenario.plan().maxDelayNs();
        for (final String sender : scenario.names()) {
            final List<InputSpec> links =
                scenario.inputs(asset).stream().filter(link -> link.sender().equals(sender)).toList();
            final long senderStepNs = scenario.plan().planned(sender).steps().greatestNs();
            final long untilNs = scenario.plan().untilNs() + scenario.plan().coreStepNs() + 2 * maxDelayNs;
            long sequence = 0;
            for (final Lives.Life life : lives.of(sender)) {
                final long lastNs = Math.min(life.endNs(), untilNs);
                for (long toNs = life.startNs() == 0 ? 0 : life.startNs() + senderStepNs; toNs <= lastNs;
                    toNs += senderStepNs) {
                    sequence = add(scenario, asset, links, sender, sequence, toNs);
                }
            }
        }
        gated.sort(Due.ORDER);
        retroactive.sort(Due.ORDER);
    }

    /** All of a step; says which number comes next. */
    private long add(final Scenario scenario, final String asset, final List<InputSpec> links, final String sender,
        final long firstSequence, final long toNs) {
        long sequence = firstSequence;
        for (final Scenario.Sent sent : scenario.sent(sender, toNs)) {
            for (final InputSpec link : links) {
                if (link.channel().equals(sent.channel().name())) {
                    add(scenario, asset, link, sent, sequence, toNs);
                }
            }
            sequence++;
        }
        return sequence;
    }

    private void add(final Scenario scenario, final String asset, final InputSpec link, final Scenario.Sent sent,
        final long sequence, final long doneNs) {
        final long deliveryNs = new LinkFate(scenario.plan().messages().seed(), link, asset)
            .deliveryNs(sent.stampNs(), sequence);
        if (deliveryNs != LinkFate.LOST) {
            final List<Due> list = link.delivery().isGated() ? gated
                : link.delivery() == Delivery.RETROACTIVE ? retroactive : latest;
            list.add(new Due(new Delivered(link, deliveryNs, sent.stampNs(), sequence, sent.text()), doneNs));
        }
    }

    /** All of a step, in order. */
    List<Due> inStep(final long toNs) {
        return gated.stream().filter(due -> due.stepEndNs(startNs, stepNs) == toNs).toList();
    }

    /** Those that no step needs. */
    List<Due> retroactive() {
        return retroactive;
    }

    /** Those of which the newest counts. */
    List<Due> latest() {
        return latest;
    }

    /** Which number at least the latest value of a channel has in a step up to a time; -1 for none. */
    long oldestLatest(final InputSpec link, final long toNs) {
        return latest.stream().filter(due -> due.message.link().equals(link) && due.doneNs <= toNs - maxDelayNs)
            .mapToLong(due -> due.message.sequence()).max().orElse(-1);
    }

    /** The asset's digest of all messages up to a time, over all processes that took part as this asset. */
    long digest(final long timeNs) {
        long digest = 0;
        final PriorityQueue<Due> told = new PriorityQueue<>(Due.ORDER);
        told.addAll(retroactive);
        for (long toNs = stepNs; toNs <= timeNs; toNs += stepNs) {
            for (final Due due : inStep(toNs)) {
                digest = due.message.digest(digest, toNs);
            }
            while (!told.isEmpty() && told.peek().message.deliveryNs() <= toNs - maxDelayNs) {
                digest = told.poll().message.digest(digest, 0);
            }
        }
        return digest;
    }
}
