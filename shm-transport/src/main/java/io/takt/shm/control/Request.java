package io.takt.shm.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.AssetSpec;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.util.List;

/**
 * A request to a hub, by an asset's process or a command. Each is answered by one {@link Reply} with its id, in order.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Request.Join.class, name = "join"),
    @JsonSubTypes.Type(value = Request.Doorbell.class, name = "doorbell"),
    @JsonSubTypes.Type(value = Request.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = Request.ResetDone.class, name = "reset-done"),
    @JsonSubTypes.Type(value = Request.Settled.class, name = "settled"),
    @JsonSubTypes.Type(value = Request.Child.class, name = "child"),
    @JsonSubTypes.Type(value = Request.Leave.class, name = "leave"),
    @JsonSubTypes.Type(value = Request.Fail.class, name = "fail"),
    @JsonSubTypes.Type(value = Request.Report.class, name = "report"),
    @JsonSubTypes.Type(value = Request.Status.class, name = "status"),
    @JsonSubTypes.Type(value = Request.Subtree.class, name = "subtree"),
    @JsonSubTypes.Type(value = Request.Pause.class, name = "pause"),
    @JsonSubTypes.Type(value = Request.Resume.class, name = "resume"),
    @JsonSubTypes.Type(value = Request.Reset.class, name = "reset"),
    @JsonSubTypes.Type(value = Request.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Request.Tap.class, name = "tap"),
})
public sealed interface Request {
    /** {@return a number chosen by the client, to tell the replies apart; 0 when left out} */
    long id();

    /**
     * An asset joins. Made by {@link #of}, with more fields where needed; a field that is left out is left to the
     * configuration, or is false.
     *
     * @param id            of the request.
     * @param asset         the asset's name: any text; null when left out.
     * @param stepNs        ΔT_i, or the greatest step where they vary, in nanoseconds of simulation time; 0 for the
     *                      configured one.
     * @param granularityNs what steps that vary are multiples of; 0 for a fixed step.
     * @param wholeSteps    whether steps that vary are done whole or not at all.
     * @param canVary       whether the program can do steps that vary, where the configuration says so.
     * @param intervalNs    Δt_i in nanoseconds of wall time, 0 for "as soon as it may"; null for the configured one.
     * @param pid           the asset's process; 0 when it does not say.
     * @param startTime     when that process started, as it sees it itself: clock ticks since the boot on Linux; 0 when
     *                      it does not say. Tells it from another one that has its number where the hub is.
     * @param doorbell      number of the doorbell, of this connection, on which the thread that drives the asset
     *                      sleeps; null when it has none.
     * @param timeNs        T_i from which an asset goes on after its hub was lost; null when it starts.
     * @param atCoreTime    whether to start at T_c even where the T_i of a process that was lost could be taken over.
     * @param outputs       channels that it sends, beside the configured ones; null for none.
     * @param inputs        links by which it receives, beside the configured ones; null for none.
     * @param federate      of a child hub, the time that it reports; null for an asset.
     * @param seed          of a child hub whose configuration gives the scenario's seed; null for one that takes the
     *                      parent's.
     * @param maxDelayNs    of a child hub, its D_max in nanoseconds of simulation time; null when it does not say.
     */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    record Join(long id, String asset, long stepNs, long granularityNs, boolean wholeSteps, boolean canVary,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long intervalNs, long pid, long startTime,
        @JsonInclude(JsonInclude.Include.NON_NULL) Integer doorbell,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long timeNs, boolean atCoreTime,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(contentNulls = Nulls.FAIL) List<OutputSpec> outputs,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(contentNulls = Nulls.FAIL) List<InputSpec> inputs,
        @JsonInclude(JsonInclude.Include.NON_NULL) io.takt.rule.Report federate,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long seed,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long maxDelayNs)
        implements Request {
        /** Lists that are left out are empty. */
        public Join {
            outputs = outputs == null ? List.of() : List.copyOf(outputs);
            inputs = inputs == null ? List.of() : List.copyOf(inputs);
        }

        /**
         * A join with a name.
         *
         * @param id    of the request.
         * @param asset its name.
         * @return the join.
         */
        public static Join of(final long id, final String asset) {
            return new Join(id, asset, 0, 0, false, false, null, 0, 0, null, null, false, null, null, null, null,
                null);
        }

        /**
         * A join with what an asset's program declares. Its reaction to the loss of its hub, and how it waits, are its
         * own affair.
         *
         * @param id   of the request.
         * @param spec the declaration.
         * @return the join.
         */
        public static Join of(final long id, final AssetSpec spec) {
            final Join join = new Join(id, spec.name(), 0, 0, false, true,
                spec.interval().isPresent() ? (Long) spec.interval().get().toNanos() : null, 0, 0, null, null,
                spec.atCoreTime(), spec.outputs(), spec.inputs(), null, null, null);
            return spec.steps().isPresent() ? join.steps(spec.steps().get()) : join;
        }

        /**
         * The same join with a step.
         *
         * @param step ΔT_i in nanoseconds of simulation time; 0 for the configured one.
         * @return a new join.
         */
        public Join stepNs(final long step) {
            return steps(step, granularityNs, wholeSteps);
        }

        /**
         * The same join with steps.
         *
         * @param steps by how much it counts up.
         * @return a new join.
         */
        public Join steps(final Steps steps) {
            return steps(steps.greatestNs(), steps.isFixed() ? 0 : steps.granularityNs(), steps.isWhole());
        }

        private Join steps(final long greatest, final long granularity, final boolean areWhole) {
            return new Join(id, asset, greatest, granularity, areWhole, canVary, intervalNs, pid, startTime, doorbell,
                timeNs, atCoreTime, outputs, inputs, federate, seed, maxDelayNs);
        }

        /**
         * The same join with an interval.
         *
         * @param interval Δt_i in nanoseconds of wall time, 0 for "as soon as it may"; null for the configured one.
         * @return a new join.
         */
        public Join intervalNs(final Long interval) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, interval, pid, startTime, doorbell,
                timeNs, atCoreTime, outputs, inputs, federate, seed, maxDelayNs);
        }

        /**
         * The same join with a process.
         *
         * @param process the asset's process.
         * @param started when that process started.
         * @return a new join.
         */
        public Join process(final long process, final long started) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, process, started,
                doorbell, timeNs, atCoreTime, outputs, inputs, federate, seed, maxDelayNs);
        }

        /**
         * The same join with a doorbell.
         *
         * @param counter its number; null for none.
         * @return a new join.
         */
        public Join doorbell(final Integer counter) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, counter,
                timeNs, atCoreTime, outputs, inputs, federate, seed, maxDelayNs);
        }

        /**
         * The same join of an asset that goes on after its hub was lost.
         *
         * @param time T_i from which it goes on; null when it starts.
         * @return a new join.
         */
        public Join timeNs(final Long time) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, doorbell,
                time, atCoreTime, outputs, inputs, federate, seed, maxDelayNs);
        }

        /**
         * The same join with a wish.
         *
         * @param isWanted whether to start at T_c in any case.
         * @return a new join.
         */
        public Join atCoreTime(final boolean isWanted) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, doorbell,
                timeNs, isWanted, outputs, inputs, federate, seed, maxDelayNs);
        }

        /**
         * The same join with what it sends.
         *
         * @param channels that it sends, beside the configured ones.
         * @return a new join.
         */
        public Join outputs(final List<OutputSpec> channels) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, doorbell,
                timeNs, atCoreTime, channels, inputs, federate, seed, maxDelayNs);
        }

        /**
         * The same join with what it receives.
         *
         * @param links by which it receives, beside the configured ones.
         * @return a new join.
         */
        public Join inputs(final List<InputSpec> links) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, doorbell,
                timeNs, atCoreTime, outputs, links, federate, seed, maxDelayNs);
        }

        /**
         * The same join of a child hub.
         *
         * @param report what it reports as its time; null for an asset.
         * @return a new join.
         */
        public Join federate(final io.takt.rule.Report report) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, doorbell,
                timeNs, atCoreTime, outputs, inputs, report, seed, maxDelayNs);
        }

        /**
         * The same join of a child hub whose configuration gives the scenario's seed.
         *
         * @param given the seed; null for the parent's.
         * @return a new join.
         */
        public Join seed(final Long given) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, doorbell,
                timeNs, atCoreTime, outputs, inputs, federate, given, maxDelayNs);
        }

        /**
         * The same join of a child hub that says its D_max.
         *
         * @param given nanoseconds of simulation time; null when it does not say.
         * @return a new join.
         */
        public Join maxDelayNs(final Long given) {
            return new Join(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs, pid, startTime, doorbell,
                timeNs, atCoreTime, outputs, inputs, federate, seed, given);
        }
    }

    /**
     * A thread that drives assets wants a doorbell to sleep on, until its connection ends.
     *
     * @param id of the request.
     */
    record Doorbell(long id) implements Request {
    }

    /**
     * An asset can step.
     *
     * @param id    of the request.
     * @param asset of this connection.
     */
    record Ready(long id, String asset) implements Request {
    }

    /**
     * An asset has put its simulator back to the start.
     *
     * @param id    of the request.
     * @param asset of this connection.
     * @param epoch as of the {@link Event.Reset} that is done; null when that has none, or there was no such event.
     */
    record ResetDone(long id, String asset, @JsonInclude(JsonInclude.Include.NON_NULL) Long epoch) implements Request {
        /**
         * An asset that names no epoch.
         *
         * @param id    as above.
         * @param asset as above.
         */
        public ResetDone(final long id, final String asset) {
            this(id, asset, null);
        }
    }

    /**
     * The connection is that of a child hub: said before its join, and answered at once. From then on it is told which
     * hubs are above it.
     *
     * @param id    of the request.
     * @param hubId random number of the child's process.
     * @param hub   the child's own name.
     */
    record Child(long id, long hubId, String hub) implements Request {
    }

    /**
     * Nothing below a child hub can step any more, after it was told that T_c stands for good.
     *
     * @param id    of the request.
     * @param asset of this connection, a child hub.
     */
    record Settled(long id, String asset) implements Request {
    }

    /**
     * An asset leaves in good order.
     *
     * @param id    of the request.
     * @param asset of this connection.
     */
    record Leave(long id, String asset) implements Request {
    }

    /**
     * An asset cannot go on, and counts as lost.
     *
     * @param id      of the request.
     * @param asset   of this connection.
     * @param reason  one line.
     * @param damaged true when a message log is damaged, which the reason names; else the simulator has failed.
     */
    record Fail(long id, String asset, String reason,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean damaged) implements Request {
        /**
         * An asset's simulator has failed.
         *
         * @param id     of the request.
         * @param asset  of this connection.
         * @param reason one line.
         */
        public Fail(final long id, final String asset, final String reason) {
            this(id, asset, reason, false);
        }
    }

    /**
     * How a child hub stands, and those below it, as the hub's event asked.
     *
     * @param id    of the request.
     * @param asset of this connection, a child hub.
     * @param link  the link to it; null on the same host.
     * @param hub   what it tells of itself; null when it cannot be asked.
     */
    record Subtree(long id, String asset, @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode link,
        @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode hub) implements Request {
    }

    /**
     * How long steps take, as the hub's event asked. Assets that are not of this connection are passed over.
     *
     * @param id     of the request.
     * @param assets any of this connection.
     */
    record Report(long id, List<StepReport> assets) implements Request {
    }

    /**
     * How long the steps of an asset took, since it joined or was first asked for that.
     *
     * @param asset  its name.
     * @param busyNs wall time spent in steps.
     * @param steps  pairs of b and a count: so many steps took [2^b, 2^(b+1)) ns. Numbers that are left out are 0.
     * @param sent   what it has sent since it joined, by channel; may be left out.
     */
    record StepReport(String asset, long busyNs, List<List<Long>> steps,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Sent> sent) {
        /** A list that is left out is empty. */
        public StepReport {
            sent = sent == null ? List.of() : sent;
        }

        /**
         * Of an asset that sends nothing, or does not say what.
         *
         * @param asset  its name.
         * @param busyNs wall time spent in steps.
         * @param steps  how long they took.
         */
        public StepReport(final String asset, final long busyNs, final List<List<Long>> steps) {
            this(asset, busyNs, steps, List.of());
        }
    }

    /**
     * The messages that an asset has sent on a channel.
     *
     * @param channel  its name.
     * @param messages how many.
     * @param bytes    in them.
     * @param latestNs the latest stamp of all in this epoch; null before the first, and where it is not told.
     */
    record Sent(String channel, long messages, long bytes,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long latestNs) {
    }

    /**
     * How things stand.
     *
     * @param id of the request.
     */
    record Status(long id) implements Request {
    }

    /**
     * The core stands until it is resumed.
     *
     * @param id of the request.
     */
    record Pause(long id) implements Request {
    }

    /**
     * The core goes on.
     *
     * @param id of the request.
     */
    record Resume(long id) implements Request {
    }

    /**
     * All clocks go back to 0; answered when they have.
     *
     * @param id of the request.
     */
    record Reset(long id) implements Request {
    }

    /**
     * The run ends.
     *
     * @param id     of the request.
     * @param asset  of this connection, that ends it; null when it is no asset.
     * @param reason one line; null for none.
     * @param failed whether the run is to count as failed, which only an asset may say.
     */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    record Stop(long id, String asset, String reason, boolean failed) implements Request {
        /**
         * The run ends, and no asset is behind it.
         *
         * @param id of the request.
         */
        public Stop(final long id) {
            this(id, null, null, false);
        }
    }

    /**
     * This connection listens to messages until it ends. From then on it hears, too, of changes of the hub's state, and
     * of assets that join.
     *
     * @param id       of the request.
     * @param tethered whether it is to get everything, and assets wait when it is slow.
     */
    record Tap(long id, boolean tethered) implements Request {
    }
}
