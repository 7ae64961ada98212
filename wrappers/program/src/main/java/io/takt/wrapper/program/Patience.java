package io.takt.wrapper.program;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Looks for how long a program owes an answer: tells once, and kills the program after a time if it is to. Begun and
 * ended by the thread that drives the asset; looked at by another one.
 */
final class Patience {
    /** Wall time after which an answer that is owed is told. */
    static final long TELL_AFTER_NS = TimeUnit.SECONDS.toNanos(5);

    /** An answer that is owed. */
    private record Owed(Program program, JsonNode order, long sinceNs) {
    }

    private final NanoClock clock;
    private final long withinNs;
    private final Consumer<String> tells;
    private volatile Owed owed;
    /** Owned by the thread that looks. */
    private Owed told;

    /** Kills after {@code withinNs} of wall time; 0 for never. */
    Patience(final NanoClock clock, final long withinNs, final Consumer<String> tells) {
        this.clock = clock;
        this.withinNs = withinNs;
        this.tells = tells;
    }

    void begin(final Program program, final JsonNode order) {
        owed = new Owed(program, order, clock.nanoTime());
    }

    void end() {
        owed = null;
    }

    void look() {
        final Owed now = owed;
        if (now == null) {
            return;
        }
        final long nowNs = clock.nanoTime();
        if (withinNs > 0 && nowNs - now.sinceNs >= withinNs) {
            tells.accept("the program, process " + now.program.pid() + ", has not answered " + now.order + " within "
                + seconds(withinNs) + "; it is killed");
            now.program.kill();
            owed = null;
        } else if (nowNs - now.sinceNs >= TELL_AFTER_NS && told != now) {
            told = now;
            tells.accept("the program, process " + now.program.pid() + ", has not answered " + now.order + " for "
                + seconds(TELL_AFTER_NS) + "; it is waited for");
        }
    }

    private static String seconds(final long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns) + " s";
    }
}
