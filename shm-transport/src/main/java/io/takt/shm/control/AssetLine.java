package io.takt.shm.control;

import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.shm.control.ControlLine.MalformedLineException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The lines of an asset's side: writes what it asks, and reads what its hub says, as {@link ControlLine} does for the
 * hub, but without a library, whose start would take longer than the rest of a join. A field that is added to a record
 * is added here twice, where it is written and where it is read; {@code AssetLineTest} finds the one that was
 * forgotten. Stateless, usable from any thread.
 */
final class AssetLine {
    private AssetLine() {
    }

    /** One line with its line feed, UTF-8. */
    static ByteBuffer write(final Request request) {
        if (request instanceof Request.Subtree) {
            return ControlLine.write(request); // a hub's: it has the library in use
        }
        final JsonWriter json = new JsonWriter().open('{');
        write(json, request);
        final String line = json.close('}') + "\n";
        return ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(final JsonWriter json, final Request request) {
        if (request instanceof Request.Join join) {
            json.field("op").value("join");
            write(json, join);
        } else if (request instanceof Request.Doorbell) {
            begin(json, "doorbell", request);
        } else if (request instanceof Request.Ready ready) {
            begin(json, "ready", request).field("asset").value(ready.asset());
        } else if (request instanceof Request.ResetDone done) {
            begin(json, "reset-done", request).field("asset").value(done.asset());
            if (done.epoch() != null) {
                json.field("epoch").value(done.epoch());
            }
        } else if (request instanceof Request.Child child) {
            begin(json, "child", request).field("hubId").value(child.hubId()).field("hub").value(child.hub());
        } else if (request instanceof Request.Settled settled) {
            begin(json, "settled", request).field("asset").value(settled.asset());
        } else if (request instanceof Request.Leave leave) {
            begin(json, "leave", request).field("asset").value(leave.asset());
        } else if (request instanceof Request.Fail fail) {
            begin(json, "fail", request).field("asset").value(fail.asset()).field("reason").value(fail.reason());
            if (fail.damaged()) {
                json.field("damaged").value(true);
            }
        } else if (request instanceof Request.Report report) {
            write(begin(json, "report", request), report);
        } else if (request instanceof Request.Stop stop) {
            write(json.field("op").value("stop"), stop);
        } else if (request instanceof Request.Tap tap) {
            begin(json, "tap", request).field("tethered").value(tap.tethered());
        } else {
            begin(json, opOfCommand(request), request);
        }
    }

    private static JsonWriter begin(final JsonWriter json, final String op, final Request request) {
        return json.field("op").value(op).field("id").value(request.id());
    }

    private static String opOfCommand(final Request request) {
        if (request instanceof Request.Status) {
            return "status";
        } else if (request instanceof Request.Pause) {
            return "pause";
        } else if (request instanceof Request.Resume) {
            return "resume";
        } else if (request instanceof Request.Reset) {
            return "reset";
        }
        throw new IllegalArgumentException("no line is known for " + request.getClass());
    }

    /** A field with its usual value is left out. */
    private static void write(final JsonWriter json, final Request.Stop stop) {
        number(json, "id", stop.id());
        if (stop.asset() != null) {
            json.field("asset").value(stop.asset());
        }
        if (stop.reason() != null) {
            json.field("reason").value(stop.reason());
        }
        if (stop.failed()) {
            json.field("failed").value(true);
        }
    }

    /** A field with its usual value is left out. */
    private static void write(final JsonWriter json, final Request.Join join) {
        number(json, "id", join.id());
        if (join.asset() != null) {
            json.field("asset").value(join.asset());
        }
        number(json, "stepNs", join.stepNs());
        number(json, "granularityNs", join.granularityNs());
        if (join.wholeSteps()) {
            json.field("wholeSteps").value(true);
        }
        if (join.canVary()) {
            json.field("canVary").value(true);
        }
        if (join.intervalNs() != null) {
            json.field("intervalNs").value(join.intervalNs());
        }
        number(json, "pid", join.pid());
        number(json, "startTime", join.startTime());
        if (join.doorbell() != null) {
            json.field("doorbell").value(join.doorbell());
        }
        if (join.timeNs() != null) {
            json.field("timeNs").value(join.timeNs());
        }
        if (join.atCoreTime()) {
            json.field("atCoreTime").value(true);
        }
        if (!join.outputs().isEmpty()) {
            json.field("outputs").open('[');
            for (final OutputSpec output : join.outputs()) {
                json.open('{').field("channel").value(output.channel()).field("maxBytes").value(output.maxBytes())
                    .close('}');
            }
            json.close(']');
        }
        if (!join.inputs().isEmpty()) {
            json.field("inputs").open('[');
            for (final InputSpec input : join.inputs()) {
                json.open('{').field("channel").value(input.channel()).field("sender").value(input.sender())
                    .field("delivery").value(input.delivery().name()).field("delayNs").value(input.delayNs())
                    .field("jitterNs").value(input.jitterNs()).field("loss").value(input.loss()).close('}');
            }
            json.close(']');
        }
        if (join.federate() != null) {
            json.field("federate").value(join.federate().name());
        }
        if (join.seed() != null) {
            json.field("seed").value(join.seed());
        }
        if (join.maxDelayNs() != null) {
            json.field("maxDelayNs").value(join.maxDelayNs());
        }
    }

    private static void number(final JsonWriter json, final String name, final long value) {
        if (value != 0) {
            json.field(name).value(value);
        }
    }

    private static void write(final JsonWriter json, final Request.Report report) {
        json.field("assets").open('[');
        for (final Request.StepReport asset : report.assets()) {
            json.open('{').field("asset").value(asset.asset()).field("busyNs").value(asset.busyNs()).field("steps")
                .open('[');
            for (final List<Long> step : asset.steps()) {
                json.open('[');
                for (final long number : step) {
                    json.value(number);
                }
                json.close(']');
            }
            json.close(']');
            if (!asset.sent().isEmpty()) {
                json.field("sent").open('[');
                for (final Request.Sent sent : asset.sent()) {
                    json.open('{').field("channel").value(sent.channel()).field("messages").value(sent.messages())
                        .field("bytes").value(sent.bytes());
                    if (sent.latestNs() != null) {
                        json.field("latestNs").value(sent.latestNs());
                    }
                    json.close('}');
                }
                json.close(']');
            }
            json.close('}');
        }
        json.close(']');
    }

    /**
     * Reads what a hub wrote; fields and events of later versions are passed over.
     *
     * @param line without its line feed.
     * @return the reply or event; null for an event of a later version.
     * @throws MalformedLineException when it is neither.
     */
    static FromHub readFromHub(final String line) throws MalformedLineException {
        final JsonFields fields = JsonFields.of(JsonReader.read(line));
        if (fields.has("event")) {
            return event(fields);
        }
        if (fields.has("status")) {
            // A tree of any shape, which only commands ask for.
            return ControlLine.readFromHub(line);
        }
        return new Reply(fields.number("id"), fields.flag("ok"), fields.text("code"), fields.text("error"),
            fields.object("joined", AssetLine::joined), fields.object("doorbell", AssetLine::doorbell), null,
            fields.objects("tapped", AssetLine::tapped));
    }

    private static Event event(final JsonFields fields) throws MalformedLineException {
        final String event = fields.text("event");
        if (event == null) {
            return null;
        }
        switch (event) {
            case "state":
                return new Event.State(fields.oneOf(HubState.values(), "state"), fields.text("reason"));
            case "reset":
                return new Event.Reset(fields.numberOrNull("epoch"));
            case "ancestry":
                return new Event.Ancestry(fields.objects("hubs",
                    hub -> new Event.Ancestor(hub.number("hubId"), hub.text("hub"))));
            case "settle":
                return new Event.Settle();
            case "report":
                return new Event.Report();
            case "clocks":
                return new Event.Clocks(fields.number("epoch"), fields.integer("coreTimeCounter"),
                    fields.objects("assets", AssetLine::counters));
            case "refused":
                return new Event.Refused(fields.text("asset"), fields.text("code"), fields.text("error"));
            case "tapped":
                return new Event.Tapped(fields.object("asset", AssetLine::tapped));
            default:
                return null;
        }
    }

    private static Reply.Joined joined(final JsonFields fields) throws MalformedLineException {
        return new Reply.Joined(fields.text("hub"), fields.text("cncFile"), fields.number("epoch"),
            fields.integer("coreTimeCounter"), fields.number("coreStepNs"), fields.number("maxDelayNs"),
            fields.number("stepNs"), fields.numberOrNull("granularityNs"), fields.flagOrNull("wholeSteps"),
            fields.number("intervalNs"), fields.oneOf(WaitStrategy.values(), "waiting"),
            fields.oneOf(OnHubLost.values(), "onHubLost"), fields.object("clocks", AssetLine::counters),
            fields.number("seed"), fields.oneOf(HubState.values(), "state"),
            fields.object("crossing", AssetLine::crossing), fields.flagOrNull("anew"));
    }

    private static Reply.Crossing crossing(final JsonFields fields) throws MalformedLineException {
        return new Reply.Crossing(fields.objects("up", AssetLine::crossingLog),
            fields.objects("down", AssetLine::crossingLog), fields.objects("links", AssetLine::crossingLink));
    }

    private static Reply.CrossingLog crossingLog(final JsonFields fields) throws MalformedLineException {
        return new Reply.CrossingLog(fields.text("sender"), fields.text("log"), fields.integer("slot"),
            fields.objects("channels", AssetLine::crossingChannel));
    }

    private static Reply.CrossingChannel crossingChannel(final JsonFields fields) throws MalformedLineException {
        return new Reply.CrossingChannel(fields.text("channel"), fields.integer("maxBytes"), fields.flag("messages"),
            fields.text("latest"), fields.object("values", AssetLine::values));
    }

    private static Reply.CrossingLink crossingLink(final JsonFields fields) throws MalformedLineException {
        return new Reply.CrossingLink(fields.text("receiver"), fields.text("channel"), fields.text("sender"),
            fields.oneOf(Delivery.values(), "delivery"), fields.number("delayNs"), fields.number("jitterNs"),
            fields.real("loss"), fields.object("values", AssetLine::values), fields.object("told",
                told -> new Reply.Sent(told.text("channel"), told.text("sender"))));
    }

    private static Reply.Doorbell doorbell(final JsonFields fields) throws MalformedLineException {
        return new Reply.Doorbell(fields.integer("sleepCounter"), fields.integer("activityCounter"),
            fields.integer("coreSleepCounter"), fields.integer("coreSleepForCounter"));
    }

    private static Reply.AssetCounters counters(final JsonFields fields) throws MalformedLineException {
        return new Reply.AssetCounters(fields.text("asset"), fields.integer("number"), fields.number("timeNs"),
            fields.integer("timeCounter"), fields.integer("stateCounter"), fields.integer("retainCounter"),
            fields.integerOrNull("nextCounter"), fields.object("messages", AssetLine::messages));
    }

    private static Reply.Messages messages(final JsonFields fields) throws MalformedLineException {
        return new Reply.Messages(fields.number("seed"), fields.text("log"), fields.integer("digestCounter"),
            fields.objects("outputs", AssetLine::output), fields.objects("inputs", AssetLine::input));
    }

    private static Reply.MessageOutput output(final JsonFields fields) throws MalformedLineException {
        return new Reply.MessageOutput(fields.text("channel"), fields.integer("index"), fields.integer("maxBytes"),
            fields.integer("frontierCounter"), fields.text("latest"), fields.object("values", AssetLine::values));
    }

    private static Reply.MessageInput input(final JsonFields fields) throws MalformedLineException {
        return new Reply.MessageInput(fields.text("channel"), fields.text("sender"),
            fields.oneOf(Delivery.values(), "delivery"), fields.number("delayNs"), fields.number("jitterNs"),
            fields.real("loss"), fields.integer("index"), fields.text("log"), fields.integer("slot"),
            fields.text("latest"), fields.object("values", AssetLine::values));
    }

    private static ValueSpec values(final JsonFields fields) throws MalformedLineException {
        return new ValueSpec(fields.text("type"), fields.object("unit", AssetLine::unit),
            fields.object("wanted", AssetLine::unit));
    }

    private static Unit unit(final JsonFields fields) throws MalformedLineException {
        try {
            return new Unit(fields.text("name"), fields.text("base"), fields.real("factor"), fields.real("offset"));
        } catch (final IllegalArgumentException e) {
            throw new MalformedLineException(0, e.getMessage());
        }
    }

    private static Reply.TappedAsset tapped(final JsonFields fields) throws MalformedLineException {
        return new Reply.TappedAsset(fields.text("asset"), fields.text("log"), fields.integer("slot"),
            fields.number("since"), fields.texts("outputs"), fields.objects("inputs", AssetLine::tappedLink));
    }

    private static Reply.TappedLink tappedLink(final JsonFields fields) throws MalformedLineException {
        return new Reply.TappedLink(fields.text("channel"), fields.text("sender"),
            fields.oneOf(Delivery.values(), "delivery"), fields.number("delayNs"), fields.number("jitterNs"));
    }
}
