package io.takt.conform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A fault to be put into the C library: a line of {@code mutants.txt}, and the rule that it has to break. */
record Mutant(String name, String rule, String trial, String file, String oldText, String newText) {
    private static final Pattern BLOCK = Pattern.compile(
        "^(\\w[^:\\n]*): ([\\w-]+)(?: by ([\\w-]+))? in (\\S+)\\n- (.*)\\n\\+ (.*)$", Pattern.MULTILINE);

    static List<Mutant> all() throws IOException {
        final List<Mutant> all = new ArrayList<>();
        final String text = Files.readString(Path.of("src/test/resources/mutants.txt"));
        final Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            all.add(new Mutant(block.group(1), block.group(2), block.group(3) == null ? block.group(2) : block.group(3),
                block.group(4), block.group(5), block.group(6)));
        }
        if (all.size() != text.lines().filter(line -> line.startsWith("- ")).count()) {
            throw new IllegalStateException("a block of mutants.txt cannot be read");
        }
        return all;
    }

    /** How often its old text stands in a file: it can be put in where that is once. */
    int timesIn(final String text) {
        int times = 0;
        for (int at = text.indexOf(oldText); at >= 0; at = text.indexOf(oldText, at + 1)) {
            times++;
        }
        return times;
    }

    @Override
    public String toString() {
        return name;
    }
}
