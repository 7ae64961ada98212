package io.takt.proofs.agents;

import io.takt.shm.clock.Clock;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;

/** An asset that steps without a look at the core; or one that is there and does nothing, which is as bad. */
final class Rash extends Process {
    private final boolean steps;
    private final Clock time;
    private final long stepNs;

    Rash(final World world, final String asset, final boolean steps) {
        super(world, "rash");
        this.steps = steps;
        final Connection socket = world.connect(this, Play.DEAF);
        final Reply.Joined joined = socket.ask(id -> new Request.Join(id, asset, 0, 0), reply -> { }).joined();
        socket.tell(id -> new Request.Ready(id, asset));
        stepNs = joined.stepNs();
        time = clocks().clock(joined.clocks().timeCounter());
    }

    @Override
    boolean canRun() {
        return steps && super.canRun();
    }

    @Override
    protected void turn() {
        time.publish(time.read() + stepNs);
    }
}
