package io.takt.proofs.agents;

import io.takt.asset.AssetFailedException;
import io.takt.asset.AssetSpec;
import io.takt.asset.WaitStrategy;
import io.takt.shm.asset.CallbackLoop;

/** Callback assets on one thread: the agent that ships drives them. */
final class Simulator extends AssetProcess {
    private CallbackLoop loop;

    Simulator(final World world, final String name) {
        super(world, name);
    }

    @Override
    void join(final String asset, final long stepNs, final long intervalNs) {
        connection().join(
            AssetSpec.named(asset).stepNs(stepNs).intervalNs(intervalNs).waiting(WaitStrategy.SLEEP),
            (fromNs, toNs) -> {
                world().judge().computes(asset, fromNs, world());
                pause();
                world().judge().computes(asset, fromNs, world());
                world().mayFail(asset);
            });
    }

    @Override
    protected void turn() {
        if (loop == null) {
            loop = connection().loop();
        }
        boolean goesOn;
        try {
            goesOn = loop.turn();
        } catch (final AssetFailedException e) {
            world().trace(e.getMessage());
            goesOn = false;
        }
        if (!goesOn) {
            loop.close();
            close();
        }
    }
}
