package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Reads all that a live page is sent, as fast as it comes, and scrapes the metrics beside it once a second. */
final class PageReader implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI page;
    private final InputStream events;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong scrapes = new AtomicLong();
    private final ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();

    /** Opens a page; returns when it has been answered. */
    PageReader(final String address) throws IOException, InterruptedException {
        page = URI.create(address);
        final HttpResponse<InputStream> answer = client.send(HttpRequest.newBuilder(page.resolve("events")).build(),
            HttpResponse.BodyHandlers.ofInputStream());
        events = answer.body();
        if (answer.statusCode() != OK) {
            throw new TaktException("the page " + page + " answers with " + answer.statusCode());
        }
        final Thread thread = new Thread(this::read, "page-reader");
        thread.setDaemon(true);
        thread.start();
        scraper.scheduleAtFixedRate(this::scrape, 0, 1, TimeUnit.SECONDS);
    }

    private void read() {
        final byte[] buffer = new byte[BUFFER];
        try {
            for (int n = events.read(buffer); n >= 0; n = events.read(buffer)) {
                bytes.addAndGet(n);
            }
        } catch (final IOException e) {
            // Closed.
        }
    }

    private void scrape() {
        try {
            final HttpResponse<byte[]> answer = client.send(HttpRequest.newBuilder(page.resolve("metrics")).build(),
                HttpResponse.BodyHandlers.ofByteArray());
            scrapes.addAndGet(answer.statusCode() == OK ? 1 : 0);
        } catch (final IOException e) {
            // The hub has ended; requireRead() says so where it should not have.
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** So many so far. */
    long bytes() {
        return bytes.get();
    }

    /** Else the measurement was of nothing. */
    void requireRead() {
        if (bytes.get() == 0 || scrapes.get() == 0) {
            throw new TaktException("the page " + page + " has sent nothing");
        }
    }

    @Override
    public void close() throws IOException {
        scraper.shutdownNow();
        events.close();
    }
}
