package io.takt.asset.call;

import io.takt.asset.message.Codec;

/**
 * A request to a {@link Service}. It may be answered when it comes, or in any later step; until then it is open.
 *
 * @param <Q> of the requests.
 * @param <A> of the answers.
 */
public final class ServiceRequest<Q, A> {
    private final Service<Q, A> service;
    private final Frame.Id id;
    private final long timeOutNs;
    private final Q query;
    private boolean isSettled;

    ServiceRequest(final Service<Q, A> service, final Frame.Id id, final long timeOutNs, final Q query) {
        this.service = service;
        this.id = id;
        this.timeOutNs = timeOutNs;
        this.query = query;
    }

    Frame.Id id() {
        return id;
    }

    /** {@return the client's question, as the client gave it} */
    public Q query() {
        return query;
    }

    /** {@return the name of the asset that asks} */
    public String client() {
        return id.client();
    }

    /** {@return when the client gives up, in nanoseconds of simulation time; {@link Long#MAX_VALUE} for never} */
    public long timeOutNs() {
        return timeOutNs;
    }

    /**
     * Whether an answer is still of use.
     *
     * @return false when it has been answered, the client has cancelled it, or its time-out has come.
     */
    public boolean isOpen() {
        return !isSettled && service.timeNs() < timeOutNs;
    }

    /**
     * Answers, with the step that is under way.
     *
     * @param answer for the client.
     * @return false when the request was not open, and nothing was sent.
     */
    public boolean answer(final A answer) {
        return isOpen() && service.settle(this, Frame.ANSWER, service.answers(), answer);
    }

    /**
     * Says that it cannot be done.
     *
     * @param why one line.
     * @return false when the request was not open, and nothing was sent.
     */
    public boolean fail(final String why) {
        return isOpen() && service.settle(this, Frame.ERROR, Codec.text(), why);
    }

    /**
     * Says how far it is.
     *
     * @param text for the client, which sees the last one.
     * @return false when the request was not open, and nothing was sent.
     */
    public boolean progress(final String text) {
        if (isOpen()) {
            service.send(this, Frame.PROGRESS, Codec.text(), text);
            return true;
        }
        return false;
    }

    void close() {
        isSettled = true;
    }
}
