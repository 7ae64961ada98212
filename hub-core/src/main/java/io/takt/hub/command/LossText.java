package io.takt.hub.command;

import io.takt.asset.AssetFailedException;
import io.takt.hub.core.Losses;
import io.takt.hub.launch.AssetProcesses.Ended;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A loss in words, at three lengths: whole for a program; for the moment at which it happens, without what the lost
 * program's own lines above have just said; and for the end of a report, without what was thrown or printed.
 *
 * @param whole  all there is to say.
 * @param atOnce for standard error, on which what the program printed is above it.
 * @param inEnd  for the summary.
 */
record LossText(String whole, String atOnce, String inEnd) {
    private static final String PROGRAM = ": its program ";

    /** An asset's own words on its failure, and the place of it; other words of the hub may follow. */
    private static final Pattern SAID = Pattern.compile(Pattern.quote(Losses.SIMULATOR_FAILED)
        + "(?<why>.*?)(?<place>, in \\S+\\([^)]*\\))?(?=$|" + Stream.of(Losses.AFTER_TRIES, Losses.NOT_BACK,
        Losses.WOULD_MISS).map(Pattern::quote).collect(Collectors.joining("|")) + ")");

    /** Of a line on something else. */
    static LossText of(final String line) {
        return new LossText(line, line, line);
    }

    /**
     * Of a line of the hub's, and of how the process ended.
     *
     * @param line  such as the reason of a run's end.
     * @param ended null when that is not known; then there is nothing to add.
     */
    static LossText of(final String line, final Ended ended) {
        final Matcher said = SAID.matcher(line);
        final String why = said.find() ? said.group("why") : "";
        // Up to the colon.
        final String failed = Losses.SIMULATOR_FAILED.substring(0, Losses.SIMULATOR_FAILED.lastIndexOf(':'));
        final String withoutWhy =
            why.isBlank() ? line : line.substring(0, said.start()) + failed + line.substring(said.end());
        if (ended == null) {
            return new LossText(line, line, inEnd(line, withoutWhy));
        }
        final String ending = line.contains(PROGRAM) ? "" : "; its program " + ended.ending();
        final List<String> unknown = ended.lastLines().stream()
            .filter(each -> !(each.equals(ended.thrown()) && isOfFailure(each)) && !isIn(each, why)).toList();
        final boolean isWhyPrinted = unknown.size() < ended.lastLines().size();
        final String printed = ended.lastLines().isEmpty() ? "; it printed nothing" : unknown.isEmpty() ? ""
            : "; it last printed: " + unknown.stream().map(Visible::quote).collect(Collectors.joining(" | "));
        final String whole = line + ending + printed;
        return new LossText(whole, ended.thrown() == null && !isWhyPrinted ? whole
            : (isWhyPrinted ? withoutWhy : line) + ending + "; see what it printed above",
            inEnd(whole, withoutWhy + ending + (ended.lastLines().isEmpty() ? printed : "")));
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
