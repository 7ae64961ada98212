package io.takt.proofs.agents;

import io.takt.hub.core.plan.HubPlan;
import io.takt.shm.control.HubControl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A hub, its assets, their memory and sockets, one at a time. Choices decide which process goes on next, and how old a
 * reading is; the same choices give the same history, to the letter.
 *
 * <p>Between any two accesses of a process to the shared memory others may take turns, and so on; those then have to
 * end theirs before it goes on. Where a step of an asset is computed others take turns as well.
 */
final class World implements SharedMemory.Watcher, AutoCloseable {
    private static final int TRACED = 60;
    private static final int DEEPEST = 4;
    private static final int ACCESSES_A_SWITCH = 16;
    private static final int MOST_STEPS = 200_000;
    private static final int LOOKS_OF = 4;
    private static final int LONGEST_TICK_NS = 8;

    private final Choices choices;
    private final Scenario scenario;
    private final EventScenario events;
    private final Lives lives;
    private final SharedMemory memory;
    private final Judge judge;
    private final Writers writers;
    private final List<Process> processes = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private final Deque<String> trace = new ArrayDeque<>();
    private final Hub hub;
    private final Onlooker onlooker;
    private Consumer<Process> inTheMiddle = process -> { };
    private int failOneIn;
    private Throwable failure;
    private long digest;
    private long handed;
    private long sleepsForRoom;
    private long steps;
    private long nowNs = 1_000;
    private long seconds;
    private int depth;

    World(final Choices choices, final SharedMemory.Fault fault, final HubPlan plan, final long judgedMaxDelayNs) {
        this(choices, fault, plan, judgedMaxDelayNs, null);
    }

    /** Where assets send messages, as a scenario says. */
    World(final Choices choices, final Scenario scenario) {
        this(choices, SharedMemory.Fault.NONE, scenario.plan(), scenario.plan().maxDelayNs(), scenario);
    }

    private World(final Choices choices, final SharedMemory.Fault fault, final HubPlan plan,
        final long judgedMaxDelayNs, final Scenario scenario) {
        this.choices = choices;
        this.scenario = scenario;
        this.events = scenario != null && scenario.kind().isOfEvents() ? new EventScenario(scenario) : null;
        this.lives = scenario == null || scenario.kind() == Scenario.Kind.JOINS ? new Lives() : Lives.of(scenario);
        this.memory = new SharedMemory(choices, fault, this, scenario == null ? 0 : MessageMemory.WORDS);
        this.judge = new Judge(memory, judgedMaxDelayNs);
        this.writers = new Writers(memory, scenario != null);
        this.hub = new Hub(this, plan, scenario == null ? 0 : scenario.capacity());
        this.onlooker = new Onlooker(this, judgedMaxDelayNs);
        processes.add(hub);
    }

    SharedMemory memory() {
        return memory;
    }

    Judge judge() {
        return judge;
    }

    Writers writers() {
        return writers;
    }

    Hub hub() {
        return hub;
    }

    Onlooker onlooker() {
        return onlooker;
    }

    Choices choices() {
        return choices;
    }

    /** Null where no asset sends anything. */
    Scenario scenario() {
        return scenario;
    }

    /** The expected course, turn by turn; null where assets are not driven by events. */
    EventScenario events() {
        return events;
    }

    /** From when to when each asset takes part, as far as that is known. */
    Lives lives() {
        return lives;
    }

    /** An asset is about to sleep until a sender gets to a time. */
    void isHeld(final String sender, final long frontierNs) {
        trace("a gate waits for " + sender + " to get to " + frontierNs);
        require(scenario.kind() != Scenario.Kind.FREE || judge.timeNs(sender) >= frontierNs,
            "a gate waits for " + sender + " to get to " + frontierNs + ", with a delay of D_max or more");
    }

    /** An asset is handed a message. */
    void hands(final String asset, final String message) {
        handed++;
        trace(asset + " gets " + message);
    }

    /** In the middle of a step, so often. */
    void hasSleptForRoom(final long times) {
        sleepsForRoom += times;
    }

    long sleepsForRoom() {
        return sleepsForRoom;
    }

    long handed() {
        return handed;
    }

    /** Nothing of it is left; no process has a thread any more. */
    @Override
    public void close() {
        processes.forEach(Process::vanish);
    }

    long nanoTime() {
        return nowNs;
    }

    /**
     * The clock of a driver that uses a freed record again a second later. All the seconds that are needed go by at
     * once, unless a process is at a place where it needs less than one to get on.
     */
    long seconds() {
        if (connections.stream().map(Connection::process).noneMatch(Process::isHurried)) {
            seconds++;
        }
        return seconds;
    }

    long steps() {
        return steps;
    }

    void add(final Process process) {
        processes.add(process);
    }

    Connection connect(final Process process, final HubControl.Listener listener) {
        final Connection connection = new Connection(connections.size(), process, listener);
        connections.add(connection);
        return connection;
    }

    Optional<Connection> connection(final int number) {
        return number < 0 ? Optional.empty() : Optional.of(connections.get(number));
    }

