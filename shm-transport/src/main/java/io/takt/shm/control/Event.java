package io.takt.shm.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.takt.asset.HubState;
import java.util.List;

/** A line that a hub sends unasked, to the connections of its assets and to listeners. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Event.State.class, name = "state"),
    @JsonSubTypes.Type(value = Event.Reset.class, name = "reset"),
    @JsonSubTypes.Type(value = Event.Clocks.class, name = "clocks"),
    @JsonSubTypes.Type(value = Event.Settle.class, name = "settle"),
    @JsonSubTypes.Type(value = Event.Report.class, name = "report"),
    @JsonSubTypes.Type(value = Event.Ancestry.class, name = "ancestry"),
    @JsonSubTypes.Type(value = Event.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Event.Tapped.class, name = "tapped"),
})
public sealed interface Event extends FromHub {
    /**
     * The hub has changed its state. In {@code STOPPED} or {@code FAILED} there is nothing more to do: leave. Told to
     * those that listen, too.
     *
     * @param state  the new one.
     * @param reason why, where there is something to say; else null.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record State(HubState state, String reason) implements Event {
    }

    /**
     * Every asset of this connection puts its simulator back to the start, without stepping on, and says so.
     *
     * @param epoch to child hubs only, the epoch that ends by it: a hub ends each once. Else null.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Reset(Long epoch) implements Event {
    }

    /**
     * To child hubs only: the hubs above, the sender of this first. Told when a child has said who it is, and again
     * when that has changed.
     *
     * @param hubs at most 64.
     */
    record Ancestry(List<Ancestor> hubs) implements Event {
    }

    /**
     * A hub above others.
     *
     * @param hubId random number of its process.
     * @param hub   its name.
     */
    record Ancestor(long hubId, String hub) {
    }

    /** To child hubs only: T_c stands for good. Each says so when nothing below it can step any more. */
    record Settle() implements Event {
    }

    /** It is to be told how long steps take: send a {@link Request.Report}. A client that cannot passes it over. */
    record Report() implements Event {
    }

    /**
     * A new epoch has begun; the counters of the old one must not be touched any more.
     *
     * @param epoch           of the run.
     * @param coreTimeCounter number of T_c's counter.
     * @param assets          the counters of this connection's assets.
     */
    record Clocks(long epoch, int coreTimeCounter, List<Reply.AssetCounters> assets) implements Event {
    }

    /**
     * An asset of this connection is refused after all, and is to leave; a run that requires it does not begin.
     *
     * @param asset its name.
     * @param code  why, as of a {@link Reply}.
     * @param error why, in one line; a join that came later would have been refused so.
     */
    record Refused(String asset, String code, String error) implements Event {
    }

    /**
     * Told to those that listen only: an asset that sends or receives messages has joined, or another process in its
     * place.
     *
     * @param asset what a {@link Request.Tap} would tell of it.
     */
    record Tapped(Reply.TappedAsset asset) implements Event {
    }
}
