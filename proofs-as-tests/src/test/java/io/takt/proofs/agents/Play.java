package io.takt.proofs.agents;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.rule.Liveness;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A live system in a world: first turmoil, in which processes come, go and die, in the middle of a turn, too, and the
 * run is paused, resumed and reset; then calm, in which all that are there have to get on.
 */
final class Play {
    private static final String[] NAMES = {"a", "b", "c", "d", "e", "f"};
    private static final int GREATEST_STEP = 6;
    private static final int MOST_PROCESSES = 5;
    private static final int QUIET_OF = 40;
    private static final int FAILS_OF = 200;
    private static final int ACCESSES_AN_ACT = 500;
    private static final int CALM_STEPS = 100_000;
    static final HubControl.Listener DEAF = new HubControl.Listener() {
        @Override
        public void onEvent(final Event event) {
            // An operator has no assets.
        }

        @Override
        public void onEnd() {
            // The hub outlives the operator.
        }
    };

    private final Choices choices;
    private final HubPlan plan;
    private final World world;
    private final Connection operator;
    private final List<AssetProcess> processes = new ArrayList<>();
    private int named;
    private int resetsAsked;
    private int resetsAnswered;
    private int deaths;
    private int interruptions;

    Play(final Choices choices, final SharedMemory.Fault fault) {
        this(choices, fault, 0);
    }

    /** With a hub that is judged by a D_max so much smaller than its own. */
    Play(final Choices choices, final SharedMemory.Fault fault, final long lessNs) {
        this.choices = choices;
        this.plan = plan();
        this.world = new World(choices, fault, plan, plan.maxDelayNs() - lessNs);
        this.operator = world.connect(new Process(world, "operator") {
            @Override
            protected void turn() {
                throw new IllegalStateException("an operator does nothing by himself");
            }
        }, DEAF);
        for (int i = 0; i < 2; i++) {
            processBegins();
        }
    }

    /** One that is live, often barely. */
    private HubPlan plan() {
        final long coreStepNs = 1 + choices.below(GREATEST_STEP);
        final List<PlannedAsset> assets = new ArrayList<>();
        final List<Liveness.Member> members = new ArrayList<>();
        for (final String name : NAMES) {
            final long stepNs = 1 + choices.below(GREATEST_STEP);
            members.add(new Liveness.Member(name, stepNs));
            assets.add(Hub.planned(name, stepNs, choices.below(3) == 0 ? 1 + choices.below(50) : 0, false,
                name.equals("f") ? OnLost.RESTART : OnLost.DROP));
        }
        final long leastNs = Liveness.judge(coreStepNs, coreStepNs, members).assets().stream()
            .mapToLong(fact -> fact.requiredMaxDelayNs().longValueExact()).max().getAsLong();
        final long intervalNs = choices.below(4) == 0 ? 1 + choices.below(50) : 0;
        return new HubPlan(Hub.NAME, "", coreStepNs, intervalNs, leastNs + choices.below(GREATEST_STEP),
            Double.POSITIVE_INFINITY, WaitStrategy.SLEEP, Long.MAX_VALUE, false, false, assets, MessagePlan.NONE);
    }

    /** A name with which an asset can join. */
    String unusedName() {
        final List<String> taken = world.hub().machine().status().assets().stream().map(AssetStatus::name).toList();
        return Arrays.stream(NAMES).filter(name -> !taken.contains(name)).findFirst().orElseThrow();
    }

    World world() {
        return world;
    }

    int deaths() {
        return deaths;
    }

    /** Turns in the middle of which the process died, or took an asset out. */
    int interruptions() {
        return interruptions;
    }

    void turmoil(final int steps) {
        world.failOneIn(FAILS_OF);
        world.inTheMiddle(this::inTheMiddle);
        for (int left = steps; left > 0; left--) {
            if (choices.below(QUIET_OF) == QUIET_OF - 1) {
                somethingHappensFromOutside();
            }
            if (!world.step()) {
                somethingHappensFromOutside();
            }
        }
        world.failOneIn(0);
        world.inTheMiddle(process -> { });
    }

    /** Before an access to memory, its own or another one's, a process dies, or another thread of it does something. */
    private void inTheMiddle(final Process of) {
        if (choices.below(ACCESSES_AN_ACT) == ACCESSES_AN_ACT - 1) {
            processes.removeIf(Process::isGone);
            final List<AssetProcess> itself = processes.stream().filter(process -> process == of).toList();
            anyOf(itself.isEmpty() || choices.below(2) == 1 ? processes : itself, this::partsOrDies);
        }
    }

    private void partsOrDies(final AssetProcess process) {
        final int act = choices.below(4);
        if (act == 0) {
            deaths++;
            trace(process, "dies");
            process.kill();
        } else if (process.isFreeElsewhere() && !isInTheMiddleOfACommand()) {
            final String name = nameFor(process);
            switch (act) {
                case 1 -> {
                    trace(process, "closes");
                    process.close();
                }
                case 2 -> {
                    trace(process, "lets " + name + " leave");
                    process.leave(name);
                }
                default -> comesBack(process, name);
            }
        }
    }

