package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.OnHubLost;
import io.takt.asset.RefusalCode;
import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.InputSpec;
import io.takt.asset.name.Names;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.world.ProcessReading;
import io.takt.rule.Liveness;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.ListenerSlots;
import io.takt.shm.message.RoomWait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Who takes part in a hub. Knows the members by name, for requests, and by the core's slot, for count-ups. Owned by the
 * hub's thread.
 */
final class Members {
    /** Of assets that are not configured, and have left: so many are remembered. */
    private static final int MOST_DEPARTED = 1_000;

    private final HubPlan plan;
    private final Events events;
    private final Map<String, PlannedAsset> plannedByName = new HashMap<>();
    private final Receivers receivers = new Receivers();
    private final Map<String, Member> byName = new LinkedHashMap<>();
    private final Map<String, HubStatus.AssetStatus> gone = new LinkedHashMap<>();
    private final Set<String> excused = new TreeSet<>();
    private final Map<String, Account> accounts = new HashMap<>();
    /** Who is not in the configuration and has left, in the order in which they did. */
    private final Set<String> departed = new LinkedHashSet<>();
    private Member[] bySlot = new Member[0];

    /** The same clocks as those of the members; so a count-up of thousands goes through one array. */
    private Clock[] timesBySlot = new Clock[0];
    private int nextNumber;
    private long visits;
    /** Place in the configuration of the asset that was not ready when they were looked at last. */
    private int notReady;

