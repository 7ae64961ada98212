package io.takt.proofs.rule;

import io.takt.asset.AssetSpec;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.Event;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageFiles;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/** One asset in a process of its own: the runtime that ships, asked turn by turn; the hub hears and answers at once. */
final class AssetUnderTest implements HubAccess, HubControl {
    private final HubUnderTest hub;
    private final CounterMemory memory;
    private final MessageFiles messages;
    private final Map<Long, Consumer<Reply>> asked = new HashMap<>();
    private final int connection;
    private final ShmHubConnection process;
    private final String name;
    private final PolledAsset asset;
    private Listener listener;
    private long lastId;
    private boolean closed;

    /** Joins, and is ready. */
    AssetUnderTest(final HubUnderTest hub, final CounterMemory memory, final MessageFiles messages,
        final AssetSpec spec, final NanoClock nanoClock) {
        this.hub = hub;
        this.memory = memory;
        this.messages = messages;
        connection = hub.connect(this::hear);
        process = ShmHubConnection.connect(this, nanoClock);
        name = spec.name();
        asset = process.join(spec);
    }

    /** Its first look says so; where that might begin a step, the same is said without a look. */
    void becomeReady(final int number, final boolean isBehind) {
        if (isBehind) {
            tell(id -> new Request.Ready(id, name));
        } else {
            memory.as(number, CounterMemory.FRESH, asset::poll);
        }
    }

    PolledAsset polled() {
        return asset;
    }

    /** A look, by the asset with a clock of this number, at other clocks as old as the ages say. */
    Turn poll(final int number, final IntToLongFunction ages) {
        final Turn[] turn = new Turn[1];
        memory.as(number, ages, () -> turn[0] = asset.poll());
        return turn[0];
    }

    /** One count-up: if a step is given it is done at once. Says whether the clock progressed. */
    boolean countUp(final int number, final IntToLongFunction ages) {
        return memory.as(number, ages, () -> {
            if (asset.poll() == Turn.STEP) {
                asset.commit();
            }
        });
    }

    /** The simulator is put back to its start. */
    void reset() {
        if (asset.poll() != Turn.RESET) {
            throw new IllegalStateException("the hub has asked for no reset");
        }
        asset.commit();
    }

    void leave() {
        asset.leave();
        process.close();
    }

    private void hear(final FromHub message) {
        if (message instanceof Event event) {
            listener.onEvent(event);
        } else if (message instanceof Reply reply && asked.containsKey(reply.id())) {
            asked.remove(reply.id()).accept(reply);
        }
    }

    @Override
    public String hub() {
        return HubUnderTest.NAME;
    }

    @Override
    public HubControl connect(final Listener newListener) {
        listener = newListener;
        return this;
    }

    @Override
    public ClockFile clocks() {
        return memory.clockFile();
    }

    @Override
    public MessageFiles messages() {
        return messages;
    }

    @Override
    public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        final Reply[] answer = new Reply[1];
        asked.put(++lastId, reply -> {
            inOrder.accept(reply);
            answer[0] = reply;
        });
        hub.ask(connection, request.apply(lastId));
        return () -> answer[0];
    }

    @Override
    public void tell(final LongFunction<Request> request) {
        if (!closed) {
            hub.ask(connection, request.apply(++lastId));
        }
    }

    @Override
    public boolean hasEnded() {
        return closed;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            hub.closed(connection);
        }
    }
}
