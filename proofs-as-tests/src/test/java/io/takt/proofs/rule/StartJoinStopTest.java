package io.takt.proofs.rule;

import io.takt.proofs.rule.Schedules.Schedule;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;

/** The clauses around the rules: all clocks start at 0, an asset that joins late starts at T_c, and any may stop. */
@Domain(Schedules.class)
@PropertyDefaults(shrinking = ShrinkingMode.FULL)
class StartJoinStopTest {
    private static final String SEED = "8";

    /** The paper's induction begins here: at 0 all statements hold, and only the core can move. */
    @Property(seed = SEED)
    void startAtZeroIsSafeAndTheCoreMovesFirst(@ForAll final Schedule schedule) {
        schedule.fromZero().each((run, turn) -> {
            final Federate federate = run.federate();
            final boolean atZero = federate.core().timeNs() == 0;
            run.require(!atZero || federate.assets().stream().allMatch(asset -> asset.timeNs() == 0),
                "(start) all clocks are at 0 until the core moves");
            requireSafe(run);
            run.take(turn);
            requireSafe(run);
        });
    }

    /** A joiner has no lag at all, so it breaks nothing; and it is never seen before T_c, where it joined. */
    @Property(seed = SEED)
    void joinLateIsAtTheCoreTimeAndKeepsAllStatements(@ForAll final Schedule schedule) {
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final int before = federate.size();
            run.take(turn);
            requireSafe(run);
            if (federate.size() > before) {
                run.require(federate.lagNs(before) == 0, "(late join) the joiner starts at T_c");
                run.require(federate.asset(before).readNs(Integer.MAX_VALUE) == federate.core().timeNs(),
                    "(late join) no reading of the joiner's clock is from before it joined");
            }
        });
    }

    /** With the assets gone that held it back, the core moves on for the others; if there are any. */
    @Property(seed = SEED)
    void leaveSetsTheCoreFree(@ForAll final Schedule schedule) {
        schedule.inTheEnd(run -> {
            final Federate federate = run.federate();
            if (federate.hasEnded()) {
                return;
            }
            final long stepNs = federate.core().stepNs();
            for (int asset = federate.size() - 1; asset >= 0; asset--) {
                if (federate.lagNs(asset) > federate.maxDelayNs() - stepNs) {
                    run.take(Turn.leave(asset));
                }
            }
            final boolean moves = federate.size() > 0 && !federate.core().isLast();
            run.require(run.take(Turn.countUpOf(0)) == moves, "(leave) an asset that has left holds no other");
            requireSafe(run);
        });
    }

    /** Whichever assets have been there: without any the core retains, and goes on when one has joined. */
    @Property(seed = SEED)
    void aloneTheCoreRetains(@ForAll final Schedule schedule) {
        schedule.inTheEnd(run -> {
            final Federate federate = run.federate();
            while (federate.size() > 0 && !federate.hasEnded()) {
                run.take(Turn.leave(0));
            }
            if (federate.hasEnded()) {
                return;
            }
            run.require(!run.take(Turn.countUpOf(0)), "(no assets) a core without assets retains");
            run.take(Turn.join(1));
            final long stepNs = federate.core().stepNs();
            final boolean moves = stepNs <= federate.maxDelayNs() && !federate.core().isLast();
            run.require(run.take(Turn.countUpOf(0)) == moves, "(no assets) with the first asset the core goes on");
        });
    }

    /** All come to rest at the last of its times that the core still allows. */
    @Property(seed = SEED)
    void stopOfTheCoreBringsAllToRestWithinTheBounds(@ForAll final Schedule schedule) {
        schedule.inTheEnd(run -> {
            final Federate federate = run.federate();
            rest(run, () -> assetsMove(federate, -1));
            for (int i = 0; i < federate.size(); i++) {
                run.require(federate.lagNs(i) < federate.asset(i).stepNs(), "(stop) D_i < ΔT_i once the core stops");
            }
        });
    }

    /** The others go on until the core is held by the one that has stopped, or by one that the core then holds. */
    @Property(seed = SEED, tries = 300)
    void stopOfAnAssetBringsAllToRestWithinTheBounds(@ForAll final Schedule schedule) {
        schedule.inTheEnd(run -> {
            final Federate federate = run.federate();
            if (federate.size() > 0) {
                rest(run, () -> federate.coreCountsUp(Federate.FRESH) | assetsMove(federate, 0));
                final boolean held = IntStream.range(0, federate.size())
                    .anyMatch(i -> federate.lagNs(i) > federate.maxDelayNs() - federate.core().stepNs());
                run.require(held || federate.core().isLast(),
                    "(stop) the core is held within D_max of an asset");
            }
        });
    }

    private static void rest(final Run run, final BooleanSupplier round) {
        while (round.getAsBoolean()) {
            requireSafe(run);
        }
    }

    private static boolean assetsMove(final Federate federate, final int butNot) {
        boolean moves = false;
        for (int i = 0; i < federate.size(); i++) {
            moves |= i != butNot && federate.assetCountsUp(i, 0);
        }
        return moves;
    }

    /** All the other statements follow from this one. */
    private static void requireSafe(final Run run) {
        run.require(Statement.C3);
    }
}
