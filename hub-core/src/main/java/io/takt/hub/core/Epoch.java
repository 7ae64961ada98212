package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.hub.core.plan.HubPlan;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.AssetKey;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.CoreKey;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.ParentClocks;
import java.util.function.LongSupplier;

/**
 * The clocks of one run: T_c, and one T_i for each member. A reset begins a new run, with a number and clocks of its
 * own. Owned by the hub's thread.
 */
final class Epoch {
    private final HubPlan plan;
    private final HubClocks clocks;
    private final LongSupplier numbers;
    private final int hubPid;
    private long number;
    private Clock coreClock;
    /** Null for a hub without a parent, and while that may have begun its next epoch already. */
    private ParentClocks parentClocks;
    private boolean isUnder;
    private boolean hasBegun;

    /** The first, with T_c alone; of a hub that continues a killed one its run, else one that has not begun. */
    Epoch(final HubPlan plan, final HubClocks clocks, final LongSupplier numbers, final long hubPid,
        final LeftClocks left) {
        this.plan = plan;
        this.clocks = clocks;
        this.numbers = numbers;
        this.hubPid = (int) hubPid;
        this.hasBegun = left != null && left.begun();
        allocateCore(left == null ? 0 : left.coreTimeNs());
    }

    private void allocateCore(final long coreTimeNs) {
        number = numbers.getAsLong();
        coreClock = clocks.allocateCore(new CoreKey(number, hubPid, plan.coreStepNs(), plan.maxDelayNs(),
            plan.digest()), coreTimeNs);
    }

    long number() {
        return number;
    }

    /** The run begins, with the assets that are there, or goes on. */
    void begin() {
        hasBegun = true;
    }

    /** Whether the run has begun; no more when a reset is over. */
    boolean hasBegun() {
        return hasBegun;
    }

    Clock coreClock() {
        return coreClock;
    }

    /** Clocks of a child that has a place in its parent; null before, and for a hub without a parent. */
    ParentClocks parentClocks() {
        return parentClocks;
    }

    /** The hub has a place in its parent. Throws {@link IllegalStateException} when there is no room. */
    void beginUnder(final long parentTimeNs, final long reportNs) {
        isUnder = true;
        parentClocks = clocks.allocateParent(number, parentTimeNs, reportNs);
    }

    /** The hub has a place in its parent, and begins its next epoch there. */
    void beginUnderWithTheNext() {
        isUnder = true;
        leaveParents();
    }

    /**
     * The parent may begin its next epoch now: the parent's time that this hub knows, and its report, are of the old
     * one.
     */
    void leaveParents() {
        if (parentClocks != null) {
            clocks.free(parentClocks);
            parentClocks = null;
        }
    }

    /** Simulators are being put back: a hub that finds these clocks does not say that it goes on from them. */
    void markResetting() {
        clocks.markResetting(coreClock);
    }

    /** The run has ended: a hub that finds its clocks has nothing to go on with. */
    void retire() {
        clocks.retire(coreClock);
    }

    /** Clocks for a member; throws {@link IllegalStateException} when there is no room. */
    AssetClocks allocate(final Member member, final long timeNs, final AssetState state) {
        return clocks.allocateAsset(new AssetKey(number, member.number(), (int) member.pid(), member.steps(),
            member.startTime(), member.hasMissedReset()), member.name(), timeNs, state, member.channels().channels(),
            member.channels().receives());
    }

    /** The member's clock goes on with another process. */
    void handOver(final Member member, final long pid, final long startTime) {
        member.process(pid, startTime);
        clocks.handOver(member.clocks().time(), (int) pid, startTime);
    }

    /** Whether the member has missed the last reset is to be known to the hub after this one. */
    void keepStanding(final Member member) {
        clocks.markMissed(member.clocks().time(), member.hasMissedReset());
    }

    /** A forked child that the hub does not know may write its clocks: no other asset gets them when they are free. */
    void withhold(final Member member) {
        clocks.withhold(member.clocks());
    }

    /** Whether another process may write its clocks. */
    boolean isWithheld(final Member member) {
        return clocks.isWithheld(member.clocks());
    }

    /** Other clocks, which stand where its own do, and count on. Throws {@link IllegalStateException} without room. */
    AssetClocks exchange(final Member member) {
        final AssetClocks fresh = allocate(member, member.clocks().time().read(), member.state());
        member.channels().showPromises(fresh);
        free(member);
        return fresh;
    }

    /** The counts of its clocks stay in its account. */
    void free(final Member member) {
        member.closeAccount();
        clocks.free(member.clocks());
    }

    /**
     * Begins the next, from 0. Old counters are freed before there are new ones: an observer never finds clocks of two
     * epochs. Throws {@link IllegalStateException} when there is no room, since freed counters cannot be used again for
     * a second.
     */
    void beginNext(final Members members) {
        clocks.free(coreClock);
        leaveParents();
        members.forEach(this::free);
        members.beginEpoch();
        allocateCore(0);
        if (isUnder) {
            beginUnder(0, 0);
        }
        members.forEach(member -> {
            member.onReset();
            members.restart(member, allocate(member, 0, member.state()));
        });
        hasBegun = false;
    }
}
