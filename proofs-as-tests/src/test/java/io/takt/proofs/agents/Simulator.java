package io.takt.proofs.agents;

import io.takt.asset.Asset;
import io.takt.asset.AssetFailedException;
import io.takt.asset.AssetSpec;
import io.takt.asset.WaitStrategy;
import io.takt.shm.asset.CallbackLoop;

/** Callback assets on one thread: the agent that ships drives them. */
final class Simulator extends AssetProcess {
    /** Where it has been taken out in the middle of a step. */
    private static final int FAILS_MORE_OFTEN = 50;

    private CallbackLoop loop;

    Simulator(final World world, final String name) {
        super(world, name);
    }

    @Override
    protected void join(final Simulated simulated, final String asset, final long stepNs, final long intervalNs) {
        connection().join(
            AssetSpec.named(asset).stepNs(stepNs).intervalNs(intervalNs).waiting(WaitStrategy.SLEEP),
            new Asset() {
                @Override
                public void step(final long fromNs, final long toNs) {
                    simulated.computes(fromNs, world());
                    pause();
                    simulated.computes(fromNs, world());
                    world().mayFail(asset, simulated.hasLeft() ? FAILS_MORE_OFTEN : 1);
                }

                @Override
                public void reset() {
                    pause();
                }
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
            // The death of a process passes through its callbacks, too.
            requireAlive();
            world().trace(e.getMessage());
            loop.close();
            loop = null;
            goesOn = world().choices().below(2) == 1;
        }
        if (!goesOn) {
            finish();
        }
    }

    private void finish() {
        if (loop != null) {
            loop.close();
        }
        close();
        end();
    }
}
