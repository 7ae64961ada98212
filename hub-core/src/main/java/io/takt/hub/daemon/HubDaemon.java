package io.takt.hub.daemon;

import io.takt.asset.TaktException;
import io.takt.hub.config.HubConfig;
import io.takt.hub.control.ControlServer;
import io.takt.hub.core.HubMachine;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.driver.EmbeddedDriver;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.HubLock;
import io.takt.shm.host.JvmFlags;
import io.takt.shm.host.LiveProcesses;
import io.takt.shm.message.MessageFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A running hub.
 *
 * <p>Threads: {@code takt-core} counts up and decides; {@code takt-control} serves the socket; {@code takt-files} makes
 * the files of joins; the driver has one; {@code takt-listener} tells the listener; {@code takt-processes} looks at the
 * processes of assets. All methods may be called from any thread.
 */
public final class HubDaemon implements AutoCloseable {
    private static final long ANSWER_WITHIN_S = 10;
    private static final long REPORTS_AFTER_A_SCRAPE_NS = TimeUnit.SECONDS.toNanos(90);
    private static final Duration END_WITHIN = Duration.ofMillis(500);

    private final HubDirectory directory;
    private final HubLock lock;
    private final EmbeddedDriver driver;
    private final MessageFolder messages;
    private final CompletableFuture<HubStatus> ended = new CompletableFuture<>();
    private final ExecutorService listening = Executors.newSingleThreadExecutor(task -> daemon(task, "takt-listener"));
    private final ProcessSampler processes =
        new ProcessSampler(ProcessReader.ofSystem(), LiveProcesses::hasEnded, SystemNanoClock.INSTANCE);
    private final AtomicBoolean lookOrdered = new AtomicBoolean();
    private final StatusAnswers statuses = new StatusAnswers();
    private final Consumer<HubCommand> commandLog;
    private final EventDispatcher dispatcher;
    private final MadeFiles madeFiles;
    private final FileThread fileThread;
    private final TreeTies ties;
    /** Null for a root. */
    private final ParentLink parent;
    private final HubAgent agent;
    private final AgentRunner runner;
    private final Thread thread;
    private ControlServer control;
    private final RecoveryDecision decision;
    private volatile boolean closed;
    private final ShutdownDeadlines deadlines;

    private HubDaemon(final HubDirectory directory, final HubLock lock, final EmbeddedDriver driver,
        final MessageFolder messages, final HubPlan plan, final Options options, final Recovery recovery,
        final TreeTies ties, final Consumer<HubEvent> listener) {
        this.directory = directory;
        this.lock = lock;
        this.driver = driver;
        this.messages = messages;
        this.decision = recovery.decision();
        this.commandLog = options.commandLog;
        final AtomicLong epoch = new AtomicLong(recovery.firstEpoch());
        this.dispatcher = new EventDispatcher(listener, listening, () -> control, statuses, this::end);
        this.madeFiles = new MadeFiles(messages);
        this.fileThread = new FileThread(madeFiles,
            (connection, order, failure) -> submit(new HubCommand.FilesMade(connection, order, failure)));
        final HubMachine machine = new HubMachine(plan, new HubClocks(driver.counters(), plan.hub()), madeFiles,
            SystemNanoClock.INSTANCE, epoch::getAndIncrement, dispatcher, processes, decision.clocks());
        this.agent = new HubAgent(machine, plan.waiting(), this::onTurnOf);
        if (options.isTapped) {
            submit(new HubCommand.KeepMessages());
        }
        machine.makeFilesBy(fileThread);
        machine.identity(new SecureRandom().nextLong());
        this.ties = ties;
        this.parent = ties.parent();
        this.deadlines = new ShutdownDeadlines(SystemNanoClock.INSTANCE, ties.shutdownGrace());
        if (decision.clocks() != null) {
            // Before the parent can say that there was a reset, for which they are waited for.
            decision.survivors().forEach(asset -> submit(new HubCommand.ProcessSurvives(asset)));
        }
        if (parent != null) {
            dispatcher.parent(parent);
            parent.open(news -> submit(new HubCommand.OfParent(news)), agent::ring);
            machine.under(parent.clock(), parent.report(), ties.place());
        }
        this.runner = new AgentRunner(agent, this::breakDown, null, agent);
        this.thread = daemon(runner, "takt-core");
    }

    /**
     * How to run a configuration.
     *
     * @param untilNs         the run ends at the first T_c that is not earlier; {@link Long#MAX_VALUE} for never.
     * @param endsWhenAllLeft whether the run ends when the last asset has left.
     * @param force           whether to run a system that L2 says will stop.
     * @param fresh           whether to start from 0 even where the run of a killed hub could be taken over.
     * @param launched        the assets for which the caller launches a program when they need one.
     * @param isTapped        whether all messages are kept until the listener has read them; assets wait for it.
     * @param commandLog      takes each command when its turn has come, on the listener's thread; null for none.
     * @param parent          ties the hub to its parent, and is closed with it; null for what the configuration says.
     */
    public record Options(long untilNs, boolean endsWhenAllLeft, boolean force, boolean fresh, Set<String> launched,
        boolean isTapped, Consumer<HubCommand> commandLog, ParentLink parent) {
    }

