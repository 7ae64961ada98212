package io.takt.steward.log;

import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Forecast;
import io.takt.steward.Physics;
import io.takt.steward.StewardException;

/** The forecast of running predictors, and what the last one has predicted. */
final class LogForecast extends ActionView implements Forecast {
    private Slot slot;
    /** Null until it has predicted. */
    private Answer said;

    LogForecast(final Runner runner) {
        super(runner, ExtendedTime.BEGINNING);
    }

    /** Becomes that of a slot's predictor. */
    void of(final Slot asked, final ExtendedTime at) {
        slot = asked;
        now = at;
        said = null;
    }

    @Override
    public void predict(final long time, final Event event) {
        say(time, event, Answer.ABSENT, Answer.ABSENT);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?> canary) {
        say(time, event, own(canary), Answer.ABSENT);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?> first, final Cell<?> second) {
        say(time, event, own(first), own(second));
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?>... canaries) {
        final int[] cells = new int[canaries.length];
        final ExtendedTime[] marks = new ExtendedTime[canaries.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = own(canaries[i]);
            marks[i] = runner.mark(cells[i], this);
        }
        said = Answer.of(now, time, due(time, event), event, cells, marks);
    }

    /** The prediction; null if the predictor made none. */
    Answer said() {
        return said;
    }

    /** Which predictor, about what, and when. */
    @Override
    public String toString() {
        return "the predictor " + Physics.name(slot.predictor) + " about " + slot.subject + " at " + now;
    }

    private int own(final Cell<?> canary) {
        runner.check(this);
        return runner.tables.own(canary).index;
    }

    private void say(final long time, final Event event, final int first, final int second) {
        final ExtendedTime due = due(time, event);
        final ExtendedTime firstMark = first < 0 ? null : runner.mark(first, this);
        final ExtendedTime secondMark = second < 0 ? null : runner.mark(second, this);
        said = Answer.of(runner.takeSpare(), now, time, due, event, first, firstMark, second, secondMark);
    }

    private ExtendedTime due(final long time, final Event event) {
        runner.check(this);
        if (said != null) {
            throw new StewardException("it predicted twice");
        }
        runner.require(event);
        return runner.due(now, time, slot);
    }
}
