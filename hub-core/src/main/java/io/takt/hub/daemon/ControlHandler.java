package io.takt.hub.daemon;

import io.takt.hub.control.ControlServer;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.Request;
import io.takt.shm.host.LiveProcesses;
import java.util.function.Consumer;

/** Makes commands of what comes over the control socket. Owned by the server's thread. */
final class ControlHandler implements ControlServer.Handler {
    private final Consumer<HubCommand> commands;
    private final Runnable lookAtProcesses;
    private final Consumer<String> warnings;
    private final Consumer<Throwable> failure;
    private final StartTimes startTimes = new StartTimes(LiveProcesses::startTime);

    /**
     * A handler for one server.
     *
     * @param commands        takes them.
     * @param lookAtProcesses so that a status shows them as they are.
     * @param warnings        takes lines for people.
     * @param failure         hears why the server cannot go on.
     */
    ControlHandler(final Consumer<HubCommand> commands, final Runnable lookAtProcesses,
        final Consumer<String> warnings, final Consumer<Throwable> failure) {
        this.commands = commands;
        this.lookAtProcesses = lookAtProcesses;
        this.warnings = warnings;
        this.failure = failure;
    }

    @Override
    public void onRead() {
        startTimes.forget();
    }

    @Override
    public void onRequest(final int connection, final Request request) {
        if (request instanceof Request.Status) {
            lookAtProcesses.run();
        }
        // Read here: a file of the system may be slow, and a subtree long, and the hub's thread is not to wait for it.
        final VerifiedRequest arrival;
        try {
            arrival = VerifiedRequest.of(
                request instanceof Request.Subtree told ? StatusJson.read(told) : request, startTimes);
        } catch (final IllegalArgumentException e) {
            onMalformed(connection, request.id(), e.getMessage());
            return;
        }
        commands.accept(new HubCommand.Ask(connection, arrival.request(), arrival.startTime()));
    }

    @Override
    public void onMalformed(final int connection, final long id, final String error) {
        commands.accept(new HubCommand.RefuseLine(connection, id, error));
    }

    @Override
    public void onClosed(final int connection) {
        commands.accept(new HubCommand.ConnectionClosed(connection));
    }

    @Override
    public void onTrouble(final String why) {
        warnings.accept(why);
    }

    @Override
    public void onFailed(final Throwable cause) {
        failure.accept(cause);
    }
}
