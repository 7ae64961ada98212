package io.takt.lab.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TreeShapeTest {
    @Property(seed = "1", tries = 300)
    void everyNodeIsAMemberOfItsParentAndEveryAssetIsAsDeep(
        @ForAll @IntRange(min = 1, max = 500) final int assets,
        @ForAll @IntRange(min = 2, max = 20) final int fanOut) {
        final TreeShape shape = TreeShape.withFanOut(assets, fanOut);
        assertThat(shape.assets()).isEqualTo(assets);
        assertThat(shape.nodes()).isEqualTo(shape.federates() + assets);
        assertThat(shape.parent(0)).isNegative();
        assertThat(shape.firstMember(0)).isEqualTo(1);
        assertThat(shape.firstMember(shape.federates())).isEqualTo(shape.nodes());
        for (int node = 1; node < shape.nodes(); node++) {
            final int parent = shape.parent(node);
            assertThat(node).isBetween(shape.firstMember(parent), shape.firstMember(parent + 1) - 1);
        }
        for (int federate = 0; federate < shape.federates(); federate++) {
            assertThat(shape.firstMember(federate + 1) - shape.firstMember(federate)).isBetween(1, fanOut);
        }
        for (int asset = shape.federates(); asset < shape.nodes(); asset++) {
            int depth = 0;
            for (int node = asset; node != 0; node = shape.parent(node)) {
                depth++;
            }
            assertThat(depth).isEqualTo(shape.depth());
        }
    }

    @Property(seed = "2", tries = 300)
    void ofADepthHasTheLeastFanOutThatIsEnough(
        @ForAll @IntRange(min = 2, max = 100_000) final int assets,
        @ForAll @IntRange(min = 1, max = 20) final int depth) {
        final TreeShape shape = TreeShape.withDepth(assets, depth);
        assertThat(shape.depth()).isLessThanOrEqualTo(depth);
        if (shape.fanOut() > 2) {
            assertThat(TreeShape.withFanOut(assets, shape.fanOut() - 1).depth()).isGreaterThan(depth);
        }
    }

    @Example
    void levelsAreTheLogarithmOfTheAssets() {
        assertThat(TreeShape.withFanOut(1_000_000, 10).depth()).isEqualTo(6);
        assertThat(TreeShape.withFanOut(1_000_001, 10).depth()).isEqualTo(7);
        assertThat(TreeShape.withDepth(1_000_000, 6).fanOut()).isEqualTo(10);
        assertThat(TreeShape.withDepth(1_000_000, 1).federates()).isEqualTo(1);
    }

    @Example
    void aTreeThatCannotBeBuiltIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TreeShape.withFanOut(0, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> TreeShape.withFanOut(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> TreeShape.withDepth(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> TreeShape.withFanOut(Integer.MAX_VALUE, 2))
            .withMessageContaining("too many");
    }
}
