package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.TappedJoin;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.JudgedChild;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.RunGates;
import io.takt.hub.core.world.ProcessReading;
import io.takt.hub.core.world.Processes;
import io.takt.rule.AssetRule;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.Event;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MemoryMessages;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/** A hub's machine with everything around it held in the hand: counters, wall clock, epochs, events and assets. */
final class HubLab implements Consumer<HubEvent>, Processes {
    static final int MS = 1_000_000;

    /** When the processes of all assets started. */
    static final long START_TIME = 1_700_000_000_000L;
    private static final int MOST_WORK = 100_000;
    /** T_c, and the two on which the hub sleeps. */
    static final int CORE_COUNTERS = 3;

    final Plan plan;
    final CountersManager counters;
    final HubMachine machine;
    final List<Sent> sent = new ArrayList<>();
    final List<Integer> hungUp = new ArrayList<>();
    final List<HubState> states = new ArrayList<>();
    final List<String> reasons = new ArrayList<>();
    final List<String> assetEvents = new ArrayList<>();
    final List<TappedJoin> tapped = new ArrayList<>();
    final List<RunGates> gates = new ArrayList<>();
    final List<String> losses = new ArrayList<>();
    final List<String> restarts = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    final List<ToParent> toParent = new ArrayList<>();
    final Map<String, LabAsset> assets = new LinkedHashMap<>();
    final LabRecord record = new LabRecord();
    private final Queue<Long> readings = new ArrayDeque<>();
    long nowNs = 1_000;
    ProcessReading sight = ProcessReading.NONE;
    long watched;
    private long nextId = 100;
    private long nextEpoch = 1;

    record Sent(int connection, FromHub message) {
    }

    /** A plan that is put together piece by piece. */
    static final class Plan {
        private final List<PlannedAsset> assets = new ArrayList<>();
        private final long coreStepNs;
        private final long maxDelayNs;
        private long coreIntervalNs;
        private double speed = Double.POSITIVE_INFINITY;
        private long untilNs = Long.MAX_VALUE;
        private boolean endsWhenAllLeft;
        private boolean force;
        private int records = 1_024;
        private MessagePlan channels = MessagePlan.NONE;
        private long reuseAfterMs;
        /** They outlive a hub. */
        final MemoryMessages messages = new MemoryMessages();
        Map<String, JudgedChild> judged = Map.of();

        private Plan(final long coreStepNs, final long maxDelayNs) {
            this.coreStepNs = coreStepNs;
            this.maxDelayNs = maxDelayNs;
        }

        static Plan of(final long coreStepNs, final long maxDelayNs) {
            return new Plan(coreStepNs, maxDelayNs);
        }

        Plan asset(final String name, final long stepNs) {
            return asset(name, stepNs, true, OnLost.HALT);
        }

        Plan asset(final String name, final long stepNs, final boolean required, final OnLost onLost) {
            return asset(name, stepNs, required, onLost, Restart.USUAL);
        }

        Plan restarted(final String name, final long stepNs, final int limit) {
            return asset(name, stepNs, true, OnLost.RESTART, new Restart(limit, 7, false));
        }

        Plan withInterval(final String name, final long stepNs, final long intervalNs) {
            assets.add(new PlannedAsset(name, Steps.fixedNs(stepNs), intervalNs, true, OnLost.HALT,
                WaitStrategy.ADAPTIVE, OnHubLost.EXIT, Restart.USUAL, List.of()));
            return this;
        }

        /** An asset whose steps vary. */
        Plan varying(final String name, final Steps steps) {
            assets.add(new PlannedAsset(
                name, steps, 0, true, OnLost.HALT, WaitStrategy.ADAPTIVE, OnHubLost.EXIT, Restart.USUAL, List.of()));
            return this;
        }

        Plan asset(final String name, final long stepNs, final boolean required, final OnLost onLost,
            final Restart restart) {
            assets.add(new PlannedAsset(
                name, Steps.fixedNs(stepNs), 0, required, onLost, WaitStrategy.ADAPTIVE, OnHubLost.EXIT, restart,
                List.of()));
            return this;
        }

