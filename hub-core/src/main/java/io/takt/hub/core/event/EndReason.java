package io.takt.hub.core.event;

import io.takt.hub.core.status.ShortList;
import java.util.List;

/**
 * Why a run has ended, in words.
 *
 * @param text  one line.
 * @param brief the same without the words of a simulator that failed.
 * @param loss  the loss that it tells of; null when it tells of none.
 */
public record EndReason(String text, String brief, Loss loss) {
    /** Most characters of text that comes from outside. */
    private static final int LONGEST = 1000;

    /**
     * A reason that tells of no loss.
     *
     * @param text one line.
     * @return the reason.
     */
    public static EndReason of(final String text) {
        return new EndReason(text, text, null);
    }

    /**
     * A loss ends the run.
     *
     * @param loss how.
     * @return the reason.
     */
    public static EndReason of(final Loss loss) {
        return new EndReason(oneLine(loss.text()), oneLine(loss.brief()), loss);
    }

    /**
     * The run has ended for another reason, and lacks assets that were to come back.
     *
     * @param why    the other reason.
     * @param loss   of the first of them.
     * @param others the names of those that are lost as well.
     * @return the reason.
     */
    public static EndReason of(final EndReason why, final Loss loss, final List<String> others) {
        final String rest = ", and has not come back" + (others.isEmpty() ? ""
            : "; nor have others that were lost: " + ShortList.of(others));
        return new EndReason(why.text + ", but " + loss.text() + rest, why.brief + ", but " + loss.brief() + rest,
            loss);
    }

    /**
     * Text from outside, fit for one line of a person's terminal.
     *
     * @param text of any length; null for none.
     * @return the line.
     */
    public static String oneLine(final String text) {
        final String line = text == null ? "no reason given" : text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
