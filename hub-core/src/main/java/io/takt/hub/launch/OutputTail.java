package io.takt.hub.launch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Of what a program has printed, the little that tells why it ended: the last lines; and of a stack trace among them
 * what was thrown and its innermost cause, but not where. Traces are known by the form that Java, Python and those have
 * that print theirs alike. The report of a JVM that crashes becomes one line with the signal and its place.
 */
final class OutputTail {
    private static final int MOST_LINES = 10;

    private static final Pattern FRAME =
        Pattern.compile("\\s+(at .*(\\(.*\\)|:\\d+).*|\\.\\.\\. \\d+ (more|common frames omitted).*)");

    /** Of what was thrown beside it. */
    private static final Pattern NESTED = Pattern.compile("\\s+(Suppressed|Caused by): .*");

    private static final Pattern NAME_OF_THROWN = Pattern.compile("(Exception|Error|Throwable)\\b");

    private static final String CAUSE = "Caused by: ";
    private static final String PYTHON = "Traceback (most recent call last):";

    private static final String CRASH = "# A fatal error has been detected by the Java Runtime Environment:";
    private static final Pattern SIGNAL = Pattern.compile("#  (.*?)( at pc=.*)?");
    private static final String FRAME_COMES = "# Problematic frame:";
    private static final Pattern REPORT = Pattern.compile("# .*hs_err.*");

    /** Since the last trace, if there was one. */
    private final ArrayDeque<String> last = new ArrayDeque<>();
    private String thrown;
    private String cause;
    private boolean isInTrace;
    private boolean isInPythons;
    private boolean isInCrash;
    private boolean isFrameNext;
    private String signal;
    /** Lines since then belong to the cause's message, if its frames follow. */
    private boolean isAfterCause;

    /**
     * Takes the next line.
     *
     * @return whether it is one for people; of the report of a JVM that crashes, the name of its file is.
     */
    boolean take(final String line) {
        if (isInCrash && line.startsWith("#") || line.equals(CRASH)) {
            takeOfCrash(line);
            return REPORT.matcher(line).matches();
        }
        final boolean isForPeople = !line.equals("#");
        if (isForPeople && !line.isBlank()) {
            takePlain(line);
        }
        return isForPeople;
    }

    private void takePlain(final String line) {
        if (isInPythons) {
            takeOfPython(line);
        } else if (line.startsWith(PYTHON)) {
            forget();
            isInPythons = true;
        } else if (FRAME.matcher(line).matches()) {
            takeFrame();
        } else if (isInTrace && line.startsWith(CAUSE)) {
            cause = line;
            isAfterCause = true;
        } else if (!isInTrace || !NESTED.matcher(line).matches()) {
            isInTrace = false;
            takeOther(line);
        }
    }

    /** There, the exception comes last, and is the first line that is not indented. */
    private void takeOfPython(final String line) {
        if (!Character.isWhitespace(line.charAt(0))) {
            isInPythons = false;
            thrown = line;
        }
    }

    /** The signal comes first, the frame later, and words for developers of JVMs among them. */
    private void takeOfCrash(final String line) {
        final Matcher found = SIGNAL.matcher(line);
        if (!isInCrash) {
            isInCrash = true;
        } else if (signal == null && found.matches()) {
            signal = found.group(1);
            takeOther(signal);
        } else if (isFrameNext) {
            isFrameNext = false;
            last.remove(signal);
            takeOther(signal + " in " + line.substring(1).strip().replaceAll("\\s+", " "));
        }
        isFrameNext |= line.equals(FRAME_COMES);
    }

    private void takeFrame() {
        if (isAfterCause) {
            last.clear();
        } else if (!isInTrace && !last.isEmpty()) {
            final String newest = newestThatNamesWhatWasThrown();
            forget();
            thrown = newest;
        }
        isAfterCause = false;
        isInTrace = true;
    }

    /** Its message may have several lines. */
    private String newestThatNamesWhatWasThrown() {
        for (final Iterator<String> each = last.descendingIterator(); each.hasNext();) {
            final String line = each.next();
            if (NAME_OF_THROWN.matcher(line).find()) {
                return line;
            }
        }
        return last.getLast();
    }

    private void takeOther(final String line) {
        if (last.size() == MOST_LINES) {
            last.removeFirst();
            // The program went on for long after it.
            thrown = null;
            cause = null;
            isAfterCause = false;
        }
        last.addLast(line);
    }

    private void forget() {
        last.clear();
        thrown = null;
        cause = null;
        isAfterCause = false;
    }

    /** The line of a trace among them that says what was thrown; null without one. */
    String thrown() {
        return thrown;
    }

    /** At most ten lines and two of a trace, in their order. */
    List<String> lines() {
        final List<String> lines = new ArrayList<>();
        if (thrown != null) {
            lines.add(thrown);
        }
        if (cause != null) {
            lines.add(cause);
        }
        lines.addAll(last);
        return lines;
    }
}
