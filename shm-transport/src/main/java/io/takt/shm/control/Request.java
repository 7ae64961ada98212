package io.takt.shm.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.util.List;

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
     * Chosen by whoever asks, to tell the replies apart.
     *
     * @return any number; 0 when left out.
     */
    long id();

    /**
     * An asset joins.
     *
     * @param id         of the request.
     * @param asset      its name.
     * @param stepNs     ΔT_i; 0 for the configured one.
     * @param intervalNs Δt_i; 0 for the configured one.
     * @param pid        the asset's process; 0 when it does not say.
     * @param startTime  when that process started, as it sees it itself: clock ticks since the boot on Linux; 0 when it
     *                   does not say. Tells it from another one that has its number where the hub is.
     * @param doorbell   number of the doorbell, of this connection, on which the thread that drives the asset sleeps;
     *                   null when it has none.
     * @param timeNs     T_i from which the asset goes on after its hub was lost; null when it starts.
     * @param atCoreTime whether to start at T_c even where the T_i of a process that was lost could be taken over.
     * @param outputs    the channels that it sends, beside the configured ones; null for none.
     * @param inputs     the links by which it receives, beside the configured ones; null for none.
     */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    record Join(long id, String asset, long stepNs, long intervalNs, long pid, long startTime,
        @JsonInclude(JsonInclude.Include.NON_NULL) Integer doorbell,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long timeNs, boolean atCoreTime,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OutputSpec> outputs,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<InputSpec> inputs) implements Request {

        /** What is left out is empty. */
        public Join {
            outputs = outputs == null ? List.of() : List.copyOf(outputs);
            inputs = inputs == null ? List.of() : List.copyOf(inputs);
        }

        /**
         * A join that declares no more than its clock.
         *
         * @param id         of the request.
         * @param asset      its name.
         * @param stepNs     ΔT_i; 0 for the configured one.
         * @param intervalNs Δt_i; 0 for the configured one.
         */
        public Join(final long id, final String asset, final long stepNs, final long intervalNs) {
            this(id, asset, stepNs, intervalNs, 0, null, null, false);
        }

        /**
         * A join that does not say when its process started.
         *
         * @param id         of the request.
         * @param asset      its name.
         * @param stepNs     ΔT_i; 0 for the configured one.
         * @param intervalNs Δt_i; 0 for the configured one.
         * @param pid        the asset's process; 0 when it does not say.
         * @param doorbell   as above; null for none.
         * @param timeNs     as above; null for none.
         * @param atCoreTime as above.
         */
        public Join(final long id, final String asset, final long stepNs, final long intervalNs, final long pid,
            final Integer doorbell, final Long timeNs, final boolean atCoreTime) {
            this(id, asset, stepNs, intervalNs, pid, 0, doorbell, timeNs, atCoreTime, null, null);
        }

        /**
         * The same join without its process.
         *
         * @return a join.
         */
        public Join withoutProcess() {
            return new Join(id, asset, stepNs, intervalNs, 0, 0, doorbell, timeNs, atCoreTime, outputs, inputs);
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
     * @param id of the request.
     */
    record Stop(long id) implements Request {
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
