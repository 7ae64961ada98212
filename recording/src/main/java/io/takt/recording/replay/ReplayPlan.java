package io.takt.recording.replay;

import io.takt.asset.OnHubLost;
import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.status.ShortList;
import io.takt.recording.format.AssetEntry;
import io.takt.rule.Liveness;
import io.takt.shm.control.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The assets that run once more, the assets that are played, and the end. Immutable.
 *
 * <p>A player has nothing to wait for, so the configuration of a replay has no inputs but those of assets that run.
 */
final class ReplayPlan {
    private final Survey survey;
    private final HubConfig recorded;
    private final List<SurveyedAsset> live = new ArrayList<>();
    private final List<SurveyedAsset> played = new ArrayList<>();
    private final List<SurveyedAsset> leftOut = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final long untilNs;

    private ReplayPlan(final Survey survey, final HubConfig recorded, final Set<String> names) {
        this.survey = survey;
        this.recorded = recorded;
        for (final SurveyedAsset asset : survey.assets()) {
            if (!isChildHub(recorded, asset)) {
                (names.contains(asset.name()) ? live : asset.isLate() ? leftOut : played).add(asset);
            }
        }
        this.untilNs = known();
    }

    /**
     * Makes a plan.
     *
     * @param survey   of the recording.
     * @param recorded its configuration.
     * @param wanted   names of the assets that are to run; none for all that the configuration launches.
     * @return the plan.
     * @throws IllegalArgumentException when there can be no such replay; in one line.
     */
    static ReplayPlan of(final Survey survey, final HubConfig recorded, final Collection<String> wanted) {
        if (survey.assets().isEmpty()) {
            throw new IllegalArgumentException((survey.shortfall() == null ? "" : survey.shortfall() + "; ")
                + "no asset is in it, so there is nothing to replay");
        }
        requireNames(survey);
        final Set<String> names = new LinkedHashSet<>(wanted);
        if (names.isEmpty()) {
            survey.assets().stream().map(SurveyedAsset::name).filter(name -> isLaunched(recorded, name))
                .forEach(names::add);
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("the configuration launches none of the recorded assets ("
                + names(survey.assets()) + "); name those that you start yourself with --asset");
        }
        survey.assets().forEach(asset -> requireSteps(asset, configured(recorded, asset.name())));
        names.forEach(name -> requireLive(survey, name));
        final Set<String> others = othersInTheirProcesses(survey, names);
        others.forEach(name -> requireLive(survey, name));
        names.addAll(others);
        final ReplayPlan plan = new ReplayPlan(survey, recorded, names);
        others.forEach(name -> plan.notes.add("asset '" + name + "' runs, too, since one of the others has its"
            + " process"));
        plan.live.forEach(plan::requireSenders);
        plan.played.forEach(plan::requirePlayable);
        plan.addNotes();
        return plan;
    }

    /** A hub: the messages of its assets are recorded by themselves. */
    private static boolean isChildHub(final HubConfig recorded, final SurveyedAsset asset) {
        return recorded.tree().federates().stream().anyMatch(each -> each.asset().name().equals(asset.path()));
    }

    /** Receivers do not see at which hub their sender is. */
    private static void requireNames(final Survey survey) {
        final Map<String, String> paths = new HashMap<>();
        for (final SurveyedAsset asset : survey.assets()) {
            final String other = paths.putIfAbsent(asset.name(), asset.path());
            if (other != null) {
                throw new IllegalArgumentException("'" + other + "' and '" + asset.path() + "' have the same name '"
                    + asset.name() + "', and a replay has all assets on one hub; give one of them another name, and"
                    + " record it anew");
            }
        }
    }

    private static boolean isLaunched(final HubConfig config, final String name) {
        final PlannedAsset asset = configured(config, name);
        return asset != null && !asset.launch().isEmpty();
    }

    private static PlannedAsset configured(final HubConfig config, final String name) {
        return config.assets().stream().filter(asset -> asset.name().equals(name)).findFirst().orElse(null);
    }

    private static String names(final List<SurveyedAsset> assets) {
        return ShortList.of(assets.stream().map(SurveyedAsset::name).toList());
    }

