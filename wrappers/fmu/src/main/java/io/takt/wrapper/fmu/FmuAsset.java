package io.takt.wrapper.fmu;

import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.SimTime;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * An FMU as an asset. A step of the asset is a step of the FMU, or several, where the FMU has events or returns early.
 * Values are published at the end of each of them, and never for a time that the FMU has not reached.
 */
final class FmuAsset implements Asset, AutoCloseable {
    private static final double NS_PER_S = 1e9;
    /** Times closer than half a nanosecond are the same for the hub. */
    private static final double SAME_S = 0.5e-9;
    private static final int MOST_IDLE = 1_000;

    private final Fmu fmu;
    private final Instance instance;
    private final ChannelOptions options;
    private final StartValues starts;
    /** Null where no state is kept. */
    private final StateFile states;
    private final MutableDirectBuffer bytes = new ExpandableArrayBuffer();
    private final List<Sent> outputs = new ArrayList<>();
    private final List<Received> inputs = new ArrayList<>();
    private JoinedAsset self;
    private StartValues.Prepared prepared;
    /** Whether a channel sets a variable that no channel can set after the initialisation: then that waits for it. */
    private boolean startsLate;
    private boolean isInitialized;
    private boolean isOver;
    /** Time of the FMU; of the hub rounded to nanoseconds. */
    private double nowS;
    /** When the step that is under way ends, and the latest stamp of what was sent. */
    private long stepEndNs;
    private long sentNs;
    /** Length of the first step; -1 before it. */
    private long stepNs = -1;

    /** A channel that is sent. */
    private static final class Sent {
        private final Output output;
        private final ChannelValues values;
        private final boolean isWithin;
        private boolean isToldOf;

        Sent(final Output output, final ChannelValues values) {
            this.output = output;
            this.values = values;
            this.isWithin = values.variables().stream().allMatch(Variable::isWithin);
        }
    }

    /** A channel that is received. */
    private static final class Received {
        private final ChannelValues values;
        /** Whether its variables can be set in event mode only. */
        private final boolean needsEvent;
        private boolean isNew;

        Received(final ChannelValues values, final boolean hasEvents) {
            this.values = values;
            this.needsEvent = hasEvents && !values.variables().stream().allMatch(Variable::isContinuous);
        }

        void take(final Message message) throws WrapperException {
            values.read(message);
            isNew = true;
        }
    }

    /**
     * Owns the FMU.
     *
     * @param options about its channels.
     * @param starts  values before the start.
     * @param states  keeps the model's state for a process that takes this one's place; null for none.
     */
    FmuAsset(final Fmu fmu, final ChannelOptions options, final StartValues starts, final StateFile states) {
        this.fmu = fmu;
        this.instance = fmu.instance();
        this.options = options;
        this.starts = starts;
        this.states = states;
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
    }

    @Override
    public void connect(final Channels channels) throws IOException {
        if (states != null && !fmu.model().coSimulation().can("canSerializeFMUState")) {
            throw new WrapperException(fmu.path() + " cannot write its state, so --state cannot keep it");
        }
        prepared = starts.prepare(fmu);
        final List<String> sends = channels.outputs().stream().map(OutputSpec::channel).toList();
        final List<String> receives = channels.inputs().stream().map(InputSpec::channel).distinct().toList();
        options.requireAmong(self.name(), receives, sends);
        final ChannelTypes types = options.types().configured(channels);
        for (final OutputSpec each : channels.outputs()) {
            outputs.add(new Sent(channels.output(each.channel()), options.sent(each, types, fmu, prepared.sizes())));
        }
        final Map<String, String> setters = new HashMap<>();
        for (final String channel : receives) {
            final ChannelValues values =
                options.received(channel, channels.inputs(), types, fmu, prepared.sizes());
            for (final Variable each : values.variables()) {
                startsLate |= each.isFixed();
                final String other = setters.putIfAbsent(each.type().word() + each.reference(), channel);
                if (other != null) {
                    throw new WrapperException("channels '" + other + "' and '" + channel + "' both set variable '"
                        + each.name() + "' of " + fmu.path() + "; one of them must name another by --in");
                }
            }
            final Received received = new Received(values, instance.hasEvents());
            inputs.add(received);
            channels.subscribe(channel, received::take);
        }
        if (options.isWithin()) {
            listen();
        }
    }

    private void listen() throws WrapperException {
        final int[] references = outputs.stream().filter(each -> each.isWithin)
            .flatMap(each -> each.values.variables().stream()).mapToInt(Variable::reference).toArray();
        if (!fmu.model().coSimulation().can("providesIntermediateUpdate") || references.length == 0) {
            throw new WrapperException(fmu.path() + " has no values within steps of a channel that is sent, so"
                + " --intermediate has no use");
        }
        instance.listen(references, this::sendWithin);
    }

    private void sendWithin(final double timeS) throws IOException {
        final long stampNs = Math.round(timeS * NS_PER_S);
        if (stampNs > sentNs && stampNs < stepEndNs) {
            sentNs = stampNs;
            for (int i = 0; i < outputs.size(); i++) {
                if (outputs.get(i).isWithin) {
                    send(outputs.get(i), stampNs);
                }
            }
        }
    }

    @Override
    public void start(final long timeNs) throws IOException {
        if (timeNs > 0 && self.isSuccessor() && states != null && restore(timeNs)) {
            return;
        }
        if (states != null) {
            states.clear();
        }
        if (timeNs > 0) {
            fmu.log().tell("the FMU begins anew at " + SimTime.format(timeNs));
        }
        prepared.set(instance);
        if (!startsLate) {
            initialize(timeNs);
        }
        if (!startsLate && timeNs == 0) {
            send(timeNs);
        }
    }

