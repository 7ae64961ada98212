package io.takt.shm.clock;

/**
 * The counters of a thread that drives assets.
 *
 * @param number   of the thread in its hub.
 * @param sleep    the T_c for which it sleeps; it is a doorbell.
 * @param activity number of the asset with an interval whose step is under way, or {@link ClockLayout#NO_STEP};
 *                 written by the thread.
 */
public record ThreadClocks(int number, Clock sleep, Clock activity) {
}
