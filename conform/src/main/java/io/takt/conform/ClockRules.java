package io.takt.conform;

import io.takt.asset.message.Delivery;
import io.takt.conform.Rule.Needs;
import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Rules about the clock, and about how an asset waits for the core. */
final class ClockRules {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long WRAP = 1L << 32;
    private static final int WAKES = 15;
    private static final long LONG_WAIT_NS = 1300 * Scene.MS;
    private static final long MOST_IDLE_PERCENT = 5;

    private ClockRules() {
    }

    static List<Rule> all() {
        return List.of(
            Rule.always("core", "T_i never passes T_c, not for a moment"),
            Rule.always("back", "T_i never goes back within an epoch"),
            Rule.always("grid", "T_i moves by whole steps from the timeNs that it was given"),
            Rule.always("memory", "nothing is written but the records that were named, and those only while they are"
                + " the asset's"),
            new Rule("steps", "it does every step that rule (a) allows, one after the other", Needs.ANY, Scene::new,
                ClockRules::steps),
            new Rule("late-join", "it starts at the timeNs of the reply, wherever that is", Needs.ANY,
                () -> new Scene().start(3 * SECOND_NS + 1_234_567), ClockRules::lateJoin),
            new Rule("far", "steps near the largest time are right, where a sum would overflow", Needs.ANY,
                () -> new Scene().start(Long.MAX_VALUE - 7 * Scene.MS), ClockRules::far),
            new Rule("step-callbacks", "the program is given each step once, from T_i to T_i and a step",
                Needs.REFLECTS, () -> new Scene().reflecting(), ClockRules::callbacks),
            new Rule("sleep", "while it has nothing to do its doorbell says for which T_c it sleeps, made even",
                Needs.BELL, Scene::new, ClockRules::sleep),
            new Rule("sleep-large", "it sleeps right where steps are multiples of 2^32 ns, or next to one", Needs.BELL,
                () -> new Scene().step(WRAP - 1), ClockRules::sleepLarge),
            new Rule("wake", "it steps as soon as it is rung for, and its doorbell is -1 then", Needs.BELL, Scene::new,
                ClockRules::wake),
            new Rule("unrung", "it looks by itself after a tenth of a second, when a hub is stopped in its ringing",
                Needs.BELL, Scene::new, ClockRules::unrung),
            new Rule("ring", "it rings the hub when it has reached the T_i for which the hub sleeps", Needs.BELL,
                Scene::new, ClockRules::ring),
            new Rule("ring-wakes", "its ring is a futex wake, so that a hub that sleeps there goes on at once",
                Needs.REFLECTS, () -> new Scene().reflecting(), ClockRules::ringWakes),
            new Rule("ring-only", "it rings only for its own number, and not before that T_i", Needs.BELL, Scene::new,
                ClockRules::ringOnly),
            new Rule("idle", "while T_c stands it costs less than " + MOST_IDLE_PERCENT + " % of a processor",
                Needs.ANY, Scene::new, ClockRules::idle),
            new Rule("idle-held", "likewise while it waits for a sender, for room in its log, and in a reset",
                Needs.REFLECTS, () -> new Scene().reflecting().in("pose", "ann", Delivery.GATED, 10 * Scene.MS),
                ClockRules::idleHeld),
            new Rule("interval", "with an interval it steps no more often, and says so in its thread's activity",
                Needs.ANY, () -> new Scene().interval(20 * Scene.MS).maxDelay(200 * Scene.MS), ClockRules::interval));
    }

