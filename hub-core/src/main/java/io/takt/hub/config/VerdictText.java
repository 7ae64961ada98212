package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.hub.core.ShortList;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.Change;
import io.takt.rule.LivenessVerdict.Fix;
import java.math.BigInteger;
import java.util.List;
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

    /**
     * The path of the field that a change is about.
     *
     * @param change of a fix.
     * @param assets names in the order of the configuration.
     * @return such as {@code assets[1].step}.
     */
    public static String field(final Change change, final List<String> assets) {
        return switch (change.target()) {
            case MAX_DELAY -> "maxDelay";
            case CORE_STEP -> "coreStep";
            case ASSET_STEP -> "assets[" + assets.indexOf(change.asset()) + "].step";
        };
    }

    /**
     * A fix in one line.
     *
     * @param fix     of a verdict.
     * @param verdict that it belongs to.
     * @return such as {@code set maxDelay to 160ns (it is 150ns)}.
     */
    public static String fix(final Fix fix, final LivenessVerdict verdict) {
        final List<String> assets = verdict.assets().stream().map(LivenessVerdict.AssetFacts::name).toList();
        final int more = fix.changes().size() - ShortList.MOST;
        return fix.changes().stream().limit(more <= 1 ? ShortList.MOST + 1 : ShortList.MOST)
            .map(change -> "set " + field(change, assets) + " to " + SimTime.format(change.toNs()) + " (it is "
                + SimTime.format(change.fromNs()) + ")")
            .collect(Collectors.joining(" and ")) + (more <= 1 ? "" : " and " + more + " more likewise");
    }
}
