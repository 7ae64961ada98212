package io.takt.conform;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.waiting.Doorbell;
import java.util.ArrayList;
import java.util.List;

/** The asset that is judged, as the kit's hub knows it; also looks after it in every round. */
final class Member {
    /** The asset has left, has failed, or has closed its connection, while a trial counts on it. */
    static final class Gone extends IllegalStateException {
        private static final long serialVersionUID = 1;
    }

    /** A record that the asset may not write any more, and its last value. */
    private record Sealed(Clock clock, long value, String why) {
    }

    final String name;
    final JsonNode join;
    final Control.Connection connection;
    final ThreadClocks thread;
    final int number;
    final long stepNs;
    final List<Sealed> sealed = new ArrayList<>();
    AssetClocks clocks;
    long firstNs;
    long lastNs;
    int readies;
    int resetsDone;
    int resetsAsked;
    boolean hasLeft;
    String failure;
    long seenSteps;

    Member(final String name, final JsonNode join, final Control.Connection connection, final ThreadClocks thread,
        final int number, final long stepNs) {
        this.name = name;
        this.join = join;
        this.connection = connection;
        this.thread = thread;
        this.number = number;
        this.stepNs = stepNs;
    }

    void begin(final AssetClocks fresh, final long timeNs) {
        clocks = fresh;
        firstNs = timeNs;
        lastNs = timeNs;
    }

    /** T_i; throws {@link Gone} where it has no clock any more. */
    long timeNs() {
        if (clocks == null) {
            throw new Gone();
        }
        return clocks.time().read();
    }

    boolean hasDoorbell() {
        return thread != null;
    }

    /** The T_c for which its thread sleeps; {@link Doorbell#AWAKE} when it is awake. */
    long sleepsFor() {
        return thread == null ? Doorbell.AWAKE : thread.sleep().read();
    }

    /** From now on it may not write its clocks. */
    void seal(final String why, final Finder finder) {
        if (clocks != null) {
            watchBack(finder);
            final List<Clock> all = new ArrayList<>(clocks.promises());
            all.addAll(List.of(clocks.time(), clocks.retain()));
            if (clocks.digest() != null) {
                all.add(clocks.digest());
            }
            all.forEach(each -> sealed.add(new Sealed(each, each.read(), why)));
        }
        clocks = null;
    }

    /** Breaks of rules that hold always; told by the rule's name. */
    void watch(final long coreTimeNs, final Finder finder) {
        for (final Sealed each : sealed) {
            if (each.clock.read() != each.value) {
                finder.found("memory", "record " + each.clock.counterId() + " of asset '" + name + "' went from "
                    + each.value + " to " + each.clock.read() + " after its " + each.why,
                    "its records are not written after its " + each.why);
            }
        }
        if (clocks == null) {
            return;
        }
        final long nowNs = timeNs();
        if (nowNs > coreTimeNs) {
            finder.found("core", "T_i = " + nowNs + " ns while T_c = " + coreTimeNs + " ns",
                "T_i is never more than T_c");
        }
        watchBack(finder);
        if ((nowNs - firstNs) % stepNs != 0) {
            finder.found("grid", "T_i = " + nowNs + " ns, which is " + (nowNs - firstNs) % stepNs
                + " ns off the steps of " + stepNs + " ns from " + firstNs,
                "T_i is the time that it was given and a whole number of its steps");
        }
        seenSteps += nowNs > lastNs ? 1 : 0;
        lastNs = Math.max(lastNs, nowNs);
    }

    private void watchBack(final Finder finder) {
        if (timeNs() < lastNs) {
            finder.found("back", "T_i went from " + lastNs + " to " + timeNs() + " ns", "a clock never goes back");
        }
    }

    /** Takes what is found. */
    interface Finder {
        void found(String rule, String seen, String expected);
    }
}
