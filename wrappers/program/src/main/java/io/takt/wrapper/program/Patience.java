package io.takt.wrapper.program;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.SimTime;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
        String inWords() {
            return order.has("toNs") ? "its order of the step from " + SimTime.format(order.get("fromNs").longValue())
                + " to " + SimTime.format(order.get("toNs").longValue()) : "its order to start";
        }
    }

    private final NanoClock clock;
    private final long withinNs;
    private final Consumer<String> tells;
    private final AtomicReference<Owed> owed = new AtomicReference<>();
    /** Owned by the thread that looks. */
    private Owed told;

    /** Kills after {@code withinNs} of wall time; 0 for never. */
    Patience(final NanoClock clock, final long withinNs, final Consumer<String> tells) {
        this.clock = clock;
        this.withinNs = withinNs;
        this.tells = tells;
    }

    void begin(final Program program, final JsonNode order) {
        owed.set(new Owed(program, order, clock.nanoTime()));
    }

    void end() {
        owed.set(null);
    }

    void look() {
        final Owed now = owed.get();
        if (now == null) {
            return;
        }
        final long nowNs = clock.nanoTime();
        final String line = "the program, process " + now.program.pid() + ", has not answered " + now.inWords();
        if (withinNs > 0 && nowNs - now.sinceNs >= withinNs) {
            // The answer may have come meanwhile.
            if (owed.compareAndSet(now, null)) {
                tells.accept(line + " within " + seconds(withinNs) + "; it is killed");
                now.program.kill();
            }
        } else if (nowNs - now.sinceNs >= TELL_AFTER_NS && told != now) {
            told = now;
            tells.accept(line + " for " + seconds(TELL_AFTER_NS) + "; it is waited for");
        }
    }

    private static String seconds(final long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns) + " s";
    }
}
