package io.takt.proofs.links;

import java.util.Map;

/** Runs a proof of this package; from outside, since the classes under it may be others that have a fault. */
public final class LinkProof {
    private static final Map<String, Runnable> ALL = Map.of(
        "LinkClocksTest#s4WithCoreReportsLinksOfAnyKindKeepTheSumOfTheMaxDelaysAndL3",
        () -> new LinkClocksTest().s4WithCoreReportsLinksOfAnyKindKeepTheSumOfTheMaxDelaysAndL3(),
        "LinkClocksTest#s4WithSlowestReportsLinksOfAnyKindKeepTheMaxDelayOfTheRootAndL4",
        () -> new LinkClocksTest().s4WithSlowestReportsLinksOfAnyKindKeepTheMaxDelayOfTheRootAndL4(),
        "LinkEpochsTest#s4ResetsLeaveNoTwoEpochsMixed",
        () -> new LinkEpochsTest().s4ResetsLeaveNoTwoEpochsMixed(),
        "LinkEpochsTest#s4ResetsLeaveNoMessageOfAnotherEpoch",
        () -> new LinkEpochsTest().s4ResetsLeaveNoMessageOfAnotherEpoch(),
        "LinkEpochsTest#l3AParentThatIsKilledComesAgainAndFindsItsChildren",
        () -> new LinkEpochsTest().l3AParentThatIsKilledComesAgainAndFindsItsChildren(),
        "LinkEpochsTest#l3ATreeGoesOnWithoutChildrenThatAreLostAndTakesThemBack",
        () -> new LinkEpochsTest().l3ATreeGoesOnWithoutChildrenThatAreLostAndTakesThemBack(),
        "LinkEpochsTest#l4ATreeWaitsForChildrenThatAreLostAndGoesOnWithTheirSuccessors",
        () -> new LinkEpochsTest().l4ATreeWaitsForChildrenThatAreLostAndGoesOnWithTheirSuccessors(),
        "LinkFaultsTest#l3NoFaultAtAnyMomentStopsATreeForGood",
        () -> new LinkFaultsTest().l3NoFaultAtAnyMomentStopsATreeForGood(),
        "LinkSchedulesTest#s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength",
        () -> new LinkSchedulesTest().s4AndL3HoldForAllSchedulesOfTwoHubsUpToALength(),
        "LinkDigestsTest#g0EveryCutOfASystemIntoHubsGivesTheDigestsOfOneHub",
        () -> new LinkDigestsTest().g0EveryCutOfASystemIntoHubsGivesTheDigestsOfOneHub());

    private LinkProof() {
    }

    /**
     * Runs one.
     *
     * @param proof class and method.
     * @return which property is broken, and how; null when none is. Any other failure is thrown.
     */
    public static String failureOf(final String proof) {
        try {
            ALL.get(proof).run();
            return null;
        } catch (final BrokenProperty e) {
            return String.valueOf(e.getMessage());
        }
    }
}
