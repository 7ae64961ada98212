package io.takt.federation.remote;

import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.federation.link.ClockPort;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.MuxFrame;
import io.takt.federation.mirror.RemoteMirrors;
import io.takt.federation.place.Forwards;
import io.takt.federation.place.PlaceTerms;
import io.takt.hub.config.MetricsPlan;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.world.ParentClock;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlLine;
import io.takt.shm.control.Event;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Reply;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Joins a child hub to a parent on another host, through a connection that is made, and made again, for as long as the
 * child lives. It speaks the control protocol, as on the same host; the parent's gateway joins for it.
 *
 * <p>Threads: the hub's thread tells and reads times; {@code takt-parent} does all else.
 */
public final class RemoteLink implements ParentLink {
    private static final long RETRY_JOIN_NS = 200_000_000L;

    private final PlaceTerms terms;
    private final ParentAddress parent;
    private final LinkThread thread;
    private final ClockPort port;
    private final RemoteParentClock clock;
    private final MirrorsToParent mirrors;
    private final LinkHost host;
    private final Consumer<String> warns;
    /** This hub's counters; mapped once, for the first mirrors. */
    private ClockFile own;
    private ControlStream stream;
    private RemoteControl control;
    private Consumer<ParentNews> hears;
    private Forwards forwards;
    private ToParent.Child child;
    private ToParent.Join wanted;
    /** The parent owes an answer to a join: it comes, over any connection, or the session ends. */
    private boolean isAsking;
    /** Null while there is no place. */
    private Reply.Joined place;
    private HubState parentState;
    private boolean isAway;
    /** Counts the times without the parent, to tell them apart. */
    private long turns;

    /**
     * A link of this machine that is not open.
     *
     * @param parent where the parent listens.
     * @param terms  on which this hub joins it.
     * @param keys   the key that both share; asked anew for each connection.
     * @param times  of the link.
     * @param random of keys and sessions.
     * @param warns  tells a person one line; on the link's thread.
     */
    public RemoteLink(final ParentAddress parent, final PlaceTerms terms, final KeySource keys,
        final LinkTimes times, final SecureRandom random, final Consumer<String> warns) {
        this(parent, terms, keys, times, LinkHost.of(HubDirectory.of(terms.hub()), random), warns);
    }

    /**
     * A link that is not open.
     *
     * @param parent where the parent listens.
     * @param terms  on which this hub joins it.
     * @param keys   the key that both share; asked anew for each connection.
     * @param times  of the link.
     * @param host   of this hub.
     * @param warns  tells a person one line; on the link's thread.
     */
    public RemoteLink(final ParentAddress parent, final PlaceTerms terms, final KeySource keys,
        final LinkTimes times, final LinkHost host, final Consumer<String> warns) {
        this.terms = terms;
        this.parent = parent;
        this.port = new ClockPort(times);
        this.host = host;
        this.warns = warns;
        this.thread = new LinkThread(parent, terms.name(), keys, host, times, new Ends(), port);
        this.mirrors = new MirrorsToParent(this::openMirrors, this::pass, this::cannotCross);
        this.clock = new RemoteParentClock(port, terms.stepNs(), terms.report(), thread, host.nanoClock());
    }

    private RemoteMirrors openMirrors(final ToParent.Cross cross, final ControlStream of) {
        own = own == null ? host.hub().clocks() : own;
        return RemoteMirrors.ofChild(host, own, cross, of, thread, this::cannotCross);
    }

    private void cannotCross(final String why) {
        hears.accept(new ParentNews.Broken("channels do not cross: " + why));
    }

    @Override
    public ParentClock clock() {
        return clock;
    }

    /** {@return the epoch of the parent's run in which this hub has its place; 0 before the first} */
    public long parentEpoch() {
        return port.epoch();
    }

    @Override
    public Report report() {
        return terms.report();
    }

