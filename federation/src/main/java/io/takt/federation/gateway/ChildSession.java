package io.takt.federation.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.RefusalCode;
import io.takt.asset.TaktException;
import io.takt.federation.link.ControlStream;
import io.takt.federation.link.LinkHost;
import io.takt.federation.link.LinkPlace;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.link.Rejections;
import io.takt.federation.mirror.MirrorEnd;
import io.takt.federation.mirror.RemoteMirrors;
import io.takt.federation.place.PlaceInParent;
import io.takt.federation.tls.TlsSession;
import io.takt.hub.core.status.HubNode;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlLine;
import io.takt.shm.control.Event;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A child's process at the parent, over as many connections as it takes: its control connection to the parent hub, and
 * its place in the parent's memory. Owned by the gateway's thread.
 */
final class ChildSession {
    /** The requests that a child may make about itself; nothing else of a hub concerns a link. */
    private static final Set<String> OF_ITSELF =
        Set.of("join", "ready", "reset-done", "settled", "leave", "fail", "subtree");
    /** Those in which it need not say its name. */
    private static final Set<String> WITHOUT_NAME = Set.of("child", "stop", "pause", "resume", "reset");

    private static final long RETRY_JOIN_NS = 100_000_000L;
    private static final long RETRY_JOIN_FOR_NS = 5_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final long number;
    private final LinkHost host;
    private final Gateway gateway;
    private final Supplier<ClockFile> file;
    private final Supplier<HubNode.Link> link;
    private final ControlStream stream = new ControlStream();
    private final Questions questions = new Questions();
    private final ChildClock clock;
    private final HubControl control;
    private final MirrorsToChild mirrors;
    private byte[] key;
    private boolean isToldOfKey;
    private Reply doorbell;
    /** Answered before the one above. */
    private Reply mirrorsDoorbell;
    private Runnable onDoorbell = () -> { };
    private long joinTriedSinceNs;
    /** The parent's epoch that ends by the reset under way; null outside of one. */
    private Long resetOf;
    private boolean ended;

    /**
     * Connects to the parent hub.
     *
     * @param number      that the child's process has made up.
     * @param link        how the link to the child is.
     * @param times       of the link.
     * @throws TaktException when the hub does not answer.
     */
    ChildSession(final String name, final long number, final LinkHost host, final Gateway gateway,
        final Supplier<ClockFile> file, final Supplier<HubNode.Link> link, final LinkTimes times) {
        this.name = name;
        this.number = number;
        this.host = host;
        this.gateway = gateway;
        this.file = file;
        this.link = link;
        this.control = host.hub().connect(new HubControl.Listener() {
            @Override
            public void onEvent(final Event event) {
                execute(() -> ChildSession.this.onEvent(event));
            }

            @Override
            public void onEnd() {
                execute(() -> gateway.hubHasLetGo(ChildSession.this));
            }
        });
        this.clock = new ChildClock(times, host.nanoClock());
        this.mirrors = new MirrorsToChild(this::openMirrors, () -> {
            clock.sayTime(stream);
            sendEvent(new Event.Settle());
        }, this::cannotCross);
        control.begin(Request.Doorbell::new, reply -> execute(() -> mirrorsDoorbell = reply));
        control.begin(Request.Doorbell::new, reply -> execute(() -> {
            doorbell = reply;
            onDoorbell.run();
        }));
    }

    private MirrorEnd openMirrors(final Reply.Crossing crossing) {
        return RemoteMirrors.ofParent(host, name, crossing, file.get(), mirrorsDoorbell.doorbell(), stream,
            clock::mostNs, this::execute, this::cannotCross);
    }

    private void cannotCross(final String why) {
        execute(() -> gateway.cannotGoOn(this, why));
    }

    /** The mirrors of the senders here and below. */
    MirrorsToChild mirrors() {
        return mirrors;
    }

    /** From any thread: runs the task on the gateway's; a fault in it ends this session, and no other. */
    private void execute(final Runnable task) {
        gateway.execute(this, task);
    }

    String name() {
        return name;
    }

    long number() {
        return number;
    }

    /** A connection is proved; the session begins with it, or goes on. */
    void onLinked(final TlsSession tls, final boolean isFresh, final Consumer<String> warns) {
        if (isFresh) {
            key = tls.sessionKey();
        } else if (tls.isOfSession() && !isToldOfKey) {
            warns.accept("the link to child '" + name + "' goes on by the key of its session, and not by a key file;"
                + " a new one has to be at both ends");
        }
        isToldOfKey = tls.isOfSession();
    }

    /** By which a later connection may be proved; null with certificates, and as long as the child may not know it. */
    byte[] key() {
        return key == null || stream.got() == 0 ? null : key.clone();
    }

    ControlStream stream() {
        return stream;
    }

    ChildClock clock() {
        return clock;
    }

    /**
     * A line of the child has come.
     *
     * @throws IOException when it may not say that; in one line.
     */
    void onLine(final String line) throws IOException {
        final ObjectNode request = read(line);
        final String op = request.path("op").asText();
        final long id = request.path("id").asLong();
        if ("join".equals(op)) {
            joinTriedSinceNs = host.nowNs();
            join(request, id);
        } else {
            if ("reset-done".equals(op) && resetOf != null && request.path("epoch").asLong() == resetOf) {
                // The hub frees the counters as soon as it has heard it.
                clock.end();
            } else if ("subtree".equals(op)) {
                questions.answered();
                request.set("link", JSON.valueToTree(link.get()));
            } else if ("leave".equals(op) || "fail".equals(op)) {
                // The hub then says in their place that its senders are gone.
                mirrors.close();
                stream.release();
            }
            ask(request, id);
        }
    }

