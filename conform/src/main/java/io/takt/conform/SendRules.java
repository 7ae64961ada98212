package io.takt.conform;

import io.takt.asset.message.Delivery;
import io.takt.conform.Rule.Needs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Rules about what an asset sends: its log, its frontier, its promises. */
final class SendRules {
    private static final int ENOUGH_LOOKS = 2000;
    private static final long LOOKS_FOR_NS = 60_000 * Scene.MS;
    private static final long LONGEST_RUN_NS = 100_000;
    private static final int STEPS_AT_ONCE = 4000;
    private static final int LARGEST = 8000;

    private SendRules() {
    }

    private static Scene talk() {
        return new Scene().reflecting();
    }

    static List<Rule> all() {
        return List.of(
            Rule.always("log", "its log is at every time as the page has it: lengths, padding, checks"),
            new Rule("dawn", "what it sends before it is ready has stamp 0, and is published before ready",
                Needs.REFLECTS, SendRules::talk, SendRules::dawn),
            new Rule("stamps", "messages are numbered without a gap, and stamped with the end of their step",
                Needs.REFLECTS, SendRules::talk, SendRules::stamps),
            new Rule("sizes", "messages of no bytes, and of as many as the channel takes, are sent; not of more",
                Needs.REFLECTS, () -> talk().in("pose", "ann", Delivery.GATED, 0), SendRules::sizes),
            new Rule("claim", "what it writes in its place in the log is sent as it was committed, and nothing of"
                + " what it drops", Needs.REFLECTS, SendRules::talk, SendRules::claim),
            new Rule("stamp-given", "a stamp that the program gives lies in the step; others are refused by the"
                + " runtime", Needs.REFLECTS, SendRules::talk, SendRules::given),
            new Rule("publish", "a step's messages are there before T_i is, and T_i before the frontier",
                Needs.REFLECTS, () -> talk().capacity(1 << 20).maxDelay(STEPS_AT_ONCE * 5 * Scene.MS),
                SendRules::publish),
            new Rule("log-fields", "frontier, steps and counts of its log are those of its last step", Needs.REFLECTS,
                SendRules::talk, SendRules::fields),
            new Rule("send-wake", "it rings a reader that sleeps for its frontier, or for any message", Needs.REFLECTS,
                SendRules::talk, SendRules::wake),
            new Rule("full", "without room in its log it publishes, says that it waits, and loses nothing",
                Needs.REFLECTS, SendRules::talk, SendRules::full),
            new Rule("full-reads", "while it waits for room it reads its own inputs", Needs.REFLECTS,
                () -> talk().in("pose", "ann", Delivery.GATED, 40 * Scene.MS), SendRules::fullReads),
            new Rule("full-reset", "a reset ends the wait for room", Needs.REFLECTS, SendRules::talk,
                SendRules::fullReset),
            new Rule("ring-end", "records go round the end of the ring, padded, however they fall", Needs.REFLECTS,
                SendRules::talk, SendRules::round),
            new Rule("promise", "a promise stands in its log and its counter, and binds it", Needs.REFLECTS,
                SendRules::talk, SendRules::promise),
            new Rule("checks", "asked to, it writes checks that are right, or leaves the field alone", Needs.REFLECTS,
                () -> talk().checked(), SendRules::checks),
            new Rule("latest-sent", "where a receiver wants the latest value, each message goes into its file, too",
                Needs.REFLECTS, () -> talk().latestWanted(), SendRules::latest));
    }

    private static String dawn(final Trial trial) throws Broken, IOException {
        trial.hub.hold("ready");
        trial.joined();
        trial.await(() -> trial.hub.isWaiting("ready"), () -> "the hub has heard " + trial.hub.heard, "it says ready");
        final List<Reader.Item> sent = trial.channels.items();
        Trial.require(sent.size() == 1 && sent.get(0).stampNs() == 0 && sent.get(0).sequence() == 0,
            sent.size() + " messages in its log when it says ready" + (sent.isEmpty() ? "" : ", the first with stamp "
                + sent.get(0).stampNs() + " and number " + sent.get(0).sequence()), "one, with stamp 0 and number 0");
        final long frontierNs = trial.channels.own().load(Log.FRONTIER);
        Trial.require(frontierNs == 0, "its frontier is " + frontierNs + " when it says ready", "0");
        return "one message with stamp 0, frontier 0";
    }

