package io.takt.hub.config;

import io.takt.shm.host.ProcStat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The interpreter that the first line of a program asks for, if it is a script: the kernel runs the program that is
 * named behind {@code #!} instead, and {@code env} another one that it looks for on the PATH. A program without such a
 * line is for this machine, or run by the shell.
 */
final class Script {
    /** So much of a file the kernel looks at. */
    private static final int HEAD_BYTES = 256;

    /** So many scripts may be run by scripts. */
    private static final int MOST_SCRIPTS = 5;

    /** The character that a decoder puts where there is none. */
    private static final char UNREADABLE = '\ufffd';

    private final Path folder;
    private final Predicate<String> isOnPath;

    /**
     * Looks at scripts.
     *
     * @param folder   in which they are run.
     * @param isOnPath tells whether a program's name is found on the PATH.
     */
    Script(final Path folder, final Predicate<String> isOnPath) {
        this.folder = folder;
        this.isOnPath = isOnPath;
    }

    /** Why a file cannot be run although it is executable, in words; null when nothing is known against it. */
    String problemWith(final Path program) {
        Path file = program;
        for (int scripts = 0; scripts <= MOST_SCRIPTS; scripts++) {
            final String line = firstLine(file);
            if (line == null) {
                return null;
            }
            final String named = line.split("[ \t]", 2)[0];
            final String argument = line.substring(named.length()).strip();
            final boolean isCarriageReturn = line.endsWith("\r");
            final Path interpreter;
            try {
                interpreter = folder.resolve(named);
            } catch (final InvalidPathException e) {
                return "is a script whose first line names no program";
            }
            // Perl reads over it, if it gets that far.
            if (isCarriageReturn && (argument.isEmpty() && named.endsWith("\r")
                || !named.substring(named.lastIndexOf('/') + 1).startsWith("perl"))) {
                return "is a script whose first line ends with a carriage return, which is taken for a part of what is"
                    + " named there; save it with line feeds alone";
            }
            if (!Files.isRegularFile(interpreter) || !Files.isExecutable(interpreter)) {
                return "is a script for '" + named + "', which is "
                    + (Files.exists(interpreter) ? "no program" : "not there") + "; put the right one behind '#!'";
            }
            final String wanted = interpreter.endsWith("env") ? wantedOfEnv(argument) : null;
            if (wanted != null && !isThere(wanted)) {
                return "is a script for '" + wanted + "', which is not " + (wanted.contains("/") ? "there"
                    : "on the PATH") + "; install it, or put the right one behind '#!'";
            }
            file = interpreter;
        }
        return "is a script for a script, and so on; more than " + MOST_SCRIPTS + " are not run";
    }

    private boolean isThere(final String program) {
        try {
            return program.contains("/") ? Files.isExecutable(folder.resolve(program)) : isOnPath.test(program);
        } catch (final InvalidPathException e) {
            return false;
        }
    }

    /** The text behind {@code #!}; null when the kernel finds nothing there that it could run. */
    private static String firstLine(final Path file) {
        final byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD_BYTES);
        } catch (final IOException e) {
            // A file may be executable without being readable.
            return null;
        }
        if (head.length < 2 || head[0] != '#' || head[1] != '!') {
            return null;
        }
        final String text = new String(head, 2, head.length - 2, StandardCharsets.UTF_8);
        final int end = text.indexOf('\n');
        final String line = (end < 0 ? text : text.substring(0, end)).replaceAll("^[ \t]+|[ \t]+$", "");
        final boolean isCutOff = end < 0 && head.length == HEAD_BYTES && line.indexOf(' ') < 0
            && line.indexOf('\t') < 0;
        final boolean isText = line.indexOf(UNREADABLE) < 0;
        return line.isEmpty() || isCutOff || !isText ? null : line;
    }

    /** The program that {@code env} looks for; null when it looks for none, or in a way that is not known here. */
    private static String wantedOfEnv(final String argument) {
        final boolean isSplit = argument.matches("(-S|-vS|--split-string[= ]).*");
        if (!isSplit) {
            // On Linux all of it is one argument, blanks included; elsewhere it may be several.
            return argument.isEmpty() || argument.startsWith("-") || argument.contains("=")
                || argument.matches(".*[ \t].*") && !ProcStat.isAvailable() ? null : argument;
        }
        final List<String> words = new ArrayList<>(Arrays.asList(
            argument.replaceFirst("^(-v?S|--split-string[= ])", "").strip().split("[ \t]+")));
        while (!words.isEmpty() && (words.get(0).equals("-i") || words.get(0).matches("[A-Za-z_][A-Za-z_0-9]*=.*"))) {
            if (words.remove(0).startsWith("PATH=")) {
                return null;
            }
        }
        return words.isEmpty() || words.get(0).isEmpty() || !words.get(0).matches("[A-Za-z0-9_./+-]+")
            || words.get(0).startsWith("-") ? null : words.get(0);
    }
}
