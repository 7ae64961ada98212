package io.takt.shm.asset;

import io.aeron.CncFileDescriptor;
import io.takt.asset.HubLostException;
import io.takt.asset.TaktException;
import io.takt.shm.HubDirectory;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * What ties a process to one process of a hub: a control connection and a mapped file. When the hub dies both are of no
 * use any more; another hub of the same name needs another link. May be used from any thread.
 */
final class HubLink implements AutoCloseable {
    /** Hears what comes over the link, on the link's own thread. */
    interface Listener {
        void onEvent(HubLink link, Event event);

        void onEnd(HubLink link);
    }

    private static final long PID = ProcessHandle.current().pid();

    private final HubDirectory directory;
    private final ControlClient control;
    private volatile ClockFile file;
    private volatile Clock core;

    private HubLink(final HubDirectory directory, final Listener listener) {
        this.directory = directory;
        this.control = ControlClient.connect(directory, new ControlClient.Listener() {
            @Override
            public void onEvent(final Event event) {
                listener.onEvent(HubLink.this, event);
            }

            @Override
            public void onEnd() {
                listener.onEnd(HubLink.this);
            }
        });
    }

    /** Throws {@link HubLostException} when no hub answers. */
    static HubLink open(final HubDirectory directory, final Listener listener) {
        return new HubLink(directory, listener);
    }

    /** Counters for a thread that is to drive assets. */
    AssetThread.Counters newThread() {
        final Reply reply = control.ask(Request.Doorbell::new, answer -> { });
        if (!reply.ok()) {
            throw new TaktException("hub '" + directory.hub() + "' gives no doorbell: " + reply.error());
        }
        return AssetThread.Counters.of(file(), reply.doorbell());
    }

    /**
     * Asks to join.
     *
     * @param inOrder is given the answer when it is not a refusal, before any event that the hub sent after it.
     */
    Reply join(final LongFunction<Request> join, final Consumer<Reply.Joined> inOrder) {
        return control.ask(join, answer -> {
            if (answer.ok()) {
                inOrder.accept(answer.joined());
            }
        });
    }

    /** The clocks that a join or an event names. */
    Seat.Clocks clocks(final int coreCounter, final Reply.AssetCounters counters, final AssetThread.Counters thread) {
        final ClockFile here = file();
        if (core == null || core.counterId() != coreCounter) {
            core = here.clock(coreCounter);
        }
        return new Seat.Clocks(counters.number(), core, here.clock(counters.timeCounter()),
            here.clock(counters.retainCounter()), counters.timeNs(), thread);
    }

    /** T_c; 0 while nobody has joined. */
    long coreTimeNs() {
        final Clock clock = core;
        return clock == null ? 0 : clock.read();
    }

    void tell(final LongFunction<Request> request) {
        control.tell(request);
    }

    static long pid() {
        return PID;
    }

    private ClockFile file() {
        synchronized (this) {
            if (file == null) {
                file = ClockFile.forWriting(directory.path().resolve(CncFileDescriptor.CNC_FILE));
            }
            return file;
        }
    }

    /** Gives the mapped memory back; nobody may touch a clock of this link any more. */
    void unmap() {
        synchronized (this) {
            if (file != null) {
                file.close();
                file = null;
            }
        }
    }

    /** Ends the connection. The mapping stays: a thread that is still in a poll may be about to read a clock. */
    @Override
    public void close() {
        control.close();
    }
}