    private static String stamps(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.order("send 3 50");
        trial.go(member, 20 * member.stepNs);
        final List<Reader.Item> sent = trial.channels.sent();
        MessageRules.requireNumbers(trial);
        long lastNs = 0;
        for (final Reader.Item item : sent) {
            Trial.require(item.stampNs() == lastNs || item.stampNs() == lastNs + member.stepNs, "the message "
                + item.sequence() + " has the stamp " + item.stampNs() + " after one with " + lastNs,
                "the end of its step: " + lastNs + " or " + (lastNs + member.stepNs));
            lastNs = item.stampNs();
        }
        Trial.require(lastNs == member.timeNs(), "the last stamp is " + lastNs + " at T_i = " + member.timeNs(),
            "the end of the last step");
        Trial.require(sent.size() == 24, sent.size() + " messages", "24: the dawn, 20 steps, and 3 more");
        return sent.size() + " messages";
    }

    private static String sizes(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final int most = trial.scene.capacity / 8;
        for (final int size : List.of(0, most, most + 1, 1)) {
            trial.order("send 1 " + size);
            trial.channels.sender("ann").send("pose", trial.hub.coreTimeNs() + 1, new byte[size / 4]);
            trial.go(member, trial.hub.coreTimeNs() + 3 * member.stepNs);
        }
        final int bulk = trial.channels.own().channels().indexOf("bulk");
        final List<Integer> sizes = trial.channels.sent().stream().filter(item -> item.channel() == bulk)
            .map(item -> item.bytes().length).toList();
        Trial.require(sizes.equals(List.of(0, most, 1)), "messages of " + sizes + " bytes on a channel of " + most,
            "0, " + most + " and 1, and that of " + (most + 1) + " bytes is refused");
        Trial.require(trial.notes("error").size() == 1, trial.notes("error").size() + " errors at the sender",
            "one, for the message of " + (most + 1) + " bytes");
        MessageRules.requireNumbers(trial);
        return "0 and " + most + " bytes sent, " + (most + 1) + " refused; "
            + MessageRules.requireHanded(trial, member) + " messages handed over";
    }

    private static String claim(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final List<Integer> wanted = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            final int size = 1 + trial.random.nextInt(8000);
            wanted.add(size / 2);
            trial.order("claim " + size);
            trial.go(member, trial.hub.coreTimeNs() + 2 * member.stepNs);
        }
        trial.go(member, trial.hub.coreTimeNs() + 2 * member.stepNs);
        MessageRules.requireNumbers(trial);
        final int bulk = trial.channels.own().channels().indexOf("bulk");
        final List<Integer> sizes = new ArrayList<>();
        for (final Reader.Item item : trial.channels.sent()) {
            if (item.channel() == bulk) {
                final String text = new String(item.bytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
                Trial.require(text.matches("c*"), "the message " + item.sequence() + " has other bytes than 'c'",
                    "what was written before it was committed");
                sizes.add(text.length());
            }
        }
        Trial.require(sizes.equals(wanted), "messages of " + sizes + " bytes", "half of what was claimed: " + wanted);
        return sizes.size() + " messages, each after one that was dropped";
    }

    private static String given(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final long fromNs = 2 * member.stepNs;
        trial.go(member, fromNs - 1);
        for (final long stampNs : List.of(fromNs + 1, fromNs + member.stepNs, fromNs, fromNs + member.stepNs + 1)) {
            trial.order("stamp " + stampNs);
        }
        trial.go(member, 5 * member.stepNs);
        final int bulk = trial.channels.own().channels().indexOf("bulk");
        final List<Long> stamps = new ArrayList<>();
        trial.channels.sent().stream().filter(item -> item.channel() == bulk)
            .forEach(item -> stamps.add(item.stampNs()));
        Trial.require(stamps.equals(List.of(fromNs + 1, fromNs + member.stepNs)), "messages with the stamps " + stamps
            + " from the step " + fromNs + " to " + (fromNs + member.stepNs), "two, with its first time "
            + (fromNs + 1) + " and its last " + (fromNs + member.stepNs));
        Trial.require(trial.notes("error").size() == 2, trial.notes("error").size() + " errors at the sender",
            "two, for the stamps " + fromNs + " and " + (fromNs + member.stepNs + 1) + " outside the step");
        // The first of all messages, and one with an earlier stamp than one before it, are told by `earlier`.
        final Log log = trial.channels.own();
        final long before = log.load(Log.EARLIER);
        Trial.require(before > 0, "earlier is 0 after the first message", "the end of the first message's record");
        trial.go(member, 6 * member.stepNs - 1);
        trial.order("send 1 10");
        trial.order("stamp " + (6 * member.stepNs + 1));
        trial.go(member, 8 * member.stepNs);
        Trial.require(log.load(Log.EARLIER) > before, "earlier stays " + before + " after a message with an earlier"
            + " stamp than the one before it", "the end of its record");
        return "two stamps in the step taken, two outside refused";
    }

