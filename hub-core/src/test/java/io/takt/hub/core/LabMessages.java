package io.takt.hub.core;

import io.takt.asset.Steps;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.shm.message.EndpointThread;
import io.takt.shm.message.MessageEndpoint;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** The endpoint of an asset of a {@link HubLab}, on a thread of its own unless another one is put beside it. */
final class LabMessages implements EndpointThread {
    static final int LARGE = 32 * 1024;

    private static final long MAX_DELAY_NS = 40;

    private final LabAsset asset;
    private final MessageEndpoint endpoint;
    private MessageEndpoint beside;
    private long doorbell;
    private Runnable whenItSleeps = () -> { };

    LabMessages(final HubLab lab, final LabAsset asset) {
        this.asset = asset;
        endpoint = new MessageEndpoint(asset.name, Steps.fixedNs(asset.stepNs), MAX_DELAY_NS, asset.clocks.timeNs(),
            asset.clocks.messages(), lab.messages(), id -> { }, this);
    }

    MessageEndpoint endpoint() {
        return endpoint;
    }

    /** Another reads while this one waits for room. */
    LabMessages beside(final LabMessages other) {
        beside = other.endpoint;
        return this;
    }

    /** Sends large messages in what is under way. */
    LabMessages send(final String channel, final int messages) {
        for (int i = 0; i < messages; i++) {
            endpoint.channels().output(channel).send(new UnsafeBuffer(new byte[LARGE]), 0, LARGE);
        }
        return this;
    }

    /** It has sent all of its dawn. */
    LabMessages ready() {
        endpoint.endDawn();
        asset.ready();
        return this;
    }

    /** Its readers are told how far it has come. */
    void tell(final long timeNs) {
        endpoint.advance(timeNs, timeNs);
    }

    /** A step that sends large messages; the asset's clock stays where it is. */
    void step(final String channel, final long fromNs, final long toNs, final int messages) throws Exception {
        endpoint.begin(fromNs, toNs);
        send(channel, messages);
        endpoint.publish(fromNs, toNs);
        endpoint.advance(fromNs, toNs);
    }

    /** Its thread sleeps there; while it waits for room, something happens. */
    LabMessages sleepsOn(final int counterId, final Runnable meanwhile) {
        doorbell = counterId;
        whenItSleeps = meanwhile;
        return this;
    }

    @Override
    public void readAll() {
        if (beside != null) {
            beside.read();
        }
    }

    @Override
    public void pass(final int round, final BooleanSupplier unless) {
        whenItSleeps.run();
        if (!unless.getAsBoolean()) {
            throw new IllegalStateException("waits for room that no reader makes");
        }
    }

    @Override
    public long doorbell() {
        return doorbell;
    }
}
