package io.takt.hub.config;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.takt.asset.WaitStrategy;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.rule.GateVerdict;
import io.takt.rule.TooManyCasesException;
import io.takt.shm.control.JsonProblem;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a configuration file and finds everything that is wrong with it in one go. A field that is wrong is left out of
 * the checks that need it, so no problem is told twice.
 */
public final class ConfigReader {
    /** Name of a hub whose file gives it none. */
    static final String DEFAULT_HUB = "takt";

    static final long MAX_FILE_BYTES = 64L * 1024 * 1024;

    static final ObjectMapper JSON = JsonMapper.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        // As numbers of 64 bits, values that are quoted would not be those of the file.
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();

    private final Path file;
    private final Path folder;
    /** Null where programs are not looked for. */
    private final ProgramFinder programs;
    private final Problems problems = new Problems();

    private ConfigReader(final Path file, final Path folder, final ProgramFinder programs) {
        this.file = file;
        this.folder = folder;
        this.programs = programs;
    }

    /**
     * The result of reading a file.
     *
     * @param config   the configuration; null when there are problems other than liveness.
     * @param problems what is wrong, in the order in which it was found; of very many the last says how many more.
     * @param gates    whether the gates can stop it; null when L2 says already that it stops, or when that takes too
     *                 long to tell.
     */
    public record Result(HubConfig config, List<Problem> problems, GateVerdict gates) {
        /**
         * Whether the configuration may be used.
         *
         * @param force whether a system that would stop is wanted all the same.
         * @return true when nothing speaks against it.
         */
        public boolean isUsable(final boolean force) {
            return config != null && (force || problems.isEmpty());
        }

        /**
         * The result when more is found to be wrong, so that the configuration cannot be used.
         *
         * @param more problems, at least one.
         * @return without a configuration.
         */
        public Result with(final List<Problem> more) {
            final Problems all = new Problems();
            problems.forEach(all::add);
            more.forEach(all::add);
            return new Result(null, all.list(), null);
        }
    }

    /**
     * Reads a file.
     *
     * @param file     to read.
     * @param programs finds the programs that the file wants launched.
     * @return configuration and problems.
     */
    public static Result read(final Path file, final ProgramFinder programs) {
        return new ConfigReader(file, file.toAbsolutePath().getParent(), programs).read();
    }

    /**
     * Reads a copy of a file. Not all that it wants launched needs to be there any more.
     *
     * @param copy   to read.
     * @param folder of the file that was copied; programs are launched there.
     * @return configuration and problems.
     */
    public static Result readCopy(final Path copy, final Path folder) {
        return new ConfigReader(copy, folder, null).read();
    }

    private Result read() {
        final HubConfig config = readFile();
        if (!problems.isLivenessOnly() || config == null) {
            return new Result(null, problems.list(), null);
        }
        final GateVerdict gates = gates(config);
        LivenessProblems.addTo(problems, config, gates);
        return new Result(config, problems.list(), gates);
    }

    private static GateVerdict gates(final HubConfig config) {
        try {
            return config.liveness().live() ? config.gates() : null;
        } catch (final TooManyCasesException e) {
            return null;
        }
    }

