package io.takt.conform;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.message.Delivery;
import io.takt.conform.Rule.Needs;
import io.takt.shm.host.ProcStat;
import java.io.IOException;
import java.util.List;

/** Rules about joining, resets, and all ways in which an asset's part ends. */
final class LifeRules {
    private static final int LONG_REASON = 3000;

    private LifeRules() {
    }

    static List<Rule> all() {
        return List.of(
            Rule.always("lines", "what it says on the control socket are requests as the protocol's page has them"),
            new Rule("join", "its join has its process, its doorbell and what it declares", Needs.ANY,
                Scene::new, LifeRules::join),
            new Rule("declaration", "its join declares the steps and channels that it was asked to declare",
                Needs.REFLECTS, () -> new Scene().reflecting().declaresStep().step(7 * Scene.MS)
                    .interval(2 * Scene.MS).out("more", 512)
                    .in("pose", "ann", Delivery.GATED_UNTIL_END, 20 * Scene.MS, 3 * Scene.MS, 0.25)
                    .in("news", "bob", Delivery.RETROACTIVE, 5 * Scene.MS), LifeRules::declaration),
            new Rule("declaration-zero", "an interval of 0 is declared, too, and not left to the configuration",
                Needs.REFLECTS, () -> new Scene().reflecting().declaresStep(), LifeRules::declarationOfZero),
            new Rule("ready", "it says ready once, and waits for the core then", Needs.ANY, Scene::new,
                LifeRules::ready),
            new Rule("late-answers", "it waits for a hub that answers late, and does nothing meanwhile", Needs.ANY,
                Scene::new, LifeRules::lateAnswers),
            new Rule("unknown", "it passes over fields and events that it does not know", Needs.ANY,
                () -> new Scene().unknown(), LifeRules::unknown),
            new Rule("pieces", "it reads lines that come in pieces, and several that come at once", Needs.ANY,
                () -> new Scene().unknown().inPieces(), LifeRules::unknown),
            new Rule("refused", "a program whose join is refused ends, and says why by its exit code", Needs.ANY,
                Scene::new, LifeRules::refused),
            new Rule("refused-later", "it leaves with an asset that the event refused names", Needs.REFLECTS,
                () -> new Scene().reflecting(), LifeRules::refusedLater),
            new Rule("leave", "once it has asked to leave it writes nothing any more, however late the reply is",
                Needs.REFLECTS, () -> new Scene().reflecting(), LifeRules::leave),
            new Rule("fail", "a simulator that fails is told to the hub with its reason", Needs.REFLECTS,
                () -> new Scene().reflecting(), LifeRules::fail),
            new Rule("damaged", "a record that is not as it was written is no message: the asset fails with it",
                Needs.REFLECTS, () -> new Scene().reflecting().in("pose", "ann", Delivery.GATED, 0),
                LifeRules::damaged),
            new Rule("stop-run", "it can end the run, and goes on until the hub says that it has ended",
                Needs.REFLECTS, () -> new Scene().reflecting(), LifeRules::stopRun),
            new Rule("stopped", "after STOPPED it does no more steps, closes, and ends with exit code 0", Needs.ANY,
                Scene::new, trial -> end(trial, "STOPPED", true)),
            new Rule("stopped-asleep", "it hears of STOPPED while it waits for the core", Needs.ANY,
                Scene::new, trial -> end(trial, "STOPPED", false)),
            new Rule("failed", "after FAILED it ends with another exit code than 0", Needs.ANY, Scene::new,
                trial -> end(trial, "FAILED", false)),
            new Rule("pause", "it waits through a pause, however long, and goes on after it", Needs.ANY, Scene::new,
                LifeRules::pause));
    }

    private static String join(final Trial trial) throws Broken, IOException {
        final Member member = trial.joined();
        trial.ready(member);
        final JsonNode join = member.join;
        final long pid = join.path("pid").asLong();
        Trial.require(pid == 0 || trial.program.hasProcess(pid), "pid " + pid, "the pid of the process that joins: "
            + trial.program.pid() + " or one that it has started");
        final ProcStat stat = ProcStat.of(pid);
        final long started = join.path("startTime").asLong();
        Trial.require(started == 0 || stat == null || stat.startTicks() == started, "startTime " + started,
            "field 22 of /proc/" + pid + "/stat" + (stat == null ? "" : ": " + stat.startTicks()));
        Trial.require(!join.has("doorbell") || join.path("doorbell").isNull() || member.hasDoorbell(),
            "doorbell " + join.path("doorbell"), "the sleepCounter that the hub gave this connection, or none");
        return "'" + member.name + "', pid " + pid + (member.hasDoorbell() ? ", with a doorbell" : ", without one");
    }

