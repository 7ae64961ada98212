package io.takt.federation.mirror;

import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Doorbell;

/**
 * A hub of this host, as a thread that drives mirrors sees it: where the thread sleeps in its memory.
 *
 * @param file     with the hub's counters.
 * @param number   of the counter on which the thread sleeps.
 * @param doorbell the same.
 */
record MirrorHub(ClockFile file, long number, Doorbell doorbell) {
    static MirrorHub of(final ClockFile file, final Reply.Doorbell told) {
        return new MirrorHub(file, told.sleepCounter(), file.clock(told.sleepCounter()).doorbell());
    }
}
