package io.takt.hub.core;

import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.function.Supplier;
import org.agrona.concurrent.status.CountersReader;

/** A {@link HubLab} for the tests of the packages around the machine. */
public final class MachineLab {
    private final HubLab lab;
    private long nextId = 1_000_000;

    private MachineLab(final Plan plan) {
        this.lab = plan.open();
    }

    public static MachineLab free(final long coreStepNs, final long maxDelayNs) {
        return new MachineLab(Plan.of(coreStepNs, maxDelayNs));
    }

    public static MachineLab atInterval(final long coreStepNs, final long maxDelayNs, final long intervalNs) {
        return new MachineLab(Plan.of(coreStepNs, maxDelayNs).pace(Double.POSITIVE_INFINITY, intervalNs));
    }

    public static MachineLab realTime(final long coreStepNs, final long maxDelayNs) {
        return new MachineLab(Plan.of(coreStepNs, maxDelayNs).pace(1, 0));
    }

    public HubMachine machine() {
        return lab.machine;
    }

    /** An asset that is ready, on a thread with a doorbell; gives how to let it step. */
    public Supplier<Boolean> member(final int connection, final String name, final long stepNs) {
        final Reply.Doorbell doorbell = lab.ask(connection, new Request.Doorbell(nextId++)).doorbell();
        final Reply reply = lab.ask(connection,
            Request.Join.of(nextId++, name).stepNs(stepNs).process(1L, 0).doorbell(doorbell.sleepCounter()));
        final LabAsset asset = lab.new LabAsset(connection, reply.joined());
        lab.assets.put(name, asset);
        asset.ready();
        return asset::step;
    }

    public void pass(final long ns) {
        lab.nowNs += ns;
    }

    /** The value of the hub's own doorbell. */
    public long hubSleepsFor() {
        return lab.counters.getCounterValue(lab.machine.sleeping().doorbell().counterIds()[0]);
    }

    public CountersReader counters() {
        return lab.counters;
    }
}
