package io.takt.proofs.agents;

import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A scenario from its beginning to its end, in one of the many ways in which it can go: processes are slow or fast, are
 * woken for no reason and die; the run is paused, resumed and reset. Assets are to be handed the messages that the
 * scenario gives them, and to report the digests of these in the end.
 */
final class MessagePlay implements AutoCloseable {
    private static final int QUIET_OF = 150;
    private static final int JOINS_OF = 15;
    private static final int MOST_RESETS = 2;
    private static final int MOST_DEATHS = 4;
    private static final int ACCESSES_A_DEATH = 3_000;
    private static final int MOST_STEPS = 300_000;

    private final Choices choices;
    private final Scenario scenario;
    private final World world;
    private final Connection operator;
    private final List<AssetProcess> processes = new ArrayList<>();
    private int named;
    private int resets;
    private int deaths;
    private int joins;

    MessagePlay(final Choices choices, final Scenario scenario) {
        this.choices = choices;
        this.scenario = scenario;
        this.world = new World(choices, scenario);
        this.operator = world.connect(new Process(world, "operator") {
            @Override
            protected void turn() {
                throw new IllegalStateException("an operator does nothing by himself");
            }
        }, Play.DEAF);
    }

    World world() {
        return world;
    }

    int resets() {
        return resets;
    }

    int deaths() {
        return deaths;
    }

    int joins() {
        return joins;
    }

    /** Throws when anything is not as the scenario says, or no process can go on before its end. */
    void play() {
        List<String> together = new ArrayList<>();
        for (final String asset : scenario.names()) {
            if (scenario.plan().planned(asset).required() || choices.below(2) == 0) {
                together.add(asset);
            }
            if (choices.below(3) > 0) {
                processBegins(together);
                together = new ArrayList<>();
            }
        }
        processBegins(together);
        world.inTheMiddle(this::mayDie);
        for (int left = MOST_STEPS; !world.hub().machine().state().isEnd(); left--) {
            missingAssetsCome();
            anAssetComes();
            if (choices.below(QUIET_OF) == 0) {
                somethingHappensFromOutside();
            }
            if (world.hub().machine().state() == HubState.PAUSED && choices.below(QUIET_OF) == 0) {
                operator.tell(Request.Resume::new);
            }
            if (!world.step() && !anAssetIsStillToCome() || left == 0) {
                throw new AssertionError("the hub is " + world.hub().machine().state() + " at "
                    + world.judge().coreNs() + (left == 0 ? " for many steps" : ", and no process can go on") + "\n"
                    + world.history());
            }
        }
        world.inTheMiddle(process -> { });
        world.othersUntil(() -> processes.stream().allMatch(Process::isGone));
        requireDigests();
    }

    /** Whether there is still something to come from outside. */
    private boolean anAssetIsStillToCome() {
        return world.hub().machine().state() == HubState.PAUSED
            || world.hub().machine().status().assets().stream().anyMatch(AssetStatus::away);
    }

    private void processBegins(final List<String> assets) {
        if (!assets.isEmpty()) {
            final String name = "p" + ++named;
            final AssetProcess fresh = assets.size() == 1 && choices.below(3) == 0 ? new Poller(world, name)
                : new Simulator(world, name);
            processes.add(fresh);
            assets.forEach(asset -> join(fresh, asset));
            world.add(fresh);
        }
    }

    private void join(final AssetProcess process, final String asset) {
        world.trace(process.name() + " wants " + asset + " to join");
        try {
            process.join(asset, 0, 0);
        } catch (final TaktException e) {
            // The hub has stopped meanwhile, or begun a reset; or the process has died.
            world.trace(e.getMessage());
        }
    }

    /** In a run where assets come and go. */
    private void anAssetComes() {
        final HubState state = world.hub().machine().state();
        final boolean isOpen = state == HubState.WAITING || state == HubState.RUNNING || state == HubState.PAUSED;
        if (scenario.kind() == Scenario.Kind.JOINS && isOpen && choices.below(JOINS_OF) == 0) {
            final List<String> there =
                world.hub().machine().status().assets().stream().map(AssetStatus::name).toList();
            final List<String> others = scenario.names().stream().filter(name -> !there.contains(name)).toList();
            if (!others.isEmpty()) {
                joins++;
                processBegins(List.of(others.get(choices.below(others.size()))));
            }
        }
    }

    private void missingAssetsCome() {
        if (scenario.kind().hasDeaths() && world.hub().getsOnAlone()) {
            final HubState state = world.hub().machine().state();
            if (state == HubState.WAITING || state == HubState.RUNNING || state == HubState.PAUSED) {
                world.hub().machine().status().assets().stream().filter(AssetStatus::away).map(AssetStatus::name)
                    .forEach(asset -> processBegins(List.of(asset)));
            }
        }
    }

    private void somethingHappensFromOutside() {
        switch (choices.below(5)) {
            case 0 -> operator.tell(Request.Pause::new);
            case 1 -> operator.tell(Request.Resume::new);
            case 2 -> {
                if (resets < MOST_RESETS && scenario.kind() != Scenario.Kind.LEAVES
                    && scenario.kind() != Scenario.Kind.JOINS) {
                    resets++;
                    world.trace("reset");
                    operator.tell(Request.Reset::new);
                }
            }
            case 3 -> mayDie();
            default -> processes.get(choices.below(processes.size())).wakeUp();
        }
    }

    private void mayDie(final Process process) {
        if (choices.below(ACCESSES_A_DEATH) == 0) {
            mayDie();
        }
    }

    private void mayDie() {
        final AssetProcess process = processes.get(choices.below(processes.size()));
        if (scenario.kind().hasDeaths() && deaths < MOST_DEATHS && !process.isGone()) {
            deaths++;
            world.trace(process.name() + " dies");
            process.kill();
        }
    }

    private void requireDigests() {
        final HubStatus status = world.hub().machine().status();
        final boolean isAnyLost = status.assets().stream().anyMatch(AssetStatus::away);
        world.require(world.hub().machine().end() == (isAnyLost ? End.ASSET_LOST : End.REACHED),
            "the end is " + world.hub().machine().end() + ": " + status.reason());
        for (final AssetStatus asset : world.hub().machine().status().assets()) {
            final boolean isWhole = scenario.plan().planned(asset.name()).required()
                && !scenario.leavesAtNs().containsKey(asset.name());
            if (world.events() != null) {
                final long endsAtNs = world.events().endsAtNs(asset.name());
                world.require(asset.timeNs() == endsAtNs,
                    asset.name() + " ends at " + asset.timeNs() + ", not " + endsAtNs);
            }
            if (isWhole && asset.digest() != null) {
                final String expected = String.format(Locale.ROOT, "%016x", expectedDigest(asset));
                world.require(asset.digest().equals(expected), "the digest of " + asset.name() + " at "
                    + asset.timeNs() + " is " + asset.digest() + ", not " + expected);
            }
        }
    }

    private long expectedDigest(final AssetStatus asset) {
        return world.events() == null ? new Expectation(scenario, world.lives(), asset.name(), 0).digest(asset.timeNs())
            : world.events().digest(asset.name());
    }

    @Override
    public void close() {
        world.close();
    }
}
