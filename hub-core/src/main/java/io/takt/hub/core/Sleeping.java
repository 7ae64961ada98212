package io.takt.hub.core;

import io.takt.shm.clock.CoreDoorbell;

/** Where a hub's thread sleeps when it has nothing to do, for which asset, and for how long. Asked on that thread. */
public final class Sleeping {
    private final Core core;
    private final CoreDoorbell doorbell;

    Sleeping(final Core core, final CoreDoorbell doorbell) {
        this.core = core;
        this.doorbell = doorbell;
    }

    /** {@return the doorbell on which the hub's thread sleeps, and which others may ring} */
    public CoreDoorbell doorbell() {
        return doorbell;
    }

    /** {@return the number of the asset for which the hub waits, or {@link CoreDoorbell#NO_ASSET}} */
    public int awaitedAsset() {
        final Member awaited = core.waitsFor();
        return awaited == null ? CoreDoorbell.NO_ASSET : awaited.number();
    }

    /** {@return T_i of {@link #awaitedAsset()} for which the hub waits, in nanoseconds; any when it waits for none} */
    public long awaitedNs() {
        return core.waitsFor() == null ? 0 : core.waitsForNs();
    }

    /** {@return T_parent for which the hub waits, in nanoseconds; the largest long when it does not wait for it} */
    public long awaitedParentNs() {
        return core.parentAwaitedNs();
    }

    /**
     * Says so to the parent's side, before the last look.
     *
     * @param timeNs as of {@link #awaitedParentNs()}.
     */
    public void awaitParent(final long timeNs) {
        core.awaitParent(timeNs);
    }

    /** {@return wall time until there is something to do, in nanoseconds; 0 when that does not depend on wall time} */
    public long dueInNs() {
        return core.dueInNs();
    }

    /** {@return for how long the hub's thread may sleep without a look at the world, in nanoseconds of wall time} */
    public long longestNs() {
        return core.longestSleepNs();
    }

    /**
     * The thread sleeps now: others take what comes for it.
     *
     * @return wall time in nanoseconds for which the parent needs it not.
     */
    public long rest() {
        return core.rest();
    }

    /** {@return the pauses of the processor between two looks for the asset that holds the core, 1 or more} */
    public int pausesPerLook() {
        return core.pausesPerLook();
    }
}