    private static Set<String> othersInTheirProcesses(final Survey survey, final Set<String> names) {
        final Set<String> others = new LinkedHashSet<>();
        for (final SurveyedAsset asset : survey.assets()) {
            if (!names.contains(asset.name()) && !asset.isLate()
                && names.stream().anyMatch(name -> survey.asset(name).sharesProcessWith(asset))) {
                others.add(asset.name());
            }
        }
        return others;
    }

    private static void requireLive(final Survey survey, final String name) {
        final SurveyedAsset asset = survey.asset(name);
        if (asset == null) {
            throw new IllegalArgumentException(
                "no asset '" + name + "' is in the recording; there are " + names(survey.assets()));
        }
        if (asset.isElsewhere()) {
            throw new IllegalArgumentException("asset '" + name + "' was at another hub of the tree (" + asset.path()
                + "), and only what was received from it is here; run it again from a recording of its own hub");
        }
        if (asset.isLate()) {
            throw new IllegalArgumentException("asset '" + name + "' joined while the run was going on (first at "
                + SimTime.format(asset.startNs()) + "), which no replay can do at the same time again; leave it out"
                + " with --asset");
        }
        if (asset.isReplaced()) {
            throw new IllegalArgumentException("asset '" + name + "' was lost and restarted in the recorded run, which"
                + " a program that runs once more does not repeat; have it played: name the others with --asset");
        }
    }

    private static void requireSteps(final SurveyedAsset asset, final PlannedAsset config) {
        if (config != null && !asset.isLate() && !config.steps().equals(asset.steps())) {
            throw new IllegalArgumentException("asset '" + asset.name() + "' has " + words(config.steps())
                + " by its configuration, and " + words(asset.steps()) + " by the recording, which was made by a"
                + " version that did not keep steps that vary; record it anew");
        }
    }

    private static String words(final Steps steps) {
        final String greatest = SimTime.format(steps.greatestNs());
        return steps.isFixed() ? "a step of " + greatest : (steps.isWhole() ? "whole steps" : "steps") + " of up to "
            + greatest + " on a grid of " + SimTime.format(steps.granularityNs());
    }

    /** The replay of it never stalls, but the hub refuses any asset whose steps might. */
    private void requirePlayable(final SurveyedAsset asset) {
        final Steps steps = asset.playedSteps();
        if (!steps.equals(asset.steps()) && !Liveness.judge(recorded.coreStepNs(), recorded.maxDelayNs(),
            List.of(new Liveness.Member(asset.name(), steps))).live()) {
            throw new IllegalArgumentException("asset '" + asset.name() + "' cannot be played: it sent messages with"
                + " earlier stamps after messages with later ones, so its player needs " + words(steps) + ", which are"
                + " not live with coreStep " + SimTime.format(recorded.coreStepNs()) + " and maxDelay "
                + SimTime.format(recorded.maxDelayNs()) + (asset.isElsewhere() ? ""
                : "; let it run: name it with --asset"));
        }
    }

    private void requireSenders(final SurveyedAsset asset) {
        for (final InputSpec input : asset.inputs()) {
            if (leftOut.stream().anyMatch(sender -> sender.name().equals(input.sender()))) {
                throw new IllegalArgumentException("asset '" + asset.name() + "' receives from '" + input.sender()
                    + "', which joined while the run was going on, so it cannot be replayed");
            }
        }
    }

    /**
     * The last T_c up to which the recording is complete for all assets that take part; for ever when all leave by
     * then.
     */
    private long known() {
        if (survey.assets().stream().allMatch(asset -> asset.isLate() || leaves(asset))) {
            return Long.MAX_VALUE;
        }
        long knownNs = survey.isWhole() && !survey.isReset() ? survey.ending().coreTimeNs() : Long.MAX_VALUE;
        for (final SurveyedAsset asset : survey.assets()) {
            if (!asset.isLate() && !leaves(asset) && (asset.hasMessages() || isDropped(asset))) {
                if (asset.frontierNs() < 0) {
                    throw new IllegalArgumentException("the recording ends before the run began: of asset '"
                        + asset.name() + "' not even the dawn of time is known");
                }
                if (!staysInTheEnd(asset)) {
                    // Of its next step not everything is known, and it may be as short as a granularity; how short
                    // steps are at other hubs is not known.
                    knownNs = Math.min(knownNs, asset.frontierNs()
                        + (asset.isElsewhere() ? 0 : asset.steps().granularityNs() - 1));
                }
            }
        }
        if (knownNs == Long.MAX_VALUE) {
            throw new IllegalArgumentException("no asset sends or receives anything in the recording, and it was cut"
                + " short: nothing says how far it goes");
        }
        return knownNs / recorded.coreStepNs() * recorded.coreStepNs();
    }

