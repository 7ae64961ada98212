package io.takt.dist;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A terminal's contents as an SVG: text with the few escape sequences that Takt writes. */
final class TerminalPicture {
    private static final Pattern SEQUENCE = Pattern.compile("\u001b\\[(\\d*)m");
    private static final Map<String, String> LOOKS = Map.of("1", "bold", "2", "dim", "31", "red", "33", "yellow");
    private static final int LINE_HEIGHT = 20;
    private static final double CHARACTER_WIDTH = 8.43;
    private static final int MARGIN = 16;

    private TerminalPicture() {
    }

    static String svg(final List<String> lines) {
        final int longest = lines.stream().mapToInt(line -> SEQUENCE.matcher(line).replaceAll("").length()).max()
            .orElse(0);
        final long width = Math.round(2 * MARGIN + longest * CHARACTER_WIDTH);
        final int height = 2 * MARGIN + lines.size() * LINE_HEIGHT;
        final StringBuilder svg = new StringBuilder("""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
            <style>
            text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, monospace; fill: #e7e8e6; white-space: pre; }
            .bold { font-weight: 700; } .dim { fill: #a3a8ad; } .red { fill: #ff8a80; } .yellow { fill: #f2c55c; }
            </style>
            <rect width="100%%" height="100%%" rx="8" fill="#17191b"/>
            """.formatted(width, height, width, height));
        for (int i = 0; i < lines.size(); i++) {
            svg.append("<text xml:space=\"preserve\" x=\"").append(MARGIN).append("\" y=\"")
                .append(MARGIN + (i + 1) * LINE_HEIGHT - 5).append("\">").append(spans(lines.get(i)))
                .append("</text>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    /** Every run of characters says how wide it is, so that columns stay columns in any font. */
    private static String spans(final String line) {
        final StringBuilder spans = new StringBuilder();
        final Matcher sequences = SEQUENCE.matcher(line);
        String look = "";
        int at = 0;
        while (sequences.find()) {
            append(spans, line.substring(at, sequences.start()), look);
            look = LOOKS.getOrDefault(sequences.group(1), "");
            at = sequences.end();
        }
        append(spans, line.substring(at), look);
        return spans.toString();
    }

    private static void append(final StringBuilder spans, final String text, final String look) {
        if (!text.isEmpty()) {
            spans.append("<tspan").append(look.isEmpty() ? "" : " class=\"" + look + "\"").append(" textLength=\"")
                .append(Math.round(text.length() * CHARACTER_WIDTH * 100) / 100.0).append("\">")
                .append(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")).append("</tspan>");
        }
    }
}
