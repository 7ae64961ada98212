import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Compares what the programs have received in two runs: the first file is of one hub, the others are of a tree. */
public final class Compare {
    private Compare() {
    }

    public static void main(final String[] args) throws Exception {
        final Map<String, String> one = new TreeMap<>();
        final Map<String, String> tree = new TreeMap<>();
        for (int i = 0; i < args.length; i++) {
            for (final JsonNode asset : new ObjectMapper().readTree(Path.of(args[i]).toFile()).get("assets")) {
                final String name = asset.get("name").asText();
                if (i == 0 || one.containsKey(name)) {
                    (i == 0 ? one : tree).put(name, asset.get("timeNs") + " " + asset.get("digest").asText());
                }
            }
        }
        System.out.println("asset     digest of what it received, on one hub and on three");
        one.forEach((name, digest) -> System.out.printf("%-8s  %-8s  %s%n", name,
            digest.replaceAll(".* ", "").replaceAll("(.{8}).*", "$1"), digest.equals(tree.get(name)) ? "equal"
                : "NOT EQUAL: " + tree.get(name)));
    }
}
