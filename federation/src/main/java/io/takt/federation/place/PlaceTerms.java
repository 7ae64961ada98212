package io.takt.federation.place;

import io.takt.asset.RefusalCode;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ParentPlan;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.status.StatusJson;
import io.takt.rule.Report;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.Locale;

/**
 * On which terms a child hub joins its parent, and how the two understand each other at the parent's control socket.
 *
 * @param hub         the child's own name.
 * @param name        of the child in its parent.
 * @param stepNs      ΔT_c of the child.
 * @param maxDelayNs  D_max of the child.
 * @param report      what it reports.
 * @param seed        of the scenario, where the child's configuration gives it; null for the parent's.
 * @param lostAfterNs wall time without the parent after which the child gives up; {@link Long#MAX_VALUE} for never.
 */
public record PlaceTerms(String hub, String name, long stepNs, long maxDelayNs, Report report, Long seed,
    long lostAfterNs) {
    /**
     * The terms that a configuration says.
     *
     * @param config of a hub with a parent.
     * @return the terms.
     */
    public static PlaceTerms of(final HubConfig config) {
        final ParentPlan parent = config.tree().parent();
        return new PlaceTerms(config.hub(), parent.name(), config.coreStepNs(), config.maxDelayNs(),
            parent.report(), parent.inheritsSeed() ? null : config.seed(), parent.lostAfterNs());
    }

    /**
     * Asks for the place; process and doorbell are added by the end that steps in the parent's memory.
     *
     * @param wanted what the child says of its time.
     * @param id     of the request.
     * @return the request.
     */
    public Request.Join join(final ToParent.Join wanted, final long id) {
        return Request.Join.of(id, name).stepNs(stepNs).federate(report).seed(seed).maxDelayNs(maxDelayNs)
            .timeNs(wanted.timeNs());
    }

    /**
     * Says what needs no answer.
     *
     * @param message to the parent, but no join and nothing that is forwarded.
     * @param id      of the request.
     * @return the request.
     */
    public Request request(final ToParent message, final long id) {
        return message instanceof ToParent.Ready ? new Request.Ready(id, name)
            : message instanceof ToParent.ResetDone done ? new Request.ResetDone(id, name, done.epoch())
            : message instanceof ToParent.Child child ? new Request.Child(id, child.hubId(), hub)
            : message instanceof ToParent.Settled ? new Request.Settled(id, name)
            : message instanceof ToParent.Subtree subtree
                ? new Request.Subtree(id, name, null, StatusJson.of(subtree.hub()))
            : message instanceof ToParent.Ended ended ? ended.request(id, name)
            : unknown(message);
    }

    private static Request unknown(final ToParent message) {
        throw new IllegalArgumentException("has an answer, or none is known: " + message);
    }

    /**
     * The news for the child in an event of the parent.
     *
     * @param event of the parent; the counters of {@link Event.Clocks} are to be in place before the child hears it.
     * @return null when it is no news.
     */
    public static ParentNews news(final Event event) {
        return event instanceof Event.State state ? new ParentNews.State(state.state(), state.reason())
            : event instanceof Event.Reset reset ? new ParentNews.Reset(reset.epoch())
            : event instanceof Event.Settle ? new ParentNews.Settling()
            : event instanceof Event.Clocks ? new ParentNews.Clocks()
            : event instanceof Event.Report ? new ParentNews.Reporting() : null;
    }

    /**
     * The news for the child in an event of the parent that comes whether there is a place or not.
     *
     * @param event of the parent.
     * @return null when it is no such news.
     */
    public static ParentNews newsOfAncestry(final Event event) {
        return event instanceof Event.Ancestry above ? new ParentNews.Ancestry(above.hubs())
            : event instanceof Event.Refused refused ? new ParentNews.Refused(refused.error()) : null;
    }

    /**
     * The news for the child in the parent's answer to {@link ToParent.Child}.
     *
     * @param answer of the parent; one of an earlier version does not know the question.
     * @return null when it is no news.
     */
    public static ParentNews newsOfAncestry(final Reply answer) {
        return RefusalCode.CYCLE.name().equals(answer.code()) ? new ParentNews.Refused(answer.error()) : null;
    }

    /**
     * Why the child has given up, in one line.
     *
     * @param why the parent is not there.
     * @return such as {@code gave up after 60 s without its parent: ...}.
     */
    public String givenUp(final String why) {
        return String.format(Locale.ROOT, "gave up after %.1f s without its parent (parent.lostAfter): %s",
            lostAfterNs / 1e9, why);
    }
}
