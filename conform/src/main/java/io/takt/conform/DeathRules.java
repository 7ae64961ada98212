package io.takt.conform;

import io.takt.asset.message.Delivery;
import io.takt.conform.Rule.Needs;
import java.io.IOException;
import java.util.List;

/** Rules about hubs that are killed, and about processes that take the place of killed ones. */
final class DeathRules {
    private static final int BULK_BYTES = 8000;

    private DeathRules() {
    }

    private static Scene attaching() {
        return new Scene().reflecting().attaches().in("pose", "ann", Delivery.GATED, 40 * Scene.MS);
    }

    static List<Rule> all() {
        return List.of(
            new Rule("killed-early", "when the hub dies before the join is answered, the program ends and says so",
                Needs.ANY, Scene::new, DeathRules::early),
            new Rule("killed-joined", "when the hub dies before ready is answered, the program ends", Needs.ANY,
                Scene::new, trial -> {
                    trial.hub.hold("ready");
                    trial.joined();
                    return killed(trial);
                }),
            new Rule("killed-asleep", "when the hub dies while the asset sleeps, the program ends", Needs.ANY,
                Scene::new, trial -> {
                    trial.asleep(trial.running());
                    return killed(trial);
                }),
            new Rule("killed-running", "when the hub dies between steps, the program ends", Needs.ANY, Scene::new,
                trial -> {
                    trial.go(trial.running(), 20 * Scene.MS);
                    trial.advance(50 * Scene.MS);
                    return killed(trial);
                }),
            new Rule("killed-in-reset", "when the hub dies between reset-done and clocks, the program ends", Needs.ANY,
                Scene::new, trial -> {
                    final Member member = trial.running();
                    trial.hub.beginReset();
                    trial.await(() -> member.resetsDone > 0, () -> "no reset-done", "it answers the event reset");
                    return killed(trial);
                }),
            new Rule("killed-paused", "when the hub dies in a pause, the program ends", Needs.ANY, Scene::new,
                trial -> {
                    final Member member = trial.running();
                    trial.hub.state("PAUSED", null);
                    trial.settle(member);
                    return killed(trial);
                }),
            new Rule("killed-at-gate", "when the hub dies while the asset waits for messages, the program ends",
                Needs.REFLECTS, () -> new Scene().reflecting().in("pose", "ann", Delivery.GATED, 10 * Scene.MS),
                trial -> {
                    trial.atGate(trial.running(), "ann");
                    return killed(trial);
                }),
            new Rule("killed-full", "when the hub dies while the asset waits for room in its log, the program ends",
                Needs.REFLECTS, () -> new Scene().reflecting(), trial -> {
                    full(trial, trial.running());
                    return killed(trial);
                }),
            new Rule("attach", "told to attach, it finds the hub that takes over and goes on from its T_i",
                Needs.REFLECTS, DeathRules::attaching, DeathRules::attach),
            new Rule("attach-in-step", "it finishes the step in which the hub dies, and attaches with its end",
                Needs.REFLECTS, DeathRules::attaching, DeathRules::attachInStep),
            new Rule("attach-reset", "where the hub dies after reset-done it attaches with timeNs 0", Needs.REFLECTS,
                DeathRules::attaching, DeathRules::attachAfterReset),
            new Rule("attach-refused", "refused with RESETTING it asks again; refused otherwise it ends", Needs.ANY,
                () -> new Scene().attaches(), DeathRules::attachRefused),
            new Rule("successor", "a process in the place of a killed one goes on with numbers and messages as they"
                + " were left", Needs.REFLECTS,
                () -> new Scene().reflecting().in("pose", "ann", Delivery.GATED, 40 * Scene.MS),
                DeathRules::successor),
            new Rule("successor-news", "it is handed the retroactive messages that its predecessor was not, and its"
                + " digest has all", Needs.REFLECTS,
                () -> new Scene().reflecting().in("news", "ann", Delivery.RETROACTIVE, Scene.MS),
                DeathRules::successorNews));
    }

    /** The asset has filled its log in a step, and waits for room. */
    static void full(final Trial trial, final Member member) throws Broken, IOException {
        trial.givesBack = false;
        // A process that was killed while it waited may have left it.
        trial.channels.own().store(Log.WAITS, 0);
        trial.order("send 20 " + BULK_BYTES);
        trial.advance(trial.hub.coreTimeNs() + 3 * member.stepNs);
        trial.await(() -> trial.channels.own().load(Log.WAITS) == 1, () -> "its log does not say that it waits",
            "while its log is full it waits for room");
    }

