package io.takt.conform;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.conform.Rule.Needs;
import io.takt.rule.LinkFate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rules about the messages that an asset is handed: when, in which order, and after the end of their senders. */
final class MessageRules {
    private static final int ROUNDS = 60;
    private static final int LONGEST = 200;
    private static final int OPENINGS = 11;
    private static final long GATE_NS = 10 * Scene.MS;
    private static final long LONG_JITTER_NS = 60 * Scene.MS;

    private MessageRules() {
    }

    private static Scene talk() {
        return new Scene().reflecting();
    }

    private static Scene gate() {
        return talk().in("pose", "ann", Delivery.GATED, GATE_NS);
    }

    static List<Rule> all() {
        return List.of(
            new Rule("order", "each step is handed the messages delivered up to its start, by delivery, stamp, sender"
                + " and number", Needs.REFLECTS, () -> talk().in("pose", "bob", Delivery.GATED, 0)
                    .in("pose", "ann", Delivery.GATED, 0).in("wind", "ann", Delivery.GATED, 7 * Scene.MS)
                    .in("wind", "bob", Delivery.GATED, 2 * Scene.MS), MessageRules::handed),
            new Rule("late-talk", "one that joins late is handed messages, and sends, from its first step on",
                Needs.REFLECTS, () -> talk().start(3_001_234_567L).in("pose", "ann", Delivery.GATED, 0)
                    .in("pose", "bob", Delivery.GATED_UNTIL_END, 9 * Scene.MS), MessageRules::late),
            new Rule("order-end", "gated until the end of a step, a message is handed to the step in which it is"
                + " delivered", Needs.REFLECTS, () -> talk().in("pose", "bob", Delivery.GATED_UNTIL_END, 9 * Scene.MS)
                    .in("pose", "ann", Delivery.GATED, 3 * Scene.MS), MessageRules::handed),
            new Rule("chance", "jitter and loss are drawn from the seed as the page says", Needs.REFLECTS,
                () -> talk().in("pose", "ann", Delivery.GATED, Scene.MS, 33 * Scene.MS, 0)
                    .in("pose", "bob", Delivery.GATED, 5 * Scene.MS, 12 * Scene.MS, 0.4)
                    .in("wind", "bob", Delivery.GATED, 2 * Scene.MS, 0, 0.7), MessageRules::handed),
            new Rule("digest", "its digest is that of what it was handed, in its counter and in its log",
                Needs.REFLECTS, () -> talk().in("pose", "ann", Delivery.GATED, Scene.MS, 8 * Scene.MS, 0.2)
                    .in("pose", "bob", Delivery.GATED_UNTIL_END, 9 * Scene.MS), MessageRules::digest),
            new Rule("gate", "no step begins before all that belongs to it is published", Needs.REFLECTS,
                MessageRules::gate, trial -> gate(trial, 0)),
            new Rule("gate-end", "gated until the end, no step begins before all up to its end is published",
                Needs.REFLECTS, () -> talk().in("pose", "ann", Delivery.GATED_UNTIL_END, GATE_NS),
                trial -> gate(trial, 1)),
            new Rule("gate-promise", "a promise of the sender opens a gate as its frontier does", Needs.REFLECTS,
                MessageRules::gate, MessageRules::promised),
            new Rule("gate-wake", "asleep at a gate it says in its slot what it waits for, and wakes when rung",
                Needs.REFLECTS, MessageRules::gate, MessageRules::gateWake),
            new Rule("absent", "a sender that is not there is not waited for; one that comes is", Needs.REFLECTS,
                MessageRules::gate, MessageRules::absent),
            new Rule("void", "what a sender has not finished when it dies is not handed over", Needs.REFLECTS,
                () -> gate().in("wind", "ann", Delivery.GATED, 0, LONG_JITTER_NS, 0)
                    .in("wind", "bob", Delivery.GATED, 0, LONG_JITTER_NS, 0), MessageRules::voided),
            new Rule("void-gone", "the same where it has gone for good", Needs.REFLECTS, MessageRules::gate,
                MessageRules::voidGone),
            new Rule("retroactive", "retroactive messages are handed over once their sender has done its step",
                Needs.REFLECTS, () -> talk().in("news", "ann", Delivery.RETROACTIVE, Scene.MS),
                MessageRules::retroactive),
            new Rule("retroactive-digest", "its digest has retroactive messages in their order of delivery, once its"
                + " step ends D_max beyond that", Needs.REFLECTS,
                () -> talk().in("news", "ann", Delivery.RETROACTIVE, Scene.MS, 20 * Scene.MS, 0)
                    .in("wind", "bob", Delivery.RETROACTIVE, 7 * Scene.MS).in("wind", "ann", Delivery.RETROACTIVE, 0)
                    .in("pose", "bob", Delivery.GATED, 3 * Scene.MS), MessageRules::retroactiveDigest),
            new Rule("latest", "of latest values a step sees the newest, and none of before a reset", Needs.REFLECTS,
                () -> talk().in("wind", "ann", Delivery.LATEST, 0), MessageRules::latest),
            new Rule("trace", "while a listener is there it writes what it was handed", Needs.REFLECTS,
                () -> talk().traced().in("pose", "ann", Delivery.GATED, 3 * Scene.MS), MessageRules::trace));
    }

