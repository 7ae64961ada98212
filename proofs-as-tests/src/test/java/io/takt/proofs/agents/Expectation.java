package io.takt.proofs.agents;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.rule.LinkFate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.zip.CRC32C;

/** What an asset is to be handed, computed from the scenario and from who takes part when. */
final class Expectation {
    private static final long[] PRIMES = {0x9e3779b185ebca87L, 0xc2b2ae3d27d4eb4fL, 0x165667b19e3779f9L,
        0x85ebca77c2b2ae63L, 0x27d4eb2f165667c5L};

    private final long startNs;
    private final long stepNs;
    private final long maxDelayNs;
    private final List<Due> gated = new ArrayList<>();
    private final List<Due> retroactive = new ArrayList<>();
    private final List<Due> latest = new ArrayList<>();

    /** A message by a link, and when the step that sends it is done. */
    record Due(InputSpec link, long deliveryNs, long stampNs, long sequence, String text, long doneNs) {
        private static final Comparator<Due> ORDER = Comparator.comparingLong(Due::deliveryNs)
            .thenComparingLong(Due::stampNs).thenComparing(due -> due.link.sender()).thenComparingLong(Due::sequence);

        /**
         * In which step of so much, of an asset that begins at a time, it is to be handed over: that which ends then;
         * 0 when it belongs before those.
         */
        long stepEndNs(final long startNs, final long stepNs) {
            final boolean isUntilEnd = link.delivery() == Delivery.GATED_UNTIL_END;
            final long gateNs = startNs + Math.floorDiv(deliveryNs - startNs + stepNs - 1, stepNs) * stepNs;
            final long endNs = isUntilEnd ? gateNs : gateNs + stepNs;
            // At the start of the first step there is everything from the dawn on, or what came since the one before.
            return startNs == 0 ? Math.max(stepNs, endNs) : endNs <= startNs ? 0 : endNs;
        }

        @Override
        public String toString() {
            return link.channel() + "#" + sequence + "@" + stampNs + ">" + deliveryNs + ":" + text;
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
            list.add(new Due(link, deliveryNs, sent.stampNs(), sequence, sent.text(), doneNs));
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
        return latest.stream().filter(due -> due.link.equals(link) && due.doneNs <= toNs - maxDelayNs)
            .mapToLong(Due::sequence).max().orElse(-1);
    }

    /** What the asset says of all that it was handed up to a time, be it by one process after another. */
    long digest(final long timeNs) {
        long digest = 0;
        final PriorityQueue<Due> told = new PriorityQueue<>(Due.ORDER);
        told.addAll(retroactive);
        for (long toNs = stepNs; toNs <= timeNs; toNs += stepNs) {
            for (final Due due : inStep(toNs)) {
                digest = digest(digest, due, toNs);
            }
            while (!told.isEmpty() && told.peek().deliveryNs <= toNs - maxDelayNs) {
                digest = digest(digest, told.poll(), 0);
            }
        }
        return digest;
    }

    /** As the contract of {@code DeliveryDigest} has it. */
    private static long digest(final long before, final Due due, final long stepEndNs) {
        final long name = crc(due.link.channel() + '\0' + due.link.sender());
        return mix(before ^ PRIMES[0] * due.deliveryNs + PRIMES[1] * due.stampNs + PRIMES[2] * due.sequence
            + PRIMES[3] * stepEndNs + PRIMES[4] * (name << Integer.SIZE | crc(due.text)));
    }

    private static long crc(final String text) {
        final CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        return crc.getValue();
    }

    private static long mix(final long word) {
        long mixed = (word ^ word >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
