package io.takt.dashboards.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.metrics.LivePage;
import io.takt.hub.metrics.MetricsServer;
import io.takt.shm.host.HubDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The page over its real server, of a hub that the test makes up. */
@Timeout(60)
class HubSiteTest implements LivePage.Shown {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** However slow this machine is. */
    private static final Feed.Patience ENDLESS = new Feed.Patience(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
    /** A page that reads nothing is dropped at the first look at it that finds so. */
    private static final Feed.Patience NONE = new Feed.Patience(0, Long.MAX_VALUE / 2);

    @TempDir
    private Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private MetricsServer server;
    private String token = "secret";
    private volatile boolean isAway;
    private volatile HubStatus hub;
    private final AtomicInteger glances = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();

    @BeforeEach
    void open() throws IOException {
        server = MetricsServer.open(null, List.of(), 0);
        server.serve(() -> "x 1\n", new HubSite(this, ENDLESS));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Override
    public HubStatus glance() {
        glances.incrementAndGet();
        return now();
    }

    @Override
    public HubStatus status() {
        looks.incrementAndGet();
        return now();
    }

    private HubStatus now() {
        if (isAway) {
            throw new TaktException("the hub's thread does not answer");
        }
        return hub != null ? hub
            : Statuses.at(HubState.RUNNING, 1, 2_000, "b", Statuses.asset("a", AssetState.RUNNING, 25, 0),
            Statuses.asset("<b>&\"", AssetState.RUNNING, 100, 1_500));
    }

    @Override
    public HubDirectory directory() {
        return new HubDirectory(folder, "lab");
    }

    @Override
    public String token() {
        return token;
    }

    @Test
    void theMetricsServerFindsThePage() throws Exception {
        try (MetricsServer other = MetricsServer.open(null, List.of(), 0)) {
            other.serve(() -> "", LivePage.installed().orElseThrow().of(this));
            assertThat(client.send(HttpRequest.newBuilder(URI.create(other.page())).build(),
                HttpResponse.BodyHandlers.ofString()).body()).contains("<title>Takt</title>");
        }
    }

    private HttpResponse<String> get(final String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(server.page() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(final String path, final String... headers)
        throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.page() + path))
            .POST(HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The first of each kind, up to and with one kind. */
    private Map<String, JsonNode> eventsUpTo(final String last) throws IOException, InterruptedException {
        final Map<String, JsonNode> events = new LinkedHashMap<>();
        final HttpResponse<InputStream> answer = client.send(
            HttpRequest.newBuilder(URI.create(server.page() + "events")).build(),
            HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            String event = "";
            while (!events.containsKey(last)) {
                final String line = lines.readLine();
                if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    events.putIfAbsent(event, JSON.readTree(line.substring(6)));
                }
            }
        }
        return events;
    }

    @Test
    void theStreamTellsHistoryCastFrameSecondAndWhatHappened() throws Exception {
        final Map<String, JsonNode> events = eventsUpTo("happened");
        assertThat(events).containsOnlyKeys("history", "cast", "frame", "second", "happened");
        assertThat(events.get("history").get("mayControl").booleanValue()).isTrue();
        assertThat(events.get("cast").get("names").get(1).textValue()).isEqualTo("<b>&\"");
        assertThat(events.get("frame").get("lags").get(0).intValue()).isEqualTo(250);
        assertThat(events.get("second").get("tree").get("hub").textValue()).isEqualTo("lab");
        assertThat(events.get("happened").get(0).get("text").textValue()).contains("RUNNING");
    }

    /** Before its first page the hub is only glanced at, and remembers. */
    @Test
    void theHistoryIsThatOfBeforeThePageWasOpened() throws Exception {
        while (glances.get() < 3) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        assertThat(looks.get()).isZero();
        assertThat(eventsUpTo("history").get("history").get("seconds")).hasSizeGreaterThanOrEqualTo(2)
            .allMatch(second -> second.get("speed").isNumber() && second.get("lag").doubleValue() == 1);
    }

    @Test
    void aHubThatDoesNotAnswerIsSaid() throws Exception {
        isAway = true;
        assertThat(eventsUpTo("trouble").get("trouble").get("why").textValue())
            .isEqualTo("the hub's thread does not answer");
    }

    @Test
    void programsReadTheStatusAsTheCommandPrintsItAndEventsThatStandForThemselves() throws Exception {
        final HttpResponse<String> answer = get("api/status");
        assertThat(answer.statusCode()).isEqualTo(200);
        final ObjectNode told = (ObjectNode) JSON.readTree(answer.body());
        assertThat(told.remove("sentence").textValue()).startsWith("held back by b for ");
        assertThat(told.remove("advice").isTextual()).isTrue();
        assertThat(told.remove("culprit").textValue()).isEqualTo("b");
        assertThat(told).isEqualTo(JSON.readTree(StatusJson.of(status()).toString()));
        final HttpResponse<Stream<String>> events = client.send(
            HttpRequest.newBuilder(URI.create(server.page() + "api/events")).build(),
            HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = events.body()) {
            final List<JsonNode> two = new ArrayList<>();
            for (final String line : lines.filter(each -> each.startsWith("data: ")).limit(2).toList()) {
                two.add(JSON.readTree(line.substring("data: ".length())));
            }
            for (final JsonNode each : two) {
                assertThat(each.get("state").textValue()).isEqualTo("RUNNING");
                assertThat(each.get("coreTimeNs").longValue()).isEqualTo(status().coreTimeNs());
                assertThat(each.get("blocker").textValue()).isEqualTo("b");
                assertThat(each.get("blockerReason")).isEqualTo(StatusJson.of(status()).get("blockerReason"));
                assertThat(each.get("blockedForNs").longValue()).isEqualTo(status().blockedForNs());
                assertThat(each.get("assets").findValuesAsText("name")).containsExactlyInAnyOrder("a", "<b>&\"");
                assertThat(each.get("assets").get(0).get("lagNs").isIntegralNumber()).isTrue();
                assertThat(each.get("assets").get(0).get("shareOfBlame").isNumber()).isTrue();
                assertThat(each.get("assets").get(0).get("state").textValue()).isEqualTo("RUNNING");
            }
        }
        isAway = true;
        assertThat(get("api/status").statusCode()).isEqualTo(503);
    }

    @Test
    void allFilesAreThereAndTheBrowserIsToLoadNothingElse() throws Exception {
        for (final String path : PageFiles.paths()) {
            final HttpResponse<String> file = get(path.substring(1));
            assertThat(file.statusCode()).as(path).isEqualTo(Answers.OK);
            // The library names its own home in a comment; the policy below keeps it from going there.
            assertThat(file.body()).as(path).isNotEmpty()
                .doesNotContain(path.startsWith("/uplot") ? "@import" : "https://");
            assertThat(file.headers().firstValue("Content-Security-Policy")).as(path).get().asString()
                .contains("default-src 'none'", "script-src 'self'").doesNotContain("unsafe");
            assertThat(file.headers().map()).doesNotContainKey("access-control-allow-origin");
        }
        assertThat(get("../page.js").statusCode()).isEqualTo(Answers.UNKNOWN);
        assertThat(get("pom.xml").statusCode()).isEqualTo(Answers.UNKNOWN);
    }

    @Test
    void anAssetInDetail() throws Exception {
        eventsUpTo("frame");
        final JsonNode asset = JSON.readTree(get("asset?name=%3Cb%3E%26%22").body());
        assertThat(asset.get("lagNs").longValue()).isEqualTo(100_000_000);
        assertThat(asset.get("steps").get(0).get(1).intValue()).isEqualTo(3);
        assertThat(get("asset?name=nobody").statusCode()).isEqualTo(Answers.UNKNOWN);
        assertThat(get("asset").statusCode()).isEqualTo(Answers.BAD);
        assertThat(get("asset?name=%25zz").statusCode()).isEqualTo(Answers.UNKNOWN);
    }

    @Test
    void ordersWantTheToken() throws Exception {
        assertThat(post("control/stop").statusCode()).isEqualTo(Answers.FORBIDDEN);
        assertThat(post("control/stop", "Authorization", "Bearer wrong").statusCode()).isEqualTo(Answers.FORBIDDEN);
        assertThat(get("control/stop").statusCode()).isEqualTo(Answers.NOT_ALLOWED);
        assertThat(post("control/explode", "Authorization", "Bearer secret").statusCode()).isEqualTo(Answers.UNKNOWN);
        final HttpResponse<String> noHub = post("control/stop", "Authorization", "Bearer secret");
        assertThat(noHub.statusCode()).isEqualTo(Answers.UNAVAILABLE);
        assertThat(noHub.body()).contains("no hub named 'lab' is running").hasLineCount(1);
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        for (final String path : List.of("", "page.js", "events", "asset?name=a")) {
            final HttpResponse<String> answer = post(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(Answers.NOT_ALLOWED);
            assertThat(answer.headers().firstValue("Allow")).get().asString().startsWith("GET");
        }
        final HttpResponse<Void> head = client.send(HttpRequest.newBuilder(URI.create(server.page() + "events"))
            .method("HEAD", HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.discarding());
        assertThat(head.statusCode()).isEqualTo(Answers.NOT_ALLOWED);
    }

    /** All lines of a stream until it ends; the server is closed when one has come. */
    private List<String> linesUntilTheEnd(final String path, final Runnable atFirst) throws Exception {
        final HttpResponse<Stream<String>> answer = client.send(
            HttpRequest.newBuilder(URI.create(server.page() + path)).build(), HttpResponse.BodyHandlers.ofLines());
        final List<String> lines = new ArrayList<>();
        try (Stream<String> all = answer.body()) {
            all.forEach(line -> {
                if (line.startsWith("data: ") && lines.stream().noneMatch(each -> each.startsWith("data: "))) {
                    atFirst.run();
                    new Thread(server::close).start();
                }
                lines.add(line);
            });
        }
        return lines;
    }

    @Test
    void aHubThatEndsSaysSoToItsPages() throws Exception {
        final List<String> lines = linesUntilTheEnd("events",
            () -> hub = Statuses.hub(HubState.STOPPED, 1, Statuses.asset("a", AssetState.LEFT)));
        final int ended = lines.indexOf("event: ended");
        assertThat(ended).isPositive().isEqualTo(lines.lastIndexOf("event: ended"));
        assertThat(JSON.readTree(lines.get(ended + 1).substring("data: ".length())).get("wallMs").longValue())
            .isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
        assertThat(lines.subList(0, ended)).filteredOn(line -> line.contains("\"lags\"")).last().asString()
            .contains("\"state\":\"STOPPED\"");
        assertThat(lines).filteredOn(line -> line.contains("\"text\"")).last().asString().contains("STOPPED");
    }

    @Test
    void programsHearTheEndToo() throws Exception {
        final List<String> lines =
            linesUntilTheEnd("api/events", () -> hub = Statuses.hub(HubState.FAILED, 1));
        assertThat(lines).filteredOn(line -> line.startsWith("data: ")).last().asString()
            .contains("\"state\":\"FAILED\"");
    }

    @Test
    void aPageThatIsClosedWithoutTheHubsEndSaysNothingOfOne() throws Exception {
        assertThat(linesUntilTheEnd("events", () -> { })).contains("event: frame").doesNotContain("event: ended");
    }

    /** Each has got the beginning of its answer, and reads no further. */
    private static void open(final List<Socket> silent, final int count, final URI page, final String path)
        throws IOException {
        while (silent.size() < count) {
            final Socket socket = new Socket();
            silent.add(socket);
            socket.setReceiveBufferSize(1024);
            socket.connect(new InetSocketAddress(page.getHost(), page.getPort()));
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
    }

    private static void close(final List<Socket> sockets) throws IOException {
        for (final Socket socket : sockets) {
            socket.close();
        }
    }

    private static void awaitPages(final HubSite site, final int count) {
        while (site.pages() != count) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @Test
    void beyondTheMostAnotherPageIsToldSo() throws Exception {
        final List<Socket> silent = new ArrayList<>();
        try (MetricsServer other = MetricsServer.open(null, List.of(), 0)) {
            final HubSite site = new HubSite(this, ENDLESS);
            other.serve(() -> "", site);
            final URI page = URI.create(other.page());
            open(silent, Feed.MOST_PAGES, page, "/events");
            final HttpResponse<String> refused = client.send(
                HttpRequest.newBuilder(page.resolve("events")).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(Answers.UNAVAILABLE);
            assertThat(refused.body()).isEqualTo("this hub has 32 open pages, which is the most; close one of them\n");
            close(silent);
            awaitPages(site, 0);
            open(silent, Feed.MOST_PAGES + 1, page, "/events");
        } finally {
            close(silent);
        }
    }

    private void assertDropped(final HubStatus status, final String path) throws Exception {
        final List<Socket> silent = new ArrayList<>();
        hub = status;
        try (MetricsServer other = MetricsServer.open(null, List.of(), 0)) {
            final HubSite site = new HubSite(this, NONE);
            other.serve(() -> "", site);
            open(silent, 3, URI.create(other.page()), path);
            awaitPages(site, 0);
        } finally {
            close(silent);
        }
    }

    /** The names alone are more than the sockets take, so all writers are stuck. */
    @Test
    void pagesThatReadNothingAreDropped() throws Exception {
        assertDropped(Statuses.hub(HubState.RUNNING, 1, IntStream.range(0, 4_000)
            .mapToObj(i -> Statuses.asset("a".repeat(250) + i, AssetState.RUNNING)).toArray(AssetStatus[]::new)),
            "/events");
    }

    /** What it has to tell in the minute of this test goes into the sockets' buffers, so no writer is stuck. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void pagesOfASmallHubThatReadNothingAreDroppedToo() throws Exception {
        assertDropped(Statuses.hub(HubState.RUNNING, 1, Statuses.asset("a", AssetState.RUNNING)), "/api/events");
    }

    @Test
    void aNameThatIsNotOfThisHostIsRefused() throws Exception {
        final URI page = URI.create(server.page());
        for (final String host : List.of("evil.example", "evil.example:" + page.getPort(), "127.0.0.1.evil.example")) {
            assertThat(answerTo(page, host)).as(host).startsWith("HTTP/1.1 421");
        }
        for (final String host : List.of("localhost", "127.0.0.1:" + page.getPort(), "[::1]:80")) {
            assertThat(answerTo(page, host)).as(host).startsWith("HTTP/1.1 200");
        }
    }

    private static String answerTo(final URI page, final String host) throws IOException {
        try (Socket socket = new Socket(page.getHost(), page.getPort())) {
            socket.getOutputStream().write(("GET /page.css HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
