package io.takt.proofs.agents;

import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.clock.ClockObserver;
import io.takt.shm.waiting.Kernel;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.status.CountersReader;

/**
 * Looks at the newest values after every change: with the observer that ships, and for violations that it cannot know.
 * Within an epoch no clock goes back; a new epoch begins at 0; a joiner starts at T_c.
 */
final class Judge {
    private static final int CORE = ClockLayout.CORE_NUMBER;

    private final CountersReader counters;
    private final ClockObserver observer;
    /** By counter: whose clock it is, and where that stands. */
    private final Map<Integer, Clock> clocks = new HashMap<>();
    private final long[] timesNs = new long[SharedMemory.RECORDS];
    private int coreCounter;
    private long epoch = -1;
    private int epochs;
    private int joins;

    /** The properties that tell a clock from the one that had the record before. */
    private record Clock(String label, long epoch, int number) {
    }

    Judge(final SharedMemory memory, final long maxDelayNs) {
        counters = new CountersReader(memory.metaData(), memory.values());
        observer = new ClockObserver(ClockFile.over(memory.metaData(), memory.values(), Kernel.OF_THIS_MACHINE),
            Hub.NAME, maxDelayNs);
    }

    boolean isClock(final int counter) {
        return clocks.containsKey(counter);
    }

    String label(final int counter) {
        return clocks.get(counter).label;
    }

    /** Throws when clocks that are new do not stand where they must. */
    void recordsChanged(final World world) {
        final Map<Integer, Clock> before = Map.copyOf(clocks);
        clocks.clear();
        counters.forEach((counter, typeId, key, label) -> {
            if (typeId == ClockLayout.CORE_TIME_TYPE_ID || typeId == ClockLayout.ASSET_TIME_TYPE_ID) {
                clocks.put(counter, new Clock(label.replace("takt ", "").replace(" hub=" + Hub.NAME, ""),
                    key.getLong(0), key.getInt(Long.BYTES)));
            }
        });
        final boolean isCoreThere = clocks.values().stream().anyMatch(clock -> clock.number == CORE);
        clocks.forEach((counter, clock) -> {
            if (!clock.equals(before.get(counter))) {
                begins(counter, clock, world);
            }
            world.require(clock.epoch == epoch || !isCoreThere, clock + " is of another epoch than T_c");
        });
        observer.resolve();
        observe(world);
    }

    private void begins(final int counter, final Clock clock, final World world) {
        timesNs[counter] = counters.getCounterValue(counter);
        if (clock.number == CORE) {
            world.require(clock.epoch > epoch && timesNs[counter] == 0, clock + " begins at " + timesNs[counter]);
            epoch = clock.epoch;
            coreCounter = counter;
            epochs++;
        } else {
            world.require(clock.epoch == epoch && timesNs[counter] == coreNs(), clock + " begins at "
                + timesNs[counter]);
            joins++;
        }
    }

    /** Throws when a clock does not stand where it may. */
    void moved(final int counter, final long timeNs, final World world) {
        world.require(clocks.get(counter).number != CORE
                || clocks.values().stream().anyMatch(clock -> clock.number != CORE),
            "T_c goes to " + timeNs + " with no assets there");
        world.require(timesNs[counter] <= timeNs, clocks.get(counter) + " goes back to " + timeNs);
        timesNs[counter] = timeNs;
        observe(world);
    }

    private void observe(final World world) {
        observer.observe();
        world.require(observer.violations() == 0, observer.firstViolation());
    }

    /** Throws when an asset that computes a step has published more than where that begins. */
    void computes(final String asset, final long fromNs, final World world) {
        clocks.forEach((counter, clock) ->
            world.require(!clock.label.equals("asset-time asset=" + asset)
                || timesNs[counter] == fromNs,
                clock + " is at " + timesNs[counter] + " in the step from " + fromNs));
    }

    /** T_i of an asset that is there. */
    long timeNs(final String asset) {
        return clocks.entrySet().stream().filter(each -> each.getValue().label.equals("asset-time asset=" + asset))
            .mapToLong(each -> timesNs[each.getKey()]).findFirst().orElseThrow();
    }

    /** T_c. */
    long coreNs() {
        return timesNs[coreCounter];
    }

    int epochs() {
        return epochs;
    }

    int joins() {
        return joins;
    }

    long looks() {
        return observer.observations();
    }
}
