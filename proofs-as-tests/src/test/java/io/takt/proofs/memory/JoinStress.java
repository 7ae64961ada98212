package io.takt.proofs.memory;

import io.takt.asset.AssetState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An asset joins late, in records where the clock of another stood, while an observer looks for clocks. It never sees
 * the asset at 0 or where the other stood. First: violations; second: how many assets were found.
 */
@JCStressTest
@Outcome(id = {"0, 1", "0, 2"}, expect = Expect.ACCEPTABLE)
@Outcome(expect = Expect.FORBIDDEN, desc = "The late joiner was seen before it stood at T_c.")
@State
public class JoinStress {
    private static final long NOW_NS = 1_000;

    private final ObservedHub hub = hubThatAnAssetHasLeft();

    static ObservedHub hubThatAnAssetHasLeft() {
        final ObservedHub hub = ObservedHub.next(NOW_NS);
        hub.clocks.free(hub.clocks.allocateAsset(hub.epoch, ObservedHub.ASSET + 1, "gone", 7, AssetState.RUNNING));
        hub.letFreedRecordsBeUsedAgain();
        return hub;
    }

    @Actor
    public void hub() {
        hub.clocks.allocateAsset(hub.epoch, ObservedHub.ASSET + 2, "late", hub.core.read(), AssetState.JOINED);
    }

    @Actor
    public void observer(final II_Result result) {
        hub.observer.resolve();
        hub.observer.observe();
        result.r1 = hub.violations();
        result.r2 = hub.observer.maxLagNs().size();
    }
}