    private HubConfig readFile() {
        final byte[] bytes;
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                problem("", "", "is larger than " + MAX_FILE_BYTES + " bytes; this is no configuration");
                return null;
            }
            bytes = Files.readAllBytes(file);
        } catch (final IOException e) {
            problem("", "", whyUnreadable());
            return null;
        }
        final JsonNode root;
        try {
            root = JSON.readTree(bytes);
        } catch (final IOException e) {
            final JsonProblem where = JsonProblem.of(bytes);
            problem("", "", where == null ? "is no JSON that can be read"
                : "is not JSON: line " + where.line() + ", column " + where.column() + ": " + where.text());
            return null;
        }
        if (!root.isObject()) {
            problem("", "", "holds no JSON object; a configuration starts with '{'");
            return null;
        }
        return readHub(new Fields("", root, problems));
    }

    private String whyUnreadable() {
        return !Files.exists(file) ? "does not exist" : Files.isDirectory(file) ? "cannot be read: it is a folder"
            : Files.isReadable(file) ? "cannot be read" : "cannot be read by you";
    }

    private HubConfig readHub(final Fields root) {
        root.allow("hub", "coreStep", "coreInterval", "maxDelay", "pace", "waiting", "seed", "assets", "channels",
            "checks", "metrics", "parent", "federates", "listen", "certificates", "endWithin");
        final String hub = root.name("hub", DEFAULT_HUB);
        requireRoom(root, hub);
        final long coreStepNs = root.positiveTime("coreStep");
        final long maxDelayNs = root.positiveTime("maxDelay");
        final long coreIntervalNs = root.optionalTime("coreInterval");
        final WaitStrategy waiting = AssetReader.readWaiting(root, WaitStrategy.ADAPTIVE);
        final AssetReader reader = new AssetReader(folder, programs, problems, maxDelayNs, waiting);
        reader.requireWithin(root, "coreStep", coreStepNs, false);
        final double speed = readPace(root);
        final long seed = root.wholeNumber("seed", 0);
        final MetricsPlan metrics = readMetrics(root);
        final List<PlannedAsset> assets = new ArrayList<>();
        final Map<String, String> names = new LinkedHashMap<>();
        final List<Fields> entries = root.objects("assets", "{\"name\": \"drone\", \"step\": \"5ms\"}");
        for (int i = 0; i < entries.size(); i++) {
            assets.add(reader.read(entries.get(i)));
            final String name = assets.get(i).name();
            final String earlier = name == null ? null : names.putIfAbsent(name, entries.get(i).path());
            if (earlier != null) {
                entries.get(i).problem("name", "is the name of " + earlier + " as well; names are unique");
            }
        }
        final TreePlan tree = new TreeReader(root, folder, programs != null, hub, reader).read(names);
        final MessagePlan messages = ChannelReader.read(root, seed, names.keySet(), tree.federates());
        return new HubConfig(folder, hub, coreStepNs, coreIntervalNs, maxDelayNs, speed, waiting, seed, assets,
            messages, metrics, tree, readEndWithin(root));
    }

    private static long readEndWithin(final Fields root) {
        final long endWithinNs = root.optionalTime("endWithin");
        if (endWithinNs > 0 && endWithinNs < HubConfig.USUAL_END_WITHIN_NS) {
            root.problem("endWithin", "is less than the 800ms that programs always have; write a longer time, or leave"
                + " it out");
        }
        return endWithinNs;
    }

    /** The path of a socket cannot be as long as a name may be; of a copy no hub is to be opened. */
    private void requireRoom(final Fields root, final String hub) {
        try {
            if (hub != null && programs != null) {
                HubDirectory.of(hub);
            }
        } catch (final IllegalArgumentException e) {
            root.problem("hub", "is too long for its directory: " + e.getMessage());
        }
    }

    /** The page leaves the host unencrypted, so that takes a word which is not written by mistake. */
    private static MetricsPlan readMetrics(final Fields root) {
        final Fields metrics = root.object("metrics", "{\"port\": 9464}");
        if (metrics == null) {
            return MetricsPlan.NONE;
        }
        metrics.allow("port", "bind", "open", "control", "names");
        final String bind = metrics.text("bind", "an address of this host, such as 10.0.0.1");
        final boolean isOpen = metrics.flag("open", false);
        if (bind != null && !isOpen) {
            metrics.problem("bind", "lets other hosts read metrics and the page, unencrypted and without a password;"
                + " write \"open\": true beside it if that is meant, or leave it out and put a proxy with TLS in"
                + " front");
        }
        final List<String> names = metrics.texts("names",
            "is not a list of names of this host; write such as [\"sim-7\", \"sim-7.lab.example\"]");
        if (!names.isEmpty() && bind == null) {
            metrics.problem("names", "are those by which other hosts call this one; without metrics.bind none can");
        }
        return new MetricsPlan(metrics.port("port"), bind, metrics.flag("control", false), List.copyOf(names));
    }

    private double readPace(final Fields root) {
        final Fields pace = root.object("pace", "{\"mode\": \"realtime\"}");
        if (pace == null) {
            return Double.POSITIVE_INFINITY;
        }
        pace.allow("mode", "speed");
        final String mode = pace.oneOf("mode", "free", "realtime");
        if ("realtime".equals(mode)) {
            return pace.positiveNumber("speed", 1.0);
        }
        if ("free".equals(mode) && pace.has("speed")) {
            pace.problem("speed", "goes with mode \"realtime\" only; leave it out");
        }
        return Double.POSITIVE_INFINITY;
    }

    private void problem(final String path, final String value, final String message) {
        problems.add(new Problem(path, value, message, false));
    }
}
