package io.takt.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.BasicStroke;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemSource;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.data.xy.XYDataset;

/** Whether plots explain all that is drawn, and in a way that lets each be found where several lie on each other. */
public final class Legends {
    private Legends() {
    }

    /** Fails unless the legend of each plot has each series that is drawn, and nothing else. */
    public static void areComplete(final Report report) {
        for (final Picture picture : report.pictures()) {
            isComplete(report.name() + " " + picture.name(), picture);
        }
    }

    private static void isComplete(final String name, final Picture picture) {
        final XYPlot plot = picture.chart().getXYPlot();
        final List<String> drawn = new ArrayList<>();
        for (int i = 0; i < plot.getDatasetCount(); i++) {
            final XYDataset data = plot.getDataset(i);
            if (plot.getRenderer(i) instanceof XYBlockRenderer) {
                assertThat(picture.chart().getSubtitles()).as(name).hasAtLeastOneElementOfType(PaintScaleLegend.class);
                if (data.getItemCount(0) < cells(plot, (XYBlockRenderer) plot.getRenderer(i))) {
                    assertThat(plot.getBackgroundPaint()).as(name).isEqualTo(HeatMap.NOTHING);
                    drawn.add("grey");
                }
            } else {
                drawn.addAll(names(data, (XYLineAndShapeRenderer) plot.getRenderer(i)));
                haveOwnLooks(name, data, (XYLineAndShapeRenderer) plot.getRenderer(i));
            }
        }
        assertThat(items(picture).stream().map(item -> HeatMap.NOTHING.equals(item.getFillPaint()) ? "grey"
            : item.getLabel())).as(name).containsExactlyInAnyOrderElementsOf(drawn).doesNotHaveDuplicates();
        assertThat(plot.getSeriesRenderingOrder()).as(name).isEqualTo(SeriesRenderingOrder.FORWARD);
    }

    private static long cells(final XYPlot plot, final XYBlockRenderer blocks) {
        return Math.round(plot.getDomainAxis().getRange().getLength() / blocks.getBlockWidth())
            * Math.round(plot.getRangeAxis().getRange().getLength() / blocks.getBlockHeight());
    }

    private static List<LegendItem> items(final Picture picture) {
        return picture.chart().getSubtitles().stream().filter(LegendTitle.class::isInstance)
            .map(LegendTitle.class::cast).flatMap(legend -> Arrays.stream(legend.getSources()))
            .map(LegendItemSource::getLegendItems)
            .flatMap(items -> IntStream.range(0, items.getItemCount()).mapToObj(items::get)).toList();
    }

    /** A point is drawn by itself; a line takes two of them. */
    private static boolean isDrawn(final XYDataset data, final int series, final XYLineAndShapeRenderer renderer) {
        boolean wasPoint = renderer.getItemShapeVisible(series, 0);
        for (int i = 0; i < data.getItemCount(series); i++) {
            final boolean isPoint = Double.isFinite(data.getYValue(series, i));
            if (isPoint && wasPoint) {
                return true;
            }
            wasPoint = isPoint || renderer.getItemShapeVisible(series, 0);
        }
        return false;
    }

    private static List<String> names(final XYDataset data, final XYLineAndShapeRenderer renderer) {
        final List<String> names = new ArrayList<>();
        for (int series = 0; series < data.getSeriesCount(); series++) {
            if (isDrawn(data, series, renderer)) {
                names.add(data.getSeriesKey(series).toString());
            }
        }
        return names;
    }

    /** Of two on each other that which is drawn later is narrower and has gaps; and marks do not hide marks. */
    private static void haveOwnLooks(final String name, final XYDataset data, final XYLineAndShapeRenderer renderer) {
        final List<String> looks = new ArrayList<>();
        for (int series = 0; series < data.getSeriesCount(); series++) {
            final BasicStroke stroke = (BasicStroke) renderer.lookupSeriesStroke(series);
            looks.add(renderer.lookupSeriesPaint(series) + " " + Arrays.toString(stroke.getDashArray()) + " "
                + stroke.getLineWidth());
            if (series > 0) {
                assertThat(stroke.getLineWidth()).as(name)
                    .isLessThan(((BasicStroke) renderer.lookupSeriesStroke(series - 1)).getLineWidth());
                assertThat(stroke.getDashArray()).as(name).isNotNull();
            }
            if (renderer.getItemShapeVisible(series, 0)) {
                assertThat(renderer.getItemShapeFilled(series, 0)).as(name).isFalse();
            }
        }
        assertThat(looks).as(name).doesNotHaveDuplicates();
    }
}