    private ObjectNode read(final String line) throws IOException {
        try {
            ControlLine.readRequest(line);
            final JsonNode node = JSON.readTree(line);
            final String op = node.path("op").asText();
            final String asset = node.path("asset").asText(null);
            if (!(OF_ITSELF.contains(op) && name.equals(asset)
                || WITHOUT_NAME.contains(op) && (asset == null || name.equals(asset)))) {
                throw new IOException("child '" + name + "' asks for what is not its own: " + op
                    + (asset == null ? "" : " of '" + asset + "'"));
            }
            return (ObjectNode) node;
        } catch (final ControlLine.MalformedLineException | JsonProcessingException e) {
            throw new IOException("a line of child '" + name + "' cannot be read: " + e.getMessage(), e);
        }
    }

    /** The process that joins for the child is this one, which the hub need not look after. */
    private void join(final ObjectNode request, final long id) {
        if (ended) {
            return;
        }
        if (doorbell == null) {
            onDoorbell = () -> join(request, id);
            return;
        }
        final Reply refused = !doorbell.ok() ? doorbell : !mirrorsDoorbell.ok() ? mirrorsDoorbell : null;
        if (refused != null) {
            answer(id, refused);
            return;
        }
        request.put("pid", 0).put("startTime", 0).put("doorbell", doorbell.doorbell().sleepCounter());
        control.begin(own -> withId(request, own), reply -> execute(() -> onJoined(request, id, reply)));
    }

    private void ask(final ObjectNode request, final long id) {
        control.begin(own -> withId(request, own), reply -> execute(() -> {
            countCycle(reply.code());
            answer(id, reply);
        }));
    }

    /** The hub has said it to a person already. */
    private void countCycle(final String refusalCode) {
        if (RefusalCode.CYCLE.name().equals(refusalCode)) {
            gateway.rejections().count(name, Rejections.Why.CYCLE);
        }
    }

    private static Request withId(final ObjectNode request, final long id) {
        try {
            return ControlLine.readRequest(request.put("id", id).toString());
        } catch (final ControlLine.MalformedLineException e) {
            throw new IllegalStateException("it was read before", e);
        }
    }

    private void onJoined(final ObjectNode request, final long id, final Reply reply) {
        // The hub frees all that it has given to a child whose connection it has seen end.
        if (ended) {
            return;
        }
        // The hub may not have seen yet that a process before this one is gone.
        if (RefusalCode.NAME_TAKEN.name().equals(reply.code())
            && host.nowNs() - joinTriedSinceNs < RETRY_JOIN_FOR_NS) {
            gateway.later(RETRY_JOIN_NS, this, () -> join(request, id));
            return;
        }
        if (reply.ok()) {
            final Reply.Joined joined = reply.joined();
            clock.terms(joined.coreStepNs(), joined.maxDelayNs());
            begin(joined.epoch(), joined.coreTimeCounter(), joined.clocks());
        }
        answer(id, reply);
        if (reply.ok() && reply.joined().crossing() != null) {
            mirrors.open(reply.joined().crossing());
        }
    }

    private void begin(final long epoch, final int coreTimeCounter, final Reply.AssetCounters clocks) {
        final PlaceInParent place = PlaceInParent.of(file.get(), doorbell.doorbell(), coreTimeCounter, clocks);
        final LinkPlace told = new LinkPlace(epoch, place.coreTime().read(), clocks.timeNs());
        clock.begin(place, told);
        stream.sendPlace(told);
    }

    private void answer(final long id, final Reply reply) {
        final ObjectNode node = JSON.valueToTree(reply);
        stream.sendLine(node.put("id", id).toString());
    }

    private void onEvent(final Event event) {
        if (ended) {
            return;
        }
        if (event instanceof Event.Report && !questions.asks(link.get().up(), host.nowNs())) {
            control.tell(id -> new Request.Subtree(id, name, JSON.valueToTree(link.get()), null));
            return;
        }
        mirrors.before(event);
        resetOf = event instanceof Event.Reset reset ? reset.epoch() : event instanceof Event.Clocks ? null : resetOf;
        if (event instanceof Event.Refused refused) {
            countCycle(refused.code());
        }
        if (event instanceof Event.Settle) {
            // That T_c stands for good is true of this T_c, of which no datagram may have told yet.
            mirrors.settle();
            return;
        }
        if (event instanceof Event.Clocks clocks) {
            begin(clocks.epoch(), clocks.coreTimeCounter(), clocks.assets().get(0));
        }
        sendEvent(event);
    }

    private void sendEvent(final Event event) {
        stream.sendLine(StandardCharsets.UTF_8.decode(ControlLine.write(event)).toString().trim());
    }

    /** The child is gone for good: the parent hub sees that as the end of a connection. */
    void end() {
        ended = true;
        mirrors.close();
        clock.end();
        control.close();
    }
}
