package io.takt.shm.asset;

import io.takt.asset.AssetState;
import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.InputSpec;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.AssetKey;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.waiting.Kernel;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** A hub for one asset, {@code radar}, that is held in the hand; so is the kernel that lets the asset sleep. */
final class OneSessionHub implements HubAccess, HubControl, Kernel {
    final AssetClocks own;
    /** Happens in place of each sleep. */
    Runnable onSleep = () -> { };
    private final SessionMessagesLab lab;
    private final Steps steps;
    private final InputSpec[] inputs;

    OneSessionHub(final SessionMessagesLab lab, final Steps steps, final InputSpec... inputs) {
        this.lab = lab;
        this.steps = steps;
        this.inputs = inputs;
        this.own = lab.hub.hub.allocateAsset(new AssetKey(1, 9, 0, steps, 0), "radar", 0, AssetState.JOINED);
    }

    @Override
    public String hub() {
        return "h";
    }

    @Override
    public HubControl connect(final HubControl.Listener listener) {
        return this;
    }

    @Override
    public ClockFile clocks() {
        return ClockFile.over(lab.hub.counters.metaDataBuffer(), lab.hub.counters.valuesBuffer(), this);
    }

    @Override
    public MessageFiles messages() {
        return lab.messages;
    }

    @Override
    public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        final int[] core = lab.hub.coreDoorbell.counterIds();
        final Reply reply = request.apply(1) instanceof Request.Join
            ? Reply.joined(1, joined())
            : Reply.doorbell(1, new Reply.Doorbell(lab.hub.thread.sleep().counterId(),
                lab.hub.thread.activity().counterId(), core[0], core[1]));
        inOrder.accept(reply);
        return () -> reply;
    }

    private Reply.Joined joined() {
        return new Reply.Joined("h", "cnc", 1, lab.hub.core.counterId(), 10, SessionMessagesLab.MAX_DELAY_NS,
            steps.greatestNs(),
            steps.isFixed() ? null : steps.granularityNs(), null, 0, WaitStrategy.SLEEP, OnHubLost.EXIT,
            new Reply.AssetCounters("radar", 9, 0, own.time().counterId(), own.state().counterId(),
                own.retain().counterId(), null,
                lab.told("radar", 0, List.of(), inputs)), 0, null, null, null);
    }

    @Override
    public void tell(final LongFunction<Request> request) {
        // That it is ready.
    }

    @Override
    public boolean hasEnded() {
        return false;
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    @Override
    public void await(final long address, final int expected, final long atMostNs) {
        onSleep.run();
    }

    @Override
    public void wake(final long address) {
        // It sleeps only as long as a method is called.
    }
}