    /** Two senders send by chance, and the asset follows. */
    static Member converse(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        for (int round = 0; round < ROUNDS; round++) {
            final long fromNs = trial.hub.coreTimeNs();
            final long toNs = fromNs + 1 + trial.random.nextLong(2 * member.stepNs);
            for (final Scene.In input : trial.scene.inputs) {
                for (int left = trial.random.nextInt(3); left > 0 && !input.sender().equals("kit"); left--) {
                    final byte[] bytes = new byte[trial.random.nextInt(LONGEST)];
                    trial.random.nextBytes(bytes);
                    Trial.require(trial.channels.sender(input.sender()).send(input.channel(),
                        stampIn(trial, fromNs, toNs), bytes),
                        "no room in the log of '" + input.sender() + "'", "the asset gives back what it has used");
                }
            }
            trial.advance(toNs);
            trial.reach(member);
        }
        trial.go(member, trial.hub.coreTimeNs() + 8 * member.stepNs);
        return member;
    }

    /** Often one at which several meet: the end of the step, or a whole millisecond. */
    private static long stampIn(final Trial trial, final long fromNs, final long toNs) {
        final long stampNs = fromNs + 1 + trial.random.nextLong(toNs - fromNs);
        final long wholeNs = stampNs / Scene.MS * Scene.MS;
        return switch (trial.random.nextInt(4)) {
            case 0 -> toNs;
            case 1 -> stampNs;
            default -> wholeNs > fromNs ? wholeNs : stampNs;
        };
    }

    static String handed(final Trial trial) throws Broken, IOException {
        return requireHanded(trial, converse(trial)) + " messages in "
            + trial.notes("step").size() + " steps, as expected";
    }

    private static String late(final Trial trial) throws Broken, IOException {
        final Member member = converse(trial);
        Trial.require(trial.notes().get(0).equals("start " + member.firstNs), "its first note is "
            + trial.notes().get(0), "start " + member.firstNs);
        requireNumbers(trial);
        final long stampNs = trial.channels.sent().get(0).stampNs();
        Trial.require(stampNs == member.firstNs + member.stepNs, "its first message has the stamp " + stampNs,
            (member.firstNs + member.stepNs) + ": the end of its first step, since the dawn is over");
        return requireHanded(trial, member) + " messages from " + member.firstNs + " ns on; "
            + requireDigest(trial, member);
    }

    private static String digest(final Trial trial) throws Broken, IOException {
        return requireDigest(trial, converse(trial));
    }

    private static String retroactiveDigest(final Trial trial) throws Broken, IOException {
        final Member member = converse(trial);
        Trial.require(!trial.notes("got news").isEmpty(), "no retroactive message", "some");
        return requireDigest(trial, member);
    }

