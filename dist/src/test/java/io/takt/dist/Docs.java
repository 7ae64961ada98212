package io.takt.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The documentation, as its readers find it. */
final class Docs {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    private Docs() {
    }

    /** The text of a page, by its path in the repository. */
    static String read(final String page) throws IOException {
        return Files.readString(TaktProcess.HOME.resolve(page));
    }

    /** The code blocks of a text in this language, in order. */
    static List<String> blocks(final String text, final String language) {
        final List<String> blocks = new ArrayList<>();
        final Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    /** The only such block that has this in it. */
    static String block(final String text, final String language, final String content) {
        final List<String> found = blocks(text, language).stream().filter(block -> block.contains(content)).toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " blocks of " + language + " have '" + content + "' in them");
        }
        return found.get(0);
    }
}
