package io.takt.lab.report;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;

/**
 * A plot.
 *
 * @param name    of its file, without the ending.
 * @param caption what is to be seen in it.
 * @param chart   the plot.
 * @param width   in pixels of a page.
 * @param height  in pixels of a page.
 */
public record Picture(String name, String caption, JFreeChart chart, int width, int height) {
    /** Sharp on screens whose pixels are half as large as those of a page. */
    private static final int SCALE = 2;

    static {
        // Drawing into memory must not fail because /tmp is full.
        ImageIO.setUseCache(false);
    }

    /**
     * Draws it.
     *
     * @return a PNG file.
     */
    byte[] png() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ChartUtils.writeScaledChartAsPNG(bytes, chart, width, height, SCALE, SCALE);
        } catch (final IOException e) {
            throw new UncheckedIOException("into memory", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Whether pictures can be drawn here: Java finds its fonts through the system's, and some have none.
     *
     * @return false when there is no font.
     */
    static boolean canBeDrawn() {
        try {
            new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics().getFontMetrics();
            return true;
        } catch (final LinkageError | RuntimeException e) {
            // Java says so in either way, depending on what is missing.
            return false;
        }
    }
}