    /** Requires the right digest in the asset's counter and log. */
    static String requireDigest(final Trial trial, final Member member) throws Broken {
        final Digest digest = Digest.expected(trial, member);
        final int count = digest.count();
        final long told = member.clocks.digest().read();
        Trial.require(told == digest.value(), String.format("the digest %016x after %d messages", told, count),
            String.format("%016x", digest.value()));
        final Log log = trial.channels.own();
        final int place = log.load(Log.STEPS) > log.load(Log.STEPS + 16) ? 0 : 1;
        final long logged = log.load(Log.DIGESTS + 8 * place);
        Trial.require(logged == digest.value(), String.format("the digest %016x in its log, beside the newer of its"
            + " steps", logged), String.format("%016x", digest.value()));
        return String.format("%016x after %d messages", told, count);
    }

    // ---- The expected messages ----

    /** A step and what it is to be handed, in order. */
    record Step(long fromNs, long toNs, List<Arrival> messages) {
    }

    /** All steps up to T_i, by what was sent on gated links. */
    static List<Step> expected(final Trial trial, final Member member) {
        final List<Step> steps = new ArrayList<>();
        final long startNs = trial.scene.startNs;
        for (long fromNs = startNs; fromNs < member.timeNs(); fromNs += member.stepNs) {
            steps.add(new Step(fromNs, fromNs + member.stepNs, new ArrayList<>()));
        }
        for (final Scene.In input : trial.scene.inputs) {
            if (input.delivery() != Delivery.GATED && input.delivery() != Delivery.GATED_UNTIL_END) {
                continue;
            }
            for (final Arrival each : arrivals(trial, member, input)) {
                final long afterNs = Math.max(0, each.deliveryNs() - startNs);
                final long place = input.delivery() == Delivery.GATED ? (afterNs + member.stepNs - 1) / member.stepNs
                    : Math.max(0, (afterNs - 1) / member.stepNs);
                if (place < steps.size()) {
                    steps.get((int) place).messages.add(each);
                }
            }
        }
        steps.forEach(step -> step.messages.sort(Arrival.ORDER));
        return steps;
    }

    /** All messages of a link that are not lost on it. */
    private static List<Arrival> arrivals(final Trial trial, final Member member, final Scene.In input) {
        final LinkFate fate = new LinkFate(trial.scene.seed, InputSpec.of(input.channel(), input.sender(),
            input.delivery()).delayNs(input.delayNs()).jitterNs(input.jitterNs()).loss(input.loss()), member.name);
        return trial.channels.sender(input.sender()).sent().stream()
            .filter(each -> each.channel().equals(input.channel())
                && fate.deliveryNs(each.stampNs(), each.sequence()) != LinkFate.LOST)
            .map(each -> new Arrival(each.channel(), input.sender(), fate.deliveryNs(each.stampNs(), each.sequence()),
                each.stampNs(), each.sequence(), each.bytes())).toList();
    }

    /** All of the links with a delivery, in the order of delivery. */
    static List<Arrival> arrivals(final Trial trial, final Member member, final Delivery delivery) {
        return trial.scene.inputs.stream().filter(input -> input.delivery() == delivery)
            .flatMap(input -> arrivals(trial, member, input).stream()).sorted(Arrival.ORDER).toList();
    }

    /**
     * Requires that the messages which it says to have been handed are the expected ones; returns how many those were.
     */
    static int requireHanded(final Trial trial, final Member member) throws Broken {
        final List<String> notes = trial.notes().stream()
            .filter(note -> note.startsWith("got ") || note.startsWith("step ")).toList();
        int at = 0;
        int count = 0;
        for (final Step step : expected(trial, member)) {
            final List<String> wanted = new ArrayList<>();
            step.messages.forEach(message -> wanted.add("got " + message.told()));
            wanted.add("step " + step.fromNs + " " + step.toNs);
            for (final String each : wanted) {
                final String is = at < notes.size() ? notes.get(at++) : "nothing";
                Trial.require(is.equals(each), "before the step from " + step.fromNs + " to " + step.toNs + ": "
                    + brief(is), brief(each));
            }
            count += step.messages.size();
        }
        return count;
    }

    private static String brief(final String note) {
        return note.length() <= 120 ? note : note.substring(0, 120) + "... (" + note.length() + " characters)";
    }

    /** The messages of its log are numbered from 0 without a gap. */
    static void requireNumbers(final Trial trial) throws Broken {
        final List<Reader.Item> sent = trial.channels.sent();
        for (int i = 0; i < sent.size(); i++) {
            Trial.require(sent.get(i).sequence() == i, "the message " + i + " in its log, of stamp "
                + sent.get(i).stampNs() + ", has the number " + sent.get(i).sequence(), "" + i);
        }
    }

