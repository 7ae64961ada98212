package io.takt.proofs.rule;

import io.takt.asset.PolledAsset;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.proofs.rule.GateSchedules.GateSchedule;
import io.takt.proofs.rule.GateSchedules.Line;
import io.takt.proofs.rule.GateSchedules.Party;
import io.takt.rule.LinkFate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A {@link Federate} whose assets send each other messages, going through a schedule. A step of an asset takes several
 * turns: it begins, each of its messages is sent, it is committed. Others go on in between.
 */
final class GateRun {
    /** Instead of the place of an asset: the core. */
    static final int CORE = -1;

    private static final int SEED = 1;
    private static final int MAX_BYTES = 64;
    private static final UnsafeBuffer NOTHING = new UnsafeBuffer(new byte[0]);

    private final Federate federate;
    private final List<Line> lines;
    private final List<Sender> senders;
    private final List<PolledAsset> assets = new ArrayList<>();
    /** By asset, the messages that it was handed since it began to look for its next step. */
    private final List<TreeSet<String>> handed = new ArrayList<>();
    /** By asset, how many messages it has sent. */
    private final int[] sent;
    /** By asset, whether it is between the beginning of a step and its end. */
    private final BitSet steps = new BitSet();
    private final Staircase staircase;
    private boolean handsOut;

    GateRun(final GateSchedule schedule) {
        lines = schedule.lines();
        senders = schedule.parties().stream().map(party -> new Sender(party.step(), party.habit())).toList();
        sent = new int[senders.size()];
        final List<Long> stepsNs = schedule.parties().stream().map(Party::step).toList();
        federate = Federate.gated(
            schedule.coreStep(), schedule.maxDelay(), stepsNs, true, channels(lines), this::connect);
        stepsNs.forEach(federate::join);
        staircase = new Staircase(federate);
    }

    private static MessagePlan channels(final List<Line> lines) {
        final Map<String, List<OutputSpec>> outputs = new HashMap<>();
        final Map<String, List<InputSpec>> inputs = new HashMap<>();
        for (final Line line : lines) {
            outputs.put(Federate.nameOf(line.gate().from()),
                List.of(OutputSpec.named(line.channel()).maxBytes(MAX_BYTES)));
            inputs.computeIfAbsent(Federate.nameOf(line.gate().to()), name -> new ArrayList<>()).add(line.input());
        }
        return new MessagePlan(SEED, outputs, inputs, false);
    }

    /** An asset has joined; its message with stamp 0 is there before it is ready. */
    private void connect(final PolledAsset asset, final int place) {
        assets.add(asset);
        handed.add(new TreeSet<>());
        for (final Line line : lines) {
            if (line.gate().to() == place) {
                asset.channels().subscribe(line.channel(), message ->
                    handed.get(place).add(text(line, (int) message.sequence())));
            }
        }
        send(place, 0);
        promise(place, 0);
    }

    private boolean sends(final int asset) {
        return lines.stream().anyMatch(line -> line.gate().from() == asset);
    }

    private void send(final int asset, final long stampNs) {
        if (sends(asset)) {
            assets.get(asset).channels().output(channelOf(asset)).send(NOTHING, 0, 0, stampNs);
        }
        sent[asset]++;
    }

    /** The steps that begin at a time or later send nothing before the next stamp of the plan. */
    private void promise(final int asset, final long fromNs) {
        if (sends(asset) && senders.get(asset).promises()) {
            assets.get(asset).channels().output(channelOf(asset))
                .promiseNoSendBefore(senders.get(asset).nextNs(fromNs));
        }
    }

    private static String channelOf(final int asset) {
        return new Line(new Gate(asset, asset, 0, false), 0).channel();
    }

    private static String text(final Line line, final int number) {
        return 1 + line.gate().from() + "." + number;
    }

    Federate federate() {
        return federate;
    }

    /** Takes a turn. */
    void take(final Turn turn) {
        handsOut = false;
        if (turn.isCountUpOfCore(federate)) {
            staircase.countUp(federate.core()).ended(federate.coreCountsUp(turn::ageOf), federate);
        } else if (steps.get(turn.asset(federate))) {
            goOn(turn.asset(federate));
        } else if (!federate.hasEnded()) {
            begin(turn.asset(federate), turn);
        }
    }

