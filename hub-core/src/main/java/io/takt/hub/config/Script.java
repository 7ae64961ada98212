package io.takt.hub.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * The interpreter that the first line of a program asks for, if it is a script: the kernel runs the program that is
 * named behind {@code #!} instead, and {@code env} another one that it looks for on the PATH.
 */
final class Script {
    /** So much of a file the kernel looks at. */
    private static final int HEAD_BYTES = 256;

    private Script() {
    }

    /**
     * Why a file cannot be run although it is executable, in words; null when nothing is known against it.
     *
     * @param folder   in which it is run.
     * @param isOnPath tells whether a program's name is found on the PATH.
     */
    static String problemWith(final Path program, final Path folder, final Predicate<String> isOnPath) {
        final String[] words = firstWords(program);
        if (words.length == 0 || words[0].isEmpty()) {
            return null;
        }
        final Path interpreter;
        try {
            interpreter = folder.resolve(words[0]);
        } catch (final InvalidPathException e) {
            return "is a script whose first line names no program";
        }
        if (!Files.isRegularFile(interpreter) || !Files.isExecutable(interpreter)) {
            return missing(words[0], Files.exists(interpreter) ? "no program" : "not there");
        }
        // With options it is known to env alone what it looks for.
        return interpreter.endsWith("env") && words.length == 2 && !words[1].matches("-.*|.*[=/].*")
            && !isOnPath.test(words[1]) ? missing(words[1], "not on the PATH") : null;
    }

    private static String missing(final String wanted, final String how) {
        return "is a script for '" + wanted.strip() + "', which is " + how + (wanted.endsWith("\r")
            ? " with the carriage return at the end of the script's first line; save it with line feeds alone"
            : "; install it, or put the right one behind '#!'");
    }

    /** The words behind {@code #!}; none when the kernel finds nothing there that it could run. */
    private static String[] firstWords(final Path file) {
        final byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(HEAD_BYTES);
        } catch (final IOException e) {
            // A file may be executable without being readable.
            return new String[0];
        }
        final String head = new String(bytes, StandardCharsets.UTF_8);
        final int end = head.indexOf('\n');
        return !head.startsWith("#!") || end < 0 && bytes.length == HEAD_BYTES ? new String[0]
            : head.substring(2, end < 0 ? head.length() : end).replaceFirst("^[ \t]+", "").split("[ \t]+");
    }
}
