package io.takt.dashboards.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;

/** The files of the page; no other is served, and none from elsewhere. */
final class PageFiles implements HttpHandler {
    private static final String OWN = "/io/takt/dashboards/page/";
    private static final String PLOTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

    private record PageFile(String resource, String type) {
    }

    private static final Map<String, PageFile> FILES = Map.of(
        "/", new PageFile(OWN + "page.html", "text/html; charset=utf-8"),
        "/icon.svg", new PageFile(OWN + "icon.svg", "image/svg+xml"),
        "/page.css", new PageFile(OWN + "page.css", "text/css; charset=utf-8"),
        "/page.js", new PageFile(OWN + "page.js", "text/javascript; charset=utf-8"),
        "/lanes.js", new PageFile(OWN + "lanes.js", "text/javascript; charset=utf-8"),
        "/plots.js", new PageFile(OWN + "plots.js", "text/javascript; charset=utf-8"),
        "/uplot.css", new PageFile(PLOTS + "uPlot.min.css", "text/css; charset=utf-8"),
        "/uplot.js", new PageFile(PLOTS + "uPlot.iife.min.js", "text/javascript; charset=utf-8"));

    private final PageFile file;
    /** Null until it is first asked for. */
    private byte[] bytes;

    PageFiles(final String path) {
        this.file = FILES.get(path);
    }

    static Set<String> paths() {
        return FILES.keySet();
    }

    @Override
    public void handle(final HttpExchange exchange) throws IOException {
        Answers.send(exchange, Answers.OK, file.type, bytes());
    }

    /** Read once: many browsers do not take more memory than one. */
    private synchronized byte[] bytes() throws IOException {
        if (bytes == null) {
            try (InputStream in = PageFiles.class.getResourceAsStream(file.resource)) {
                bytes = in.readAllBytes();
            }
        }
        return bytes;
    }
}
