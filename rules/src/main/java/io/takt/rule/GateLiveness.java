package io.takt.rule;

import java.util.List;
import java.util.Objects;

/**
 * G3, exact liveness of a core and its assets with the gates of their message inputs: whether all of it can ever stop
 * for good, told before it starts.
 *
 * <p>Both rules and both kinds of gates say the same of two clocks: x goes to T'_x when T'_x ≤ T_y + leeway, where the
 * leeway is 0 for an asset that looks at the core (a), D_max for the core that looks at an asset (b), the link's delay
 * for a gate at the step's end, and delay + ΔT_x for one at its start. So a count-up that is allowed stays allowed
 * until it is made, and as for L2 either no fair schedule stops, or all stop in the same state. A gate looks at the
 * least that a link adds to a stamp, so jitter plays no part; nor do promises, which only open gates earlier.
 *
 * <p><em>Steps that vary</em> are judged by the laziest choices: whose steps vary goes by its granularity g; one that
 * does its steps whole does so as late as if it wanted its longest step S each time, so its leeways by (a) and by gates
 * at the step's end are less by S - g. In every state of rest that any choices lead to, all clocks are where these end,
 * or farther: take the first count-up of the lazy run that goes beyond such a state. It is by g, from where its clock
 * stands in that state, by readings that are not later; so g would be allowed there, and a whole step of any length up
 * to S. And the lazy run's own rest is led to by steps of g, and by wanting S at the end. So some choices stop the
 * system iff the lazy run stops, and none stops it earlier.
 *
 * <p><em>One period decides.</em> Let H be the least common multiple of all steps and granularities. The system is live
 * iff all clocks come to H or beyond: a count-up that could be done from 0 can be done again from there, as no clock is
 * farther behind than at the start. If a clock never comes there, it has stopped, and all others within their bounds.
 *
 * <p><em>A part that can be left out.</em> Start gates alone never stop anything (G2): the asset with the smallest time
 * is held by none of them, so it is held by (a), and L2 decides. For the same reason an asset that neither has an input
 * that is gated at the step's end, nor is waited for by one that has, through however many gates, is judged by L2
 * alone. A gate with leeway ≥ D_max never holds an asset (G1). And an asset that holds the core for good does so in the
 * system of itself, those it waits for, and the core.
 *
 * <p><em>Enough without stepping.</em> In a state of rest every clock is held by another, which closes a cycle. For
 * each x on it that is held by y, T'_x - T_y is greater than the leeway and a multiple of g = gcd(ΔT_x, ΔT_y), so at
 * least the smallest such multiple. Added up along the cycle the T's vanish: Σ ΔT_x ≥ Σ of these multiples. So there is
 * no rest if on every cycle the multiples add up to more than the steps. For one asset and the core this is L2, or L2v.
 * (For steps that vary the step is the granularity here, and leeways are those of the lazy run.)
 */
public final class GateLiveness {
    private GateLiveness() {
    }

    /**
     * A link whose receiver waits for its sender.
     *
     * @param channel     name of the channel, for the verdict.
     * @param from        name of the sender.
     * @param to          name of the receiver; may be the sender.
     * @param delayNs     the least that is added to a stamp, 0 or greater.
     * @param atStepEnd   whether a step gets what is delivered up to its end, instead of up to its start.
     * @param mayBeLonger whether a longer delay is a change that can be made.
     */
    public record Link(String channel, String from, String to, long delayNs, boolean atStepEnd, boolean mayBeLonger) {
        /**
         * Checks all of it.
         *
         * @throws IllegalArgumentException when the delay is less than 0.
         */
        public Link {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(to, "to");
            if (delayNs < 0) {
                throw new IllegalArgumentException(
                    "delayNs of channel " + channel + " is " + delayNs + ", must not be less than 0");
            }
        }

        /**
         * A link whose delay may be made longer.
         *
         * @param channel   as above.
         * @param from      as above.
         * @param to        as above.
         * @param delayNs   as above.
         * @param atStepEnd as above.
         */
        public Link(final String channel, final String from, final String to, final long delayNs,
            final boolean atStepEnd) {
            this(channel, from, to, delayNs, atStepEnd, true);
        }
    }

    /**
     * Judges a system whose clocks all start at 0. Takes well under a second when L2 or the sufficient condition
     * decides; otherwise the work grows with how often the steps go into their least common multiple.
     *
     * <p>Of assets that join late this says nothing, unlike L2: with gates at steps' ends it matters when they join.
     *
     * @param coreStepNs ΔT_c, greater than 0.
     * @param maxDelayNs D_max, greater than 0.
     * @param assets     the assets, each with a name of its own; with none nothing binds the core, which is live.
     * @param links      whose receivers wait for their senders.
     * @return the verdict.
     * @throws IllegalArgumentException when a number is not greater than 0, two assets have the same name, or a link
     *                                  is of an asset that is not there.
     * @throws TooManyCasesException    when it cannot be told in a few seconds.
     */
    public static GateVerdict judge(
        final long coreStepNs, final long maxDelayNs, final List<Liveness.Member> assets, final List<Link> links) {
        final GatedSystem system = GatedSystem.of(coreStepNs, maxDelayNs, assets, links);
        final JudgedGates judged = new JudgedGates(system);
        if (judged.live()) {
            return GateVerdict.LIVE;
        }
        final GateVerdict stops =
            new GateVerdict(false, isCertain(system, judged), judged.stopsAtNs(), judged.waits(), List.of());
        return new GateVerdict(
            false, stops.certain(), stops.stopsAtNs(), stops.waits(), SmallestGateFixes.of(system, stops.cycle()));
    }

    private static boolean isCertain(final GatedSystem system, final JudgedGates judged) {
        if (!system.varies()) {
            return true;
        }
        try {
            final JudgedGates best = new JudgedGates(system.withTheBestSteps());
            return !best.live() && best.stopsAtNs() != null && best.stopsAtNs().equals(judged.stopsAtNs());
        } catch (final TooManyCasesException e) {
            return false;
        }
    }
}
