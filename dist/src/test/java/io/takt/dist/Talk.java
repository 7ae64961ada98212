package io.takt.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The configuration of four assets that talk by all deliveries: {@link Chatter}, in Java, C or Python. */
final class Talk {
    static final List<String> ASSETS = List.of("a", "b", "c", "d");
    private static final Map<String, String> STEPS = Map.of("a", "5ms", "b", "10ms", "c", "20ms", "d", "7ms");

    private Talk() {
    }

    /** The command of the chatter in Java, for names of assets behind it. */
    static List<String> java() {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        return List.of("takt", "java", "-cp", classPath, Chatter.class.getName());
    }

    /** Until this file is deleted, a chatter of that name that runs in the folder does not go past 9 s. */
    static Path hold(final Path folder, final String asset) throws IOException {
        return Files.createFile(folder.resolve("hold-" + asset));
    }

    /**
     * Writes talk.json, and returns its path.
     *
     * @param groups  one for each process: a word that says which program, then the names of its assets.
     * @param program the command for such a word.
     * @param more    fields of the configuration, each behind a comma.
     * @param ofEach  fields of each asset, likewise.
     */
    static String write(final Path folder, final List<String> groups, final Function<String, List<String>> program,
        final String more, final String ofEach) throws IOException {
        final List<String> assets = new ArrayList<>();
        for (final String group : groups) {
            final List<String> words = List.of(group.split(" "));
            final List<String> names = words.subList(1, words.size());
            final String launch = Stream.concat(program.apply(words.get(0)).stream(), names.stream())
                .map(each -> "\"" + each + "\"").collect(Collectors.joining(", "));
            for (final String asset : names) {
                assets.add("{\"name\": \"" + asset + "\", \"step\": \"" + STEPS.get(asset) + "\"" + ofEach
                    + (asset.equals(names.get(0)) ? ", \"launch\": [" + launch + "]" : "") + "}");
            }
        }
        return Files.writeString(folder.resolve("talk.json"), "{\"hub\": \"talk\", \"coreStep\": \"5ms\","
            + " \"maxDelay\": \"40ms\", \"seed\": 7" + more + ", \"assets\": [" + String.join(", ", assets) + """
            ],
            "channels": [
              { "name": "talk", "from": "a", "delay": "3ms",
                "to": [ { "asset": "b", "delay": "0ms" },
                  { "asset": "c", "delay": "30ms", "jitter": "9ms", "loss": 0.2 } ] },
              { "name": "talk", "from": "b", "to": [ { "asset": "a", "delay": "10ms" },
                { "asset": "d", "gate": "end", "delay": "12ms" } ] },
              { "name": "talk", "from": "c", "to": [ { "asset": "a", "delay": "5ms", "loss": 0.5 } ] },
              { "name": "news", "from": "c", "delivery": "retroactive", "jitter": "40ms", "to": [ "d" ] },
              { "name": "talk", "from": "d", "delay": "50ms", "to": [ "c", "b" ] } ]}
            """).toString();
    }
}
