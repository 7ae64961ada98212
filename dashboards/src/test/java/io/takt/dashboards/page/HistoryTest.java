package io.takt.dashboards.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.RecentView;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static AssetStatus[] assets(final long each) {
        return IntStream.range(0, 8).mapToObj(i -> Statuses.asset("a" + i, AssetState.RUNNING, 0, each * (i + 1)))
            .toArray(AssetStatus[]::new);
    }

    /** Eight assets held the core for 2 to 16 % of the time; the one that holds it now is the least of them. */
    @Test
    void theAssetsWithMostBlameHaveNamesAndTheOthersASum() {
        final RecentView model = new RecentView(3_000_000_000L);
        model.take(Statuses.at(HubState.RUNNING, 1, 1_000, null, assets(0)));
        final History.Second second =
            History.second(model.take(Statuses.at(HubState.RUNNING, 1, 3_000, "a0", assets(40))), 5);
        assertThat(second.blamed()).extracting(History.Blamed::asset).containsExactly("a7", "a6", "a5", "a4", "a3");
        assertThat(second.rest()).isCloseTo(0.02 + 0.04 + 0.06, within(1e-9));
    }
}