    @Override
    public void open(final Consumer<ParentNews> newHears, final Runnable newWakes) {
        hears = newHears;
        forwards = new Forwards(newHears);
        thread.start(newWakes);
    }

    @Override
    public void tell(final ToParent message) {
        thread.execute(() -> say(message));
    }

    private void say(final ToParent message) {
        if (message instanceof ToParent.Join join) {
            wanted = join;
            join();
        } else if (message instanceof ToParent.Child it) {
            child = it;
            sayWho();
        } else if (message instanceof ToParent.Forward forward) {
            forwards.send(control, forward);
        } else if (message instanceof ToParent.Cross cross) {
            mirrors.open(cross, stream);
        } else if (message instanceof ToParent.Subtree) {
            pass(message);
        } else {
            mirrors.say(message);
        }
    }

    /** Records that the mirrors at the parent must have first are with them, or go before it. */
    private void pass(final ToParent message) {
        if (control != null) {
            if (place != null && !(message instanceof ToParent.Subtree)) {
                // The parent is to have this hub's last time before it hears that there is no later one.
                stream.sendTime(port.epoch(), clock.reportedNs());
            }
            control.tell(id -> terms.request(message, id));
        }
    }

    /** Once in each session, and before a join: two hubs that are each other's parent answer none. */
    private void sayWho() {
        if (child != null && control != null) {
            control.begin(id -> terms.request(child, id), reply -> hearOfAncestry(PlaceTerms.newsOfAncestry(reply)));
        }
    }

    private void hearOfAncestry(final ParentNews news) {
        if (news != null) {
            hears.accept(news);
        }
    }

    private void join() {
        if (wanted == null || control == null) {
            return;
        }
        if (place == null) {
            if (!isAsking) {
                isAsking = true;
                control.begin(id -> terms.join(wanted, id), this::onJoined);
            }
        } else if (!isAway) {
            // The parent has not lost this hub: all lines of the meantime have come, or are on their way.
            wanted = null;
            hears.accept(new ParentNews.Joined(clock.stageAgain(), parentState, place.seed(), place.crossing(),
                ParentNews.Place.KEPT));
        }
    }

    private void onJoined(final Reply reply) {
        isAsking = false;
        if (reply.ok()) {
            wanted = null;
            place = reply.joined();
            if (place.crossing() != null) {
                // Until the mirrors have begun.
                stream.hold();
            }
            parentState = place.state() == null ? HubState.WAITING : place.state();
            port.maxDelay(place.maxDelayNs());
            hears.accept(new ParentNews.Joined(place.clocks().timeNs(), parentState, place.seed(), place.crossing(),
                ParentNews.Place.of(place)));
        } else if (RefusalCode.RESETTING.name().equals(reply.code())) {
            thread.later(RETRY_JOIN_NS, this::join);
        } else {
            hears.accept(new ParentNews.Refused(reply.error()));
        }
    }

    private void onEvent(final Event event) {
        if (event instanceof Event.State state) {
            parentState = state.state();
        }
        hearOfAncestry(PlaceTerms.newsOfAncestry(event));
        final ParentNews news = PlaceTerms.news(event);
        if (news != null && place != null) {
            hears.accept(news);
        }
    }

    /** The run fails when the parent is not back in time. */
    private void away(final String why) {
        closeMirrors();
        if (!isAway) {
            isAway = true;
            if (terms.lostAfterNs() != Long.MAX_VALUE) {
                final long turn = ++turns;
                thread.later(terms.lostAfterNs(), () -> {
                    if (isAway && turn == turns) {
                        hears.accept(new ParentNews.GivenUp(terms.givenUp(why)));
                    }
                });
            }
        }
        hears.accept(new ParentNews.Away(why));
    }

    /** The hub tells its ends of mirrors anew when it hears that the parent is back. */
    private void closeMirrors() {
        mirrors.close();
        if (place != null && place.crossing() != null) {
            stream.hold();
        }
    }

