package io.takt.hub.command;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with the words of a command line, in one line. */
final class WordTrouble {
    private WordTrouble() {
    }

    /** Says which word is wrong, why, and which one may be meant. */
    static String inWords(final ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            return inWords(unmatched);
        }
        return e.getCause() instanceof TypeConversionException ? e.getMessage()
            .replaceFirst(" is not an int$", " is not a whole number of at most 32 bits")
            .replaceFirst(" is not a long$", " is not a whole number of at most 64 bits")
            .replaceFirst(" is not a double$", " is not a number")
            : e.getMessage().replaceFirst("cannot convert ('.*') to BigDecimal \\(.*", "$1 is not a number");
    }

    /** Words that stand behind the wrong one may be right. */
    private static String inWords(final UnmatchedArgumentException e) {
        final String word = e.getUnmatched().get(0);
        final CommandSpec spec = e.getCommandLine().getCommandSpec();
        final List<String> like = e.getSuggestions();
        final String nearest = like.isEmpty() ? "" : "; the nearest is '" + like.get(0) + "'";
        return e.isUnknownOption() ? "Unknown option: '" + word + "'" + nearest
            : spec.subcommands().isEmpty() || !spec.positionalParameters().isEmpty()
                ? "'" + word + "' is one word too many"
                : "there is no command '" + spec.qualifiedName() + " " + word + "'" + nearest;
    }
}