    private static String declaration(final Trial trial) throws Broken, IOException {
        final JsonNode join = trial.joined().join;
        same(join.path("stepNs"), trial.scene.stepNs, "stepNs");
        same(join.path("intervalNs"), trial.scene.intervalNs, "intervalNs");
        count(join, "outputs", trial.scene.outputs.size());
        count(join, "inputs", trial.scene.inputs.size());
        for (int i = 0; i < trial.scene.outputs.size(); i++) {
            same(join.at("/outputs/" + i + "/channel"), trial.scene.outputs.get(i).channel(), "outputs[" + i + "]");
            same(join.at("/outputs/" + i + "/maxBytes"), trial.scene.outputs.get(i).maxBytes(), "its maxBytes");
        }
        for (int i = 0; i < trial.scene.inputs.size(); i++) {
            final Scene.In input = trial.scene.inputs.get(i);
            final JsonNode told = join.path("inputs").path(i);
            same(told.path("channel"), input.channel(), "inputs[" + i + "]");
            same(told.path("sender"), input.sender(), "its sender");
            same(told.path("delivery"), input.delivery(), "its delivery");
            same(told.path("delayNs"), input.delayNs(), "its delayNs");
            same(told.path("jitterNs"), input.jitterNs(), "its jitterNs");
            Trial.require(told.path("loss").asDouble() == input.loss(), "its loss " + told.path("loss"),
                "" + input.loss());
        }
        return "step, interval, " + trial.scene.outputs.size() + " outputs and " + trial.scene.inputs.size()
            + " inputs as asked";
    }

    private static String declarationOfZero(final Trial trial) throws Broken, IOException {
        final JsonNode join = trial.joined().join;
        Trial.require(join.has("intervalNs"), "no intervalNs in its join", "0: without it the hub takes the configured"
            + " interval");
        same(join.path("intervalNs"), 0, "intervalNs");
        return "an interval of 0";
    }

    private static void count(final JsonNode join, final String what, final int wanted) throws Broken {
        Trial.require(join.path(what).size() == wanted, join.path(what).size() + " " + what + " in its join",
            wanted + ", as " + Trial.DECLARATION + " says");
    }

    private static void same(final JsonNode is, final Object wanted, final String what) throws Broken {
        Trial.require(is.asText("0").equals(wanted.toString()), what + " " + (is.isMissingNode() ? "is missing" : is),
            wanted.toString());
    }

    private static String ready(final Trial trial) throws Broken, IOException {
        final Member member = trial.joined();
        trial.ready(member);
        trial.settle(member);
        Trial.require(member.readies == 1, member.readies + " requests 'ready'", "one");
        trial.hub.state("READY", null);
        trial.hub.state("RUNNING", null);
        trial.go(member, 5 * member.stepNs);
        Trial.require(member.readies == 1, member.readies + " requests 'ready'", "one");
        return "ready once, no step before the core";
    }

    private static String lateAnswers(final Trial trial) throws Broken, IOException {
        for (final String op : List.of("doorbell", "join", "ready")) {
            trial.hub.hold(op);
        }
        for (final String op : List.of("doorbell", "join", "ready")) {
            trial.await(() -> trial.hub.isWaiting(op) || trial.hub.members.size() > 0 && op.equals("doorbell")
                || op.equals("doorbell") && trial.hub.isWaiting("join"),
                () -> "the hub has heard " + trial.hub.heard, "it asks for: " + op);
            final int heard = trial.hub.heard.size();
            trial.linger(300 * Scene.MS);
            Trial.require(trial.hub.control.connections().stream().noneMatch(Control.Connection::hasEnded)
                && trial.program.isAlive(), "it has closed its connection while the reply to '" + op + "' was late",
                "a hub is never timed out");
            Trial.require(trial.hub.heard.size() == heard || !op.equals("join"), "while the reply to '" + op
                + "' was late the hub has heard " + trial.hub.heard, "it waits for the reply");
            trial.hub.release(op);
        }
        final Member member = trial.joined();
        trial.hub.state("RUNNING", null);
        trial.go(member, 5 * member.stepNs);
        return "waited 300 ms for each reply";
    }

    private static String unknown(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        final List<String> events = List.of(
            "{\"event\":\"later\",\"asset\":\"" + member.name + "\",\"state\":\"FAILED\"}",
            "{\"event\":\"eclipse\"}", "{\"event\":\"moon\",\"phases\":[{\"new\":1},[2,[3]],null]}",
            "{\"event\":\"report\",\"of\":\"all\"}", "{\"event\":\"state\",\"state\":\"RUNNING\",\"reset\":true}");
        for (int i = 0; i < 20; i++) {
            trial.hub.tell(events.get(trial.random.nextInt(events.size())));
            trial.go(member, trial.hub.coreTimeNs() + member.stepNs);
        }
        trial.await(() -> member.connection.isAllSent(), () -> "it does not read its socket", "it reads it");
        trial.settle(member);
        Trial.require(member.clocks != null, "it has left, or failed: " + trial.hub.heard, "it goes on");
        resetOnce(trial, member);
        trial.go(member, 10 * member.stepNs);
        return "20 such events and a reset passed";
    }

    /** A reset from beginning to end. */
    static void resetOnce(final Trial trial, final Member member) throws Broken, IOException {
        final int before = member.resetsDone;
        trial.hub.beginReset();
        trial.await(() -> member.resetsDone > before, () -> "no reset-done; the hub has heard " + trial.hub.heard,
            "it answers the event reset by reset-done");
        trial.channels.resetSenders();
        trial.hub.endReset();
    }

