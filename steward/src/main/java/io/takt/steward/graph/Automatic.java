package io.takt.steward.graph;

import io.takt.steward.Asking;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Finds the predictors that are to be asked because something was written: those whose last answers have read it.
 *
 * <p>At the front they are asked together with those that the event has asked for. In the past it is found out, in its
 * turn, whether a slot is to have an answer at an instant: when a version that the answer before it has read is
 * followed by one of that instant, or is not any more, and when the answer before it has become another one.
 */
final class Automatic {
    /** Whether there are any such predictors; if not, nothing is asked of this. */
    final boolean any;

    private final Work work;
    private final Agenda agenda;
    private final Consumer<Action> asker = this::askAtFront;

    Automatic(final Physics physics, final Work work, final Agenda agenda) {
        any = physics.has(Asking.AUTOMATIC);
        this.work = work;
        this.agenda = agenda;
    }

    /** The latest event has written a cell that held a version. */
    void writtenAtFront(final GraphCell<?> cell, final Version held) {
        for (final Predictor<?> predictor : cell.automatic()) {
            work.askFor(work.handles.slot(predictor, cell));
        }
        held.forEachReader(asker);
    }

    private void askAtFront(final Action reader) {
        if (reader instanceof Prediction) {
            final Slot slot = ((Prediction) reader).slot;
            if (slot.automatic && slot.last == reader) {
                work.askFor(slot);
            }
        }
    }

    /** A version has come, or gone, in the past. */
    void writtenInPast(final Version version) {
        for (final Predictor<?> predictor : version.cell.automatic()) {
            agenda.review(work.handles.slot(predictor, version.cell), version.at);
        }
    }

    /** The version that a reader has read is followed by another one now. */
    void followed(final Action reader, final ExtendedTime by) {
        if (reader instanceof Prediction && ((Prediction) reader).slot.automatic) {
            final Prediction next = ((Prediction) reader).next;
            if (next == null || by.isBefore(next.at)) {
                agenda.review(((Prediction) reader).slot, by);
            }
        }
    }

    /** The version that a reader has read is not followed any more by one of an instant. */
    void notFollowed(final Action reader, final ExtendedTime by) {
        if (reader instanceof Prediction && ((Prediction) reader).slot.automatic) {
            final Prediction next = ((Prediction) reader).next;
            if (next != null && next.byItself && next.at.compareTo(by) == 0) {
                agenda.review(((Prediction) reader).slot, by);
            }
        }
    }

    /** An answer in the past is new, or stands for a longer time than before. */
    void watch(final Prediction answer) {
        final ExtendedTime first = firstWriteAfter(answer);
        final Prediction next = answer.next;
        if (next != null && next.byItself && (first == null || next.at.isBefore(first))) {
            agenda.review(answer.slot, next.at);
        }
        if (first != null && (next == null || first.isBefore(next.at))) {
            agenda.review(answer.slot, first);
        }
    }

    /** Whether an answer is followed by another one at an instant, as something that it depends on is written then. */
    static boolean isFollowed(final Prediction answer, final ExtendedTime at) {
        if (answer.slot.subject.seek(at, true).at.compareTo(at) == 0) {
            return true;
        }
        for (final Version version : answer.known()) {
            if (version.next != null && version.next.at.compareTo(at) == 0) {
                return true;
            }
        }
        return false;
    }

    private static ExtendedTime firstWriteAfter(final Prediction answer) {
        ExtendedTime first = earlier(null, answer.slot.subject.seek(answer.at, true), answer.at);
        for (final Version version : answer.known()) {
            first = earlier(first, version, answer.at);
        }
        return first;
    }

    private static ExtendedTime earlier(final ExtendedTime first, final Version read, final ExtendedTime after) {
        final ExtendedTime written = read.next == null ? null : read.next.at;
        return written == null || !after.isBefore(written) || first != null && first.isBefore(written) ? first
            : written;
    }

    /** Without a history: the reads of an answer, but its subject, of which it is told anyhow. */
    static Version[] withoutSubject(final Slot slot, final Version[] reads) {
        if (reads.length == 1 && reads[0].cell == slot.subject) {
            return Action.NOTHING;
        }
        return Arrays.stream(reads).filter(version -> version.cell != slot.subject).toArray(Version[]::new);
    }
}