    /**
     * Another thread of a process would wait until the command of its connection is carried out that is under way; here
     * it is the same Java thread that does both, and would wait for itself.
     */
    private static boolean isInTheMiddleOfACommand() {
        return StackWalker.getInstance().walk(frames ->
            frames.anyMatch(frame -> frame.getClassName().endsWith(".CommandBox")));
    }

    /** Mostly of an asset that it has, or has had. */
    private String nameFor(final AssetProcess process) {
        final List<String> own = process.names();
        return own.isEmpty() || choices.below(4) == 3 ? NAMES[choices.below(NAMES.length)]
            : own.get(choices.below(own.size()));
    }

    /** An asset leaves and joins anew, while the thread that drives it may still be in a step of before. */
    private void comesBack(final AssetProcess process, final String name) {
        if (process instanceof Simulator && process.isOpen() && !process.isJoining() && world.hub().getsOnAlone()) {
            trace(process, "lets " + name + " leave and come back");
            process.leave(name);
            join(process, name);
        }
    }

    private void trace(final AssetProcess process, final String what) {
        final boolean isInTheMiddle = process.isRunning();
        if (isInTheMiddle) {
            interruptions++;
        }
        world.trace(process.name() + (isInTheMiddle ? " in the middle of a turn " : " ") + what);
    }

    private void somethingHappensFromOutside() {
        processes.removeIf(Process::isGone);
        switch (choices.below(10)) {
            case 0, 1 -> processBegins();
            case 2, 3, 4 -> anyOf(processes, this::partsOrDies);
            case 5 -> operator.tell(Request.Pause::new);
            case 6, 7 -> operator.tell(Request.Resume::new);
            case 8 -> {
                resetsAsked++;
                operator.begin(Request.Reset::new, reply -> resetsAnswered++);
            }
            default -> anyOf(processes, Process::wakeUp);
        }
    }

    private interface Act {
        void of(AssetProcess process);
    }

    private void anyOf(final List<AssetProcess> some, final Act act) {
        if (!some.isEmpty()) {
            act.of(some.get(choices.below(some.size())));
        }
    }

    private void processBegins() {
        if (processes.size() < MOST_PROCESSES) {
            processBegins(NAMES[choices.below(NAMES.length)]);
        }
    }

    private void processBegins(final String name) {
        final String process = "p" + ++named;
        final AssetProcess fresh =
            choices.below(4) == 3 ? new Poller(world, process) : new Simulator(world, process);
        processes.add(fresh);
        join(fresh, name);
        world.add(fresh);
        if (fresh instanceof Simulator && fresh.isOpen() && choices.below(2) == 1) {
            join(fresh, NAMES[choices.below(NAMES.length)]);
        }
    }

    private void join(final AssetProcess process, final String asset) {
        world.trace(process.name() + " wants " + asset + " to join");
        try {
            process.join(asset, 0, 0);
        } catch (final TaktException e) {
            world.trace(e.getMessage());
        }
    }

    /**
     * Missing assets come, nothing else happens from outside; time passes, and every request is answered. The driver of
     * a closed connection comes to an end, and nothing is left of processes that are gone.
     */
    void calm() {
        long untilNs = Long.MAX_VALUE;
        boolean isResumed = false;
        for (int left = CALM_STEPS; world.judge().coreNs() < untilNs; left--) {
            final HubState state = world.hub().machine().state();
            if (state == HubState.PAUSED && !isResumed) {
                operator.tell(Request.Resume::new);
            }
            isResumed = state == HubState.PAUSED;
            if (state == HubState.WAITING || state == HubState.RUNNING) {
                missingAssetsCome();
            }
            if (state == HubState.RUNNING && untilNs == Long.MAX_VALUE) {
                untilNs = world.judge().coreNs() + 10 * plan.maxDelayNs();
            }
            if (state.isEnd() || left == 0 || !world.step()) {
                throw new AssertionError("T_c stays " + world.judge().coreNs() + ": the hub is " + state
                    + (left == 0 ? ", for many steps" : ", and no process can go on") + "; " + plan + "\n"
                    + world.history());
            }
        }
        world.othersUntil(() -> resetsAnswered == resetsAsked);
        world.othersUntil(() -> processes.stream().allMatch(process -> process.isOpen() || process.isGone())
            && world.writers().areThere());
    }

    private void missingAssetsCome() {
        final List<AssetStatus> assets = world.hub().machine().status().assets();
        final List<String> missed = new ArrayList<>();
        assets.stream().filter(AssetStatus::away).forEach(asset -> missed.add(asset.name()));
        if (assets.isEmpty()) {
            missed.add(NAMES[0]);
        }
        missed.forEach(this::processBegins);
    }
}
