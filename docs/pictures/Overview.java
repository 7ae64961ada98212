import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Draws the picture at the top of the README: three simulators at a hub, their clocks over wall time, and the simulator
 * that the others wait for. The clocks are moved by the rules that ship, in simulated wall time, so every run draws the
 * same picture.
 *
 * <pre>
 * takt java docs/pictures/Overview.java docs/pictures/overview.svg
 * </pre>
 */
public final class Overview {
    private static final int NONE = -1;
    private static final long MS = 1_000_000;
    private static final int WALL_MS = 520;
    private static final long CORE_STEP_NS = 10 * MS;
    private static final long MAX_DELAY_NS = 70 * MS;
    private static final int CORE_EVERY_MS = 8;

    private static final int WIDTH = 880;
    private static final int HEIGHT = 400;
    private static final int BOXES_LEFT = 16;
    private static final int BOX_WIDTH = 172;
    private static final int LEFT = 290;
    private static final int RIGHT = 860;
    private static final int TOP = 44;
    private static final int BOTTOM = 300;
    private static final int STRIP_TOP = 328;
    private static final int STRIP_HEIGHT = 22;
    private static final long TOP_NS = 340 * MS;

    private static final String STYLE = """
        text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #33393f; }
        .ground { fill: #ffffff; }
        .panel { fill: #f4f6f8; }
        .box { fill: #f4f6f8; stroke-width: 2; }
        .title { font-weight: 600; }
        .small { font-size: 12px; fill: #66707a; }
        .band { fill: #d9e2ec; }
        .core { stroke: #33393f; }
        .floor { stroke: #33393f; stroke-dasharray: 3 3; }
        .wire { stroke: #98a3af; stroke-width: 1.5; }
        .run { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .s0 { stroke: #2f6fde; } .f0 { fill: #2f6fde; }
        .s1 { stroke: #d9480f; } .f1 { fill: #d9480f; }
        .s2 { stroke: #2b8a3e; } .f2 { fill: #2b8a3e; }
        .none { fill: #d3d9df; }
        .on { fill: #ffffff; }
        @media (prefers-color-scheme: dark) {
          text { fill: #dfe4ea; }
          .ground { fill: #0d1117; }
          .panel, .box { fill: #171c24; }
          .small { fill: #98a3af; }
          .band { fill: #2a3442; }
          .core, .floor { stroke: #dfe4ea; }
          .none { fill: #343c47; }
          .on { fill: #ffffff; }
        }
        """;

    private final List<Simulator> simulators = List.of(
        new Simulator("flight", 10 * MS, 9, 0, 0),
        new Simulator("radio", 20 * MS, 14, 185, 375),
        new Simulator("plant", 40 * MS, 48, 0, 0));
    private final List<long[]> core = new ArrayList<>();
    /** For each millisecond of wall time: the simulator that the core waits for, or {@link #NONE}. */
    private final int[] holders = new int[WALL_MS];
    private final StringBuilder svg = new StringBuilder();

    /** A simulator that needs so much wall time for a step, and stands still in a debugger for a while. */
    private static final class Simulator {
        private final String name;
        private final long stepNs;
        private final int costMs;
        private final int stopsMs;
        private final int goesOnMs;
        private final List<long[]> clock = new ArrayList<>(List.of(new long[] {0, 0}));
        private long timeNs;
        private int leftMs;

        Simulator(final String name, final long stepNs, final int costMs, final int stopsMs, final int goesOnMs) {
            this.name = name;
            this.stepNs = stepNs;
            this.costMs = costMs;
            this.stopsMs = stopsMs;
            this.goesOnMs = goesOnMs;
        }

        void run(final int wallMs, final long coreNs) {
            if (wallMs >= stopsMs && wallMs < goesOnMs) {
                return;
            }
            if (leftMs > 0 && --leftMs == 0) {
                timeNs += stepNs;
                clock.add(new long[] {wallMs, timeNs});
            }
            if (leftMs == 0 && AssetRule.progresses(timeNs, stepNs, coreNs)) {
                leftMs = costMs;
            }
        }
    }

