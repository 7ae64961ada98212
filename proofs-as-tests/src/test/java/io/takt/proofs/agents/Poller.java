package io.takt.proofs.agents;

import io.takt.asset.AssetFailedException;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;

/** A polled asset; between a turn and its commit the world goes on, and it may die. */
final class Poller extends AssetProcess {
    private PolledAsset asset;
    private Simulated simulated;
    /** Null where no asset sends anything. */
    private Part part;
    /** Null where it is not driven by events. */
    private EventPart events;
    private boolean begun;
    private Turn turn = Turn.WAIT;

    Poller(final World world, final String name) {
        super(world, name);
    }

    @Override
    protected void join(final Simulated what, final String name, final long stepNs, final long intervalNs) {
        asset = connection().join(spec(name, stepNs, intervalNs));
        simulated = what;
        events = world().events() == null ? null : new EventPart(world(), name);
        part = world().scenario() == null || events != null ? null : new Part(this, name);
    }

    @Override
    protected void turn() {
        try {
            takeTurn();
        } catch (final AssetFailedException e) {
            // The death of a process passes through all that it is in the middle of.
            requireAlive();
            throw e;
        }
    }

    private void takeTurn() {
        if (asset == null) {
            finish();
            return;
        }
        begin();
        switch (turn) {
            case WAIT -> turn = asset.poll();
            case STOP -> finish();
            case STEP -> step();
            default -> {
                if (part != null) {
                    part.start(0);
                }
                if (events != null) {
                    events.start(0);
                }
                asset.commit();
                turn = Turn.WAIT;
            }
        }
    }

    private void begin() {
        if (part != null && !begun) {
            part.connect(asset.channels());
            part.start(asset.timeNs());
        }
        if (events != null && !begun) {
            events.connect(asset);
            events.start(asset.timeNs());
        }
        begun = true;
    }

    private void step() {
        if (part != null) {
            part.step(asset.timeNs(), asset.nextNs());
        }
        if (events != null) {
            events.step(asset.timeNs(), asset.nextNs());
        }
        simulated.computes(asset.timeNs(), world());
        if (part != null && part.leavesAt(asset.timeNs())) {
            finish();
        } else {
            asset.commit();
            turn = Turn.WAIT;
        }
    }

    private void finish() {
        close();
        end();
    }
}