    private static String refused(final Trial trial) throws Broken, IOException {
        trial.hub.refuseJoins("NO_ROOM");
        trial.mayEnd();
        trial.await(() -> trial.hub.heard.stream().anyMatch(line -> line.startsWith("join")),
            () -> "no join; the hub has heard " + trial.hub.heard, "it joins");
        trial.ended("a program whose join is refused ends");
        Trial.require(trial.program.exitCode() != 0, "exit code 0", "another one: it has not taken part");
        return "ended " + trial.program.end();
    }

    private static String refusedLater(final Trial trial) throws Broken, IOException {
        final Member member = trial.joined();
        trial.ready(member);
        trial.hub.tell("{\"event\":\"refused\",\"asset\":\"" + member.name
            + "\",\"code\":\"BAD_CHANNEL\",\"error\":\"it receives channel 'poes' from 'ann', which sends pose\"}");
        trial.mayEnd();
        trial.await(() -> member.hasLeft || member.connection.hasEnded(), () -> "it takes no notice",
            "it leaves with the asset");
        return member.hasLeft ? "left" : "closed its connection";
    }

    static String leave(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        trial.hub.hold("leave");
        trial.order("leave");
        trial.advance(trial.hub.coreTimeNs() + 2 * member.stepNs);
        final io.takt.shm.clock.Clock clock = member.clocks.time();
        trial.mayEnd();
        trial.await(() -> trial.hub.isWaiting("leave"), () -> "the hub has heard " + trial.hub.heard,
            "it asks to leave when its program wants that");
        final long leftAtNs = clock.read();
        trial.advance(trial.hub.coreTimeNs() + 4 * member.stepNs);
        trial.linger(100 * Scene.MS);
        trial.linger(50 * Scene.MS);
        Trial.require(clock.read() == leftAtNs, "T_i went from " + leftAtNs + " to " + clock.read()
            + " ns after it had asked to leave", "nothing is written after that");
        trial.hub.release("leave");
        trial.ended("its program ends once its only asset has left");
        Trial.require(trial.program.exitCode() == 0, "it ended " + trial.program.end(), "exit code 0");
        return "left at " + leftAtNs + " ns, waited for a late reply";
    }

    private static String fail(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.order("fail no \"fuel\" left");
        trial.mayEnd();
        trial.advance(2 * member.stepNs);
        trial.await(() -> member.failure != null, () -> "the hub has heard " + trial.hub.heard,
            "it says fail, with a reason");
        Trial.require(member.failure.contains("no \"fuel\" left"), "the reason " + member.failure,
            "a reason with: no \"fuel\" left");
        return "failed: " + member.failure;
    }

    private static String damaged(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        // Its records have checks from here on, and that of this one is wrong.
        final Sender ann = trial.channels.sender("ann");
        ann.log().store(Log.CHECKED, ann.log().load(Log.TAIL) + 1);
        ann.send("pose", trial.hub.coreTimeNs() + 1, "damaged");
        trial.mayEnd();
        trial.advance(trial.hub.coreTimeNs() + 2 * member.stepNs);
        trial.ended("it ends: a record with a wrong check is an error");
        Trial.require(trial.program.exitCode() != 0, "exit code 0", "another one: the run has not ended in order");
        return "ended " + trial.program.end();
    }

    private static String stopRun(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.order("stop landed");
        trial.advance(2 * member.stepNs);
        trial.await(() -> trial.hub.heard.stream().anyMatch(line -> line.startsWith("stop")),
            () -> "the hub has heard " + trial.hub.heard, "it asks for the end of the run");
        trial.hub.state("STOPPED", "the asset has ended the run: landed");
        trial.ended("its program ends when the run has ended");
        Trial.require(trial.program.exitCode() == 0, "it ended " + trial.program.end(), "exit code 0");
        return "ended the run";
    }

    static String end(final Trial trial, final String state, final boolean busy) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        if (!busy) {
            trial.asleep(member);
        }
        // Longer than any buffer that is long enough for all other lines, and not only in ASCII.
        trial.hub.state(state, state.equals("FAILED")
            ? "asset 'x' was lost: its process \"9\" ended: " + "f\u00fcel? ".repeat(LONG_REASON) : "asked to");
        trial.ended("the program ends after the event " + state);
        final boolean isGood = trial.program.exitCode() == 0 == state.equals("STOPPED");
        Trial.require(isGood, "it ended " + trial.program.end(),
            state.equals("STOPPED") ? "exit code 0" : "another exit code than 0");
        return "ended with exit code " + trial.program.exitCode();
    }

    private static String pause(final Trial trial) throws Broken, IOException {
        final Member member = trial.running();
        trial.go(member, 5 * member.stepNs);
        trial.hub.state("PAUSED", null);
        trial.linger(700 * Scene.MS);
        trial.hub.state("RUNNING", null);
        trial.go(member, 10 * member.stepNs);
        return "stood still for 700 ms, then went on";
    }
}
