package io.takt.federation.local;

import io.takt.asset.HubLostException;
import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.world.ParentClock;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.LiveProcesses;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * A child hub joins its parent as an asset does, by the control socket, and steps in its memory.
 *
 * <p>Threads: {@code takt-parent} connects, joins and tells; the connection's own hears; {@code takt-parent-time}
 * sleeps for the parent's time and wakes the hub's thread, which can sleep at one place only, its own.
 */
public final class LocalLink implements ParentLink {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final HubDirectory parent;
    private final String name;
    private final long stepNs;
    private final Report report;
    private final Long seed;
    private final LocalParentClock clock = new LocalParentClock();
    private final BlockingQueue<ToParent> messages = new LinkedBlockingQueue<>();
    private final Thread talker = daemon(this::talk, "takt-parent");
    private final Thread waker = daemon(this::wake, "takt-parent-time");
    private Consumer<ParentNews> hears;
    private Runnable wakes;
    private volatile boolean closed;
    private volatile HubControl control;
    private ClockFile file;
    private Reply.Doorbell doorbell;
    private ToParent.Join wanted;

    /**
     * A link that is not open.
     *
     * @param parent where the parent is.
     * @param name   of this hub in its parent.
     * @param stepNs ΔT_c of this hub.
     * @param report what it reports.
     * @param seed   of the scenario, where this hub's configuration gives it; null for the parent's.
     */
    public LocalLink(final HubDirectory parent, final String name, final long stepNs, final Report report,
        final Long seed) {
        this.seed = seed;
        this.parent = parent;
        this.name = name;
        this.stepNs = stepNs;
        this.report = report;
    }

    private static Thread daemon(final Runnable task, final String name) {
        final Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public ParentClock clock() {
        return clock;
    }

    @Override
    public Report report() {
        return report;
    }

    @Override
    public void open(final Consumer<ParentNews> newHears, final Runnable newWakes) {
        hears = newHears;
        wakes = newWakes;
        talker.start();
        waker.start();
    }

    @Override
    public void tell(final ToParent message) {
        messages.add(message);
    }

    private void wake() {
        while (!closed) {
            final PlaceInParent place = clock.staged();
            if (place == null) {
                LockSupport.parkNanos(LONGEST_SLEEP_NS);
            } else {
                LocalParentClock.sleep(place, LONGEST_SLEEP_NS);
                wakes.run();
            }
        }
    }

    private void talk() {
        while (!closed) {
            try {
                say(messages.take());
            } catch (final InterruptedException e) {
                return;
            } catch (final TaktException e) {
                hears.accept(new ParentNews.Away(e.getMessage()));
            }
        }
    }

    private void say(final ToParent message) throws InterruptedException {
        if (message instanceof ToParent.Join join) {
            wanted = join;
            join();
        } else if (message instanceof ToParent.Ready) {
            ask(id -> new Request.Ready(id, name));
        } else if (message instanceof ToParent.ResetDone) {
            ask(id -> new Request.ResetDone(id, name));
        } else if (message instanceof ToParent.Settled) {
            ask(id -> new Request.Settled(id, name));
        } else if (message instanceof ToParent.Ended ended) {
            ask(id -> ended.request(id, name));
        } else if (message instanceof ToParent.Forward forward) {
            final Reply reply = ask(id -> of(forward.request(), id));
            hears.accept(new ParentNews.Answered(forward.connection(), forward.request().id(), reply.error()));
        }
    }

    private static Request of(final Request request, final long id) {
        return request instanceof Request.Pause ? new Request.Pause(id)
            : request instanceof Request.Resume ? new Request.Resume(id)
            : request instanceof Request.Reset ? new Request.Reset(id) : new Request.Stop(id);
    }

    private Reply ask(final LongFunction<Request> request) {
        return control.ask(request, reply -> { });
    }

    /** Until there is a place, or the parent will never give one. */
    private void join() throws InterruptedException {
        while (!closed) {
            try {
                connect();
                final Reply reply = control.ask(this::request, this::onAnswer);
                if (reply.ok()) {
                    return;
                }
                if (!isForNow(reply.code())) {
                    hears.accept(new ParentNews.Refused(reply.error()));
                    return;
                }
                control.close();
            } catch (final HubLostException e) {
                hears.accept(new ParentNews.Away(e.getMessage()));
            }
            TimeUnit.NANOSECONDS.sleep(RETRY_NS);
        }
    }

    private Request request(final long id) {
        final long pid = ProcessHandle.current().pid();
        return Request.Join.of(id, name).stepNs(stepNs).federate(report).seed(seed)
            .process(pid, LiveProcesses.startTime(pid)).doorbell(doorbell.sleepCounter()).timeNs(wanted.timeNs());
    }

    /** On the connection's thread: what comes after the answer is news of this place. */
    private void onAnswer(final Reply reply) {
        if (reply.ok()) {
            joined(reply.joined());
        }
    }

    private static boolean isForNow(final String code) {
        return RefusalCode.RESETTING.name().equals(code);
    }

    private void connect() {
        final HubControl fresh = ControlClient.connect(parent, new Hearing());
        control = fresh;
        file = ClockFile.forWriting(parent.cncFile());
        doorbell = ask(Request.Doorbell::new).doorbell();
    }

    /** On the connection's thread, in the order in which the parent has said it. */
    private final class Hearing implements HubControl.Listener {
        @Override
        public void onEvent(final Event event) {
            if (event instanceof Event.State state) {
                hears.accept(new ParentNews.State(state.state(), state.reason()));
            } else if (event instanceof Event.Reset) {
                hears.accept(new ParentNews.Reset());
            } else if (event instanceof Event.Settle) {
                hears.accept(new ParentNews.Settling());
            } else if (event instanceof Event.Clocks clocks) {
                clock.stage(PlaceInParent.of(file, doorbell, clocks.coreTimeCounter(), clocks.assets().get(0)));
                hears.accept(new ParentNews.Clocks());
            }
        }

        @Override
        public void onEnd() {
            hears.accept(new ParentNews.Away("the connection to hub '" + parent.hub() + "' has ended"));
        }
    }

    private void joined(final Reply.Joined joined) {
        clock.stage(PlaceInParent.of(file, doorbell, joined.coreTimeCounter(), joined.clocks()));
        hears.accept(new ParentNews.Joined(joined.clocks().timeNs(),
            joined.state() == null ? HubState.WAITING : joined.state(), joined.seed()));
    }

    @Override
    public void close() {
        closed = true;
        talker.interrupt();
        final HubControl open = control;
        if (open != null) {
            open.close();
        }
    }
}