    /** Kills the process, and starts another one in its place. */
    private static Member replace(final Trial trial, final Member killed, final int round) throws Broken, IOException {
        final long timeNs = killed.timeNs();
        trial.program.kill();
        trial.mayEnd();
        trial.await(() -> killed.connection.hasEnded(), () -> "an open connection", "a closed one");
        trial.givesBack = true;
        trial.hub.expectSuccessorAt(timeNs);
        trial.startSuccessor();
        final Member member = trial.joinedAfter(round);
        trial.ready(member);
        final long frontierNs = trial.channels.own().load(Log.FRONTIER);
        Trial.require(frontierNs == timeNs, "its frontier is " + frontierNs + " when it is ready",
            "it stays the T_i of its predecessor: " + timeNs);
        return member;
    }

    private static String early(final Trial trial) throws Broken, IOException {
        trial.hub.hold("join");
        trial.await(() -> trial.hub.isWaiting("join"), () -> "the hub has heard " + trial.hub.heard, "it joins");
        return killed(trial);
    }

    private static String killed(final Trial trial) throws Broken, IOException {
        trial.hub.die();
        trial.ended("it ends when the stream has ended");
        Trial.require(trial.program.exitCode() != 0, "exit code 0", "another one: the run has not ended in order");
        return "ended " + trial.program.end();
    }

    /** The hub is gone, and another one has taken over; the asset has joined there. */
    private static Member takeOver(final Trial trial, final long coreTimeNs) throws Broken, IOException {
        trial.takeOver(coreTimeNs);
        final Member member = attached(trial);
        Trial.require(member.join.has("timeNs"), "a join without timeNs: " + member.join,
            "one that attaches says at which T_i it stands");
        return member;
    }

    /** The asset in the hub that has taken over; it need not be able to attach. */
    private static Member attached(final Trial trial) throws Broken, IOException {
        trial.mayEnd();
        trial.await(() -> trial.hub.members.size() > 0 || !trial.program.isAlive(), () -> "no join; " + trial.story(),
            "it attaches to the hub that takes over, or ends");
        requireAlive(trial);
        return trial.joined();
    }

    private static void requireAlive(final Trial trial) throws LeftOut {
        if (!trial.program.isAlive()) {
            throw new LeftOut("it ends when its hub dies, which is allowed");
        }
    }