    /** On the link's thread: the fate of its connections. */
    private final class Ends implements LinkThread.Ends {
        @Override
        public long got() {
            return stream == null ? 0 : stream.got();
        }

        @Override
        public void onConnected(final Hello.Welcome welcome, final InetAddress at, final Consumer<ByteBuffer> out,
            final BooleanSupplier isBusy) throws IOException {
            // By its number: a hub's page refuses requests to a name that its configuration does not give it.
            hears.accept(new ParentNews.Page(MetricsPlan.way(welcome.page(), at.getHostAddress())));
            // The parent's first welcome may have been lost; nothing was said in that session yet.
            final boolean isFresh = welcome.fresh() || stream == null;
            if (isFresh) {
                if (control != null) {
                    onLost("the parent has lost this hub, or begun anew");
                }
                stream = new ControlStream();
                control = new RemoteControl(thread, stream);
            }
            mirrors.connect(out, isBusy);
            stream.connect(welcome.got(), out);
            if (isFresh) {
                sayWho();
            }
        }

        private void onLost(final String why) {
            mirrors.lose();
            control.close();
            isAsking = false;
            forwards.onEnd();
            if (place != null) {
                place = null;
                hears.accept(new ParentNews.Away(why));
            }
        }

        @Override
        public void onUp() {
            isAway = false;
            join();
        }

        @Override
        public void onDisconnected() {
            if (stream != null) {
                stream.disconnect();
            }
            mirrors.disconnect();
        }

        @Override
        public void onTurn() {
            mirrors.onTurn();
        }

        @Override
        public boolean hasMoreToSay() {
            return mirrors.hasMoreToSay();
        }

        @Override
        public void onFrame(final MuxFrame kind, final ByteBuffer payload) throws IOException {
            switch (kind) {
                case CONTROL, PLACE, TIME -> {
                    stream.onFrame(kind, payload, this::take);
                    if (stream.isFlooded()) {
                        throw new RefusedException(ControlStream.FLOODED, true);
                    }
                }
                case CONTROL_ACK -> stream.forget(payload.remaining() == Long.BYTES ? payload.getLong() : -1);
                case RECORDS, RECORDS_ACK -> {
                    mirrors.onFrame(kind, payload);
                    stream.takeEarly(this::take);
                }
                default -> throw new IOException("a parent sends no " + kind);
            }
        }

        private void take(final MuxFrame kind, final ByteBuffer payload) throws IOException {
            switch (kind) {
                case CONTROL -> onLine(StandardCharsets.UTF_8.decode(payload).toString());
                case PLACE -> clock.stage(LinkPlace.read(payload));
                default -> thread.taken(port.onTime(payload, Long.MAX_VALUE));
            }
        }

        private void onLine(final String line) throws IOException {
            final FromHub message;
            try {
                message = ControlLine.readFromHub(line);
            } catch (final ControlLine.MalformedLineException e) {
                throw new IOException("a line of the parent cannot be read: " + e.getMessage(), e);
            }
            if (message instanceof Reply reply) {
                if (reply.joined() != null && !clock.isStaged()) {
                    throw new IOException("it answers a join, and has not said from which time on");
                }
                control.onReply(reply);
            } else if (message instanceof Event event) {
                onEvent(event);
            }
        }

        @Override
        public void onTrouble(final String why, final boolean isForGood) {
            if (isForGood) {
                hears.accept(new ParentNews.Refused(why));
            } else {
                away(why);
            }
        }

        @Override
        public void onWarning(final String line) {
            warns.accept(line);
        }
    }

    @Override
    public Map<String, Long> rejected() {
        return thread.rejections().rejected().entrySet().stream()
            .collect(Collectors.toMap(each -> each.getKey().why(), Map.Entry::getValue));
    }

    @Override
    public int ownConnections() {
        return mirrors.ownConnections();
    }

    @Override
    public void close() {
        thread.close();
        mirrors.close();
    }
}
