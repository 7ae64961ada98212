package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.MessagePlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanIndexTest {
    private static final List<OutputSpec> POSE = List.of(OutputSpec.named("pose"));

    private final PlanIndex index = new PlanIndex(new MessagePlan(0,
        Map.of("drone", POSE, "site/kite", POSE, "other/kite", POSE, "site/tower", POSE),
        Map.of("radar", List.of(InputSpec.gated("pose", "drone"), InputSpec.latest("pose", "site/kite")),
            "site/screen", List.of(InputSpec.gated("pose", "drone"))), false));

    @Test
    void anAssetBelowReceivesByItsChildHub() {
        assertThat(index.receiversOf("drone")).containsExactlyInAnyOrder("radar", "site");
        assertThat(index.receiversOf("site/kite")).as("its latest value alone").isEmpty();
        assertThat(index.isLatestWanted("site/kite", "pose")).isTrue();
        assertThat(index.isChildHub("site")).isTrue();
        assertThat(index.isChildHub("drone")).isFalse();
    }

    @Test
    void sendersAtOtherHubsAreFoundByTheirNamesThere() {
        assertThat(index.pathsTo("kite")).containsExactlyInAnyOrder("site/kite", "other/kite");
        assertThat(index.pathsTo("tower")).containsExactly("site/tower");
        assertThat(index.pathsTo("drone")).as("one of this hub").isEmpty();
    }
}