    private static String publish(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final long pid = trial.pidOf(member);
        final List<long[]> seen = new ArrayList<>();
        final long startNs = System.nanoTime();
        while (seen.size() < ENOUGH_LOOKS && System.nanoTime() - startNs < LOOKS_FOR_NS) {
            // So many steps that it does them one after the other, and is in the middle of one at most looks.
            trial.advance(trial.hub.coreTimeNs() + STEPS_AT_ONCE * member.stepNs);
            final long untilNs = Trial.floor(member, trial.hub.coreTimeNs());
            while (member.timeNs() < untilNs && System.nanoTime() - startNs < LOOKS_FOR_NS) {
                LockSupport.parkNanos(trial.random.nextLong(LONGEST_RUN_NS));
                // On a busy host it often stands by itself, where another process has taken its processor.
                lookAtStep(trial, member, seen);
                final Stopped stopped = Stopped.stop(pid);
                try {
                    lookAtStep(trial, member, seen);
                } finally {
                    stopped.goOn();
                }
            }
            trial.reach(member);
        }
        requirePublished(trial, seen);
        return seen.size() + " looks in " + member.timeNs() / member.stepNs + " steps";
    }

    /** Notes T_i and the tail at that moment, unless T_i is the one that was noted last. */
    private static void lookAtStep(final Trial trial, final Member member, final List<long[]> seen) throws Broken {
        final Log log = trial.channels.own();
        // In this order the look is right, too, when the asset goes on meanwhile.
        final long frontierNs = log.load(Log.FRONTIER);
        final long timeNs = member.timeNs();
        final long tail = log.load(Log.TAIL);
        Trial.require(frontierNs <= timeNs, "the frontier " + frontierNs + " ns at T_i = " + timeNs + " ns",
            "the frontier follows T_i");
        if (seen.isEmpty() || seen.get(seen.size() - 1)[0] != timeNs) {
            seen.add(new long[] {timeNs, tail});
        }
    }

    /** Of pairs of a T_i and the tail at that moment: a step of the reflecting asset sends one message. */
    private static void requirePublished(final Trial trial, final List<long[]> seen) throws Broken {
        final List<Reader.Item> items = trial.channels.items();
        int at = 0;
        for (final long[] pair : seen) {
            while (at + 1 < items.size() && items.get(at + 1).end() <= pair[1]) {
                at++;
            }
            Trial.require(items.get(at).stampNs() >= pair[0], "T_i = " + pair[0] + " ns while the last message in its"
                + " log was of " + items.get(at).stampNs() + " ns", "the tail is stored before T_i");
        }
    }

    private static String fields(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        for (int i = 0; i < 6; i++) {
            trial.go(member, trial.hub.coreTimeNs() + 3 * member.stepNs);
            // The frontier follows T_i, before it sleeps.
            trial.asleep(member);
            final long timeNs = member.timeNs();
            Trial.require(log.load(Log.FRONTIER) == timeNs, "frontier " + log.load(Log.FRONTIER) + " at T_i = "
                + timeNs, "T_i");
            final int place = log.load(Log.STEPS) > log.load(Log.STEPS + 16) ? 0 : 16;
            final long sent = trial.channels.sent().size();
            Trial.require(log.load(Log.STEPS + place) == timeNs && log.load(Log.STEPS + place + 8) == sent,
                "the newer of its steps has time " + log.load(Log.STEPS + place) + " and number "
                    + log.load(Log.STEPS + place + 8), "time " + timeNs + " and the next number " + sent);
            Trial.require(log.load(Log.STEPS + 16 - place) == timeNs - member.stepNs, "the older one has time "
                + log.load(Log.STEPS + 16 - place), "the step before: " + (timeNs - member.stepNs));
            final long tail = requireCount(log, sent);
            Trial.require(log.load(Log.RESERVED) >= tail, "reserved " + log.load(Log.RESERVED) + " at the tail " + tail,
                "nothing is written beyond it");
        }
        return "as of T_i = " + member.timeNs() + " ns";
    }

