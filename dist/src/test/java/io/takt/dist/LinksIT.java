package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links of all pages lead to files and headings that exist; code names pages that exist; the index lists all pages. */
class LinksIT {
    private static final Pattern CODE_BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\n]*`", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#{1,6} (.+)$", Pattern.MULTILINE);
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern NAMED_PAGE = Pattern.compile("\\bdocs/[\\w/-]+\\.md\\b");
    private static final Pattern CODE_FILE = Pattern.compile(".*\\.(java|c|py|xml|json|sh|md)");

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        final List<String> broken = new ArrayList<>();
        final Map<Path, Set<String>> anchors = new HashMap<>();
        int links = 0;
        for (final Path page : pages()) {
            final Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll("code"));
            while (link.find()) {
                final Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
                if (!Files.exists(target)) {
                    broken.add(page + ": " + link.group());
                } else if (link.group(2) != null) {
                    if (!anchors.containsKey(target)) {
                        anchors.put(target, anchors(Files.readString(target)));
                    }
                    if (!anchors.get(target).contains(link.group(2))) {
                        broken.add(page + ": " + link.group());
                    }
                }
                links++;
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(100);
    }

    @Test
    void everyPageThatCodeNamesExists() throws IOException {
        final Set<String> missing = new TreeSet<>();
        int named = 0;
        for (final Path file : files(CODE_FILE)) {
            final Matcher page = NAMED_PAGE.matcher(Files.readString(file));
            while (page.find()) {
                if (!Files.exists(TaktProcess.HOME.resolve(page.group()))) {
                    missing.add(file + ": " + page.group());
                }
                named++;
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(10);
    }

    @Test
    void theIndexListsEveryPageOnce() throws IOException {
        final Path docs = TaktProcess.HOME.resolve("docs");
        final List<Path> listed = new ArrayList<>();
        final Matcher link = LINK.matcher(Docs.read("docs/README.md"));
        while (link.find()) {
            if (link.group(2) == null && link.group(1).endsWith(".md")) {
                listed.add(docs.resolve(link.group(1)).normalize());
            }
        }
        final List<Path> pages = pages().stream()
            .filter(page -> page.startsWith(docs) && !page.equals(docs.resolve("README.md"))).toList();
        assertThat(listed).containsAll(pages).doesNotHaveDuplicates();
    }

    private static List<Path> pages() throws IOException {
        return files(Pattern.compile(".*\\.md"));
    }

    /** Of the repository as it is kept: without the folders that builds make, and without hidden ones. */
    private static List<Path> files(final Pattern name) throws IOException {
        final List<Path> files = new ArrayList<>();
        Files.walkFileTree(TaktProcess.HOME, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes attributes) {
                final String folderName = folder.getFileName().toString();
                return !folder.equals(TaktProcess.HOME) && (folderName.startsWith(".") || folderName.equals("target"))
                    ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                if (name.matcher(file.getFileName().toString()).matches()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** As GitHub makes them: lower case, no punctuation, hyphens for blanks; a number after a repeated one. */
    private static Set<String> anchors(final String page) {
        final Set<String> anchors = new HashSet<>();
        final Matcher heading = HEADING.matcher(CODE_BLOCK.matcher(page).replaceAll(""));
        while (heading.find()) {
            final String plain = heading.group(1).replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1");
            final String anchor =
                plain.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
            int repeated = 0;
            while (!anchors.add(repeated == 0 ? anchor : anchor + "-" + repeated)) {
                repeated++;
            }
        }
        ANCHOR.matcher(page).results().forEach(result -> anchors.add(result.group(1)));
        return anchors;
    }
}
