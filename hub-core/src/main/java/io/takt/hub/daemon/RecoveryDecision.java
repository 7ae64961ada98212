package io.takt.hub.daemon;

import io.takt.asset.OnHubLost;
import io.takt.asset.SimTime;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.status.ShortList;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Whether a hub takes over where a killed one left off: when that had the same configuration, and a process that
 * took part still lives, or may live on another machine. If none does, a run from 0 is wanted.
 *
 * @param clocks    where they stood; null for a run from 0.
 * @param survivors those of them whose processes live, or may do so on another machine.
 * @param line      to tell, in one line; null when there is nothing to say.
 */
record RecoveryDecision(LeftClocks clocks, Set<String> survivors, String line) {
    /**
     * Decides.
     *
     * @param left    what was found; null when there is nothing.
     * @param plan    of the new hub.
     * @param fresh   whether a run from 0 was asked for.
     * @param isAlive whether an asset's process lives, or may do so on another machine.
     */
    static RecoveryDecision of(final LeftClocks left, final HubPlan plan, final boolean fresh,
        final Predicate<LeftAsset> isAlive) {
        if (left == null || left.digest() == 0) {
            return new RecoveryDecision(null, Set.of(), null);
        }
        if (fresh) {
            return fromZero(left, "as asked");
        }
        if (left.digest() != plan.digest() || left.maxDelayNs() != plan.maxDelayNs()) {
            return fromZero(left, "that had another configuration");
        }
        final List<LeftAsset> alive = left.assets().stream().filter(isAlive).toList();
        if (alive.isEmpty()) {
            return fromZero(left, "none of its assets lives");
        }
        final Set<String> survivors = new TreeSet<>(alive.stream().map(LeftAsset::name).toList());
        final List<String> dropped = left.assets().stream().map(LeftAsset::name)
            .filter(name -> !survivors.contains(name) && isDropped(plan.planned(name))).toList();
        final LeftClocks clocks = left.without(dropped);
        final List<String> awaited = clocks.assets().stream().map(asset -> asset.name()
            + (survivors.contains(asset.name()) && asset.pid() > 0 ? " (process " + asset.pid() + ")" : ""))
            .toList();
        return new RecoveryDecision(clocks, survivors, "takes over from a killed hub at "
            + SimTime.format(left.coreTimeNs())
            + "; waiting for " + ShortList.of(awaited) + " to attach again");
    }

    /** A hub was killed, and nothing is known of where it stood. */
    static RecoveryDecision unreadable(final Path file) {
        return new RecoveryDecision(null, Set.of(), "starts from 0, not where a killed hub left off: its file " + file
            + " holds no clocks that can be read");
    }

    private static boolean isDropped(final PlannedAsset planned) {
        return planned != null && planned.onLost() == OnLost.DROP;
    }

    private static RecoveryDecision fromZero(final LeftClocks left, final String why) {
        return new RecoveryDecision(null, Set.of(), !left.begun() ? null
            : "starts from 0, not where a killed hub left off (" + SimTime.format(left.coreTimeNs()) + "): " + why);
    }

    /** Assets that took part and whose processes are gone, if no program is launched in their place. */
    List<LeftAsset> gone(final Predicate<String> isLaunched) {
        return clocks == null ? List.of() : clocks.assets().stream().filter(asset -> asset.pid() > 1
            && !survivors.contains(asset.name()) && !isLaunched.test(asset.name())).toList();
    }

    /** Processes of this host that took part and live, by the asset's name. */
    Map<String, ProcessHandle> survivingProcesses() {
        final Map<String, ProcessHandle> processes = new TreeMap<>();
        if (clocks != null) {
            clocks.assets().stream().filter(asset -> survivors.contains(asset.name()) && asset.pid() > 1)
                .forEach(asset -> ProcessHandle.of(asset.pid())
                    .ifPresent(process -> processes.put(asset.name(), process)));
        }
        return processes;
    }

    /** Child hubs that came over a network; whether they live is not known. */
    List<String> elsewhere() {
        return clocks == null ? List.of() : clocks.assets().stream()
            .filter(asset -> asset.pid() == 0 && survivors.contains(asset.name())).map(LeftAsset::name).toList();
    }

    /** Whether an asset that is launched needs a new process. */
    boolean needsProcess(final String asset) {
        if (clocks == null) {
            return true;
        }
        final boolean tookPart = clocks.assets().stream().anyMatch(each -> each.name().equals(asset));
        return tookPart ? !survivors.contains(asset) : !clocks.begun();
    }

    /** Whether processes live that are about to end because their hub is gone, as they do if nothing else is said. */
    static boolean isLeaving(final LeftClocks left, final HubPlan plan, final Predicate<LeftAsset> isAlive) {
        return left != null && left.digest() == plan.digest() && left.assets().stream().anyMatch(asset -> {
            final PlannedAsset planned = plan.planned(asset.name());
            return (planned == null || planned.onHubLost() == OnHubLost.EXIT) && isAlive.test(asset);
        });
    }
}
