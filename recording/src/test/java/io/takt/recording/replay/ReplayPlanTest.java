package io.takt.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.MetricsPlan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.recording.format.AssetEntry;
import io.takt.shm.control.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times are small: the core steps by 4, asset a by 3, asset b by 5. */
class ReplayPlanTest {
    @TempDir
    private Path folder;
    private Recordings run;

    @BeforeEach
    void begin() throws IOException {
        run = new Recordings(folder.resolve("r"));
    }

    private static PlannedAsset asset(final String name, final long stepNs, final OnLost onLost,
        final String... launch) {
        return new PlannedAsset(name, Steps.fixedNs(stepNs), 7, true, onLost, WaitStrategy.ADAPTIVE, OnHubLost.ATTACH,
            Restart.USUAL, List.of(launch));
    }

    private static PlannedAsset asset(final String name, final Steps steps, final String... launch) {
        return new PlannedAsset(name, steps, 7, true, OnLost.HALT, WaitStrategy.ADAPTIVE, OnHubLost.ATTACH,
            Restart.USUAL, List.of(launch));
    }

    private static HubConfig config(final PlannedAsset... assets) {
        return new HubConfig(Path.of("/nowhere"), "hub", 4, 0, 20, 2.0, WaitStrategy.YIELD, 42, List.of(assets),
            new MessagePlan(42, Map.of("a", List.of(OutputSpec.named("a"))),
                Map.of("a", List.of(InputSpec.gated("b", "b")), "b", List.of(InputSpec.gated("a", "a"))), false),
            new MetricsPlan(9000, null, false));
    }

    private static HubConfig both() {
        return config(asset("a", 3, OnLost.HALT, "run-a"), asset("b", 5, OnLost.DROP, "run-b"));
    }

    private static String names(final List<SurveyedAsset> assets) {
        return String.join(" ", assets.stream().map(SurveyedAsset::name).toList());
    }

