package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.shm.message.MemoryMessages;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A receiver of many senders is asked about each of them, at every join and start: so it does not go through all. */
class MemberChannelsTest {
    private static final int MANY = 300;

    private final MemoryMessages messages = new MemoryMessages();

    /** Counts how often one is looked at. */
    private static final class Inputs extends AbstractList<MemberChannels.Input> {
        private final List<MemberChannels.Input> all = new ArrayList<>();
        private int looks;

        @Override
        public MemberChannels.Input get(final int index) {
            looks++;
            return all.get(index);
        }

        @Override
        public int size() {
            return all.size();
        }
    }

    private MemberChannels.Input input(final InputSpec spec, final int slot) {
        return new MemberChannels.Input(spec, spec, messages.log(spec.sender(), 100), 0, slot, true);
    }

    @Test
    void aQuestionAboutOneSenderLooksAtNoInputsFromOthers() {
        final Inputs inputs = new Inputs();
        for (int i = 0; i < MANY; i++) {
            inputs.all.add(input(InputSpec.gated("pose", "a" + i), 0));
            inputs.all.add(input(InputSpec.latest("state", "a" + i), -1));
            inputs.all.add(input(InputSpec.latest("pose", "b" + i), -1));
        }
        final MemberChannels viewer = new MemberChannels(null, List.of(), inputs, 0, messages);
        for (int i = 0; i < MANY; i++) {
            assertThat(viewer.reads(messages.log("a" + i, 100))).isTrue();
            assertThat(viewer.reads(messages.log("b" + i, 100))).as("only the latest value").isFalse();
            assertThat(viewer.inputsFrom("a" + i)).containsExactlyElementsOf(inputs.all.subList(3 * i, 3 * i + 2));
        }
        assertThat(viewer.reads(messages.log("other", 100))).isFalse();
        assertThat(viewer.inputsFrom("other")).isEmpty();
        assertThat(inputs.looks).isLessThanOrEqualTo(3 * inputs.size());
    }

    @Test
    void aChildHubReadsTheLogsInWhichItHasSlots() {
        final MemberChannels child = new MemberChannels(new Border(
            List.of(), List.of(new Border.Read(messages.log("drone", 100), 0, true)), null));
        assertThat(child.reads(messages.log("drone", 100))).isTrue();
        assertThat(child.reads(messages.log("other", 100))).isFalse();
    }
}
