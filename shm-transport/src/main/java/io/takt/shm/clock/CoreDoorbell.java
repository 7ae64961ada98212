package io.takt.shm.clock;

import io.takt.shm.waiting.Doorbell;

/**
 * Where a hub sleeps. It says for which asset and for which T_i it does, so that it is not woken by every step of
 * every asset.
 */
public final class CoreDoorbell {
    /** Number of no asset: only the hub itself, or its time-out, ends the sleep. */
    public static final int NO_ASSET = Integer.MAX_VALUE;

    private final Clock sleep;
    private final Clock sleepFor;
    private final Doorbell doorbell;

    /**
     * A hub's doorbell.
     *
     * @param sleep    number of the asset for which the hub sleeps.
     * @param sleepFor the T_i for which it does.
     */
    public CoreDoorbell(final Clock sleep, final Clock sleepFor) {
        this.sleep = sleep;
        this.sleepFor = sleepFor;
        this.doorbell = sleep.doorbell();
    }

    /**
     * By the hub: it is about to sleep.
     *
     * @param asset  number of the asset for which it does, or {@link #NO_ASSET}.
     * @param timeNs T_i from which on it is to be woken.
     */
    public void announce(final int asset, final long timeNs) {
        sleepFor.publish(timeNs);
        doorbell.announce(asset);
    }

    /**
     * By the hub: sleeps.
     *
     * @param asset    that was announced.
     * @param atMostNs wall time.
     */
    public void sleep(final int asset, final long atMostNs) {
        doorbell.sleep(asset, atMostNs);
    }

    /** By the hub: it is awake. */
    public void withdraw() {
        doorbell.withdraw();
    }

    /** By another thread of the hub: wakes it whatever it sleeps for. */
    public void ring() {
        doorbell.ring();
    }

    /**
     * By an asset that has published a time: wakes the hub if it sleeps for that. Without a {@link Doorbell#fence}
     * between the two this is quicker, but a hub that is about to sleep may be missed; so before the thread rests, or
     * turns to other assets for good, it then looks for {@link #awaited()}.
     *
     * @param asset  number of the asset.
     * @param timeNs its T_i.
     */
    public void ringIfSeen(final int asset, final long timeNs) {
        if (doorbell.read() == asset && timeNs >= sleepFor.read()) {
            doorbell.ring(asset);
        }
    }

    /**
     * By assets that have published times: for which of them the hub sleeps. {@link #ringIfSeen} then wakes it.
     *
     * @return number of the asset, {@link #NO_ASSET}, or {@link Doorbell#AWAKE}.
     */
    public long awaited() {
        Doorbell.fence();
        return doorbell.read();
    }

    /** {@return the number of the counter for the asset for which the hub sleeps, then of that for the time} */
    public int[] counterIds() {
        return new int[] {sleep.counterId(), sleepFor.counterId()};
    }
}
