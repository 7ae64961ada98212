package io.takt.hub.command;

import io.takt.asset.AssetFailedException;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.Loss;
import io.takt.hub.core.status.ShortList;
import io.takt.hub.launch.AssetProcesses.Ended;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A loss in words, at three lengths: whole for a program; for the moment at which it happens, without what the lost
 * program's own lines above have just said; and for the end of a report, without what was thrown or printed.
 *
 * @param whole  all there is to say.
 * @param atOnce for standard error, on which what the program printed is above it.
 * @param inEnd  for the summary.
 */
record LossText(String whole, String atOnce, String inEnd) {
    /** Where in its code a simulator failed, at the end of what it says of its failure itself. */
    private static final Pattern PLACE = Pattern.compile(", in \\S+\\([^)]*\\)$");

    /** The text of a line on something else. */
    static LossText of(final String line) {
        return new LossText(line, line, line);
    }

    /**
     * Of a loss with which the run goes on.
     *
     * @param ended how its process ended; null when that is not known: then there is nothing to add.
     */
    static LossText of(final Loss loss, final Ended ended) {
        return of(loss.text(), loss.brief(), loss, ended);
    }

    /**
     * Of the end of a run.
     *
     * @param ended how the process of the asset ended that was lost last; null when that is not known.
     */
    static LossText of(final EndReason reason, final Ended ended) {
        return of(reason.text(), reason.brief(), reason.loss(), ended);
    }

    /**
     * The same end, after which programs of assets have failed.
     *
     * @param failed at least one, of which the first is told at length.
     */
    LossText andThenFailed(final List<Ended> failed) {
        final List<String> others = failed.stream().skip(1).map(Ended::asset).toList();
        final String what = ", and after that " + (others.isEmpty() ? "" : ShortList.of(others) + " failed, and ")
            + "asset '" + failed.get(0).asset() + "' failed";
        return of(whole + what, whole + what, null, failed.get(0));
    }

    private static LossText of(final String line, final String brief, final Loss loss, final Ended ended) {
        if (ended == null) {
            return new LossText(line, line, inEnd(line, brief));
        }
        final String ending = loss != null && loss.tellsEndOfProgram() ? "" : "; its program " + ended.ending();
        final String why = loss == null ? "" : PLACE.matcher(loss.said()).replaceFirst("");
        final List<String> unknown = ended.lastLines().stream()
            .filter(each -> !(each.equals(ended.thrown()) && isOfFailure(each)) && !isIn(each, why)).toList();
        final boolean isWhyPrinted = unknown.size() < ended.lastLines().size();
        final String printed = ended.lastLines().isEmpty() ? "; it printed nothing" : unknown.isEmpty() ? ""
            : "; it last printed: " + unknown.stream().map(Visible::quote).collect(Collectors.joining(" | "));
        final String whole = line + ending + printed;
        return new LossText(whole, ended.thrown() == null && !isWhyPrinted ? whole
            : (isWhyPrinted ? brief : line) + ending + "; see what it printed above",
            inEnd(whole, brief + ending + (ended.lastLines().isEmpty() ? printed : "")));
    }

    private static String inEnd(final String whole, final String brief) {
        return whole.equals(brief) ? whole : brief + "; standard error says more";
    }

    /** Whether a stack trace that begins so is the one of what an asset has told its hub, with the cause in it. */
    private static boolean isOfFailure(final String thrown) {
        return thrown.contains(AssetFailedException.class.getName());
    }

    /** Most failing simulators also print the reason that they tell the hub. */
    private static boolean isIn(final String line, final String why) {
        return !why.isBlank() && line.contains(why);
    }
}
