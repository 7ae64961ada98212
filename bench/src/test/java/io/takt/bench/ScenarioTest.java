package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTest {
    @TempDir
    private Path folder;

    private Path write(final Scenario scenario, final String waiting) throws Exception {
        final Path file = folder.resolve("scenario.json");
        scenario.write(file, "b1", waiting, List.of());
        return file;
    }

    @Test
    void isAConfigurationThatHubsTake() throws Exception {
        final ConfigReader.Result result =
            ConfigReader.read(write(Scenario.lockStep(3), null), new ProgramFinder(null, ""));
        assertThat(result.problems()).isEmpty();
        assertThat(result.config().maxDelayNs()).isEqualTo(result.config().coreStepNs());
        assertThat(result.config().speed()).isInfinite();
        assertThat(result.config().assets()).extracting(PlannedAsset::name).containsExactly("p0-0", "p1-0", "p2-0");
    }

    @Test
    void manyAssetsOfOneProcessHaveTheNamesThatMetronomeGivesThem() throws Exception {
        final ConfigReader.Result result = ConfigReader.read(
            write(Scenario.lockStep(3).withAhead(1_000).inOneProcess(), null), new ProgramFinder(null, ""));
        assertThat(result.config().maxDelayNs()).isEqualTo(1_000 * result.config().coreStepNs());
        assertThat(result.config().assets()).extracting(PlannedAsset::name).containsExactly("p0-0", "p0-1", "p0-2");
    }

    @Test
    void theWayToWaitIsWrittenOnlyWhenItIsGiven() throws Exception {
        final ObjectMapper json = new ObjectMapper();
        assertThat(Files.readString(write(Scenario.lockStep(1), null))).doesNotContain("waiting");
        final JsonNode config = json.readTree(Files.readString(write(Scenario.lockStep(1), "spin")));
        assertThat(config.get("waiting").textValue()).isEqualTo("spin");
        assertThat(config.get("assets").get(0).get("waiting").textValue()).isEqualTo("spin");
    }
}