    /** Requires so many messages and deliveries before the tail; returns that. */
    static long requireCount(final Log log, final long sent) throws Broken {
        final long tail = log.load(Log.TAIL);
        final int count = log.load(Log.COUNTS) == tail ? 0 : 16;
        Trial.require(log.load(Log.COUNTS + count) == tail && log.load(Log.COUNTS + count + 8) == sent,
            "counts of " + log.load(Log.COUNTS) + ": " + log.load(Log.COUNTS + 8) + " and "
                + log.load(Log.COUNTS + 16) + ": " + log.load(Log.COUNTS + 24),
            "one of the tail " + tail + " with " + sent + " messages and deliveries");
        return tail;
    }

    private static String wake(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        final int slot = log.slot("judge", 0);
        final io.takt.shm.clock.Clock bell = trial.hub.allocateBell();
        for (int i = 1; i <= 10; i++) {
            final long wantedNs = 2L * i * member.stepNs;
            bell.publish(wantedNs);
            log.slot(slot, Log.BELL, bell.counterId());
            log.slot(slot, Log.AWAITED, wantedNs);
            log.store(Log.SLEEPERS, 1);
            trial.advance(wantedNs - member.stepNs);
            trial.reach(member);
            trial.settle(member);
            Trial.require(bell.read() == wantedNs, "a ring at T_i = " + member.timeNs() + " ns", "none before "
                + wantedNs + " ns, which the reader awaits");
            trial.advance(wantedNs);
            trial.await(() -> bell.read() == -1, () -> "the doorbell of the reader is " + bell.read() + " at T_i = "
                + member.timeNs() + " ns; awaited " + log.slot(slot, Log.AWAITED) + ", sleepers "
                + log.load(Log.SLEEPERS), "it is rung for once the frontier has come to " + wantedNs);
            log.slot(slot, Log.AWAITED, Log.AWAKE);
        }
        // A reader that no frontier wakes; the asset sends in every step.
        bell.publish(Scene.MS);
        log.slot(slot, Log.AWAITED, Long.MAX_VALUE);
        for (final boolean isForNews : new boolean[] {false, true}) {
            log.slot(slot, Log.NEWS, isForNews ? 1 : 0);
            log.store(Log.SLEEPERS, 1);
            trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
            trial.asleep(member);
            Trial.require(bell.read() == (isForNews ? -1 : Scene.MS), "the doorbell of a reader that no frontier wakes"
                + " is " + bell.read() + " after a message, with news " + log.slot(slot, Log.NEWS), "it is rung where"
                + " news is 1");
        }
        return "11 rings, none too early";
    }

    private static String full(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        trial.go(member, 3 * member.stepNs);
        trial.givesBack = false;
        final int count = 4 * trial.scene.capacity / 4032;
        final int before = trial.channels.sent().size();
        trial.order("send " + count + " 4000");
        trial.advance(trial.hub.coreTimeNs() + 2 * member.stepNs);
        trial.await(() -> log.load(Log.WAITS) == 1, () -> "waits is " + log.load(Log.WAITS) + ", the tail "
            + log.load(Log.TAIL) + " of " + log.capacity(), "it says in 'waits' that it waits for room");
        trial.linger(30 * Scene.MS);
        final long mostBytes = log.load(Log.TAIL) - log.slot(log.slot("judge", 0), Log.HEAD);
        Trial.require(mostBytes <= log.capacity(), mostBytes + " bytes that were not given back in a ring of "
            + log.capacity(), "no more than the ring takes");
        Trial.require(!member.hasDoorbell() || log.load(Log.WAITER) == member.thread.sleep().counterId(),
            "the doorbell " + log.load(Log.WAITER) + " beside 'waits'", "its thread's: "
                + (member.hasDoorbell() ? member.thread.sleep().counterId() : 0));
        final long stoodNs = member.timeNs();
        trial.givesBack = true;
        trial.reach(member);
        trial.go(member, trial.hub.coreTimeNs() + 3 * member.stepNs);
        trial.await(() -> log.load(Log.WAITS) == 0, () -> "waits is " + log.load(Log.WAITS), "0 when it has room");
        MessageRules.requireNumbers(trial);
        int seen = 0;
        for (final Reader.Item item : trial.channels.sent().subList(before, trial.channels.sent().size())) {
            if (item.bytes().length == 4000) {
                final byte wanted = (byte) ('a' + seen++ % 26);
                Trial.require(item.bytes()[0] == wanted && item.bytes()[3999] == wanted, "the message " + seen
                    + " was written over", "what is not given back stays");
            }
        }
        Trial.require(seen == count, seen + " messages of " + count, "none is lost");
        return "waited at T_i = " + stoodNs + " ns, then sent all " + count;
    }

