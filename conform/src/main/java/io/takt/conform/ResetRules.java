package io.takt.conform;

import io.takt.asset.message.Delivery;
import io.takt.conform.Rule.Needs;
import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.util.List;

/** Rules about resets: in every state, in a step, one after the other, and about messages around them. */
final class ResetRules {
    /** Of a record with a short note: that of a step, and that of the dawn. */
    private static final int DAWN_BYTES = 64;

    private ResetRules() {
    }

    static List<Rule> all() {
        return List.of(
            Rule.always("reset", "one reset-done for each event reset"),
            new Rule("reset-joined", "it answers a reset that comes before it has said ready", Needs.ANY, Scene::new,
                ResetRules::joined),
            new Rule("reset-ready", "it answers a reset while it waits for the run to begin", Needs.ANY, Scene::new,
                ResetRules::ready),
            new Rule("reset-running", "it answers a reset while steps follow each other", Needs.ANY, Scene::new,
                ResetRules::running),
            new Rule("reset-asleep", "it answers a reset while it sleeps, without a ring", Needs.ANY, Scene::new,
                ResetRules::asleep),
            new Rule("reset-paused", "it answers a reset in a pause", Needs.ANY, Scene::new, ResetRules::paused),
            new Rule("reset-at-gate", "it answers a reset while it waits for a sender's messages", Needs.REFLECTS,
                () -> new Scene().reflecting().in("pose", "ann", Delivery.GATED, 10 * Scene.MS), ResetRules::atGate),
            new Rule("reset-in-step", "a reset during a step waits for its end, and nothing is written after"
                + " reset-done", Needs.REFLECTS, () -> new Scene().reflecting(), ResetRules::inStep),
            new Rule("reset-late-clocks", "after reset-done it waits for its new clocks, and does no step before",
                Needs.ANY, Scene::new, ResetRules::lateClocks),
            new Rule("reset-often", "one reset follows another, each answered once, ready said once", Needs.ANY,
                Scene::new, ResetRules::often),
            new Rule("reset-files",
                "resets leave no socket, pipe or file of the hub open, and nothing mapped, that was not before",
                Needs.REFLECTS, () -> new Scene().reflecting().latestWanted().in("wind", "ann", Delivery.LATEST, 0),
                ResetRules::files),
            new Rule("reset-stopped", "a run may end in a reset", Needs.ANY, Scene::new, ResetRules::stopped),
            new Rule("reset-log", "in a reset its log and sequence numbers begin anew, the dawn before reset-done",
                Needs.REFLECTS, () -> new Scene().reflecting(), ResetRules::log),
            new Rule("reset-dawn", "in a reset its frontier is -1 until its dawn is published, however long that waits"
                + " for room", Needs.REFLECTS, () -> new Scene().reflecting().capacity(1 << 14), ResetRules::dawn),
            new Rule("reset-messages", "messages of before a reset are not handed over after it", Needs.REFLECTS,
                () -> new Scene().reflecting().in("pose", "ann", Delivery.GATED, 40 * Scene.MS),
                ResetRules::messages),
            new Rule("reset-gate", "what a sender says after its reset opens no gate of the run before",
                Needs.REFLECTS, () -> new Scene().reflecting().in("pose", "ann", Delivery.GATED, 10 * Scene.MS),
                ResetRules::gate));
    }

    private static void begin(final Trial trial, final Member member) throws Broken, IOException {
        final int before = member.resetsDone;
        trial.hub.beginReset();
        trial.await(() -> member.resetsDone > before, () -> "no reset-done; the hub has heard " + trial.hub.heard,
            "it answers the event reset by reset-done");
    }

    private static void end(final Trial trial, final Member member) throws Broken, IOException {
        trial.channels.resetSenders();
        trial.hub.endReset();
        trial.settle(member);
        Trial.require(member.resetsDone == member.resetsAsked, member.resetsDone + " times reset-done for "
            + member.resetsAsked + " resets", "one reset-done for each event reset");
        Trial.require(member.timeNs() == 0, "T_i = " + member.timeNs() + " ns at T_c = 0",
            "after the reset it begins at 0");
    }

    private static String joined(final Trial trial) throws Broken, IOException {
        trial.hub.hold("ready");
        final Member member = trial.joined();
        begin(trial, member);
        trial.hub.release("ready");
        end(trial, member);
        trial.ready(member);
        trial.go(member, 10 * member.stepNs);
        return "reset-done, then " + member.timeNs() / member.stepNs + " steps";
    }

