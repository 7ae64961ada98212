package io.takt.proofs.agents;

import io.takt.asset.AssetSpec;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.WaitStrategy;

/** A polled asset; between a turn and its commit the world goes on, and it may die. */
final class Poller extends AssetProcess {
    private PolledAsset asset;
    private Simulated simulated;
    private Turn turn = Turn.WAIT;

    Poller(final World world, final String name) {
        super(world, name);
    }

    @Override
    protected void join(final Simulated what, final String name, final long stepNs, final long intervalNs) {
        asset = connection().join(
            AssetSpec.named(name).stepNs(stepNs).intervalNs(intervalNs).waiting(WaitStrategy.SLEEP));
        simulated = what;
    }

    @Override
    protected void turn() {
        if (asset == null) {
            finish();
            return;
        }
        switch (turn) {
            case WAIT -> turn = asset.poll();
            case STOP -> finish();
            default -> {
                if (turn == Turn.STEP) {
                    simulated.computes(asset.timeNs(), world());
                }
                asset.commit();
                turn = Turn.WAIT;
            }
        }
    }

    private void finish() {
        close();
        end();
    }
}