    Members(final HubPlan plan, final Events events) {
        this.plan = plan;
        this.events = events;
        plan.assets().forEach(asset -> plannedByName.putIfAbsent(asset.name(), asset));
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    Member named(final String name) {
        return byName.get(name);
    }

    Member at(final int slot) {
        return bySlot[slot];
    }

    /** The newest T_i of the asset in a slot. */
    long timeNs(final int slot) {
        return timesBySlot[slot].read();
    }

    Collection<Member> all() {
        visits += byName.size();
        return byName.values();
    }

    /** How many members were gone through: a test holds that a join does not go through all. */
    long visits() {
        return visits;
    }

    void forEach(final Consumer<Member> action) {
        visits += byName.size();
        byName.values().forEach(action);
    }

    List<Member> of(final int connection) {
        return byName.values().stream().filter(member -> member.connection() == connection).toList();
    }

    Set<Integer> connections() {
        final Set<Integer> connections = new TreeSet<>();
        byName.values().stream().filter(member -> !member.isAway())
            .forEach(member -> connections.add(member.connection()));
        return connections;
    }

    /** Those of a process, which is told from others of its number by when it started. */
    Set<Integer> connectionsOf(final long pid, final long startTime) {
        final Set<Integer> connections = new TreeSet<>();
        byName.values().stream()
            .filter(member -> !member.isAway() && member.pid() == pid && member.startTime() == startTime)
            .forEach(member -> connections.add(member.connection()));
        return connections;
    }

    List<Reply.AssetCounters> countersOf(final int connection) {
        return of(connection).stream().map(Member::counters).toList();
    }

    /** Why an asset cannot join; null when it can. */
    Refusal refusal(final Request.Join join, final long coreTimeNs) {
        if (!Names.isValid(join.asset())) {
            return new Refusal(RefusalCode.BAD_NAME, "'" + join.asset() + "' is not a name; " + Names.rule());
        }
        final Member away = byName.get(join.asset());
        if (away != null && !away.isAway()) {
            return new Refusal(RefusalCode.NAME_TAKEN, "an asset named '" + join.asset() + "' has joined already");
        }
        if (join.stepNs() < 0 || join.granularityNs() < 0 || join.intervalNs() != null && join.intervalNs() < 0) {
            return new Refusal(RefusalCode.BAD_STEP, "step, granularity and interval cannot be negative");
        }
        if (join.granularityNs() > 0 && (join.stepNs() == 0 || join.stepNs() % join.granularityNs() != 0)) {
            return new Refusal(RefusalCode.BAD_STEP, "it declares a step of " + SimTime.format(join.stepNs())
                + " on a grid of " + SimTime.format(join.granularityNs())
                + "; a greatest step is a multiple of the granularity");
        }
        final PlannedAsset planned = plannedByName.get(join.asset());
        if (planned == null && join.stepNs() == 0) {
            return new Refusal(RefusalCode.UNKNOWN_STEP,
                "the configuration does not name it, so it has to declare a step");
        }
        final Steps steps = steps(join);
        if (planned != null && !steps.equals(planned.steps())) {
            return new Refusal(RefusalCode.OTHER_STEP,
                "it declares " + text(steps) + ", but the configuration says " + text(planned.steps()));
        }
        if (!steps.isFixed() && join.granularityNs() == 0 && !join.canVary()) {
            return new Refusal(RefusalCode.OTHER_STEP, "the configuration says " + text(steps)
                + ", and the join does not say that the program can do steps that vary (\"canVary\")");
        }
        final boolean hasAwaysSteps = away != null && steps.equals(away.steps());
        if (away != null && !hasAwaysSteps && (!join.atCoreTime() || join.timeNs() != null)) {
            return new Refusal(RefusalCode.OTHER_STEP,
                "it declares " + text(steps) + ", but its clock goes on in " + text(away.steps()));
        }
        if (join.timeNs() != null) {
            final String text = resumeRefusal(away, join.timeNs(), coreTimeNs);
            return text == null ? null : new Refusal(RefusalCode.CANNOT_GO_ON, text);
        }
        final String text = plan.force() || hasAwaysSteps ? null : livenessRefusal(join.asset(), steps);
        return text == null ? null : new Refusal(RefusalCode.NOT_LIVE, text);
    }

    /** Its hub may have died while it was in a step, so it may be later than its clock was then; but never past T_c. */
    private String resumeRefusal(final Member away, final long timeNs, final long coreTimeNs) {
        if (away == null) {
            return "this hub has begun anew, it cannot go on at " + timeNs + "ns; start the asset anew, too";
        }
        if (timeNs == 0 && away.isLeftByKilledHub()) {
            // In a reset that its hub did not live to finish it was put back to its start.
            return null;
        }
        if (timeNs != 0 && away.hasMissedReset()) {
            return "it cannot go on at " + timeNs + "ns: there was a reset since; start the asset anew";
        }
        final long leftAtNs = timeNs(away.slot());
        if (timeNs < leftAtNs || timeNs > coreTimeNs) {
            return "it cannot go on at " + timeNs + "ns: its clock stands at " + leftAtNs + "ns, and the core's at "
                + coreTimeNs + "ns; start the asset anew";
        }
        return (timeNs - leftAtNs) % away.steps().granularityNs() == 0 ? null : "it cannot go on at " + timeNs
            + "ns, which is no whole number of its steps after " + leftAtNs + "ns; start the asset anew";
    }

    /** An asset that joins late starts at T_c, so its lag takes the same values as that of one from the start: L2. */
    private String livenessRefusal(final String name, final Steps steps) {
        final var verdict = Liveness.judge(
            plan.coreStepNs(), plan.maxDelayNs(), List.of(new Liveness.Member(name, steps)));
        return verdict.live() ? null : "with " + text(steps)
            + " the simulation " + (verdict.certain() ? "would" : "may") + " stop for good; coreStep "
            + SimTime.format(plan.coreStepNs()) + " and maxDelay "
            + SimTime.format(plan.maxDelayNs()) + " need a maxDelay of at least "
            + verdict.assets().get(0).requiredMaxDelayNs() + "ns for it";
    }

    private Steps steps(final Request.Join join) {
        if (join.stepNs() == 0) {
            return plannedByName.get(join.asset()).steps();
        }
        return join.granularityNs() == 0 ? Steps.fixedNs(join.stepNs())
            : new Steps(join.stepNs(), join.granularityNs(), join.wholeSteps());
    }

    private static String text(final Steps steps) {
        final String greatest = SimTime.format(steps.greatestNs());
        return steps.isFixed() ? "a step of " + greatest
            : (steps.isWhole() ? "whole steps" : "steps") + " of up to " + greatest + " on a grid of "
                + SimTime.format(steps.granularityNs());
    }

    long intervalNs(final Request.Join join) {
        if (join.intervalNs() != null) {
            return join.intervalNs();
        }
        final PlannedAsset planned = plannedByName.get(join.asset());
        return planned == null ? 0 : planned.intervalNs();
    }

    WaitStrategy waiting(final String name) {
        final PlannedAsset planned = plannedByName.get(name);
        return planned == null ? plan.waiting() : planned.waiting();
    }

    OnHubLost onHubLost(final String name) {
        final PlannedAsset planned = plannedByName.get(name);
        return planned == null ? OnHubLost.EXIT : planned.onHubLost();
    }

    /** A member for a join that nothing speaks against; it is not added yet. */
    Member create(final int connection, final Request.Join join) {
        final PlannedAsset planned = plannedByName.get(join.asset());
        return new Member(join.asset(), nextNumber++, connection, steps(join), intervalNs(join),
            planned == null ? OnLost.HALT : planned.onLost(), account(join.asset()));
    }

    /** A member that is away; it is not added yet. */
    Member createAway(final String name, final Steps steps) {
        final PlannedAsset planned = plannedByName.get(name);
        final Member member =
            new Member(name, nextNumber++, 0, steps, planned == null ? 0 : planned.intervalNs(),
                planned == null ? OnLost.HALT : planned.onLost(), account(name));
        member.leaveBehind();
        return member;
    }

    /** It outlives the members of that name; that of a name which is refused is never kept. */
    private Account account(final String name) {
        final Account kept = accounts.get(name);
        return kept == null ? new Account() : kept;
    }

    /** All clocks have been given back, and counts of the run begin at 0. */
    void beginEpoch() {
        accounts.values().forEach(Account::beginEpoch);
        gone.clear();
    }

    /** A hub may meet any number of names in its life; of those that are not configured it forgets the oldest. */
    private void depart(final String name) {
        if (plannedByName.get(name) != null) {
            return;
        }
        departed.add(name);
        if (departed.size() > MOST_DEPARTED) {
            final String oldest = departed.iterator().next();
            departed.remove(oldest);
            accounts.remove(oldest);
            gone.remove(oldest);
        }
    }

    /** Who takes no part in a run that has begun has had his part in it. */
    void excuseWhoIsNotThere() {
        plan.assets().stream().map(PlannedAsset::name).filter(name -> !byName.containsKey(name)).forEach(excused::add);
    }

    void add(final Member member, final int slot) {
        member.session(slot);
        byName.put(member.name(), member);
        accounts.put(member.name(), member.account());
        departed.remove(member.name());
        gone.remove(member.name());
        if (slot >= bySlot.length) {
            bySlot = Arrays.copyOf(bySlot, Math.max(16, slot * 2));
            timesBySlot = Arrays.copyOf(timesBySlot, bySlot.length);
        }
        receivers.add(member);
        bySlot[slot] = member;
        timesBySlot[slot] = member.clocks().time();
    }

    /** A member goes on from 0, with the clocks of a new epoch. */
    void restart(final Member member, final AssetClocks fresh) {
        member.startAnew(fresh);
        timesBySlot[member.slot()] = fresh.time();
    }

    /** A member goes on with other clocks, which stand where those before did. */
    void move(final Member member, final AssetClocks fresh) {
        member.move(fresh);
        timesBySlot[member.slot()] = fresh.time();
    }

    /** A member that is away has other channels than before. */
    void receivesOther(final Member member, final MemberChannels before) {
        receivers.remove(member, before);
        receivers.add(member);
    }

    /** The members that receive from an asset, be it there or not; a list of its own. */
    List<Member> receiversFrom(final String sender) {
        visits += receivers.of(sender).size();
        return receivers.of(sender);
    }

    /** Takes out a member that is away, for another one of its name. */
    void replace(final Member away) {
        byName.remove(away.name());
        receivers.remove(away, away.channels());
        bySlot[away.slot()] = null;
    }

    /**
     * Takes a member out.
     *
     * @param wasRunning whether the run had begun: it has had its part then, and is not waited for after a reset.
     */
    void remove(final Member member, final long coreTimeNs, final boolean wasRunning) {
        if (wasRunning && plannedByName.get(member.name()) != null) {
            excused.add(member.name());
        }
        byName.remove(member.name());
        receivers.remove(member, member.channels());
        bySlot[member.slot()] = null;
        if (plan.endsWhenAllLeft()) {
            gone.put(member.name(), member.status(coreTimeNs, ProcessReading.NONE, 0, null, false));
        }
        depart(member.name());
    }

    /** Whether all required assets are there and ready, and there is one at least. */
    boolean areReady() {
        return areRequiredReady() && byName.values().stream().anyMatch(Member::isReady);
    }

    /** Begins with the one that was missing last time: thousands need not all be asked for each that is ready. */
    private boolean areRequiredReady() {
        final List<PlannedAsset> assets = plan.assets();
        for (int i = 0; i < assets.size(); i++) {
            if (isRequiredYet(assets.get(notReady))) {
                return false;
            }
            notReady = (notReady + 1) % assets.size();
        }
        return true;
    }

    private boolean isRequiredYet(final PlannedAsset planned) {
        final Member member = byName.get(planned.name());
        return planned.required() && !excused.contains(planned.name()) && (member == null || !member.isReady());
    }

    /** A member is in another state; its counter and the events say so. */
    void changeState(final Member member, final AssetState newState, final String detail) {
        member.state(newState);
        events.emit(new HubEvent.AssetChanged(
            member.name(), newState, member.clocks().time().read(), member.pid(), detail));
    }

    /** Who is required and not ready, then who else is away: without them the core will not get far. */
    List<String> missing() {
        final Set<String> missing = new LinkedHashSet<>();
        plan.assets().stream().filter(this::isRequiredYet).forEach(planned -> missing.add(planned.name()));
        byName.values().stream().filter(Member::isAway).forEach(member -> missing.add(member.name()));
        return List.copyOf(missing);
    }

    /** Whether the run begins with it, be it there already or not. */
    boolean isAwaited(final String asset) {
        final PlannedAsset planned = plannedByName.get(asset);
        return planned != null && planned.required() && !excused.contains(asset);
    }

    boolean isPlanned(final String asset) {
        return plannedByName.get(asset) != null;
    }

    /** Whether it has had its part already, so that it is not waited for. */
    boolean isExcused(final String asset) {
        return excused.contains(asset);
    }

    /** Who is not back at its start yet; of several the one with the lowest number, in whose order they stand here. */
    Member firstResetting() {
        return byName.values().stream().filter(Member::isResetting).findFirst().orElse(null);
    }

    /** Whether any simulator is at its start, though its clock is not. */
    boolean isAnyBackAtStart() {
        return byName.values().stream().anyMatch(Member::isBackAtStart);
    }

    boolean canStep(final Member member, final long coreTimeNs) {
        return member.progresses(member.clocks().time().read(), coreTimeNs) && !isHeld(member);
    }

    /** Whether the next step of a member waits for messages of another. */
    boolean isHeld(final Member member) {
        return awaited(member) != null;
    }

    private HubStatus.Awaited awaited(final Member member, final long coreTimeNs) {
        if (!member.progresses(member.clocks().time().read(), coreTimeNs)) {
            return null;
        }
        final InputSpec awaited = awaited(member);
        if (awaited != null) {
            return new HubStatus.Awaited(awaited.sender(), awaited.channel());
        }
        final String reader = reader(member);
        return reader == null ? null
            : new HubStatus.Awaited(ListenerSlots.isListener(reader) ? "a listener" : reader, null);
    }

    /** Whether a member cannot send until a reader makes room. */
    boolean waitsForRoom(final Member member) {
        return reader(member) != null;
    }

    private static String reader(final Member member) {
        return member.channels().log() == null ? null : RoomWait.reader(member.channels().log());
    }

    private InputSpec awaited(final Member member) {
        for (final MemberChannels.Input input : member.channels().inputs()) {
            final Member sender = byName.get(input.spec().sender());
            final long frontierNs = sender == null ? input.log().frontierNs() : timeNs(sender.slot());
            final long timeNs = member.clocks().time().read();
            if (input.holds(timeNs, member.leastStepNs(timeNs), frontierNs)) {
                return input.spec();
            }
        }
        return null;
    }

    /** Null only if no asset could step at one and the same moment: none has stepped while others were looked at. */
    Member firstThatCanStep(final long coreTimeNs) {
        long before;
        long after = sumOfTimes();
        do {
            before = after;
            for (final Member member : byName.values()) {
                if (canStep(member, coreTimeNs)) {
                    return member;
                }
            }
            after = sumOfTimes();
        } while (after != before);
        return null;
    }

    /** Clocks do not go back, so it is the same only when all of them are; it may well pass the largest long. */
    private long sumOfTimes() {
        long sum = 0;
        for (final Member member : byName.values()) {
            sum += member.clocks().time().read();
        }
        return sum;
    }

    /** All assets that are or were there: those of the configuration in its order, then the others as they joined. */
    List<HubStatus.AssetStatus> statuses(final long coreTimeNs, final Function<Member, ProcessReading> sights,
        final ToLongFunction<Member> silentNs) {
        final Map<String, HubStatus.AssetStatus> all = new LinkedHashMap<>(gone);
        forEach(member -> all.put(member.name(),
            member.status(coreTimeNs, sights.apply(member), silentNs.applyAsLong(member),
                awaited(member, coreTimeNs), true)));
        final List<HubStatus.AssetStatus> ordered = new ArrayList<>(all.size());
        for (final PlannedAsset planned : plan.assets()) {
            final HubStatus.AssetStatus status = all.remove(planned.name());
            if (status != null) {
                ordered.add(status);
            }
        }
        ordered.addAll(all.values());
        return ordered;
    }
}
