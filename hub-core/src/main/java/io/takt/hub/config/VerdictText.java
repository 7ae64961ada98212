package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.hub.core.status.ShortList;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.AssetFacts;
import io.takt.rule.LivenessVerdict.Change;
import io.takt.rule.LivenessVerdict.Fix;
import java.math.BigInteger;
import java.util.stream.Collectors;

/** Says a liveness verdict in words, in terms of the configuration's fields. */
public final class VerdictText {
    private VerdictText() {
    }

    /**
     * A time that may be larger than any clock.
     *
     * @param timeNs nanoseconds.
     * @return with its unit.
     */
    public static String time(final BigInteger timeNs) {
        return timeNs.bitLength() < Long.SIZE ? SimTime.format(timeNs.longValueExact()) : timeNs + "ns";
    }

    /** Says where the field of an asset is, by the asset's place in the verdict. */
    private interface Paths {
        String of(int place, String field);
    }

    /**
     * The path of the field that a change is about.
     *
     * @param change  of a fix.
     * @param verdict that it belongs to.
     * @param config  that was judged.
     * @return such as {@code assets[1].step}.
     */
    public static String field(final Change change, final LivenessVerdict verdict, final HubConfig config) {
        return field(change, verdict, config::stepPath);
    }

    private static String field(final Change change, final LivenessVerdict verdict, final Paths paths) {
        return switch (change.target()) {
            case MAX_DELAY -> "maxDelay";
            case CORE_STEP -> "coreStep";
            case ASSET_STEP -> fieldOf(change.asset(), verdict, paths, StepsReader.STEP, StepsReader.MAX_STEP);
            case ASSET_GRANULARITY ->
                fieldOf(change.asset(), verdict, paths, StepsReader.STEP, StepsReader.GRANULARITY);
        };
    }

    private static String fieldOf(final String asset, final LivenessVerdict verdict, final Paths paths,
        final String ifFixed, final String ifVarying) {
        int place = 0;
        while (!verdict.assets().get(place).name().equals(asset)) {
            place++;
        }
        final AssetFacts facts = verdict.assets().get(place);
        return paths.of(place, facts.stepNs() == facts.granularityNs() ? ifFixed : ifVarying);
    }

    /**
     * Whether and where it stops, and by which asset, in one line.
     *
     * @param verdict of a system that is not live.
     * @return such as {@code every run stops for good at 200ms, by asset 'radar', ...}.
     */
    public static String stop(final LivenessVerdict verdict) {
        final AssetFacts stopper = verdict.assets().stream()
            .filter(asset -> asset.name().equals(verdict.stoppedBy())).findFirst().orElseThrow();
        final String lag = SimTime.format(verdict.stoppedByLagNs());
        final String both = " the core to move on, as the core needs it";
        if (!verdict.certain()) {
            return "it may stop for good, at " + time(verdict.stopsAtNs()) + " at the earliest, by asset '"
                + stopper.name() + "': when it is " + lag + " behind and wants a whole step of "
                + SimTime.format(stopper.stepNs()) + ", it needs" + both;
        }
        return "every run stops for good at " + time(verdict.stopsAtNs()) + ", by asset '" + stopper.name()
            + "', which is " + (stopper.wholeSteps() ? "at least " : "") + lag + " behind then and needs" + both;
    }

    /**
     * A fix in one line.
     *
     * @param fix     of a verdict.
     * @param verdict that it belongs to.
     * @param config  that was judged.
     * @return such as {@code set maxDelay to 160ns (it is 150ns)}.
     */
    public static String fix(final Fix fix, final LivenessVerdict verdict, final HubConfig config) {
        return fix(fix, verdict, config::stepPath);
    }

    /** The fix of a system of assets only. */
    static String fix(final Fix fix, final LivenessVerdict verdict) {
        return fix(fix, verdict, (place, field) -> "assets[" + place + "]." + field);
    }

    private static String fix(final Fix fix, final LivenessVerdict verdict, final Paths paths) {
        final int more = fix.changes().size() - ShortList.MOST;
        return fix.changes().stream().limit(more <= 1 ? ShortList.MOST + 1 : ShortList.MOST)
            .map(change -> "set " + field(change, verdict, paths) + " to " + SimTime.format(change.toNs()) + " (it is "
                + SimTime.format(change.fromNs()) + ")")
            .collect(Collectors.joining(" and ")) + (more <= 1 ? "" : " and " + more + " more likewise");
    }
}
