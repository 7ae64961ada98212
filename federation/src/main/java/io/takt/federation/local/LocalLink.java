package io.takt.federation.local;

import io.takt.asset.HubLostException;
import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.federation.mirror.LocalMirrors;
import io.takt.federation.place.Ancestors;
import io.takt.federation.place.Forwards;
import io.takt.federation.place.PlaceInParent;
import io.takt.federation.place.PlaceTerms;
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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A child hub joins its parent as an asset does, by the control socket, and steps in its memory. When the connection
 * ends it tries to join again in its place, for as long as the configuration says.
 *
 * <p>Threads: {@code takt-parent} connects, joins and tells; the connection's own hears; {@code takt-parent-time}
 * sleeps for the parent's time and wakes the hub's thread, which can sleep at one place only, its own.
 */
public final class LocalLink implements ParentLink {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** For so long a hub that ends waits until its parent has heard of that. */
    private static final long GOODBYE_MS = 500;

    private final HubDirectory parent;
    private final PlaceTerms terms;
    private final LocalParentClock clock = new LocalParentClock();
    /** The empty one is the last. */
    private final BlockingQueue<Optional<ToParent>> messages = new LinkedBlockingQueue<>();
    private final ParentFiles files = new ParentFiles();
    /** Of this hub, mapped when it is needed first. */
    private ClockFile own;
    /** Closed ones whose threads may not have ended. */
    private final Queue<LocalMirrors> ending = new ConcurrentLinkedQueue<>();
    private final Thread talker = daemon(this::talk, "takt-parent");
    private final Thread waker = daemon(this::wake, "takt-parent-time");
    private Consumer<ParentNews> hears;
    private Runnable wakes;
    private Forwards forwards;
    private ToParent.Child child;
    /** That this hub has settled, to be told when all that was sent below is with the parent; null for nothing. */
    private ToParent later;
    /** That T_parent stands for good is heard when all that was sent above is here; written under this monitor. */
    private volatile boolean isSettleDue;
    private volatile boolean closed;
    private volatile HubControl control;
    private volatile Reply.Doorbell doorbell;
    private volatile Reply.Crossing crossing;
    /** Null while nothing crosses. */
    private volatile LocalMirrors mirrors;

    /**
     * A link that is not open.
     *
     * @param parent where the parent is.
     * @param terms  on which this hub joins it.
     */
    public LocalLink(final HubDirectory parent, final PlaceTerms terms) {
        this.parent = parent;
        this.terms = terms;
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
        return terms.report();
    }

    @Override
    public void open(final Consumer<ParentNews> newHears, final Runnable newWakes) {
        hears = newHears;
        wakes = newWakes;
        forwards = new Forwards(newHears);
        talker.start();
        waker.start();
    }

    @Override
    public void tell(final ToParent message) {
        messages.add(Optional.of(message));
    }

    private void wake() {
        final TimeWaker time = new TimeWaker(wakes);
        try {
            while (!closed) {
                unmapOld();
                hearOfSettling();
                final PlaceInParent place = clock.staged();
                if (place == null) {
                    LockSupport.parkNanos(LONGEST_SLEEP_NS);
                } else {
                    time.sleep(place.sleep(), LONGEST_SLEEP_NS);
                }
            }
        } catch (final RuntimeException | Error e) {
            broken(e);
        }
    }

    private void broken(final Throwable why) {
        hears.accept(new ParentNews.Broken("the link to its parent is broken: " + why));
    }

    /** On the thread that sleeps in the parent's memory, so that this is not in a file which goes. */
    private void unmapOld() {
        ending.removeIf(LocalMirrors::hasEnded);
        if (ending.isEmpty()) {
            files.unmapOld(clock::uses);
        }
    }

    private void talk() {
        while (true) {
            try {
                final Optional<ToParent> message =
                    later == null ? messages.take() : messages.poll(1, TimeUnit.MILLISECONDS);
                if (message == null) {
                    sayLater();
                } else if (message.isEmpty()) {
                    return;
                } else {
                    say(message.get());
                }
            } catch (final InterruptedException e) {
                return;
            } catch (final TaktException e) {
                if (!(e instanceof HubLostException) && (control == null || !control.hasEnded())) {
                    broken(e);
                    return;
                }
                // The connection's end is told when it is seen: all that still counts is said again then.
                forwards.onEnd();
            } catch (final RuntimeException | Error e) {
                broken(e);
                return;
            }
        }
    }

