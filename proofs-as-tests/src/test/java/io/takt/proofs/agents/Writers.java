package io.takt.proofs.agents;

import io.takt.shm.clock.ClockLayout;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.status.CountersReader;

/**
 * Which process may write which counter, by the protocol: the hub any; other processes those that it has named to them,
 * until it has freed them; and any process a doorbell, when it rings.
 */
final class Writers {
    private final CountersReader counters;
    private final boolean ringByNumber;
    private final Map<Integer, Process> writers = new HashMap<>();

    /** Where some are rung by a number that was read in a log, and may be gone by then. */
    Writers(final SharedMemory memory, final boolean ringByNumber) {
        this.ringByNumber = ringByNumber;
        this.counters = new CountersReader(memory.metaData(), memory.values());
    }

    /** The hub tells a process which counters it has. */
    void told(final Process process, final Object what) {
        if (what instanceof Reply reply && reply.joined() != null) {
            told(process, reply.joined().clocks());
        } else if (what instanceof Reply reply && reply.doorbell() != null) {
            writers.put(reply.doorbell().sleepCounter(), process);
            writers.put(reply.doorbell().activityCounter(), process);
        } else if (what instanceof Event.Clocks fresh) {
            fresh.assets().forEach(clocks -> told(process, clocks));
        }
    }

    private void told(final Process process, final Reply.AssetCounters clocks) {
        writers.put(clocks.timeCounter(), process);
        writers.put(clocks.retainCounter(), process);
        if (clocks.nextCounter() != null) {
            writers.put(clocks.nextCounter(), process);
        }
        if (clocks.messages() != null) {
            writers.put(clocks.messages().digestCounter(), process);
            clocks.messages().outputs().forEach(output -> writers.put(output.frontierCounter(), process));
        }
    }

    /** Its record is another one now, or free. */
    void recordChanged(final int counter) {
        writers.remove(counter);
    }

    /** Whether processes that are gone have no counters any more. */
    boolean areThere() {
        return writers.values().stream().noneMatch(Process::isGone);
    }

    /** By a swap is how doorbells are rung. */
    boolean mayWrite(final Process process, final int counter, final boolean bySwap) {
        final boolean isUsed = counters.getCounterState(counter) == CountersReader.RECORD_ALLOCATED;
        return process instanceof Hub || writers.get(counter) == process || process.isHurried() && !isUsed
            || bySwap && isUsed && counters.getCounterTypeId(counter) == ClockLayout.DOORBELL_TYPE_ID
            || bySwap && !isUsed && ringByNumber;
    }
}