    private static String fullReads(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        final Sender ann = trial.channels.sender("ann");
        trial.go(member, 3 * member.stepNs);
        trial.givesBack = false;
        trial.order("send " + 2 * trial.scene.capacity / 4032 + " 4000");
        trial.advance(trial.hub.coreTimeNs() + 2 * member.stepNs);
        trial.await(() -> log.load(Log.WAITS) == 1, () -> "waits is " + log.load(Log.WAITS), "it waits for room");
        final long atNs = trial.hub.coreTimeNs() + 1;
        final byte[] bytes = new byte[1000];
        final int count = 2 * trial.scene.capacity / Log.aligned(bytes.length);
        for (int i = 0; i < count; i++) {
            final long stampNs = atNs + i * member.stepNs / 3;
            if (!ann.send("pose", stampNs, bytes)) {
                ann.showRecords();
                ann.log().store(Log.WAITS, 1);
                ann.wakeInTheWay();
                trial.await(() -> ann.send("pose", stampNs, bytes), () -> "a sender has no room, since the asset waits"
                    + " for room itself", "it reads its inputs meanwhile, or two would wait for each other");
                ann.log().store(Log.WAITS, 0);
            }
        }
        trial.givesBack = true;
        trial.reach(member);
        trial.go(member, atNs + (count / 3 + 16) * member.stepNs);
        return "read its inputs while it waited, and was handed all " + MessageRules.requireHanded(trial, member);
    }

    private static String fullReset(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        trial.go(member, 3 * member.stepNs);
        trial.givesBack = false;
        trial.order("send " + 2 * trial.scene.capacity / 4032 + " 4000");
        trial.advance(trial.hub.coreTimeNs() + 2 * member.stepNs);
        trial.await(() -> log.load(Log.WAITS) == 1, () -> "waits is " + log.load(Log.WAITS), "it waits for room");
        trial.hub.beginReset();
        trial.linger(50 * Scene.MS);
        trial.givesBack = true;
        trial.await(() -> member.resetsDone > 0, () -> "no reset-done; the hub has heard " + trial.hub.heard,
            "it answers the event reset once there is room");
        trial.channels.resetSenders();
        trial.hub.endReset();
        trial.go(member, 5 * member.stepNs);
        return "reset while it waited for room";
    }

    private static String round(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final long capacity = trial.scene.capacity;
        for (int i = 0; i < 60; i++) {
            // Before the step that gets the order the asset does one of which it tells the two ends.
            final long plain = Log.aligned(("step " + trial.hub.coreTimeNs() + " "
                + (trial.hub.coreTimeNs() + member.stepNs) + "\n").length());
            final long left = capacity - trial.channels.own().load(Log.TAIL) % capacity - plain;
            // Where it can be, a record ends where the ring ends, one place before, or would end one place behind.
            final long size = left - Log.HEADER + (trial.random.nextInt(3) - 1) * Log.ALIGNMENT;
            trial.order(size >= 0 && size <= LARGEST ? "send 1 " + size
                : "send " + (1 + trial.random.nextInt(3)) + " " + trial.random.nextInt(LARGEST));
            trial.go(member, trial.hub.coreTimeNs() + 2 * member.stepNs);
        }
        MessageRules.requireNumbers(trial);
        return trial.channels.reader().cursor() + " bytes through a ring of " + trial.scene.capacity;
    }

