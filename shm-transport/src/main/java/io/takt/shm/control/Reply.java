package io.takt.shm.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.RefusalCode;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.ValueSpec;
import java.util.List;

/**
 * The hub's answer to a {@link Request}.
 *
 * @param id       of the request.
 * @param ok       whether it was done.
 * @param code     why not, for a program: the name of a {@link io.takt.asset.RefusalCode}; null where there is none.
 * @param error    one line when it was not, else null.
 * @param joined   the answer to a join, else null.
 * @param doorbell the answer to a request for a doorbell, else null.
 * @param status   the answer to a status request, else null.
 * @param tapped   the answer to a request to listen to messages, else null.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reply(long id, boolean ok, String code, String error, Joined joined, Doorbell doorbell, JsonNode status,
    List<TappedAsset> tapped) implements FromHub {
    /**
     * All that a program needs to run as an asset.
     *
     * @param hub             the hub's name.
     * @param cncFile         absolute path of the file to map.
     * @param epoch           of the run; it stands in the counters' keys.
     * @param coreTimeCounter number of T_c's counter.
     * @param coreStepNs      ΔT_c.
     * @param maxDelayNs      D_max.
     * @param stepNs          ΔT_i; the greatest step where they vary.
     * @param granularityNs   what steps that vary are multiples of; null for a fixed step.
     * @param wholeSteps      true when steps that vary are done whole or not at all; else null.
     * @param intervalNs      Δt_i; 0 for none.
     * @param waiting         how the asset is to wait.
     * @param onHubLost       what it is to do when the hub's process is gone.
     * @param clocks          the asset's own counters.
     * @param seed            of the scenario.
     * @param state           of the hub; null of one that does not say.
     * @param crossing        to a child hub: the senders that it is to pass on and to receive; null when nothing
     *      crosses.
     * @param anew            to a child hub that has asked to go on: true when it cannot, and is to put all of its
     *                        simulators back to their starts first; else null.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Joined(String hub, String cncFile, long epoch, int coreTimeCounter, long coreStepNs, long maxDelayNs,
        long stepNs, Long granularityNs, Boolean wholeSteps, long intervalNs, WaitStrategy waiting,
        OnHubLost onHubLost, AssetCounters clocks, long seed, HubState state, Crossing crossing, Boolean anew) {

        /** {@return by how much the asset counts up} */
        public Steps steps() {
            return granularityNs == null ? Steps.fixedNs(stepNs)
                : new Steps(stepNs, granularityNs, Boolean.TRUE.equals(wholeSteps));
        }
    }

    /**
     * The channels that cross the border between a parent and a child hub, as the child sees it.
     *
     * @param up    senders below of which assets above receive; the logs are the parent's, and mirrors.
     * @param down  senders above of which assets below receive; the logs are the parent's, in which the child reads.
     * @param links by which assets below receive from senders above.
     */
    public record Crossing(List<CrossingLog> up, List<CrossingLog> down, List<CrossingLink> links) {
    }

    /**
     * The log of a sender at one end of a link between hubs.
     *
     * @param sender   its path, as the child sees it.
     * @param log      absolute path of the file.
     * @param slot     in which it is to be read; -1 where it is to be written.
     * @param channels that cross.
     */
    public record CrossingLog(String sender, String log, int slot, List<CrossingChannel> channels) {
    }

    /**
     * A channel that crosses.
     *
     * @param channel  its name.
     * @param maxBytes most bytes in a message.
     * @param messages whether its messages are wanted.
     * @param latest   absolute path of the file for the latest value; null where that is not wanted.
     * @param values   in the messages; null where nothing is said of them.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record CrossingChannel(String channel, int maxBytes, boolean messages, String latest, ValueSpec values) {
    }

    /**
     * A channel that an asset sends.
     *
     * @param channel its name.
     * @param sender  name of the asset.
     */
    public record Sent(String channel, String sender) {
    }

    /**
     * A link by which an asset below receives from a sender above.
     *
     * @param receiver name or path of the asset, as the child sees it.
     * @param channel  the channel's name.
     * @param sender   its path.
     * @param delivery when messages are seen.
     * @param delayNs  δ.
     * @param jitterNs the most that is added to it.
     * @param loss     share of messages that are never delivered.
     * @param values   in the messages; null where nothing is said of them.
     * @param told     the channel of which the receiver is told where the sender is a carrier; else null.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record CrossingLink(String receiver, String channel, String sender, Delivery delivery, long delayNs,
        long jitterNs, double loss, ValueSpec values, Sent told) {
        /** {@return the link as an asset would declare it} */
        public InputSpec spec() {
            return new InputSpec(channel, sender, delivery, delayNs, jitterNs, loss, values);
        }
    }

    /**
     * Where a thread that drives assets sleeps, and where the hub does.
     *
     * @param sleepCounter        number of the counter on which the thread sleeps.
     * @param activityCounter     number of the counter in which the thread says whose step it is doing.
     * @param coreSleepCounter    number of the counter on which the hub sleeps.
     * @param coreSleepForCounter number of the counter that says for which time the hub sleeps.
     */
    public record Doorbell(int sleepCounter, int activityCounter, int coreSleepCounter, int coreSleepForCounter) {
    }

    /**
     * Where an asset's counters are.
     *
     * @param asset         the asset's name.
     * @param number        of the asset in its hub, as in the counters' keys.
     * @param timeNs        T_i from which it starts; the counter stands there already.
     * @param timeCounter   number of T_i's counter, which the asset writes.
     * @param stateCounter  number of the state's counter, which the hub writes.
     * @param retainCounter number of the counter of retained count-ups, which the asset writes.
     * @param nextCounter   number of the counter in which an asset with whole steps says how far its next step has to
     *                      go, which the asset writes; null for any other.
     * @param messages      what the asset sends and receives; null when it does neither.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record AssetCounters(String asset, int number, long timeNs, int timeCounter, int stateCounter,
        int retainCounter, Integer nextCounter, Messages messages) {
    }

    /**
     * The channels and links of an asset.
     *
     * @param seed          of the scenario, from which jitter and loss are drawn.
     * @param log           absolute path of the asset's own log.
     * @param digestCounter number of the counter for the digest of what was delivered, which the asset writes; -1
     *                      when it receives nothing.
     * @param outputs       the channels that it sends.
     * @param inputs        the links by which it receives.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Messages(long seed, String log, int digestCounter, List<MessageOutput> outputs,
        List<MessageInput> inputs) {
    }

    /**
     * A channel that an asset sends.
     *
     * @param channel         its name.
     * @param index           in the asset's log.
     * @param maxBytes        most bytes in a message.
     * @param frontierCounter number of the counter for what was promised, which the asset writes.
     * @param latest          absolute path of the file for the latest value.
     * @param values          in the messages; null where nothing is said of them.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record MessageOutput(String channel, int index, int maxBytes, int frontierCounter, String latest,
        ValueSpec values) {
        /** {@return the channel, as the asset would declare it} */
        public OutputSpec spec() {
            return new OutputSpec(channel, maxBytes, values);
        }
    }

    /**
     * A link by which an asset receives.
     *
     * @param channel  the channel's name.
     * @param sender   of the channel: an asset's name.
     * @param delivery when messages are seen.
     * @param delayNs  δ.
     * @param jitterNs the most that is added to it.
     * @param loss     share of messages that are never delivered.
     * @param index    of the channel in the sender's log.
     * @param log      absolute path of that log.
     * @param slot     of the asset in it; -1 when only the latest value is wanted.
     * @param latest   absolute path of the file for the latest value.
     * @param values   in the messages; null where nothing is said of them.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record MessageInput(String channel, String sender, Delivery delivery, long delayNs, long jitterNs,
        double loss, int index, String log, int slot, String latest, ValueSpec values) {
        /** {@return the link, as the asset would declare it} */
        public InputSpec spec() {
            return new InputSpec(channel, sender, delivery, delayNs, jitterNs, loss, values);
        }
    }

    /**
     * An asset to whose messages a tap listens.
     *
     * @param asset   its name.
     * @param log     absolute path of its log.
     * @param slot    of the listener in the log; -1 for one that holds no sender up.
     * @param since   position in the log at which the asset had joined, or this hub had taken over.
     * @param outputs the channels that it sends, by their indices in the log.
     * @param inputs  the links by which it receives, by their numbers.
     */
    public record TappedAsset(String asset, String log, int slot, long since, List<String> outputs,
        List<TappedLink> inputs) {
    }

    /**
     * A link by which such an asset receives.
     *
     * @param channel  the channel's name.
     * @param sender   of the channel: an asset's name.
     * @param delivery when messages are seen; of {@link Delivery#LATEST} nothing is told.
     * @param delayNs  δ.
     * @param jitterNs the most that is added to it.
     */
    public record TappedLink(String channel, String sender, Delivery delivery, long delayNs, long jitterNs) {
    }

    /**
     * It was done.
     *
     * @param id of the request.
     * @return the reply.
     */
    public static Reply done(final long id) {
        return new Reply(id, true, null, null, null, null, null, null);
    }

    /**
     * An asset has joined.
     *
     * @param id     of the request.
     * @param joined all that it needs to know.
     * @return the reply.
     */
    public static Reply joined(final long id, final Joined joined) {
        return new Reply(id, true, null, null, joined, null, null, null);
    }

    /**
     * A thread has a doorbell.
     *
     * @param id       of the request.
     * @param doorbell where it sleeps.
     * @return the reply.
     */
    public static Reply doorbell(final long id, final Doorbell doorbell) {
        return new Reply(id, true, null, null, null, doorbell, null, null);
    }

    /**
     * How the hub stands.
     *
     * @param id     of the request.
     * @param status its JSON.
     * @return the reply.
     */
    public static Reply status(final long id, final JsonNode status) {
        return new Reply(id, true, null, null, null, null, status, null);
    }

    /**
     * A connection listens to messages from now on.
     *
     * @param id     of the request.
     * @param tapped the assets whose messages it hears.
     * @return the reply.
     */
    public static Reply tapped(final long id, final List<TappedAsset> tapped) {
        return new Reply(id, true, null, null, null, null, null, tapped);
    }

    /**
     * It was not done.
     *
     * @param id    of the request.
     * @param error one line: what, where, what would be right.
     * @return the reply.
     */
    public static Reply refused(final long id, final String error) {
        return new Reply(id, false, null, error, null, null, null, null);
    }

    /**
     * It was not done, for a reason that programs know.
     *
     * @param id    of the request.
     * @param code  why.
     * @param error one line: what, where, what would be right.
     * @return the reply.
     */
    public static Reply refused(final long id, final RefusalCode code, final String error) {
        return new Reply(id, false, code.name(), error, null, null, null, null);
    }

    /** {@return why it was not done, for a program; {@link RefusalCode#OTHER} where nothing is said} */
    public RefusalCode refusal() {
        return RefusalCode.of(code);
    }
}
