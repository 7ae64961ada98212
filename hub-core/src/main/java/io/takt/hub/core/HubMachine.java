package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.hub.core.event.EndReason;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.world.JoinFiles;
import io.takt.hub.core.world.ParentClock;
import io.takt.hub.core.world.Processes;
import io.takt.rule.Report;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.message.MessageStore;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * A hub as a state machine, {@code (state, command) -> (state, events)}: {@link #on} carries out commands,
 * {@link #doWork} counts up, and both are called by one thread, the hub's. All that it needs of the outside world is
 * passed in: counters, message logs, the wall clock, epochs, readings of processes, and a sink for events.
 *
 * <p>This class puts the parts together and says which of them a command is for. Each part owns its state:
 *
 * <pre>
 *  Requests     of a connection ──► Joining, Departures, Life, Watching
 *  Connections  the end of a connection or a process ──► Departures
 *  Departures   consequences of a loss, a leave ──► Life
 *  Life         WAITING, READY, RUNNING, PAUSED, RESETTING, STOPPED, FAILED ──► Core, Links, Epoch
 *  Core         the hot path: T_c
 * </pre>
 */
public final class HubMachine {
    private final Life life;
    private final Requests requests;
    private final Connections connections;
    private final Departures departures;
    private final Listeners listeners;
    private final WaitingJoins waiting;
    private final Attachment attachment;
    private final Lineage lineage;
    private final FromParent fromParent;
    private final Watching watching;
    private final Core core;
    private final Sleeping sleeping;
    private final Seed seed;
    private final Events events;
    private final boolean goesOn;

    /**
     * A hub that waits for its assets; T_c's counter exists from now on. A hub that continues a killed one has all
     * clocks in place, and waits for the required assets to attach again.
     *
     * @param plan      what it is to do.
     * @param clocks    allocates counters.
     * @param messages  makes logs.
     * @param nanoClock the wall clock.
     * @param epochs    gives a number that was never given before, for every epoch.
     * @param sink      takes the hub's events, on the hub's thread; must not block.
     * @param processes readings of the assets' processes.
     * @param left      where the clocks stood; null for a hub that starts from 0.
     */
    public HubMachine(final HubPlan plan, final HubClocks clocks, final MessageStore messages,
        final NanoClock nanoClock, final LongSupplier epochs, final Consumer<HubEvent> sink, final Processes processes,
        final LeftClocks left) {
        events = new Events(sink);
        goesOn = left != null;
        final Members members = new Members(plan, events);
        final Epoch epoch = new Epoch(plan, clocks, epochs, processes.own(), left);
        final CoreDoorbell doorbell = clocks.allocateCoreDoorbell(epoch.number());
        final Threads threads = new Threads(clocks, epoch, doorbell);
        listeners = new Listeners(members, messages, threads, plan.coreStepNs(), events);
        seed = new Seed(plan.messages().seed());
        final Links links = new Links(plan, messages, epoch, members, listeners, threads, seed);
        core = new Core(plan, members, threads, nanoClock, epoch.coreClock());
        sleeping = new Sleeping(core, doorbell);
        waiting = new WaitingJoins(members, events);
        final Resetting resetting = new Resetting(members, events, nanoClock);
        attachment = new Attachment(events, goesOn && left.resetting());
        lineage = new Lineage(plan.hub(), events);
        final Federate federate = new Federate(plan, epoch, core, members, links, events);
        life = new Life(federate, listeners, resetting, waiting, attachment);
        final Joining joining = new Joining(federate, processes, waiting, seed);
        departures = new Departures(federate, life, joining, new Losses(plan, events));
        watching = new Watching(federate, life, resetting.hold(), nanoClock, attachment, lineage, processes,
            departures::lostSoFar, goesOn);
        fromParent = new FromParent(federate, attachment, life, departures, waiting, seed, watching,
            lineage);
        connections = new Connections(epoch, members, threads, listeners, waiting, departures, lineage,
            events);
        requests = new Requests(life, joining, departures, members, threads, listeners, watching, waiting, attachment,
            lineage, events);
        if (left != null) {
            joining.expect(left);
        }
        if (attachment.isLeftInReset()) {
            epoch.markResetting();
        }
    }

    /** {@return the hub's state} */
    public HubState state() {
        return life.state();
    }

    /** {@return why the run has ended; null while it has not} */
    public End end() {
        return life.end();
    }

    /**
     * Carries out a command.
     *
     * @param command from outside.
     */
    public void on(final HubCommand command) {
        // A command takes as long as hundreds of count-ups: an asset that could step must not sleep through it.
        core.ring();
        carryOut(command);
        watching.keepLast();
    }

    private void carryOut(final HubCommand command) {
        if (command instanceof HubCommand.Ask ask) {
            requests.on(ask.connection(), ask.request(), ask.startTime());
        } else if (command instanceof HubCommand.RefuseLine line) {
            waiting.onMalformed(line.connection(), Reply.refused(line.id(), line.error()));
        } else if (command instanceof HubCommand.ConnectionClosed closed) {
            connections.onClosed(closed.connection());
        } else if (command instanceof HubCommand.ProcessEnded ended) {
            connections.onProcessEnded(ended.pid(), ended.startTime());
        } else if (command instanceof HubCommand.SurvivorEnded ended) {
            departures.onSurvivorEnded(ended.asset(), ended.pid());
        } else if (command instanceof HubCommand.ProgramStarted started) {
            departures.onProgramStarted(started.asset());
        } else if (command instanceof HubCommand.ProgramEnded ended) {
            departures.onProgramEnded(ended.asset(), ended.how());
        } else if (command instanceof HubCommand.Stop stop) {
            departures.endRun(End.ASKED, EndReason.of(stop.why()));
        } else if (command instanceof HubCommand.Fail fail) {
            departures.endRun(End.ASSET_LOST, EndReason.of(EndReason.oneLine(fail.why())));
        } else if (command instanceof HubCommand.BreakDown down) {
            departures.endRun(End.BROKEN, EndReason.of(EndReason.oneLine(down.why())));
        } else if (command instanceof HubCommand.FilesMade made) {
            waiting.onMade(made.connection(), made.order(), made.failure());
        } else if (command instanceof HubCommand.OfParent ofParent) {
            fromParent.on(ofParent.news());
        } else if (command instanceof HubCommand.KeepMessages) {
            listeners.keepAll();
        } else if (command instanceof HubCommand.TellStatus tell) {
            events.emit(new HubEvent.StatusTold(tell.id(), watching.status()));
        } else {
            if (command instanceof HubCommand.Look) {
                fromParent.askAgain();
                life.look();
            }
            watching.on(command);
        }
    }

    /**
     * Lets another thread make the files of joins; called before an asset can join. {@link HubCommand.FilesMade}
     * reports the result of an order.
     *
     * @param maker makes them.
     */
    public void makeFilesBy(final JoinFiles maker) {
        waiting.makeFilesBy(maker);
    }

    /**
     * Gives this hub a number by which others know it, so that none becomes its own ancestor; called before an asset
     * can join, and before {@link #under}. Without one nothing is said of ancestors.
     *
     * @param hubId random number of this process.
     */
    public void identity(final long hubId) {
        lineage.identity(hubId);
    }

    /**
     * Makes this a child hub; called before an asset can join. It asks for a place in its parent once the first asset
     * has asked to join here, or at once when it waits for none. It does not wait for the other assets: one program may
     * join several, one after the other, and gets no answer before there is a place.
     *
     * @param parent the parent's clock.
     * @param report what this hub reports to it.
     * @param place  of this hub there.
     */
    public void under(final ParentClock parent, final Report report, final ParentPlace place) {
        if (place.inheritsSeed()) {
            seed.inherit();
        }
        attachment.under(place);
        lineage.greet(attachment);
        fromParent.under(parent);
        core.under(parent, report);
        if (goesOn) {
            // A parent that has begun its next epoch knows no time of the one before.
            attachment.seek(attachment.isLeftInReset() ? 0 : core.reportNs());
        } else {
            requests.seekPlaceIfComplete();
        }
    }

    /**
     * One duty cycle: at most one count-up of the core.
     *
     * @return more than 0 when something was done, so that another cycle at once is worth it.
     */
    public int doWork() {
        final int work = core.doWork();
        if (work > 0 || !core.standsForGood()) {
            life.settleAnew();
            return work;
        }
        life.settle();
        if (!core.hasSettled() || !life.hasSettledForGood()) {
            return 0;
        }
        if (core.ending() == null) {
            if (attachment.settled()) {
                core.settleNoMore();
            }
            return 0;
        }
        departures.endRun(core.ending(), EndReason.of(core.endReason()));
        watching.keepLast();
        return 1;
    }

    /** {@return how the hub's thread sleeps when it has nothing to do; the same object always} */
    public Sleeping sleeping() {
        return sleeping;
    }

    /** {@return the hub's status; after the end of the run, its status at the end} */
    public HubStatus status() {
        return watching.status();
    }
}
