package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.plan.HubPlan;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.Wait;
import io.takt.hub.core.world.Processes;
import io.takt.shm.control.Request;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * Answers for the watchers of a hub, of no use to its run: why an asset holds the core, how long steps take, and how
 * the assets stand. Owned by the hub's thread.
 */
final class Watching {
    /** An asset that holds the core for less than this is not looked at: steps that short need no explanation. */
    private static final long LOOK_AFTER_NS = 50_000_000L;

    private final HubPlan plan;
    private final Life life;
    private final Epoch epoch;
    private final Members members;
    private final Links links;
    private final Core core;
    private final Hold reset;
    private final NanoClock nanoClock;
    private final Events events;
    private final Processes processes;
    private final Attachment attachment;
    private final Lineage lineage;
    private final Reports reports = new Reports();
    private final Subtrees subtrees = new Subtrees();
    /** The slowest asset while the parent holds the core. */
    private final Hold behindParent = new Hold();
    private final RecentSpeed speed = new RecentSpeed();
    private final LongWaits longWaits;
    private final InputWaits inputs;
    private final LongSupplier losses;
    private final boolean tookOver;
    private HubStatus last;

    /** A watch over a core, and over the asset for which a reset waits. */
    Watching(final Federate federate, final Life life, final Hold reset, final NanoClock nanoClock,
        final Attachment attachment, final Lineage lineage, final Processes processes, final LongSupplier losses,
        final boolean tookOver) {
        this.lineage = lineage;
        this.losses = losses;
        this.tookOver = tookOver;
        this.attachment = attachment;
        this.plan = federate.plan();
        this.life = life;
        this.epoch = federate.epoch();
        this.members = federate.members();
        this.links = federate.links();
        this.core = federate.core();
        this.reset = reset;
        this.nanoClock = nanoClock;
        this.events = federate.events();
        this.longWaits = new LongWaits(events);
        this.processes = processes;
        this.inputs = new InputWaits(plan.hub(), members, attachment, processes);
    }

    /** Commands that change nothing of the run. */
    void on(final HubCommand command) {
        if (command instanceof HubCommand.Look) {
            look();
        } else if (command instanceof HubCommand.WantReports wanted) {
            wantReports(wanted.forNs());
        } else if (command instanceof HubCommand.ProcessSurvives survivor) {
            survives(survivor.asset());
        } else {
            throw new IllegalStateException("no part handles " + command);
        }
    }

    private void look() {
        final long nowNs = nanoClock.nanoTime();
        final Hold hold = heldAbove(hold(nowNs));
        final boolean isLong = hold.by() != null && hold.forNs(nowNs) > LOOK_AFTER_NS;
        if (isLong) {
            look(hold, nowNs);
            inputs.after(hold, nowNs);
        }
        final Member toBlame = !isLong ? null : inputs.last() == null ? hold.by() : inputs.last();
        processes.watch(toBlame == null ? 0 : toBlame.pid());
        speed.note(core.timeNs(), core.account().wallNs(nowNs));
        reports.ask(members, events, nowNs);
        subtrees.ask(members, toBlame, events, nowNs);
        longWaits.look(longWait(nowNs), nowNs);
    }

    /** The chain of a wait that lasts; without the status of all assets, since this is asked ten times a second. */
    private List<Wait> longWait(final long nowNs) {
        final Hold hold = hold(nowNs);
        if (last != null || hold.forNs(nowNs) < LongWaits.TOLD_AFTER_NS) {
            return List.of();
        }
        final HoldReason reason = reason(hold);
        final Wait own = ownWait(hold, reason, nowNs);
        return HubNode.chain(own,
            own.end().reason() == HoldReason.BELOW ? Subtrees.children(plan.federates(), members) : List.of());
    }

    private HoldReason reason(final Hold hold) {
        return hold.isByParent() ? attachment.reason() : hold.reason();
    }

    void wantReports(final long forNs) {
        reports.want(forNs, nanoClock.nanoTime());
        subtrees.want(nanoClock.nanoTime());
    }

    /** The parent wants to know how this hub stands; those below are asked for the next time. */
    HubNode asNode() {
        final long nowNs = nanoClock.nanoTime();
        subtrees.want(nowNs);
        final HubNode node = HubNode.of(status());
        final Hold hold = last == null ? hold(nowNs) : null;
        if (hold == null || heldAbove(hold) == hold) {
            return node;
        }
        look(behindParent, nowNs);
        return node.heldBy(ownWait(behindParent, behindParent.reason(), nowNs));
    }

