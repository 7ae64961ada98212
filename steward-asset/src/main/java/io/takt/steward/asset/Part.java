package io.takt.steward.asset;

import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.StewardException;
import io.takt.steward.log.LogSteward;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The part of a world that one asset has: what leaves it, what comes to it, and what both seem to be ahead of the
 * asset's clock.
 *
 * <pre>
 *   committed                    T'                          T_c
 *   ────┼─────────────────────────┼───────────────────────────┼──►  ticks
 *       │  a step makes it final  │  worked ahead, may change │
 *   out │  sent on the channel    │  announced, taken back    │  letters, by the tick of their event
 *   in  │  received               │  announced by others      │  arrivals, by the tick at which they happen
 * </pre>
 *
 * <p>A letter is sent when its event is final, and is delivered δ later. Before a step to T' all letters have come that
 * arrive up to T', as their channels are gated; with them all history up to T' is known. Announcements only let the
 * part work on what will probably come: an arrival that is announced, and not confirmed by its letter before it is
 * final, is taken out. So the history does not depend on them.
 *
 * <p>An announcement of what arrives at t is sent before the sender's clock has passed t - δ, and no receiver's clock
 * passes t before that: none comes behind a clock (P1).
 *
 * <p>A letter to this part itself becomes its arrival at once, and goes when the letter goes.
 *
 * <p>For the asset's thread.
 */
final class Part {
    private final List<Crossing<?>> crossings;
    private final long delayTicks;
    private final String asset;
    /** The channels that the asset sends; letters on others must be to this part. */
    private final Set<String> outputs;

    /** At which history has changed, and letters are yet to be compared with what happened. */
    private final TreeSet<Long> changed = new TreeSet<>();
    /** Of events that are not final, in order. */
    private final TreeMap<Long, Map<Id, Letter>> letters = new TreeMap<>();
    /** What others were last told of a letter. */
    private final TreeMap<Long, Map<Id, Letter>> told = new TreeMap<>();
    /** Letters of which they are to be told something else, perhaps. */
    private final TreeMap<Long, Map<Id, Letter>> untold = new TreeMap<>();
    /**
     * From other parts and this one, after the horizon. Two parts may have the same event for a while, when the letter
     * that leads to it has gone to one and, changed, to the other; then both may say what comes of it.
     */
    private final TreeMap<Long, Map<Id, Arrival>> arrivals = new TreeMap<>();
    private World world;
    private LogSteward steward;
    private long late;

    /** An event on its way to a part; it is felt at this one if {@code here} is not null. */
    record Letter(Crossing<?> crossing, long tick, Id id, byte[] bytes, Event here) {
        boolean says(final Letter other) {
            return other != null && Arrays.equals(bytes, other.bytes);
        }
    }

    /** An event that comes from a part, for certain from another one, or as it seems now. */
    private record Arrival(Event event, String from, boolean isCertain) {
    }

    /** Takes an arrival. */
    @FunctionalInterface
    interface Taker {
        void accept(long tick, Id id, boolean isCertain);
    }

    Part(final String asset, final Borders borders, final long tickNs, final Set<String> outputs) {
        this.asset = asset;
        this.crossings = borders.crossings();
        this.delayTicks = -Math.floorDiv(-borders.delayNs(), tickNs);
        this.outputs = outputs;
    }

    /** A world begins, or goes on with arrivals that are certain. */
    void begin(final World its) {
        world = its;
        steward = its.steward();
        changed.clear();
        letters.clear();
        told.clear();
        untold.clear();
        arrivals.clear();
        its.certainArrivals((tick, id, isCertain) -> arrivals.computeIfAbsent(tick, any -> new HashMap<>())
            .put(id, new Arrival(null, asset, true)));
        steward.onChange(tick -> changed.add(tick));
        world.isWorkedBy(this);
    }

    /** Does all up to a tick, of which nothing will change: all letters that arrive up to there have come. */
    void makeFinal(final long tick) {
        final Map<Long, Map<Id, Arrival>> past = arrivals.headMap(tick, true);
        past.forEach((at, those) -> those.entrySet().removeIf(each -> {
            final boolean isUnconfirmed = !each.getValue().isCertain && !each.getValue().from.equals(asset);
            if (isUnconfirmed) {
                steward.remove(at, each.getKey());
            }
            return isUnconfirmed;
        }));
        work(tick, Integer.MAX_VALUE);
        past.clear();
    }

