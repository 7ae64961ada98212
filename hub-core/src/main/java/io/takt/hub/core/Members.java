package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.RunGates;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.world.ProcessReading;
import io.takt.rule.GateLiveness;
import io.takt.rule.Liveness;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.message.ListenerSlots;
import io.takt.shm.message.RoomWait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The assets that take part in a hub. Knows them by name, for requests, and by the core's slot, for count-ups. Owned by
 * the hub's thread.
 */
final class Members {
    /** At most so many assets are remembered that are not configured and have left. */
    private static final int MOST_DEPARTED = 1_000;

    private final HubPlan plan;
    private final Events events;
    private final Map<String, PlannedAsset> plannedByName = new LinkedHashMap<>();
    private final Receivers receivers = new Receivers();
    private final Map<String, Member> byName = new LinkedHashMap<>();
    private final Map<String, HubStatus.AssetStatus> gone = new LinkedHashMap<>();
    private final Set<String> excused = new TreeSet<>();
    private final Map<String, Account> accounts = new HashMap<>();
    /** Assets that the configuration does not name and that have left, in the order in which they did. */
    private final Set<String> departed = new LinkedHashSet<>();
    private Member[] bySlot = new Member[0];

    /** The members' clocks once more, so that a count-up of thousands goes through one array. */
    private Clock[] timesBySlot = new Clock[0];
    private int nextNumber;
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
        return byName.values();
    }

    void forEach(final Consumer<Member> action) {
        byName.values().forEach(action);
    }

    List<Member> of(final int connection) {
        return all().stream().filter(member -> member.connection() == connection).toList();
    }

    Set<Integer> connections() {
        final Set<Integer> connections = new TreeSet<>();
        byName.values().stream().filter(member -> !member.isAway())
            .forEach(member -> connections.add(member.connection()));
        return connections;
    }

    /** Connections over which assets have joined; those of child hubs are left out. */
    Set<Integer> connectionsOfAssets() {
        final Set<Integer> connections = new TreeSet<>();
        byName.values().stream().filter(member -> !member.isAway() && !member.isFederate())
            .forEach(member -> connections.add(member.connection()));
        return connections;
    }

    /** Connections of a process; its start tells it from earlier processes with the same number. */
    Set<Integer> connectionsOf(final long pid, final long startTime) {
        final Set<Integer> connections = new TreeSet<>();
        byName.values().stream()
            .filter(member -> !member.isAway() && member.pid() == pid && member.startTime() == startTime)
            .forEach(member -> connections.add(member.connection()));
        return connections;
    }

    /** Members of a process that are to attach again; they have no connection whose end would be noticed. */
    List<Member> attaching(final long pid, final long startTime) {
        return byName.values().stream().filter(member -> member.isAttaching() && member.pid() == pid
            && member.startTime() == startTime).toList();
    }

    /** A child hub that is on its way back to its start, for a reset that it missed; null for none. */
    Member firstCatchingUp() {
        return byName.values().stream().filter(Member::catchesUp).findFirst().orElse(null);
    }

    /** Whether any is to attach again. */
    boolean isAnyAttaching() {
        return byName.values().stream().anyMatch(Member::isAttaching);
    }

    /** The counters of all members that are not away, by connection. */
    Map<Integer, List<Reply.AssetCounters>> countersByConnection() {
        return all().stream().filter(member -> !member.isAway()).collect(Collectors.groupingBy(
            Member::connection, TreeMap::new, Collectors.mapping(Member::counters, Collectors.toList())));
    }

    /** The entry of an asset in the configuration; null when there is none. */
    PlannedAsset planned(final String name) {
        return plannedByName.get(name);
    }

    /** A member that is not added yet. */
    Member create(final String name, final int connection, final Steps steps, final long intervalNs) {
        final PlannedAsset planned = planned(name);
        return new Member(name, nextNumber++, connection, steps, intervalNs,
            planned == null ? OnLost.HALT : planned.onLost(), account(name));
    }

    /** A member that is away; it is not added yet. */
    Member createAway(final String name, final Steps steps) {
        final Member member = create(name, 0, steps, planned(name) == null ? 0 : planned(name).intervalNs());
        member.leaveBehind();
        return member;
    }

    /** The counts under a name, which outlive its members. They are kept from the first join that is not refused. */
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

    /** A run goes on: an asset that is not there has had its part in it, and is not waited for. */
    void excuseMissing() {
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

    /** Whether no required asset is waited for, and at least this number of all assets is not. */
    boolean areReady(final int atLeast) {
        return areRequiredReady()
            && byName.values().stream().filter(member -> !member.isWaitedFor()).limit(atLeast).count() == atLeast;
    }

    /** Begins with the asset that was missing last time: so not all of thousands are asked whenever one is ready. */
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
        return planned.required() && !excused.contains(planned.name()) && (member == null || member.isWaitedFor());
    }

    /** A member is in another state; its counter and the events say so. */
    void changeState(final Member member, final AssetState newState, final String detail) {
        member.state(newState);
        events.emit(new HubEvent.AssetChanged(
            member.name(), newState, member.clocks().time().read(), member.pid(), detail));
    }

    /** The required assets that are not ready, then others that are away: without them the core will not get far. */
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

    /** Whether it has had its part already, so that it is not waited for. */
    boolean isExcused(final String asset) {
        return excused.contains(asset);
    }

    /**
     * The gates with which a run begins; none if all of those at steps' ends, which alone may stop it, are configured:
     * these have been judged before the start.
     */
    Optional<RunGates> gatesToJudge() {
        final List<GateLiveness.Link> gates = new ArrayList<>();
        boolean isNews = false;
        for (final Member member : all()) {
            final List<InputSpec> configured = plan.messages().inputs(member.name(), List.of());
            for (final MemberChannels.Input input : member.channels().inputs()) {
                final InputSpec spec = input.spec();
                if (spec.delivery().isGated() && byName.containsKey(spec.sender())) {
                    final boolean isUntilEnd = spec.delivery() == Delivery.GATED_UNTIL_END;
                    gates.add(new GateLiveness.Link(spec.channel(), spec.sender(), member.name(), spec.delayNs(),
                        isUntilEnd));
                    isNews |= isUntilEnd && !configured.contains(spec);
                }
            }
        }
        return !isNews ? Optional.empty() : Optional.of(new RunGates(plan.coreStepNs(), plan.maxDelayNs(),
            all().stream().map(member -> new Liveness.Member(member.name(), member.steps())).toList(), gates));
    }

    /** Whether any simulator is at its start, though its clock is not. */
    boolean isAnyBackAtStart() {
        return byName.values().stream().anyMatch(Member::isBackAtStart);
    }

    /** Whether a member can step while T_c stands for good. A child hub says itself when nothing below it can. */
    boolean canStep(final Member member, final long coreTimeNs) {
        return member.isFederate() ? !member.child().hasSettled() : member.isEndingStep()
            || member.progresses(member.clocks().time().read(), coreTimeNs) && awaitedInput(member) == null;
    }

    /** The sender of whose messages, or the reader from which, the next step of a member needs more; null for none. */
    HubStatus.Awaited awaited(final Member member) {
        final InputSpec input = awaitedInput(member);
        if (input != null) {
            return new HubStatus.Awaited(input.sender(), input.channel());
        }
        final String reader = member.channels().log() == null ? null : RoomWait.reader(member.channels().log());
        return reader == null ? null
            : new HubStatus.Awaited(ListenerSlots.isListener(reader) ? "a listener" : reader, null);
    }

    private HubStatus.Awaited awaited(final Member member, final long coreTimeNs) {
        return member.progresses(member.clocks().time().read(), coreTimeNs) ? awaited(member) : null;
    }

    private InputSpec awaitedInput(final Member member) {
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

    /** An asset that can step. Null only if at one moment none could: none has gone on while all were looked at. */
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

    /**
     * Of clocks and of what readers are told. These do not go back, so it is the same only when all of them are; it may
     * well pass the largest long.
     */
    private long sumOfTimes() {
        long sum = 0;
        for (final Member member : byName.values()) {
            sum += member.clocks().time().read() + member.toldNs();
        }
        return sum;
    }

    /** The one furthest behind; of several the first in the configuration's order, as the liveness verdict names it. */
    Member mostLagging() {
        return Stream.concat(plan.assets().stream().map(planned -> byName.get(planned.name())).filter(Objects::nonNull),
            byName.values().stream()).min(Comparator.comparingLong(member -> timeNs(member.slot()))).orElseThrow();
    }

    /** All assets that are or were there: those of the configuration in its order, then the others as they joined. */
    List<HubStatus.AssetStatus> statuses(final long coreTimeNs, final Function<Member, ProcessReading> sights,
        final ToLongFunction<Member> silentNs) {
        final List<HubStatus.AssetStatus> statuses = new ArrayList<>(byName.size() + gone.size());
        final Consumer<Member> add = member -> statuses.add(member.status(coreTimeNs, sights.apply(member),
            silentNs.applyAsLong(member), awaited(member, coreTimeNs), true));
        for (final String planned : plannedByName.keySet()) {
            if (byName.containsKey(planned)) {
                add.accept(byName.get(planned));
            } else if (gone.containsKey(planned)) {
                statuses.add(gone.get(planned));
            }
        }
        gone.forEach((name, status) -> {
            if (!plannedByName.containsKey(name)) {
                statuses.add(status);
            }
        });
        forEach(member -> {
            if (!plannedByName.containsKey(member.name())) {
                add.accept(member);
            }
        });
        return statuses;
    }
}
