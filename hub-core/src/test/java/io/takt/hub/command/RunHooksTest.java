package io.takt.hub.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.WaitStrategy;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.MetricsPlan;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process may have many runs one after the other: each takes away what it left to be done at the process's end. */
@Timeout(60)
class RunHooksTest {
    private final List<Thread> added = new ArrayList<>();
    private final List<Thread> removed = new ArrayList<>();
    private final ShutdownHooks hooks = new ShutdownHooks() {
        @Override
        public void add(final Thread hook) {
            added.add(hook);
        }

        @Override
        public void remove(final Thread hook) {
            removed.add(hook);
        }
    };

    /** Its port is taken, so it is over soon. */
    @Test
    void aRunThatIsOverLeavesNoHookBehind() throws IOException {
        final String name = "hooks-" + ProcessHandle.current().pid();
        HubDirectory.of(name).lockFile().toFile().deleteOnExit();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final HubConfig config = new HubConfig(Path.of("."), name, 10, 0, 20,
                Double.POSITIVE_INFINITY, WaitStrategy.ADAPTIVE, 0, List.of(), MessagePlan.NONE,
                new MetricsPlan(taken.getLocalPort(), null, false));
            final Run run = new Run(config, new Run.Limits(Long.MAX_VALUE, Long.MAX_VALUE, false, true), false,
                Terminal.ofProcess(), new MetricsOption(), new LogOption());
            assertThatThrownBy(() -> run.run(summary -> ExitCode.DONE, hooks)).isInstanceOf(IOException.class);
        }
        assertThat(added).hasSize(1);
        assertThat(removed).isEqualTo(added);
    }

    @Test
    void aHookOfTheProcessIsGoneOnceItIsRemoved() {
        final Thread hook = new Thread(() -> { });
        ShutdownHooks.OF_THIS_PROCESS.add(hook);
        ShutdownHooks.OF_THIS_PROCESS.remove(hook);
        assertThat(Runtime.getRuntime().removeShutdownHook(hook)).isFalse();
    }
}
