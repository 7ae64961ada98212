package io.takt.asset.call;

/**
 * A call that a {@link Caller} has made. Its state changes between steps only, in the same ones in every run.
 *
 * @param <A> of the answer.
 */
public final class Call<A> {
    /** The state of a call. */
    public enum State {
        /** There is no answer yet. */
        PENDING,
        /** {@link Call#answer()} has it. */
        ANSWERED,
        /** The service could not do it; {@link Call#error()} says why. */
        FAILED,
        /** This side wants it no more, or was reset. */
        CANCELLED,
        /** No answer was delivered up to the time-out. */
        TIMED_OUT
    }

    private final Caller<?, A> caller;
    private final Frame.Id id;
    private final long timeOutNs;
    private State settled = State.PENDING;
    private A answer;
    private String error;
    private String progress;

    Call(final Caller<?, A> caller, final Frame.Id id, final long timeOutNs) {
        this.caller = caller;
        this.id = id;
        this.timeOutNs = timeOutNs;
    }

    Frame.Id id() {
        return id;
    }

    /** {@return when it times out, in nanoseconds of simulation time; {@link Long#MAX_VALUE} for never} */
    public long timeOutNs() {
        return timeOutNs;
    }

    /**
     * Its state.
     *
     * @return {@link State#TIMED_OUT} from the first step on that begins at the time-out or later.
     */
    public State state() {
        return settled == State.PENDING && caller.timeNs() >= timeOutNs ? State.TIMED_OUT : settled;
    }

    /** {@return whether nothing more will come of it; false while it is pending} */
    public boolean isDone() {
        return state() != State.PENDING;
    }

    /**
     * The answer.
     *
     * @return as the service gave it.
     * @throws IllegalStateException when there is none.
     */
    public A answer() {
        if (settled != State.ANSWERED) {
            throw new IllegalStateException("the call has no answer, it is " + state() + "; ask state() first");
        }
        return answer;
    }

    /** {@return one line that says why the service could not do it; null unless {@link State#FAILED}} */
    public String error() {
        return error;
    }

    /** {@return the service's last report of its progress, any text; null when it has said nothing yet} */
    public String progress() {
        return progress;
    }

    /**
     * Wants it no more: the service is told, and an answer that is under way is passed over. Nothing if it is done.
     *
     * @throws IllegalStateException as of {@link io.takt.asset.message.Output#send(org.agrona.DirectBuffer, int, int)};
     *                               the call goes on then.
     */
    public void cancel() {
        if (!isDone()) {
            caller.cancel(this);
            settled = State.CANCELLED;
        }
    }

    void progress(final String text) {
        progress = text;
    }

    void answered(final A value) {
        settled = State.ANSWERED;
        answer = value;
    }

    void failed(final String why) {
        settled = State.FAILED;
        error = why;
    }

    void forget() {
        settled = State.CANCELLED;
    }
}
