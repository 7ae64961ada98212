package io.takt.proofs.agents;

import io.takt.rule.AssetRule;
import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;

/** An asset that does one thing wrong. */
final class Rash extends Process {
    private final String asset;
    private final Fault fault;
    private final Connection socket;
    private final Clock core;
    private final Clock time;
    private final long stepNs;

    /** Its fault. */
    enum Fault {
        /** It steps without a look at the core. */
        BLIND,
        /** It is there and does nothing, which is as bad. */
        STAYS,
        /** It says that a step is done and computes it then. */
        PUBLISHES_FIRST,
        /** It leaves and goes on, as if its clock were still its own. */
        LEAVES_AND_STEPS
    }

    Rash(final World world, final String asset, final Fault fault) {
        super(world, "rash");
        this.asset = asset;
        this.fault = fault;
        socket = world.connect(this, Play.DEAF);
        final Reply.Joined joined = socket.ask(id -> Request.Join.of(id, asset), reply -> { }).joined();
        socket.tell(id -> new Request.Ready(id, asset));
        stepNs = joined.stepNs();
        core = clocks().clock(joined.coreTimeCounter());
        time = clocks().clock(joined.clocks().timeCounter());
    }

    @Override
    boolean canRun() {
        return fault != Fault.STAYS && super.canRun();
    }

    @Override
    protected void turn() {
        final long fromNs = time.read();
        if (fault == Fault.BLIND) {
            time.publish(fromNs + stepNs);
        } else if (AssetRule.progresses(fromNs, stepNs, core.read())) {
            time.publish(fromNs + stepNs);
            if (fault == Fault.PUBLISHES_FIRST) {
                world().judge().computes(asset, fromNs, world());
            } else {
                socket.tell(id -> new Request.Leave(id, asset));
            }
        }
    }
}