    // ---- Gates ----

    /** Ann is behind; {@code steps}: how much of a step has to be published beyond its start. */
    private static String gate(final Trial trial, final int steps) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        long annNs = 0;
        for (int i = 0; i < 12; i++) {
            trial.channels.sender("kit").publish(annNs + 8 * member.stepNs);
            trial.hub.count(annNs + 8 * member.stepNs, true);
            final long mostNs = (annNs + GATE_NS) / member.stepNs * member.stepNs + (1 - steps) * member.stepNs;
            trial.reach(member, mostNs);
            trial.settle(member);
            Trial.require(member.timeNs() == mostNs, "T_i = " + member.timeNs() + " ns with the sender's frontier at "
                + annNs + " ns and a delay of " + GATE_NS + " ns", "T_i waits at " + mostNs + " ns");
            annNs += 1 + trial.random.nextLong(2 * member.stepNs);
            ann.send("pose", annNs, "p" + i);
            ann.publish(annNs);
        }
        trial.advance(annNs + 8 * member.stepNs);
        trial.reach(member);
        requireHanded(trial, member);
        return "waited at the gate 12 times";
    }

    private static String promised(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        trial.channels.sender("kit").publish(8 * member.stepNs);
        trial.hub.count(8 * member.stepNs, true);
        trial.reach(member, GATE_NS + member.stepNs);
        // Nothing before this, but something may be at it: a step that begins at its delivery has to wait.
        ann.promise("pose", 2 * member.stepNs);
        trial.reach(member, GATE_NS + 2 * member.stepNs);
        trial.settle(member);
        Trial.require(member.timeNs() == GATE_NS + 2 * member.stepNs, "T_i = " + member.timeNs() + " ns with a promise"
            + " of " + 2 * member.stepNs + " ns and a delay of " + GATE_NS + " ns",
            "T_i waits at " + (GATE_NS + 2 * member.stepNs) + " ns, since a message may have the promised time itself");
        ann.promise("pose", 2 * member.stepNs + 1);
        trial.reach(member, GATE_NS + 3 * member.stepNs);
        trial.settle(member);
        return "two promises, each opened the gate for one step";
    }

    private static String gateWake(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        Trial.require(member.hasDoorbell(), "it joined without a doorbell", "one to be woken by");
        final Sender ann = trial.channels.sender("ann");
        final Log log = ann.log();
        final int slot = log.slot(member.name, 0);
        final long[] took = new long[OPENINGS];
        // It has slept for the core before its first step, and is awake in the second.
        trial.settle(member);
        trial.orderHold(200);
        trial.channels.sender("kit").publish(1000 * member.stepNs);
        for (int i = 0; i < OPENINGS; i++) {
            final long annNs = i * member.stepNs;
            final long waitsAtNs = annNs + GATE_NS + member.stepNs;
            trial.hub.count(annNs + 8 * member.stepNs, true);
            if (i == 0) {
                trial.awaitHeld(member, member.stepNs);
                final long awaited = log.slot(slot, Log.AWAITED);
                trial.requireHeld();
                Trial.require(awaited == Log.AWAKE, "awaited " + awaited
                    + " in a step of " + trial.heldMs() + " ms, after it had slept", "-1: it is awake");
            }
            trial.reach(member, waitsAtNs);
            final long wantedNs = waitsAtNs - GATE_NS;
            trial.await(() -> log.slot(slot, Log.AWAITED) == wantedNs && log.load(Log.SLEEPERS) == 1
                    && log.slot(slot, Log.BELL) == member.thread.sleep().counterId(),
                () -> "awaited " + log.slot(slot, Log.AWAITED) + ", doorbell " + log.slot(slot, Log.BELL)
                    + ", sleepers " + log.load(Log.SLEEPERS) + " at T_i = " + member.timeNs() + " ns",
                "awaited " + wantedNs + ", doorbell " + member.thread.sleep().counterId() + ", sleepers 1");
            final long startNs = System.nanoTime();
            ann.publish(annNs + member.stepNs);
            trial.reach(member, waitsAtNs + member.stepNs);
            took[i] = System.nanoTime() - startNs;
        }
        Arrays.sort(took);
        Trial.require(took[OPENINGS / 2] < 40 * Scene.MS, "half of " + OPENINGS + " steps came more than "
            + took[OPENINGS / 2] / Scene.MS + " ms after the gate had opened", "the ring wakes it at once");
        return "half of " + OPENINGS + " steps came within " + took[OPENINGS / 2] / 1000 + " us";
    }

    private static String absent(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.log("ann");
        log.gone(0);
        trial.go(member, 10 * member.stepNs);
        final long backNs = trial.hub.coreTimeNs();
        log.expect(backNs);
        trial.channels.sender("kit").publish(backNs + 8 * member.stepNs);
        trial.hub.count(backNs + 8 * member.stepNs, true);
        final long mostNs = (backNs + GATE_NS) / member.stepNs * member.stepNs + member.stepNs;
        trial.reach(member, mostNs);
        trial.settle(member);
        Trial.require(member.timeNs() == mostNs, "T_i = " + member.timeNs() + " ns with a sender that came at "
            + backNs + " ns", "T_i waits for it at " + mostNs + " ns");
        trial.channels.sender("ann").send("pose", backNs + 1, "back");
        trial.go(member, backNs + 12 * member.stepNs);
        requireHanded(trial, member);
        return "not waited for while it was away, waited for when it came";
    }

    private static String voided(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        for (int i = 1; i <= 8; i++) {
            final long annNs = trial.hub.coreTimeNs();
            // Of the very time after which all is void.
            ann.send("pose", annNs + member.stepNs, "whole" + i);
            trial.go(member, annNs + member.stepNs);
            // Its step is seen in pieces; then it dies, and its successor does that step again.
            final long atNs = trial.hub.coreTimeNs();
            ann.send("pose", atNs + 1, "half" + i);
            for (int k = 1; k <= 12; k++) {
                ann.send("wind", atNs + k, "gust");
                trial.channels.sender("bob").send("wind", atNs + k, "calm");
            }
            ann.showRecords();
            trial.channels.sender("bob").showRecords();
            trial.settle(member);
            ann.voidAfter(atNs);
            ann.send("pose", atNs + 2, "again" + i);
        }
        trial.go(member, trial.hub.coreTimeNs() + LONG_JITTER_NS);
        return requireHanded(trial, member) + " messages in their order, none of the 8 half steps";
    }

    private static String voidGone(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        ann.send("pose", 1, "whole");
        // The message is used by then, so the half one is alone.
        trial.go(member, 6 * member.stepNs);
        final long atNs = trial.hub.coreTimeNs();
        ann.send("pose", atNs + 1, "half");
        ann.showRecords();
        requireTaken(trial, member, ann);
        ann.log().gone(atNs);
        ann.sent().removeIf(each -> each.stampNs() > atNs);
        trial.go(member, atNs + 10 * member.stepNs);
        return requireHanded(trial, member) + " message, not the one of the half step";
    }

    /** It has taken in all that there is: a sender that waits for room sees that by its head. */
    private static void requireTaken(final Trial trial, final Member member, final Sender sender)
        throws Broken, IOException {
        final Log log = sender.log();
        final int slot = log.slot(member.name, 0);
        log.store(Log.WAITS, 1);
        sender.wakeInTheWay();
        trial.await(() -> log.slot(slot, Log.HEAD) == log.load(Log.TAIL), () -> "the asset's head is "
            + log.slot(slot, Log.HEAD) + ", and the tail " + log.load(Log.TAIL),
            "while the sender waits for room it copies, and gives back");
        log.store(Log.WAITS, 0);
    }

    // ---- Other deliveries, and room ----

    static String retroactive(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        final List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            final long annNs = trial.hub.coreTimeNs();
            ann.send("news", annNs + 2, "n" + i);
            ann.showRecords();
            trial.settle(member);
            // Its own step goes on meanwhile, and tells what was handed to it.
            trial.channels.sender("kit").publish(annNs + member.stepNs);
            trial.hub.count(annNs + member.stepNs, true);
            trial.reach(member);
            Trial.require(trial.notes("got").equals(wanted), "it was handed " + trial.notes("got"), "not yet 'n" + i
                + "': its sender has not done its step");
            wanted.add("got " + new Arrival("news", "ann", annNs + 2 + Scene.MS, annNs + 2, i,
                ("n" + i).getBytes(java.nio.charset.StandardCharsets.US_ASCII)).told());
            ann.publish(annNs + member.stepNs);
            trial.settle(member);
            trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
            final List<String> got = trial.notes("got");
            Trial.require(got.equals(wanted), "it was handed " + got, "" + wanted);
        }
        // The gate: no step beyond the sender's frontier and D_max.
        final long annNs = trial.channels.log("ann").load(Log.FRONTIER);
        trial.channels.sender("kit").publish(annNs + 2 * trial.scene.maxDelayNs);
        trial.hub.count(annNs + 2 * trial.scene.maxDelayNs, true);
        final long mostNs = (annNs + trial.scene.maxDelayNs) / member.stepNs * member.stepNs;
        trial.reach(member, mostNs);
        trial.settle(member);
        Trial.require(member.timeNs() == mostNs, "T_i = " + member.timeNs() + " ns with the sender's frontier at "
            + annNs + " ns and D_max " + trial.scene.maxDelayNs + " ns", "T_i waits at " + mostNs + " ns");
        final Log log = ann.log();
        final int slot = log.slot(member.name, 0);
        trial.await(() -> !member.hasDoorbell() || log.slot(slot, Log.AWAITED) != Log.AWAKE
                && log.slot(slot, Log.NEWS) == 1, () -> "awaited " + log.slot(slot, Log.AWAITED) + ", news "
                + log.slot(slot, Log.NEWS) + " while it waits", "news 1: any message is to wake it");
        return "10 messages, each after its sender's step and before the next own one";
    }

    static String latest(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 2 * member.stepNs);
        Trial.require(trial.notes("latest").isEmpty(), "" + trial.notes("latest"), "no value: none was sent");
        final List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            final long stampNs = trial.hub.coreTimeNs() + 1;
            for (int each = 0; each <= i % 3; each++) {
                trial.channels.latest("wind").write(stampNs + each, 3L * i + each, "v" + i + each);
            }
            trial.go(member, trial.hub.coreTimeNs() + 2 * member.stepNs);
            wanted.add("latest wind ann " + (stampNs + i % 3) + " " + (3L * i + i % 3) + " x" + hex("v" + i + i % 3));
            // Its delivery is not looked at.
            final List<String> got = trial.notes("latest").stream()
                .map(note -> note.replaceFirst("^(latest \\S+ \\S+) \\S+", "$1")).toList();
            Trial.require(got.equals(wanted), "it saw " + got, "" + wanted);
        }
        LifeRules.resetOnce(trial, member);
        trial.go(member, 3 * member.stepNs);
        final List<String> notes = trial.notes("latest");
        Trial.require(notes.size() == wanted.size(), "after a reset it saw " + notes.get(notes.size() - 1),
            "no value of before the reset");
        return "10 values, none after a reset";
    }

    private static String hex(final String text) {
        return java.util.HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    private static String trace(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        for (int i = 0; i < 20; i++) {
            ann.send("pose", trial.hub.coreTimeNs() + 1, "p" + i);
            trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
        }
        trial.go(member, trial.hub.coreTimeNs() + 4 * member.stepNs);
        final List<String> told = new ArrayList<>();
        for (final Reader.Item item : trial.channels.items()) {
            if (item.type() == Log.DELIVERED) {
                told.add(item.channel() + " " + item.stampNs() + " " + item.sequence() + " "
                    + java.nio.ByteBuffer.wrap(item.bytes()).order(java.nio.ByteOrder.nativeOrder()).getLong());
            }
        }
        final List<String> wanted = new ArrayList<>();
        for (final Step step : expected(trial, member)) {
            step.messages().forEach(message -> wanted.add("1 " + message.deliveryNs() + " " + message.sequence() + " "
                + step.toNs()));
        }
        Trial.require(told.equals(wanted), "records of type 4 (input, delivery, number, end): " + told, "" + wanted);
        SendRules.requireCount(trial.channels.own(), trial.channels.sent().size() + told.size());
        return told.size() + " deliveries";
    }
}
