package io.takt.proofs.agents;

import io.takt.asset.Steps;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.rule.LinkFate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The expected course of assets that are driven by events. Each turn of an asset is a function of the turns before it
 * and of the messages that it gets; it decides which messages the asset sends, and when it next has something to do.
 * Computed here as one queue of events, without clocks, gates or processes.
 *
 * <p>An asset that takes what it is allowed gets a turn when it has asked for one, or at the first delivery before,
 * both on the grid of its steps; where that belongs to the step in whose course it is delivered, at the start of the
 * last granularity before. One with whole steps gets the next when the step is over that it has chosen.
 */
final class EventScenario {
    private static final int LONGEST_SLEEP = 40;
    private static final int NEVER_OF = 12;
    private static final int SENDS_OF = 3;
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private final Scenario scenario;
    private final Map<String, List<Turn>> turns = new TreeMap<>();
    /** Gated messages that no turn has been handed yet, and all others that there ever were. */
    private final Map<String, List<Delivered>> pending = new TreeMap<>();
    private final Map<String, List<Delivered>> retroactive = new TreeMap<>();

    /** A message, and where it goes. */
    record Sent(String channel, long stampNs, String text) {
    }

    /**
     * A turn.
     *
     * @param fromNs   at which it begins.
     * @param handed   what is handed over in it, in order.
     * @param sent     what is sent in it, in order.
     * @param nextNs   when the asset wants its next turn at the latest; {@link Long#MAX_VALUE} for never.
     * @param chosenNs how long the step after this one is to be, where steps are whole.
     * @param state    of the asset after it.
     * @param sequence how many messages it has sent after it.
     * @param digest   of all that was handed over until then.
     */
    record Turn(long fromNs, List<String> handed, List<Sent> sent, long nextNs, long chosenNs, long state,
        long sequence, long digest) {
    }

    EventScenario(final Scenario scenario) {
        this.scenario = scenario;
        compute();
    }

    /** All turns of an asset that begin before the run is over, the dawn of time first, which begins at -1. */
    List<Turn> turns(final String asset) {
        return turns.get(asset);
    }

    /** At which time an asset's clock stands in the end: all go as far as the last T_c and their gates allow. */
    long endsAtNs(final String asset) {
        final Map<String, Long> timesNs = new TreeMap<>();
        scenario.names().forEach(name -> timesNs.put(name, 0L));
        boolean goesOn = true;
        while (goesOn) {
            goesOn = false;
            for (final String name : scenario.names()) {
                final long fromNs = timesNs.get(name);
                final long nextNs = fromNs + leastStepNs(name, fromNs);
                final boolean isOpen = scenario.inputs(name).stream().filter(link -> link.delivery().isGated())
                    .allMatch(link -> timesNs.get(link.sender()) + link.delayNs()
                        >= (link.delivery() == Delivery.GATED_UNTIL_END ? nextNs : fromNs));
                if (isOpen && nextNs <= coreEndsAtNs()) {
                    timesNs.put(name, nextNs);
                    goesOn = true;
                }
            }
        }
        return timesNs.get(asset);
    }

    private long leastStepNs(final String asset, final long fromNs) {
        final List<Turn> all = turns.get(asset);
        for (int i = 1; i < all.size() && steps(asset).isWhole(); i++) {
            if (all.get(i).fromNs == fromNs) {
                return all.get(i - 1).chosenNs;
            }
        }
        return steps(asset).granularityNs();
    }

    private long coreEndsAtNs() {
        final long stepNs = scenario.plan().coreStepNs();
        return (scenario.plan().untilNs() + stepNs - 1) / stepNs * stepNs;
    }

    /** Of all that an asset is handed until its end. */
    long digest(final String asset) {
        final long endNs = endsAtNs(asset);
        Turn last = turns.get(asset).get(0);
        for (final Turn each : turns.get(asset)) {
            last = each.fromNs < endNs ? each : last;
        }
        return settled(last.digest, asset, last.fromNs, endNs);
    }

    private Steps steps(final String asset) {
        return scenario.plan().planned(asset).steps();
    }

    private void compute() {
        for (final String asset : scenario.names()) {
            pending.put(asset, new ArrayList<>());
            retroactive.put(asset, new ArrayList<>());
            turns.put(asset, new ArrayList<>());
        }
        if (scenario.kind() == Scenario.Kind.EVENTS_IN_ORDER) {
            for (final String asset : scenario.names()) {
                turn(asset, -1);
                for (long atNs = nextTurnNs(asset); atNs <= coreEndsAtNs();
                    atNs = nextTurnNs(asset)) {
                    turn(asset, atNs);
                }
            }
            return;
        }
        for (final String asset : scenario.names()) {
            turn(asset, -1);
        }
        while (true) {
            String next = null;
            long nextNs = Long.MAX_VALUE;
            for (final String asset : scenario.names()) {
                final long atNs = nextTurnNs(asset);
                if (atNs < nextNs) {
                    next = asset;
                    nextNs = atNs;
                }
            }
            if (next == null || nextNs > coreEndsAtNs()) {
                return;
            }
            turn(next, nextNs);
        }
    }