    private void refused(final Survey survey, final HubConfig config, final List<String> wanted, final String why) {
        assertThatThrownBy(() -> ReplayPlan.of(survey, config, wanted)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(why).hasMessageNotContaining("\n");
    }

    @Test
    void aRecordingThatEndsBeforeTheFirstJoinIsSaidToBeOne() throws IOException {
        refused(run.survey(), both(), List.of("a"), "it ends at byte 0; no asset is in it");
    }

    @Test
    void anAssetOfAnotherHubIsPlayedUnderItsNameUpToWhereItIsKnown() throws IOException {
        final Survey survey = run.joins(0, "a", 3, 0, "site/b").joins(1, "site/b", 4).knows(0, 39).knows(1, 38)
            .endsAt(40);
        final ReplayPlan plan = ReplayPlan.of(survey, config(asset("a", 3, OnLost.HALT, "run-a")), List.of());
        assertThat(names(plan.live())).isEqualTo("a");
        assertThat(names(plan.played())).isEqualTo("b");
        assertThat(plan.untilNs()).as("how short its steps are is not known").isEqualTo(36);
        assertThat(plan.config().assets()).extracting(PlannedAsset::name).containsExactly("a", "b");
        assertThat(plan.config().messages().inputs().get("a")).extracting(InputSpec::channel, InputSpec::sender)
            .containsExactly(tuple("b", "b"));
        refused(survey, config(asset("a", 3, OnLost.HALT, "run-a")), List.of("b"), "asset 'b' was at another hub of"
            + " the tree (site/b)");
    }

    @Test
    void twoOfOneNameCannotBeOnOneHub() throws IOException {
        refused(run.joins(0, "a", 3).joins(1, "site/a", 4).knows(0, 39).knows(1, 40).endsAt(40), both(), List.of(),
            "'a' and 'site/a' have the same name 'a'");
    }

    @Test
    void theSeedIsTheOneThatCounted() throws IOException {
        final Survey survey = run.joins(0, "a", 3).joins(1, "b", 5).knows(0, 39).knows(1, 40).endsAt(40);
        assertThat(ReplayPlan.of(survey, both(), List.of()).config().seed()).isEqualTo(survey.beginning().seed());
    }

    @Test
    void aWholeRunIsReplayedToItsEnd() throws IOException {
        final Survey survey = run.joins(0, "a", 3).joins(1, "b", 5).knows(0, 39).knows(1, 40).endsAt(40);
        final ReplayPlan plan = ReplayPlan.of(survey, both(), List.of());
        assertThat(plan.untilNs()).isEqualTo(40);
        assertThat(names(plan.live())).isEqualTo("a b");
        assertThat(plan.played()).isEmpty();
        assertThat(plan.notes()).isEmpty();
        assertThat(plan.limitNs(survey.asset("a"))).isEqualTo(39);
        assertThat(plan.limitNs(survey.asset("b"))).isEqualTo(40);
        assertThat(plan.leavesAtNs(survey.asset("b"))).isEqualTo(Long.MAX_VALUE);
    }

    /** Asset b may make its step to 45 at T_c = 45 or later only, so up to 44 all is known. */
    @Test
    void aRunThatWasCutShortIsReplayedAsFarAsAllStepsAreKnown() throws IOException {
        run.joins(0, "a", 3).joins(1, "b", 5).knows(0, 42).knows(1, 40);
        assertThat(ReplayPlan.of(run.survey(), both(), List.of()).untilNs()).isEqualTo(44);
        assertThat(ReplayPlan.of(run.knows(1, 45).survey(), both(), List.of()).untilNs()).isEqualTo(44);
        assertThat(ReplayPlan.of(run.knows(0, 48).survey(), both(), List.of()).untilNs()).isEqualTo(48);
        final ReplayPlan plan = ReplayPlan.of(run.knows(0, 60).survey(), both(), List.of("a"));
        assertThat(plan.untilNs()).isEqualTo(48);
        assertThat(plan.notes()).singleElement().asString().contains("cut short", "it ends at byte "
            + run.files().position(), "up to 48ns");
        assertThat(names(plan.played())).isEqualTo("b");
    }

    @Test
    void aDamagedRecordingIsReplayedUpToTheDamage() throws IOException {
        run.joins(0, "a", 3).knows(0, 30);
        run.records().flush();
        final long whole = run.files().position();
        run.knows(0, 60).endsAt(60);
        final Path file = run.files().segment(whole);
        final byte[] bytes = Files.readAllBytes(file);
        bytes[(int) whole + 40] ^= 1;
        Files.write(file, bytes);
        final ReplayPlan plan = ReplayPlan.of(Survey.of(run.files().folder(), position -> { }),
            config(asset("a", 3, OnLost.HALT, "run-a")), List.of());
        assertThat(plan.untilNs()).isEqualTo(32);
        assertThat(plan.notes()).singleElement().asString().contains("damaged at byte " + whole + " of its ");
    }

    @Test
    void aRunThatWasResetIsReplayedUpToThere() throws IOException {
        run.joins(0, "a", 3).joins(1, "b", 5).knows(0, 30).knows(1, 30);
        run.records().onReset(0);
        run.knows(0, 900).knows(1, 35);
        run.records().onReset(1);
        final Survey survey = run.knows(1, 900).joins(2, "c", 5).knows(2, 900).endsAt(900);
        final ReplayPlan plan = ReplayPlan.of(survey, both(), List.of());
        assertThat(plan.untilNs()).isEqualTo(32);
        assertThat(plan.notes()).hasSize(2).first().asString().contains("reset");
    }

    @Test
    void anAssetThatLeavesDoesSoAgainAndBoundsNoOther() throws IOException {
        final Survey survey = run.joins(0, "a", 3).joins(1, "b", 5).knows(1, 8).goes(1, 10, false).knows(0, 60)
            .endsAt(60);
        final ReplayPlan plan = ReplayPlan.of(survey, both(), List.of("a"));
        assertThat(plan.untilNs()).isEqualTo(60);
        assertThat(plan.leavesAtNs(survey.asset("b"))).isEqualTo(10);
        assertThat(plan.limitNs(survey.asset("b"))).isEqualTo(10);
    }

    @Test
    void whenAllHaveLeftThatIsTheEnd() throws IOException {
        final Survey survey = run.joins(0, "a", 3).goes(0, 9, false).joins(1, "b", 5).goes(1, 10, false).endsAt(12);
        assertThat(ReplayPlan.of(survey, both(), List.of()).untilNs()).isEqualTo(Long.MAX_VALUE);
    }

    /** With onLost halt its loss is the end; with drop the others went on without it. */
    @Test
    void aLossEndsTheReplayWhereItEndedTheRun() throws IOException {
        final Survey survey = run.joins(0, "a", 3).joins(1, "b", 5).knows(1, 30).goes(0, 21, true).survey();
        assertThat(ReplayPlan.of(survey, both(), List.of()).untilNs()).isEqualTo(20);
        assertThat(ReplayPlan.of(survey, both(), List.of()).leavesAtNs(survey.asset("a"))).isEqualTo(Long.MAX_VALUE);
        final ReplayPlan plan = ReplayPlan.of(survey, dropped(), List.of("b"));
        assertThat(plan.untilNs()).isEqualTo(32);
        assertThat(plan.leavesAtNs(survey.asset("a"))).isEqualTo(21);
        assertThat(plan.endsAtLoss()).isFalse();
    }

    private static HubConfig dropped() {
        return config(asset("a", 3, OnLost.DROP, "run-a"), asset("b", 5, OnLost.DROP, "run-b"));
    }

    /** Its program does not die again: the later actions of it and of its receivers were never recorded. */
    @Test
    void aDroppedAssetRunsOrIsPlayedUpToItsLossAndThatIsSaid() throws IOException {
        final Survey survey = run.joins(0, "a", 3).joins(1, "b", 5).knows(0, 18).goes(0, 21, true).knows(1, 60)
            .endsAt(60);
        for (final List<String> live : List.of(List.<String>of(), List.of("a"))) {
            final ReplayPlan plan = ReplayPlan.of(survey, dropped(), live);
            assertThat(plan.untilNs()).isEqualTo(20);
            assertThat(plan.limitNs(survey.asset("a"))).isEqualTo(18);
            assertThat(plan.endsAtLoss()).as("the digests of the end are of another time").isTrue();
            assertThat(plan.notes()).singleElement().asString()
                .startsWith("asset 'a' was lost at 21ns in the recorded run; its program does not die again")
                .endsWith("--asset");
        }
        final ReplayPlan plan = ReplayPlan.of(survey, dropped(), List.of("b"));
        assertThat(plan.untilNs()).isEqualTo(60);
        assertThat(plan.limitNs(survey.asset("a"))).isEqualTo(21);
        assertThat(plan.notes()).containsExactly(
            "asset 'a' was lost at 21ns in the recorded run; it is played up to there");
    }

    @Test
    void aDroppedAssetThatOnlyKeepsTimeEndsTheReplayToo() throws IOException {
        run.records().onAsset(0, AssetEntry.of("a", Steps.fixedNs(4), 0, 100, List.of(), List.of()));
        final Survey survey = run.goes(0, 20, true).endsAt(24);
        final ReplayPlan plan = ReplayPlan.of(survey, config(asset("a", 4, OnLost.DROP, "run-a")), List.of());
        assertThat(plan.untilNs()).as("or it would run for ever").isEqualTo(20);
    }

    @Test
    void aRestartedAssetIsPlayedAndNotRun() throws IOException {
        final Survey survey = run.joins(0, "a", 3).joins(1, "b", 5).knows(0, 18).goes(0, 21, true)
            .joins(0, "a", 3, 21).knows(0, 42).knows(1, 40).endsAt(40);
        refused(survey, both(), List.of(), "asset 'a' was lost and restarted");
        final ReplayPlan plan = ReplayPlan.of(survey, both(), List.of("b"));
        assertThat(names(plan.played())).isEqualTo("a");
        assertThat(plan.leavesAtNs(survey.asset("a"))).isEqualTo(Long.MAX_VALUE);
        assertThat(plan.untilNs()).isEqualTo(40);
    }

    @Test
    void anAssetThatCameWhileTheRunWentOnIsLeftOut() throws IOException {
        run.joins(0, "a", 3).joins(1, "b", 5, 16).knows(0, 42).knows(1, 40);
        final Survey survey = run.endsAt(40);
        refused(survey, both(), List.of("b"), "asset 'b' joined while the run was going on (first at 16ns)");
        final ReplayPlan plan = ReplayPlan.of(survey, both(), List.of("a"));
        assertThat(plan.played()).isEmpty();
        assertThat(plan.notes()).singleElement().asString().contains("'b'", "left out");
    }

    @Test
    void aReceiverOfAnAssetThatIsLeftOutCannotRun() throws IOException {
        final Survey survey = run.joins(0, "a", 3, 0, "b").joins(1, "b", 5).knows(0, 9).goes(1, 10, false)
            .joins(1, "b", 5, 20).knows(0, 42).endsAt(40);
        refused(survey, both(), List.of("a"), "asset 'a' receives from 'b', which joined while");
    }

    @Test
    void anAssetInTheProcessOfOneThatRunsRunsToo() throws IOException {
        final HubConfig config = config(asset("a", 3, OnLost.HALT, "run-a-and-b"), asset("b", 5, OnLost.DROP),
            asset("c", 5, OnLost.DROP, "run-c"));
        final Survey survey = run.joins(0, 7, "a", 3, 0).joins(1, 7, "b", 5, 0).joins(2, 0, "c", 5, 0)
            .joins(3, 0, "d", 5, 0).knows(0, 39).knows(1, 40).knows(2, 40).knows(3, 40).endsAt(40);
        final ReplayPlan plan = ReplayPlan.of(survey, config, List.of());
        assertThat(names(plan.live())).isEqualTo("a b c");
        assertThat(plan.notes()).singleElement().asString().contains("'b' runs, too");
        assertThat(names(ReplayPlan.of(survey, config, List.of("b")).live())).isEqualTo("a b");
        assertThat(names(ReplayPlan.of(survey, config, List.of("c")).live())).isEqualTo("c");
    }

    @Test
    void namesThatAreNotThereAreRefused() throws IOException {
        final Survey survey = run.joins(0, "a", 3).knows(0, 42).endsAt(40);
        refused(survey, both(), List.of("a", "c"), "no asset 'c' is in the recording; there are a");
        refused(survey, config(asset("a", 3, OnLost.HALT)), List.of(), "launches none of the recorded assets (a)");
        assertThat(names(ReplayPlan.of(survey, config(asset("a", 3, OnLost.HALT)), List.of("a")).live()))
            .isEqualTo("a");
    }

    @Test
    void aRecordingThatEndsBeforeTheRunIsRefused() throws IOException {
        refused(run.joins(0, "a", 3).survey(), both(), List.of(), "ends before the run began");
        assertThat(ReplayPlan.of(run.knows(0, 0).survey(), both(), List.of()).untilNs()).isZero();
    }

    /** Its next step may be as short as a granularity, and then it is not known what it does at 44. */
    @Test
    void ofStepsThatVaryAllIsKnownUpToTheShortestNextOne() throws IOException {
        for (final boolean isWhole : List.of(false, true)) {
            final Steps steps = new Steps(12, 2, isWhole);
            run = new Recordings(folder.resolve("whole-" + isWhole));
            final Survey survey = run.joins(0, "a", steps).joins(1, "b", 5).knows(0, 42).knows(1, 60).survey();
            final HubConfig config = config(asset("a", steps, "run-a"), asset("b", Steps.fixedNs(5), "run-b"));
            for (final List<String> live : List.of(List.of("a"), List.of("b"))) {
                final ReplayPlan plan = ReplayPlan.of(survey, config, live);
                assertThat(plan.untilNs()).isEqualTo(40);
                assertThat(plan.limitNs(survey.asset("a"))).isEqualTo(40);
                assertThat(plan.config().assets()).filteredOn(asset -> asset.name().equals("a"))
                    .extracting(PlannedAsset::steps).containsExactly(steps);
            }
            assertThat(ReplayPlan.of(run.knows(0, 50).survey(), config, List.of("b")).limitNs(survey.asset("a")))
                .as("on its grid").isEqualTo(48);
        }
    }

    /** Its next step would have been longer than the time that was left. */
    @Test
    void anAssetWithWholeStepsStaysInTheEndWhereItStayed() throws IOException {
        final Steps steps = new Steps(12, 2, true);
        final HubConfig config = config(asset("a", steps, "run-a"), asset("b", Steps.fixedNs(5), "run-b"));
        final Survey survey = run.joins(0, "a", steps).joins(1, "b", 5).knows(0, 34).knows(1, 40).endsAt(40);
        for (final List<String> live : List.of(List.of("a"), List.of("b"), List.of("a", "b"))) {
            final ReplayPlan plan = ReplayPlan.of(survey, config, live);
            assertThat(plan.untilNs()).isEqualTo(40);
            assertThat(plan.limitNs(survey.asset("a"))).isEqualTo(34);
            assertThat(plan.reachesEnd()).isTrue();
            assertThat(plan.notes()).isEmpty();
        }
    }

    /** Asset b waits at a gate at 20 in the end, and does so again when it runs; its player would go on to 40. */
    @Test
    void anAssetThatWaitedInTheEndIsPlayedUpToThere() throws IOException {
        final Survey survey = run.joins(0, "a", 3).joins(1, "b", 5).knows(0, 39).knows(1, 20).endsAt(40);
        final ReplayPlan live = ReplayPlan.of(survey, both(), List.of("b"));
        assertThat(live.untilNs()).isEqualTo(40);
        assertThat(live.reachesEnd()).isTrue();
        assertThat(live.notes()).isEmpty();
        final ReplayPlan plan = ReplayPlan.of(survey, both(), List.of("a"));
        assertThat(plan.untilNs()).isEqualTo(24);
        assertThat(plan.reachesEnd()).as("the digests of the end are of another time").isFalse();
        assertThat(plan.notes()).singleElement().asString().endsWith("all is compared up to 24ns");
    }

    /** With coreStep 4 and maxDelay 20, whole steps of 20 on a grid of 2 may stop. */
    @Test
    void anAssetThatWouldNeedStepsThatAreNotLiveIsNotPlayed() throws IOException {
        final Steps steps = new Steps(20, 2, false);
        final HubConfig config = config(asset("a", steps, "run-a"), asset("b", Steps.fixedNs(5), "run-b"));
        final Survey survey = run.joins(0, "a", steps).joins(1, "b", 5).sends(0, 19, 0, "late")
            .sends(0, 1, 1, "early").knows(0, 20).knows(0, 40).knows(1, 40).endsAt(40);
        refused(survey, config, List.of("b"), "asset 'a' cannot be played: it sent messages with earlier stamps after"
            + " messages with later ones, so its player needs whole steps of up to 20ns on a grid of 2ns, which are not"
            + " live with coreStep 4ns and maxDelay 20ns; let it run: name it with --asset");
        assertThat(ReplayPlan.of(survey, config, List.of("a")).untilNs()).isEqualTo(40);
    }

    /** The process that took the place of another sends again what that had sent later than all others knew. */
    @Test
    void aVoidMessageNeedsNoLongerStep() throws IOException {
        final Steps steps = new Steps(20, 2, false);
        run.joins(0, "a", steps).sends(0, 2, 0, "stays").knows(0, 2).sends(0, 19, 1, "void").goes(0, 2, true);
        run.records().onAsset(0, AssetEntry.of("a", steps, 2, 101, List.of(OutputSpec.named("a")), List.of()));
        run.records().onVoid(0, 2);
        final Survey survey = run.sends(0, 3, 1, "anew").knows(0, 40).endsAt(40);
        assertThat(survey.asset("a").isReplaced()).isTrue();
        assertThat(survey.asset("a").playedSteps()).isEqualTo(steps);
    }

    @Test
    void aRecordingWithoutStepsThatVaryIsRefusedWhereTheyDo() throws IOException {
        final Survey survey = run.joins(0, "a", 12).knows(0, 36).endsAt(40);
        refused(survey, config(asset("a", new Steps(12, 2, false), "run-a")), List.of(), "asset 'a' has steps of up to"
            + " 12ns on a grid of 2ns by its configuration, and a step of 12ns by the recording");
    }

    /** Where the configuration of a hub above names the carrier, the recording alone knows of it. */
    @Test
    void anAssetThatRunsIsToldOfTheSenderBehindACarrier() throws IOException {
        final Unit metre = new Unit("m", "m", 1, 0);
        final InputSpec carried =
            InputSpec.gated("drone.a.pose", "../air").values(new ValueSpec("double", metre, null));
        run.records().onAsset(0, AssetEntry.of("a", Steps.fixedNs(3), 0, 100, List.of(), List.of(carried))
            .told(Map.of(0, new Reply.Sent("pose", "drone"))));
        final Survey survey = run.joins(1, "../air", 4).knows(0, 39).knows(1, 38).endsAt(40);
        final MessagePlan plan = ReplayPlan.of(survey, config(asset("a", 3, OnLost.HALT, "run-a")), List.of()).config()
            .messages();
        assertThat(plan.inputs().get("a").stream().map(plan::told))
            .contains(InputSpec.gated("pose", "drone").values(carried.values()));
    }

    @Test
    void aPlayedAssetIsGivenNoProgramNoIntervalAndNothingToWaitFor() throws IOException {
        run.joins(0, "a", 3, 0, "b").joins(1, "b", 5, 0, "a").joins(2, "x", 6).knows(0, 42).knows(1, 40).knows(2, 42);
        final HubConfig recorded = config(asset("a", 3, OnLost.HALT, "run-a"), asset("b", 5, OnLost.DROP, "run-b"),
            asset("never", 2, OnLost.HALT, "run-never"));
        final HubConfig config = ReplayPlan.of(run.endsAt(40), recorded, List.of("a")).config();
        assertThat(config.assets()).extracting(PlannedAsset::name, PlannedAsset::required, PlannedAsset::launch,
            PlannedAsset::intervalNs, asset -> asset.steps().greatestNs()).containsExactlyInAnyOrder(
            tuple("a", true, List.of("run-a"), 7L, 3L),
            tuple("b", true, List.of(), 0L, 5L),
            tuple("x", true, List.of(), 0L, 6L),
            tuple("never", false, List.of(), 0L, 2L));
        assertThat(config.messages().inputs()).containsOnlyKeys("a");
        assertThat(config.messages().outputs()).isEqualTo(recorded.messages().outputs());
        assertThat(config.messages().seed()).isEqualTo(42);
        assertThat(config.metrics()).isEqualTo(MetricsPlan.NONE);
    }
}