    /**
     * Checks that no hub of a name is running, before anything is taken for one that is to start; the start itself
     * checks it again.
     *
     * @param hub its name.
     * @throws IOException when one is, or the directory cannot be used; in one line.
     */
    public static void requireNotRunning(final String hub) throws IOException {
        final HubDirectory directory = HubDirectory.of(hub);
        directory.prepareBase();
        HubLock.acquire(directory).close();
    }

    /**
     * Starts a hub, which then waits for its assets; it may be stopped before it is there.
     *
     * @param config    what it is to do.
     * @param options   how.
     * @param listener  is told of every event that is not for a connection, on a thread of its own, in order.
     * @param isStopped whether it is to be stopped at once: then it waits for no asset. Any thread may ask.
     * @return the hub, which the caller stops.
     * @throws IOException           when the directory cannot be used, or a hub of that name is running; in one line.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static HubDaemon start(final HubConfig config, final Options options, final Consumer<HubEvent> listener,
        final BooleanSupplier isStopped) throws IOException {
        JvmFlags.require();
        final HubDirectory directory = HubDirectory.of(config.hub());
        directory.prepareBase();
        final HubLock lock = HubLock.acquire(directory);
        HubDaemon hub = null;
        boolean isServing = false;
        try {
            final HubPlan plan = config.plan(directory.cncFile().toString(), options.untilNs,
                options.endsWhenAllLeft, options.force);
            final TreeTies ties = new TreeTies(config, options.parent);
            final Recovery recovery = Recovery.take(directory, plan, options.fresh, isStopped);
            hub = create(directory, lock, plan, options, recovery, ties, listener);
            hub.serve(options.launched, recovery);
            ties.listen(hub::warn, hub::attach);
            isServing = true;
            return hub;
        } finally {
            if (hub == null) {
                lock.close();
            } else if (!isServing) {
                hub.close();
            }
        }
    }

    private static HubDaemon create(final HubDirectory directory, final HubLock lock, final HubPlan plan,
        final Options options, final Recovery recovery, final TreeTies ties, final Consumer<HubEvent> listener)
        throws IOException {
        final EmbeddedDriver driver = EmbeddedDriver.launch(directory);
        HubDaemon hub = null;
        try {
            final MessageFolder messages = new MessageFolder(directory);
            if (recovery.decision().clocks() == null) {
                messages.clear();
            }
            hub = new HubDaemon(directory, lock, driver, messages, plan, options, recovery, ties, listener);
            return hub;
        } finally {
            if (hub == null) {
                driver.close();
            }
        }
    }

    private void serve(final Set<String> launched, final Recovery recovery) throws IOException {
        recovery.standsInPlace();
        madeFiles.serve();
        try {
            control = listen();
        } catch (final IOException | RuntimeException e) {
            // No asset could connect, so nothing has moved.
            recovery.keep();
            messages.keep();
            throw e;
        }
        thread.start();
        decision.gone(launched::contains)
            .forEach(gone -> submit(new HubCommand.SurvivorEnded(gone.name(), gone.pid())));
        ties.expect(decision.elsewhere(), child -> submit(new HubCommand.SurvivorEnded(child, 0)));
        processes.start(this::orderLook, (pid, startTime) ->
            control.whenAllIsRead(() -> submit(new HubCommand.ProcessEnded(pid, startTime))), this::breakDown);
    }

    private ControlServer listen() throws IOException {
        // The socket comes last: an asset that can connect finds the clocks in place.
        return ControlServer.start(directory,
            new ControlHandler(this::submit, processes::refresh, this::warn, this::breakDown));
    }

    /**
     * Whether this hub took over from a killed one; or, where it found clocks and did not, why.
     *
     * @return one line for a person; null when there was nothing.
     */
    public String recoveryNote() {
        return decision.line();
    }

    /**
     * The processes of assets which took part when the hub before this one was killed, and which are to attach again.
     *
     * @return by the asset's name.
     */
    public Map<String, ProcessHandle> survivors() {
        return decision.survivingProcesses();
    }

    /**
     * Whether an asset needs a new process. In a run that begins each does; in one that goes on, those do that took
     * part and whose processes are gone.
     *
     * @param asset its name.
     * @return true when it does.
     */
    public boolean needsProcess(final String asset) {
        return decision.needsProcess(asset);
    }

    /** A hub's thread that is held up finds one order, not a heap of them. */
    private void orderLook() {
        if (lookOrdered.compareAndSet(false, true)) {
            submit(new HubCommand.Look());
        }
    }

    /** On the hub's thread, before the command is carried out. */
    private void onTurnOf(final HubCommand command) {
        if (command instanceof HubCommand.Look) {
            lookOrdered.set(false);
        }
        if (commandLog != null) {
            listening.execute(() -> commandLog.accept(command));
        }
    }

    /** The hub cannot go on: its assets are told so, and the threads that wait for its end. */
    private void breakDown(final Throwable cause) {
        deadlines.begin();
        ended.completeExceptionally(cause);
        submit(new HubCommand.BreakDown("the hub is broken: " + cause));
    }

