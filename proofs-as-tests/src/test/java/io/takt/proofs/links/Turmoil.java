package io.takt.proofs.links;

import io.takt.asset.HubState;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * Faults from outside a tree, for so many steps: lines are cut, connections break, hosts crash and come back,
 * hubs are killed above children that live on, runs are paused, resumed and reset. Then it is calm: what was killed is
 * back, and the tree has to go on.
 */
final class Turmoil {
    /** Which of these befall it. */
    enum Kind { CUTS, RESETS, PAUSES, KILLS, PARENTS }

    private static final long CALM_NS = TimeUnit.SECONDS.toNanos(120);

    private final Tree tree;
    private final World world;
    private final List<Kind> kinds;
    private final Map<Hub, HubControl> operators = new LinkedHashMap<>();
    /** By path: whether the next hub finds the memory of this one. */
    private final Map<String, Boolean> killed = new LinkedHashMap<>();
    private int resetsAsked;
    private int resetsAnswered;
    private int kills;
    private int parentKills;
    private int successors;
    private boolean isResumed;

    Turmoil(final Tree tree, final List<Kind> kinds) {
        this.tree = tree;
        this.world = tree.world();
        this.kinds = kinds;
    }

    /** One thing happens from outside once in so many steps. */
    void rage(final int steps, final int oneIn) {
        world.network().weather(Weather.HOSTILE);
        for (int left = steps; left > 0; left--) {
            if (!world.step()) {
                world.require(!killed.isEmpty(), () -> "nothing goes on");
                restartAll();
            }
            if (world.choices().oneIn(oneIn)) {
                happen(kinds.get(world.choices().below(kinds.size())));
            }
        }
    }

    /** So many steps without a fault. */
    void pass(final int steps) {
        int left = steps;
        while (left > 0 && world.step()) {
            left--;
        }
    }

    /** A reset is asked for at that hub. */
    void reset(final String path) {
        if (!tree.hub(path).isKilled()) {
            ask(tree.hub(path), Request.Reset::new);
        }
    }

    /** A hub is killed with its own assets; those below live on. */
    void killAlone(final String path, final boolean leavesMemory) {
        killed.put(path, leavesMemory);
        world.trace("memory of '" + path + "' " + (leavesMemory ? "stays" : "is gone"));
        tree.kill(path);
    }

    /** The processes of a hub's host are stopped for a while. */
    void stand(final String path, final long forNs) {
        tree.hub(path).stand(forNs);
    }

    private void happen(final Kind kind) {
        switch (kind) {
            case CUTS -> {
                if (world.choices().below(2) == 0) {
                    world.network().breakOne();
                } else {
                    world.network().cut(TimeUnit.MILLISECONDS.toNanos(1 + world.choices().below(8_000)));
                }
            }
            case RESETS -> ask(Request.Reset::new);
            case PAUSES -> ask(world.choices().below(3) == 0 ? Request.Pause::new : Request.Resume::new);
            case KILLS -> killOrRestart();
            default -> killParentOrRestart();
        }
    }

    /** Where a lost child ends the run, that is the root: the others are children themselves. */
    private void killParentOrRestart() {
        final List<String> parents = tree.shape().hubs().stream().filter(tree.shape()::hasChildren)
            .filter(each -> each.isRoot() || tree.shape().onLost() != OnLost.HALT).map(Shape.HubShape::path)
            .filter(path -> !killed.containsKey(path)).toList();
        if (killed.containsValue(true)) {
            restartAll();
        } else if (!parents.isEmpty()) {
            parentKills++;
            killAlone(parents.get(world.choices().below(parents.size())), world.choices().below(3) > 0);
        }
    }

    /** From any hub of the tree: it is for all of them. */
    private void ask(final LongFunction<Request> request) {
        final List<Hub> hubs = tree.shape().hubs().stream().map(each -> tree.hub(each.path()))
            .filter(hub -> !hub.isKilled()).toList();
        if (hubs.isEmpty()) {
            return;
        }
        ask(hubs.get(world.choices().below(hubs.size())), request);
    }

    private void ask(final Hub hub, final LongFunction<Request> request) {
        world.trace("at " + hub.name() + ": " + request.apply(0));
        final boolean isReset = request.apply(0) instanceof Request.Reset;
        resetsAsked += isReset ? 1 : 0;
        operators.computeIfAbsent(hub, each -> each.connect(Tree.DEAF)).begin(request,
            reply -> answered(isReset, reply));
    }

    private void answered(final boolean isReset, final Reply reply) {
        resetsAnswered += isReset && reply.ok() ? 1 : 0;
    }

    private void killOrRestart() {
        final List<String> below = tree.shape().hubs().stream().filter(each -> !each.isRoot())
            .map(Shape.HubShape::path).toList();
        if (!killed.isEmpty() && world.choices().below(3) > 0) {
            restartAll();
        } else if (!below.isEmpty()) {
            kill(below.get(world.choices().below(below.size())));
        }
    }

    /** A host, and those of all hubs below it. */
    private void kill(final String path) {
        for (final Shape.HubShape each : tree.shape().hubs()) {
            if ((each.path() + "/").startsWith(path + "/") && !killed.containsKey(each.path())) {
                kills++;
                killed.put(each.path(), false);
                tree.kill(each.path());
            }
        }
    }

    /** A child that its parent has given up ends, and is to be started anew. */
    private void restartEnded() {
        for (final Shape.HubShape each : tree.shape().hubs()) {
            if (!each.isRoot() && tree.hub(each.path()).machine().state().isEnd()) {
                kill(each.path());
            }
        }
        restartAll();
    }

    /** Together: a parent may wait for a child. */
    private void restartAll() {
        if (!killed.isEmpty()) {
            successors += tree.restart(killed);
            killed.clear();
        }
    }

    /** The network is fair, and all hosts are there: all clocks go on. */
    void calm(final long forNs) {
        world.trace("calm");
        world.network().weather(Weather.FAIR);
        restartAll();
        final HubControl operator = tree.root().connect(Tree.DEAF);
        world.until("the end of resets", CALM_NS, () -> isRunning(operator));
        final long untilNs = tree.root().coreNs() + forNs;
        world.until("all clocks at " + untilNs, CALM_NS, () -> isRunning(operator) && tree.isAt(untilNs));
    }

    /** A pause that was asked for before it was calm may begin only now. */
    private boolean isRunning(final HubControl operator) {
        restartEnded();
        final boolean isPaused = tree.root().machine().state() == HubState.PAUSED;
        if (isPaused && !isResumed) {
            operator.tell(Request.Resume::new);
        }
        isResumed = isPaused;
        return tree.isRunning();
    }

    int resetsAnswered() {
        return resetsAnswered;
    }

    int resetsAsked() {
        return resetsAsked;
    }

    int kills() {
        return kills;
    }

    int parentKills() {
        return parentKills;
    }

    /** How many hubs went on where a killed one was. */
    int successors() {
        return successors;
    }
}
