package io.takt.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
     * What was written.
     *
     * @param files     in the order in which they were written; the page is the last.
     * @param withPlots false when there was no font to draw with: then there are no plots, and the page has none.
     */
    public record Written(List<Path> files, boolean withPlots) {
    }

    /**
     * Writes a report.
     *
     * @param report what to write.
     * @return what was written.
     * @throws IOException when a file cannot be written.
     */
    public Written write(final Report report) throws IOException {
        Files.createDirectories(folder);
        final List<Path> files = new ArrayList<>();
        for (final Sheet sheet : report.sheets()) {
            files.add(Files.writeString(folder.resolve(sheet.name() + ".csv"), sheet.csv()));
        }
        final boolean withPlots = Picture.canBeDrawn();
        final HtmlPage page = new HtmlPage(report);
        if (withPlots) {
            for (final Picture picture : report.pictures()) {
                final byte[] png = picture.png();
                files.add(Files.write(folder.resolve(picture.name() + ".png"), png));
                page.add(picture, png);
            }
        }
        files.add(Files.writeString(folder.resolve("index.html"), page.text()));
        return new Written(files, withPlots);
    }
}
