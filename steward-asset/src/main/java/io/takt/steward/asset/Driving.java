package io.takt.steward.asset;

import io.takt.asset.PolledAsset;
import java.time.Duration;

/**
 * Takes a polled asset's turns. A turn comes first: the others wait for it. While there is none, the world is worked
 * ahead, a little at a time, and when that is done the thread sleeps until there is a turn, or looks for more work
 * after a while that gets longer.
 */
final class Driving {
    /** Each takes some microseconds; a look for a turn takes less than one. */
    private static final int EVENTS = 16;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(100);

    private final StewardAsset world;
    private final PolledAsset asset;
    private Duration pause = SHORTEST;

    Driving(final StewardAsset world, final PolledAsset asset) {
        this.world = world;
        this.asset = asset;
    }

    void run() throws Exception {
        world.joined(asset);
        world.connect(asset.channels());
        world.start(asset.timeNs());
        for (PolledAsset.Turn turn = next(); turn != PolledAsset.Turn.STOP; turn = next()) {
            if (turn == PolledAsset.Turn.RESET) {
                world.reset();
                world.start(0);
            } else {
                world.step(asset.timeNs(), asset.nextNs());
            }
            asset.commit();
        }
        world.stop();
    }

    private PolledAsset.Turn next() throws InterruptedException {
        PolledAsset.Turn turn = asset.poll();
        while (turn == PolledAsset.Turn.WAIT) {
            if (world.workAhead(EVENTS)) {
                pause = SHORTEST;
                turn = asset.poll();
            } else {
                turn = asset.await(pause);
                pause = pause.compareTo(LONGEST) < 0 ? pause.plus(pause) : LONGEST;
            }
        }
        pause = SHORTEST;
        return turn;
    }
}