        Plan until(final long timeNs) {
            untilNs = timeNs;
            return this;
        }

        Plan pace(final double newSpeed, final long newIntervalNs) {
            speed = newSpeed;
            coreIntervalNs = newIntervalNs;
            return this;
        }

        Plan endsWhenAllLeft() {
            endsWhenAllLeft = true;
            return this;
        }

        Plan channels(final MessagePlan plan) {
            channels = plan;
            return this;
        }

        Plan force() {
            force = true;
            return this;
        }

        Plan records(final int most) {
            records = most;
            return this;
        }

        /** Freed records are not used again, as within the first second at a real driver. */
        Plan coolDown() {
            reuseAfterMs = 1_000;
            return this;
        }

        HubLab open() {
            return new HubLab(this, null);
        }

        /** A hub of the same plan that takes over. */
        HubLab open(final LeftClocks left) {
            return new HubLab(this, left);
        }

        /** Another hub of the same plan, with messages of its own, whose clock reads what was read before. */
        HubLab again(final List<Long> readings) {
            final Plan same = new Plan(coreStepNs, maxDelayNs);
            same.assets.addAll(assets);
            same.coreIntervalNs = coreIntervalNs;
            same.speed = speed;
            same.untilNs = untilNs;
            same.endsWhenAllLeft = endsWhenAllLeft;
            same.force = force;
            same.records = records;
            same.channels = channels;
            same.reuseAfterMs = reuseAfterMs;
            final HubLab lab = same.open();
            lab.readings.addAll(readings.subList(lab.record.entries().size(), readings.size()));
            return lab;
        }
    }

    private HubLab(final Plan plan, final LeftClocks left) {
        this.plan = plan;
        counters = new CountersManager(
            new UnsafeBuffer(ByteBuffer.allocateDirect(plan.records * CountersReader.METADATA_LENGTH)),
            new LabCounters(plan.records * CountersReader.COUNTER_LENGTH),
            StandardCharsets.UTF_8, () -> 0, plan.reuseAfterMs);
        machine = new HubMachine(new HubPlan("lab", "/cnc", plan.coreStepNs, plan.coreIntervalNs, plan.maxDelayNs,
            plan.speed, WaitStrategy.ADAPTIVE, plan.untilNs, plan.endsWhenAllLeft, plan.force,
            List.copyOf(plan.assets), plan.channels, List.copyOf(plan.judged.keySet()), Map.copyOf(plan.judged)),
            new HubClocks(counters, "lab"), plan.messages, this::readClock, () -> nextEpoch++, this, this, left);
    }

    /** An asset as its process sees it: the hub's answers, and the shared counters. */
    final class LabAsset {
        final int connection;
        final String name;
        final long stepNs;
        Reply.AssetCounters clocks;
        int core;
        boolean resetting;
        Long resetOf;
        boolean frozen;

        LabAsset(final int connection, final Reply.Joined joined) {
            this.connection = connection;
            this.name = joined.clocks().asset();
            this.stepNs = joined.stepNs();
            this.clocks = joined.clocks();
            this.core = joined.coreTimeCounter();
        }

        long timeNs() {
            return counters.getCounterValue(clocks.timeCounter());
        }

        AssetState state() {
            return AssetState.values()[(int) counters.getCounterValue(clocks.stateCounter())];
        }

        /** One count-up by rule (a), if the asset is not resetting. */
        boolean step() {
            if (resetting || frozen || !AssetRule.progresses(timeNs(), stepNs, counters.getCounterValue(core))) {
                return false;
            }
            write(clocks.timeCounter(), timeNs() + stepNs);
            return true;
        }

        Reply ready() {
            return ask(connection, new Request.Ready(nextId++, name));
        }

