package io.takt.proofs.agents;

import io.takt.asset.AssetSpec;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.WaitStrategy;

/** A polled asset; between a turn and its commit the world goes on, and it may die. */
final class Poller extends AssetProcess {
    private PolledAsset asset;
    private String named;
    private Turn turn = Turn.WAIT;

    Poller(final World world, final String name) {
        super(world, name);
    }

    @Override
    void join(final String name, final long stepNs, final long intervalNs) {
        named = name;
        asset = connection().join(
            AssetSpec.named(name).stepNs(stepNs).intervalNs(intervalNs).waiting(WaitStrategy.SLEEP));
    }

    @Override
    boolean canRun() {
        return asset != null && super.canRun();
    }

    @Override
    protected void turn() {
        switch (turn) {
            case WAIT -> turn = asset.poll();
            case STOP -> close();
            default -> {
                if (turn == Turn.STEP) {
                    world().judge().computes(named, asset.timeNs(), world());
                }
                asset.commit();
                turn = Turn.WAIT;
            }
        }
    }
}