    static String attach(final Trial trial) throws Broken, IOException {
        Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        long open = 0;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5; i++) {
                ann.send("pose", trial.hub.coreTimeNs() + 1, "p" + i);
                trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
            }
            trial.settle(member);
            // Once it has done steps there: a runtime may open some files late.
            open = round == 1 ? trial.openOf(member) : open;
            final long timeNs = member.timeNs();
            final long coreTimeNs = trial.hub.coreTimeNs();
            trial.hub.die();
            trial.linger(100 * Scene.MS);
            member = takeOver(trial, coreTimeNs);
            Trial.require(member.join.path("timeNs").asLong() == timeNs, "it attaches with timeNs "
                + member.join.path("timeNs"), "its T_i: " + timeNs);
            trial.ready(member);
            trial.hub.state("RUNNING", null);
        }
        trial.go(member, trial.hub.coreTimeNs() + 10 * member.stepNs);
        trial.awaitOpen(member, open, "at the third hub that took over, and " + open + " at the first");
        final List<String> starts = trial.notes("start");
        Trial.require(starts.size() == 1, starts.size() + " calls to start or reset", "one: to the program it is"
            + " only a long wait");
        MessageRules.requireNumbers(trial);
        MessageRules.requireHanded(trial, member);
        return "3 hubs, one run of " + trial.notes("step").size() + " steps; "
            + MessageRules.requireDigest(trial, member);
    }

    private static String attachInStep(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.order("hold 300");
        trial.advance(2 * member.stepNs);
        trial.reach(member, member.stepNs);
        trial.linger(50 * Scene.MS);
        final long coreTimeNs = trial.hub.coreTimeNs();
        trial.hub.die();
        final Member next = takeOver(trial, coreTimeNs);
        Trial.require(next.join.path("timeNs").asLong() == 2 * member.stepNs, "it attaches with timeNs "
            + next.join.path("timeNs"), "the end of the step that was under way: " + 2 * member.stepNs);
        trial.ready(next);
        trial.hub.state("RUNNING", null);
        trial.go(next, 10 * member.stepNs);
        MessageRules.requireNumbers(trial);
        return "finished its step, and went on from its end";
    }

    private static String attachAfterReset(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        trial.hub.beginReset();
        trial.await(() -> member.resetsDone > 0, () -> "no reset-done", "it answers the event reset");
        final long coreTimeNs = trial.hub.coreTimeNs();
        trial.hub.die();
        trial.takeOver(coreTimeNs);
        final Member next = attached(trial);
        Trial.require(next.join.path("timeNs").asLong(-1) == 0, "it attaches with timeNs " + next.join.path("timeNs"),
            "0: its simulator stands at its start");
        trial.ready(next);
        trial.settle(next);
        LifeRules.resetOnce(trial, next);
        trial.go(next, 5 * next.stepNs);
        return "attached with 0, was reset once more, and began anew";
    }

    private static String attachRefused(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        trial.settle(member);
        final long coreTimeNs = trial.hub.coreTimeNs();
        trial.hub.die();
        trial.takeOver(coreTimeNs);
        trial.hub.refuseJoins("RESETTING");
        trial.mayEnd();
        trial.await(() -> trial.hub.heard.stream().anyMatch(line -> line.startsWith("join"))
            || !trial.program.isAlive(), () -> "no join; " + trial.story(),
            "it attaches to the hub that takes over, or ends");
        if (trial.hub.heard.isEmpty()) {
            requireAlive(trial);
        }
        trial.mustGoOn();
        trial.await(() -> trial.hub.heard.stream().filter(line -> line.startsWith("join")).count() >= 2,
            () -> "the hub has heard " + trial.hub.heard, "refused with RESETTING it asks again");
        trial.hub.refuseJoins("CANNOT_GO_ON");
        trial.ended("refused with CANNOT_GO_ON it ends");
        Trial.require(trial.program.exitCode() != 0, "exit code 0", "another one: the run has not ended in order");
        return "asked again after RESETTING, ended after CANNOT_GO_ON";
    }

    private static String successor(final Trial trial) throws Broken, IOException {
        Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        for (int round = 1; round <= 4; round++) {
            // After even and after odd numbers of steps, since the log has places for two.
            for (int i = 0; i < 9 + round / 4; i++) {
                ann.send("pose", trial.hub.coreTimeNs() + 1, "m" + round + i);
                trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
            }
            // Killed in the middle of a step of which a part can be read already, since its log is full.
            full(trial, member);
            member = replace(trial, member, round);
            trial.reach(member);
        }
        trial.go(member, trial.hub.coreTimeNs() + 10 * member.stepNs);
        MessageRules.requireNumbers(trial);
        MessageRules.requireHanded(trial, member);
        trial.settle(member);
        SendRules.requireCount(trial.channels.own(),
            trial.channels.items().stream().filter(item -> item.type() != Log.VOID).count());
        return "4 processes killed in their steps, nothing lost and nothing doubled; "
            + MessageRules.requireDigest(trial, member);
    }

    private static String successorNews(final Trial trial) throws Broken, IOException {
        Member member = trial.running();
        final Sender ann = trial.channels.sender("ann");
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < 6; i++) {
                ann.send("news", trial.hub.coreTimeNs() + 1, "n" + round + i);
                trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
            }
            if (round == 2) {
                // Killed behind a step that ended while half of one of the sender's was there, and was not handed over.
                final long untilNs = trial.hub.coreTimeNs() + member.stepNs;
                ann.send("news", untilNs, "half");
                ann.showRecords();
                trial.channels.sender("kit").publish(untilNs);
                trial.hub.count(untilNs, true);
                trial.reach(member);
            } else {
                // Killed in a step before which it was handed one more.
                ann.send("news", trial.hub.coreTimeNs() + 1, "last" + round);
                full(trial, member);
            }
            member = replace(trial, member, round);
            trial.reach(member);
        }
        trial.go(member, trial.hub.coreTimeNs() + trial.scene.maxDelayNs + 2 * member.stepNs);
        final List<String> wanted = MessageRules.arrivals(trial, member, Delivery.RETROACTIVE).stream()
            .map(each -> "got " + each.told()).toList();
        final List<String> got = trial.notes("got news");
        Trial.require(got.equals(wanted), "it was handed " + got, "" + wanted);
        return "3 processes killed, each message once; " + MessageRules.requireDigest(trial, member);
    }
}