    /**
     * Whether it stands in the end where it stood, whatever T_c would allow. One that runs does what it did; a player
     * goes on where the asset waited at a gate, but not where its next whole step was too long.
     */
    private boolean staysInTheEnd(final SurveyedAsset asset) {
        return survey.isSettled() && !isDropped(asset) && (live.contains(asset) || asset.steps().isWhole()
            && survey.ending().coreTimeNs() - asset.frontierNs() < asset.steps().greatestNs());
    }

    /**
     * Whether it goes before the end. When its loss is the end, nothing is known of a run that goes on without it; and
     * of one that runs once more nothing is known beyond its loss, for its program does not die again.
     */
    private boolean leaves(final SurveyedAsset asset) {
        return asset.isGone() && (!asset.isLost() || isDropped(asset) && !live.contains(asset));
    }

    /** Whether it was lost, and that was not to be the end of the run. */
    private boolean isDropped(final SurveyedAsset asset) {
        final String lost = Paths.first(asset.path());
        final PlannedAsset config = recorded.planned().stream().filter(each -> each.name().equals(lost)).findFirst()
            .orElse(null);
        return asset.isLost() && !asset.isLate() && config != null && config.onLost() != OnLost.HALT;
    }

    private void addNotes() {
        if (survey.shortfall() != null) {
            notes.add(survey.shortfall() + (untilNs == Long.MAX_VALUE ? ""
                : "; all is known up to " + SimTime.format(untilNs)));
        }
        if (survey.isSettled() && !endsAtLoss() && !reachesEnd()) {
            notes.add("one of those that are played waited in the end for another, which a player does not; all is"
                + " compared up to " + SimTime.format(untilNs));
        }
        for (final SurveyedAsset asset : survey.assets()) {
            if (isDropped(asset)) {
                notes.add("asset '" + asset.name() + "' was lost at " + SimTime.format(asset.goneAtNs())
                    + " in the recorded run; " + (live.contains(asset) ? "its program does not die again when it runs"
                    + " once more, so the replay ends there, and all is compared up to there; for the rest have it"
                    + " played: name the others with --asset" : "it is played up to there"));
            }
        }
        for (final SurveyedAsset asset : leftOut) {
            notes.add("asset '" + asset.name() + "' joined while the run was going on (first at "
                + SimTime.format(asset.startNs()) + "), and is left out; no asset that takes part receives from it");
        }
        for (final SurveyedAsset asset : live) {
            asset.latestInputs().forEach(input -> notes.add("asset '" + asset.name() + "' reads the latest value of "
                + input + ", which may be another in every run"));
        }
    }

    /** The assets that run once more. */
    List<SurveyedAsset> live() {
        return live;
    }

    /** The assets that are played. */
    List<SurveyedAsset> played() {
        return played;
    }

    /** Facts that a user should know, in words. */
    List<String> notes() {
        return notes;
    }

    /** Whether the replay ends where the recorded run went on, without one of those that run once more. */
    boolean endsAtLoss() {
        return live.stream().anyMatch(this::isDropped);
    }

    /** Whether it ends as the recorded run did, with every asset where that could not go on: so with its digests. */
    boolean reachesEnd() {
        return survey.isSettled() && !endsAtLoss() && untilNs >= survey.ending().coreTimeNs();
    }

    /** When the replay ends; the largest long when all leave. */
    long untilNs() {
        return untilNs;
    }

