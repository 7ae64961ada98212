package io.takt.dashboards.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.List;
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
    void anAssetThatWasGoneJoinsAgain() {
        for (final AssetState gone : new AssetState[] {AssetState.LOST, AssetState.LEFT}) {
            assertThat(Happenings.between(Statuses.hub(HubState.RUNNING, 1, Statuses.asset("a", gone)),
                Statuses.hub(HubState.RUNNING, 1, Statuses.asset("a", AssetState.JOINED))))
                .containsExactly("a has joined again");
        }
    }

    @Test
    void aHubThatHasTakenOverSaysSoAtItsFirstLook() {
        final HubStatus hub = Statuses.hub(HubState.WAITING, 2);
        assertThat(Happenings.between(null, new HubStatus(hub.hub(), 0, hub.pid(), hub.state(), null, null, 1, 0, 1, 1,
            0, 0, 0, 0, 0, null, 0, null, List.of(), List.of(), hub.earlier(), null, null, null,
            new HubStatus.Totals(0, 0, true, 0)))).containsExactly(
                "this hub goes on where a killed one left off (process 2)", "the page looks since now: WAITING");
    }

    @Test
    void manyChangesAtOnceAreFewLines() {
        assertThat(Happenings.between(Statuses.hub(HubState.RUNNING, 1), Statuses.hub(HubState.RUNNING, 1,
            IntStream.range(0, 1_000).mapToObj(i -> Statuses.asset("a" + i, AssetState.JOINED))
                .toArray(AssetStatus[]::new))))
            .hasSize(6).last().isEqualTo("and 995 more assets have changed");
    }
}
