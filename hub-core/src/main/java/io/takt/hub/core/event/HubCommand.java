package io.takt.hub.core.event;

import io.takt.shm.control.Request;

/**
 * A command to a hub's machine, as data: from connections, of processes, and from the program in which the hub runs.
 * Any thread may make one; the hub's thread carries them out one by one, in the order in which they came. With the
 * times that the machine read meanwhile they are all that a run depends on, so a run can be replayed.
 */
public sealed interface HubCommand {
    /**
     * A connection asks for something; the answer is an event.
     *
     * @param connection number of the connection.
     * @param request    what it asks.
     * @param startTime  when the process that joins started; 0 when that is not known, or for another request.
     */
    record Ask(int connection, Request request, long startTime) implements HubCommand {
    }

    /**
     * A connection has sent a line that is no request; it is refused in its turn.
     *
     * @param connection number of the connection.
     * @param id         that the line gave itself, as far as that can be told; else 0.
     * @param error      one line.
     */
    record RefuseLine(int connection, long id, String error) implements HubCommand {
    }

    /**
     * The files that a join needs are made, or cannot be.
     *
     * @param connection number of the join's connection.
     * @param order      as the machine gave it; one that is not waited for any more is no error.
     * @param failure    why not, in one line; null when they are made.
     */
    record FilesMade(int connection, long order, String failure) implements HubCommand {
    }

    /**
     * A connection has ended; its assets that have not left are lost.
     *
     * @param connection number of the connection.
     */
    record ConnectionClosed(int connection) implements HubCommand {
    }

    /**
     * A process has ended. Its connections may still be open: a child may have inherited them.
     *
     * @param pid       its number.
     * @param startTime when it had started.
     */
    record ProcessEnded(long pid, long startTime) implements HubCommand {
    }

    /**
     * The process of an asset that is to attach again after the death of its hub is known to live.
     *
     * @param asset its name.
     */
    record ProcessSurvives(String asset) implements HubCommand {
    }

    /**
     * The process of an asset that was to attach again has ended. Of an asset that has attached it means nothing.
     *
     * @param asset its name.
     * @param pid   the process.
     */
    record SurvivorEnded(String asset, long pid) implements HubCommand {
    }

    /**
     * A program is being launched as an asset once more; told before anything of that program is.
     *
     * @param asset its name.
     */
    record ProgramStarted(String asset) implements HubCommand {
    }

    /**
     * The program that was launched as an asset has ended. If it was waited for, it will never come.
     *
     * @param asset its name.
     * @param how   such as {@code ended with exit status 1}, in one line.
     */
    record ProgramEnded(String asset, String how) implements HubCommand {
    }

    /**
     * Ends the run as asked; like all that end a run, it does nothing when the run has ended already.
     *
     * @param why one line.
     */
    record Stop(String why) implements HubCommand {
    }

    /**
     * Ends the run because an asset cannot be launched.
     *
     * @param why what the matter is.
     */
    record Fail(String why) implements HubCommand {
    }

    /**
     * Ends the run because the hub itself cannot go on.
     *
     * @param why what the matter is.
     */
    record BreakDown(String why) implements HubCommand {
    }

    /** Keeps all messages until a reader in the hub's process has read them; comes before an asset can join. */
    record KeepMessages() implements HubCommand {
    }

    /** Looks after why an asset holds the core, or a reset; comes some ten times a second. */
    record Look() implements HubCommand {
    }

    /**
     * Assets are asked once a second how long their steps take.
     *
     * @param forNs wall time for which a watcher wants to know.
     */
    record WantReports(long forNs) implements HubCommand {
    }

    /**
     * The hub is to say how it stands, by {@link HubEvent.StatusTold}.
     *
     * @param id that the answer bears.
     */
    record TellStatus(long id) implements HubCommand {
    }

    /**
     * A child hub hears of its parent.
     *
     * @param news what it hears.
     */
    record OfParent(ParentNews news) implements HubCommand {
    }
}
