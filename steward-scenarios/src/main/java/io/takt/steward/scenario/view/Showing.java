package io.takt.steward.scenario.view;

import io.takt.steward.Id;
import io.takt.steward.Snapshot;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.Spot;
import io.takt.steward.scenario.World;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;

/**
 * A run of a world from its beginning to an end; then changes of its past; then all of them taken back, which must
 * leave what was there before. For one thread.
 */
public final class Showing {
    private final World world;
    private final long until;
    private final Steward steward;
    private final Film before;
    private final Id digest;
    private final Statistics then;

    private List<Input> changes = List.of();
    private Film after;
    private Id changedDigest;
    private Statistics now;
    private Difference difference;
    private boolean restored;

    /**
     * Runs a world.
     *
     * @param world    at its beginning.
     * @param until    the last tick, at least 1.
     * @param frames   how many pictures are taken, 1 or more.
     * @param progress is told which part is done, 0 to 1.
     */
    public Showing(final World world, final long until, final int frames, final DoubleConsumer progress) {
        this.world = world;
        this.until = until;
        // So the count of what is redone is that of what depends on the changes.
        steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        before = Film.of(world, steward, until, frames, progress);
        digest = steward.digest(Long.MIN_VALUE, until);
        then = steward.statistics();
        now = then;
    }

    /**
     * Changes the past, once, and takes the change back.
     *
     * @param inputs   after the world's first, at most at the end; at least one.
     * @param progress is told which part is done, 0 to 1.
     */
    public void change(final List<Input> inputs, final DoubleConsumer progress) {
        changes = inputs.stream().sorted(Comparator.comparingLong(Input::time)).toList();
        changes.forEach(input -> input.insertInto(steward));
        after = Film.of(world, steward, until, before.frames().size() - 1, progress);
        now = steward.statistics();
        changedDigest = steward.digest(Long.MIN_VALUE, until);
        difference = new Difference(before.events(), after.events());
        changes.forEach(input -> input.removeFrom(steward));
        restored = steward.digest(Long.MIN_VALUE, until).equals(digest);
    }

    /**
     * Whether the run was the same again when the changes had been taken back.
     *
     * @return true also if there were none.
     */
    public boolean restored() {
        return changes.isEmpty() || restored;
    }

    /**
     * The result.
     *
     * @return numbers and digests by name, in the order of the names.
     */
    public Map<String, Object> results() {
        final Map<String, Object> results = new TreeMap<>();
        results.put("events", before.events().size());
        results.put("stale", then.stale());
        results.put("predictorRuns", then.predictorRuns());
        results.put("historyBytes", then.historyBytes());
        results.put("digest", digest.toString());
        results.put("changes", changes.size());
        results.put("redone", redone());
        if (!changes.isEmpty()) {
            results.put("redoneEqual", now.redoneEqual() - then.redoneEqual());
            results.put("added", difference.added());
            results.put("altered", difference.altered());
            results.put("gone", difference.gone());
            results.put("reread", difference.reread());
            results.put("predictorRunsAfterChange", now.predictorRuns() - then.predictorRuns());
            results.put("staleAfterChange", now.stale() - then.stale());
            results.put("digestChanged", changedDigest.toString());
            results.put("restored", restored);
        }
        return results;
    }

    /**
     * Events that were executed because the past was changed.
     *
     * @return 0 or more.
     */
    public long redone() {
        return now.executed() - then.executed() + now.redone() - then.redone();
    }

    World world() {
        return world;
    }

    long until() {
        return until;
    }

    Film before() {
        return before;
    }

    /** Null if nothing was changed. */
    Film after() {
        return after;
    }

    /** Null if nothing was changed. */
    Difference difference() {
        return difference;
    }

    List<Input> changes() {
        return changes;
    }

    /** How large the bodies are, in the numbers of a film; they do not change. */
    int[] radii() {
        final int[] radii = new int[world.bodies()];
        try (Snapshot snapshot = steward.snapshot(until)) {
            for (int body = 0; body < radii.length; body++) {
                final Spot spot = world.spot(steward, snapshot, body);
                radii[body] = Math.max(1, (int) Math.rint(spot.radius() / world.arena().side() * Film.SCALE));
            }
        }
        return radii;
    }
}
