package io.takt.shm.control;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.takt.asset.AssetSpec;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an asset's process or a command asks of a hub. Each is answered by one {@link Reply} with the same id, in order.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Request.Join.class, name = "join"),
    @JsonSubTypes.Type(value = Request.Doorbell.class, name = "doorbell"),
    @JsonSubTypes.Type(value = Request.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = Request.ResetDone.class, name = "reset-done"),
    @JsonSubTypes.Type(value = Request.Leave.class, name = "leave"),
    @JsonSubTypes.Type(value = Request.Fail.class, name = "fail"),
    @JsonSubTypes.Type(value = Request.Report.class, name = "report"),
    @JsonSubTypes.Type(value = Request.Status.class, name = "status"),
    @JsonSubTypes.Type(value = Request.Pause.class, name = "pause"),
    @JsonSubTypes.Type(value = Request.Resume.class, name = "resume"),
    @JsonSubTypes.Type(value = Request.Reset.class, name = "reset"),
    @JsonSubTypes.Type(value = Request.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Request.Tap.class, name = "tap"),
})
public sealed interface Request {
    /**
     * Chosen by the client, to tell the replies apart.
     *
     * @return any number; 0 when left out.
     */
    long id();

    /**
     * An asset joins. Immutable: {@link #of}, and what is to be said beside the name; what is left out is left to the
     * configuration, or is not so.
     */
    @JsonAutoDetect(fieldVisibility = Visibility.ANY, getterVisibility = Visibility.NONE,
        isGetterVisibility = Visibility.NONE, setterVisibility = Visibility.NONE)
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    final class Join implements Request {
        private long id;
        private String asset;
        private long stepNs;
        private long granularityNs;
        private boolean wholeSteps;
        private boolean canVary;
        @JsonInclude(JsonInclude.Include.NON_NULL)
        private Long intervalNs;
        private long pid;
        private long startTime;
        @JsonInclude(JsonInclude.Include.NON_NULL)
        private Integer doorbell;
        @JsonInclude(JsonInclude.Include.NON_NULL)
        private Long timeNs;
        private boolean atCoreTime;
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(contentNulls = Nulls.FAIL)
        @JsonSerialize(contentConverter = ChannelForms.OutputWriter.class)
        @JsonDeserialize(contentConverter = ChannelForms.OutputReader.class)
        private List<OutputSpec> outputs = List.of();
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(contentNulls = Nulls.FAIL)
        @JsonSerialize(contentConverter = ChannelForms.InputWriter.class)
        @JsonDeserialize(contentConverter = ChannelForms.InputReader.class)
        private List<InputSpec> inputs = List.of();

        private Join() {
        }

        /**
         * A join with a name.
         *
         * @param id    of the request.
         * @param asset its name.
         * @return the join.
         */
        public static Join of(final long id, final String asset) {
            final Join join = new Join();
            join.id = id;
            join.asset = asset;
            return join;
        }

        /**
         * A join with what an asset's program declares. What it does when its hub is lost, and how it waits, is for
         * itself to know.
         *
         * @param id   of the request.
         * @param spec the declaration.
         * @return the join.
         */
        public static Join of(final long id, final AssetSpec spec) {
            final Join join = of(id, spec.name());
            spec.steps().ifPresent(join::take);
            join.canVary = true;
            join.intervalNs = spec.interval().isPresent() ? spec.interval().get().toNanos() : null;
            join.atCoreTime = spec.atCoreTime();
            join.outputs = spec.outputs();
            join.inputs = spec.inputs();
            return join;
        }

        private Join with(final Consumer<Join> change) {
            final Join join = of(id, asset);
            join.stepNs = stepNs;
            join.granularityNs = granularityNs;
            join.wholeSteps = wholeSteps;
            join.canVary = canVary;
            join.intervalNs = intervalNs;
            join.pid = pid;
            join.startTime = startTime;
            join.doorbell = doorbell;
            join.timeNs = timeNs;
            join.atCoreTime = atCoreTime;
            join.outputs = outputs;
            join.inputs = inputs;
            change.accept(join);
            return join;
        }

        /**
         * The same join with a step.
         *
         * @param step ΔT_i in nanoseconds of simulation time; 0 for the configured one.
         * @return a new join.
         */
        public Join stepNs(final long step) {
            return with(join -> join.stepNs = step);
        }

        /**
         * The same join with steps.
         *
         * @param steps by how much it counts up.
         * @return a new join.
         */
        public Join steps(final Steps steps) {
            return with(join -> join.take(steps));
        }

        private void take(final Steps steps) {
            stepNs = steps.greatestNs();
            granularityNs = steps.isFixed() ? 0 : steps.granularityNs();
            wholeSteps = steps.isWhole();
        }

        /**
         * The same join with an interval.
         *
         * @param interval Δt_i in nanoseconds of wall time, 0 for "as soon as it may"; null for the configured one.
         * @return a new join.
         */
        public Join intervalNs(final Long interval) {
            return with(join -> join.intervalNs = interval);
        }

        /**
         * The same join with a process.
         *
         * @param process the asset's process; 0 when it does not say.
         * @param started when that process started, as it sees it itself: clock ticks since the boot on Linux; 0 when
         *                it does not say. Tells it from another one that has its number where the hub is.
         * @return a new join.
         */
        public Join process(final long process, final long started) {
            return with(join -> {
                join.pid = process;
                join.startTime = started;
            });
        }

        /**
         * The same join with a doorbell.
         *
         * @param counter number of the doorbell, of this connection, on which the thread that drives the asset sleeps;
         *                null when it has none.
         * @return a new join.
         */
        public Join doorbell(final Integer counter) {
            return with(join -> join.doorbell = counter);
        }

        /**
         * The same join of an asset that goes on after its hub was lost.
         *
         * @param time T_i from which it goes on, in nanoseconds of simulation time; null when it starts.
         * @return a new join.
         */
        public Join timeNs(final Long time) {
            return with(join -> join.timeNs = time);
        }

        /**
         * The same join with a wish.
         *
         * @param isWanted whether to start at T_c even where the T_i of a process that was lost could be taken over.
         * @return a new join.
         */
        public Join atCoreTime(final boolean isWanted) {
            return with(join -> join.atCoreTime = isWanted);
        }

        /**
         * The same join with what it sends.
         *
         * @param channels that it sends, beside the configured ones.
         * @return a new join.
         */
        public Join outputs(final List<OutputSpec> channels) {
            return with(join -> join.outputs = List.copyOf(channels));
        }

        /**
         * The same join with what it receives.
         *
         * @param links by which it receives, beside the configured ones.
         * @return a new join.
         */
        public Join inputs(final List<InputSpec> links) {
            return with(join -> join.inputs = List.copyOf(links));
        }

        @Override
        public long id() {
            return id;
        }

        /**
         * The asset's name.
         *
         * @return any text; null when left out.
         */
        public String asset() {
            return asset;
        }

        /**
         * ΔT_i, or the greatest step where they vary.
         *
         * @return nanoseconds of simulation time; 0 for the configured one.
         */
        public long stepNs() {
            return stepNs;
        }

        /**
         * What steps that vary are multiples of.
         *
         * @return nanoseconds of simulation time; 0 for a fixed step.
         */
        public long granularityNs() {
            return granularityNs;
        }

        /** {@return whether the program can do steps that vary, where the configuration says so; else false} */
        public boolean canVary() {
            return canVary;
        }

        /** {@return whether steps that vary are done whole or not at all; false when left out} */
        public boolean wholeSteps() {
            return wholeSteps;
        }

        /**
         * Δt_i.
         *
         * @return nanoseconds of wall time, 0 for "as soon as it may"; null for the configured one.
         */
        public Long intervalNs() {
            return intervalNs;
        }

        /**
         * The asset's process.
         *
         * @return its number; 0 when it does not say.
         */
        public long pid() {
            return pid;
        }

        /**
         * When that process started.
         *
         * @return as it sees it; 0 when it does not say.
         */
        public long startTime() {
            return startTime;
        }

        /**
         * Where the asset's thread sleeps.
         *
         * @return number of the doorbell; null when it has none.
         */
        public Integer doorbell() {
            return doorbell;
        }

        /**
         * T_i from which the asset goes on.
         *
         * @return nanoseconds of simulation time; null when it starts.
         */
        public Long timeNs() {
            return timeNs;
        }

        /**
         * Whether to start at T_c in any case.
         *
         * @return false when left out.
         */
        public boolean atCoreTime() {
            return atCoreTime;
        }

        /**
         * The channels that it sends.
         *
         * @return beside the configured ones.
         */
        public List<OutputSpec> outputs() {
            return outputs == null ? List.of() : outputs;
        }

        /**
         * The links by which it receives.
         *
         * @return beside the configured ones.
         */
        public List<InputSpec> inputs() {
            return inputs == null ? List.of() : inputs;
        }

        private List<Object> values() {
            return Arrays.asList(id, asset, stepNs, granularityNs, wholeSteps, canVary, intervalNs,
                pid, startTime, doorbell, timeNs, atCoreTime,
                outputs(), inputs());
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Join that && values().equals(that.values());
        }

        @Override
        public int hashCode() {
            return values().hashCode();
        }

        @Override
        public String toString() {
            return "Join" + values();
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
     */
    record ResetDone(long id, String asset) implements Request {
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
     * An asset's simulator has failed; the asset counts as lost.
     *
     * @param id     of the request.
     * @param asset  of this connection.
     * @param reason one line.
     */
    record Fail(long id, String asset, String reason) implements Request {
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
     * @param steps  pairs of b and a count: so many steps took [2^b, 2^(b+1)) ns. What is left out is 0.
     */
    record StepReport(String asset, long busyNs, List<List<Long>> steps) {
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
