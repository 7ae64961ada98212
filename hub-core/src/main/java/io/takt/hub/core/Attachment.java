package io.takt.hub.core;

import io.takt.asset.HubState;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.plan.ParentPlace;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.PageWay;
import io.takt.hub.core.status.ParentStatus;
import io.takt.shm.control.Request;

/**
 * How a child hub is tied to its parent: whether it has a place there, and the state of the parent's run. A hub
 * without a parent stays in NONE, and nothing of this holds it up. Owned by the hub's thread.
 *
 * <pre>
 *  NONE ─ under ─► ALONE ─ seek ─► SEEKING ─ joined ─► ATTACHED ◄─ joined ── AWAY
 *                                                          └─── away ────────►
 *
 *  of a reset:  WANTED ─ begins ─► UNDER_WAY ─ done ─────────────► SAID ─ the parent's clocks ─► OVER
 *                                      └─ done, parent away ─► OWED ─┘ joined
 *               WANTED ◄─ refused, asked again ─► REFUSED
 * </pre>
 *
 * <p>A reset begins from any of these last states: the parent may reset again at any moment.
 */
final class Attachment {
    private enum State { NONE, ALONE, SEEKING, ATTACHED, AWAY }

    /** How far hub and parent have agreed on the last reset. */
    private enum ResetTalk {
        /** There was none, or the parent's new epoch has begun. */
        OVER,
        /**
         * A simulator below needs one: the parent is asked, again whenever it comes back. Without a parent this hub
         * begins it itself.
         */
        WANTED,
        /** The parent, or one further up, cannot have it now: it is to be asked again. */
        REFUSED,
        /** Simulators below are being put back. */
        UNDER_WAY,
        /** All are back, and the parent has been told. */
        SAID,
        /** All are back, and the parent, which is away, is to be told. */
        OWED
    }

    private final Events events;
    private ParentPlace place;
    private State state = State.NONE;
    private HubState parentState = HubState.WAITING;
    private String awayWhy;
    private PageWay page;
    private ResetTalk reset;
    /** A killed hub was in a reset here, and none has been ordered since. */
    private boolean isLeftInReset;
    /** The parent's epoch that ends by the reset; null where that has not told of one. */
    private Long resetOf;
    private boolean hasSaidReady;

    /**
     * Of a hub without a parent.
     *
     * @param isLeftInReset whether the hub before it was killed in a reset. The clock of an asset at 0 does not tell
     *                      whether it was put back in that reset, nor does its log if it sends nothing.
     */
    Attachment(final Events events, final boolean isLeftInReset) {
        this.events = events;
        this.isLeftInReset = isLeftInReset;
        this.reset = isLeftInReset ? ResetTalk.WANTED : ResetTalk.OVER;
    }

    /** From now on this is the hub of a child, with this place in its parent. */
    void under(final ParentPlace newPlace) {
        place = newPlace;
        state = State.ALONE;
        // Its place there decides whether it needs one.
        reset = ResetTalk.OVER;
    }

    /** Null without a parent. */
    ParentStatus status(final long parentNs) {
        return place == null ? null
            : new ParentStatus(place.hub(), place.address(), place.name(), isAttached(), awayWhy, parentNs, page);
    }

    /** The parent has told where its page is. */
    void onPage(final PageWay way) {
        page = way;
    }

    /** Whether there is a parent at all. */
    boolean isChild() {
        return state != State.NONE;
    }

    /** Whether the hub has no place in its parent yet, so that its clocks cannot begin. */
    boolean isAlone() {
        return state == State.ALONE || state == State.SEEKING;
    }

    /** Whether the parent hears what it is told. */
    boolean isAttached() {
        return state == State.ATTACHED;
    }

    /** Whether it asks for a place, and the parent is not there. */
    boolean seeksInVain() {
        return state == State.SEEKING && awayWhy != null;
    }

    /** Why this hub waits for its parent. */
    HoldReason reason() {
        return isAttached() ? HoldReason.PARENT : HoldReason.LINK;
    }

    /** Why the parent is not there, in one line; null while it is. */
    String awayWhy() {
        return awayWhy;
    }

    /**
     * Asks for a place, once.
     *
     * @param reportedNs what was reported before, when the run goes on; null when it begins.
     */
    void seek(final Long reportedNs) {
        if (state == State.ALONE) {
            state = State.SEEKING;
            tell(new ToParent.Join(reportedNs));
        }
    }

    /** Whether the parent's run goes, so that this one may; true without a parent. */
    boolean lets() {
        return state == State.NONE || state == State.ATTACHED && parentState == HubState.RUNNING;
    }

    /**
     * There is a place in the parent.
     *
     * @return whether it is the first one: this hub's clocks can begin.
     */
    boolean onJoined(final HubState newParentState) {
        final boolean isFirst = isAlone();
        state = State.ATTACHED;
        awayWhy = null;
        parentState = newParentState;
        repeat();
        return isFirst;
    }