    /** Up to when an asset is known and takes part. */
    long limitNs(final SurveyedAsset asset) {
        if (leaves(asset)) {
            return asset.goneAtNs();
        }
        final long gridNs = asset.steps().granularityNs();
        final long limitNs = untilNs / gridNs * gridNs;
        return asset.steps().isWhole() && asset.hasMessages() && staysInTheEnd(asset)
            ? Math.min(limitNs, asset.frontierNs()) : limitNs;
    }

    /** When an asset leaves before the end; the largest long for one that does not. */
    long leavesAtNs(final SurveyedAsset asset) {
        return leaves(asset) ? asset.goneAtNs() : Long.MAX_VALUE;
    }

    /** The settings of the hub of the replay. */
    HubConfig config() {
        final List<PlannedAsset> assets = new ArrayList<>();
        for (final PlannedAsset its : recorded.assets()) {
            if (!isIn(live, its.name()) && !isIn(played, its.name())) {
                // Others may receive from it, and are not to wait for it.
                assets.add(new PlannedAsset(its.name(), its.steps(), 0, false, OnLost.HALT, its.waiting(),
                    OnHubLost.EXIT, Restart.USUAL, List.of()));
            }
        }
        for (final SurveyedAsset asset : live) {
            final PlannedAsset its = configured(asset);
            assets.add(new PlannedAsset(its.name(), its.steps(), its.intervalNs(), true, its.onLost(),
                its.waiting(), its.onHubLost(), its.restart(), its.launch()));
        }
        for (final SurveyedAsset asset : played) {
            final PlannedAsset its = configured(asset);
            assets.add(new PlannedAsset(its.name(), asset.playedSteps(), 0, true, OnLost.HALT, its.waiting(),
                OnHubLost.EXIT, Restart.USUAL, List.of()));
        }
        final Map<String, List<InputSpec>> inputs = new LinkedHashMap<>();
        final Map<String, List<OutputSpec>> outputs = new LinkedHashMap<>();
        recorded.messages().outputs().forEach((sender, channels) -> {
            if (!Paths.isElsewhere(sender)) {
                outputs.put(sender, channels);
            }
        });
        final Map<Reply.Sent, Reply.Sent> carried = new LinkedHashMap<>();
        for (final SurveyedAsset asset : live) {
            asset.told().forEach((input, told) -> carried.put(new Reply.Sent(asset.inputs().get(input).channel(),
                asset.inputs().get(input).sender()), told));
            inputs.put(asset.name(), inputs(asset));
            if (recorded.tree().parent() != null) {
                // Its channels to other hubs may stand in the file of a hub above alone.
                outputs.put(asset.name(), asset.channels());
            }
        }
        final long seed = survey.beginning().seed();
        return new HubConfig(recorded.folder(), recorded.hub(), recorded.coreStepNs(), recorded.coreIntervalNs(),
            recorded.maxDelayNs(), recorded.speed(), recorded.waiting(), seed, assets,
            new MessagePlan(seed, outputs, inputs, false, carried), null);
    }

    /** As configured; and those from other hubs that only the configuration of a hub above names. */
    private List<InputSpec> inputs(final SurveyedAsset asset) {
        final List<InputSpec> inputs = new ArrayList<>(
            AssetEntry.onOneHub(recorded.messages().inputs().getOrDefault(asset.name(), List.of())));
        for (final InputSpec input : asset.inputs()) {
            final SurveyedAsset sender = survey.asset(input.sender());
            if (sender != null && sender.isElsewhere() && inputs.stream().noneMatch(each ->
                each.channel().equals(input.channel()) && each.sender().equals(input.sender()))) {
                inputs.add(input);
            }
        }
        return inputs;
    }

    private static boolean isIn(final List<SurveyedAsset> assets, final String name) {
        return assets.stream().anyMatch(asset -> asset.name().equals(name));
    }

    /** The user started an asset without a configuration, and is asked to do so again. */
    private PlannedAsset configured(final SurveyedAsset asset) {
        final PlannedAsset config = configured(recorded, asset.name());
        return config != null ? config : new PlannedAsset(asset.name(), asset.steps(), 0, true,
            OnLost.HALT, recorded.waiting(), OnHubLost.EXIT, Restart.USUAL, List.of());
    }
}