    private void say(final ToParent message) throws InterruptedException {
        sync(message);
        if (message instanceof ToParent.Settled) {
            later = message;
            sayLater();
            return;
        }
        if (message instanceof ToParent.Join || message instanceof ToParent.ResetDone
            || message instanceof ToParent.Ended) {
            // That was of another place, or of a run that is over.
            later = null;
        }
        if (message instanceof ToParent.Child it) {
            child = it;
        } else if (message instanceof ToParent.Join join) {
            join(join);
        } else if (message instanceof ToParent.Cross cross) {
            cross(cross);
        } else if (message instanceof ToParent.Forward forward) {
            forwards.send(control, forward);
        } else if (message instanceof ToParent.Ended ended) {
            if (control != null) {
                control.ask(id -> ended.request(id, terms.name()), reply -> { });
            }
        } else {
            control.tell(id -> terms.request(message, id));
        }
    }

    private void sayLater() {
        final LocalMirrors open = mirrors;
        final ToParent due = later;
        if (open == null || open.isUpDone()) {
            later = null;
            control.tell(id -> terms.request(due, id));
        }
    }

    /** What is sent above from now on the parent sees by itself: it asks once more. */
    private void hearOfSettling() {
        final LocalMirrors open = mirrors;
        if (!isSettleDue) {
            return;
        }
        if (open != null) {
            open.syncDown();
        }
        synchronized (this) {
            if (isSettleDue && (open == null ? crossing == null : !open.isDownBlocked())) {
                isSettleDue = false;
                hears.accept(new ParentNews.Settling());
            }
        }
    }

    private synchronized void settleDue(final boolean so) {
        isSettleDue = so;
    }

    private void cross(final ToParent.Cross ends) {
        closeMirrors();
        final HubDirectory here = HubDirectory.of(terms.hub());
        own = own == null ? ClockFile.forWriting(here.cncFile()) : own;
        try {
            mirrors = LocalMirrors.open(here, own, ends, files.newest(parent.cncFile()), control, crossing,
                this::cannotCross);
        } catch (final TaktException e) {
            if (e instanceof HubLostException || control.hasEnded()) {
                throw e;
            }
            cannotCross(e.getMessage());
        }
        // Otherwise its end has found, or will find, these mirrors.
        if (control.hasEnded()) {
            closeMirrors();
        }
        hearOfSettling();
    }

    /** From any thread: without the messages of the others neither this hub nor its parent can go on. */
    private void cannotCross(final String why) {
        final String line = "channels do not cross: " + why;
        tell(new ToParent.Ended(ToParent.Ending.FAILS, line));
        hears.accept(new ParentNews.Broken(line));
    }

