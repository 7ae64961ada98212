package io.takt.hub.config;

import io.takt.asset.OnHubLost;
import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads one asset of a configuration, and the fields that a child hub has in common with one. */
final class AssetReader {
    private final Path folder;
    /** Null where programs are not looked for. */
    private final ProgramFinder programs;
    private final Problems problems;
    private final long maxDelayNs;
    private final WaitStrategy hubWaiting;
    /** The problems of programs; many assets may have the same program. */
    private final Map<String, Optional<String>> judged = new HashMap<>();

    AssetReader(final Path folder, final ProgramFinder programs, final Problems problems, final long maxDelayNs,
        final WaitStrategy hubWaiting) {
        this.folder = folder;
        this.programs = programs;
        this.problems = problems;
        this.maxDelayNs = maxDelayNs;
        this.hubWaiting = hubWaiting;
    }

    WaitStrategy hubWaiting() {
        return hubWaiting;
    }

    PlannedAsset read(final Fields asset) {
        asset.allow("name", StepsReader.STEP, StepsReader.MAX_STEP, StepsReader.GRANULARITY, StepsReader.WHOLE_STEPS,
            "interval", "required", "onLost", "restart", "waiting", "onHubLost", "launch");
        final String name = asset.name("name", null);
        final Steps steps = StepsReader.read(asset);
        requireWithin(asset, steps);
        final long intervalNs = asset.optionalTime("interval");
        final boolean required = asset.flag("required", true);
        final OnLost onLost = readOnLost(asset);
        final Restart restart = readRestart(asset, onLost);
        final WaitStrategy waiting = readWaiting(asset, hubWaiting);
        final OnHubLost onHubLost =
            "attach".equals(asset.oneOf("onHubLost", "exit", "attach")) ? OnHubLost.ATTACH : OnHubLost.EXIT;
        final List<String> launch = readLaunch(asset);
        return new PlannedAsset(
            name, steps, intervalNs, required, onLost, waiting, onHubLost, restart, launch);
    }

    /** The program of an asset and its arguments; empty when it is started by hand. */
    List<String> readLaunch(final Fields asset) {
        final List<String> launch = asset.texts("launch");
        for (int i = 0; i < launch.size() && programs != null; i++) {
            final String wrong = Argument.problemWith(launch.get(i));
            final String missing = wrong != null || i > 0 ? wrong : judged.computeIfAbsent(launch.get(0),
                program -> Optional.ofNullable(programs.problemWith(program, folder))).orElse(null);
            if (missing != null) {
                problems.add(new Problem(asset.path("launch[" + i + "]"), Fields.quoted(launch.get(i)), missing,
                    false));
            }
        }
        return launch;
    }

    static OnLost readOnLost(final Fields asset) {
        final String given = asset.oneOf("onLost", "halt", "drop", "restart");
        return given == null ? OnLost.HALT : OnLost.valueOf(given.toUpperCase(Locale.ROOT));
    }

    static Restart readRestart(final Fields asset, final OnLost onLost) {
        final Fields restart = asset.object("restart", "{\"limit\": 5}");
        if (restart == null) {
            return Restart.USUAL;
        }
        if (onLost != OnLost.RESTART) {
            asset.problem("restart", "goes with onLost \"restart\" only; leave it out");
        }
        restart.allow("limit", "pause", "onMissed");
        final long limit = restart.wholeNumber("limit", Restart.USUAL.limit());
        if (limit < 1 || limit > Integer.MAX_VALUE) {
            restart.problem("limit", "is not a number of tries, 1 or more");
        }
        return new Restart((int) limit,
            restart.has("pause") ? restart.optionalTime("pause") : Restart.USUAL.pauseNs(),
            "halt".equals(restart.oneOf("onMissed", "warn", "halt")));
    }

    static WaitStrategy readWaiting(final Fields fields, final WaitStrategy otherwise) {
        final String given = fields.has("waiting")
            ? fields.oneOf("waiting", "adaptive", "spin", "yield", "sleep") : null;
        return given == null ? otherwise : WaitStrategy.valueOf(given.toUpperCase(Locale.ROOT));
    }

    /** Steps that are done whole need the longest of them to be within D_max; of others the shortest will do. */
    private void requireWithin(final Fields asset, final Steps steps) {
        if (steps == null) {
            return;
        }
        final String field = StepsReader.decisive(steps);
        requireWithin(asset, steps.isFixed() && !asset.has(field) ? StepsReader.MAX_STEP : field,
            steps.isWhole() ? steps.greatestNs() : steps.granularityNs(), steps.isWhole());
    }

    /** A step beyond D_max is told here, by its field, although L2 would find it, too. */
    void requireWithin(final Fields fields, final String field, final long stepNs, final boolean isChosen) {
        if (stepNs > 0 && maxDelayNs > 0 && stepNs > maxDelayNs) {
            problems.add(new Problem(fields.path(field), fields.valueOf(field), "is beyond maxDelay ("
                + SimTime.format(maxDelayNs) + "), so the simulation " + (isChosen ? "may" : "would")
                + " stop for good; make it smaller, or maxDelay larger", true));
        }
    }
}
