package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Forecast;
import io.takt.steward.Physics;
import io.takt.steward.StewardException;

/** The forecast of a running predictor: its reads and its prediction. */
final class GraphForecast extends GraphView implements Forecast {
    private final Slot slot;
    private Prediction said;

    GraphForecast(final Runner runner, final ExtendedTime now, final Slot slot) {
        super(runner, now, true);
        this.slot = slot;
    }

    @Override
    public void predict(final long time, final Event event) {
        say(time, event, null, null, null);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?> canary) {
        say(time, event, own(canary), null, null);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?> first, final Cell<?> second) {
        say(time, event, own(first), own(second), null);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?>... canaries) {
        final Version[] versions = new Version[canaries.length];
        for (int i = 0; i < versions.length; i++) {
            versions[i] = runner.read(own(canaries[i]), this);
        }
        say(time, event, null, null, versions);
    }

    /** The prediction; one of nothing if the predictor made none. */
    Prediction prediction() {
        return said != null ? said : runner.said(this, slot, Prediction.NEVER, null, null, null, null, null);
    }

    /** Which predictor, about what, and when. */
    @Override
    public String toString() {
        return "the predictor " + Physics.name(slot.predictor) + " about " + slot.subject + " at " + now;
    }

    /** A canary is read, too, so that a change of it in the past finds the prediction. */
    private GraphCell<?> own(final Cell<?> canary) {
        runner.check(this);
        return runner.handles.own(canary);
    }

    private void say(
        final long time, final Event event, final GraphCell<?> first, final GraphCell<?> second,
        final Version[] others) {
        runner.check(this);
        if (said != null) {
            throw new StewardException("it predicted twice");
        }
        runner.require(event);
        said = runner.said(this, slot, time, runner.due(now, time, slot), event, first, second, others);
    }
}
