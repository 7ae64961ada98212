package io.takt.wrapper.fmu;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Pointer;
import io.takt.wrapper.kit.WrapperException;
import java.util.function.Consumer;

/**
 * The log of an FMU, and the check of each function's result. Lines about an error are kept for the exception that
 * comes of it. Owned by the thread that drives the asset; the FMU may log on others.
 */
final class FmuLog {
    static final int OK = 0;
    static final int WARNING = 1;
    static final int DISCARD = 2;
    static final int ERROR = 3;
    static final int FATAL = 4;

    private static final String[] WORDS = {"ok", "warning", "discard", "error", "fatal", "pending"};
    private static final int LONGEST = 2_000;

    /** A function of C that FMI 3 calls. */
    interface Logger3 extends Callback {
        /** Is called on any thread. */
        void log(Pointer environment, int status, Pointer category, Pointer message);
    }

    private final Consumer<String> tells;
    private final boolean tellsAll;
    /** Kept for as long as the FMU may call them. */
    private final Fmi2Logger logger2 = new Fmi2Logger(this);
    private final Logger3 logger3 = (environment, status, category, message) -> add(status, category, message);
    private volatile String error;

    /**
     * A log without lines.
     *
     * @param tells    takes a line.
     * @param tellsAll whether it gets more than warnings and errors.
     */
    FmuLog(final Consumer<String> tells, final boolean tellsAll) {
        this.tells = tells;
        this.tellsAll = tellsAll;
    }

    boolean tellsAll() {
        return tellsAll;
    }

    /** Address of the function that FMI 2 or 3 calls. */
    long function(final boolean isFmi3) {
        return Pointer.nativeValue(CallbackReference.getFunctionPointer(isFmi3 ? logger3 : logger2));
    }

    /** Is called on any thread. */
    void add(final int status, final Pointer category, final Pointer message) {
        final String line = text(message);
        if (status >= DISCARD && status <= FATAL) {
            error = line;
        } else if (tellsAll || status == WARNING) {
            tells.accept("the FMU says" + (category == null ? ": " : " (" + text(category) + "): ") + line);
        }
    }

    /** In one line. */
    static String text(final Pointer text) {
        final String line = text == null ? "" : text.getString(0, "UTF-8").strip().replaceAll("\\p{Cntrl}+", " ");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + " ..." : line;
    }

    void tell(final String line) {
        tells.accept(line);
    }

    /** Is called with the result of each function. */
    void check(final int status, final String function) throws WrapperException {
        if (status > WARNING || status < OK) {
            throw failed(function + " returned " + word(status));
        }
        if (error != null) {
            tells.accept(withReason("the FMU goes on after " + function));
        }
    }

    WrapperException failed(final String what) {
        return new WrapperException(withReason(what));
    }

    private String withReason(final String what) {
        final String reason = error;
        error = null;
        return reason == null ? what : what + "; the FMU says: " + reason;
    }

    private static String word(final int status) {
        return status >= 0 && status < WORDS.length ? WORDS[status] : status + ", which is no status of FMI";
    }
}
