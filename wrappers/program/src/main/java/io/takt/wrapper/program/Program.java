package io.takt.wrapper.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.wrapper.kit.WrapperException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The process of a program: it is given one line, and answers with one. Owned by the thread that drives the asset, but
 * for {@link #kill}.
 */
final class Program implements AutoCloseable {
    /** The longest line of an answer. */
    static final int LONGEST_LINE = 16 * 1024 * 1024;

    /** A program that has closed its output is about to end. */
    private static final long END_WITHIN_S = 5;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final OutputStream orders;
    private final LineReader answers;
    private long number;

    /** Starts it; its standard error is this process's. */
    Program(final List<String> command) throws WrapperException {
        try {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (final IOException e) {
            throw new WrapperException("'" + command.get(0) + "' cannot be started: " + e.getMessage(), e);
        }
        orders = new BufferedOutputStream(process.getOutputStream());
        answers = new LineReader(process.getInputStream(), LONGEST_LINE);
    }

    long pid() {
        return process.pid();
    }

    /** Gives an order and waits for the answer, for as long as the program takes; null where there will be none. */
    Answer ask(final JsonNode order) throws IOException {
        number++;
        requireNoMore();
        try {
            write(order);
        } catch (final IOException e) {
            return null;
        }
        return answers.next() ? Answer.read(answers) : null;
    }

    private void write(final JsonNode order) throws IOException {
        orders.write(JSON.writeValueAsBytes(order));
        orders.write('\n');
        orders.flush();
    }

    /** A line without an order would be taken as the answer to the next one. */
    private void requireNoMore() throws IOException {
        final String more = answers.more();
        if (more != null) {
            throw new WrapperException("the program's output goes on after line " + answers.number()
                + " without an order, with " + more.replace("\n", "\\n") + "; each order has one line as its answer");
        }
    }

    /** Why there is no answer to the last order; waits a while for the program's end. */
    WrapperException ended(final JsonNode order) {
        return new WrapperException("the program " + endInWords() + " without an answer to order " + number + ", '"
            + order.get("order").textValue() + "'");
    }

    private String endInWords() {
        final Integer code = awaitEnd(END_WITHIN_S);
        return code == null ? "has closed its output" : inWords(code);
    }

    /** By convention of shells and of Java, a signal's number lies 128 above. */
    private static String inWords(final int code) {
        return code > 128 ? "was ended by signal " + (code - 128) : "ended with exit code " + code;
    }

    /** Null when it still runs. */
    private Integer awaitEnd(final long withinS) {
        try {
            return process.waitFor(withinS, TimeUnit.SECONDS) ? process.exitValue() : null;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** The run is over: the program is told, and ends by itself, or is killed after a while. */
    void stop(final JsonNode order, final long withinS) throws IOException {
        requireNoMore();
        try {
            write(order);
            orders.close();
        } catch (final IOException e) {
            // It has ended already; its exit code tells whether that was well.
            kill();
        }
        final Integer code = awaitEnd(withinS);
        if (code == null) {
            throw new WrapperException("the program was told to stop, and has not ended within " + withinS
                + " s; it is killed");
        }
        if (code != 0) {
            throw new WrapperException("the program " + inWords(code) + " after the run");
        }
    }

    /** From any thread; with all that it has started, or that would keep its output open. */
    void kill() {
        final List<ProcessHandle> started = process.descendants().toList();
        // Each before those that it has started, as the list has them: a shell goes on when its command has ended.
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /** Does not wait for it. */
    @Override
    public void close() {
        kill();
    }
}
