package io.takt.hub.command;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Goes along with a run in the hub's process, and reads all messages from the first one on. The run begins at 0. It is
 * told of the hub's events on the listener's thread, of some before {@link #begin}.
 */
public interface Companion extends Consumer<HubEvent> {
    /**
     * Its lines in the run's summary.
     *
     * @param key    under which a program finds it.
     * @param json   for a program.
     * @param lines  for a person.
     * @param isWell whether it was as it was to be; if not, the command fails.
     */
    record Remark(String key, Map<String, Object> json, List<String> lines, boolean isWell) {
    }

    /**
     * The hub waits for its assets; programs are launched when this returns.
     *
     * @param hub    that runs.
     * @param teller tells a person one line at once, amid whatever else is on the terminal; from any thread.
     * @throws IOException          when there is to be no run; in one line.
     * @throws InterruptedException when the thread is interrupted.
     */
    void begin(HubDaemon hub, Consumer<String> teller) throws IOException, InterruptedException;

    /**
     * The run has ended. The hub's shared memory may go when this returns.
     *
     * @param last how the hub stood.
     * @throws IOException          when it cannot end in order; in one line.
     * @throws InterruptedException when the thread is interrupted.
     */
    void end(HubStatus last) throws IOException, InterruptedException;

    /**
     * Its result; asked after {@link #end}.
     *
     * @return for the summary; null for nothing.
     */
    Remark remark();
}
