package io.takt.steward.graph;

import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** Has predictions made, for the first time and again, and notes what they have read. */
final class Predictions {
    private final Work work;
    private final Chains chains;
    private final Agenda agenda;
    private final Automatic automatic;
    private final ActionLog log;
    private final Counters counters;
    /** Null where no other threads help. */
    private Speculator speculator;
    /** Actions of this base time and of later ones are perhaps in no list of readers; the greatest long if none is. */
    private long unlinkedFrom = Long.MAX_VALUE;
    /** How many were put into lists the last time. */
    private long linked;

    Predictions(
        final Work work, final Chains chains, final Agenda agenda, final Automatic automatic, final ActionLog log,
        final Counters counters) {
        this.work = work;
        this.chains = chains;
        this.agenda = agenda;
        this.automatic = automatic;
        this.log = log;
        this.counters = counters;
    }

    void speculate(final Speculator by) {
        speculator = by;
    }

    /** Makes the predictions that an event asked for, and those that it has changed. One that fails is redone. */
    void ask(final Execution execution, final ExtendedTime at) {
        EventException failure = null;
        if (work.history) {
            execution.asked = work.asked();
        }
        work.sortAsked();
        for (int i = 0; i < work.askedCount; i++) {
            final Prediction prediction;
            try {
                prediction = say(i, at);
            } catch (final EventException e) {
                failure = e;
                final Prediction failed = new Prediction(work.asked[i], at);
                failed.mustRun = true;
                failed.byItself = i >= work.askedByEvent;
                put(failed);
                register(failed, Action.NOTHING);
                agenda.redo(failed);
                continue;
            }
            prediction.byItself = i >= work.askedByEvent;
            put(prediction);
            register(prediction, prediction.cancelled ? Action.NOTHING : work.reads());
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Another event of the instant may have left one that is yet to be reviewed. */
    private void put(final Prediction prediction) {
        final Prediction there = work.atFront || !prediction.slot.automatic ? null
            : prediction.slot.saidAt(prediction.at);
        if (there == null) {
            chains.insert(prediction);
        } else {
            chains.replace(there, prediction);
        }
    }

    /** Finds out whether a slot is to have an answer at an instant because of what was written then. */
    void review(final Slot slot, final ExtendedTime at) {
        final Prediction before = slot.before(at);
        final Prediction there = slot.saidAt(at);
        final boolean due = Automatic.isFollowed(before, at);
        if (there == null && due) {
            counters.predictorRuns++;
            final Prediction said = work.prediction(slot, at);
            said.byItself = true;
            chains.insert(said);
            register(said, work.reads());
        } else if (there == null) {
            // The version written then is gone, and a later one may be the first now.
            automatic.watch(before);
        } else if (there.byItself && !due) {
            chains.remove(there);
        }
    }

    private Prediction say(final int place, final ExtendedTime at) {
        if (work.cancelled[place]) {
            final Prediction nothing = new Prediction(work.asked[place], at);
            nothing.cancelled = true;
            return nothing;
        }
        counters.predictorRuns++;
        final Prediction said = work.askedPrediction(place, at);
        final Speculation known = work.taken();
        if (speculator != null && known != null && place < known.said.length && known.said[place] != said) {
            speculator.notHeld(known, place, at);
        }
        return said;
    }

    void register(final Prediction prediction, final Version[] reads) {
        if (work.history) {
            noteReads(prediction, reads);
            counters.predictions++;
            counters.reads += reads.length;
            log.add(prediction);
        }
        if (prediction.slot.automatic) {
            prediction.known(work.history ? reads : Automatic.withoutSubject(prediction.slot, reads));
            if (!work.history) {
                Reads.register(prediction, prediction.known());
                counters.reads += prediction.known().length;
            } else if (!work.atFront) {
                automatic.watch(prediction);
            }
        }
    }

    void noteReads(final Action action, final Version[] reads) {
        if (reads == Work.LOGGED) {
            counters.logged += work.log.length();
            work.log.giveTo(action);
            toBeLinked(action);
        } else if (work.atFront) {
            Reads.note(action, reads);
            if (automatic.any) {
                action.reads.link();
            } else {
                toBeLinked(action);
            }
        } else {
            Reads.register(action, reads);
        }
    }

    private void toBeLinked(final Action action) {
        unlinkedFrom = Math.min(unlinkedFrom, action.at.base());
    }

    /**
     * Has all actions be in the lists of readers of what they have read. Only work in the past looks at these lists, so
     * they are made when there is some: a history that never changes has none.
     */
    void linkReaders() {
        if (unlinkedFrom < Long.MAX_VALUE) {
            linked = 0;
            log.from(unlinkedFrom, action -> {
                findReads(action);
                linked += action.reads.link() ? 1 : 0;
            });
            work.pastChangedAfter(linked);
            unlinkedFrom = Long.MAX_VALUE;
        }
    }

    /** Has an action whose reads are only logged know the versions. */
    void findReads(final Action action) {
        if (action.logged != null) {
            final Version[] versions = work.log.find(action, work.handles, work.nextSerial());
            Reads.note(action, versions);
            // Only now: where there was no memory for them, they are still in the log.
            counters.logged -= ReadLog.length(action);
            action.logged = null;
            counters.reads += action.reads.versions.length;
        }
    }

    /** Has predictions be what an event asked for that was redone. */
    void askAgain(final Execution execution) {
        final long serial = work.eventSerial();
        for (final Slot slot : execution.asked) {
            if (slot.askedBy != serial) {
                chains.remove(slot.saidAt(execution.at));
            }
        }
        execution.asked = work.asked();
        for (int i = 0; i < execution.asked.length; i++) {
            final Slot slot = execution.asked[i];
            final Prediction before = slot.saidAt(execution.at);
            if (before != null && before.cancelled == work.cancelled[i]) {
                before.byItself = false;
                continue;
            }
            final Prediction said = new Prediction(slot, execution.at);
            said.cancelled = work.cancelled[i];
            if (before != null) {
                chains.replace(before, said);
            } else {
                chains.insert(said);
            }
            register(said, Action.NOTHING);
            if (!said.cancelled) {
                said.mustRun = true;
                agenda.redo(said);
            }
        }
    }

    void redo(final Prediction prediction) {
        if (prediction.dead || !prediction.mustRun && !relink(prediction)) {
            return;
        }
        counters.predictorRuns++;
        final Prediction made = work.prediction(prediction.slot, prediction.at);
        final Prediction anew = work.isDraft(made) ? made.copy() : made;
        final Version[] reads = work.reads();
        prediction.mustRun = false;
        if (prediction.saysTheSame(anew) && prediction.hasCanariesOf(anew) && prediction.dependsOn(reads)) {
            counters.reads += reads.length - prediction.reads.versions.length;
            readNow(prediction, reads);
        } else {
            anew.byItself = prediction.byItself;
            chains.replace(prediction, anew);
            register(anew, reads);
        }
    }

    /**
     * Looks up again what an action has read. If all of it is the same, by value, the action need not be redone: it
     * has then read the versions that are there now.
     *
     * @return true if it is to be redone.
     */
    boolean relink(final Action action) {
        final Version[] before = action.reads.versions;
        final Version[] now = new Version[before.length];
        boolean moved = false;
        for (int i = 0; i < now.length; i++) {
            final Version read = before[i];
            now[i] = read.isStillFound(action.at, action.seesOwnInstant()) ? read
                : read.cell.seek(action.at, action.seesOwnInstant());
            if (now[i] != read) {
                if (!read.holds(now[i].value)) {
                    return true;
                }
                moved = true;
            }
        }
        if (moved) {
            readInstead(action, now);
        }
        return false;
    }

    private void readInstead(final Action action, final Version[] versions) {
        if (action instanceof Prediction) {
            final Prediction prediction = (Prediction) action;
            final Prediction same = prediction.withReads(versions);
            if (!prediction.hasCanariesOf(same)) {
                same.byItself = prediction.byItself;
                chains.replace(prediction, same);
                register(same, versions);
                return;
            }
        }
        readNow(action, versions);
    }

    /** Has a prediction that was saved depend on more than its canaries. */
    void readAlso(final Prediction prediction, final Version[] more) {
        final Set<Version> all = new LinkedHashSet<>(Arrays.asList(prediction.known()));
        all.addAll(Arrays.asList(more));
        final Version[] versions = all.toArray(Version[]::new);
        counters.reads += versions.length - prediction.reads.versions.length;
        readNow(prediction, versions);
    }

    private void readNow(final Action action, final Version[] versions) {
        Reads.register(action, versions);
        if (action instanceof Prediction && ((Prediction) action).slot.automatic) {
            // A snapshot may look at it, to which one version of a cell is as good as another.
            VarHandle.storeStoreFence();
            ((Prediction) action).known(versions);
        }
    }
}
