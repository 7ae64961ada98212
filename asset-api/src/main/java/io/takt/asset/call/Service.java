package io.takt.asset.call;

import io.takt.asset.JoinedAsset;
import io.takt.asset.message.CallChannels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A service of an asset, for any number of clients. Requests come before the step to which they belong, in the order of
 * messages. Used on the thread that drives the asset.
 *
 * @param <Q> of the requests.
 * @param <A> of the answers.
 */
public final class Service<Q, A> {
    private final JoinedAsset self;
    private final Codec<Q> queries;
    private final Codec<A> answers;
    private final Output output;
    private final Handler<Q, A> handler;
    private final Frame frame = new Frame();
    private final Map<Frame.Id, ServiceRequest<Q, A>> open = new LinkedHashMap<>();

    /**
     * Takes requests.
     *
     * @param <Q> of the requests.
     * @param <A> of the answers.
     */
    @FunctionalInterface
    public interface Handler<Q, A> {
        /**
         * Takes one request, which may be answered at once, or kept.
         *
         * @param request is open.
         * @throws Exception to report that the simulator has failed.
         */
        void onRequest(ServiceRequest<Q, A> request) throws Exception;
    }

    private Service(final JoinedAsset self, final String name, final Codec<Q> queries, final Codec<A> answers,
        final Handler<Q, A> handler) {
        this.self = self;
        this.queries = Objects.requireNonNull(queries, "queries");
        this.answers = Objects.requireNonNull(answers, "answers");
        this.handler = Objects.requireNonNull(handler, "handler");
        this.output = self.channels().output(CallChannels.answers(name));
    }

    /**
     * A service that the asset has declared with {@link io.takt.asset.AssetSpec#serves}; to be made before its first
     * step.
     *
     * @param self    the asset that serves.
     * @param name    of the service.
     * @param queries reads requests; one that it cannot read is answered by an error.
     * @param answers writes answers.
     * @param handler takes requests.
     * @param <Q>     of the requests.
     * @param <A>     of the answers.
     * @return the service.
     * @throws IllegalArgumentException when the asset does not send or receive the service's channels.
     */
    public static <Q, A> Service<Q, A> of(final JoinedAsset self, final String name, final Codec<Q> queries,
        final Codec<A> answers, final Handler<Q, A> handler) {
        final Service<Q, A> service = new Service<>(self, name, queries, answers, handler);
        self.channels().subscribe(CallChannels.requests(name), service::onMessage);
        return service;
    }

    /** {@return the requests that wait for an answer, in the order in which they came} */
    public List<ServiceRequest<Q, A>> open() {
        open.values().removeIf(request -> !request.isOpen());
        return List.copyOf(open.values());
    }

    /** Forgets all requests. To be called when the asset is {@linkplain io.takt.asset.Asset#reset reset}. */
    public void reset() {
        open.values().forEach(ServiceRequest::close);
        open.clear();
    }

    long timeNs() {
        return self.timeNs();
    }

    Codec<A> answers() {
        return answers;
    }

    <T> boolean settle(final ServiceRequest<Q, A> request, final byte kind, final Codec<T> codec, final T what) {
        send(request, kind, codec, what);
        request.close();
        open.remove(request.id());
        return true;
    }

    <T> void send(final ServiceRequest<Q, A> request, final byte kind, final Codec<T> codec, final T what) {
        frame.send(output, kind, request.client(), request.id(), 0, codec, what);
    }

    private void onMessage(final Message message) throws Exception {
        final Frame.Head head = Frame.read(message);
        final Frame.Id id = new Frame.Id(message.sender(), head.beganNs(), head.number());
        if (head.kind() == Frame.CANCEL) {
            final ServiceRequest<Q, A> cancelled = open.remove(id);
            if (cancelled != null) {
                cancelled.close();
            }
            return;
        }
        final Q query;
        try {
            query = queries.decode(message.buffer(), head.index(), head.length());
        } catch (final RuntimeException e) {
            new ServiceRequest<>(this, id, head.timeOutNs(), (Q) null)
                .fail("the request cannot be read: " + e.getMessage());
            return;
        }
        final ServiceRequest<Q, A> request = new ServiceRequest<>(this, id, head.timeOutNs(), query);
        if (request.isOpen()) {
            open.put(id, request);
            handler.onRequest(request);
        }
    }
}
