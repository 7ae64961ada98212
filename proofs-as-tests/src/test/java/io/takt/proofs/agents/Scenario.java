package io.takt.proofs.agents;

import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.rule.GateLiveness;
import io.takt.rule.Liveness;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A hub's plan with channels, and the messages of its assets: a function of asset and step, so that they are the same
 * in every play, with any deaths and any number of beginnings.
 *
 * @param seed       of it all.
 * @param kind       of the scenario, which decides on the ranges from which it is drawn.
 * @param capacity   bytes of the ring of each log that are used at first.
 * @param plan       for the hub.
 * @param channels   by name; a name begins with that of the sender.
 * @param leavesAtNs when assets leave, by name; of those that stay there is none.
 */
record Scenario(long seed, Kind kind, int capacity, HubPlan plan, Map<String, Channel> channels,
    Map<String, Long> leavesAtNs) {
    static final int MAX_BYTES = 48;

    private static final String[] NAMES = {"a", "b", "c", "d"};
    private static final int GREATEST_STEP = 6;
    private static final int GREATEST_PERIOD = 20;
    private static final int MOST_IN_A_STEP = 4;
    private static final int BURST = 12;

    /** One dawn in so many is more than the smallest logs take. */
    private static final int BURSTS_AT_DAWN = 2;

    /** Kinds of scenarios. */
    enum Kind {
        /** Rings are as small as they can be, so that senders wait for room; no process dies. */
        FULL(512, 2_048),
        /** Rings are large, so that the successor of a dead receiver finds the messages that it had taken in. */
        DEATHS(64 * 1024, 64 * 1024),
        /** No gate has less delay than D_max. */
        FREE(64 * 1024, 64 * 1024),
        /** Some leave, when the plan says so. */
        LEAVES(512, 64 * 1024),
        /** Some join when the run has begun, leave, and join once more. */
        JOINS(512, 64 * 1024),
        /** Steps vary, and assets are driven by events; see {@link EventScenario}. No process dies. */
        EVENTS(512, 2_048),
        /** The same, and some die. */
        EVENTS_AND_DEATHS(64 * 1024, 64 * 1024),
        /** The same without circles, so that gates may be at steps' ends, too; and no steps are whole. */
        EVENTS_IN_ORDER(64 * 1024, 64 * 1024);

        private final int least;
        private final int most;

        Kind(final int least, final int most) {
            this.least = least;
            this.most = most;
        }

        boolean isOfEvents() {
            return this == EVENTS || this == EVENTS_AND_DEATHS || this == EVENTS_IN_ORDER;
        }

        boolean hasDeaths() {
            return this == DEATHS || this == EVENTS_AND_DEATHS || this == EVENTS_IN_ORDER;
        }
    }

    /**
     * When a channel carries messages.
     *
     * @param periodNs one at each multiple of this, and promises in between; 0 for any number at any time.
     */
    record Channel(String name, long periodNs) {
        String sender() {
            return name.substring(0, 1);
        }

        /** Whether promises are made in the step of a message, too, and not only when the next one begins. */
        boolean promisesWithMessages() {
            return periodNs % 2 == 1;
        }
    }

    /** A message of a step; a step's messages are sent in this order. */
    record Sent(Channel channel, long stampNs, String text) {
    }

    static Scenario of(final long seed, final Kind kind) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Liveness.Member> members = new ArrayList<>();
        final int count = 2 + random.nextInt(NAMES.length - 1);
        for (int i = 0; i < count; i++) {
            members.add(new Liveness.Member(NAMES[i], 1 + random.nextInt(GREATEST_STEP)));
        }
        final long coreStepNs = 1 + random.nextInt(GREATEST_STEP);
        final long maxDelayNs = random.nextInt(GREATEST_STEP) + Liveness.judge(coreStepNs, coreStepNs, members).assets()
            .stream().mapToLong(fact -> fact.requiredMaxDelayNs().longValueExact()).max().getAsLong();
        final Map<String, Channel> channels = new LinkedHashMap<>();
        for (final Liveness.Member member : members) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                final String name = member.name() + "." + i;
                final long periodNs = random.nextInt(2) * (1 + random.nextInt(GREATEST_PERIOD));
                channels.put(name, new Channel(name, periodNs));
            }
        }
        final Map<String, List<InputSpec>> inputs = new LinkedHashMap<>();
        for (final Liveness.Member member : members) {
            inputs.put(member.name(), inputs(random, kind, maxDelayNs, channels, member));
        }
        makeLive(coreStepNs, maxDelayNs, members, inputs);
        final Map<String, List<OutputSpec>> outputs = new LinkedHashMap<>();
        channels.values().forEach(channel -> outputs.computeIfAbsent(channel.sender(), name -> new ArrayList<>())
            .add(OutputSpec.named(channel.name()).maxBytes(MAX_BYTES)));
        final long untilNs = 8 * maxDelayNs + random.nextInt(2 * GREATEST_PERIOD);
        final Map<String, Long> leavesAtNs = new LinkedHashMap<>();
        if (kind == Kind.LEAVES) {
            for (final Liveness.Member member : members.subList(0, 1 + random.nextInt(count - 1))) {
                leavesAtNs.put(member.name(), random.nextLong(untilNs / member.stepNs()) * member.stepNs());
            }
        }
        final OnLost onLost = kind == Kind.DEATHS ? OnLost.RESTART : OnLost.HALT;
        final List<PlannedAsset> assets = members.stream().map(member -> Hub.planned(member.name(), member.stepNs(),
            random.nextInt(5) == 0 ? 1 + random.nextInt(50) : 0,
            kind != Kind.JOINS || member == members.get(0), onLost)).toList();
        int capacity = kind.least;
        while (capacity < kind.most && random.nextBoolean()) {
            capacity *= 2;
        }
        return new Scenario(seed, kind, capacity, new HubPlan(Hub.NAME, "", coreStepNs, 0, maxDelayNs,
            Double.POSITIVE_INFINITY, WaitStrategy.SLEEP, untilNs, false, false, assets,
            new MessagePlan(random.nextLong(), outputs, inputs, false)), channels, leavesAtNs);
    }

    /**
     * One of assets whose steps vary: most take what they are allowed, some have whole steps, or a fixed one. Gates are
     * at steps' starts, with any delays, 0 included; where there is an order of assets, at their ends, too.
     */
    static Scenario ofEvents(final long seed, final Kind kind) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int count = 2 + random.nextInt(NAMES.length - 1);
        final long coreStepNs = 1 + random.nextInt(GREATEST_STEP);
        final List<PlannedAsset> assets = new ArrayList<>();
        final Map<String, Channel> channels = new LinkedHashMap<>();
        final Map<String, List<OutputSpec>> outputs = new LinkedHashMap<>();
        final Set<String> alone = new HashSet<>();
        long maxDelayNs = 0;
        for (final String name : List.of(NAMES).subList(0, count)) {
            final long granularityNs = 1 + random.nextInt(GREATEST_STEP);
            final int draw = random.nextInt(6);
            final long greatestNs = (1 + random.nextInt(GREATEST_STEP)) * granularityNs;
            final Steps steps = draw == 0 ? Steps.fixedNs(granularityNs)
                : new Steps(greatestNs, granularityNs, draw == 1 && kind != Kind.EVENTS_IN_ORDER);
            // L2v.
            final long leastNs = coreStepNs + (steps.isWhole() ? greatestNs : granularityNs)
                - BigInteger.valueOf(coreStepNs).gcd(BigInteger.valueOf(granularityNs)).longValueExact();
            maxDelayNs = Math.max(maxDelayNs, leastNs);
            assets.add(Hub.planned(name, steps, random.nextInt(8) == 0 ? 1 + random.nextInt(50) : 0, true,
                kind.hasDeaths() ? OnLost.RESTART : OnLost.HALT));
            if (isAlone(name, random, kind)) {
                alone.add(name);
                continue;
            }
            final Channel channel = new Channel(name + ".0", 0);
            channels.put(channel.name(), channel);
            outputs.put(name, List.of(OutputSpec.named(channel.name()).maxBytes(MAX_BYTES)));
        }
        final Map<String, List<InputSpec>> inputs = new LinkedHashMap<>();
        for (final PlannedAsset receiver : assets) {
            if (alone.contains(receiver.name())) {
                inputs.put(receiver.name(), List.of());
                continue;
            }
            final List<InputSpec> links = new ArrayList<>();
            for (final Channel channel : channels.values()) {
                final boolean isInOrder = channel.sender().compareTo(receiver.name()) < 0;
                if (random.nextInt(2) == 0 && (isInOrder || kind != Kind.EVENTS_IN_ORDER)) {
                    final boolean isRetroactive =
                        random.nextInt(4) == 0 && !channel.sender().equals(receiver.name());
                    final InputSpec link = isRetroactive ? InputSpec.retroactive(channel.name(), channel.sender())
                        : InputSpec.gated(channel.name(), channel.sender());
                    final boolean isUntilEnd =
                        !isRetroactive && kind == Kind.EVENTS_IN_ORDER && random.nextBoolean();
                    links.add((isUntilEnd ? link.untilStepEnd() : link).delayNs(random.nextInt(3) * random.nextInt(12))
                        .jitterNs(random.nextInt(3) == 0 ? random.nextInt(15) : 0)
                        .loss(random.nextInt(3) == 0 ? 0.3 : 0));
                }
            }
            inputs.put(receiver.name(), links);
        }
        maxDelayNs += random.nextInt(3) * random.nextInt(2 * GREATEST_STEP);
        // An asset counts as if its step were the granularity, where none is whole.
        makeLive(coreStepNs, maxDelayNs, assets.stream()
            .map(asset -> new Liveness.Member(asset.name(), asset.steps().granularityNs())).toList(), inputs);
        return new Scenario(seed, kind, kind.least, new HubPlan(Hub.NAME, "", coreStepNs, 0, maxDelayNs,
            Double.POSITIVE_INFINITY, WaitStrategy.SLEEP, 8 * maxDelayNs + random.nextInt(4 * GREATEST_PERIOD), false,
            false, assets, new MessagePlan(random.nextLong(), outputs, inputs, false)), channels, Map.of());
    }

    /** One asset in so many neither sends nor receives. */
    private static boolean isAlone(final String name, final SplittableRandom random, final Kind kind) {
        return random.nextInt(5) == 0 && !name.equals(NAMES[0]) && kind != Kind.EVENTS_IN_ORDER;
    }

    /** One that gets to its end by promises alone: without them it stops at 30 ns, as its receiver waits for 40 ns. */
    static Scenario ofPromises() {
        final Channel channel = new Channel("a.0", 60);
        final List<PlannedAsset> assets = List.of(Hub.planned("a", 20, 0, true, OnLost.HALT),
            Hub.planned("b", 30, 0, true, OnLost.HALT));
        final Map<String, List<InputSpec>> inputs = Map.of("a", List.of(),
            "b", List.of(InputSpec.gated(channel.name(), "a").untilStepEnd()));
        return new Scenario(0, Kind.FULL, Kind.FULL.most, new HubPlan(Hub.NAME, "", 10, 0, 30,
            Double.POSITIVE_INFINITY, WaitStrategy.SLEEP, 600, false, false, assets, new MessagePlan(0,
            Map.of("a", List.of(OutputSpec.named(channel.name()).maxBytes(MAX_BYTES))), inputs, false)),
            Map.of(channel.name(), channel), Map.of());
    }

    private static List<InputSpec> inputs(final SplittableRandom random, final Kind kind, final long maxDelayNs,
        final Map<String, Channel> channels, final Liveness.Member receiver) {
        final List<InputSpec> inputs = new ArrayList<>();
        for (final Channel channel : channels.values()) {
            final int draw = random.nextInt(12);
            final Delivery delivery = draw < 4 ? Delivery.GATED : draw < 6 ? Delivery.GATED_UNTIL_END
                : draw < 8 ? Delivery.RETROACTIVE : Delivery.LATEST;
            if (draw == 8 && !channel.sender().equals(receiver.name())) {
                inputs.add(InputSpec.latest(channel.name(), channel.sender()));
            } else if (draw < 8 && (delivery == Delivery.GATED || !channel.sender().equals(receiver.name()))) {
                final long leastNs = kind == Kind.FREE && delivery.isGated() ? maxDelayNs
                    : kind == Kind.JOINS && delivery == Delivery.GATED_UNTIL_END ? receiver.stepNs() : 0;
                inputs.add(InputSpec.of(channel.name(), channel.sender(), delivery)
                    .delayNs(leastNs + random.nextInt(3) * random.nextInt(8)).jitterNs(random.nextInt(3) == 0
                    ? random.nextInt(15) : 0).loss(random.nextInt(3) == 0 ? 0.3 : 0));
            }
        }
        return inputs;
    }

    /** Gates at steps' ends that stop the system become gates at their starts, which do not (G2). */
    private static void makeLive(final long coreStepNs, final long maxDelayNs, final List<Liveness.Member> members,
        final Map<String, List<InputSpec>> inputs) {
        for (final List<InputSpec> each : inputs.values()) {
            for (int i = 0; i < each.size() && !isLive(coreStepNs, maxDelayNs, members, inputs); i++) {
                final InputSpec input = each.get(i);
                if (input.delivery() == Delivery.GATED_UNTIL_END) {
                    each.set(i, InputSpec.gated(input.channel(), input.sender()).delayNs(input.delayNs())
                        .jitterNs(input.jitterNs()).loss(input.loss()));
                }
            }
        }
    }

    private static boolean isLive(final long coreStepNs, final long maxDelayNs, final List<Liveness.Member> members,
        final Map<String, List<InputSpec>> inputs) {
        final List<GateLiveness.Link> links = new ArrayList<>();
        inputs.forEach((receiver, each) -> each.stream().filter(input -> input.delivery().isGated())
            .forEach(input -> links.add(new GateLiveness.Link(input.channel(), input.sender(), receiver,
                input.delayNs(), input.delivery() == Delivery.GATED_UNTIL_END))));
        return GateLiveness.judge(coreStepNs, maxDelayNs, members, links).live();
    }

    List<String> names() {
        return plan.assets().stream().map(PlannedAsset::name).toList();
    }

    List<InputSpec> inputs(final String asset) {
        return plan.messages().inputs().get(asset);
    }

    List<Channel> outputs(final String asset) {
        return channels.values().stream().filter(channel -> channel.sender().equals(asset)).toList();
    }

    /** The messages of an asset in the step that ends then; at the dawn of time, which is 0, with stamp 0. */
    List<Sent> sent(final String asset, final long toNs) {
        final long fromNs = toNs == 0 ? -1 : toNs - plan.planned(asset).steps().greatestNs();
        final SplittableRandom random = new SplittableRandom(seed ^ 31 * asset.hashCode() + 1_000_003 * toNs);
        final List<Sent> sent = new ArrayList<>();
        for (final Channel channel : outputs(asset)) {
            final boolean isBurst = random.nextInt(toNs == 0 ? BURSTS_AT_DAWN : BURST) == 0;
            final int count = isBurst ? BURST : random.nextInt(MOST_IN_A_STEP);
            for (int i = 0; i < count && channel.periodNs == 0; i++) {
                final long stampNs = random.nextInt(3) == 0 ? fromNs + 1 + random.nextLong(toNs - fromNs) : toNs;
                sent.add(new Sent(channel, stampNs, text(random)));
            }
            for (long stampNs = next(channel, fromNs); stampNs <= toNs && channel.periodNs > 0;
                stampNs += channel.periodNs) {
                sent.add(new Sent(channel, stampNs, text(random)));
            }
        }
        if (random.nextInt(2) == 0) {
            // Else those of one channel come after those of another.
            sent.sort(Comparator.comparingLong(Sent::stampNs));
        }
        return sent;
    }

    /** When a channel with a period next carries a message after a time. */
    static long next(final Channel channel, final long afterNs) {
        return channel.periodNs == 0 ? 0 : (Math.floorDiv(afterNs, channel.periodNs) + 1) * channel.periodNs;
    }

    private static String text(final SplittableRandom random) {
        final String digits = Long.toHexString(random.nextLong() | Long.MIN_VALUE).substring(0, 3);
        return digits.repeat(random.nextInt(MAX_BYTES / digits.length()));
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("scenario " + seed + " " + kind + ": core step "
            + plan.coreStepNs() + ", D_max " + plan.maxDelayNs() + ", until " + plan.untilNs() + ", logs of " + capacity
            + " bytes, " + leavesAtNs + " leave");
        for (final PlannedAsset asset : plan.assets()) {
            text.append("\n    ").append(asset.name()).append(", step ")
                .append(asset.steps().greatestNs()).append(", sends ").append(outputs(asset.name()))
                .append(", receives ").append(inputs(asset.name()));
        }
        return text.toString();
    }
}