        Reply leave() {
            final Reply reply = ask(connection, new Request.Leave(nextId++, name));
            assets.remove(name);
            return reply;
        }

        Reply fail(final String why) {
            final Reply reply = ask(connection, new Request.Fail(nextId++, name, why));
            assets.remove(name);
            return reply;
        }

        Reply resetDone() {
            resetting = false;
            return ask(connection, new Request.ResetDone(nextId++, name, resetOf));
        }
    }

    /** All commands for the machine go through here. */
    void on(final HubCommand command) {
        record.add(new LabRecord.Command(command));
        machine.on(command);
    }

    /** One duty cycle. */
    int work() {
        record.add(new LabRecord.Work());
        return machine.doWork();
    }

    /** An asset moves a counter that is its own. */
    void write(final int counterId, final long value) {
        record.add(new LabRecord.Write(counterId, value));
        counters.setCounterValue(counterId, value);
    }

    private long readClock() {
        nowNs = readings.isEmpty() ? nowNs : readings.remove();
        record.add(new LabRecord.Reading(nowNs));
        return nowNs;
    }

    MemoryMessages messages() {
        return plan.messages;
    }

    LabAsset join(final int connection, final String name, final long stepNs) {
        return enter(connection, tryJoin(connection, name, stepNs));
    }

    /** By the answer to its join. */
    LabAsset enter(final int connection, final Reply reply) {
        assertThat(reply.error()).isNull();
        final LabAsset asset = new LabAsset(connection, reply.joined());
        assets.put(asset.name, asset);
        return asset;
    }

    Reply tryJoin(final int connection, final String name, final long stepNs) {
        return ask(connection, Request.Join.of(nextId++, name).stepNs(stepNs));
    }

    /** The answer may come later: see {@link #replies}. */
    long beginJoin(final int connection, final String name, final long stepNs) {
        final long id = nextId++;
        on(new HubCommand.Ask(connection, Request.Join.of(id, name).stepNs(stepNs), START_TIME));
        return id;
    }

    /** Joins and is ready, over a connection of its own. */
    LabAsset member(final String name, final long stepNs) {
        final LabAsset asset = join(nextConnection(), name, stepNs);
        asset.ready();
        return asset;
    }

    private int nextConnection() {
        return 1 + assets.values().stream().mapToInt(asset -> asset.connection).max().orElse(0);
    }

    void close(final int connection) {
        assets.values().removeIf(asset -> asset.connection == connection);
        on(new HubCommand.ConnectionClosed(connection));
    }

    Reply pause() {
        return ask(90, new Request.Pause(nextId++));
    }

    Reply resume() {
        return ask(90, new Request.Resume(nextId++));
    }

    Reply stop() {
        return ask(90, new Request.Stop(nextId++));
    }

    /** The answer to a reset comes later: see {@link #replies}. */
    long reset(final int connection) {
        final long id = nextId++;
        on(new HubCommand.Ask(connection, new Request.Reset(id), 0));
        return id;
    }

    List<Reply> replies(final int connection, final long id) {
        return sent.stream().filter(each -> each.connection == connection && each.message instanceof Reply reply
            && reply.id() == id).map(each -> (Reply) each.message).toList();
    }

    <T> List<T> events(final int connection, final Class<T> type) {
        return sent.stream().filter(each -> each.connection == connection && type.isInstance(each.message))
            .map(each -> type.cast(each.message)).toList();
    }

    /** Asks and takes the one reply, which must be for this connection and id. */
    Reply ask(final int connection, final Request request) {
        on(new HubCommand.Ask(connection, request, START_TIME));
        assertThat(sent.stream().filter(each -> each.message instanceof Reply reply && reply.id() == request.id()))
            .as("replies to %s", request).hasSize(1);
        return replies(connection, request.id()).get(0);
    }

