package io.takt.hub.core;

import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.Loss;
import io.takt.hub.core.event.Loss.Cause;
import io.takt.hub.core.event.Sequel;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processes behind a hub's assets: which program has ended, which is being started again and how
 * often, and which asset has not come back. Owned by the hub's thread.
 */
final class Losses {
    private final HubPlan plan;
    private final Events events;
    private final Map<String, String> endedPrograms = new HashMap<>();
    private final Map<String, Integer> tries = new HashMap<>();
    /** The times at which assets were lost that were started again. */
    private final Map<String, Set<Long>> lostAtNs = new HashMap<>();
    private final Set<String> restarting = new HashSet<>();
    private final Set<String> joined = new HashSet<>();
    /** How the assets were lost that are to come back and have not yet. */
    private final Map<String, Loss> notBack = new LinkedHashMap<>();

    Losses(final HubPlan plan, final Events events) {
        this.plan = plan;
        this.events = events;
    }

    void onProgramStarted(final String asset) {
        endedPrograms.remove(asset);
        restarting.remove(asset);
        joined.remove(asset);
    }

    void onJoined(final String asset) {
        notBack.remove(asset);
        if (plan.planned(asset) != null) {
            joined.add(asset);
        }
    }

    /** Whether a process has joined with its name since its program was launched. */
    boolean hasJoined(final String asset) {
        return joined.contains(asset);
    }

    void onProgramEnded(final String asset, final String how) {
        endedPrograms.put(asset, how);
    }

    /** How its program ended; null when it has not, when it was not launched, or when another one is to follow. */
    String endOfProgram(final String asset) {
        return restarting.contains(asset) ? null : endedPrograms.get(asset);
    }

    /** Whether it was lost and is being started again. */
    boolean isRestarting(final String asset) {
        return restarting.contains(asset);
    }

    boolean isRestarted(final String asset) {
        final PlannedAsset planned = plan.planned(asset);
        return planned != null && planned.onLost() == OnLost.RESTART;
    }

    boolean isDropped(final String asset) {
        final PlannedAsset planned = plan.planned(asset);
        return planned != null && planned.onLost() == OnLost.DROP;
    }

    void tell(final Loss loss, final Sequel.Kind sequel) {
        events.emit(new HubEvent.AssetLost(loss, Sequel.of(sequel)));
    }

    /** Tells of a loss with which the run goes on, or will begin. */
    void goOnWithout(final Loss loss, final boolean begun) {
        if (!begun) {
            notBack.put(loss.asset(), loss);
        }
        tell(loss, begun ? Sequel.Kind.RUN_GOES_ON : Sequel.Kind.RUN_NOT_BEGUN);
    }

    /**
     * An asset is lost, or its program has ended without a join.
     *
     * @return whether there is another try; then it is started, and takes the place that it has left.
     */
    boolean restart(final Loss loss) {
        final String asset = loss.asset();
        final HubPlan.Restart restart = isRestarted(asset) ? plan.planned(asset).restart() : null;
        if (restart == null || tries(asset) >= restart.limit()) {
            return false;
        }
        restarting.add(asset);
        notBack.put(asset, loss);
        lostAtNs.computeIfAbsent(asset, name -> new HashSet<>()).add(loss.timeNs());
        final int nth = tries.merge(asset, 1, Integer::sum);
        events.emit(new HubEvent.AssetLost(loss, new Sequel(Sequel.Kind.STARTED_AGAIN, nth, restart.limit())));
        events.emit(new HubEvent.Restarting(asset, nth, restart.pauseNs()));
        return true;
    }

    /**
     * The assets that are lost now, and on which the run stands, or without which it would not have begun.
     *
     * @param why         the run ends.
     * @param isUnderWay whether the run has begun and goes on; then it stands on those that a killed hub has left, too.
     * @return the reason with what is said of them; null when none is lost.
     */
    EndReason stillLost(final EndReason why, final Members members, final boolean isUnderWay) {
        final Map<String, Loss> lost = new LinkedHashMap<>(notBack);
        lost.keySet().removeIf(asset -> !isRestarted(asset) && !members.isAwaited(asset));
        if (isUnderWay) {
            members.forEach(member -> {
                if (member.isAway() && !member.isAttaching()) {
                    lost.putIfAbsent(member.name(), Loss.of(member.name(), member.pid(),
                        member.clocks().time().read(), Cause.LOST_WITH_HUB, null));
                }
            });
        }
        if (lost.isEmpty()) {
            return null;
        }
        final List<String> names = List.copyOf(lost.keySet());
        return EndReason.of(why, lost.get(names.get(0)), names.subList(1, names.size()));
    }

    /** Messages that a process in its place would miss, in words, if that is to end the run; else nothing. */
    List<String> whatMayNotBeMissed(final Member member) {
        if (!isRestarted(member.name()) || !plan.planned(member.name()).restart().haltsOnMissed()) {
            return List.of();
        }
        return member.channels().missed(member.clocks().time().read()).stream()
            .map(MemberChannels.Missed::toString).toList();
    }

    /** The same loss, which ends the run, with what was tried before. */
    Loss afterAll(final Loss loss) {
        final boolean hasStood = tries(loss.asset()) > 1 && loss.isOfStep()
            && Set.of(loss.timeNs()).equals(lostAtNs.get(loss.asset()));
        return loss.afterTries(tries(loss.asset()), hasStood);
    }

    private int tries(final String asset) {
        return tries.getOrDefault(asset, 0);
    }
}
