package io.takt.asset.call;

import io.takt.asset.JoinedAsset;
import io.takt.asset.SimTime;
import io.takt.asset.message.CallChannels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A client of a service. Any number of calls may be under way at once; each goes out with the step in which it is made,
 * and its answer is there before a later one. Used on the thread that drives the asset.
 *
 * @param <Q> of the requests.
 * @param <A> of the answers.
 */
public final class Caller<Q, A> {
    private final JoinedAsset self;
    private final Codec<Q> queries;
    private final Codec<A> answers;
    private final Output output;
    private final Frame frame = new Frame();
    private final Map<Frame.Id, Call<A>> pending = new LinkedHashMap<>();
    private long beganNs;
    private long nextNumber;

    private Caller(final JoinedAsset self, final String service, final Codec<Q> queries, final Codec<A> answers) {
        this.self = self;
        this.queries = Objects.requireNonNull(queries, "queries");
        this.answers = Objects.requireNonNull(answers, "answers");
        this.output = self.channels().output(CallChannels.requests(service));
        this.beganNs = self.timeNs();
    }

    /**
     * A client of a service that the asset has declared with {@link io.takt.asset.AssetSpec#calls}; to be made before
     * its first step.
     *
     * @param self    the asset that calls.
     * @param service its name.
     * @param queries writes requests.
     * @param answers reads answers.
     * @param <Q>     of the requests.
     * @param <A>     of the answers.
     * @return the client; the only one of that service in this asset.
     * @throws IllegalArgumentException when the asset does not send or receive the service's channels.
     */
    public static <Q, A> Caller<Q, A> of(final JoinedAsset self, final String service, final Codec<Q> queries,
        final Codec<A> answers) {
        final Caller<Q, A> caller = new Caller<>(self, service, queries, answers);
        self.channels().subscribe(CallChannels.answers(service), caller::onMessage);
        return caller;
    }

    /**
     * Makes a call, which goes out when the step that is under way is done.
     *
     * @param query     what is asked.
     * @param timeOutNs when to give up, in nanoseconds of simulation time, later than the asset's time;
     *                  {@link Long#MAX_VALUE} for never.
     * @return the call.
     * @throws IllegalArgumentException when the time-out has passed, or the request cannot be written or is too large.
     * @throws IllegalStateException    as of {@link Output#send(org.agrona.DirectBuffer, int, int)}.
     */
    public Call<A> call(final Q query, final long timeOutNs) {
        if (timeOutNs <= timeNs()) {
            throw new IllegalArgumentException("the call times out at " + SimTime.format(timeOutNs) + ", and it is "
                + SimTime.format(timeNs()) + "; the time-out is a time, later than that");
        }
        final Frame.Id id = new Frame.Id(self.name(), beganNs, nextNumber);
        frame.send(output, Frame.REQUEST, "", id, timeOutNs, queries, query);
        nextNumber++;
        final Call<A> call = new Call<>(this, id, timeOutNs);
        pending.values().removeIf(Call::isDone);
        pending.put(id, call);
        return call;
    }

    /** Forgets all calls, which count as cancelled. To be called when the asset is {@linkplain
     * io.takt.asset.Asset#reset reset}, before anything is asked anew. */
    public void reset() {
        pending.values().forEach(Call::forget);
        pending.clear();
        beganNs = 0;
        nextNumber = 0;
    }

    long timeNs() {
        return self.timeNs();
    }

    void cancel(final Call<A> call) {
        frame.send(output, Frame.CANCEL, "", call.id(), 0, null, null);
        pending.remove(call.id());
    }

    private void onMessage(final Message message) {
        final Frame.Head head = Frame.read(message);
        if (!head.client().equals(self.name())) {
            return;
        }
        final Frame.Id id = new Frame.Id(head.client(), head.beganNs(), head.number());
        final Call<A> call = pending.get(id);
        if (call == null || message.deliveryNs() > call.timeOutNs()) {
            return;
        }
        if (head.kind() == Frame.PROGRESS) {
            call.progress(text(message, head));
        } else {
            pending.remove(id);
            settle(call, message, head);
        }
    }

    private void settle(final Call<A> call, final Message message, final Frame.Head head) {
        if (head.kind() == Frame.ERROR) {
            call.failed(text(message, head));
            return;
        }
        try {
            call.answered(answers.decode(message.buffer(), head.index(), head.length()));
        } catch (final RuntimeException e) {
            call.failed("the answer cannot be read: " + e.getMessage());
        }
    }

    private static String text(final Message message, final Frame.Head head) {
        return Codec.text().decode(message.buffer(), head.index(), head.length());
    }
}