    /** There is a place in the parent; nothing that was said of the epoch before counts there. */
    void onJoinedAnew(final HubState newParentState) {
        hasSaidReady = false;
        onResetOrdered(null);
        beginReset();
        onJoined(newParentState);
    }

    /** The news that the parent may not have heard before the connection was gone. */
    private void repeat() {
        if (awaitsReset()) {
            askForReset();
        }
        if (hasSaidReady) {
            tell(new ToParent.Ready());
        }
        if (reset == ResetTalk.OWED) {
            sayReset();
        }
    }

    void onParentState(final HubState newState) {
        parentState = newState;
    }

    HubState parentState() {
        return parentState;
    }

    /**
     * The connection is gone; the parent's time stands where it was seen last. A place that was there is asked for
     * again.
     *
     * @param reportedNs what this hub has reported last.
     */
    void onAway(final String why, final long reportedNs) {
        awayWhy = why;
        if (state == State.ATTACHED) {
            state = State.AWAY;
            tell(new ToParent.Join(reportedNs));
        }
    }

    /** A simulator below is back at its start, and no clock is: all of the tree has to begin anew. */
    void askForReset() {
        reset = ResetTalk.WANTED;
        tellIfAttached(new ToParent.Forward(Member.NO_CONNECTION, new Request.Reset(0)));
    }

    /** The parent has answered that it cannot: a hub further up may be away from its own parent. */
    void onResetRefused() {
        if (reset == ResetTalk.WANTED) {
            reset = ResetTalk.REFUSED;
        }
    }

    /** Asks for a reset that was refused; not at once after the refusal, since the next one would follow at once. */
    void askAgain() {
        if (reset == ResetTalk.REFUSED && isAttached()) {
            askForReset();
        }
    }

    /** Whether nothing may begin here before the parent has reset the tree. */
    boolean awaitsReset() {
        return reset == ResetTalk.WANTED || reset == ResetTalk.REFUSED;
    }

    /** News while the parent is away is told when it is back. */
    private void tellIfAttached(final ToParent message) {
        if (isAttached()) {
            tell(message);
        }
    }

    /** All required assets are ready. */
    void ready() {
        if (isChild() && !hasSaidReady) {
            hasSaidReady = true;
            tellIfAttached(new ToParent.Ready());
        }
    }

    /** The parent resets: the word that this is done is to name that epoch, so that it answers no other reset. */
    void onResetOrdered(final Long epoch) {
        resetOf = epoch;
        isLeftInReset = false;
    }

    /** Whether simulators below may be at their starts, and the parent may not know it. */
    boolean isLeftInReset() {
        return isLeftInReset;
    }

    /** A reset has begun, and all clocks are to come anew. */
    void beginReset() {
        onParentReset();
    }

    /** The parent resets, or resets again: it is to hear once more when all simulators below are back. */
    void onParentReset() {
        reset = ResetTalk.UNDER_WAY;
    }

    /**
     * All simulators below are back at their starts. Of each reset the parent hears it once: said again, it would be
     * taken for the next reset, of which the simulators below may not have heard.
     *
     * @return whether the new epoch can begin: the parent has said so, or there is none.
     */
    boolean resetDone() {
        if (isChild() && reset == ResetTalk.UNDER_WAY) {
            sayReset();
        }
        return !isChild() || reset == ResetTalk.OVER;
    }

    private void sayReset() {
        reset = isAttached() ? ResetTalk.SAID : ResetTalk.OWED;
        tellIfAttached(new ToParent.ResetDone(resetOf));
    }

    /** Whether the parent waits for the word that all required assets are ready. */
    boolean owesReady() {
        return isChild() && !hasSaidReady;
    }

    /** The parent's new epoch begins. */
    void onClocks() {
        reset = awaitsReset() ? reset : ResetTalk.OVER;
    }

    /**
     * Nothing below can step any more. A parent that is away hears it in the place that this hub has kept.
     *
     * @return whether it was told.
     */
    boolean settled() {
        tellIfAttached(new ToParent.Settled());
        return isAttached();
    }

    /** This hub's run has ended. */
    void ended(final End how, final String why) {
        final ToParent.Ending ending = switch (how) {
            case REACHED, END_OF_TIME, ALL_LEFT -> ToParent.Ending.LEAVES;
            case ENDED_BY_ASSET -> ToParent.Ending.ENDS_RUN;
            case FAILED_BY_ASSET -> ToParent.Ending.FAILS_RUN;
            // A child that is interrupted is missed by its parent; a request to end the tree is forwarded to the
            // parent.
            case ASKED, STALLED, BROKEN, NO_ROOM, ASSET_LOST -> ToParent.Ending.FAILS;
            case WITH_PARENT, PARENT_FAILED -> null;
        };
        if (isChild() && ending != null) {
            tell(new ToParent.Ended(ending, why));
        }
    }

    /** Tells the parent. */
    void tell(final ToParent message) {
        events.emit(new HubEvent.TellParent(message));
    }
}
