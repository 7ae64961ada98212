package io.takt.federation.remote;

import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.federation.link.ClockPort;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.Hello;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.link.MuxFrame;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.world.ParentClock;
import io.takt.hub.daemon.ParentLink;
import io.takt.rule.Report;
import io.takt.shm.control.ControlLine;
import io.takt.shm.control.Event;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.function.Consumer;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A child hub joins a parent on another host, through a connection that it makes and makes again for as long as it
 * lives. It speaks the control protocol, as on the same host; the parent's gateway joins for it.
 *
 * <p>Threads: the hub's thread tells and asks for times; {@code takt-parent} does all else.
 */
public final class RemoteLink implements ParentLink {
    /**
     * Who this hub is to its parent.
     *
     * @param name   in the parent.
     * @param stepNs ΔT_c of this hub.
     * @param report what it reports.
     * @param seed   of the scenario, where this hub's configuration gives it; null for the parent's.
     */
    public record Terms(String name, long stepNs, Report report, Long seed) {
    }

    private static final long RETRY_JOIN_NS = 200_000_000L;

    private final Terms terms;
    private final LinkThread thread;
    private final ClockPort port = new ClockPort();
    private final RemoteParentClock clock;
    private ControlStream stream;
    private RemoteControl control;
    private Consumer<ParentNews> hears;
    private ToParent.Join wanted;
    private boolean hasPlace;

    /**
     * A link that is not open.
     *
     * @param parent where the parent listens.
     * @param terms  who this hub is to it.
     * @param keys   the key that both share; asked anew for each connection.
     * @param random of keys and sessions.
     */
    public RemoteLink(final ParentAddress parent, final Terms terms, final KeySource keys, final SecureRandom random) {
        this.terms = terms;
        this.thread = new LinkThread(parent, terms.name(), keys, random, new Ends(), port);
        this.clock = new RemoteParentClock(port, terms.stepNs(), terms.report(), thread, SystemNanoClock.INSTANCE);
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
        } else if (message instanceof ToParent.Forward forward) {
            forward(forward);
        } else if (control != null) {
            control.tell(id -> request(message, id));
        }
    }

    private Request request(final ToParent message, final long id) {
        return message instanceof ToParent.Ready ? new Request.Ready(id, terms.name())
            : message instanceof ToParent.ResetDone ? new Request.ResetDone(id, terms.name())
            : message instanceof ToParent.Settled ? new Request.Settled(id, terms.name())
            : ((ToParent.Ended) message).request(id, terms.name());
    }

    private void forward(final ToParent.Forward forward) {
        if (control == null) {
            hears.accept(new ParentNews.Answered(forward.connection(), forward.request().id(),
                "the parent is not there"));
        } else {
            control.begin(id -> of(forward.request(), id), reply -> hears.accept(
                new ParentNews.Answered(forward.connection(), forward.request().id(), reply.error())));
        }
    }

    private static Request of(final Request request, final long id) {
        return request instanceof Request.Pause ? new Request.Pause(id)
            : request instanceof Request.Resume ? new Request.Resume(id)
            : request instanceof Request.Reset ? new Request.Reset(id) : new Request.Stop(id);
    }

    private void join() {
        if (control != null && wanted != null) {
            control.begin(id -> Request.Join.of(id, terms.name()).stepNs(terms.stepNs()).federate(terms.report())
                .seed(terms.seed()).timeNs(wanted.timeNs()), this::onJoined);
        }
    }

    private void onJoined(final Reply reply) {
        if (reply.ok()) {
            wanted = null;
            hasPlace = true;
            port.maxDelay(reply.joined().maxDelayNs());
            hears.accept(new ParentNews.Joined(reply.joined().clocks().timeNs(),
                reply.joined().state() == null ? HubState.WAITING : reply.joined().state(), reply.joined().seed()));
        } else if (RefusalCode.RESETTING.name().equals(reply.code())) {
            thread.later(RETRY_JOIN_NS, this::join);
        } else {
            hears.accept(new ParentNews.Refused(reply.error()));
        }
    }

    private void onEvent(final Event event) {
        final ParentNews news = event instanceof Event.State state
            ? new ParentNews.State(state.state(), state.reason())
            : event instanceof Event.Reset ? new ParentNews.Reset()
            : event instanceof Event.Settle ? new ParentNews.Settling()
            : event instanceof Event.Clocks ? new ParentNews.Clocks() : null;
        if (news != null && hasPlace) {
            hears.accept(news);
        }
    }

    /** On the link's thread: what becomes of its connections. */
    private final class Ends implements LinkThread.Ends {
        @Override
        public long got() {
            return stream == null ? 0 : stream.got();
        }

        @Override
        public void onConnected(final Hello.Welcome welcome, final Consumer<ByteBuffer> out) throws IOException {
            if (welcome.fresh()) {
                if (control != null) {
                    onLost("the parent has lost this hub, or begun anew");
                }
                stream = new ControlStream();
                control = new RemoteControl(thread, stream);
            } else if (stream == null) {
                throw new IOException("the parent speaks of a session that never was");
            }
            stream.connect(welcome.got(), out);
            if (welcome.fresh()) {
                join();
            }
        }

        private void onLost(final String why) {
            control.close();
            if (hasPlace) {
                hasPlace = false;
                hears.accept(new ParentNews.Away(why));
            }
        }

        @Override
        public void onDisconnected() {
            if (stream != null) {
                stream.disconnect();
            }
        }

        @Override
        public void onFrame(final MuxFrame kind, final ByteBuffer payload) throws IOException {
            switch (kind) {
                case CONTROL -> {
                    if (stream.isNew(payload)) {
                        onLine(StandardCharsets.UTF_8.decode(payload).toString());
                    }
                }
                case PLACE -> {
                    if (stream.isNew(payload)) {
                        clock.stage(LinkPlace.read(payload));
                    }
                }
                case CONTROL_ACK -> stream.forget(payload.remaining() == Long.BYTES ? payload.getLong() : -1);
                default -> throw new IOException("a parent sends no " + kind);
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
                control.onReply(reply);
            } else if (message instanceof Event event) {
                onEvent(event);
            }
        }

        @Override
        public void onTrouble(final String why, final boolean isForGood) {
            hears.accept(isForGood ? new ParentNews.Refused(why) : new ParentNews.Away(why));
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