    /** The fault in a child hub's report, in one line; null when the report counts. */
    String take(final Member member, final Request.Subtree told) {
        return Subtrees.take(member, told, nanoClock.nanoTime());
    }

    private void survives(final String asset) {
        final Member member = members.named(asset);
        if (member != null && member.isAway() && member.pid() > 0) {
            member.awaitProcess();
        }
    }

    /** In a reset no asset waits for messages. */
    private void look(final Hold hold, final long nowNs) {
        final boolean isHeld = reset.by() == null && members.awaited(hold.by()) != null;
        hold.look(processes.newest(hold.by().pid()), isHeld, nowNs);
    }

    /** Where both the parent and an asset hold the core, it is the asset that the parent waits for. */
    private Hold hold(final long nowNs) {
        final Hold hold = reset.by() == null ? core.hold() : reset;
        final Member slowest = hold.isByParent() ? core.slowest() : null;
        if (slowest == null) {
            behindParent.end(nowNs);
        } else if (behindParent.by() != slowest) {
            behindParent.begin(slowest, nowNs);
        }
        return slowest != null && core.isHeldBy(slowest) ? behindParent : hold;
    }

    /** Seen from the parent, a hub that reports its slowest asset waits for that, even where its core does not. */
    private Hold heldAbove(final Hold hold) {
        return hold.isByParent() && behindParent.by() != null && core.reportsSlowest() ? behindParent : hold;
    }

    /** Required assets first, then those whose messages are required. */
    private List<String> missing() {
        final Set<String> missing = new LinkedHashSet<>(members.missing());
        missing.addAll(links.logs().missingSenders());
        return List.copyOf(missing);
    }

    /** To be told after each change: after the end of the run, the hub stands as it stood then. */
    void keepLast() {
        if (last == null && life.state().isEnd()) {
            last = status();
        }
    }

    private Wait ownWait(final Hold hold, final HoldReason reason, final long nowNs) {
        final Member blocker = hold.by();
        return blocker != null ? WaitWords.of(plan.hub(), blocker, reason, processes.newest(blocker.pid()),
            members.awaited(blocker), hold.forNs(nowNs), inputs.after(hold, nowNs))
            : hold.isByParent() ? new Wait(plan.hub(), null, reason, attachment.awayWhy(), null, hold.forNs(nowNs))
            : null;
    }

    private Wait waitBeforeRun(final List<String> missing, final long nowNs) {
        if (attachment.seeksInVain()) {
            // Assets that have asked to join are answered when there is a place.
            return new Wait(plan.hub(), null, attachment.reason(), attachment.awayWhy(), null, 0);
        }
        final String first = missing.isEmpty() ? null : missing.get(0);
        return WaitWords.beforeRun(plan.hub(), first, members.named(first), nowNs);
    }

    /** How the hub stands; after the end of the run, how it stood then. */
    HubStatus status() {
        if (last != null) {
            return last;
        }
        final long nowNs = nanoClock.nanoTime();
        final Hold hold = hold(nowNs);
        final Member blocker = hold.by();
        if (blocker != null) {
            look(hold, nowNs);
        }
        final RunAccount account = core.account();
        final long wallNs = account.wallNs(nowNs);
        final HoldReason reason = reason(hold);
        final List<String> missing = missing();
        final List<HubNode.Child> children = Subtrees.children(plan.federates(), members);
        return new HubStatus(plan.hub(), lineage.hubId(), processes.own(), life.state(), life.end(), life.reason(),
            epoch.number(), core.timeNs(), plan.coreStepNs(),
            plan.maxDelayNs(), wallNs, account.speedRatio(core.timeNs(), nowNs),
            speed.upTo(core.timeNs(), wallNs), account.progress(), core.retains(),
            blocker == null ? null : blocker.name(), hold.forNs(nowNs), reason, missing,
            members.statuses(core.timeNs(), member -> processes.newest(member.pid()),
                member -> hold.silentForNs(member, nowNs)), account.earlier(), attachment.status(core.seenParentNs()),
            HubNode.chain(life.state() == HubState.WAITING ? waitBeforeRun(missing, nowNs)
                : ownWait(hold, reason, nowNs), children), children,
            new HubStatus.Totals(account.resets(), losses.getAsLong(), tookOver,
                Double.isInfinite(plan.speed()) ? 0 : plan.speed()));
    }
}
