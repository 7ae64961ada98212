package io.takt.hub.metrics;

import static io.takt.hub.metrics.Statuses.asset;
import static io.takt.hub.metrics.Statuses.hub;
import static io.takt.hub.metrics.Statuses.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.Wait;
import io.takt.hub.daemon.ChildLinks.Counts;
import io.takt.hub.daemon.ChildLinks.Frames;
import io.takt.hub.daemon.ChildLinks.Rejected;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A parent's metrics of the links to its child hubs. */
class LinkMetersTest {
    private final HubMetrics metrics = new HubMetrics("lab", "1.2", () -> 0, 1_000);

    private static HubStatus parent(final List<Wait> waits, final List<HubNode.Child> children,
        final HubStatus.AssetStatus... assets) {
        final HubStatus of = hub(100, 10, null, null, assets);
        return new HubStatus(of.hub(), of.hubId(), of.pid(), of.state(), of.end(), of.reason(), of.epoch(),
            of.coreTimeNs(), of.coreStepNs(), of.maxDelayNs(), of.wallNs(), of.speedRatio(), of.recentSpeed(),
            of.coreProgress(), of.coreRetain(), of.blocker(), of.blockedForNs(), of.blockerReason(), of.missing(),
            of.assets(), of.earlier(), null, waits, children, null);
    }

    private static HubNode.Child child(final String name, final boolean isUp, final long rttNs) {
        return new HubNode.Child(name, new HubNode.Link(isUp, rttNs, isUp ? null : "its machine does not answer", null),
            new HubNode(name, 0, HubState.RUNNING, 0, 0, 1, null, List.of(), 5_000_000));
    }

    @Test
    void linksThatAreUpDownAndGone() {
        final HubStatus status = parent(List.of(), List.of(child("near", true, 400_000), child("cut", false, 0),
            child("lost", true, 300_000), new HubNode.Child("here", null, null)), asset("near", 100, 0, 0, 0),
            asset("cut", 100, 0, 0, 0), lost(asset("lost", 100, 0, 0, 0), true, false), asset("here", 100, 0, 0, 0));
        assertThat(metrics.scrape(status)).contains("takt_link_up{federate=\"near\",hub=\"lab\"} 1",
            "takt_link_up{federate=\"cut\",hub=\"lab\"} 0", "takt_link_up{federate=\"lost\",hub=\"lab\"} 0",
            "takt_link_up{federate=\"here\",hub=\"lab\"} 1",
            "takt_link_rtt_seconds{federate=\"near\",hub=\"lab\"} 4.0E-4",
            "takt_tree_lag_seconds{federate=\"near\",hub=\"lab\"} 0.005")
            .doesNotContain("takt_link_rtt_seconds{federate=\"cut\"", "takt_link_rtt_seconds{federate=\"here\"");
        assertThat(metrics.scrape(parent(List.of(), List.of(), asset("near", 100, 0, 0, 0))))
            .as("a child hub that has left is not shown any more").doesNotContain("takt_link_up{");
    }

    /** However large the tree is, Prometheus gets the links and hubs that matter. */
    @Test
    void ofVeryManyChildHubsTheWorstAreTold() {
        final List<HubNode.Child> children = IntStream.range(0, 1_000)
            .mapToObj(i -> child("site-" + i, i != 999, i * 1_000L)).toList();
        final String text = metrics.scrape(parent(List.of(), children, IntStream.range(0, 1_000)
            .mapToObj(i -> asset("site-" + i, 100, 0, 0, 0)).toArray(HubStatus.AssetStatus[]::new)));
        for (final String name : List.of("takt_link_up{", "takt_link_rtt_seconds{", "takt_tree_lag_seconds{")) {
            assertThat(text.lines().filter(line -> line.startsWith(name))).as(name).hasSize(200);
        }
        assertThat(text).contains("takt_link_up{federate=\"site-999\",hub=\"lab\"} 0",
            "takt_link_rtt_seconds{federate=\"site-998\",hub=\"lab\"} ");
    }

    @Test
    void whatWasNotTakenAndHowManyFramesCame() {
        final HubStatus status = parent(List.of(), List.of(child("near", true, 400_000)));
        final String text = metrics.scrape(status, new Counts(Map.of(new Rejected("near", "replayed"), 3L,
            new Rejected("", "foreign"), 4L), Map.of("near", new Frames(100, 98)), Map.of()));
        assertThat(text).contains("takt_link_rejected_total{federate=\"near\",hub=\"lab\",why=\"replayed\"} 3.0",
            "takt_link_rejected_total{federate=\"\",hub=\"lab\",why=\"foreign\"} 4.0",
            "takt_link_frames_sent_total{federate=\"near\",hub=\"lab\"} 100",
            "takt_link_frames_received_total{federate=\"near\",hub=\"lab\"} 98");
    }

    @Test
    void theEndOfTheBlame() {
        final Wait first = new Wait("lab", "near", HoldReason.BELOW, null, "link up", 2_000_000_000L);
        final Wait last = new Wait("near", "radar", HoldReason.SILENT, null, null, 1);
        assertThat(metrics.scrape(parent(List.of(first, last), List.of())))
            .contains("takt_tree_wait_seconds{asset=\"radar\",at=\"near\",hub=\"lab\",reason=\"silent\"} 2");
        assertThat(metrics.scrape(parent(List.of(new Wait("lab", "near", null, "it has not joined", null, 0)),
            List.of()))).contains("takt_tree_wait_seconds{asset=\"near\",at=\"lab\",hub=\"lab\",reason=\"\"} 0");
    }
}
