package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeShapeTest {
    private static final List<Integer> TWO_LEVELS = List.of(2, 1);

    private static List<List<String>> names(final TreeShape shape) {
        return shape.processes().stream().map(each -> each.stream().map(TreeShape.Node::hub).toList()).toList();
    }

    @Test
    void aParentComesBeforeItsChildren() {
        final TreeShape shape = TreeShape.of("r", TWO_LEVELS, List.of(0, 3, 4), 100);

        assertThat(shape.nodes()).containsExactly(new TreeShape.Node("r", -1, 0, 0), new TreeShape.Node("r-0", 0, 1, 3),
            new TreeShape.Node("r-1", 0, 1, 3), new TreeShape.Node("r-0-0", 1, 2, 4),
            new TreeShape.Node("r-1-0", 2, 2, 4));
    }

    @Test
    void eachLevelAddsItsDelayToTheBound() {
        final TreeShape shape = TreeShape.of("r", TWO_LEVELS, List.of(0, 0, 0), 100);

        assertThat(shape.boundNs(shape.nodes().get(0))).isEqualTo(shape.maxDelayNs());
        assertThat(shape.boundNs(shape.nodes().get(4))).isEqualTo(3 * shape.maxDelayNs());
    }

    @Test
    void aSmallTreeHasAProcessForEachHub() {
        assertThat(names(TreeShape.of("r", TWO_LEVELS, List.of(0, 0, 0), 1)))
            .containsExactly(List.of("r"), List.of("r-0"), List.of("r-1"), List.of("r-0-0"), List.of("r-1-0"));
    }

    @Test
    void inALargeTreeTheLowerHubsShareAProcessWithTheirParents() {
        final List<List<String>> processes = names(TreeShape.of("r", List.of(3, 10), List.of(0, 0, 0), 1));

        assertThat(processes).hasSize(4);
        assertThat(processes.get(0)).containsExactly("r");
        assertThat(processes.get(2)).hasSize(11).startsWith("r-1", "r-1-0").endsWith("r-1-9");
    }

    @Test
    void aHubKnowsItsParentItsChildrenAndItsAssets(@TempDir final Path folder) throws Exception {
        final TreeShape shape = TreeShape.of("r", TWO_LEVELS, List.of(0, 1, 0), 100);
        final Path file = folder.resolve("hub.json");

        shape.write(file, shape.nodes().get(1), "spin");

        assertThat(Files.readString(file)).isEqualTo("{\"hub\":\"r-0\",\"coreStep\":\"1000ns\","
            + "\"maxDelay\":\"100000ns\",\"waiting\":\"spin\",\"parent\":{\"hub\":\"r\"},"
            + "\"federates\":[{\"name\":\"r-0-0\",\"step\":\"1000ns\"}],"
            + "\"assets\":[{\"name\":\"a-0\",\"step\":\"1000ns\"}]}");
    }
}
