import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Draws how the rod stood: a panel for each argument, one above the other over the same time, into
 * {@code radio-loop.svg}. An argument is a table of the recorder, or several with commas between them that are drawn
 * over each other, and may have a title before an equals sign: {@code "two runs=radio-1.csv,radio-2.csv"}.
 */
public final class Plot {
    private static final String FILE = "radio-loop.svg";
    private static final int WIDTH = 860;
    private static final int LEFT = 52;
    private static final int RIGHT = 16;
    private static final int TOP = 12;
    private static final int TITLE = 22;
    private static final int HEIGHT = 84;
    private static final int GAP = 12;
    private static final int BOTTOM = 38;
    private static final double LIMIT_DEG = 25;
    private static final double LYING_DEG = 90;
    private static final int MOST_POINTS = 700;

    private static final String STYLE = """
        text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #33393f; }
        .ground { fill: #ffffff; }
        .panel { fill: #f4f6f8; }
        .line { stroke: #d3d9df; stroke-width: 1; }
        .fall { stroke: #c4314b; stroke-width: 1.5; stroke-dasharray: 4 3; }
        .title { font-weight: 600; }
        .result, .tick { fill: #66707a; }
        .fell { fill: #c4314b; }
        .run { fill: none; stroke-linejoin: round; }
        .run0 { stroke: #2f6fde; stroke-width: 1.4; }
        .run1 { stroke: #e8830c; stroke-width: 1.4; }
        .under { stroke-width: 4.5; }
        @media (prefers-color-scheme: dark) {
          text { fill: #dfe4ea; }
          .ground { fill: #0d1117; }
          .panel { fill: #171c24; }
          .line { stroke: #343c47; }
          .fall { stroke: #ff7b8e; }
          .result, .tick { fill: #98a3af; }
          .fell { fill: #ff7b8e; }
          .run0 { stroke: #6ca6ff; }
          .run1 { stroke: #ffab4a; }
        }
        """;

    private final List<Panel> panels;
    private final double endS;
    private final StringBuilder svg = new StringBuilder();

    private Plot(final List<Panel> panels) {
        this.panels = panels;
        this.endS = Math.ceil(panels.stream().flatMap(panel -> panel.runs.stream()).mapToDouble(Run::endS).max()
            .orElse(1));
    }

    /** A table: the tilt at each time, to where the rod fell. */
    private record Run(List<double[]> points, double fellS, double endS) {
        static Run read(final Path file) throws IOException {
            final List<double[]> points = new ArrayList<>();
            double fellS = Double.NaN;
            double endS = 0;
            final List<String> lines = Files.readAllLines(file);
            for (final String line : lines.subList(1, lines.size())) {
                final String[] row = line.split(",");
                endS = Long.parseLong(row[0]) / 1e9;
                if (Double.isNaN(fellS)) {
                    points.add(new double[] {endS, Math.toDegrees(Double.parseDouble(row[3]))});
                    fellS = Math.abs(points.get(points.size() - 1)[1]) < LYING_DEG ? Double.NaN : endS;
                }
            }
            return new Run(points, fellS, endS);
        }

        boolean hasFallen() {
            return !Double.isNaN(fellS);
        }

        boolean isSameAs(final Run other) {
            return points.size() == other.points.size()
                && points.stream().map(point -> point[1]).toList()
                    .equals(other.points.stream().map(point -> point[1]).toList());
        }

        String result() {
            final double squares = points.stream().mapToDouble(point -> point[1] * point[1]).sum();
            return hasFallen() ? String.format(Locale.ROOT, "fell at %.1f s", fellS)
                : String.format(Locale.ROOT, "stood: %.1f\u00b0 rms", Math.sqrt(squares / points.size()));
        }
    }

    private record Panel(String title, List<Run> runs) {
        static Panel of(final String argument) throws IOException {
            final int equals = argument.indexOf('=');
            final String files = argument.substring(equals + 1);
            final List<Run> runs = new ArrayList<>();
            for (final String file : files.split(",")) {
                runs.add(Run.read(Path.of(file)));
            }
            return new Panel(equals < 0 ? files.replace(".csv", "") : argument.substring(0, equals), runs);
        }

        boolean areEqual() {
            return runs.stream().allMatch(run -> run.isSameAs(runs.get(0)));
        }

        String result() {
            if (runs.size() > 1 && areEqual()) {
                return runs.get(0).result() + ", each time, equal to the last bit";
            }
            return runs.stream().map(Run::result).collect(Collectors.joining("; "));
        }
    }

