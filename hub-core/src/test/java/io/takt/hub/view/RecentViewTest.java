package io.takt.hub.view;

import static io.takt.hub.metrics.Statuses.asset;
import static io.takt.hub.metrics.Statuses.hub;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.view.HubView.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentViewTest {
    private static final long MS = 1_000_000L;

    private final RecentView model = new RecentView(3_000 * MS);

    @Test
    void oneStatusHasNoRates() {
        final HubView view = model.take(hub(500, 1_000, null, null, asset("a", 500, 20, 200, 0)));
        assertThat(view.speed()).isZero();
        assertThat(view.rows()).hasSize(1).first().satisfies(row -> {
            assertThat(row.share()).isZero();
            assertThat(row.shareOfRun()).isEqualTo(0.2);
            assertThat(row.stepsPerS()).isZero();
            assertThat(row.reason()).isEqualTo(HoldReason.COMPUTING);
        });
    }

    @Test
    void twoSayWhatWasBetweenThem() {
        model.take(hub(500, 1_000, null, null, asset("a", 500, 20, 200, 0), asset("b", 500, 0, 700, 0)));
        final HubView view = model.take(hub(1_500, 3_000, "a", HoldReason.SILENT, asset("a", 1_500, 20, 600, 1_000),
            asset("b", 1_500, 0, 800, 0)));
        assertThat(view.speed()).isEqualTo(0.5);
        assertThat(view.countUpsPerS()).isEqualTo(50);
        assertThat(view.overNs()).isEqualTo(2_000 * MS);
        final Row a = view.rows().get(0);
        assertThat(a.status().name()).isEqualTo("a");
        assertThat(a.blocksNow()).isTrue();
        assertThat(a.reason()).isEqualTo(HoldReason.SILENT);
        assertThat(a.share()).isEqualTo(0.7);
        assertThat(a.sharesByReason()).containsEntry(HoldReason.COMPUTING, 0.2)
            .containsEntry(HoldReason.SILENT, 0.5).hasSize(2);
        assertThat(a.stepsPerS()).isEqualTo(50);
        assertThat(view.rows().get(1).share()).isEqualTo(0.05);
    }

    @Test
    void theAssetThatHeldTheCoreMostComesFirst() {
        model.take(hub(0, 0, null, null, asset("a", 0, 0, 0, 0), asset("b", 0, 0, 0, 0), asset("c", 0, 0, 0, 0)));
        final HubView view = model.take(hub(10, 1_000, null, null, asset("a", 10, 0, 100, 0), asset("b", 10, 0, 500, 0),
            asset("c", 10, 0, 300, 0)));
        assertThat(view.rows()).extracting(row -> row.status().name()).containsExactly("b", "c", "a");
        assertThat(model.take(hub(10, 1_100, "a", HoldReason.COMPUTING, asset("a", 10, 0, 101, 0),
            asset("b", 10, 0, 500, 0))).rows().get(0).status().name()).isEqualTo("a");
    }

    @Test
    void onlyTheLastSecondsCount() {
        for (int i = 0; i <= 10; i++) {
            model.take(hub(0, i * 1_000L, null, null, asset("a", 0, 0, Math.min(5, i) * 1_000L, 0)));
        }
        final HubView view = model.take(hub(0, 11_000, null, null, asset("a", 0, 0, 5_000, 0)));
        assertThat(view.overNs()).isEqualTo(3_000 * MS);
        assertThat(view.rows().get(0).share()).isZero();
        assertThat(view.rows().get(0).shareOfRun()).isCloseTo(5.0 / 11, within(1e-9));
    }

    @Test
    void aLateJoinerCountsFromItsStart() {
        model.take(hub(0, 1_000, null, null));
        assertThat(model.take(hub(1_000, 2_000, null, null, asset("a", 1_000, 0, 400, 0))).rows().get(0)).satisfies(
            row -> {
                assertThat(row.share()).isEqualTo(0.4);
                assertThat(row.stepsPerS()).isEqualTo(100);
            });
        assertThat(model.take(hub(1_000, 3_000, null, null, asset("a", 1_000, 900, 100, 0))).rows().get(0).share())
            .as("it has left and joined again").isEqualTo(0.05);
    }

    @Test
    void aResetBeginsAnew() {
        model.take(hub(900, 9_000, null, null, asset("a", 900, 0, 400, 0)));
        final HubView view = model.take(hub(0, 0, null, null, asset("a", 0, 0, Map.of(), "unknown", 0, List.of())));
        assertThat(view.overNs()).isZero();
        assertThat(view.rows().get(0).share()).isZero();
        assertThat(view.rows().get(0).reason()).isNull();
    }
}
