package io.takt.proofs.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.proofs.agents.SharedMemory.Fault;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** A world can fail: a fault that was put in on purpose is found within a few plays, by its own symptoms. */
class FoundOutTest {
    private static final int PLAYS = 20;

    /** The first finding of one of the plays. */
    private static String found(final LongFunction<Play> plays) {
        for (long seed = 0; seed < PLAYS; seed++) {
            try {
                final Play play = plays.apply(seed);
                play.turmoil(1_500);
                play.calm();
            } catch (final AssertionError e) {
                return e.getMessage().substring(0, e.getMessage().indexOf('\n'));
            }
        }
        return "nothing";
    }

    private static String found(final Fault fault) {
        return found(seed -> new Play(Choices.of(seed), fault));
    }

    private static String foundWith(final Rash.Fault fault) {
        return found(seed -> {
            final Play play = new Play(Choices.of(seed), Fault.NONE);
            play.world().add(new Rash(play.world(), play.unusedName(), fault));
            return play;
        });
    }

    /** An onlooker learns of one clock before it learns of another that was there first. */
    @Test
    void aMemoryThatForgetsPublishOrder() {
        assertThat(found(Fault.NO_PUBLISH_ORDER)).containsPattern("T_[ic]=\\d+ns > T_[ci]=");
    }

    @Test
    void aDoorbellThatIsReadWithoutAFence() {
        assertThat(found(Fault.NO_FENCE)).contains("T_c stays");
    }

    @Test
    void anAssetThatStepsWithoutALookAtTheCore() {
        assertThat(foundWith(Rash.Fault.BLIND)).containsPattern("T_i=\\d+ns > T_c=");
    }

    @Test
    void anAssetThatPublishesBeforeItHasStepped() {
        assertThat(foundWith(Rash.Fault.PUBLISHES_FIRST)).containsPattern("is at \\d+ in the step from \\d+");
    }

    @Test
    void anAssetThatStepsAfterItHasLeft() {
        assertThat(foundWith(Rash.Fault.LEAVES_AND_STEPS)).startsWith("rash writes ").endsWith(" is not its own");
    }

    @Test
    void anAssetThatIsThereAndDoesNotStep() {
        // In a reset all assets wait for it, and so do assets that join then.
        assertThat(foundWith(Rash.Fault.STAYS)).containsAnyOf("T_c stays", "what is waited for does not come");
    }

    @Test
    void aHubThatDoesNotKeepToItsMaxDelay() {
        assertThat(found(seed -> new Play(Choices.of(seed), Fault.NONE, 1))).contains("ns + D_max=");
    }
}