    /**
     * Works up to a tick.
     *
     * @param most how many events, or other things of the steward, are done.
     * @return false when all is done up to there.
     */
    boolean work(final long tick, final int most) {
        int left = most;
        while (left > 0) {
            // Letters to this part itself arrive after that at the earliest.
            final long until = changed.isEmpty() ? tick : Math.min(tick, changed.first() + delayTicks - 1);
            if (steward.step(until)) {
                left--;
            } else if (changed.isEmpty() || changed.first() > tick) {
                return false;
            } else {
                writeLetters(until);
            }
        }
        return true;
    }

    /** All is done up to a tick. */
    private void writeLetters(final long until) {
        while (!changed.isEmpty() && changed.first() <= until) {
            final long tick = changed.pollFirst();
            final Map<Id, Letter> now = lettersOf(tick);
            final Map<Id, Letter> before = now.isEmpty() ? letters.remove(tick) : letters.put(tick, now);
            if (before != null) {
                before.forEach((id, letter) -> {
                    if (!letter.says(now.get(id))) {
                        withdraw(letter);
                    }
                });
            }
            now.forEach((id, letter) -> {
                if (before == null || !letter.says(before.get(id))) {
                    post(letter);
                }
            });
        }
    }

    private Map<Id, Letter> lettersOf(final long tick) {
        final Map<Id, Letter> found = new LinkedHashMap<>();
        steward.forEachEvent(tick, tick, event -> {
            for (final Crossing<?> crossing : crossings) {
                final byte[] bytes = crossing.bytesOf(event);
                if (bytes != null) {
                    final Id id = crossing.idOf(event);
                    found.put(id, new Letter(crossing, tick, id, bytes, crossing.eventOf(bytes)));
                }
            }
        });
        return found;
    }

    private void post(final Letter letter) {
        if (letter.here != null) {
            arrives(letter.tick + delayTicks, letter.id, new Arrival(letter.here, asset, false));
        } else {
            isUntold(letter);
        }
    }

    private void withdraw(final Letter letter) {
        if (letter.here != null) {
            takeBack(letter.tick + delayTicks, letter.id, asset);
        } else {
            isUntold(letter);
        }
    }

    private void isUntold(final Letter letter) {
        untold.computeIfAbsent(letter.tick, any -> new TreeMap<>()).put(letter.id, letter);
    }

    /**
     * Gives what is to be announced, and taken back, since the last time, the earliest first.
     *
     * <pre>
     *   each   length 4 bytes; channel, tick 8 bytes, id 16 bytes, whether it is announced 1 byte, its bytes if so
     * </pre>
     *
     * @param mostBytes what is more is left for the next time.
     */
    byte[] announcements(final int mostBytes) {
        final StateOutput all = new StateOutput();
        boolean isFull = false;
        while (!untold.isEmpty() && !isFull) {
            final Map.Entry<Long, Map<Id, Letter>> first = untold.firstEntry();
            final Iterator<Letter> those = first.getValue().values().iterator();
            while (those.hasNext() && !isFull) {
                final byte[] next = announcement(those.next());
                isFull = all.size() + Integer.BYTES + next.length > mostBytes && all.size() > 0;
                if (!isFull) {
                    those.remove();
                    append(next, all, mostBytes);
                }
            }
            if (!isFull) {
                untold.remove(first.getKey());
            }
        }
        return all.toByteArray();
    }

    private static void append(final byte[] announcement, final StateOutput all, final int mostBytes) {
        // One that does not fit at all is not announced: the letter itself will come.
        if (announcement.length > 0 && Integer.BYTES + announcement.length <= mostBytes) {
            all.writeBytes(announcement);
        }
    }

