package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.command.WatchView.Colours;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.view.BlockerText;
import io.takt.hub.view.HubView;
import io.takt.hub.view.RecentView;
import io.takt.hub.view.ViewJson;
import io.takt.shm.host.HubDirectory;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt watch}: a live view of a hub. */
@Command(name = "watch", mixinStandardHelpOptions = true,
    description = "A live view of a hub: which asset holds it back, why, and how fast it goes. Ends with the hub.",
    footer = {"", "Exit code 0 when the hub has ended in order, 1 when it was killed."})
public final class WatchCommand implements TaktCommand {
    private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long SHORTEST_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long OVER_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long ONCE_WITHIN_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long REMOVED_WITHIN_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int WIDE = 120;

    @Spec
    private CommandSpec spec;

    @Mixin
    private HubOption hub;

    @Option(names = "--every", paramLabel = "TIME", converter = SimTimeConverter.class, defaultValue = "1s",
        description = "Wall time between two blocks where the output is no terminal (1s if left out).")
    private long everyNs;

    @Option(names = "--once", description = "One block, about the wall time of --every from now on, and the end.")
    private boolean once;

    @Option(names = "--json", description = "One JSON object a line instead of a view.")
    private boolean json;

    private Terminal terminal;
    private FullScreen screen;
    private HubPoll poll;
    private HubView view;
    private long printedAtNs;

    @Override
    public Integer call() throws InterruptedException {
        if (everyNs < SHORTEST_EVERY_NS) {
            throw new ParameterException(spec.commandLine(), "--every is less than 100ms");
        }
        terminal = Terminal.ofProcess();
        final String name = hub.name();
        try (HubPoll asking = new HubPoll(name)) {
            poll = asking;
            final boolean isLive = terminal.outIsTerminal() && !json && !once;
            screen = isLive ? new FullScreen(terminal.out(), terminal.columns()) : null;
            printedAtNs = System.nanoTime();
            return watch(name);
        } finally {
            leaveScreen();
        }
    }

    private int watch(final String name) throws InterruptedException {
        final RecentView model = new RecentView(OVER_NS);
        while (true) {
            final long startNs = System.nanoTime();
            final HubStatus status;
            try {
                status = poll.status(LOOK_EVERY_NS);
            } catch (final TaktException e) {
                return onGone(name, e);
            }
            if (status != null) {
                printedAtNs = view == null ? System.nanoTime() : printedAtNs;
                view = model.take(status);
            }
            if (status != null && status.state().isEnd()) {
                leaveScreen();
                print();
                return ExitCode.DONE;
            }
            if (once && view == null && poll.silentNs() > ONCE_WITHIN_NS) {
                terminal.tell(silence(name));
                return ExitCode.FAILED;
            }
            if (show(name) && once) {
                return ExitCode.DONE;
            }
            LockSupport.parkNanos(LOOK_EVERY_NS - (System.nanoTime() - startNs));
        }
    }

    /** Draws, or prints when it is time to; whether anything was printed. */
    private boolean show(final String name) {
        if (screen != null) {
            final FullScreen.Size size = screen.size();
            screen.draw(view == null ? List.of(silence(name)) : renderer(size.columns(), size.rows())
                .lines(view, unansweredNs()));
            return false;
        }
        final long nowNs = System.nanoTime();
        if (nowNs - printedAtNs < everyNs || view == null) {
            return false;
        }
        printedAtNs += Math.max(1, (nowNs - printedAtNs) / Math.max(1, everyNs)) * everyNs;
        print();
        return true;
    }

    private void print() {
        if (json) {
            terminal.out().println(Json.line(ViewJson.of(view, unansweredNs())));
            return;
        }
        final int columns = terminal.outIsTerminal() ? terminal.columns() : WIDE;
        renderer(columns, WatchView.ALL_ROWS).lines(view, unansweredNs()).forEach(terminal.out()::println);
        if (!once && !terminal.outIsTerminal()) {
            terminal.out().println();
        }
    }

    private WatchView renderer(final int columns, final int rows) {
        final String noColour = System.getenv("NO_COLOR");
        final boolean isColoured = terminal.outIsTerminal() && (noColour == null || noColour.isEmpty());
        return new WatchView(columns, rows, isColoured ? Colours.ON : Colours.OFF);
    }

    /** How long the hub has been asked in vain; 0 as long as that is nothing to speak of. */
    private long unansweredNs() {
        final long forNs = poll.silentNs();
        return forNs < PATIENCE_NS ? 0 : forNs;
    }

    private String silence(final String name) {
        return unansweredNs() == 0 ? "hub " + name + ": asked how it stands" : "hub '" + name
            + "' is there but has not answered for " + BlockerText.seconds(unansweredNs())
            + "; its process may be stopped (SIGSTOP, debugger)";
    }

    /** A hub that ends in order takes its directory away; one that is killed cannot. */
    private int onGone(final String name, final TaktException gone) {
        leaveScreen();
        if (view != null) {
            print();
        }
        final HubDirectory directory = HubDirectory.of(name);
        final long startNs = System.nanoTime();
        boolean isThere = Files.exists(directory.socket());
        while (isThere && view != null && ProcessHandle.of(view.status().pid()).isPresent()
            && System.nanoTime() - startNs < REMOVED_WITHIN_NS) {
            LockSupport.parkNanos(LOOK_EVERY_NS);
            isThere = Files.exists(directory.socket());
        }
        if (!isThere) {
            terminal.tell("hub '" + name + "' has ended");
            return ExitCode.DONE;
        }
        terminal.tell(gone.getMessage() + ": it was killed, or has crashed");
        return ExitCode.FAILED;
    }

    private void leaveScreen() {
        if (screen != null) {
            screen.close();
            screen = null;
        }
    }
}
