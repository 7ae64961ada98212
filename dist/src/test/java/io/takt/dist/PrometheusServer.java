package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A Prometheus of a test's own. */
final class PrometheusServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** On two processors with a load of 46 a hub has taken more than 90 s from its start to a first scrape. */
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;
    private final Process process;

    /** A series and its value. */
    record Sample(Map<String, String> labels, double value) {
        String label(final String name) {
            return labels.getOrDefault(name, "");
        }
    }

    PrometheusServer(final Path configuration, final Path folder, final int port) throws IOException {
        address = "127.0.0.1:" + port;
        process = new ProcessBuilder("prometheus", "--config.file=" + configuration,
            "--storage.tsdb.path=" + folder.resolve("data"), "--web.listen-address=" + address)
            .redirectErrorStream(true).redirectOutput(folder.resolve("prometheus.log").toFile()).start();
    }

    JsonNode get(final String path) throws IOException, InterruptedException {
        final HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create("http://" + address + path))
            .timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        final JsonNode json = JSON.readTree(answer.body());
        assertThat(answer.statusCode()).as(path + " " + json).isEqualTo(200);
        return json.get("data");
    }

    List<Sample> query(final String expression) throws IOException, InterruptedException {
        final List<Sample> samples = new ArrayList<>();
        final JsonNode data = get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        if (data.get("resultType").textValue().equals("scalar")) {
            return List.of(new Sample(Map.of(), Double.parseDouble(data.get("result").get(1).textValue())));
        }
        for (final JsonNode each : data.get("result")) {
            final Map<String, String> labels = JSON.convertValue(each.get("metric"),
                JSON.getTypeFactory().constructMapType(Map.class, String.class, String.class));
            samples.add(new Sample(labels, Double.parseDouble(each.get("value").get(1).textValue())));
        }
        return samples;
    }

    /** Asks until the answer fits. */
    List<Sample> await(final String expression, final Predicate<List<Sample>> fits) throws Exception {
        final long startNs = System.nanoTime();
        List<Sample> last = List.of();
        while (System.nanoTime() - startNs < PATIENCE.toNanos()) {
            assertThat(process.isAlive()).isTrue();
            try {
                last = query(expression);
            } catch (final IOException e) {
                last = List.of(); // it is still starting
            }
            if (fits.test(last)) {
                return last;
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
        throw new AssertionError("waited in vain for " + expression + "; it is " + last.stream().limit(20)
            .map(Sample::toString).collect(Collectors.joining("\n")));
    }

    /** Asks until there is a series. */
    List<Sample> await(final String expression) throws Exception {
        return await(expression, samples -> !samples.isEmpty());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
