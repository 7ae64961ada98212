package io.takt.proofs.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an asset sends. This is planned by simulation time alone, so it is the same in every run; when it is published
 * is up to the schedule. Messages are numbered from 0, which has stamp 0 and is there before anything moves.
 */
final class Sender {
    private final long stepNs;
    private final Habit habit;
    private int published = 1;
    /** As they were when the clock came to where it stands, and to all its earlier values. */
    private final List<Frontier> frontiers = new ArrayList<>();

    /**
     * What is sent in which step, again and again.
     *
     * @param offsets  for each of some steps, how much more than 1 ns after its start each of its messages is stamped.
     * @param promises whether it says before which time it will send nothing.
     */
    record Habit(List<List<Integer>> offsets, boolean promises) {
        Stream<Habit> plainer() {
            return Stream.concat(
                Stream.of(new Habit(offsets, false)).filter(other -> promises),
                Stream.concat(
                    Simplest.fewer(offsets).filter(fewer -> !fewer.isEmpty()),
                    Simplest.plainer(offsets, Simplest::fewer)).map(others -> new Habit(others, promises)));
        }
    }

    /**
     * What can be read of a sender besides its time.
     *
     * @param promiseNs before which time it sends nothing; 0 promises nothing.
     * @param published how many messages can be seen at least, once its time has been read.
     */
    record Frontier(long promiseNs, int published) {
    }

    Sender(final long stepNs, final Habit habit) {
        this.stepNs = stepNs;
        this.habit = habit;
        advancedTo(0);
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

    /** How many messages are there. */
    int published() {
        return published;
    }

    /** Whether the step to a time has messages that are not published yet. */
    boolean hasMoreIn(final long toNs) {
        return published < plannedNs(toNs).size();
    }

    /** Publishes the next message of the step to a time, if it has more; tells whether it did. */
    boolean publishesOneOf(final long toNs) {
        final boolean more = hasMoreIn(toNs);
        published += more ? 1 : 0;
        return more;
    }

    void advancedTo(final long timeNs) {
        final int sent = plannedNs(timeNs).size();
        final List<Long> futureNs = plannedNs(timeNs + stepNs * habit.offsets.size());
        final long promiseNs = futureNs.subList(sent, futureNs.size()).stream().mapToLong(Long::longValue).min()
            .orElse(Long.MAX_VALUE);
        frontiers.add(new Frontier(habit.promises ? promiseNs : 0, published));
    }

    /** As it was so many count-ups ago. */
    Frontier frontier(final long age) {
        return frontiers.get((int) Math.max(0, frontiers.size() - 1 - age));
    }
}
