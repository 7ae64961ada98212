package io.takt.federation.place;

import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Doorbell;

/**
 * The counters that a child hub has in its parent's memory.
 *
 * @param number   of the child among the parent's assets.
 * @param coreTime T_c of the parent.
 * @param time     the child's T_i there: its report.
 * @param sleep    where the child sleeps for a time of the parent.
 * @param core     where the parent sleeps for a report of the child.
 */
public record PlaceInParent(int number, Clock coreTime, Clock time, Doorbell sleep, CoreDoorbell core) {
    /**
     * The counters that the parent has named.
     *
     * @param file            the parent's.
     * @param doorbell        of the connection that has joined.
     * @param coreTimeCounter number of T_c's counter.
     * @param clocks          of the child.
     * @return the place.
     */
    public static PlaceInParent of(final ClockFile file, final Reply.Doorbell doorbell, final int coreTimeCounter,
        final Reply.AssetCounters clocks) {
        return new PlaceInParent(clocks.number(), file.clock(coreTimeCounter), file.clock(clocks.timeCounter()),
            file.clock(doorbell.sleepCounter()).doorbell(),
            new CoreDoorbell(file.clock(doorbell.coreSleepCounter()), file.clock(doorbell.coreSleepForCounter())));
    }
}
