package io.takt.lab.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes a report into a folder: each table, each plot, and {@code index.html} with all of it. */
public final class ReportFolder {
    private final Path folder;

    /**
     * A folder, which is made when there is none.
     *
     * @param folder where to write; files of the same names are written over.
     */
    public ReportFolder(final Path folder) {
        this.folder = folder;
    }

    /**
     * The written files.
     *
     * @param files     in the order in which they were written; the page is the last.
     * @param withPlots false when there was no font to draw with: then there are no plots, and the page has none.
     */
    public record Written(List<Path> files, boolean withPlots) {
    }

    /**
     * Whether a report could be written, as far as that can be told before: an experiment may take long. Makes nothing.
     *
     * @throws IOException when there is no folder, and cannot be one, or one that is not for this user.
     */
    public void check() throws IOException {
        Path there = folder;
        while (there != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.getParent();
        }
        if (there == null) {
            there = Path.of("").toAbsolutePath();
        }
        if (!Files.isDirectory(there)) {
            throw new FileAlreadyExistsException(there.toString());
        }
        if (!Files.isWritable(there)) {
            throw new AccessDeniedException(there.toString());
        }
    }

    /**
     * Writes a report. Files get their names when all are written: an error before that leaves an older report as it
     * was.
     *
     * @param report what to write.
     * @param next   is told of each file before it is made, which may take a while for a picture.
     * @return what was written.
     * @throws IOException when a file cannot be written.
     */
    public Written write(final Report report, final Consumer<Path> next) throws IOException {
        Files.createDirectories(folder);
        final List<Path> files = new ArrayList<>();
        final boolean withPlots = Picture.canBeDrawn();
        try {
            for (final Sheet sheet : report.sheets()) {
                Files.writeString(part(begin(sheet.name() + ".csv", files, next)), sheet.csv());
            }
            final HtmlPage page = new HtmlPage(report);
            if (withPlots) {
                for (final Picture picture : report.pictures()) {
                    final Path file = begin(picture.name() + ".png", files, next);
                    final byte[] png = picture.png();
                    Files.write(part(file), png);
                    page.add(picture, png);
                }
            }
            Files.writeString(part(begin("index.html", files, next)), page.text());
            for (final Path file : files) {
                Files.move(part(file), file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            for (final Path file : files) {
                Files.deleteIfExists(part(file));
            }
        }
        return new Written(files, withPlots);
    }

    private Path begin(final String name, final List<Path> files, final Consumer<Path> next) {
        final Path file = folder.resolve(name);
        next.accept(file);
        files.add(file);
        return file;
    }

    private static Path part(final Path file) {
        return file.resolveSibling("." + file.getFileName() + ".part");
    }
}
