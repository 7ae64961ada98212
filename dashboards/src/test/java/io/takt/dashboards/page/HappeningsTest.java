package io.takt.dashboards.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HappeningsTest {
    @Test
    void theFirstLookSaysHowItStands() {
        assertThat(Happenings.between(null, Statuses.hub(HubState.WAITING, 1)))
            .containsExactly("the page looks since now: WAITING");
    }

    @Test
    void joinsLossesAndStatesAreTold() {
        assertThat(Happenings.between(Statuses.hub(HubState.READY, 1, Statuses.asset("a", AssetState.READY)),
            Statuses.hub(HubState.RUNNING, 1, Statuses.asset("a", AssetState.LOST),
                Statuses.asset("b", AssetState.RUNNING))))
            .containsExactly("the hub is RUNNING", "a is lost", "b has joined");
        assertThat(Happenings.between(Statuses.hub(HubState.RUNNING, 1, Statuses.asset("a", AssetState.READY)),
            Statuses.hub(HubState.RUNNING, 1, Statuses.asset("a", AssetState.RUNNING)))).isEmpty();
    }

    @Test
    void anotherProcessIsATakeOver() {
        assertThat(Happenings.between(Statuses.hub(HubState.RUNNING, 1), Statuses.hub(HubState.RUNNING, 2)))
            .containsExactly("another hub has taken over (process 2)");
    }

    @Test
    void manyChangesAtOnceAreFewLines() {
        assertThat(Happenings.between(Statuses.hub(HubState.RUNNING, 1), Statuses.hub(HubState.RUNNING, 1,
            IntStream.range(0, 1_000).mapToObj(i -> Statuses.asset("a" + i, AssetState.JOINED))
                .toArray(AssetStatus[]::new))))
            .hasSize(6).last().isEqualTo("and 995 more assets have changed");
    }
}
