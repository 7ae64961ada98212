package io.takt.hub.core.event;

import io.takt.asset.SimTime;
import java.util.List;

/**
 * How an asset was lost.
 *
 * @param asset  its name.
 * @param pid    its process; 0 when that is not known.
 * @param timeNs T_i when it was lost; T_c if it had no clock.
 * @param cause  the kind of loss.
 * @param detail what the cause leaves open: the own words of the failed simulator or the child hub, which log is
 *               damaged, or how the program ended; else null.
 * @param missed of a loss that ends the run because another process would miss messages: which ones, in words.
 * @param tries  of a loss that ends the run after others: how often the asset had been started again; else 0.
 * @param stands whether its clock stood all the while, so that each process was lost in the same step.
 */
public record Loss(String asset, long pid, long timeNs, Cause cause, String detail, List<String> missed, int tries,
    boolean stands) {
    /** How the hub came to know of a loss. */
    public enum Cause {
        /** Its connection was closed by its process' death, or by its process. */
        CONNECTION_CLOSED,
        /** Its process has ended; a child of that may still hold the connection open. */
        PROCESS_ENDED,
        /** Its process was to attach again after the death of its hub, and has ended. */
        NOT_ATTACHED_AGAIN,
        /** It died with the hub before this one. */
        LOST_WITH_HUB,
        /** It has said itself that its simulator failed. */
        SIMULATOR_FAILED,
        /** It is a child hub, and has said itself that its run is over. */
        HUB_ENDED,
        /** It has said itself that a message log is damaged, and which one. */
        LOG_DAMAGED,
        /** Its program has ended, and no process had joined with its name. */
        PROGRAM_ENDED,
        /** The program of an asset ended without which the run does not begin, and it had not begun. */
        PROGRAM_ENDED_AT_START
    }

    /**
     * A loss of which it is not known yet whether it ends the run.
     *
     * @param asset  its name.
     * @param pid    its process; 0 when that is not known.
     * @param timeNs T_i when it was lost.
     * @param cause  the kind of loss.
     * @param detail what the cause leaves open; null for nothing.
     * @return the loss.
     */
    public static Loss of(final String asset, final long pid, final long timeNs, final Cause cause,
        final String detail) {
        return new Loss(asset, pid, timeNs, cause, detail, List.of(), 0, false);
    }

    /**
     * The same loss of an asset in whose place another process would miss messages, which ends the run.
     *
     * @param messages in words.
     * @return the loss with them.
     */
    public Loss missing(final List<String> messages) {
        return new Loss(asset, pid, timeNs, cause, detail, messages, tries, stands);
    }

    /**
     * The same loss of an asset that is not started again, which ends the run.
     *
     * @param startedAgain how often it has been.
     * @param hasStood     whether its clock stood all the while.
     * @return the loss with both.
     */
    public Loss afterTries(final int startedAgain, final boolean hasStood) {
        return new Loss(asset, pid, timeNs, cause, detail, missed, startedAgain, hasStood);
    }

    /**
     * The words of the simulator that failed, or of the child hub that has ended.
     *
     * @return one line; empty when it has said nothing, or when it is no such loss.
     */
    public String said() {
        return cause == Cause.SIMULATOR_FAILED || cause == Cause.HUB_ENDED ? detail : "";
    }

    /**
     * Whether a process was lost that had joined, so that its step may be the cause.
     *
     * @return false where a process ended before.
     */
    public boolean isOfStep() {
        return cause == Cause.CONNECTION_CLOSED || cause == Cause.PROCESS_ENDED || cause == Cause.SIMULATOR_FAILED
            || cause == Cause.HUB_ENDED;
    }

    /**
     * Whether the text says how the asset's program ended.
     *
     * @return false when the end of its program would be news.
     */
    public boolean tellsEndOfProgram() {
        return cause == Cause.PROGRAM_ENDED || cause == Cause.PROGRAM_ENDED_AT_START;
    }

    /**
     * When and how, such as {@code at 1.2s: its connection closed without a leave}.
     *
     * @return in one line, without the asset's name.
     */
    public String account() {
        return account(false);
    }

    /**
     * All of it, such as {@code asset 'a' was lost at 1.2s: its connection closed without a leave}.
     *
     * @return one line.
     */
    public String text() {
        return text(false);
    }

    /**
     * The same without the words of the simulator.
     *
     * @return one line.
     */
    public String brief() {
        return text(true);
    }

    private String text(final boolean isBrief) {
        return "asset '" + asset + (cause == Cause.PROGRAM_ENDED_AT_START ? "': " : "' was lost ") + account(isBrief)
            + (tries == 0 ? "" : ", after it was started again " + (tries == 1 ? "once" : tries + " times"))
            + (stands ? " and lost in the same step each time: probably by its input, which is the same as well" : "");
    }

    private String account(final boolean isBrief) {
        final boolean hasTime = cause != Cause.PROGRAM_ENDED_AT_START && cause != Cause.LOST_WITH_HUB;
        return (hasTime ? "at " + SimTime.format(timeNs) + ": " : "") + how(isBrief)
            + (missed.isEmpty() ? "" : ", and another process would miss " + String.join(", ", missed));
    }

    private String how(final boolean isBrief) {
        return switch (cause) {
            case CONNECTION_CLOSED -> "its connection closed without a leave";
            case PROCESS_ENDED -> "its process " + pid + " has ended";
            case NOT_ATTACHED_AGAIN -> pid == 0 ? "nothing has come from it since the hub before this one was killed"
                : "its process " + pid + " ended before it had attached again";
            case LOST_WITH_HUB -> "with the hub before this one";
            case SIMULATOR_FAILED -> "its simulator failed" + (isBrief && !detail.isBlank() ? "" : ": " + detail);
            case HUB_ENDED -> "its hub has ended" + (isBrief && !detail.isBlank() ? "" : ": " + detail);
            case LOG_DAMAGED -> detail;
            case PROGRAM_ENDED -> "its program " + detail + " before it joined";
            case PROGRAM_ENDED_AT_START -> "its program " + detail + " before the run started";
        };
    }
}