    /** One thing happens, of all that can. False when nothing will ever happen without an event from outside. */
    boolean step() {
        throwFailure();
        final List<Runnable> possible = possible();
        if (possible.isEmpty()) {
            final long nextNs = processes.stream().mapToLong(Process::wakesAtNs).min().orElse(Long.MAX_VALUE);
            if (nextNs == Long.MAX_VALUE) {
                return false;
            }
            nowNs = nextNs;
            return true;
        }
        if (choices.below(LOOKS_OF) == LOOKS_OF - 1 && onlooker.canRun()) {
            // Beside all that can happen: an onlooker, which can always run, would hide that nothing else can.
            possible.add(onlooker::run);
        }
        steps++;
        nowNs += choices.below(LONGEST_TICK_NS);
        depth++;
        try {
            possible.get(choices.below(possible.size())).run();
        } catch (final RuntimeException | Error e) {
            failure = failure == null ? e : failure;
        } finally {
            depth--;
        }
        throwFailure();
        return true;
    }

    /** Nothing goes on after this, even if an agent catches the exception in its turn. */
    void require(final boolean holds, final String otherwise) {
        if (!holds) {
            final AssertionError error = new AssertionError(otherwise + "\n" + history());
            failure = failure == null ? error : failure;
            throw error;
        }
    }

    /** Once anything is wrong nothing goes on: an agent in whose turn it was found may have caught it. */
    private void throwFailure() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private List<Runnable> possible() {
        final List<Runnable> possible = new ArrayList<>();
        for (final Process process : processes) {
            if (process.canRun()) {
                possible.add(process::run);
            }
        }
        for (final Connection connection : connections) {
            if (!connection.toHub().isEmpty() && hub.canSubmit()) {
                possible.add(() -> hub.hear(connection, connection.toHub().remove()));
            }
            final Process process = connection.process();
            if (!connection.fromHub().isEmpty() && process.isFreeElsewhere()) {
                possible.add(() -> {
                    final Line line = connection.fromHub().remove();
                    process.hear(line, () -> connection.hear(line.what()));
                });
            }
        }
        return possible;
    }

    /** The running process is held up for a while. */
    void others() {
        if (depth < DEEPEST) {
            for (int left = choices.below(4); left > 0; left--) {
                step();
            }
        }
    }

    /** The running process waits; all others go on. */
    void othersUntil(final BooleanSupplier condition) {
        for (int left = MOST_STEPS; !condition.getAsBoolean(); left--) {
            if (!step() || left == 0) {
                throw new AssertionError("what is waited for does not come\n" + history());
            }
        }
    }

    @Override
    public void before(final Process process) {
        process.requireAlive();
        if (depth > 0 && depth < DEEPEST && choices.below(ACCESSES_A_SWITCH) == 0) {
            step();
        }
        inTheMiddle.accept(process);
        process.requireAlive();
    }

    /** An action that may happen whenever a process is about to read the memory, or to write to it. */
    void inTheMiddle(final Consumer<Process> what) {
        inTheMiddle = what;
    }

    @Override
    public void wrote(final Process process, final int counter, final long value, final boolean bySwap) {
        require(writers.mayWrite(process, counter, bySwap),
            process.name() + " writes " + value + " to counter " + counter + ", which is not its own");
        if (judge.isClock(counter)) {
            trace(process.name() + ": " + judge.label(counter) + " = " + value);
            judge.moved(counter, value, this);
        }
    }

    @Override
    public void recordChanged(final int counter) {
        writers.recordChanged(counter);
        judge.recordsChanged(this);
    }

    /** A process killed on the way to the kernel, after its announcement, leaves the sleeper to its time-out. */
    void wake(final Process by, final long address) {
        for (final Process process : processes) {
            if (process.sleepsOn(address) && by.isGone()) {
                process.sleepUntilTimeOut();
            } else if (process.sleepsOn(address)) {
                trace(by.name() + " wakes " + process.name());
                process.wakeUp();
            }
        }
    }

    /** In the step of an asset: one in so many fails; 0 for none. */
    void failOneIn(final int count) {
        failOneIn = count;
    }

    void mayFail(final String asset, final int timesAsOften) {
        if (failOneIn > 0 && choices.below(failOneIn) >= failOneIn - timesAsOften) {
            throw new IllegalStateException(asset + " cannot go on");
        }
    }

    void trace(final String line) {
        digest = 31 * digest + line.hashCode();
        if (!line.equals(trace.peekLast())) {
            trace.add(line);
        }
        if (trace.size() > TRACED) {
            trace.remove();
        }
    }

    /** Tells histories apart. */
    long digest() {
        return digest;
    }

    /** The end of what has happened. */
    String history() {
        return "after " + steps + " steps, history " + Long.toHexString(digest) + ", which ended so:\n  "
            + String.join("\n  ", trace) + "\n" + processes.stream().filter(process -> !process.isGone())
            .map(Process::doing).collect(Collectors.joining("; "));
    }
}