    private static String ready(final Trial trial) throws Broken, IOException {
        final Member member = trial.joined();
        trial.ready(member);
        trial.hub.state("READY", null);
        trial.settle(member);
        begin(trial, member);
        end(trial, member);
        trial.go(member, 10 * member.stepNs);
        Trial.require(member.readies == 1, member.readies + " requests 'ready'", "one; it is not repeated");
        return "reset-done, then " + member.timeNs() / member.stepNs + " steps";
    }

    private static String running(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 20 * member.stepNs + 1);
        trial.advance(28 * member.stepNs);
        begin(trial, member);
        end(trial, member);
        trial.go(member, 20 * member.stepNs);
        return "put back from 28 steps, then 20 more";
    }

    private static String asleep(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        trial.asleep(member);
        begin(trial, member);
        end(trial, member);
        trial.go(member, 5 * member.stepNs);
        return "reset-done while it slept";
    }

    private static String paused(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        trial.hub.state("PAUSED", null);
        trial.settle(member);
        begin(trial, member);
        end(trial, member);
        trial.go(member, 5 * member.stepNs);
        return "reset-done in a pause";
    }

    private static String atGate(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.atGate(member, "ann");
        begin(trial, member);
        end(trial, member);
        trial.go(member, 20 * member.stepNs);
        return "reset-done while a gate was closed";
    }

    private static String inStep(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.orderHold(300);
        trial.advance(2 * member.stepNs);
        trial.awaitHeld(member, member.stepNs);
        final long timeNs = member.timeNs();
        trial.requireHeld();
        Trial.require(timeNs == member.stepNs, "T_i = " + timeNs + " ns in a step of " + trial.heldMs() + " ms",
            "T_i stands while the step is under way");
        begin(trial, member);
        trial.linger(100 * Scene.MS);
        end(trial, member);
        trial.go(member, 10 * member.stepNs);
        return "reset-done after the step, old clocks left alone";
    }

    private static String lateClocks(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 4 * member.stepNs);
        begin(trial, member);
        trial.hub.count(12 * member.stepNs, true);
        trial.linger(300 * Scene.MS);
        Trial.require(!member.connection.hasEnded(), "it has closed its connection", "it waits for the event clocks");
        end(trial, member);
        trial.go(member, 4 * member.stepNs);
        return "waited 300 ms for its clocks";
    }

    private static String often(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        for (int i = 0; i < 12; i++) {
            trial.go(member, trial.random.nextInt(4) * member.stepNs);
            begin(trial, member);
            trial.channels.resetSenders();
            trial.hub.endReset();
        }
        trial.settle(member);
        Trial.require(member.resetsDone == 12 && member.readies == 1, member.resetsDone + " times reset-done and "
            + member.readies + " times ready", "12 times reset-done for 12 resets, and ready once");
        trial.go(member, 10 * member.stepNs);
        return "12 resets";
    }

    private static String files(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        long open = 0;
        long maps = 0;
        for (int i = 0; i < 12; i++) {
            trial.go(member, 2 * member.stepNs);
            // A runtime may open some files once, in its first reset.
            open = i == 2 ? trial.openOf(member) : open;
            maps = i == 2 ? trial.mapsOf(member) : maps;
            begin(trial, member);
            end(trial, member);
        }
        trial.awaitOpen(member, open, "after 12 resets, and " + open + " after 2");
        trial.awaitMaps(member, maps, "after 12 resets, and " + maps + " after 2");
        return open + " files open and " + maps + " maps after 2 resets, and no more after 12";
    }

    private static String stopped(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        begin(trial, member);
        trial.hub.state("STOPPED", "asked to");
        trial.ended("the program ends after the event STOPPED");
        Trial.require(trial.program.exitCode() == 0, "it ended " + trial.program.end(), "exit code 0");
        return "ended with exit code 0";
    }

    static String log(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        trial.go(member, 6 * member.stepNs);
        for (int i = 1; i <= 3; i++) {
            final long resets = log.load(Log.RESETS);
            begin(trial, member);
            Trial.require(log.load(Log.RESETS) == resets + 1, "the log counts " + log.load(Log.RESETS)
                + " resets at reset-done, " + resets + " before", "one more");
            Trial.require(log.load(Log.FRONTIER) == 0, "its frontier is " + log.load(Log.FRONTIER) + " at reset-done",
                "0: the dawn is sent anew before reset-done");
            end(trial, member);
            trial.go(member, 3 * member.stepNs);
            long expected = -1;
            for (final Reader.Item item : trial.channels.items()) {
                if (item.type() == Log.MESSAGE && item.resets() == resets + 1) {
                    expected++;
                    Trial.require(item.sequence() == expected, "after the reset the message " + expected
                        + " has the sequence number " + item.sequence(), "" + expected);
                    Trial.require(expected != 0 || item.stampNs() == 0, "the first message after the reset has the"
                        + " stamp " + item.stampNs(), "0: messages sent in a reset are of the dawn of time");
                }
            }
            Trial.require(expected > 0, "no message after the reset", "it sends in its steps again");
            final List<String> notes = trial.notes();
            final String first = notes.get(notes.lastIndexOf("start 0") + 1);
            Trial.require(first.equals("step 0 " + member.stepNs), "its first step after the reset: " + first,
                "step 0 " + member.stepNs);
        }
        return "3 resets, each with a dawn and numbers from 0";
    }

    private static String dawn(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Log log = trial.channels.own();
        trial.givesBack = false;
        // A record for each step, until one finds no room.
        while (log.load(Log.WAITS) != 1) {
            trial.advance(trial.hub.coreTimeNs() + member.stepNs);
            trial.await(() -> log.load(Log.WAITS) == 1 || member.timeNs() == trial.hub.coreTimeNs(), () -> "T_i = "
                + member.timeNs() + " ns, and waits is 0", "it does its step, or says that it waits for room");
        }
        final long resets = log.load(Log.RESETS);
        trial.hub.beginReset();
        trial.settle(member);
        // Room for that record and no other.
        trial.channels.reader().giveBack(log.load(Log.TAIL) + DAWN_BYTES - log.capacity());
        trial.await(() -> log.load(Log.RESETS) == resets + 1 && log.load(Log.WAITS) == 1, () -> "its log counts "
            + (log.load(Log.RESETS) - resets) + " resets, and waits is " + log.load(Log.WAITS),
            "it begins the reset, and waits for room for its dawn");
        final long frontierNs = log.load(Log.FRONTIER);
        Trial.require(frontierNs == -1, "its frontier is " + frontierNs + " in the reset", "-1: no message of the new"
            + " run is there yet, and no receiver's gate is to open by the old one");
        trial.givesBack = true;
        trial.await(() -> member.resetsDone > 0, () -> "no reset-done; the hub has heard " + trial.hub.heard,
            "it answers the event reset once there is room");
        end(trial, member);
        trial.go(member, 5 * member.stepNs);
        return "a dawn that waited for room, after " + log.load(Log.TAIL) + " bytes";
    }

    private static String gate(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.atGate(member, "ann");
        final long timeNs = member.timeNs();
        // The sender was told of the reset first.
        final Sender ann = trial.channels.sender("ann");
        ann.reset();
        ann.publish(0);
        ann.promise("pose", trial.hub.coreTimeNs() + 1);
        trial.settle(member);
        Trial.require(member.timeNs() == timeNs, "T_i = " + member.timeNs() + " ns after a promise that its sender made"
            + " in a reset", "T_i waits at " + timeNs + " ns: the log counts one more reset than the asset knows of");
        begin(trial, member);
        end(trial, member);
        trial.go(member, 20 * member.stepNs);
        return "waited for the reset";
    }

    private static String messages(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        ann.send("pose", 1, "first");
        trial.go(member, 12 * member.stepNs);
        Trial.require(member.clocks.digest().read() != 0, "its digest is 0 after a message", "it is not");
        // Under way: taken in, or not even that.
        ann.send("pose", trial.hub.coreTimeNs() + 1, "old");
        trial.advance(trial.hub.coreTimeNs() + member.stepNs);
        trial.reach(member);
        trial.settle(member);
        ann.send("pose", trial.hub.coreTimeNs() + 1, "older");
        ann.showRecords();
        begin(trial, member);
        ann.reset();
        ann.send("pose", 0, "dawn");
        ann.publish(0);
        trial.channels.sender("kit").reset();
        trial.channels.sender("kit").publish(0);
        trial.hub.endReset();
        trial.settle(member);
        Trial.require(member.clocks.digest().read() == 0, "its digest is " + member.clocks.digest().read()
            + " after the reset", "0");
        // Beyond the times at which the old ones were to be delivered.
        trial.go(member, 30 * member.stepNs);
        final List<String> notes = trial.notes();
        final List<String> got = notes.subList(notes.lastIndexOf("start 0"), notes.size()).stream()
            .filter(note -> note.startsWith("got ")).toList();
        Trial.require(got.size() == 1 && got.get(0).endsWith(" 0 0 x6461776e"), "it was handed " + got,
            "only the message of the new dawn: got pose ann 40000000 0 0 x6461776e");
        Trial.require(trial.hub.doorbell().awaited() == Doorbell.AWAKE, "a ring", "none");
        return "only what was sent after the reset was handed over";
    }
}
