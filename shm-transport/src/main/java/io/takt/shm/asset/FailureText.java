package io.takt.shm.asset;

/** The text about an exception for the hub. Never throws, even if the exception's own methods do. */
final class FailureText {
    private static final int LONGEST = 1_000;

    /** Frames of these say nothing of where a simulator failed. */
    private static final String[] RUNTIME = {"io.takt.shm.", "io.takt.asset.", "org.agrona."};

    private FailureText() {
    }

    /** One line, not too long for a hub. */
    static String of(final Throwable thrown) {
        final String line = firstLine(thrown);
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }

    /** The same, and where in the simulator's code, if that is known. */
    static String withPlace(final Throwable thrown) {
        return of(thrown) + place(thrown);
    }

    private static String place(final Throwable thrown) {
        try {
            for (final StackTraceElement frame : thrown.getStackTrace()) {
                if (isSimulators(frame)) {
                    return ", in " + frame;
                }
            }
        } catch (final Throwable e) { // no memory or stack may be left for frames
            return "";
        }
        return "";
    }

    private static boolean isSimulators(final StackTraceElement frame) {
        final String module = frame.getModuleName();
        if (module != null && (module.startsWith("java.") || module.startsWith("jdk."))) {
            return false;
        }
        for (final String each : RUNTIME) {
            if (frame.getClassName().startsWith(each)) {
                return false;
            }
        }
        return true;
    }

    private static String firstLine(final Throwable thrown) {
        try {
            final String text = thrown.toString();
            return text == null ? nameOf(thrown) : text.lines().findFirst().orElse(nameOf(thrown));
        } catch (final Throwable e) { // user code: the message may be computed
            return nameOf(thrown);
        }
    }

    private static String nameOf(final Throwable thrown) {
        return thrown.getClass().getName();
    }
}