    /** Nothing where others have been told what is so. */
    private byte[] announcement(final Letter changedOne) {
        final StateOutput out = new StateOutput();
        final Letter now = letters.getOrDefault(changedOne.tick, Map.of()).get(changedOne.id);
        final Map<Id, Letter> toldThen = told.computeIfAbsent(changedOne.tick, any -> new HashMap<>());
        final Letter before = toldThen.get(changedOne.id);
        if (now == null ? before != null : !now.says(before)) {
            out.writeString(changedOne.crossing.channel());
            out.writeLong(changedOne.tick);
            out.writeId(changedOne.id);
            out.writeBoolean(now != null);
            if (now != null) {
                out.writeBytes(now.bytes);
                toldThen.put(now.id, now);
            } else {
                toldThen.remove(changedOne.id);
            }
        }
        return out.toByteArray();
    }

    /** Gives the letters of final events to a taker, in order. */
    void sendFinal(final Consumer<Letter> taker) {
        final Map<Long, Map<Id, Letter>> past = letters.headMap(world.committed(), true);
        past.values().forEach(those -> those.values().forEach(letter -> {
            if (letter.here == null) {
                requireOutput(letter);
                taker.accept(letter);
            }
        }));
        past.clear();
        // Receivers know by themselves what is final, and what is not.
        untold.headMap(world.committed(), true).clear();
        told.headMap(world.committed(), true).clear();
    }

    /** One that is not final may be of a history that is not whole yet. */
    private void requireOutput(final Letter letter) {
        if (!outputs.contains(letter.crossing.channel())) {
            throw new StewardException("an event of asset '" + asset + "' at the tick " + letter.tick + " crosses to"
                + " another part, but the asset does not send channel '" + letter.crossing.channel() + "'");
        }
    }

    /** Takes announcements of another part. */
    void hear(final String from, final byte[] announcements) {
        final StateInput all = new StateInput(announcements, world.physics(), steward);
        while (all.remaining() > 0) {
            final StateInput in = new StateInput(all.readBytes(), world.physics(), steward);
            final String channel = in.readString();
            final long tick = in.readLong() + delayTicks;
            final Id id = in.readId();
            if (tick <= world.committed()) {
                late++;
            } else if (in.readBoolean()) {
                final byte[] bytes = in.readBytes();
                for (final Crossing<?> crossing : crossings) {
                    final Event event = crossing.channel().equals(channel) ? crossing.eventOf(bytes) : null;
                    if (event != null) {
                        arrives(tick, id, new Arrival(event, from, false));
                    }
                }
            } else {
                takeBack(tick, id, from);
            }
        }
    }

    private void takeBack(final long tick, final Id id, final String from) {
        final Map<Id, Arrival> those = arrivals.getOrDefault(tick, Map.of());
        final Arrival before = those.get(id);
        if (before != null && !before.isCertain && before.from.equals(from)) {
            those.remove(id);
            steward.remove(tick, id);
        }
    }

    /** What is certain counts most, then what this part itself says, then the first announcement. */
    private void arrives(final long tick, final Id id, final Arrival arrival) {
        final Map<Id, Arrival> those = arrivals.computeIfAbsent(tick, any -> new HashMap<>());
        final Arrival before = those.get(id);
        if (before != null && !arrival.isCertain && (before.isCertain
            || !before.from.equals(arrival.from) && !arrival.from.equals(asset))) {
            return;
        }
        those.put(id, arrival);
        if (before == null || !arrival.event.equals(before.event)) {
            if (before != null) {
                steward.remove(tick, id);
            }
            steward.insert(tick, id, arrival.event);
        }
    }

    /** Takes the letter of a final event of another part. Returns the tick at which it arrives here. */
    long receive(final String from, final long tick, final Id id, final Event event) {
        arrives(tick + delayTicks, id, new Arrival(event, from, true));
        return tick + delayTicks;
    }

    /** Gives the tick and id of each arrival after the horizon, and whether it is for certain. */
    void arrivals(final Taker taker) {
        arrivals.forEach((tick, those) -> those.forEach((id, arrival) -> taker.accept(tick, id,
            arrival.isCertain || arrival.from.equals(asset) && tick - delayTicks <= world.committed())));
    }

    /** How many announcements came of what was final: none, says P1. */
    long late() {
        return late;
    }
}
