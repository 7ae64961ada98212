package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The assets of a thread that come and go while it drives them. */
class AssetAgentTest {
    private static final int MANY = 1_000;

    private final SessionMessagesLab messages = new SessionMessagesLab();
    private final SessionLab lab = messages.hub;
    private final AssetAgent agent = new AssetAgent(
        ShmHubConnection.connect(new OneSessionHub(messages, Steps.fixedNs(10)), () -> 0), () -> 0);
    private final AssetThread thread = new AssetThread(lab.threadCounters);
    private final List<AssetSession> sessions = new ArrayList<>();
    private int looks;

    @BeforeEach
    void drive() {
        lab.own = messages.hub.hub.allocateAsset(1, 2, "all", 0, AssetState.JOINED);
        lab.beforeRead = counterId -> looks += counterId == lab.core.counterId() ? 1 : 0;
        thread.wishes(agent);
        agent.begin(thread);
    }

    private void join(final String name) {
        final AssetSession session = new AssetSession(AssetSpec.named(name).stepNs(10).onHubLost(OnHubLost.EXIT),
            thread, null, lab.clocks(), 0);
        sessions.add(session);
        SessionLab.post(session, new SessionCommand.Host((fromNs, toNs) -> { }, null));
    }

    private void untilIdle() {
        while (agent.doWork() > 0) {
            assertThat(looks).isLessThan(10 * MANY);
        }
    }

    @Test
    void oneMoreCostsTheOthersNoLook() {
        for (int i = 0; i < MANY; i++) {
            join("a" + i);
        }
        untilIdle();
        looks = 0;
        join("late");
        untilIdle();
        assertThat(looks).as("at T_c, by all sessions").isEqualTo(1);
    }

    @Test
    void neitherDoesOneThatIsTold() {
        for (int i = 0; i < MANY; i++) {
            join("a" + i);
        }
        untilIdle();
        looks = 0;
        SessionLab.post(sessions.get(7), new SessionCommand.Detach());
        untilIdle();
        assertThat(looks).isZero();
        assertThat(sessions.get(7).status().state()).isEqualTo(SessionState.DETACHED);
        assertThat(agent.isDone()).isFalse();
    }

    @Test
    void thereIsNothingLeftToDriveOnceAllHaveLeft() {
        join("a");
        join("b");
        untilIdle();
        sessions.get(0).end(AssetSession.End.LEFT);
        untilIdle();
        assertThat(agent.isDone()).isFalse();
        assertThat(agent.sessions()).containsExactly(sessions.get(1));
        sessions.get(1).end(AssetSession.End.LEFT);
        assertThat(agent.isDone()).as("before it is told").isFalse();
        untilIdle();
        assertThat(agent.isDone()).isTrue();
    }
}