    /** The machine's status is final only after it has told its end, so it is asked for in the next cycle. */
    private void end() {
        deadlines.begin();
        // A thread that waits for the end has heard all that came before it by then.
        askStatus().thenAcceptAsync(ended::complete, listening);
    }

    private CompletableFuture<HubStatus> askStatus() {
        return statuses.ask(id -> submit(new HubCommand.TellStatus(id)));
    }

    private void warn(final String why) {
        dispatcher.accept(new HubEvent.Warning(why));
    }

    private void submit(final HubCommand command) {
        agent.submit(command);
    }

    /** {@return the absolute path of the file in which the clocks are} */
    public Path cncFile() {
        return directory.cncFile();
    }

    /** {@return how the hub stood when its run ended; completes exceptionally when the hub itself has failed} */
    public CompletableFuture<HubStatus> ended() {
        return ended;
    }

    /**
     * How the hub stands, for a watcher that will ask again within a minute: until then assets report how long their
     * steps take.
     *
     * @return a snapshot.
     * @throws TaktException when the hub's thread has failed, or the hub is closed.
     */
    public HubStatus scraped() {
        submit(new HubCommand.WantReports(REPORTS_AFTER_A_SCRAPE_NS));
        return status();
    }

    /** {@return a snapshot of the counts of the links to other hosts} */
    public ChildLinks.Counts linkCounts() {
        return ties.counts();
    }

    /**
     * How the hub stands.
     *
     * @return a snapshot.
     * @throws TaktException when the hub's thread has failed, or the hub is closed.
     */
    public HubStatus status() {
        processes.refresh();
        return glance();
    }

    /**
     * How the hub stands, for a record that a person may look at later: no process is looked at for it, so that of an
     * asset is shown as it was seen last.
     *
     * @return a snapshot.
     * @throws TaktException when the hub's thread has failed, or the hub is closed.
     */
    public HubStatus glance() {
        if (closed) {
            throw new TaktException("the hub is closed");
        }
        try {
            return askStatus().orTimeout(ANSWER_WITHIN_S, TimeUnit.SECONDS).get();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaktException("interrupted while waiting for the hub's thread", e);
        } catch (final ExecutionException e) {
            throw new TaktException("the hub's thread does not answer", e);
        }
    }

    /**
     * From now on there may be children on other hosts.
     *
     * @param children which the caller closes before this hub.
     */
    public void attach(final ChildLinks children) {
        agent.children(children);
    }

    /**
     * Ends the run as asked.
     *
     * @param why one line.
     */
    public void stop(final String why) {
        deadlines.begin();
        submit(new HubCommand.Stop(why));
    }

    /**
     * The program that was launched as an asset has ended.
     *
     * @param asset its name.
     * @param how   such as {@code ended with exit status 1}, in one line.
     */
    public void onProgramEnded(final String asset, final String how) {
        submit(new HubCommand.ProgramEnded(asset, how));
    }

    /**
     * A program is about to be launched as an asset once more.
     *
     * @param asset its name.
     */
    public void onProgramStarted(final String asset) {
        submit(new HubCommand.ProgramStarted(asset));
    }

    /**
     * The rest of a shutdown's time: one time for all its parts together, whichever of them hangs.
     *
     * @param sinceEnd wall time since the run has ended, or was {@linkplain #stop asked} to; see
     *                 {@link ShutdownDeadlines}.
     * @return the rest of it, 0 when it is over; all of it when neither was.
     */
    public Duration leftSinceEnd(final Duration sinceEnd) {
        return deadlines.left(sinceEnd);
    }

    /**
     * Ends the run because an asset cannot be launched.
     *
     * @param why one line.
     */
    public void fail(final String why) {
        submit(new HubCommand.Fail(why));
    }

    /**
     * Ends the run if it has not ended, gives the assets a moment to say goodbye, and removes everything that the hub
     * has in shared memory.
     */
    @Override
    public void close() throws IOException {
        if (control != null) {
            stop("the hub is shutting down");
            awaitEnd();
            final int own = parent == null ? 0 : parent.ownConnections();
            while (control.openConnections() > own && !leftSinceEnd(ShutdownDeadlines.GOODBYES).isZero()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            ties.closeToChildren(this::warn);
            control.close();
        }
        processes.close();
        fileThread.close();
        closed = true;
        // The hub's thread may sleep for a second when its core stands; this wakes it.
        agent.terminate();
        runner.close();
        if (parent != null) {
            parent.close();
        }
        ended.completeExceptionally(new TaktException("the hub was closed before it had started"));
        listening.shutdown();
        awaitListener();
        messages.close();
        driver.close();
        lock.close();
    }

    private void awaitEnd() {
        try {
            ended.get(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (final ExecutionException | TimeoutException e) {
            // Broken or held up; it is closed all the same.
            breakDown(e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last changes of state are worth a moment. */
    private void awaitListener() {
        try {
            listening.awaitTermination(leftSinceEnd(ShutdownDeadlines.TOLD).toNanos(), TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(final Runnable task, final String name) {
        final Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