    /** A message about the assets below holds for their mirrors as well. */
    private void sync(final ToParent message) throws InterruptedException {
        final LocalMirrors open = mirrors;
        if (open != null) {
            open.syncUp();
            final boolean isLeaving =
                message instanceof ToParent.Ended ended && ended.ending() == ToParent.Ending.LEAVES;
            while (isLeaving && !open.isUpDone()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    private synchronized void closeMirrors() {
        final LocalMirrors open = mirrors;
        mirrors = null;
        if (open != null) {
            ending.add(open);
            open.close();
        }
    }

    private boolean isOver() {
        return closed || messages.stream().flatMap(Optional::stream).anyMatch(ToParent.Ended.class::isInstance);
    }

    /** Until there is a place, or the parent will never give one. */
    private void join(final ToParent.Join wanted) throws InterruptedException {
        final long sinceNs = System.nanoTime();
        while (!isOver()) {
            try {
                final Hearing hearing = new Hearing();
                final HubControl fresh = ControlClient.connect(parent, hearing);
                control = fresh;
                final ParentNews cycle = cycle(fresh);
                if (cycle != null) {
                    hears.accept(cycle);
                    return;
                }
                final Reply given = fresh.ask(Request.Doorbell::new, answer -> { });
                if (!given.ok()) {
                    hears.accept(new ParentNews.Refused(given.error()));
                    return;
                }
                doorbell = given.doorbell();
                final Reply reply = fresh.ask(id -> request(wanted, id), hearing::onAnswer);
                if (reply.ok()) {
                    return;
                }
                if (!RefusalCode.RESETTING.name().equals(reply.code())) {
                    hears.accept(new ParentNews.Refused(reply.error()));
                    return;
                }
                fresh.close();
            } catch (final HubLostException e) {
                hears.accept(new ParentNews.Away(e.getMessage()));
            }
            if (System.nanoTime() - sinceNs > terms.lostAfterNs()) {
                hears.accept(new ParentNews.GivenUp(terms.givenUp("no hub named '" + parent.hub() + "' is running")));
                return;
            }
            TimeUnit.NANOSECONDS.sleep(RETRY_NS);
        }
    }

    /** Hubs of this host are asked from here; of those beyond a network the parent knows. Null without a cycle. */
    private ParentNews cycle(final HubControl fresh) {
        final String onThisHost = Ancestors.cycle(terms.hub(), parent.hub());
        return onThisHost != null ? new ParentNews.Refused(onThisHost) : child == null ? null
            : PlaceTerms.newsOfAncestry(fresh.ask(id -> terms.request(child, id), answer -> { }));
    }

    private Request request(final ToParent.Join wanted, final long id) {
        final long pid = ProcessHandle.current().pid();
        return terms.join(wanted, id).process(pid, LiveProcesses.startTime(pid)).doorbell(doorbell.sleepCounter());
    }

    /** On the connection's thread, in the order in which the parent has said it. */
    private final class Hearing implements HubControl.Listener {
        private ClockFile file;

        /** Events after the answer are news of this place. */
        void onAnswer(final Reply reply) {
            if (reply.ok()) {
                file = files.newest(parent.cncFile());
                joined(reply.joined());
            }
        }

        private void joined(final Reply.Joined joined) {
            clock.stage(PlaceInParent.of(file, doorbell, joined.coreTimeCounter(), joined.clocks()), file);
            LockSupport.unpark(waker);
            crossing = joined.crossing();
            hears.accept(new ParentNews.Joined(joined.clocks().timeNs(),
                joined.state() == null ? HubState.WAITING : joined.state(), joined.seed(), crossing,
                ParentNews.Place.of(joined)));
        }

        @Override
        public void onEvent(final Event event) {
            final LocalMirrors open = mirrors;
            if (open != null) {
                // The parent's news of its assets holds for their mirrors as well.
                open.syncDown();
            }
            if (event instanceof Event.Clocks clocks) {
                clock.stage(PlaceInParent.of(file, doorbell, clocks.coreTimeCounter(), clocks.assets().get(0)),
                    file);
            }
            final ParentNews ofAncestry = PlaceTerms.newsOfAncestry(event);
            if (ofAncestry != null) {
                hears.accept(ofAncestry);
            }
            if (event instanceof Event.Settle || event instanceof Event.Reset) {
                settleDue(event instanceof Event.Settle && file != null);
            }
            final ParentNews news = PlaceTerms.news(event);
            if (news instanceof ParentNews.Settling) {
                hearOfSettling();
            } else if (news != null && file != null) {
                hears.accept(news);
            }
        }

        @Override
        public void onEnd() {
            settleDue(false);
            closeMirrors();
            forwards.onEnd();
            if (file != null) {
                hears.accept(new ParentNews.Away("the connection to hub '" + parent.hub() + "' has ended"));
            }
        }
    }

    @Override
    public int ownConnections() {
        return mirrors == null ? 0 : 1;
    }

    /** A parent that is there hears of the end of this hub's run, which may be the last that was told. */
    @Override
    public void close() {
        final HubControl open = control;
        closed = true;
        try {
            if (open != null && !open.hasEnded()) {
                messages.add(Optional.empty());
                talker.join(GOODBYE_MS);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        talker.interrupt();
        closeMirrors();
        if (control != null) {
            control.close();
        }
    }
}