    private static String promise(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        final int bulk = log.channels().indexOf("bulk");
        final long promisedNs = 12 * member.stepNs;
        trial.order("send 2 10");
        trial.order("promise " + promisedNs);
        trial.orderHold(200);
        trial.advance(2 * member.stepNs);
        trial.awaitHeld(member, member.stepNs);
        final Promises held = promises(trial, member);
        trial.requireHeld();
        require(held, 0, " in the step that has sent before it");
        trial.go(member, 4 * member.stepNs);
        require(promises(trial, member), promisedNs, "");
        // A later one counts, and an earlier one after it does nothing.
        final long laterNs = promisedNs + member.stepNs;
        trial.order("promise " + laterNs);
        trial.order("promise " + promisedNs);
        trial.go(member, 6 * member.stepNs);
        require(promises(trial, member), laterNs, " after a later one and an earlier one");
        trial.order("send 1 10");
        final int before = bulks(trial, bulk);
        trial.go(member, 9 * member.stepNs);
        Trial.require(bulks(trial, bulk) == before, "a message on the channel before " + laterNs + " ns",
            "what was promised is kept: the runtime refuses to send it");
        trial.go(member, 13 * member.stepNs);
        trial.order("send 1 10");
        trial.go(member, 16 * member.stepNs);
        Trial.require(bulks(trial, bulk) == before + 1, (bulks(trial, bulk) - before) + " messages after the promise",
            "one");
        LifeRules.resetOnce(trial, member);
        Trial.require(log.promise(bulk) == 0, "the promise in its log is " + log.promise(bulk) + " after a reset",
            "0: a reset takes it back");
        trial.order("send 1 10");
        trial.go(member, 3 * member.stepNs);
        Trial.require(bulks(trial, bulk) == before + 2, "no message after the reset", "one: it may be sent again");
        return "kept until " + laterNs + " ns, taken back by a reset";
    }

    /** The promise for the channel 'bulk', in the log and in its counter. */
    private record Promises(long logged, long counted) {
    }

    private static Promises promises(final Trial trial, final Member member) {
        return new Promises(trial.channels.own().promise(trial.channels.own().channels().indexOf("bulk")),
            member.clocks.promises().get(trial.channels.outputs(member.join).indexOf("bulk")).read());
    }

    private static void require(final Promises promises, final long wantedNs, final String when) throws Broken {
        Trial.require(promises.logged == wantedNs && promises.counted == wantedNs, "the promise in its log is "
            + promises.logged + " and in its counter (7003) " + promises.counted + when, wantedNs + " in both");
    }

    private static int bulks(final Trial trial, final int bulk) {
        return (int) trial.channels.sent().stream().filter(item -> item.channel() == bulk).count();
    }

    private static String checks(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        for (int i = 0; i < 30; i++) {
            trial.order("send 1 " + trial.random.nextInt(5000));
            trial.go(member, trial.hub.coreTimeNs() + 2 * member.stepNs);
        }
        final long checked = log.load(Log.CHECKED);
        Trial.require(checked == -1 || checked == 1, "checked is " + checked + " in a log that began at 0",
            "1, or -1 of a runtime that cannot write checks");
        if (trial.channels.reader().trouble() != null) {
            throw new Broken(trial.channels.reader().trouble(), "each record has its check");
        }
        return checked == -1 ? "writes none, which is allowed" : trial.channels.reader().checked() + " checks";
    }

    private static String latest(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        for (int i = 1; i <= 12; i++) {
            trial.go(member, i * member.stepNs);
            // The dawn's message is version 1, and the first step's 2.
            final String wanted = i + 1 + " " + i * member.stepNs + " " + i + " step " + (i - 1) * member.stepNs + " "
                + i * member.stepNs;
            final String is = trial.channels.latest("echo").newest();
            Trial.require(is.equals(wanted), "the newest value (version, stamp, number, content): " + is, wanted);
        }
        LifeRules.resetOnce(trial, member);
        trial.settle(member);
        final String afterReset = trial.channels.latest("echo").newest();
        Trial.require(afterReset.equals("14 0 0 start 0"), "after a reset: " + afterReset, "14 0 0 start 0");
        Trial.require(trial.channels.latest("echo").since() == 13, "its since is "
            + trial.channels.latest("echo").since() + " after a reset", "13, the version that stood then");
        return "12 values, and that of a new dawn";
    }
}