    private boolean restore(final long timeNs) throws IOException {
        final StateFile.Saved saved = states.find(timeNs);
        if (saved != null) {
            instance.restore(saved.bytes(), saved.nextEventS());
            nowS = saved.nowS();
            isInitialized = true;
        }
        return saved != null;
    }

    private void initialize(final long timeNs) throws WrapperException {
        nowS = timeNs / NS_PER_S;
        instance.enterInitializationMode(nowS);
        for (final Received each : inputs) {
            set(each);
        }
        instance.exitInitializationMode();
        if (instance.hasEvents()) {
            instance.endEventMode();
        }
        isInitialized = true;
        isOver = false;
    }

    private void set(final Received input) throws WrapperException {
        if (input.isNew) {
            input.isNew = false;
            instance.set(input.values.memory());
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) throws IOException {
        if (!isInitialized) {
            initialize(fromNs);
        }
        if (isOver) {
            return;
        }
        requireStep(fromNs, toNs);
        stepEndNs = toNs;
        sentNs = fromNs;
        setInputs();
        final double toS = toNs / NS_PER_S;
        int idle = 0;
        while (toS - nowS > SAME_S && !instance.isOver()) {
            final double beforeS = nowS;
            // A whole step has the length that the user wrote, to the last bit.
            goOn(toS, beforeS == fromNs / NS_PER_S ? (toNs - fromNs) / NS_PER_S : toS - beforeS);
            idle = nowS - beforeS > SAME_S ? 0 : idle + 1;
            if (idle == MOST_IDLE) {
                throw new WrapperException(fmu.path() + " does not go on from " + now() + ": it has had " + MOST_IDLE
                    + " events or early returns in a row");
            }
            if (idle == 0 && toS - nowS > SAME_S && !instance.isOver()) {
                send(stampNs(fromNs, toNs));
            }
        }
        if (instance.isOver()) {
            isOver = true;
            send(stampNs(fromNs, toNs));
            self.stopRun(fmu.path().getFileName() + " ends the simulation at " + now());
        } else {
            send(toNs);
            if (states != null) {
                states.save(toNs, new StateFile.Saved(nowS, instance.nextEventS(), instance.save()));
            }
        }
    }

    private String now() {
        return SimTime.format(Math.max(0, Math.round(nowS * NS_PER_S)));
    }

    /** Where the FMU is, within a step. */
    private long stampNs(final long fromNs, final long toNs) {
        return Math.max(fromNs + 1, Math.min(toNs, Math.round(nowS * NS_PER_S)));
    }

    /** Many FMUs cannot change the length of their steps. */
    private void requireStep(final long fromNs, final long toNs) throws WrapperException {
        if (stepNs < 0) {
            stepNs = toNs - fromNs;
        }
        if (toNs - fromNs != stepNs && !fmu.model().coSimulation().can("canHandleVariableCommunicationStepSize")) {
            throw new WrapperException(fmu.path() + " has steps of one length, and one of "
                + SimTime.format(toNs - fromNs) + " comes after one of " + SimTime.format(stepNs)
                + "; give the asset a fixed step");
        }
    }

    private void setInputs() throws WrapperException {
        boolean isEvent = false;
        for (int i = 0; i < inputs.size(); i++) {
            isEvent |= inputs.get(i).isNew && inputs.get(i).needsEvent;
        }
        if (isEvent) {
            instance.enterEventMode();
        }
        for (int i = 0; i < inputs.size(); i++) {
            set(inputs.get(i));
        }
        if (isEvent) {
            instance.endEventMode();
        }
    }

    /** Steps to a time, or to the next event before it; an event that is due there is dealt with. */
    private void goOn(final double toS, final double lengthS) throws WrapperException {
        final double fromS = nowS;
        final double eventS = instance.nextEventS();
        if (eventS - fromS > SAME_S) {
            instance.step(fromS, eventS < toS ? eventS - fromS : lengthS);
            nowS = instance.hasReturnedEarly() || instance.isOver() ? instance.reachedS() : Math.min(eventS, toS);
            // So written, it refuses NaN as well.
            if (!(nowS >= fromS - SAME_S && nowS <= toS + SAME_S + Math.ulp(toS))) {
                throw new WrapperException(fmu.path() + " says that it has reached " + nowS + " s in a step from "
                    + fromS + " s to " + toS + " s");
            }
        }
        if (!instance.isOver() && instance.hasEvents()
            && (instance.needsEvent() || instance.nextEventS() - nowS <= SAME_S)) {
            instance.enterEventMode();
            instance.endEventMode();
        }
    }

    private void send(final long stampNs) throws IOException {
        sentNs = stampNs;
        for (int i = 0; i < outputs.size(); i++) {
            send(outputs.get(i), stampNs);
        }
    }

    private void send(final Sent each, final long stampNs) throws IOException {
        instance.get(each.values.memory());
        final int length = each.values.write(bytes);
        try {
            each.output.send(bytes, 0, length, stampNs);
        } catch (final IllegalArgumentException e) {
            throw new WrapperException("the value of channel '" + each.values.channel() + "' cannot be sent: "
                + e.getMessage(), e);
        }
        if (!each.values.isFinite() && !each.isToldOf) {
            each.isToldOf = true;
            fmu.log().tell("channel '" + each.values.channel() + "' is not finite from " + SimTime.format(stampNs)
                + " on");
        }
    }

    @Override
    public void reset() throws WrapperException {
        instance.reset();
        isInitialized = false;
        stepNs = -1;
        for (final Received each : inputs) {
            each.isNew = false;
        }
    }

    @Override
    public void stop(final RunEnd end) throws WrapperException {
        if (isInitialized) {
            instance.terminate();
        }
    }

    @Override
    public void close() throws IOException {
        fmu.close();
    }
}
