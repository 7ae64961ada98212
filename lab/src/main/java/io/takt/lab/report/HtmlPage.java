package io.takt.lab.report;

import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A report as one page that needs no other file, no network and no script. */
final class HtmlPage {
    /** A page is for looking; the file beside it has every row. */
    private static final int MOST_ROWS = 60;

    private static final String STYLE = """
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
            color: #1b1b1b; background: #fff; }
        h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
        figure { margin: 1.5rem 0; } img { max-width: 100%; height: auto; }
        figcaption, .note { color: #555; font-size: .9rem; }
        .rows { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
        th, td { padding: .2rem .7rem; border-bottom: 1px solid #ddd; text-align: right; }
        th:first-child, td:first-child { text-align: left; }
        """;

    private final Report report;
    private final StringBuilder figures = new StringBuilder();

    HtmlPage(final Report report) {
        this.report = report;
    }

    void add(final Picture picture, final byte[] png) {
        figures.append("<figure><img width=\"").append(picture.width()).append("\" alt=\"")
            .append(escaped(picture.caption())).append("\" src=\"data:image/png;base64,")
            .append(Base64.getEncoder().encodeToString(png)).append("\"><figcaption>")
            .append(escaped(picture.caption())).append("</figcaption></figure>\n");
    }

    String text() {
        final StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
            + "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.append("<title>").append(escaped(report.title())).append("</title>\n<style>\n").append(STYLE)
            .append("</style>\n</head>\n<body>\n<h1>").append(escaped(report.title())).append("</h1>\n");
        report.findings().forEach(finding -> page.append("<p>").append(escaped(finding)).append("</p>\n"));
        page.append(figures);
        report.sheets().forEach(sheet -> table(page, sheet));
        page.append("<h2>To do it again</h2>\n<div class=\"rows\"><table>\n");
        for (final Map.Entry<String, ?> parameter : report.parameters().entrySet()) {
            row(page, "td", List.of(parameter.getKey(), String.valueOf(parameter.getValue())));
        }
        return page.append("</table></div>\n</body>\n</html>\n").toString();
    }

    private static void table(final StringBuilder page, final Sheet sheet) {
        page.append("<h2>").append(escaped(sheet.caption())).append("</h2>\n<div class=\"rows\"><table>\n");
        row(page, "th", sheet.columns());
        sheet.rows().stream().limit(MOST_ROWS).forEach(each -> row(page, "td", each));
        page.append("</table></div>\n");
        if (sheet.rows().size() > MOST_ROWS) {
            page.append("<p class=\"note\">The first ").append(MOST_ROWS).append(" of ").append(sheet.rows().size())
                .append(" rows; all are in ").append(escaped(sheet.name())).append(".csv.</p>\n");
        }
    }

    private static void row(final StringBuilder page, final String tag, final List<String> cells) {
        page.append("<tr>");
        cells.forEach(cell -> page.append('<').append(tag).append('>').append(escaped(cell)).append("</").append(tag)
            .append('>'));
        page.append("</tr>\n");
    }

    private static String escaped(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