    private static String steps(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.settle(member);
        Trial.require(member.timeNs() == member.firstNs, "T_i = " + member.timeNs() + " ns before T_c has moved",
            "no step while T_c stands at " + trial.hub.coreTimeNs());
        // One short of a step, then exactly there, then by chance.
        trial.advance(member.stepNs - 1);
        // Asleep it looks by itself after a tenth of a second.
        trial.linger(150 * Scene.MS);
        trial.settle(member);
        Trial.require(member.timeNs() == 0, "T_i = " + member.timeNs() + " ns at T_c = " + (member.stepNs - 1),
            "no step of " + member.stepNs + " ns yet");
        trial.advance(member.stepNs);
        trial.reach(member);
        trial.go(member, 200 * member.stepNs);
        trial.advance(208 * member.stepNs);
        trial.reach(member);
        return "T_i at its last step in " + trial.hub.coreTimeNs() / member.stepNs + " steps, seen at "
            + member.seenSteps + " times";
    }

    private static String lateJoin(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, trial.scene.startNs + 20 * member.stepNs);
        return "first at " + member.firstNs + " ns, then up to " + member.timeNs() + " ns";
    }

    private static String far(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.hub.count(Long.MAX_VALUE, true);
        trial.reach(member);
        trial.settle(member);
        return "T_i = " + member.timeNs() + " ns, " + (Long.MAX_VALUE - member.timeNs()) + " ns before the last time";
    }

    private static String callbacks(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 30 * member.stepNs);
        final List<String> steps = trial.notes("step");
        for (int i = 0; i < steps.size(); i++) {
            final String expected = "step " + i * member.stepNs + " " + (i + 1) * member.stepNs;
            Trial.require(steps.get(i).equals(expected), "as call " + (i + 1) + ": " + steps.get(i), expected);
        }
        Trial.require(steps.size() == member.timeNs() / member.stepNs, steps.size() + " calls at T_i = "
            + member.timeNs() + " ns", "one call for each step of " + member.stepNs + " ns");
        return steps.size() + " calls for as many steps";
    }

    private static Member asleep(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        awaitSleep(trial, member);
        return member;
    }

    private static void awaitSleep(final Trial trial, final Member member) throws Broken, IOException {
        trial.await(() -> member.sleepsFor() != Doorbell.AWAKE, () -> "its doorbell is -1 while T_c = "
            + trial.hub.coreTimeNs() + " ns and T_i = " + member.timeNs() + " ns", "it announces that it sleeps");
    }

    private static String sleep(final Trial trial) throws Broken, IOException {
        final Member member = asleep(trial);
        for (int step = 1; step <= 10; step++) {
            awaitAnnounced(trial, member);
            trial.advance(step * member.stepNs);
            trial.reach(member);
        }
        return "announced each of 10 steps";
    }

    private static void awaitAnnounced(final Trial trial, final Member member) throws Broken, IOException {
        final long wantedNs = member.timeNs() + member.stepNs & -2;
        trial.await(() -> member.sleepsFor() == wantedNs || (int) member.sleepsFor() == -1
            && member.sleepsFor() != Doorbell.AWAKE, () -> "its doorbell says " + member.sleepsFor()
            + " at T_i = " + member.timeNs() + " ns", "it says " + wantedNs);
        Trial.require((int) member.sleepsFor() != -1 || member.sleepsFor() == Doorbell.AWAKE,
            "its doorbell says " + member.sleepsFor() + ", whose low half is -1",
            "no sleeper announces a low half of -1, which means awake: " + wantedNs);
    }

    private static String sleepLarge(final Trial trial) throws Broken, IOException {
        return sleep(trial);
    }

    private static String wake(final Trial trial) throws Broken, IOException {
        final Member member = asleep(trial);
        final long[] took = new long[WAKES];
        for (int i = 0; i < WAKES; i++) {
            awaitSleep(trial, member);
            final long startNs = System.nanoTime();
            trial.advance((i + 1) * member.stepNs);
            trial.reach(member);
            took[i] = System.nanoTime() - startNs;
        }
        Arrays.sort(took);
        final long medianMs = took[WAKES / 2] / Scene.MS;
        Trial.require(medianMs < 40, "half of " + WAKES + " steps came more than " + medianMs + " ms after the ring",
            "a futex wake on the low half of its doorbell wakes it at once");
        trial.hub.count(trial.hub.coreTimeNs() + 8 * member.stepNs, true);
        trial.reach(member);
        return "half of " + WAKES + " steps came within " + took[WAKES / 2] / 1000 + " us";
    }

    private static String unrung(final Trial trial) throws Broken, IOException {
        final Member member = asleep(trial);
        for (int i = 0; i < 3; i++) {
            awaitSleep(trial, member);
            // As a hub that is stopped between the two halves of a ring.
            trial.hub.count((i + 1) * member.stepNs, false);
            member.thread.sleep().publish(Doorbell.AWAKE);
            trial.reach(member);
        }
        return "3 steps without a ring";
    }

    private static String ring(final Trial trial) throws Broken, IOException {
        final Member member = asleep(trial);
        for (int i = 1; i <= 10; i++) {
            trial.hub.doorbell().announce(member.number, i * member.stepNs);
            trial.advance(i * member.stepNs);
            trial.reach(member);
            trial.await(() -> trial.hub.doorbell().awaited() == Doorbell.AWAKE, () -> "the doorbell 'core' still is "
                + trial.hub.doorbell().awaited() + " at T_i = " + member.timeNs() + " ns",
                "it is set to -1 once T_i has reached 'core-for'");
        }
        trial.linger(LONG_WAIT_NS);
        final long wantedNs = member.timeNs() + member.stepNs;
        trial.hub.doorbell().announce(member.number, wantedNs);
        trial.advance(wantedNs);
        trial.reach(member);
        trial.await(() -> trial.hub.doorbell().awaited() == Doorbell.AWAKE, () -> "the doorbell 'core' still is "
            + trial.hub.doorbell().awaited() + " after a step that came after a wait of more than a second",
            "it is set to -1, however long the wait was");
        return "11 rings for 11 steps, one after a long wait";
    }

    private static String ringWakes(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        Trial.require(member.hasDoorbell(), "it joined without a doorbell", "one that rings joins with one");
        final long[] took = new long[5];
        for (int i = 0; i < took.length; i++) {
            final long wantedNs = member.timeNs() + 2 * member.stepNs;
            trial.order("hold 40");
            trial.hub.doorbell().announce(member.number, wantedNs);
            trial.advance(wantedNs);
            // Asleep while the step is under way, as a hub is.
            final long startNs = System.nanoTime();
            while (trial.hub.doorbell().awaited() != Doorbell.AWAKE && System.nanoTime() - startNs < SECOND_NS) {
                trial.hub.doorbell().sleep(member.number, SECOND_NS);
            }
            took[i] = System.nanoTime() - startNs;
            trial.reach(member);
        }
        Arrays.sort(took);
        Trial.require(took[2] < SECOND_NS / 2, "half of 5 rings left the hub asleep for more than "
            + took[2] / Scene.MS + " ms, in steps of 40 ms", "FUTEX_WAKE on the low half of 'core'");
        return "half of 5 rings came within " + took[2] / Scene.MS + " ms, in steps of 40 ms";
    }

    private static String ringOnly(final Trial trial) throws Broken, IOException {
        final Member member = asleep(trial);
        trial.hub.doorbell().announce(member.number, 3 * member.stepNs);
        trial.advance(2 * member.stepNs);
        trial.reach(member);
        trial.settle(member);
        Trial.require(trial.hub.doorbell().awaited() == member.number, "the doorbell 'core' is "
            + trial.hub.doorbell().awaited() + " at T_i = " + member.timeNs() + " ns",
            "it stays " + member.number + " until T_i = " + 3 * member.stepNs + " ns");
        trial.hub.doorbell().announce(member.number + 1, 3 * member.stepNs);
        trial.advance(4 * member.stepNs);
        trial.reach(member);
        trial.settle(member);
        Trial.require(trial.hub.doorbell().awaited() == member.number + 1, "the doorbell 'core' is "
            + trial.hub.doorbell().awaited(), "it stays " + (member.number + 1) + ", which is another asset's number");
        return "no ring before 'core-for', nor for another asset";
    }

    private static String idle(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 20 * member.stepNs);
        trial.settle(member);
        return requireIdle(trial, "in which T_c stands") + " ms of processor time in a second";
    }

    private static long requireIdle(final Trial trial, final String when) throws Broken, IOException {
        long leastMs = Long.MAX_VALUE;
        // A program may still be busy with its own start, so the best of some looks counts.
        for (int look = 0; look < 4 && leastMs > 10 * MOST_IDLE_PERCENT; look++) {
            final long beforeMs = trial.program.cpuMs();
            trial.linger(SECOND_NS);
            leastMs = Math.min(leastMs, trial.program.cpuMs() - beforeMs);
        }
        Trial.require(leastMs <= 10 * MOST_IDLE_PERCENT, leastMs + " ms of processor time in a second " + when,
            "less than " + MOST_IDLE_PERCENT + " %: it sleeps");
        return leastMs;
    }

    private static String idleHeld(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 20 * member.stepNs);
        trial.atGate(member, "ann");
        long mostMs = requireIdle(trial, "in which a sender holds it");
        trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
        trial.advance(trial.hub.coreTimeNs());
        DeathRules.full(trial, member);
        mostMs = Math.max(mostMs, requireIdle(trial, "in which its log has no room"));
        trial.givesBack = true;
        trial.reach(member);
        trial.hub.beginReset();
        trial.await(() -> member.resetsDone > 0, () -> "no reset-done; the hub has heard " + trial.hub.heard,
            "it answers the event reset by reset-done");
        mostMs = Math.max(mostMs, requireIdle(trial, "after its reset-done, before its new clocks"));
        trial.channels.resetSenders();
        trial.hub.endReset();
        trial.go(member, 4 * member.stepNs);
        return mostMs + " ms of processor time in a second at most";
    }

    private static String interval(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final long startNs = System.nanoTime();
        trial.hub.count(8 * member.stepNs, true);
        final boolean[] wasActive = {false};
        trial.await(() -> {
            wasActive[0] |= member.thread != null && member.thread.activity().read() == member.number;
            return member.timeNs() >= 8 * member.stepNs;
        }, () -> "T_i = " + member.timeNs() + " ns", "8 steps, one for each interval");
        final long tookMs = (System.nanoTime() - startNs) / Scene.MS;
        final long leastMs = 6 * trial.scene.intervalNs / Scene.MS;
        Trial.require(tookMs >= leastMs, "8 steps within " + tookMs + " ms", "at least " + leastMs
            + " ms: a step for each interval of " + trial.scene.intervalNs / Scene.MS + " ms");
        trial.settle(member);
        trial.await(() -> member.thread == null || member.thread.activity().read() == -1, () -> "activity is "
            + member.thread.activity().read() + " between steps", "-1 between steps");
        return "8 steps in " + tookMs + " ms; " + lateInterval(trial, member);
    }

    /** A process that was stopped for some intervals leaves out the steps that it has missed. */
    private static String lateInterval(final Trial trial, final Member member) throws Broken, IOException {
        final Stopped stopped = Stopped.stop(trial.pidOf(member));
        trial.hub.count(trial.hub.coreTimeNs() + 30 * member.stepNs, true);
        trial.linger(10 * trial.scene.intervalNs);
        final long fromNs = member.timeNs();
        final long startNs = System.nanoTime();
        stopped.goOn();
        trial.reach(member, fromNs + 6 * member.stepNs);
        final long tookMs = (System.nanoTime() - startNs) / Scene.MS;
        final long leastMs = 3 * trial.scene.intervalNs / Scene.MS;
        Trial.require(tookMs >= leastMs, "6 steps within " + tookMs + " ms after it was stopped for 10 intervals",
            "at least " + leastMs + " ms: intervals that were missed are left out");
        return "6 in " + tookMs + " ms after a stop";
    }
}