    private static boolean isUntilEnd(final Delivered due) {
        return due.link().delivery() == Delivery.GATED_UNTIL_END;
    }

    private long nextTurnNs(final String asset) {
        final List<Turn> before = turns.get(asset);
        final Turn last = before.get(before.size() - 1);
        final Steps steps = steps(asset);
        if (steps.isWhole() || steps.isFixed()) {
            return last.nextNs;
        }
        long wantedNs = last.nextNs;
        final long g = steps.granularityNs();
        for (final Delivered due : pending.get(asset)) {
            wantedNs = Math.min(wantedNs, due.deliveryNs() - (isUntilEnd(due) ? g : 0));
        }
        if (wantedNs == Long.MAX_VALUE) {
            return wantedNs;
        }
        return Math.max(last.fromNs < 0 ? 0 : last.fromNs + g, (wantedNs + g - 1) / g * g);
    }

    private void turn(final String asset, final long fromNs) {
        final List<Turn> before = turns.get(asset);
        final Turn last = before.isEmpty() ? null : before.get(before.size() - 1);
        final long toNs = fromNs < 0 ? fromNs : fromNs + steps(asset).granularityNs();
        final List<Delivered> dues = pending.get(asset).stream()
            .filter(due -> due.deliveryNs() <= (isUntilEnd(due) ? toNs : fromNs)).sorted(Delivered.ORDER).toList();
        pending.get(asset).removeAll(dues);
        long digest = last == null ? 0 : settled(last.digest, asset, last.fromNs, fromNs);
        for (final Delivered due : dues) {
            digest = due.digest(digest, fromNs + steps(asset).granularityNs());
        }
        final Turn turn = decide(scenario, asset, fromNs, dues.stream().map(Delivered::toString).toList(),
            last, digest);
        before.add(turn);
        long sequence = last == null ? 0 : last.sequence;
        for (final Sent sent : turn.sent) {
            for (final String receiver : scenario.names()) {
                for (final InputSpec link : scenario.inputs(receiver)) {
                    if (link.channel().equals(sent.channel)) {
                        final long deliveryNs = new LinkFate(scenario.plan().messages().seed(), link, receiver)
                            .deliveryNs(sent.stampNs, sequence);
                        if (deliveryNs != LinkFate.LOST) {
                            (link.delivery().isGated() ? pending : retroactive).get(receiver)
                                .add(new Delivered(link, deliveryNs, sent.stampNs, sequence, sent.text));
                        }
                    }
                }
            }
            sequence++;
        }
    }

    /** Retroactive messages count when none can come any more that is delivered before: D_max later. */
    private long settled(final long before, final String asset, final long fromNs, final long toNs) {
        final long maxDelayNs = scenario.plan().maxDelayNs();
        long digest = before;
        for (final Delivered due : retroactive.get(asset).stream().filter(due -> due.deliveryNs() > fromNs - maxDelayNs
            && due.deliveryNs() <= toNs - maxDelayNs).sorted(Delivered.ORDER).toList()) {
            digest = due.digest(digest, 0);
        }
        return digest;
    }

    /** The actions of an asset in a turn: the assets that are played ask for them, too. */
    static Turn decide(final Scenario scenario, final String asset, final long fromNs, final List<String> handed,
        final Turn before, final long digest) {
        final long sequence = before == null ? 0 : before.sequence;
        long state = scenario.seed() ^ asset.hashCode() + GAMMA * (fromNs + 2)
            ^ Delivered.mix(before == null ? 1 : before.state);
        for (final String message : handed) {
            state = Delivered.mix(state + Delivered.crc(message));
        }
        final SplittableRandom random = new SplittableRandom(state);
        final Steps steps = scenario.plan().planned(asset).steps();
        final long untilNs = fromNs < 0 ? 0 : fromNs + steps.granularityNs();
        final List<Sent> sent = new ArrayList<>();
        for (final Scenario.Channel channel : scenario.outputs(asset)) {
            if (random.nextInt(SENDS_OF) == 0) {
                final long stampNs = fromNs < 0 || random.nextBoolean() ? untilNs
                    : fromNs + 1 + random.nextLong(steps.granularityNs());
                sent.add(new Sent(channel.name(), stampNs, Long.toHexString(random.nextLong() >>> 48)));
            }
        }
        final long chosenNs = (1 + random.nextLong(steps.greatestNs() / steps.granularityNs())) * steps.granularityNs();
        final long nextNs;
        if (steps.isFixed() || steps.isWhole()) {
            nextNs = before == null ? 0 : fromNs + before.chosenNs;
        } else if (random.nextInt(NEVER_OF) == 0) {
            nextNs = Long.MAX_VALUE;
        } else {
            nextNs = Math.max(fromNs, 0) + random.nextLong(LONGEST_SLEEP);
        }
        return new Turn(fromNs, handed, sent, nextNs, chosenNs, state, sequence + sent.size(), digest);
    }
}
