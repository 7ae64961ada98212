package io.takt.proofs.links;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Hosts, their processes and the network between them, on one thread: choices decide which loop has the next turn, and
 * which line is read next. Wall time is counted here; it jumps when nothing can happen before some time.
 */
final class World {
    private static final int TRACED = 80;
    private static final int LONGEST_TURN_NS = 4_000;
    private static final int MOST_STEPS = 400_000;

    private final Choices choices;
    private final Network network = new Network(this);
    private final List<Task> tasks = new ArrayList<>();
    private final List<LocalSocket> sockets = new ArrayList<>();
    private final List<Runnable> judges = new ArrayList<>();
    private final Deque<String> trace = new ArrayDeque<>();
    private final List<Runnable> possible = new ArrayList<>();
    private Task current;
    private long nowNs = 1_000_000_000L;
    private long lastEpoch = 1_000;
    private long lastNumber;
    private long steps;
    private long digest;

    World(final Choices choices) {
        this.choices = choices;
    }

    Choices choices() {
        return choices;
    }

    Network network() {
        return network;
    }

    long nowNs() {
        return nowNs;
    }

    /** Numbers that no process gives twice, as the wall clock does. */
    long nextEpoch() {
        return ++lastEpoch;
    }

    /** For messages. */
    long nextNumber() {
        return ++lastNumber;
    }

    void add(final Task task) {
        tasks.add(task);
    }

    void add(final LocalSocket socket) {
        sockets.add(socket);
    }

    /** Looks at all clocks after each step. */
    void judgedBy(final Runnable judge) {
        judges.add(judge);
    }

    void sleeps(final Task.SleepPlace place, final long forNs) {
        current.sleep(place, forNs > Long.MAX_VALUE - nowNs ? Long.MAX_VALUE : nowNs + forNs);
    }

    /** Wakes the loop that sleeps on a word of memory. */
    void wake(final long address) {
        for (final Task task : tasks) {
            if (task.place() instanceof Word word) {
                word.wake(address);
            }
        }
    }

    /** One thing happens, of all that can; false when nothing ever will. */
    boolean step() {
        collect();
        if (possible.isEmpty()) {
            long nextNs = Long.MAX_VALUE;
            for (final Task task : tasks) {
                nextNs = Math.min(nextNs, task.canRunAtNs(nowNs));
            }
            if (nextNs == Long.MAX_VALUE) {
                return false;
            }
            nowNs = nextNs;
            collect();
        }
        steps++;
        nowNs += choices.below(LONGEST_TURN_NS);
        possible.get(choices.below(possible.size())).run();
        judges.forEach(Runnable::run);
        return true;
    }

    private void collect() {
        possible.clear();
        tasks.removeIf(Task::isOver);
        sockets.removeIf(LocalSocket::isDone);
        for (final Task task : tasks) {
            if (task.canRun(nowNs)) {
                possible.add(() -> run(task));
            }
        }
        for (final LocalSocket socket : sockets) {
            socket.addPossible(possible);
        }
    }

    private void run(final Task task) {
        final Task before = current;
        current = task;
        try {
            task.run();
        } finally {
            current = before;
        }
    }

    /** A caller waits for the end of a loop, which has its turns meanwhile. */
    void finish(final Task task) {
        for (int left = 10_000; left > 0 && !task.isOver(); left--) {
            run(task);
        }
    }

    /** All goes on until that is so. */
    void until(final String what, final BooleanSupplier condition) {
        until(what, Long.MAX_VALUE, condition);
    }

    /** All goes on until that is so, within so much wall time. */
    void until(final String what, final long withinNs, final BooleanSupplier condition) {
        final long startNs = nowNs;
        for (int left = MOST_STEPS; !condition.getAsBoolean(); left--) {
            require(nowNs - startNs < withinNs && left > 0, () -> "too long without this: " + what);
            require(step(), () -> "nothing goes on, and this does not come: " + what);
        }
    }

    void require(final boolean holds, final Supplier<String> otherwise) {
        if (!holds) {
            throw new BrokenProperty(otherwise.get() + "\n" + history());
        }
    }

    void trace(final String line) {
        digest = 31 * digest + line.hashCode();
        trace.add((nowNs - 1_000_000_000L) / 1_000 + " us: " + line);
        if (trace.size() > TRACED) {
            trace.remove();
        }
    }

    /** Tells histories apart. */
    long digest() {
        return digest;
    }

    long steps() {
        return steps;
    }

    String history() {
        return "after " + steps + " steps, which ended so:\n  " + String.join("\n  ", trace) + "\n"
            + tasks.stream().map(task -> task.name() + (task.canRun(nowNs) ? " is awake" : " sleeps"))
            .collect(Collectors.joining("; "));
    }
}