    public static void main(final String[] args) throws IOException {
        if (args.length == 0) {
            throw new IllegalArgumentException("name the recorder's tables, such as wired.csv radio.csv");
        }
        final List<Panel> panels = new ArrayList<>();
        for (final String arg : args) {
            panels.add(Panel.of(arg));
        }
        Files.writeString(Path.of(FILE), new Plot(panels).draw());
        System.out.println("wrote " + FILE);
    }

    private String draw() {
        final int height = TOP + panels.size() * (TITLE + HEIGHT + GAP) + BOTTOM;
        add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' role='img'>%n", WIDTH,
            height, WIDTH, height);
        add("<title>Tilt of the rod over simulated time: %s</title>%n", panels.stream()
            .map(panel -> escaped(panel.title + ", " + panel.result())).collect(Collectors.joining("; ")));
        add("<style>%n%s</style>%n<rect class='ground' width='%d' height='%d'/>%n", STYLE, WIDTH, height);
        int top = TOP;
        for (final Panel panel : panels) {
            draw(panel, top);
            top += TITLE + HEIGHT + GAP;
        }
        final double step = endS > 12 ? 5 : 1;
        for (double time = 0; time <= endS; time += step) {
            add("<text class='tick' x='%.1f' y='%d' text-anchor='middle'>%.0f s</text>%n", x(time), top + 6, time);
        }
        add("<text class='tick' x='%.1f' y='%d' text-anchor='middle'>simulated time</text>%n",
            (LEFT + WIDTH - RIGHT) / 2.0, top + 26);
        return svg.append("</svg>\n").toString();
    }

    private void draw(final Panel panel, final int top) {
        final int panelTop = top + TITLE;
        final int width = WIDTH - LEFT - RIGHT;
        final boolean hasFallen = panel.runs.stream().anyMatch(Run::hasFallen);
        add("<text class='title' x='%d' y='%d'>%s</text>%n", LEFT, top + 15, escaped(panel.title));
        add("<text class='result%s' x='%d' y='%d' text-anchor='end'>%s</text>%n", hasFallen ? " fell" : "",
            WIDTH - RIGHT, top + 15, escaped(panel.result()));
        add("<clipPath id='c%d'><rect x='%d' y='%d' width='%d' height='%d'/></clipPath>%n", top, LEFT, panelTop, width,
            HEIGHT);
        add("<rect class='panel' x='%d' y='%d' width='%d' height='%d'/>%n", LEFT, panelTop, width, HEIGHT);
        for (final int degrees : new int[] {-20, 0, 20}) {
            final double y = y(degrees, panelTop);
            add("<line class='line' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>%n", LEFT, y, WIDTH - RIGHT, y);
            add("<text class='tick' x='%d' y='%.1f' text-anchor='end'>%d\u00b0</text>%n", LEFT - 8, y + 4.5, degrees);
        }
        add("<g clip-path='url(#c%d)'>%n", top);
        for (int i = 0; i < panel.runs.size(); i++) {
            final Run run = panel.runs.get(i);
            if (run.hasFallen()) {
                add("<line class='fall' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>%n", x(run.fellS), panelTop, x(run.fellS),
                    panelTop + HEIGHT);
            }
            // One line would hide another that is the same.
            final boolean isUnder = i == 0 && panel.runs.size() > 1 && panel.areEqual();
            add("<path class='run run%d%s' d='%s'/>%n", i % 2, isUnder ? " under" : "", path(run, panelTop));
        }
        add("</g>%n");
    }

    private String path(final Run run, final int panelTop) {
        final int stride = Math.max(1, (int) (run.points.size() * endS / Math.max(1e-9, run.endS) / MOST_POINTS));
        final StringBuilder path = new StringBuilder("M");
        for (int i = 0; i < run.points.size(); i += stride) {
            final double[] point = run.points.get(i);
            path.append(String.format(Locale.ROOT, " %.1f,%.1f", x(point[0]), y(point[1], panelTop)));
        }
        return path.toString();
    }

    private double x(final double timeS) {
        return LEFT + timeS / endS * (WIDTH - LEFT - RIGHT);
    }

    private static double y(final double degrees, final int panelTop) {
        return panelTop + HEIGHT / 2.0 * (1 - degrees / LIMIT_DEG);
    }

    private static String escaped(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private void add(final String format, final Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
