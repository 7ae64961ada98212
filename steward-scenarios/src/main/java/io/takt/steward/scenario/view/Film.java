package io.takt.steward.scenario.view;

import io.takt.steward.EventRecord;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.scenario.Arena;
import io.takt.steward.scenario.Spot;
import io.takt.steward.scenario.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * A run as it is seen: where all bodies are at instants that are evenly apart, and every event between. Positions are
 * whole numbers, {@link #SCALE} of them along the side of the arena.
 *
 * @param frames for each instant, for each body: x, y, radius of the ring, shade in hundredths.
 * @param events all that happened, in order.
 */
record Film(List<int[]> frames, List<EventRecord> events) {
    static final int SCALE = 10_000;
    static final int NUMBERS_PER_BODY = 4;
    private static final int SHADES = 100;

    /**
     * Films a run, and advances it so far.
     *
     * @param world    of the steward.
     * @param steward  with a history.
     * @param until    the last tick.
     * @param frames   how many steps between instants, 1 or more.
     * @param progress is told which part is done.
     */
    static Film of(
        final World world, final Steward steward, final long until, final int frames,
        final DoubleConsumer progress) {
        final List<int[]> taken = new ArrayList<>();
        for (int i = 0; i <= frames; i++) {
            try (Snapshot snapshot = steward.snapshot(time(until, i, frames))) {
                taken.add(frame(world, steward, snapshot));
            }
            progress.accept((double) i / frames);
        }
        return new Film(taken, steward.history(Long.MIN_VALUE, until));
    }

    private static long time(final long until, final int step, final int steps) {
        return until / steps * step + until % steps * step / steps;
    }

    private static int[] frame(final World world, final Steward steward, final Snapshot snapshot) {
        final Arena arena = world.arena();
        final double scale = SCALE / arena.side();
        final int[] numbers = new int[world.bodies() * NUMBERS_PER_BODY];
        for (int body = 0; body < world.bodies(); body++) {
            final Spot spot = world.spot(steward, snapshot, body);
            final int at = body * NUMBERS_PER_BODY;
            numbers[at] = (int) Math.rint((spot.x() - arena.left()) * scale);
            numbers[at + 1] = (int) Math.rint((spot.y() - arena.bottom()) * scale);
            numbers[at + 2] = (int) Math.rint(spot.ring() * scale);
            numbers[at + 3] = (int) Math.rint(spot.shade() * SHADES);
        }
        return numbers;
    }
}