    /** Duty cycles and steps of all assets until nothing moves any more; at most so many rounds. */
    void run(final int rounds) {
        int idle = 0;
        for (int i = 0; i < rounds && idle < 2; i++) {
            int work = 0;
            while (work() > 0) {
                work++;
                assertThat(work).as("something bounds the core").isLessThan(MOST_WORK);
            }
            for (final LabAsset asset : assets.values()) {
                while (asset.step()) {
                    work++;
                }
            }
            idle = work == 0 ? idle + 1 : 0;
        }
    }

    long coreNs() {
        return machine.status().coreTimeNs();
    }

    HubState state() {
        return machine.state();
    }

    String reason() {
        return machine.status().reason();
    }

    /** max T_i ≤ T_c ≤ min T_i + D_max, by the counters alone. */
    void assertSafe() {
        final List<Integer> cores = new ArrayList<>();
        final List<Long> times = new ArrayList<>();
        counters.forEach((id, typeId, key, label) -> {
            if (typeId == 7001) {
                cores.add(id);
            } else if (typeId == 7002) {
                times.add(counters.getCounterValue(id));
            }
        });
        assertThat(cores).hasSize(1);
        final long core = counters.getCounterValue(cores.get(0));
        for (final long time : times) {
            assertThat(time).isLessThanOrEqualTo(core);
            assertThat(core - time).isLessThanOrEqualTo(plan.maxDelayNs);
        }
    }

    /** The counters of a label that are in use. */
    List<Integer> counters(final String wanted) {
        final List<Integer> found = new ArrayList<>();
        counters.forEach((id, label) -> {
            if (label.equals(wanted)) {
                found.add(id);
            }
        });
        return found;
    }

    int allocated() {
        final int[] count = new int[1];
        counters.forEach((id, label) -> count[0]++);
        return count[0];
    }

    @Override
    public void accept(final HubEvent event) {
        record.told(event);
        if (event instanceof HubEvent.Send send) {
            onSent(send);
        } else if (event instanceof HubEvent.SendStatus status) {
            sent.add(new Sent(status.connection(), status.reply()));
        } else if (event instanceof HubEvent.HangUp hangUp) {
            hungUp.add(hangUp.connection());
        } else if (event instanceof HubEvent.StateChanged change) {
            states.add(change.state());
            reasons.add(change.reasonText());
        } else if (event instanceof HubEvent.AssetChanged change) {
            assetEvents.add(
                change.asset() + " " + change.state() + (change.detail() == null ? "" : ": " + change.detail()));
        } else if (event instanceof HubEvent.AssetTapped tap) {
            tapped.add(tap.join());
        } else if (event instanceof HubEvent.GatesToJudge judged) {
            gates.add(judged.gates());
        } else if (event instanceof HubEvent.Warning warning) {
            warnings.add(warning.text());
        } else if (event instanceof HubEvent.AssetLost lost) {
            losses.add(lost.loss().asset() + " " + lost.loss().account() + " -> " + lost.sequel().text());
        } else if (event instanceof HubEvent.TellParent told) {
            toParent.add(told.message());
        } else if (event instanceof HubEvent.Restarting each) {
            restarts.add(each.asset() + " " + each.tries() + " after " + each.pauseNs());
        }
    }

    private void onSent(final HubEvent.Send send) {
        sent.add(new Sent(send.connection(), send.message()));
        if (send.message() instanceof Event.Reset reset) {
            assets.values().stream().filter(asset -> asset.connection == send.connection()).forEach(asset -> {
                asset.resetting = true;
                asset.resetOf = reset.epoch();
            });
        } else if (send.message() instanceof Event.Clocks fresh) {
            for (final Reply.AssetCounters each : fresh.assets()) {
                final LabAsset asset = assets.get(each.asset());
                if (asset != null) {
                    asset.clocks = each;
                    asset.core = fresh.coreTimeCounter();
                }
            }
        }
    }

    @Override
    public ProcessReading newest(final long pid) {
        return pid == 0 ? ProcessReading.NONE : sight;
    }

    @Override
    public void watch(final long pid) {
        watched = pid;
    }
}
