package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of an asset. They are planned by simulation time alone, so they are the same in every run; the schedule
 * decides when they are sent. Messages are numbered from 0, which has stamp 0 and is there before anything moves.
 */
final class Sender {
    private final long stepNs;
    private final Habit habit;

    /**
     * The messages of some steps, again and again.
     *
     * @param offsets  for each of some steps, how much more than 1 ns after its start each of its messages is stamped.
     * @param promises whether it says before which time it will send nothing.
     */
    record Habit(List<List<Integer>> offsets, boolean promises) {
    }

    Sender(final long stepNs, final Habit habit) {
        this.stepNs = stepNs;
        this.habit = habit;
    }

    /** The stamps of the messages that are sent in steps that begin before a time, by number. */
    List<Long> plannedNs(final long beforeNs) {
        final List<Long> stampsNs = new ArrayList<>(List.of(0L));
        for (long fromNs = 0; fromNs < beforeNs; fromNs += stepNs) {
            for (final int offset : habit.offsets.get((int) (fromNs / stepNs % habit.offsets.size()))) {
                stampsNs.add(fromNs + 1 + offset % stepNs);
            }
        }
        return stampsNs;
    }

    boolean promises() {
        return habit.promises;
    }

    /** The stamp of the first message that is sent in a step which begins then or later; the largest long for none. */
    long nextNs(final long fromNs) {
        final int sent = plannedNs(fromNs).size();
        final List<Long> futureNs = plannedNs(fromNs + stepNs * habit.offsets.size());
        return futureNs.subList(sent, futureNs.size()).stream().mapToLong(Long::longValue).min()
            .orElse(Long.MAX_VALUE);
    }
}