    boolean isBetweenSteps(final int asset) {
        return !steps.get(asset);
    }

    /** The end of the step that an asset is in; between two steps its time. */
    long reachedNs(final int asset) {
        return isBetweenSteps(asset) ? federate.asset(asset).timeNs() : endOfStepNs(asset);
    }

    /** Whether the last turn was the beginning of a step that got a message. */
    boolean handsOut() {
        return handsOut;
    }

    /** Whether a party, the core or an asset between its steps, moves when it is given newest readings. */
    boolean moves(final int party) {
        return party == CORE ? federate.coreCountsUp(Federate.FRESH)
            : isBetweenSteps(party) && federate.polls(party, Federate.FRESH) == PolledAsset.Turn.STEP;
    }

    /** By rule (a) alone, with a reading of the core's time that is so old. */
    boolean doesCoreAllow(final int asset, final long ageOfReading) {
        return federate.asset(asset).stepNs()
            <= federate.core().readNs(ageOfReading) - federate.asset(asset).timeNs();
    }

    /** Whether the newest frontiers open all gates of an asset; promises aside. */
    boolean doFrontiersOpen(final int asset) {
        return gatesOf(asset).stream().allMatch(line -> wantedNs(line) - line.gate().delayNs()
            <= federate.asset(line.gate().from()).timeNs());
    }

    List<Line> gatesOf(final int asset) {
        return lines.stream().filter(line -> line.gate().to() == asset).toList();
    }

    /** Up to which time the next step of a receiver gets what is delivered. */
    private long wantedNs(final Line line) {
        final Clock receiver = federate.asset(line.gate().to());
        return line.gate().atStepEnd() ? receiver.timeNs() + receiver.stepNs() : receiver.timeNs();
    }

    private void begin(final int asset, final Turn turn) {
        final Clock clock = federate.asset(asset);
        final String name = "asset " + clock.number();
        handed.get(asset).clear();
        if (federate.polls(asset, turn::ageOf) != PolledAsset.Turn.STEP) {
            staircase.add(name + " is held at " + clock.timeNs()).ended(false, federate);
            return;
        }
        final TreeSet<String> due = new TreeSet<>();
        gatesOf(asset).forEach(line -> addDue(line, clock, due));
        steps.set(asset);
        handsOut = !handed.get(asset).isEmpty();
        staircase.add(name + " begins its step to " + endOfStepNs(asset) + ", due " + due + ", gets "
            + handed.get(asset)).ended(true, federate);
        require(due.equals(handed.get(asset)), "(G0) a step gets what is due in it and nothing else");
    }

    private long endOfStepNs(final int asset) {
        return federate.asset(asset).timeNs() + federate.asset(asset).stepNs();
    }

    /** By the plan, which no schedule has a part in. */
    private void addDue(final Line line, final Clock receiver, final TreeSet<String> due) {
        final long toNs = wantedNs(line);
        final long afterNs = receiver.timeNs() == 0 ? -1 : toNs - receiver.stepNs();
        final List<Long> stampsNs = senders.get(line.gate().from()).plannedNs(toNs + 1);
        final LinkFate fate = new LinkFate(SEED, line.input(), Federate.nameOf(line.gate().to()));
        for (int number = 0; number < stampsNs.size(); number++) {
            final long deliveryNs = fate.deliveryNs(stampsNs.get(number), number);
            if (deliveryNs > afterNs && deliveryNs <= toNs) {
                due.add(text(line, number));
            }
        }
    }

    /** The next message of the step, or its end. */
    private void goOn(final int asset) {
        final String name = "asset " + federate.asset(asset).number();
        final List<Long> stampsNs = senders.get(asset).plannedNs(endOfStepNs(asset));
        if (sent[asset] < stampsNs.size()) {
            send(asset, stampsNs.get(sent[asset]));
            staircase.add(name + " sends its message " + (sent[asset] - 1)).ended(true, federate);
        } else {
            promise(asset, endOfStepNs(asset));
            federate.commits(asset);
            steps.clear(asset);
            staircase.add(name + " ends its step").ended(true, federate);
        }
    }

    void require(final boolean holds, final String statement) {
        if (!holds) {
            throw new AssertionError(statement + " is violated:\n" + staircase);
        }
    }
}