    public static void main(final String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("name the file to be written, such as docs/pictures/overview.svg");
        }
        final Overview overview = new Overview();
        overview.simulate();
        Files.writeString(Path.of(args[0]), overview.draw());
        System.out.println("wrote " + args[0]);
    }

    private void simulate() {
        long coreNs = 0;
        int holder = NONE;
        core.add(new long[] {0, 0});
        for (int wallMs = 0; wallMs < WALL_MS; wallMs++) {
            for (final Simulator simulator : simulators) {
                simulator.run(wallMs, coreNs);
            }
            if (wallMs % CORE_EVERY_MS == 0) {
                holder = holder(coreNs + CORE_STEP_NS);
                if (holder == NONE) {
                    coreNs += CORE_STEP_NS;
                    core.add(new long[] {wallMs, coreNs});
                }
            }
            holders[wallMs] = holder;
        }
    }

    private int holder(final long nextCoreNs) {
        for (int i = 0; i < simulators.size(); i++) {
            if (!CoreRule.allows(nextCoreNs, simulators.get(i).timeNs, MAX_DELAY_NS)) {
                return i;
            }
        }
        return NONE;
    }

    private String draw() {
        add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' role='img'>%n", WIDTH,
            HEIGHT, WIDTH, HEIGHT);
        add("<title>Three simulators at a hub: their clocks stay within maxDelay below the core's time; while one is "
            + "stopped in a debugger the others wait for it</title>%n");
        add("<style>%n%s</style>%n<rect class='ground' width='%d' height='%d'/>%n", STYLE, WIDTH, HEIGHT);
        drawBoxes();
        drawClocks();
        drawHolders();
        return add("</svg>%n").toString();
    }

    private void drawBoxes() {
        text(BOXES_LEFT, 24, "title", "start", "your programs");
        final int hubX = BOXES_LEFT + BOX_WIDTH + 26;
        for (int i = 0; i < simulators.size(); i++) {
            final int y = TOP + i * 92;
            final Simulator simulator = simulators.get(i);
            add("<line class='wire' x1='%d' y1='%d' x2='%d' y2='%d'/>%n", BOXES_LEFT + BOX_WIDTH, y + 34, hubX, y + 34);
            add("<rect class='box s%d' x='%d' y='%d' width='%d' height='68' rx='8'/>%n", i, BOXES_LEFT, y, BOX_WIDTH);
            text(BOXES_LEFT + 12, y + 27, "title", "start", simulator.name + " simulator");
            text(BOXES_LEFT + 12, y + 49, "small", "start",
                String.format(Locale.ROOT, "an asset, step %d ms", simulator.stepNs / MS));
            if (i > 0) {
                add("<line class='wire' x1='%d' y1='%d' x2='%d' y2='%d'/>%n", BOXES_LEFT + 30, y - 24, BOXES_LEFT + 30,
                    y);
                text(BOXES_LEFT + 38, y - 8, "small", "start", "messages");
            }
        }
        add("<rect class='box core' x='%d' y='%d' width='40' height='252' rx='8'/>%n", hubX, TOP);
        add("<text class='title' text-anchor='middle' transform='translate(%d %d) rotate(-90)'>hub: the core's time"
            + "</text>%n", hubX + 25, TOP + 126);
    }

    private void drawClocks() {
        text(LEFT, 24, "title", "start", "simulated time of each: no clock leaves the band");
        add("<rect class='panel' x='%d' y='%d' width='%d' height='%d'/>%n", LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
        final StringBuilder band = new StringBuilder("M").append(points(core, 0));
        final List<String> below = new ArrayList<>(List.of(points(core, -MAX_DELAY_NS).split(" ")));
        Collections.reverse(below);
        add("<path class='band' d='%sL%sZ'/>%n", band, String.join(" ", below));
        for (int i = 0; i < simulators.size(); i++) {
            add("<path class='run s%d' d='M%s'/>%n", i, points(simulators.get(i).clock, 0));
        }
        add("<path class='run core' d='M%s'/>%n", points(core, 0));
        add("<path class='run floor' d='M%s'/>%n", points(core, -MAX_DELAY_NS));
        text(x(170), y(158 * MS), "title", "end", "the core's time");
        text(x(110), y(22 * MS), "small", "start", "maxDelay below it");
        text(x(280), y(224 * MS), "small", "middle", "radio stops, so all stop");
        text(x(446), y(150 * MS), "small", "start", "and goes on");
    }

    private void drawHolders() {
        text(LEFT, STRIP_TOP - 8, "title", "start", "the others wait for");
        int from = 0;
        for (int wallMs = 1; wallMs <= WALL_MS; wallMs++) {
            if (wallMs == WALL_MS || holders[wallMs] != holders[from]) {
                final double left = x(from);
                final double width = x(wallMs) - left;
                add("<rect class='%s' x='%.1f' y='%d' width='%.1f' height='%d'/>%n",
                    holders[from] == NONE ? "none" : "f" + holders[from], left, STRIP_TOP, width,
                    STRIP_HEIGHT);
                final String says = holders[from] == NONE ? "" : simulators.get(holders[from]).name
                    + (simulators.get(holders[from]).stopsMs > 0 ? ", in a debugger" : "");
                if (width > says.length() * 6.8) {
                    text(left + width / 2, STRIP_TOP + 16, "on", "middle", says);
                }
                from = wallMs;
            }
        }
        text((LEFT + RIGHT) / 2.0, STRIP_TOP + STRIP_HEIGHT + 22, "small", "middle", "wall time");
        text(BOXES_LEFT, STRIP_TOP + 16, "small", "start", "takt watch names it, and says why");
    }

    /** A staircase: each clock stays where it is until it counts up. */
    private static String points(final List<long[]> clock, final long shiftNs) {
        final StringBuilder points = new StringBuilder();
        double lastY = y(Math.max(0, clock.get(0)[1] + shiftNs));
        points.append(point(x(0), lastY));
        for (final long[] countUp : clock.subList(1, clock.size())) {
            final double nextY = y(Math.max(0, countUp[1] + shiftNs));
            if (nextY != lastY) {
                points.append(' ').append(point(x(countUp[0]), lastY)).append(' ').append(point(x(countUp[0]), nextY));
                lastY = nextY;
            }
        }
        return points.append(' ').append(point(x(WALL_MS), lastY)).toString();
    }

    private static double x(final long wallMs) {
        return LEFT + (double) (RIGHT - LEFT) * wallMs / WALL_MS;
    }

    private static double y(final long timeNs) {
        return BOTTOM - (double) (BOTTOM - TOP) * timeNs / TOP_NS;
    }

    private static String point(final double x, final double y) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
    }

    private void text(final double x, final double y, final String style, final String anchor, final String text) {
        add("<text class='%s' x='%.1f' y='%.1f' text-anchor='%s'>%s</text>%n", style, x, y, anchor,
            text.replace("'", "&#39;"));
    }

    private StringBuilder add(final String format, final Object... values) {
        return svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }
}
