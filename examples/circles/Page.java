import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.TypedOutput;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Serves a page with the circles to browsers of this host. It is half a second behind the core, so a click on the page
 * is half a second behind all that the page shows. Clicks can also be given beforehand, behind the port.
 */
public final class Page implements Asset {
    private final Map<String, double[]> pictures = new ConcurrentHashMap<>();
    /** In an order that is the same when the same clicks are given again. */
    private final Queue<Click> clicks = new PriorityBlockingQueue<>(1, Comparator.comparingLong(Click::atNs)
        .thenComparingDouble(Click::x).thenComparingDouble(Click::y));
    private volatile long nowNs;
    private TypedOutput<double[]> thrown;
    private String address;

    private record Click(long atNs, double x, double y) {
        /** Of "throw?x=0.3&y=-0.2&atNs=2500000000"; without a time as soon as it can be. */
        static Click of(final String text) {
            final Map<String, String> values = Arrays.stream(text.substring(text.indexOf('?') + 1).split("&"))
                .map(each -> each.split("=")).collect(Collectors.toMap(each -> each[0], each -> each[1]));
            return new Click(Long.parseLong(values.getOrDefault("atNs", "0")), Double.parseDouble(values.get("x")),
                Double.parseDouble(values.get("y")));
        }

        String at(final long stampNs) {
            return "throw?x=" + x + "&y=" + y + "&atNs=" + stampNs;
        }
    }

    public static void main(final String[] args) throws Exception {
        final Page page = new Page();
        final HttpServer server;
        Stream.of(args).skip(1).map(Click::of).forEach(page.clicks::add);
        try {
            server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 0);
        } catch (final BindException e) {
            throw new IllegalStateException("port " + args[0] + " is in use; give the page another one, or 0", e);
        }
        page.address = "127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/", page::answer);
        server.start();
        System.out.println("the circles are at http://" + page.address + "/");
        try (HubConnection hub = Takt.connect()) {
            hub.join(AssetSpec.named("page"), page);
            hub.run();
        } finally {
            server.stop(0);
        }
    }

    @Override
    public void connect(final Channels channels) {
        channels.subscribe("picture", Codec.doubles(), (picture, message) -> pictures.put(message.sender(), picture));
        thrown = channels.output("throw", Codec.doubles());
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        for (Click next = clicks.peek(); next != null && next.atNs <= toNs; next = clicks.peek()) {
            clicks.remove();
            final long stampNs = next.atNs > fromNs ? next.atNs : toNs;
            thrown.send(new double[] {next.x, next.y}, stampNs);
            System.out.println("thrown by " + next.at(stampNs));
        }
        nowNs = toNs;
    }

    @Override
    public void reset() {
        pictures.clear();
    }

    private void answer(final HttpExchange exchange) throws IOException {
        final String path = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        final String origin = exchange.getRequestHeaders().getFirst("Origin");
        if (!address.equals(exchange.getRequestHeaders().getFirst("Host"))
            || origin != null && !origin.equals("http://" + address)) {
            send(exchange, 403, "text/plain", "only for pages of http://" + address);
        } else if (path.equals("GET /")) {
            send(exchange, 200, "text/html", Files.readString(Path.of("circles.html")));
        } else if (path.equals("GET /pictures")) {
            send(exchange, 200, "application/json", pictures.values().stream().map(Arrays::toString)
                .collect(Collectors.joining(",", "{\"now\":" + nowNs / 1e9 + ",\"pictures\":[", "]}")));
        } else if (path.equals("POST /throw")) {
            throwOne(exchange);
        } else {
            send(exchange, 404, "text/plain", "there is no " + path);
        }
    }

    private void throwOne(final HttpExchange exchange) throws IOException {
        try {
            clicks.add(Click.of(exchange.getRequestURI().toString()));
            send(exchange, 200, "text/plain", "thrown");
        } catch (final RuntimeException e) {
            send(exchange, 400, "text/plain", "right is throw?x=0.3&y=-0.2, perhaps with &atNs=2500000000");
        }
    }

    private static void send(final HttpExchange exchange, final int code, final String type, final String text)
        throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
