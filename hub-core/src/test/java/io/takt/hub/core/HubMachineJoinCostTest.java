package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.RefusalCode;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A join costs the same, however many assets take part; a reset grows with them, and not with their square. */
class HubMachineJoinCostTest {
    private static final OutputSpec POSE = OutputSpec.named("pose").maxBytes(100);
    private static final int MANY = 300;

    private static void enter(final HubLab lab, final String name, final Request.Join join) {
        assertThat(lab.ask(1, join).error()).isNull();
        assertThat(lab.ask(1, new Request.Ready(-join.id(), name)).error()).isNull();
    }

    @Test
    void joinIntoARunningHubGoesThroughNoMembers() throws Exception {
        final HubLab lab = Plan.of(10, 40).records(4 * MANY + 100).open();
        lab.member("first", 10);
        final CountedMap<Member> members = CountedMap.ofMembers(lab.machine);
        for (int i = 1; i <= MANY; i++) {
            enter(lab, "a" + i, Request.Join.of(1_000 + i, "a" + i).stepNs(10));
        }
        assertThat(members.visits()).isZero();
    }

    @Test
    void aResetGoesThroughTheMembersAFewTimesHoweverManyConnectionsThereAre() throws Exception {
        final HubLab lab = Plan.of(10, 40).records(8 * MANY + 100).open();
        final List<HubLab.LabAsset> assets = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            assets.add(lab.join(i + 1, "a" + i, 10));
        }
        assets.forEach(HubLab.LabAsset::ready);
        lab.reset(MANY + 1);
        final CountedMap<Member> members = CountedMap.ofMembers(lab.machine);
        assets.forEach(HubLab.LabAsset::resetDone);
        assertThat(lab.state()).isEqualTo(HubState.RUNNING);
        assertThat(members.visits()).isLessThan(20 * MANY);
    }

    @Test
    void joinsInAResetGoThroughTheMembersOnce() throws Exception {
        final HubLab lab = Plan.of(10, 40).records(8 * MANY + 100).open();
        final List<HubLab.LabAsset> assets = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            assets.add(lab.join(i + 1, "a" + i, 10));
        }
        assets.forEach(HubLab.LabAsset::ready);
        lab.reset(MANY + 1);
        final CountedMap<Member> members = CountedMap.ofMembers(lab.machine);
        for (int i = 0; i < MANY; i++) {
            lab.beginJoin(MANY + 2 + i, "late" + i, 10);
        }
        assertThat(members.visits()).isEqualTo(MANY);
        assertThat(lab.tryJoin(MANY, "mate", 10).refusal()).as("its thread may be the one that resets")
            .isEqualTo(RefusalCode.RESETTING);

        assets.forEach(HubLab.LabAsset::resetDone);
        lab.reset(MANY + 1);
        assertThat(lab.tryJoin(MANY + 2, "other", 10).refusal()).as("one that joined after the reset is in the next")
            .isEqualTo(RefusalCode.RESETTING);
    }

    @Test
    void aPlaceIsTakenWithoutALookAtTheLogsOfOthers() throws Exception {
        final HubLab lab = Plan.of(10, 40).asset("radar", 10, true, OnLost.RESTART).records(8 * MANY + 100).open();
        for (int i = 1; i <= MANY; i++) {
            enter(lab, "a" + i, Request.Join.of(1_000 + i, "a" + i).stepNs(10).outputs(List.of(POSE)));
        }
        enterRadar(lab, List.of(InputSpec.gated("pose", "a1"), InputSpec.gated("pose", "a2")));
        lab.close(2);
        final CountedMap<Object> logs = CountedMap.ofLogs(lab.machine);
        enterRadar(lab, List.of(InputSpec.gated("pose", "a2")));
        assertThat(logs.visits()).isZero();
        assertThat(lab.messages().log("a1").slots().of("radar")).as("it reads that no more").isNegative();
        assertThat(lab.messages().log("a2").slots().of("radar")).isNotNegative();
    }

    private static void enterRadar(final HubLab lab, final List<InputSpec> inputs) {
        lab.enter(2, lab.ask(2, Request.Join.of(2_000 + lab.sent.size(), "radar").inputs(inputs)));
    }

    @Test
    void joinIsComparedWithThoseThatReceiveFromItAlone() throws Exception {
        final HubLab lab = Plan.of(10, 40).records(8 * MANY + 100).open();
        lab.member("first", 10);
        enter(lab, "sender", Request.Join.of(900, "sender").stepNs(10).outputs(List.of(POSE)));
        final CountedMap<Member> members = CountedMap.ofMembers(lab.machine);
        for (int i = 1; i <= MANY; i++) {
            enter(lab, "a" + i, Request.Join.of(1_000 + i, "a" + i).stepNs(10).outputs(List.of(POSE)).inputs(
                i % 100 == 0 ? List.of(InputSpec.gated("pose", "sender")) : List.of()));
        }
        assertThat(members.visits()).isZero();

        lab.ask(1, new Request.Leave(5_000, "sender"));
        members.visits();
        enter(lab, "sender", Request.Join.of(5_001, "sender").stepNs(10).outputs(List.of(POSE)));
        assertThat(members.visits()).as("though it was there before").isZero();
    }
}
