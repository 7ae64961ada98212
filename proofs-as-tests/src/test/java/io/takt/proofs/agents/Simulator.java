package io.takt.proofs.agents;

import io.takt.asset.Asset;
import io.takt.asset.AssetFailedException;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;
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
            spec(asset, stepNs, intervalNs),
            world().scenario() == null ? new Mute(simulated, asset)
                : world().events() == null ? new Correspondent(simulated, asset) : new Driven(simulated, asset));
    }

    /** Sends nothing. */
    private final class Mute implements Asset {
        private final Simulated simulated;
        private final String asset;

        Mute(final Simulated simulated, final String asset) {
            this.simulated = simulated;
            this.asset = asset;
        }

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
    }

    /** Plays its part of a scenario. */
    private final class Correspondent implements Asset {
        private final Simulated simulated;
        private final String asset;
        private final Part part;

        Correspondent(final Simulated simulated, final String asset) {
            this.simulated = simulated;
            this.asset = asset;
            this.part = new Part(Simulator.this, asset);
        }

        @Override
        public void connect(final Channels channels) {
            part.connect(channels);
        }

        @Override
        public void start(final long timeNs) {
            pause();
            part.start(timeNs);
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            pause();
            part.step(fromNs, toNs);
            if (part.leavesAt(fromNs)) {
                leave(asset);
            } else {
                simulated.computes(fromNs, world());
            }
        }

        @Override
        public void reset() {
            pause();
        }
    }

    /** Driven by events. */
    private final class Driven implements Asset {
        private final Simulated simulated;
        private final EventPart part;

        Driven(final Simulated simulated, final String asset) {
            this.simulated = simulated;
            this.part = new EventPart(world(), asset);
        }

        @Override
        public void joined(final JoinedAsset self) {
            part.connect(self);
        }

        @Override
        public void start(final long timeNs) {
            pause();
            part.start(timeNs);
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            pause();
            part.step(fromNs, toNs);
            pause();
            simulated.computes(fromNs, world());
        }

        @Override
        public void reset() {
            pause();
        }
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
