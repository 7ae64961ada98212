package io.takt.proofs.links;

import io.takt.proofs.rule.Fault;

/**
 * Shipped classes of links and trees with one broken spot each, and the proof that notices it.
 * {@code docs/explanation/proofs.md} has the same table.
 */
enum LinkMutant {
    /** A clock frame says a nanosecond more than there is. */
    FRAME_AHEAD("LinkSchedulesTest#s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength",
        link("link.ClockExchange", "fill", "set", 1, "ahead")),
    /** A side begins with more of the other than that has said. */
    BEGINS_AHEAD("LinkSchedulesTest#s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength",
        link("link.ClockPort", "begin", "begin", 1, "knowsMore")),
    /** A child reports a nanosecond more than it has come to. */
    REPORT_AHEAD("LinkSchedulesTest#s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength",
        link("remote.RemoteParentClock", "report", "set", 1, "reportsAhead")),
    /** Nothing is told again: no repetition, no heartbeat. */
    NEVER_DUE("LinkSchedulesTest#s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength",
        link("link.ClockPort", "sendIfDue", "dueInNs", 1, "neverDue")),
    /** Clock frames of all epochs look the same. */
    SAME_EPOCH("LinkEpochsTest#s4ResetsLeaveNoMessageOfAnotherEpoch",
        link("link.ClockPort", "begin", "begin", 1, "sameEpoch")),
    /** Lines that were sent on a connection that is gone are not sent again. */
    LINES_LOST("LinkFaultsTest#l3NoFaultAtAnyMomentStopsATreeForGood",
        link("link.ControlStream", "connect", "sendKept", 1, "notAgain")),
    /** A mirror says that the sender has published more than it has. */
    FRONTIER_AHEAD("LinkDigestsTest#g0EveryCutOfASystemIntoHubsGivesTheDigestsOfOneHub",
        link("mirror.StampGuard", "onFrontier", "onFrontier", 1, "frontierAhead")),
    /** A child core does not look at its parent. */
    UNBOUND("LinkClocksTest#s4WithCoreReportsLinksOfAnyKindKeepTheSumOfTheMaxDelaysAndL3",
        new Fault("io.takt.hub.core.Core", "parentTimeNs", "timeNs", 1, "io.takt.federation.link.BrokenLink",
            "unbound")),
    /** A child reports its core instead of its slowest member. */
    SLOWEST_AS_CORE("LinkClocksTest#s4WithSlowestReportsLinksOfAnyKindKeepTheMaxDelayOfTheRootAndL4",
        Fault.hub("Core", "reportNs", "timeNs", 2, "coreTime")),
    /** A child says of a reset twice that it is done. */
    DONE_TWICE("LinkEpochsTest#s4ResetsLeaveNoTwoEpochsMixed",
        Fault.hub("Life", "endResetIfAllDone", "resetDone", 1, "doneTwice")),
    /** A child's knowledge of its parent outlives a reset. */
    PARENTS_STAY("LinkEpochsTest#s4ResetsLeaveNoTwoEpochsMixed",
        Fault.hub("Life", "endResetIfAllDone", "leaveParents", 1, "parentsStay")),
    /** A child whose connection is gone does not ask for its place again. */
    NOT_AWAY("LinkEpochsTest#s4ResetsLeaveNoTwoEpochsMixed",
        Fault.hub("FromParent", "onRun", "onAway", 1, "notAway")),
    /** A hub that goes on where a killed one was begins at 0, whatever its assets stand at. */
    GOES_ON_FROM_ZERO("LinkEpochsTest#l3AParentThatIsKilledComesAgainAndFindsItsChildren",
        Fault.hub("HubMachine", "<init>", "coreTimeNs", 1, "noTime")),
    /** A reset waits for a child that was lost in it, and given up. */
    WAITS_FOR_THE_DROPPED("LinkEpochsTest#l3ATreeGoesOnWithoutChildrenThatAreLostAndTakesThemBack",
        Fault.hub("Departures", "onGone", "onOneLess", 1, "notOneLess")),
    /** A reset waits for a child that was lost in it, and cannot join before it is over. */
    WAITS_FOR_THE_LOST("LinkEpochsTest#l4ATreeWaitsForChildrenThatAreLostAndGoesOnWithTheirSuccessors",
        Fault.hub("Departures", "goOnAfter", "onOneLess", 1, "notOneLess"));

    private static final String OURS = "io.takt.federation.";
    private static final String LINK = OURS + "link.BrokenLink";

    private final String caughtBy;
    private final Fault fault;

    LinkMutant(final String caughtBy, final Fault fault) {
        this.caughtBy = caughtBy;
        this.fault = fault;
    }

    private static Fault link(final String owner, final String method, final String call, final int nth,
        final String with) {
        return new Fault(OURS + owner, method, call, nth, LINK, with);
    }

    /** The proof, as class and method. */
    String caughtBy() {
        return caughtBy;
    }

    Fault fault() {
        return fault;
    }
}
