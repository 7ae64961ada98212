package io.takt.hub.core;

import io.takt.hub.core.HubPlan.OnLost;
import io.takt.hub.core.HubPlan.PlannedAsset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a hub knows of the processes behind its assets: whose program has ended, who is being started again, how often
 * everybody was, and who has not come back. Owned by the hub's thread.
 */
public final class Losses {
    /** Comes before the words in which an asset says itself why it cannot go on. */
    public static final String SIMULATOR_FAILED = "its simulator failed: ";

    /** Comes after what is said of the loss of an asset for which there is no other try. */
    public static final String AFTER_TRIES = ", after it was started again ";

    /** Comes after how an asset was lost that is to come back. */
    public static final String NOT_BACK = ", and has not come back";

    /** Comes after how an asset was lost in whose place another process would miss messages. */
    public static final String WOULD_MISS = ", and another process would miss ";

    private final HubPlan plan;
    private final Outbox outbox;
    private final Map<String, String> endedPrograms = new HashMap<>();
    private final Map<String, Integer> tries = new HashMap<>();
    private final Set<String> restarting = new HashSet<>();
    private final Set<String> joined = new HashSet<>();
    /** How those were lost who are to come back and have not yet. */
    private final Map<String, String> notBack = new LinkedHashMap<>();

    Losses(final HubPlan plan, final Outbox outbox) {
        this.plan = plan;
        this.outbox = outbox;
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

    /** Tells of a loss with which the run goes on, or will begin. */
    void goOnWithout(final String asset, final String detail, final boolean begun) {
        if (!begun) {
            notBack.put(asset, detail);
        }
        outbox.onLost(asset, detail, begun ? "the others go on without it" : "the run has not begun");
    }

    /**
     * An asset is lost, or its program has ended without a join.
     *
     * @return whether there is another try; then it is started, and takes the place that it has left.
     */
    boolean restart(final String asset, final String detail) {
        final HubPlan.Restart restart = isRestarted(asset) ? plan.planned(asset).restart() : null;
        if (restart == null || tries.getOrDefault(asset, 0) >= restart.limit()) {
            return false;
        }
        restarting.add(asset);
        notBack.put(asset, detail);
        final int nth = tries.merge(asset, 1, Integer::sum);
        outbox.onLost(asset, detail, "it is to be started again (" + nth + " of " + restart.limit() + ")");
        outbox.onRestart(asset, nth, restart.pauseNs());
        return true;
    }

    /**
     * Who is lost now: the run stands on them, or would not have begun without them.
     *
     * @param isUnderWay whether the run has begun and goes on; then it stands on those that a killed hub has left, too.
     * @return how many, who, and how the first one was lost, in words; null when none is.
     */
    String stillLost(final Members members, final boolean isUnderWay) {
        final Map<String, String> lost = new LinkedHashMap<>(notBack);
        lost.keySet().removeIf(asset -> !isRestarted(asset) && !members.isAwaited(asset));
        if (isUnderWay) {
            members.forEach(member -> {
                if (member.isAway() && !member.isAttaching()) {
                    lost.putIfAbsent(member.name(), "with the hub before this one");
                }
            });
        }
        if (lost.isEmpty()) {
            return null;
        }
        final List<String> names = List.copyOf(lost.keySet());
        final String first = names.get(0);
        return "asset '" + first + "' was lost " + lost.get(first) + NOT_BACK
            + (names.size() == 1 ? "" : "; nor have others that were lost: "
            + ShortList.of(names.subList(1, names.size())));
    }

    /** What another process would miss in its place, if that is to end the run; else null. */
    String whatMayNotBeMissed(final Member member) {
        if (!isRestarted(member.name()) || !plan.planned(member.name()).restart().haltsOnMissed()) {
            return null;
        }
        final Collection<MemberChannels.Missed> missed =
            member.channels().missed(member.clocks().time().read());
        return missed.isEmpty() ? null : WOULD_MISS
            + missed.stream().map(MemberChannels.Missed::toString).collect(Collectors.joining(", "));
    }

    /** What to say of an asset for which there is no other try. */
    String afterTries(final String asset) {
        final int tried = tries.getOrDefault(asset, 0);
        return tried == 0 ? "" : AFTER_TRIES + (tried == 1 ? "once" : tried + " times");
    }
}
